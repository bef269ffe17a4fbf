"""Resegmentation: put the output for a whole talk back into the reference's segments.

Use it where mwerSegmenter was used: ``resegment`` for one text, from ``askew.resegment``; ``talks`` does it talk by
talk.
"""

from askew.resegment.segment import HARDLY_ALIGNED, SIGNED, Protocol, Segments, resegment
from askew.resegment.tokens import Unit

__all__ = ["HARDLY_ALIGNED", "SIGNED", "Protocol", "Segments", "Unit", "resegment"]
