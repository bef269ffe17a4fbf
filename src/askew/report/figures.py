"""Charts as Vega-Lite specifications. Every chart names its colours as CSS variables, so one picture serves light,
dark and print.

Data are left out: a figure's rows go into the page once, and the page puts them under the name ``rows``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Spec = dict[str, Any]

ROW = 19  # pixels for one row of a plot, enough for its label
INK, SOFT, LINE, MAIN, FEMININE, MASCULINE, OPEN = (
    f"var(--{name})" for name in ("ink", "soft", "line", "main", "feminine", "masculine", "open")
)


def forest(
    measures: Mapping[str, str], rows: str = "system", groups: str | None = None, *, zero: Sequence[str] = ()
) -> Spec:
    """Scores with their intervals, a column per measure: name to heading; ``zero`` names those read against zero.

    A row of the data has the fields ``measure``, ``value``, ``low``, ``high``, ``n``, those named by ``rows`` and
    ``groups``, and ``order``.
    """
    width = {1: 460, 2: 300, 3: 230}.get(len(measures), 170)
    columns = []
    for index, (name, heading) in enumerate(measures.items()):
        axis = {
            "labelLimit": 200,
            "labels": index == 0,
            "ticks": False,
            "domain": False,
            "grid": True,
            "labelPadding": 8,
        }
        y = {"field": rows, "type": "nominal", "sort": {"field": "order"}, "title": None, "axis": axis}
        x = {
            "field": "low",
            "type": "quantitative",
            "title": heading,
            "scale": {"zero": False, "nice": True, "padding": 6},
        }
        tooltip = [{"field": field, "type": kind} for field, kind in _told(rows, groups)]
        layers: list[Spec] = [
            {"mark": {"type": "rule", "strokeWidth": 5, "opacity": 0.35, "color": MAIN, "strokeCap": "round"},
             "encoding": {"y": y, "x": x, "x2": {"field": "high"}, "tooltip": tooltip}},
            {"mark": {"type": "point", "filled": True, "size": 46, "opacity": 1, "color": MAIN},
             "encoding": {"y": y, "x": {**x, "field": "value"}, "tooltip": tooltip}},
        ]  # fmt: skip
        if name in zero:
            rule = {"type": "rule", "color": SOFT, "strokeDash": [3, 3]}
            layers.insert(0, {"mark": rule, "encoding": {"x": {"datum": 0, "type": "quantitative", "title": heading}}})
        plot: Spec = {"width": width, "height": {"step": ROW}, "layer": layers}
        if groups:
            header = {"labelOrient": "top", "labelAnchor": "start", "labels": True, "title": None, "labelPadding": 2}
            if index:
                header["labelColor"] = "transparent"  # the same room as beside it, so that rows stay in line
            row = {"field": groups, "type": "nominal", "sort": {"field": "group_order"}, "header": header}
            plot = {
                "facet": {"row": row},
                "spec": plot,
                "spacing": 22,
                "bounds": "flush",
                "resolve": {"scale": {"y": "independent"}},
            }
        columns.append({"transform": [{"filter": {"field": "measure", "equal": name}}], **plot})
    return {"hconcat": columns, "spacing": 14}


def trend(heading: str) -> Spec:
    """A score over versions, a panel per system; releases are squares.

    A row of the data has the fields ``system``, ``version``, ``order``, ``kind`` (version or release), ``made``,
    ``chain`` (what a line joins), ``value``, ``low``, ``high`` and ``n``.
    """
    x: Spec = {"field": "version", "type": "nominal", "sort": {"field": "order"}, "title": None}
    x["axis"] = {"labelAngle": -35, "labelLimit": 110, "ticks": False, "grid": False}
    y = {"field": "value", "type": "quantitative", "title": heading, "scale": {"zero": False, "padding": 8}}
    tooltip = [
        *({"field": name, "type": "nominal"} for name in ("system", "version", "made", "kind")),
        *({"field": name, "type": "quantitative"} for name in ("value", "low", "high", "n")),
    ]
    shape = {"domain": ["version", "release"], "range": ["circle", "square"]}
    panel = {
        "width": {"step": 54},
        "height": 150,
        "layer": [
            {"mark": {"type": "line", "color": MAIN, "strokeWidth": 1.5, "opacity": 0.6},
             "encoding": {"x": x, "y": y, "detail": {"field": "chain", "type": "nominal"}}},
            {"mark": {"type": "rule", "strokeWidth": 5, "opacity": 0.35, "color": MAIN, "strokeCap": "round"},
             "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}, "tooltip": tooltip}},
            {"mark": {"type": "point", "filled": True, "size": 60, "opacity": 1, "color": MAIN},
             "encoding": {"x": x, "y": y, "tooltip": tooltip,
                          "shape": {"field": "kind", "type": "nominal", "scale": shape, "legend": None}}},
        ],
    }  # fmt: skip
    header = {"title": None, "labelAnchor": "start", "labelFontSize": 12}
    facet = {"field": "system", "type": "nominal", "header": header}
    return {"facet": facet, "columns": 3, "spec": panel, "resolve": {"scale": {"x": "independent"}}}


def _told(rows: str, groups: str | None) -> list[tuple[str, str]]:
    names = [(rows, "nominal"), *([(groups, "nominal")] if groups else [])]
    return [*names, *((name, "quantitative") for name in ("value", "low", "high", "n"))]


def heat(columns: Sequence[str], rows: Sequence[str], per_line: int = 3) -> Spec:
    """What was asked against what was answered, a small table per system: a row's share is its shade, the count is
    written.

    A row of the data has the fields ``system``, ``gold``, ``predicted``, ``count``, ``share`` and ``order``.
    """
    x: Spec = {"field": "predicted", "type": "nominal", "sort": list(columns), "title": None}
    x["axis"] = {"orient": "top", "labelAngle": 0, "ticks": False, "domain": False, "labelFontSize": 10}
    y = {
        "field": "gold",
        "type": "nominal",
        "sort": list(rows),
        "title": None,
        "axis": {"ticks": False, "domain": False, "labelPadding": 6},
    }
    tooltip = [
        *({"field": name, "type": "nominal"} for name in ("system", "gold", "predicted")),
        *({"field": name, "type": "quantitative"} for name in ("count", "share")),
    ]
    shade = {"field": "share", "type": "quantitative", "scale": {"domain": [0, 100], "range": [0.04, 0.55]}}
    cell = {
        "width": {"step": 58},
        "height": {"step": 26},
        "layer": [
            {"mark": {"type": "rect", "color": MAIN, "cornerRadius": 2},
             "encoding": {"opacity": {**shade, "legend": None}, "tooltip": tooltip}},
            {"mark": {"type": "text", "fontSize": 11, "color": INK},
             "encoding": {"text": {"field": "count", "type": "quantitative", "format": ",d"}}},
        ],
        "encoding": {"x": x, "y": y},
    }  # fmt: skip
    header = {"title": None, "labelOrient": "top", "labelAnchor": "start", "labelFontSize": 12, "labelPadding": 5}
    facet = {"field": "system", "type": "nominal", "sort": {"field": "order"}, "header": header}
    own = {"axis": {"x": "independent"}}
    return {"facet": facet, "columns": per_line, "spacing": {"row": 26, "column": 26}, "spec": cell, "resolve": own}


def dumbbell(sets: Sequence[str]) -> Spec:
    """Each occupation's accuracy on feminine against masculine referents; filled where the stereotype agrees, open
    where it does not.

    A row of the data has the fields ``occupation``, ``referent``, ``set`` (one of ``sets``: pro, anti, neither),
    ``kind`` (the two in words), ``value``,
    ``n`` and ``order``.
    """
    kinds = [(referent, set_) for referent in ("feminine", "masculine") for set_ in sets]
    colours = {"feminine": FEMININE, "masculine": MASCULINE}
    fills = {"anti": "var(--paper)", "neither": LINE}
    legend = {"columns": len(sets), "orient": "top", "symbolSize": 70, "labelLimit": 300}

    def by_kind(values: Sequence[str]) -> Spec:
        scale = {"domain": [kind_of(*kind) for kind in kinds], "range": list(values)}
        return {"field": "kind", "type": "nominal", "scale": scale, "title": None, "legend": legend}

    axis = {"labelLimit": 160, "ticks": False, "domain": False, "grid": True, "labelPadding": 10}
    y = {"field": "occupation", "type": "nominal", "sort": {"field": "order"}, "title": None, "axis": axis}
    x = {
        "field": "value",
        "type": "quantitative",
        "title": "rendered in the right gender, %",
        "scale": {"domain": [0, 100]},
    }
    tooltip = [
        *({"field": name, "type": "nominal"} for name in ("occupation", "referent", "set")),
        *({"field": name, "type": "quantitative"} for name in ("value", "n")),
    ]
    return {
        "width": 520,
        "height": {"step": 17},
        "resolve": {"axis": {"x": "independent"}},  # one above and one below: the plot is long
        "layer": [
            {"mark": {"type": "line", "color": LINE, "strokeWidth": 2},
             "encoding": {"y": y, "x": {**x, "axis": {"orient": "top"}}, "detail": {"field": "occupation",
             "type": "nominal"}}},
            {"mark": {"type": "point", "size": 56, "strokeWidth": 2, "opacity": 1},
             "encoding": {
                 "y": y, "x": x, "tooltip": tooltip,
                 "stroke": by_kind([colours[referent] for referent, _ in kinds]),
                 "fill": by_kind([fills.get(set_, colours[referent]) for referent, set_ in kinds]),
                 "shape": by_kind([{"feminine": "circle", "masculine": "square"}[referent] for referent, _ in kinds]),
             }},
        ],
    }  # fmt: skip


def kind_of(referent: str, stereotype: str) -> str:
    """A referent's gender and what the stereotype says to it, in words."""
    return f"{referent} referent, {stereotype}"


