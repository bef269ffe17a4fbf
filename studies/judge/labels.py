"""The labels at hand, and what the judge says of the labelled outputs.

The labels (``winomt/audit``) are one large language model's reading of outputs, not people's. Each has what askew 0.1.0
said of the same output. The alignment is learnt from the labelled outputs together with Google's of the same language,
as in a run.
"""

import hashlib
import json
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import askew
from askew.core.records import Output, Verdict
from askew.formats.outputs import read_outputs
from askew.judges.simplegen import PackJudge
from askew.judges.winomt import THING, WinoMTJudge
from studies.pages import DATA
from studies.winomt.outputs import text_file

DEV, HELD = "dev", "held"


@dataclass(frozen=True)
class Label:
    """One labelled output."""

    language: str
    suite: str
    item: str
    output: str
    label: str
    before: str = ""  # what 0.1.0 said; empty for sentences written to try the judge
    status: str = ""
    stratum: str = ""
    note: str = ""

    @property
    def half(self) -> str:
        """Which half of the labels it is in: rules were written with the errors of one in view, of the other only
        counts.
        """
        return DEV if hashlib.sha256(f"{self.item} {self.output}".encode()).digest()[0] % 2 else HELD


def read(name: str) -> list[Label]:
    """The labels of one file that are not arguable."""
    rows = [json.loads(line) for line in (DATA / "winomt/audit" / name).read_text("utf-8").splitlines()]
    return [
        Label(
            row["lang"], row["suite"], row["id"], row["output"], row["label"], row.get("judged", ""),
            row.get("status", ""), row.get("stratum", ""), row.get("note", ""),
        )
        for row in rows
        if row.get("status") != "arguable"
    ]  # fmt: skip


def judged(labels: Sequence[Label], *, alone: bool = False) -> list[Verdict]:
    """A verdict for each label, in their order; ``alone``: no other outputs to learn the alignment from."""
    verdicts: dict[int, Verdict] = {}
    for language in sorted({label.language for label in labels}):
        for judge in (_simplegen, _winomt):
            places = [
                place
                for place, label in enumerate(labels)
                if label.language == language and (label.suite == "simplegen") == (judge is _simplegen)
            ]
            if places:
                found = judge(language, [labels[place] for place in places], alone)
                verdicts.update(zip(places, found, strict=True))
    return [verdicts[place] for place in range(len(labels))]


def said(verdict: Verdict) -> str:
    """A verdict in the labels' words: where a thing stands in the person's place, no person is found."""
    predicted = verdict.labels["predicted"]
    return "not_found" if predicted == THING else predicted


def _simplegen(language: str, labels: Sequence[Label], _: bool) -> list[Verdict]:
    items = {item.id: item for item in askew.items("simplegen")}
    return PackJudge(language).judge([items[label.item] for label in labels], _outputs(labels))


def _winomt(language: str, labels: Sequence[Label], alone: bool) -> list[Verdict]:
    items = {item.id: item for item in askew.items("winomt")}
    asked, answers = [items[label.item] for label in labels], _outputs(labels)
    google = text_file("google", language)
    if not alone and google.exists():
        more = list(items.values())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # two sources were corrected later
            asked, answers = [*more, *asked], [*read_outputs(google, more), *answers]
    return WinoMTJudge(language).judge(asked, answers)[-len(labels) :]


def _outputs(labels: Iterable[Label]) -> list[Output]:
    return [Output(label.item, label.output) for label in labels]
