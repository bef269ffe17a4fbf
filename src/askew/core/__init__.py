"""The vocabulary: items, outputs, verdicts, scores, runs and signatures; how they are read and joined; errors.

Nothing here knows a suite, a language or a number's meaning, and nothing here imports anything heavy.
"""
