"""One self-contained HTML page for one or several runs: tables, a chart, the sentences behind the numbers.

Outputs are untrusted text: everything goes through jinja2's escaping, the page has no script and allows none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import jinja2

from askew.core.errors import RunError
from askew.core.records import Score, Span
from askew.core.run import Run
from askew.evaluate.compare import protocol_of
from askew.measures.ratio import Count, Difference
from askew.report.terminal import interval, number
from askew.suites import REGISTRY

SENTENCES_SHOWN = 200


@dataclass(frozen=True)
class Sentence:
    """One judged output, cut at the places the judge looked at."""

    item: str
    source: str
    pieces: Sequence[tuple[str, str]]  # text and what it is: "", "found" or "decided"
    verdict: str
    reason: str


def html_page(runs: Sequence[Run]) -> str:
    """The page."""
    if not runs:
        raise RunError("a report needs at least one run")
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("askew.report"), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.filters |= {"number": number, "interval": interval}
    tables: dict[tuple[str, ...], list[Run]] = {}
    for run in runs:
        tables.setdefault(
            (run.asked.suite, run.asked.target, run.asked.edition, run.asked.subset, run.protocol), []
        ).append(run)
    return environment.get_template("report.html.jinja").render(
        tables=[_section(group) for group in tables.values()], shown=SENTENCES_SHOWN
    )


def _section(runs: list[Run]) -> dict[str, Any]:
    suite, protocol = REGISTRY.get(runs[0].asked.suite), protocol_of(*runs)
    return {
        "suite": suite,
        "columns": protocol.columns,
        "first": runs[0],
        "runs": runs,
        "bars": {
            measure.name: [_bar(run.scores[measure.name]) for run in runs]
            for measure in protocol.measures
            if measure.name in protocol.columns and not isinstance(measure, (Difference, Count))
        },
        "sentences": [_sentences(run) for run in runs],
    }


def _bar(score: Score) -> dict[str, float] | None:
    """Where a score and its interval stand on an axis from 0 to 100."""
    if score.value is None:
        return None
    low = score.value if score.low is None else score.low
    high = score.value if score.high is None else score.high
    return {"value": round(score.value, 2), "low": round(low, 2), "width": round(max(high - low, 0.0), 2)}


def _sentences(run: Run) -> list[Sentence]:
    """The sentences that went wrong, the wrong gender first, then what could not be told."""
    items = {item.id: item for item in run.items}
    outputs = {output.id: output.text for output in run.outputs}
    wrong = [verdict for verdict in run.verdicts if verdict.labels.get("verdict") == "incorrect"]
    unclear = [verdict for verdict in run.verdicts if verdict.labels.get("verdict") == "inconclusive"]
    return [
        Sentence(
            item=verdict.item,
            source=items[verdict.item].source,
            pieces=_pieces(outputs[verdict.item], verdict.found, verdict.decided_by),
            verdict=verdict.labels["verdict"],
            reason=verdict.reason,
        )
        for verdict in [*wrong, *unclear][:SENTENCES_SHOWN]
    ]


def _pieces(text: str, found: Sequence[Span], decided_by: Sequence[Span]) -> list[tuple[str, str]]:
    """The text cut at the spans.

    >>> _pieces("la juez", [Span(3, 7)], [Span(0, 2)])
    [('la', 'decided'), (' ', ''), ('juez', 'found')]
    """
    marks = sorted([(span, "found") for span in found] + [(span, "decided") for span in decided_by])
    pieces, position = [], 0
    for (start, end), kind in marks:
        pieces += [(text[position:start], ""), (text[start:end], kind)]
        position = end
    return [piece for piece in [*pieces, (text[position:], "")] if piece[0]]
