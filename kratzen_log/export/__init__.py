"""Sessions as Parquet: what is in order from compiled code, all else from the rows of ``show.tables``."""
