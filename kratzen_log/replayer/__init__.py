"""Everything that happens in a session, step by step, with the table before and after each (total: never raises)."""
