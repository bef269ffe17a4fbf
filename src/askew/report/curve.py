"""How a model learned: loss and score on the dev set over the updates, as a figure."""

import json
from pathlib import Path


def write_curve(log: Path, out: Path) -> None:
    """Draw a training's log.jsonl as SVG."""
    import altair

    rows = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    panels = []
    score = "dev_wer" if any("dev_wer" in row for row in rows) else "dev_bleu"
    titles = {
        "loss": "Training loss per piece (smoothed)",
        "dev_bleu": "BLEU on dev, greedy",
        "dev_wer": "WER on dev, greedy",
    }
    for name in ("loss", score):
        values = [{"update": row["update"], "value": row[name]} for row in rows if name in row]
        chart = altair.Chart({"values": values}, title=titles[name], width=320, height=200)
        panels.append(
            chart.mark_line(point=name == score, color="#355c7d").encode(
                x=altair.X("update:Q", title="update"),
                y=altair.Y("value:Q", title=None, scale=altair.Scale(zero=False)),
            )
        )
    altair.hconcat(*panels).save(str(out))
