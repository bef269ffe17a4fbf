"""Which way a measure gets worse: most fall, but a gap widens and an error rate rises."""

from askew.measures.ratio import Count, Difference, Measure

_ERRORS = ("inconclusive", "mismatch", "misspelled", "wer", "cer", "ter")


def lower_is_better(measure: Measure) -> bool:
    """Whether a rise is for the worse: a difference between groups, or a rate of something that went wrong.

    >>> from askew.measures.ratio import Rate
    >>> lower_is_better(Rate("wer", "edits", "words")), lower_is_better(Rate("recall", "hits", "terms"))
    (True, False)
    """
    if isinstance(measure, (Difference, Count)):
        return True
    return measure.name.split("_")[0] in _ERRORS
