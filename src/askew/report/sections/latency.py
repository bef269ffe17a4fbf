"""The report on simultaneous systems: quality against how far they are behind the speaker."""

from collections.abc import Iterable

from askew.core.records import Score
from askew.judges.latency import AWARE
from askew.measures.latency import HEADINGS
from askew.report import figures
from askew.report.content import Block, Figure
from askew.report.sets import RunSet

MOST_MEASURES = 3  # of quality, against each measure of latency


def by_latency(run_set: RunSet) -> Iterable[Block]:
    """A figure of each measure of quality against each of latency that is shown; nothing where no run has times."""
    columns = run_set.columns()
    latencies = {name: heading for name, heading in columns.items() if name.removesuffix(AWARE) in HEADINGS}
    qualities = {name: heading for name, heading in columns.items() if name not in latencies}
    variants = {
        f"{heading} against {behind.removesuffix(' ms')}": rows
        for quality, heading in list(qualities.items())[:MOST_MEASURES]
        for latency, behind in latencies.items()
        if (rows := quality_latency_rows(run_set, quality, latency))
    }
    if variants:
        caption = (
            "A point per system: how good it is, and how many milliseconds behind the speaker on average. Bars are 95% "
            "intervals. CA counts the time that computing took."
        )
        spec = figures.quality_latency()
        title = "Quality against latency"
        yield Figure(f"latency-{run_set.id}", title, caption, spec, variants, choose="measures")


def quality_latency_rows(run_set: RunSet, quality: str, latency: str) -> list[dict[str, object]]:
    """A row per run that has both."""
    rows: list[dict[str, object]] = []
    for system, run in run_set.pairs():
        scores = [run.scores.get(name) for name in (quality, latency)]
        if all(score is not None and score.value is not None for score in scores):
            rows.append({"system": system, **_fields("quality", scores[0]), **_fields("latency", scores[1])})
    return rows


def _fields(name: str, score: Score | None) -> dict[str, float | None]:
    assert score is not None
    ends = {"": score.value, " low": score.low, " high": score.high}
    return {f"{name}{end}": None if value is None else round(value, 2) for end, value in ends.items()}
