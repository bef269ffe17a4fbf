"""Counts to values. ``table`` puts items and verdicts side by side; ``ratio`` and ``gender`` add up and only then divide."""
