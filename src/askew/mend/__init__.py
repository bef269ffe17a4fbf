"""Parallel sentences in which people are masculine and feminine in equal number, to adapt a translation model with.

``balance`` is what others call. A language is one TOML file here beside its pack in ``lang/``: our own sentences
(`english.toml` has their English), its articles, and which of the pack's words stands for a person.
"""
