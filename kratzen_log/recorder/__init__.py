"""Recording at a real table: what is known of a deal so far, what to ask next, and what was irregular."""
