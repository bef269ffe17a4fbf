"""Neural metrics, each in an environment of its own. Every segment gets a number by each metric.

Neural metrics pin old versions of half the world, so they never share an environment with askew. ``run_metric`` starts
a command there and talks JSON Lines with it: in, a row per segment with ``id``, ``src``, ``mt`` and ``ref``; out, first
a row with ``model`` (and ``version``), then one with ``id`` and ``score`` for each, in any order. ``comet_exchange.py``
is that command for the COMET package, whose models are COMET, XCOMET and CometKiwi, ``metricx_exchange.py`` for
MetricX.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Literal

from msgspec import Struct

from askew.core.errors import SystemFailure, UsageError, first_five
from askew.core.exchange import Exchange
from askew.core.records import Item, Output

Kind = Literal["comet", "metricx"]  # each has its script
NEURAL = "neural_"  # begins the names of the counts made of an output's neural metrics


def metric_columns(name: str) -> tuple[str, str]:
    """The counts a metric is made of: the sum of its scores, and of how many."""
    return f"{NEURAL}{name}_sum", f"{NEURAL}{name}_weight"


def metrics_in(counts: Iterable[str]) -> list[str]:
    """The metrics that verdicts with these counts have, by their names."""
    pattern = re.compile(rf"{NEURAL}(.+)_sum")
    return sorted(found[1] for name in counts if (found := pattern.fullmatch(name)))


FLOORS = {"comet": 0.0, "xcomet": 0.0, "cometkiwi": 0.0, "metricx": 25.0}
"""The worst score of metrics whose scale is known, by how their names begin."""
PENALISED = "penalised"


def neural_counts(output: Output, language: str | None = None) -> dict[str, float]:
    """A sum and its weight for each neural score an output came with.

    Where it is told which ``language`` the output is in (right, wrong …), each metric whose worst score is known is
    there a second time, penalised: an output in the wrong language gets that.
    """
    counts: dict[str, float] = {}
    for name, number in output.metrics.items():
        counts |= dict(zip(metric_columns(name), (number, 1.0), strict=True))
        floor = FLOORS.get(name.partition("_")[0])
        if language is not None and floor is not None:
            given = floor if language == "wrong" else number
            counts |= dict(zip(metric_columns(f"{name}_{PENALISED}"), (given, 1.0), strict=True))
    return counts


def with_scores(outputs: Sequence[Output], scores: Mapping[str, Mapping[str, float]]) -> list[Output]:
    """Outputs with the scores of some metrics: metric to id to score."""
    return [
        replace(output, metrics={**output.metrics, **{name: by_id[output.id] for name, by_id in scores.items()}})
        for output in outputs
    ]


def comet_metric(model: str) -> str:
    """What the scores of a COMET model are called.

    >>> [comet_metric(name) for name in ("Unbabel/wmt22-comet-da", "Unbabel/XCOMET-XL", "Unbabel/wmt22-cometkiwi-da")]
    ['comet', 'xcomet', 'cometkiwi']
    """
    return next((name for name in ("xcomet", "cometkiwi") if name in model.lower()), "comet")


def metricx_metric(model: str) -> str:
    """What the scores of a MetricX model are called; one that sees no reference says so.

    >>> metricx_metric("google/metricx-24-hybrid-xl-v2p6"), metricx_metric("google/metricx-23-qe-xl-v2p0")
    ('metricx', 'metricx_qe')
    """
    return "metricx_qe" if "-qe" in model.lower() else "metricx"


def run_metric(
    kind: Kind,
    command: str,
    items: Sequence[Item],
    outputs: Sequence[Output],
    model: str | None = None,
) -> tuple[str, dict[str, float]]:
    """Score segments with a metric in its own environment: what scored them, and a score per id.

    ``command`` is the Python of that environment, or any command that speaks the same JSON Lines. Of several references
    the first is used.
    """
    script = Path(str(files("askew.judges").joinpath(f"{kind}_exchange.py")))
    words = [
        *(("--model", model) if model else ()),
        *(("--qe",) if kind == "metricx" and metricx_metric(model or "") == "metricx_qe" else ()),
    ]
    exchange = Exchange(command, script, _Answer, f"--{kind}", *words)
    said = {output.id: output.text for output in outputs}
    lacking = [item.id for item in items if not item.source]
    if lacking:
        raise UsageError(
            f"--{kind} needs the source text, and {len(lacking)} segments have none, e.g. {lacking[0]}: give "
            "--source-text"
        )
    asked = [item for item in items if item.id in said]
    rows = ({"id": item.id, "src": item.source, "mt": said[item.id], "ref": item.references[0]} for item in asked)
    return _read_answer(exchange.ask(rows), {item.id for item in asked}, exchange.name)


class _Answer(Struct):
    """What the command writes: first its model, then a score for every id."""

    id: str | None = None
    score: float | None = None
    model: str | None = None
    version: str | None = None


def _read_answer(rows: Iterable[_Answer], wanted: set[str], program: str) -> tuple[str, dict[str, float]]:
    model, scores = "", {}
    for number, row in enumerate(rows, 1):
        if number == 1 and row.model:
            model = "-".join(" ".join(each.split()) for each in (row.model, row.version) if each)
            continue
        if row.id is None or row.score is None:
            raise SystemFailure(f"{program}: line {number}: no id, or no score")
        name, score = row.id, row.score
        if not math.isfinite(score) or name not in wanted or name in scores:
            what = "is no number" if name in wanted and name not in scores else "was not asked for, or twice"
            raise SystemFailure(f"{program}: line {number}: the score {score} of {name} {what}")
        scores[name] = score
    missing = sorted(wanted - set(scores))
    if missing or not model:
        lack = f"no score for {first_five(missing)}" if missing else "its first line must name the model"
        raise SystemFailure(f"{program}: {len(scores)} scores for {len(wanted)} segments: {lack}")
    return model, scores
