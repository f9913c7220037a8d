"""The rules of a trick and of a pot as functions over whole numbers. Imports nothing."""
