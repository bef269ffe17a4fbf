"""How often the gender judge errs: its verdicts beside a reading of the same outputs, by stratum and language, before and after.

    ASKEW_DATA=… python studies/judge/study.py [--alone] [--half dev|held] [--errors] [--page]

The labels (``winomt/audit`` in the data folder) are one large language model's reading of outputs, not people's. ``before`` is what askew
0.1.0 said of each output (stored with the label), ``after`` what the code beside this script says. The alignment is learnt from the
labelled outputs together with Google's of the same language, as in a run; ``--alone`` learns it from the labelled outputs only.
Rules were written with the errors of one half in view (``--half dev``, split by a checksum of the output); of the other half only counts were read.
"""

import argparse
import hashlib
import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import askew
from askew.core.readers import read_outputs
from askew.core.records import Output, Verdict
from askew.judges.simplegen import PackJudge
from askew.judges.winomt import WinoMTJudge

DATA = Path(os.environ.get("ASKEW_DATA", ""))
PAGE = Path(__file__).with_name("README.md")
Row = Mapping[str, Any]


def rows(name: str) -> list[Row]:
    """The labels of one file; what was arguable is marked as such."""
    path = DATA / "winomt/audit" / name
    if not path.is_file():
        sys.exit(f"needs {path}: set ASKEW_DATA to a folder that has winomt/audit")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def half(row: Row) -> str:
    """Which half of the labels a row is in, by what was translated to what."""
    return "dev" if hashlib.sha256(f"{row['id']} {row['output']}".encode()).digest()[0] % 2 else "held"


def judged(labels: Sequence[Row], alone: bool) -> list[Verdict]:
    """A verdict for each row, in their order."""
    verdicts: list[Verdict | None] = [None] * len(labels)
    for language in sorted({row["lang"] for row in labels}):
        for of_simplegen in (True, False):
            places = [
                place
                for place, row in enumerate(labels)
                if row["lang"] == language and (row["suite"] == "simplegen") == of_simplegen
            ]
            if places:
                judge = _simplegen if of_simplegen else _winomt
                found = judge(language, [labels[place] for place in places], alone)
                for place, verdict in zip(places, found, strict=True):
                    verdicts[place] = verdict
    return [verdict for verdict in verdicts if verdict is not None]


def _simplegen(language: str, labels: Sequence[Row], _: bool) -> list[Verdict]:
    items = {item.id: item for item in askew.items("simplegen")}
    return PackJudge(language).judge([items[row["id"]] for row in labels], [_output(row) for row in labels])


def _winomt(language: str, labels: Sequence[Row], alone: bool) -> list[Verdict]:
    items = {item.id: item for item in askew.items("winomt")}
    asked, answers = [items[row["id"]] for row in labels], [_output(row) for row in labels]
    google = DATA / f"winomt/translations/google/en-{language}.txt.gz"
    if not alone and google.exists():
        more = list(items.values())
        asked, answers = [*more, *asked], [*read_outputs(google, more), *answers]
    return WinoMTJudge(language).judge(asked, answers)[-len(labels) :]


def _output(row: Row) -> Output:
    return Output(row["id"], row["output"])


def predicted(verdict: Verdict) -> str:
    """The verdict in the labels' words: a thing in the person's place is no person found."""
    return {"thing": "not_found"}.get(verdict.labels["predicted"], verdict.labels["predicted"])


def table(title: str, cases: Iterable[tuple[Row, str, str]], by: Callable[[Row, str], str]) -> Iterator[str]:
    """Wrong out of all, before and after, by group; arguable ones left out."""
    groups: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for row, before, after in cases:
        if row.get("status") != "arguable":
            pair = before != row["label"], after != row["label"]
            for group in ("all", by(row, before)):
                groups[group].append(pair)
    yield f"| {title} | labels | wrong before | wrong after |"
    yield "|---|---|---|---|"
    for group, pairs in sorted(groups.items(), key=lambda entry: (entry[0] == "all", entry[0])):
        cells = (f"{sum(flags)} ({100 * sum(flags) / len(pairs):.1f}%)" for flags in zip(*pairs, strict=True))
        yield f"| {group} | {len(pairs)} | {' | '.join(cells)} |"
    yield ""


def kind(_: Row, before: str) -> str:
    """The two kinds of verdict the targets speak of."""
    return "undecided or not found" if before in ("undecided", "not_found") else "decided"


def tables(cases: list[tuple[Row, str, str]]) -> Iterator[str]:
    """The labels as drawn, three ways."""
    yield from table("verdict before", cases, kind)
    yield from table("stratum", cases, lambda row, _: row["stratum"])
    yield from table("language", cases, lambda row, _: row["lang"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--alone", action="store_true", help="learn the alignment from the labelled outputs only")
    parser.add_argument("--half", choices=("dev", "held"), help="only one half of the labels")
    parser.add_argument(
        "--errors", action="store_true", help="show what is wrong in the half the rules were written with"
    )
    options = parser.parse_args()
    for name in ("labels.jsonl", "written.jsonl"):
        labels = rows(name)
        verdicts = judged(labels, options.alone)
        cases = [
            (row, row.get("judged", ""), predicted(verdict))
            for row, verdict in zip(labels, verdicts, strict=True)
            if options.half in (None, half(row))
        ]
        print(f"## {name}\n")
        if name == "labels.jsonl":
            print("\n".join(tables(cases)))
        else:
            print("\n".join(table("written, by language", cases, lambda row, _: row["lang"])))
        if options.errors:
            for row, verdict in zip(labels, verdicts, strict=True):
                if predicted(verdict) != row["label"] and row.get("status") != "arguable" and half(row) == "dev":
                    print(
                        json.dumps(
                            {**row, "after": verdict.labels["predicted"], "reason": verdict.reason}, ensure_ascii=False
                        )
                    )


if __name__ == "__main__":
    main()
