"""Which house rules a log was played by: the values under which an audit finds the least."""
