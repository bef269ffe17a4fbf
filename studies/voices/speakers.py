"""Real recordings: speechocean762's speakers by gender and age, with speakers as what is sampled."""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from askew import Run
from askew.analyses.gaps import gaps as gaps_of
from askew.core.records import Output
from askew.evaluate.pipeline import evaluate
from askew.evaluate.plan import Plan
from askew.report.numbers import UNDEFINED, number
from askew.suites.base import Answers
from studies.tables import bounds, paragraph, score, table
from studies.voices.make_speakers import STORED, manifest

RECOGNISERS = {"whisper": "Whisper tiny.en", "pocketsphinx": "PocketSphinx", "own": "ours, trained on synthetic voices"}
MEASURE = "wer_normalized"


def runs() -> dict[str, Run]:
    """What each recogniser made of the recordings it has transcribed."""
    rows, found = {row["id"]: row for row in manifest(each=1)}, {}
    with tempfile.TemporaryDirectory() as place:
        for name in RECOGNISERS:
            lines = map(json.loads, (STORED / f"speechocean762-{name}.jsonl").read_text("utf-8").splitlines())
            said = {row["id"]: row["text"] for row in lines if row["id"] in rows}
            listed = Path(place) / f"{name}.jsonl"
            listed.write_text("".join(json.dumps(rows[key]) + "\n" for key in said), "utf-8")
            plan = Plan.make("speakers", "en", options={"manifest": str(listed), "without_ter": True})
            answers = Answers([Output(key, text) for key, text in said.items()])
            found[name] = evaluate(plan, plan.asked(name, {"kind": "stored"}), plan.items(), answers)
    return found


def by_speakers() -> Iterator[str]:
    """Word error rates by group, and whether the data can tell."""
    found = runs()
    most = max(len(run.items) for run in found.values())
    yield from paragraph(
        f"speechocean762 (CC BY 4.0): one recording each of {most} speakers of English whose first language is "
        "Mandarin, drawn at random (of fewer speakers where a recogniser was not given all); gender as labelled, age as "
        "stated. Word error rates without case and punctuation, "
        "intervals and tests over speakers (`askew gaps`): p by permutation of speakers, for the largest gap."
    )
    rows = []
    for name, label in RECOGNISERS.items():
        rows.append([label, "all", str(len(found[name].items)), score(found[name].scores[MEASURE]), "", "", ""])
        for attribute in ("gender", "age"):
            gaps = gaps_of(found[name], attribute)
            gap = gaps.measures[MEASURE]
            for place, (group, measured) in enumerate(gap.groups.items()):
                told = ["", "", ""]
                if place == 0 and gap.largest is not None:
                    pair = gap.largest
                    shown = UNDEFINED if pair.difference is None else number(pair.difference, signed=True)
                    told = [
                        f"{pair.left} − {pair.right}: {shown}{bounds(pair.low, pair.high, signed=True)}",
                        number(gap.p, 3),
                        "yes" if gap.tells else "no",
                    ]
                rows.append(["", f"{attribute}: {group}", str(gaps.sizes[group]), score(measured), *told])
    yield from table(["recogniser", "speakers", "number", "WER", "largest gap", "p", "can the data tell?"], rows)
