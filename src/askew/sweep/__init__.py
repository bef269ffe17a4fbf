"""Does faster mean more biased? A grid of systems against a baseline: speed, quality and bias together; and the gate.

``plan`` reads a SWEEP.toml, ``execute`` answers and times its cells, ``result`` turns what a sweep's folder holds into plain data;
``gate`` and ``power`` decide about one candidate. Everything here returns data and draws nothing.
"""
