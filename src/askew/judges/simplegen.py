"""SimpleGEN's judges: is the occupation's translation in the gender that the sentence states?

``PackJudge`` (protocol ``askew``) reads the gender with the language pack. ``ReleaseJudge`` (protocol ``release``) does
what the authors' script does with the authors' dictionary, slips included, to reproduce their counts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from askew.core.errors import InputError
from askew.core.records import Item, Output, Span, Verdict
from askew.datasets import manifest, store
from askew.formats.sheets import read_cells
from askew.judges.gender import FEMALE, MALE, NO_FORM, NOT_FOUND, reader_of

CORRECT, INCORRECT, INCONCLUSIVE = "correct", "incorrect", "inconclusive"


class PackJudge:
    """The corrected protocol: every form and synonym, number and context taken into account."""

    def __init__(self, target: str) -> None:
        self._reader = reader_of(target)

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The judge's rules and the pack's content."""
        del items, outputs  # the same whatever is judged
        return {"judge": "gender-2", "pack": self._reader.pack.signature}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per item, about its one occupation."""
        return [self._verdict(item, output) for item, output in zip(items, outputs, strict=True)]

    def _verdict(self, item: Item, output: Output) -> Verdict:
        occupation, gold = item.attributes["occupation"], item.attributes["gold"]
        finding = self._reader.read(occupation, output.text, item.attributes["number"])
        if finding.verdict in (MALE, FEMALE):
            verdict = CORRECT if finding.verdict == gold else INCORRECT
        else:
            verdict = INCONCLUSIVE
        labels = {
            "verdict": verdict,
            "predicted": finding.verdict,
            "covered": "no" if finding.verdict == NOT_FOUND else "yes",
        }
        return Verdict(item.id, occupation, labels, finding.reason, finding.found, finding.decided_by)


@dataclass(frozen=True)
class _Entry:
    """One row of the authors' dictionary."""

    english: str
    source: re.Pattern[str]
    masculine: list[re.Pattern[str]]
    feminine: list[re.Pattern[str]]


class ReleaseJudge:
    """The authors' protocol, read from their own dictionary.

    Everything is lower-cased. Each dictionary entry whose English term stands in the source as a whole word is judged:
    its masculine forms are searched first, the feminine ones only if no masculine form is there.
    """

    TARGETS = ("es", "de")

    def __init__(self, target: str) -> None:
        self._path = f"dictionaries/dictionary-en-{target}-new.csv"
        self._entries = _read_dictionary(store.obtain("simplegen", self._path))

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The script's rules, and the dictionary by its checksum."""
        del items, outputs  # the same whatever is judged
        return {
            "judge": "simplegen-release-1",
            "dictionary": manifest.load("simplegen").file(self._path).sha256[:8],
        }

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per dictionary entry named in the source; one alone if there is none."""
        return [
            verdict for item, output in zip(items, outputs, strict=True) for verdict in self._verdicts(item, output)
        ]

    def _verdicts(self, item: Item, output: Output) -> list[Verdict]:
        source, text = item.source.lower(), output.text.lower()
        verdicts = [self._verdict(item, entry, text) for entry in self._entries if entry.source.search(source)]
        absent = {"verdict": INCONCLUSIVE, "predicted": NOT_FOUND, "covered": "no"}
        return verdicts or [
            Verdict(item.id, item.attributes["occupation"], absent, "no dictionary entry for the source")
        ]

    def _verdict(self, item: Item, entry: _Entry, text: str) -> Verdict:
        for gender, forms in ((MALE, entry.masculine), (FEMALE, entry.feminine)):
            for form in forms:
                if match := form.search(text):
                    verdict = CORRECT if gender == item.attributes["gold"] else INCORRECT
                    labels = {"verdict": verdict, "predicted": gender, "covered": "yes"}
                    return Verdict(item.id, entry.english, labels, f"“{match[0]}”", (Span(*match.span()),))
        return Verdict(
            item.id, entry.english, {"verdict": INCONCLUSIVE, "predicted": NOT_FOUND, "covered": "no"}, NO_FORM
        )


def _read_dictionary(path: object) -> list[_Entry]:
    rows = list(read_cells(str(path)))
    if not rows or len(rows[0][1]) != 3 or rows[0][1][0] != "English":
        raise InputError("expected the SimpleGEN dictionary's header English,…-Masc,…-Fem", where=str(path), line=1)
    for number, row in rows[1:]:
        if len(row) != 3:
            raise InputError(f"expected 3 columns, found {len(row)}", where=str(path), line=number)
    return [
        _Entry(
            english,
            _whole_word(english),
            *([_whole_word(form) for form in cell.split("|")] for cell in cells),
        )
        for _, (english, *cells) in rows[1:]
    ]


def _whole_word(form: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(form.lower())}\b")
