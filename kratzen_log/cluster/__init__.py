"""The work of a command on many machines, by Dask; what it does is the same."""
