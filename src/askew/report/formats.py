"""The report for other programs and for papers: Markdown, LaTeX, CSV, JSON."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from askew.core.records import Score
from askew.core.run import Run
from askew.formats.sheets import Value, sheet
from askew.report.latex import sections_latex
from askew.report.markdown import sections_markdown
from askew.report.report import Report
from askew.version import __version__

NAMES = ("html", "md", "tex", "csv", "json")
_CSV = (
    "suite", "target", "edition", "subset", "protocol", "system", "attribute", "group", "score", "value", "low",
    "high", "n",
    "coverage", "reason", "signature",
)  # fmt: skip


def markdown(report: Report) -> str:
    """Sections, prose and tables; figures are left to the page."""
    return sections_markdown(report.title, report.lede, report.sections)


def latex(report: Report) -> str:
    """Sections, prose and tables (booktabs), to be included in a document."""
    return sections_latex(f"{report.title}, askew {__version__}", report.sections)


def scores_csv(runs: Sequence[Run]) -> str:
    """Every score of every run, over everything and by group, one row each."""
    return sheet([_CSV, *(row for run in runs for row in _score_rows(run))])


def _score_rows(run: Run) -> Iterable[list[Value]]:
    asked = run.asked
    head = [asked.suite, asked.target, asked.edition, asked.subset, run.protocol, asked.system]
    everything: dict[str, Mapping[str, Mapping[str, Score]]] = {"": {"": run.scores}, **run.groups}
    for attribute, by_value in everything.items():
        for value, scores in by_value.items():
            for name, score in scores.items():
                fields = [score.value, score.low, score.high, score.n, score.coverage, score.reason]
                yield [*head, attribute, value, name, *fields, str(run.signature)]


def scores_json(report: Report) -> str:
    """The runs' scores as ``askew score --json`` prints them, and what stands out."""
    value: dict[str, Any] = {
        "askew": __version__,
        "title": report.title,
        "findings": [
            said
            for found in report.findings
            for said in (found.headline, *found.stands_out, *found.cannot_tell)
            if said
        ],
        "runs": [run.to_json() for run_set in report.sets for run in run_set.runs],
    }
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


WRITERS: dict[str, Callable[[Report], str]] = {
    "md": markdown,
    "tex": latex,
    "csv": lambda report: scores_csv([run for run_set in report.sets for run in run_set.runs]),
    "json": scores_json,
}
