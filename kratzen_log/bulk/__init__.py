"""Many logs at once (extra ``bulk``): bytes to whole numbers to compiled functions; what is in doubt goes the ordinary way."""
