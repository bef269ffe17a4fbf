"""Word errors where it matters who said what: concatenated minimum-permutation word error rate (cpWER: Watanabe et al.
2020, https://arxiv.org/abs/2004.09249).

All a speaker says in a talk is one text, in the reference and in the transcript. Which of the transcript's speakers is
which of the reference's is not given: they are paired so that the errors are fewest. Words of a speaker who has no
counterpart are all missing, or all too much. An error counts in the segment whose word it is about, so that segments'
counts add up to the talk's; what is too much counts in the segment after it, or in the speaker's last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rapidfuzz.distance import Levenshtein

from askew.core.records import Item, Output, Verdict
from askew.judges.base import Judge
from askew.judges.transcription import EDITS
from askew.text.normalisers import Words

CPWER = "cpwer"
SPEAKER = "speaker"
_KINDS = dict(zip(("equal", "replace", "delete", "insert"), EDITS, strict=True))
Counts = dict[str, dict[str, int]]  # a segment's id to kinds of edits to how many
Tagged = list[tuple[str, str]]  # the words of a speaker, each with its segment's id


def cp_edits(reference: Mapping[str, Tagged], transcript: Mapping[str, Sequence[str]], first: str) -> Counts:
    """The edits of a talk by segment; ``first`` is its first segment, where words of speakers without a counterpart
    count.
    """
    spoken, heard = list(reference.values()), list(transcript.values())
    costs = [[Levenshtein.distance([word for word, _ in said], words) for words in heard] for said in spoken]
    size = max(len(spoken), len(heard))
    square = [
        [
            costs[row][column]
            if row < len(spoken) and column < len(heard)
            else len(spoken[row] if row < len(spoken) else heard[column])
            for column in range(size)
        ]
        for row in range(size)
    ]
    counts: Counts = {}
    for row, column in enumerate(assignment(square)):
        said = spoken[row] if row < len(spoken) else []
        _count(said, heard[column] if column < len(heard) else [], first, counts)
    return counts


def _count(said: Tagged, transcribed: Sequence[str], first: str, counts: Counts) -> None:
    segments = [segment for _, segment in said] or [first]
    for step in Levenshtein.opcodes([word for word, _ in said], transcribed):
        kind = _KINDS[step.tag]
        if kind == "insertions":
            places = [min(step.src_start, len(segments) - 1)] * (step.dest_end - step.dest_start)
        else:
            places = list(range(step.src_start, step.src_end))
        for place in places:
            of_segment = counts.setdefault(segments[place], {})
            of_segment[kind] = of_segment.get(kind, 0) + 1


def assignment(costs: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row of a square matrix so that the sum of costs is least (Kuhn 1955; Jonker and Volgenant
    1987).

    >>> assignment([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    [1, 0, 2]
    """
    size = len(costs)
    of_rows, of_columns = [0.0] * (size + 1), [0.0] * (size + 1)  # prices
    row_of, before = [0] * (size + 1), [0] * (size + 1)  # 0 is no row, and the column that looks for one
    for row in range(1, size + 1):
        row_of[0], column = row, 0
        least, seen = [float("inf")] * (size + 1), [False] * (size + 1)
        while row_of[column]:
            seen[column], at, step, following = True, row_of[column], float("inf"), 0
            for other in range(1, size + 1):
                if not seen[other]:
                    reduced = costs[at - 1][other - 1] - of_rows[at] - of_columns[other]
                    if reduced < least[other]:
                        least[other], before[other] = reduced, column
                    if least[other] < step:
                        step, following = least[other], other
            for other in range(size + 1):
                if seen[other]:
                    of_rows[row_of[other]] += step
                    of_columns[other] -= step
                else:
                    least[other] -= step
            column = following
        while column:
            row_of[column], column = row_of[before[column]], before[column]
    columns = [0] * size
    for column in range(1, size + 1):
        columns[row_of[column] - 1] = column - 1
    return columns


@dataclass(frozen=True)
class WithSpeakers:
    """A judge of transcribed segments that also counts cpWER's edits, where it is known who speaks on both sides."""

    of_segments: Judge
    words: Words

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """That of the segments' judge, and the edition of this one, if there is anything for it to do."""
        known = {"speaker_judge": "cpwer-1"} if _knows_speakers(items, outputs) else {}
        return {**self.of_segments.signature(items, outputs), **known}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """The verdicts, with cpWER's counts in those on segments."""
        verdicts = self.of_segments.judge(items, outputs)
        if not _knows_speakers(items, outputs):
            return verdicts
        counts: Counts = {}
        pairs = zip(items, outputs, strict=True)
        for _, group in groupby(pairs, key=lambda pair: pair[0].attributes["talk"]):
            counts |= self._talk(list(group))
        return [
            replace(verdict, counts={**verdict.counts, **_columns(counts.get(verdict.item, {}))})
            if verdict.unit == "segment"
            else verdict
            for verdict in verdicts
        ]

    def _talk(self, pairs: Sequence[tuple[Item, Output]]) -> Counts:
        spoken: dict[str, Tagged] = {}
        for item, _ in pairs:
            said = [(word, item.id) for word in self.words(item.references[0])]
            spoken.setdefault(item.attributes[SPEAKER], []).extend(said)
        heard = {name: self.words(text) for _, output in pairs for name, text in output.speakers.items()}
        return cp_edits(spoken, heard, pairs[0][0].id)


def _columns(edits: Mapping[str, int]) -> dict[str, float]:
    return {f"{CPWER}_{kind}": float(edits.get(kind, 0)) for kind in EDITS}


def _knows_speakers(items: Sequence[Item], outputs: Sequence[Output]) -> bool:
    return any(output.speakers for output in outputs) and all(SPEAKER in item.attributes for item in items)