def stacked(parts: Sequence[str], rows: Sequence[str], per_line: int = 2) -> Spec:
    """How each row divides into parts, a small chart per system.

    A row of the data has the fields ``system``, ``class``, ``part``, ``count``, ``share``, ``part_order`` and
    ``order``.
    """
    colours = [MAIN, "var(--wrong)", OPEN] if len(parts) < 4 else [MAIN, SOFT, FEMININE, "var(--wrong)"]
    colour: Spec = {"field": "part", "type": "nominal", "title": None, "sort": list(parts)}
    colour["scale"] = {"domain": list(parts), "range": colours[: len(parts)]}
    colour["legend"] = {"orient": "top", "symbolType": "square"}
    tooltip = [
        *({"field": name, "type": "nominal"} for name in ("system", "class", "part")),
        *({"field": name, "type": "quantitative"} for name in ("count", "share")),
    ]
    bar = {
        "width": 300,
        "height": {"step": 24},
        "mark": {"type": "bar", "height": 15},
        "encoding": {
            "y": {
                "field": "class",
                "type": "nominal",
                "sort": list(rows),
                "title": None,
                "axis": {"labelLimit": 320, "ticks": False, "labelPadding": 6},
            },
            "x": {"field": "share", "type": "quantitative", "title": "% of items", "scale": {"domain": [0, 100]}},
            "order": {"field": "part_order", "type": "quantitative"},
            "color": colour,
            "tooltip": tooltip,
        },
    }
    header = {"title": None, "labelAnchor": "start", "labelFontSize": 12}
    facet = {"field": "system", "type": "nominal", "sort": {"field": "order"}, "header": header}
    return {"facet": facet, "columns": per_line, "spec": bar}


