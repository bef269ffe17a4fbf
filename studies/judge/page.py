"""Writes docs/judge-results.md: how often the judge errs, before and after, by kind of verdict, stratum and language;
and the rates the program itself states beside its scores (``src/askew/judges/error_rates.toml``).

ASKEW_DATA=… python -m studies.judge.page            # the page
ASKEW_DATA=… python -m studies.judge.page --errors   # what is wrong in the half the rules were written with
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from askew.core.records import Verdict
from askew.judges.reliability import ALL, stratum
from studies.judge.labels import DEV, HELD, Label, judged, read, said
from studies.pages import DOCS, ROOT, made_by, need, section, write
from studies.tables import table

RATES = ROOT / "src/askew/judges/error_rates.toml"
Case = tuple[Label, str]  # a label and what the judge says now


def errors_table(heading: str, cases: Sequence[Case], by: Callable[[Label], str]) -> Iterator[str]:
    """Wrong verdicts out of all, before and after, by group."""
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        groups[by(case[0])].append(case)
    rows = [[group, *_cells(of)] for group, of in sorted(groups.items())]
    yield from table([heading, "labels", "wrong before", "wrong after"], [*rows, ["all", *_cells(cases)]])
    yield ""


def _cells(cases: Sequence[Case]) -> list[str]:
    before = [label.before != label.label for label, _ in cases if label.before]
    after = [now != label.label for label, now in cases]
    return [str(len(cases)), _share(before), _share(after)]


def _share(wrong: Sequence[bool]) -> str:
    return f"{sum(wrong)} ({100 * sum(wrong) / len(wrong):.1f}%)" if wrong else "–"


def kind(label: Label) -> str:
    """Whether 0.1.0 decided."""
    return "undecided or not found" if label.before in ("undecided", "not_found") else "decided"


def tables(cases: Sequence[Case]) -> Iterator[str]:
    """By kind of verdict, by stratum and by language."""
    yield from errors_table("verdict before", cases, kind)
    yield from errors_table("drawn as", cases, lambda label: label.stratum)
    yield from errors_table("language", cases, lambda label: label.language)


def write_rates(cases: Sequence[tuple[Label, Verdict]]) -> None:
    """How often each kind of verdict is wrong, for the program itself; only labels whose errors nobody read while
    writing rules.
    """
    cells: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for label, verdict in cases:
        if label.half == HELD:
            for language in (ALL, label.language):
                cells[language][stratum(verdict.labels)].append(said(verdict) != label.label)
    lines = [
        "# Labelled verdicts by language and kind, and how many were wrong. Written by `python -m studies.judge.page`.",
        "",
    ]
    for language in sorted(cells):
        lines.append(f"[{language}]")
        lines += [
            f'"{name}" = {{ wrong = {sum(wrong)}, labels = {len(wrong)} }}'
            for name, wrong in sorted(cells[language].items())
        ]
        lines.append("")
    RATES.write_text("\n".join(lines), encoding="utf-8")


def show_errors() -> None:
    """What is still wrong in the half that may be looked at."""
    for name in ("labels.jsonl", "written.jsonl"):
        labels = read(name)
        for label, verdict in zip(labels, judged(labels), strict=True):
            if label.half == DEV and said(verdict) != label.label:
                print(f"{label}\n    {verdict.labels['predicted']}: {verdict.reason}")


def main() -> None:
    need("winomt/audit", "winomt/translations")
    if "--errors" in sys.argv[1:]:
        show_errors()
        return
    labels, written = read("labels.jsonl"), read("written.jsonl")
    verdicts = judged(labels)
    write_rates(list(zip(labels, verdicts, strict=True)))
    cases = [(label, said(verdict)) for label, verdict in zip(labels, verdicts, strict=True)]
    alone = [(label, said(verdict)) for label, verdict in zip(labels, judged(labels, alone=True), strict=True)]
    tried = [(label, said(verdict)) for label, verdict in zip(written, judged(written), strict=True)]
    lines = section(
        "All labels at hand",
        "As drawn: strata whose verdicts are hard are over-represented, so these are not shares of a run's verdicts.",
        tables(cases),
    )
    for half, text in (
        (DEV, "The half whose errors were read while the rules were written"),
        (HELD, "The half of which only counts were looked at"),
    ):
        lines += section(text, "", errors_table("verdict before", [c for c in cases if c[0].half == half], kind))
    lines += section(
        "With no other outputs to learn from",
        "The alignment is learnt from the labelled outputs alone, a few dozen in each language.",
        errors_table("verdict before", alone, kind),
    )
    lines += section(
        "Sentences written to try the judge", "", errors_table("language", tried, lambda label: label.language)
    )
    lead = [
        made_by("judge", ". Which verdicts of the gender judge a reader calls wrong: before (askew 0.1.0) and after."),
        "The labels are one large language model's reading of outputs of systems that were not looked at before, blind "
        "to the verdict in the main sample. They are not people's labels; those are in [winomt-results.md]"
        "(winomt-results.md#agreement-with-people). Arguable ones are left out.",
    ]
    write(DOCS / "judge-results.md", "How often the gender judge errs", lead, lines)


if __name__ == "__main__":
    main()
