"""Counts to values.

``table`` puts items and verdicts side by side; a measure (``base``) adds up over a group and only then divides, and
knows its direction, its heading, its role and what it adds up. ``ratio``, ``gender``, ``translation`` and
``transcripts`` are the measures there are.
"""
