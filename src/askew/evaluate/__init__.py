"""Puts the parts together: score, run, rescore, compare. What the command line and the Python API call.

``from askew import score, run, rescore, compare, load, items`` is the public way in.
"""
