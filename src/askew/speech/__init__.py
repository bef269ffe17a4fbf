"""Sound: reading and writing it (``audio``), recordings of a suite's items (``recordings``), talks in pieces
(``pieces``), voices that read items aloud (``voices``, ``speak``); where in it people speak and where to cut it
(``segment``), words timed by forced alignment (``align``), and the rules of subtitles (``subtitles``).

Needs ``pip install 'askew[speech]'`` (soundfile, soxr) as soon as a sample is touched.
"""
