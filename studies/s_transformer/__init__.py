"""An end-to-end speech translator, its recogniser, and a cascade on the same audio: the WinoST papers' experiment in
small.
"""
