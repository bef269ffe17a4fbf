"""Resegmentation: put the output for a whole talk back into the reference's segments.

Use it where mwerSegmenter was used: ``resegment`` for one text, from ``askew.resegment``.
"""

from askew.resegment.segment import HARDLY_ALIGNED, Segment, Segments, resegment

__all__ = ["HARDLY_ALIGNED", "Segment", "Segments", "resegment"]
