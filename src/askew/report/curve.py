"""How a model learned: loss and dev BLEU over the updates, as a figure."""

import json
from pathlib import Path


def write_curve(log: Path, out: Path) -> None:
    """Draw a training's log.jsonl as SVG."""
    import altair

    rows = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    panels = []
    for name, title in (("loss", "Training loss per piece (smoothed)"), ("dev_bleu", "BLEU on dev, greedy")):
        values = [{"update": row["update"], "value": row[name]} for row in rows if name in row]
        chart = altair.Chart({"values": values}, title=title, width=320, height=200)
        panels.append(
            chart.mark_line(point=name == "dev_bleu", color="#355c7d").encode(
                x=altair.X("update:Q", title="update"),
                y=altair.Y("value:Q", title=None, scale=altair.Scale(zero=False)),
            )
        )
    altair.hconcat(*panels).save(str(out))
