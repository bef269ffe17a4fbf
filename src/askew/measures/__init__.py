"""Counts to values. ``table`` puts items and verdicts side by side, ``ratio`` adds up and only then divides."""
