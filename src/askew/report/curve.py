"""How a model learned: loss and score on the dev set over the updates, as a figure."""

from pathlib import Path
from typing import Any

from askew.formats.json_lines import read_json_lines
from askew.report.altair_figures import altair, save

_TITLES = {
    "loss": "Training loss per piece (smoothed)",
    "dev_bleu": "BLEU on dev, greedy",
    "dev_wer": "WER on dev, greedy",
}


def write_curve(log: Path, out: Path) -> None:
    """Draw a training's log.jsonl.

    Raises:
        UsageError: the name's ending is no format of a figure, or Altair is not installed.

    """
    alt = altair()
    rows = [row for _, row in read_json_lines(log, dict[str, Any], appended=True)]
    panels = []
    score = "dev_wer" if any("dev_wer" in row for row in rows) else "dev_bleu"
    for name in ("loss", score):
        values = [{"update": row["update"], "value": row[name]} for row in rows if name in row]
        chart = alt.Chart({"values": values}, title=_TITLES[name], width=320, height=200)
        panels.append(
            chart.mark_line(point=name == score, color="#355c7d").encode(
                x=alt.X("update:Q", title="update"),
                y=alt.Y("value:Q", title=None, scale=alt.Scale(zero=False)),
            )
        )
    save(alt.hconcat(*panels), out)
