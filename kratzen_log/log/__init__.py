"""The format: records, bytes, seal, schema. Knows no rule of a game."""