def paired_bars(category: str, series: str, x_title: str, y_title: str) -> Spec:
    """Two series of counts over ordered categories, side by side.

    A row of the data has the fields named by ``category``, ``series`` and ``y_title``, and ``order``.
    """
    colours = {"domain": ["reference", "output"], "range": [OPEN, MAIN]}
    axis = {"labelAngle": 0, "ticks": False}
    return {
        "width": {"step": 22},
        "height": 190,
        "mark": {"type": "bar"},
        "encoding": {
            "x": {"field": category, "type": "nominal", "sort": {"field": "order"}, "title": x_title, "axis": axis},
            "xOffset": {"field": series, "type": "nominal", "sort": colours["domain"]},
            "y": {"field": y_title, "type": "quantitative", "title": y_title},
            "color": {"field": series, "type": "nominal", "scale": colours, "title": None},
            "tooltip": [
                *({"field": name, "type": "nominal"} for name in (series, category)),
                {"field": y_title, "type": "quantitative"},
            ],
        },
    }


def drops() -> Spec:
    """Relative drops over the relative drop in time, a panel per measure, that of quality behind it in grey.

    A row of the data has the fields ``panel``, ``order``, ``series`` (measure or quality), ``of``, ``part`` (point
    or line), ``time drop``,
    ``drop``, ``low``, ``high``; a point also ``cell`` and ``value``.
    """
    colours = {"domain": ["measure", "quality"], "range": [MAIN, OPEN]}
    colour = {"field": "series", "type": "nominal", "scale": colours, "legend": None}
    x = {"field": "time drop", "type": "quantitative", "title": "drop in time, %"}
    y = {"field": "drop", "type": "quantitative", "title": "drop, %"}
    tooltip = [
        *({"field": name, "type": "nominal"} for name in ("cell", "of")),
        *({"field": name, "type": "quantitative"} for name in ("value", "drop", "low", "high", "time drop")),
    ]
    lines, points = ({"filter": f"datum.part === '{part}'"} for part in ("line", "point"))
    panel = {
        "width": 190,
        "height": 150,
        "layer": [
            {"transform": [lines], "mark": {"type": "area", "opacity": 0.16},
             "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}, "color": colour}},
            {"transform": [lines], "mark": {"type": "line", "strokeWidth": 1.5}, "encoding": {"x": x, "y": y,
             "color": colour}},
            {"transform": [points], "mark": {"type": "point", "filled": True, "size": 44, "opacity": 0.95},
             "encoding": {"x": x, "y": y, "color": colour, "tooltip": tooltip}},
        ],
    }  # fmt: skip
    header = {"title": None, "labelAnchor": "start", "labelFontSize": 12}
    facet = {"field": "panel", "type": "nominal", "sort": {"field": "order"}, "header": header}
    return {"facet": facet, "columns": 3, "spec": panel}


def quality_latency() -> Spec:
    """A point per system: its quality over its latency, with an interval each way.

    A row of the data has the fields ``system``, ``quality`` and ``latency``, and either with ``low`` and ``high``
    behind its name.
    """

    def encoded(axis: str, field: str, title: str) -> Spec:
        scale = {"zero": False, "nice": True, "padding": 12}
        return {axis: {"field": field, "type": "quantitative", "title": title, "scale": scale}}

    x, y = encoded("x", "latency", "latency, ms"), encoded("y", "quality", "quality")
    numbers = ("quality", "quality low", "quality high", "latency", "latency low", "latency high")
    tooltip = [
        {"field": "system", "type": "nominal"}, *({"field": name, "type": "quantitative"} for name in numbers),
    ]  # fmt: skip
    bar = {"type": "rule", "strokeWidth": 4, "opacity": 0.3, "color": MAIN, "strokeCap": "round"}
    across = {**encoded("x", "latency low", "latency, ms"), "x2": {"field": "latency high"}, **y}
    upwards = {**x, **encoded("y", "quality low", "quality"), "y2": {"field": "quality high"}}
    return {
        "width": 460,
        "height": 300,
        "layer": [
            {"mark": bar, "encoding": across},
            {"mark": bar, "encoding": upwards},
            {"mark": {"type": "point", "filled": True, "size": 60, "opacity": 1, "color": MAIN},
             "encoding": {**x, **y, "tooltip": tooltip}},
            {"mark": {"type": "text", "align": "left", "dx": 8, "dy": -9, "color": INK, "fontSize": 11},
             "encoding": {**x, **y, "text": {"field": "system", "type": "nominal"}}},
        ],
    }  # fmt: skip
