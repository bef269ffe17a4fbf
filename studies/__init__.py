"""Experiments, each whole in a folder: how it is made, what was stored, the page, the reading.

Run from the root of the repository, as ``python -m studies.NAME.page``; README.md lists them. ``tables`` has the cells
of all pages, ``pages`` their places.
"""
