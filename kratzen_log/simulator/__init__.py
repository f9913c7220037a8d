"""Lawful evenings from a seed: a random stream, players that decide like people, and the records they leave.

Everything between the stream and the records is whole numbers in lists, so that it can be compiled as it stands.
"""
