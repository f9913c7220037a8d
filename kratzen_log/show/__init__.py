"""What a person looks at: the drawn pack."""
