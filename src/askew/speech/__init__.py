"""Sound: reading and writing it (``audio``), recordings of a suite's items (``recordings``), talks in pieces (``pieces``), and voices that
read items aloud (``voices``, ``speak``).

Needs ``pip install 'askew[speech]'`` (soundfile, soxr) as soon as a sample is touched.
"""
