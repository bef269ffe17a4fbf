"""Figures as files: how they are saved, and those of the analyses of talks (Salesky et al. 2023, Figures 2, 5
to 9 and 12), drawn by Altair (``pip install 'askew[figures]'``).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from askew.analyses.gaps import Gaps
from askew.analyses.terms import Recall
from askew.core.errors import UsageError
from askew.core.files import write_atomically
from askew.formats.segments import Segment
from askew.report.page import render_figure
from askew.speech.segmentation import Lengths

ENDINGS = (".svg", ".png", ".html", ".json")


def altair() -> Any:
    """Altair, or an error that says how to get it.

    Raises:
        UsageError: Altair, or what writes its files, is not installed.

    """
    try:
        import_module("vl_convert")
        return import_module("altair")
    except ImportError:
        raise UsageError("figures need Altair: pip install 'askew[figures]'") from None


def save(chart: Any, path: Path) -> None:
    """Write a chart in the format its name says; an HTML file stands alone, under the same policy as a report's page.

    Raises:
        UsageError: the ending is no format of a figure, or the folder is not there.

    """
    if path.suffix not in ENDINGS:
        raise UsageError(f"{path}: a figure can be {', '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent} is not a folder, so {path.name} can't be written there")
    if path.suffix == ".html":
        write_atomically(path, render_figure(path.stem, chart.to_dict()))
    else:
        chart.save(str(path), **({"scale_factor": 2} if path.suffix == ".png" else {}))


def recall_figure(found: Recall) -> Any:
    """Term recall of transcripts and translations by language, chrF behind (Figure 9)."""
    alt = altair()
    rows = [
        {
            "language": row.target,
            "system": row.system,
            "kind": "transcripts" if row.kind == "recognition" else "translations",
            "recall": row.scores["term_recall"].value,
            "low": row.scores["term_recall"].low,
            "high": row.scores["term_recall"].high,
            "chrF": row.chrf,
        }
        for row in found.rows
    ]
    x = alt.X("system:N", title=None, sort=None)
    base = alt.Chart(alt.Data(values=rows))
    behind = base.mark_bar(color="#e4e4e4").encode(x=x, y=alt.Y("chrF:Q"))
    colour = alt.Color("kind:N", title=None, scale=alt.Scale(range=["#d95f02", "#1b6ca8"]))
    lines = base.mark_rule().encode(x=x, y=alt.Y("low:Q", title="term recall, chrF behind"), y2="high:Q", color=colour)
    points = base.mark_point(filled=True, size=60).encode(x=x, y="recall:Q", color=colour)
    layered = alt.layer(behind, lines, points).properties(height=200)
    return layered.facet(column=alt.Column("language:N", title=None)).resolve_scale(x="independent")


def lengths_figure(found: Sequence[Lengths]) -> Any:
    """How long segments are, a panel per segmentation: seconds, and words where they are known (Figure 2)."""
    alt = altair()
    charts = []
    for unit, step in (("seconds", 2), ("words", 5)):
        bins: Counter[tuple[str, int]] = Counter()
        for lengths in found:
            values: Sequence[float] = lengths.seconds if unit == "seconds" else lengths.words
            bins.update((lengths.name, step * int(value // step)) for value in values)
        if bins:  # counted here, so that a figure of thousands of segments stays small
            rows = [
                {"segments": name, "from": low, "to": low + step, "count": count} for (name, low), count in bins.items()
            ]
            x = alt.X("from:Q", bin="binned", title=unit, axis=alt.Axis(grid=False, tickCount=8))
            y = alt.Y("count:Q", title=None, axis=alt.Axis(grid=False, tickCount=2))
            order = [lengths.name for lengths in found]
            row = alt.Row("segments:N", title=None, sort=order, header=alt.Header(labelAngle=0, labelAlign="left"))
            chart = (
                alt.Chart(alt.Data(values=rows), height=50, width=240).mark_bar().encode(x=x, x2="to:Q", y=y, row=row)
            )
            charts.append(chart.resolve_scale(y="independent"))
    return alt.hconcat(*charts)


def timeline_figure(found: Mapping[str, Sequence[Segment]]) -> Any:
    """One recording cut in several ways, side by side along time, with what is said in each segment (Figure 12)."""
    alt = altair()
    rows = [
        {
            "cut by": name,
            "start": each.start or 0.0,
            "end": each.end or 0.0,
            "segment": number,
            "turn": number % 2,
            "said": each.text,
        }
        for name, segments in found.items()
        for number, each in enumerate(segments, 1)
    ]
    last = max((each.end or 0.0 for segments in found.values() for each in segments), default=0.0)
    base = alt.Chart(alt.Data(values=rows), width=720, height=alt.Step(34)).encode(
        y=alt.Y("cut by:N", title=None, sort=list(found)),
        x=alt.X("start:Q", title="seconds", scale=alt.Scale(domain=[0, last])),
        x2="end:Q",
        tooltip=[
            alt.Tooltip(f"{name}:{kind}")
            for name, kind in (("segment", "Q"), ("start", "Q"), ("end", "Q"), ("said", "N"))
        ],
    )
    # Neighbours in two shades, or a cut without a pause would not be seen.
    shade = alt.Color("turn:N", legend=None, scale=alt.Scale(domain=[0, 1], range=["#9ecae1", "#4c78a8"]))
    return base.mark_bar(height=20, stroke="white").encode(color=shade)


def gaps_figure(found: Sequence[Gaps], measure: str) -> Any:
    """One measure by group, a panel per run, the groups in the order of the first run's values."""
    alt = altair()
    rows = [
        {"system": each.system, "group": name, "value": score.value, "low": score.low, "high": score.high}
        for each in found
        for name, score in each.measures[measure].groups.items()
        if score.value is not None
    ]
    first = found[0].measures[measure].groups
    order = sorted(first, key=lambda name: first[name].value or 0.0)
    base = alt.Chart(alt.Data(values=rows), width=220).encode(y=alt.Y("group:N", title=None, sort=order))
    lines = base.mark_rule().encode(x=alt.X("low:Q", title=measure, scale=alt.Scale(zero=False)), x2="high:Q")
    points = base.mark_point(filled=True, size=50).encode(x="value:Q")
    return alt.layer(lines, points).facet(
        column=alt.Column("system:N", title=None, sort=[each.system for each in found])
    )
