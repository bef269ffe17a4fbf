"""What an answer says. A judge reads items and outputs and writes verdicts: labels and counts, never rates.

``base`` is the interface, ``gender`` reads the gender of a named person with a language pack; the others judge one suite.
"""
