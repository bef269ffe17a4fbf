"""How often WinoMT's judge agrees with people's labels of single translations."""

from collections.abc import Iterator

import askew
from askew import Resampling
from askew.core.records import Item, Output
from askew.judges.winomt import NOUN_FIRST, PRONOUN_FIRST, WinoMTJudge
from studies.pages import DATA
from studies.tables import table
from studies.winomt.outputs import text_file

REFERENCE = {  # the reference tool's agreement
    "es": 86.9, "it": 84.8, "he": 85.7, "ar": 84.7, "ru": 73.3, "uk": 70.8, "fr": 67.1, "de": 67.0,
}  # fmt: skip
LABELS = {"m": "male", "f": "female", "n": "neutral"}


def agreement_table() -> Iterator[str]:
    """Languages down: agreement over all labels, where the judge decides, and of the feminine."""
    items = {item.id: item for item in askew.items("winomt")}
    headings = [
        "",
        "system",
        "labelled",
        "askew agrees",
        "by the pronoun first",
        "where it decides",
        "feminine found",
        "reference tool",
    ]
    rows = []
    for target, reference in REFERENCE.items():
        system, pairs = judged(target, items)
        agreed = _agreed(pairs)
        by_pronoun = _agreed(judged(target, items, PRONOUN_FIRST)[1])
        decided = [a for a, (guess, _) in zip(agreed, pairs, strict=True) if guess in ("male", "female", "neutral")]
        feminine = [guess == "female" for guess, label in pairs if label == "female"]
        among = f"{_percent(decided)} (of {len(decided)})"
        found = f"{sum(feminine)} of {len(feminine)}"
        rows.append(
            [target, system, str(len(pairs)), _percent(agreed), _percent(by_pronoun), among, found, str(reference)]
        )
    yield from table(headings, rows)


def judged(target: str, items: dict[str, Item], reading: str = NOUN_FIRST) -> tuple[str, list[tuple[str, str]]]:
    """The labelled system, and for each of its labelled translations the judge's verdict and people's label.

    The judge learns word alignments from what it is given, so it is given the system's other translations too where
    they are published.
    """
    [path] = (DATA / "winomt/human").glob(f"*.en-{target}.tsv")
    system = path.name.split(".")[0]
    rows = [row for row in (line.split("\t") for line in path.read_text("utf-8").splitlines()[1:]) if row[3] == "y"]
    asked = [items[str(int(row[0]) + 1)] for row in rows]
    answers = [Output(item.id, row[2]) for item, row in zip(asked, rows, strict=True)]
    if text_file(system, target).exists():
        run = askew.score("winomt", target=target, hyp=text_file(system, target), resampling=Resampling(100))
        asked, answers = [*run.items, *asked], [*run.outputs, *answers]
    verdicts = WinoMTJudge(target, reading).judge(asked, answers)[-len(rows) :]
    pairs = zip(verdicts, rows, strict=True)
    return system, [(verdict.labels["predicted"], LABELS[row[4]]) for verdict, row in pairs]


def _agreed(pairs: list[tuple[str, str]]) -> list[bool]:
    return [guess == label or (label == "neutral" and guess in ("undecided", "both")) for guess, label in pairs]


def _percent(which: list[bool]) -> str:
    return f"{100 * sum(which) / len(which):.1f}"
