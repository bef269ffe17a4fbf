"""Normalise and tokenise. (Aligning words and telling the language come with the suites that need them.)"""
