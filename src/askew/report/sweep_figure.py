"""The paper's figure: relative drops in quality and in each gender measure over the relative drop in time, a point
per cell.

Drawn by Altair (``pip install 'askew[figures]'``); PNG and SVG need no browser. The chart is Vega-Lite, so a page
can show it interactively.
"""

from pathlib import Path
from typing import Any

from askew.core.errors import UsageError
from askew.report.altair_figures import altair, save
from askew.report.sweep import suites_of
from askew.sweep.result import SweepResult
from askew.sweep.values import Column

# The measures the papers contrast, and those they break them down into; a suite that is not here shows all it has.
PANELS = {
    "simplegen": (("pro", "anti"), ("fofc", "mofc", "momc", "fomc")),
    "winomt": (("accuracy_pro", "accuracy_anti"), ("f1_male", "f1_female")),
    "winost": (("accuracy_pro", "accuracy_anti"), ("f1_male", "f1_female")),
}


def panels(result: SweepResult, suite: str) -> list[list[Column]]:
    """Which measures stand together in a panel of one suite: BLEU of every quality set beside each."""
    usable = [column for column in result.columns if column.has_drop]
    bleu = [column for column in usable if column.is_quality and column.measure == "bleu"]
    own = [column for column in usable if column.set == suite and not column.is_quality]
    if suite not in PANELS:
        return [[*bleu, *own]]
    return [[*bleu, *(column for column in own if column.measure in names)] for names in PANELS[suite]]


def points_and_lines(result: SweepResult, columns: list[Column]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows a panel is drawn from: a point per cell and measure, and the trend lines with their bands."""
    headings = {column.key: column.heading for column in columns}
    points = [
        {
            "measure": heading,
            "time drop": cell.time_drop,
            "drop": cell.drops[key].value,
            "low": cell.drops[key].low,
            "high": cell.drops[key].high,
            "cell": cell.label,
            "value": cell.values[key].value,
        }
        for key, heading in headings.items()
        for cell in result.cells
        if cell.time_drop is not None and cell.drops[key].value is not None
    ]
    lines = [
        {"measure": headings[trend.measure], "time drop": x, "drop": y, "low": low, "high": high}
        for trend in result.trends
        if trend.measure in headings
        for x, y, low, high in zip(trend.x, trend.y, trend.low, trend.high, strict=True)
    ]
    return points, lines


def chart(result: SweepResult, suite: str) -> Any:
    """The figure for one suite as an Altair chart: one panel per group of measures, side by side."""
    alt = altair()
    drawn = []
    whole = {cell.label for cell in result.cells}  # those that have all there is to draw
    for columns in panels(result, suite):
        points, lines = points_and_lines(result, columns)
        if not points:
            continue
        for column in columns:
            whole &= {point["cell"] for point in points if point["measure"] == column.heading}
        order = [column.heading for column in columns]
        colour = alt.Color(
            "measure:N",
            sort=order,
            title=None,
            scale=alt.Scale(scheme="tableau10"),
            legend=alt.Legend(symbolOpacity=1, symbolType="circle"),
        )
        x = alt.X("time drop:Q", title="relative drop in time (%)")
        y = alt.Y("drop:Q", title="relative drop (%)")
        tips = [
            alt.Tooltip(name) for name in ("cell:N", "measure:N", "value:Q", "drop:Q", "low:Q", "high:Q", "time drop:Q")
        ]
        layers = [
            alt.Chart(alt.Data(values=points))
            .mark_point(size=28, filled=True, opacity=0.7)
            .encode(x, y, colour, tooltip=tips)
        ]
        if lines:
            over = alt.Chart(alt.Data(values=lines))
            layers.insert(
                0,
                over.mark_area(opacity=0.15).encode(
                    x, alt.Y("low:Q", title="relative drop (%)"), alt.Y2("high:Q"), colour
                ),
            )
            layers.append(over.mark_line().encode(x, y, colour))
        drawn.append(alt.layer(*layers).properties(width=330, height=280))
    if not drawn:
        raise UsageError(f"{result.name} has no times and values of {suite or 'its sets'} to draw a figure from")
    count = f"{len(whole)} of {len(result.cells)}" if len(whole) < len(result.cells) else f"{len(whole)}"
    title = f"{result.name}, en→{result.target}{f', {suite}' if suite else ''}: {count} cells; lines with 95% bands"
    return alt.hconcat(*drawn, title=title).resolve_scale(color="independent")


def save_figures(result: SweepResult, folder: Path, formats: tuple[str, ...] = ("svg", "png", "html")) -> list[Path]:
    """Write figure-SUITE.svg, .png and an interactive .html that loads nothing from elsewhere.

    Raises:
        UsageError: there is nothing to draw, or Altair is not installed.

    """
    written = []
    for suite in suites_of(result):
        figure = chart(result, suite)
        for kind in formats:
            path = folder / f"figure-{suite or 'quality'}.{kind}"
            save(figure, path)
            written.append(path)
    return written
