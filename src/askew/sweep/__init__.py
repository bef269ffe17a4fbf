"""Does faster mean more biased? A grid of systems against a baseline: speed, quality and bias together.

``plan`` reads a SWEEP.toml, ``execute`` answers and times its cells, ``analyse`` turns what a sweep's folder holds into
a ``result``, which is plain data. Everything here returns data and renders nothing.
"""
