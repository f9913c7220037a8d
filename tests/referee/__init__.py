"""A slow referee for Kratzen and Schnellen, written from the prose pages alone."""
