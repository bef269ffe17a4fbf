"""Figures of editing effort (Salesky et al. 2023, Figures 5 to 8)."""

from typing import Any

from askew.analyses.edits import Edits
from askew.analyses.effort import Effort
from askew.report.altair_figures import altair


def effort_figures(found: Effort) -> dict[str, Any]:
    """Effort per language, reordering against it, its range over talks, its correlation between languages."""
    return {
        "effort": _effort(found),
        "reordering": _reordering(found),
        "talks": _talks(found),
        "correlation": _correlation(found),
    }


def _row(each: Edits, name: str) -> dict[str, Any]:
    score = each.whole.scores[name]
    return {"analysis": each.name, "language": each.target, name: score.value, "low": score.low, "high": score.high}


def _effort(found: Effort) -> Any:
    alt = altair()
    base = alt.Chart(alt.Data(values=[_row(each, "ter") for each in found.edits]))
    x = alt.X("analysis:N", title=None, sort=None)
    bars = base.mark_bar().encode(x=x, y=alt.Y("ter:Q", title="TER"), color=alt.Color("language:N", title=None))
    return bars + base.mark_rule().encode(x=x, y=alt.Y("low:Q", title="TER"), y2="high:Q")


def _reordering(found: Effort) -> Any:
    alt = altair()
    rows = [{**_row(each, "reordering"), "ter": each.whole.scores["ter"].value} for each in found.edits]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("reordering:Q", title="reordering among kept words, %", scale=alt.Scale(zero=False)),
        y=alt.Y("ter:Q", title="TER", scale=alt.Scale(zero=False)),
    )
    points = base.mark_point(filled=True, size=60).encode(color=alt.Color("language:N", title=None))
    return points + base.mark_text(dy=-9, fontSize=9).encode(text="analysis:N")


def _talks(found: Effort) -> Any:
    alt = altair()
    rows = [
        {"analysis": each.name, "talk": talk, "ter": scores["ter"].value}
        for each in found.edits
        for talk, scores in each.whole.talks.items()
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(x=alt.X("analysis:N", title=None, sort=None))
    ranges = base.mark_rule().encode(y=alt.Y("min(ter):Q", title="TER by talk"), y2="max(ter):Q")
    return ranges + base.mark_point(filled=True).encode(y="ter:Q", color=alt.Color("talk:N", title=None))


def _correlation(found: Effort) -> Any:
    alt = altair()
    names = [each.name for each in found.edits]
    rows = [{"one": name, "other": name, "r": 1.0} for name in names]
    for pair in found.languages:
        rows += [
            {"one": pair.x, "other": pair.y, "r": pair.pearson},
            {"one": pair.y, "other": pair.x, "r": pair.pearson},
        ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("one:N", title=None, sort=names), y=alt.Y("other:N", title=None, sort=names)
    )
    scale = alt.Scale(domain=[-1, 1], scheme="redblue")
    squares = base.mark_rect().encode(color=alt.Color("r:Q", title="Pearson", scale=scale))
    numbers = base.mark_text(fontSize=9).encode(text=alt.Text("r:Q", format=".2f"))
    return (squares + numbers).properties(width=alt.Step(32), height=alt.Step(22))
