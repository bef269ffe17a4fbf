"""What an answer says. A judge reads items and outputs and writes verdicts: labels and counts, never rates.

``base`` is the interface. ``lexicon`` and ``gender`` read a named person's gender with a language pack, ``sentence``
and ``coreferents`` what WinoMT needs besides; ``simplegen``, ``winomt``, ``winomt2019``, ``analysed`` and
``recognition`` are the judges.
"""
