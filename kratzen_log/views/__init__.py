"""What one person may know of a log, and what several people know together."""
