"""Findings: what is wrong in a log, where, by which rule, and what proves it (FINDINGS)."""
