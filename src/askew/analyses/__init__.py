"""What is asked of finished runs: compare, gaps, terms, edits, effort, correlate, audit. Returns data, draws nothing."""
