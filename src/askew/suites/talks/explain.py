"""One segment explained: a transcript word by word, as sclite shows it; a translation by its own chrF, language and
cut.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from askew.core.records import Item, Output, Verdict
from askew.judges.terms import OCCURRENCES
from askew.judges.transcription import EDITS, Pair, TranscriptionJudge
from askew.measures.translation import ChrF

WIDTH = 100
LANGUAGE = {
    "right": "in the target language", "wrong": "not in the target language", "unclear": "can't be told",
    "empty": "nothing was said",
}  # fmt: skip


def recognition(target: str, item: Item, output: Output, verdict: Verdict) -> str:
    """REF, HYP and Eval lines: wrong words in capitals, *** where there is no word, S, D and I below them; then the
    counts.
    """
    if OCCURRENCES in verdict.counts:
        return verdict.reason
    lines = sclite_lines(TranscriptionJudge(target).alignment(item, output))
    counts = [
        f"{name}: " + ", ".join(f"{verdict.counts[f'{name}_{kind}']:.0f} {kind}" for kind in EDITS)
        for name in ("wer", "wer_normalized")
    ]
    return "\n".join([*lines, *counts, *_also(output, verdict)])


def translation(target: str, item: Item, output: Output, verdict: Verdict) -> str:
    """The segment's own chrF, what else scored it, its language, and how sure its cut is."""
    del target, item
    if OCCURRENCES in verdict.counts:
        return verdict.reason
    chrf = ChrF("chrf")
    value = float(chrf.value(np.array([verdict.counts[name] for name in chrf.columns])))
    return "\n".join(
        [f"chrF {value:.1f}" if value == value else "chrF undefined: an empty reference", *_also(output, verdict)]
    )


def _also(output: Output, verdict: Verdict) -> Iterator[str]:
    for name, number in output.metrics.items():
        yield f"{name} {number:.3f}"
    yield f"language: {LANGUAGE[verdict.labels['language']]}"
    if output.margin is not None:
        yield f"margin {output.margin:.2f}: the best other place to end the segment costs that many words more"


def sclite_lines(pairs: Sequence[Pair], width: int = WIDTH) -> list[str]:
    r"""An alignment as sclite prints it, broken into blocks no wider than ``width``.

    >>> print("\n".join(sclite_lines([Pair("we", "we"), Pair("find", None), Pair("Bert", "bird"), Pair(None, "so")])))
    REF:  we FIND BERT **
    HYP:  we **** BIRD SO
    Eval:    D    S    I
    """
    columns = [_column(pair) for pair in pairs]
    ends = np.cumsum([len(column[0]) + 1 for column in columns])
    blocks = [
        [column for column, _ in group]
        for _, group in groupby(zip(columns, ends, strict=True), lambda pair: pair[1] // width)
    ]
    lines = []
    for block in blocks:
        for label, row in zip(("REF: ", "HYP: ", "Eval:"), zip(*block, strict=True), strict=True):
            lines.append(f"{label} {' '.join(row)}".rstrip())
    return lines


def _column(pair: Pair) -> tuple[str, str, str]:
    """Reference, transcript and verdict of one place, padded to one width. A word that differs in case alone is shown
    as it is.
    """
    said, transcribed = pair
    if said is not None and transcribed is not None:
        differ, same_word = said != transcribed, said.casefold() == transcribed.casefold()
        cells = (said, transcribed, "S" if differ else "")
        if differ and not same_word:
            cells = (said.upper(), transcribed.upper(), "S")
    elif said is not None:
        cells = (said.upper(), "*" * len(said), "D")
    else:
        assert transcribed is not None
        cells = ("*" * len(transcribed), transcribed.upper(), "I")
    width = max(map(_width, cells))
    first, second, third = (cell + " " * (width - _width(cell)) for cell in cells)
    return first, second, third


def _width(text: str) -> int:
    from unicodedata import combining, east_asian_width

    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text if not combining(character))
