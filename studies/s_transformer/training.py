"""What was trained, on how much, and how it learned."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from studies.s_transformer.make.choose_sentences import HELD_OUT
from studies.s_transformer.store import Store
from studies.tables import paragraph, table


def trained(store: Store) -> Iterator[str]:
    """The corpus in a sentence, and a row for each model."""
    train = next(row for row in store.rows("corpus.jsonl") if row["split"] == "train")
    voices = ", ".join(f"{voice} {hours:.0f} h" for voice, hours in train["by_voice"].items())
    yield from paragraph(
        f"{train['utterances']:,} sentences, {train['hours']:.0f} hours ({voices}); {HELD_OUT} is never heard in "
        "training."
    )
    rows = []
    for name, model in store.models.items():
        last = {key: row[key] for row in model["curve"] for key in row}
        score = f"WER {last['dev_wer']:.1f}" if "dev_wer" in last else f"BLEU {last.get('dev_bleu', 0):.1f}"
        epochs = model["updates"] * _utterances_per_update(model, train) / train["utterances"]
        cut = "" if model["updates"] == model["planned"] else f" of {model['planned']:,}"
        size, updates = f"{model['parameters'] / 1e6:.1f}M", f"{model['updates']:,}{cut}"
        rows.append([name, size, updates, f"{epochs:.1f}", f"{model['seconds']:.0f}", score])
    headings = ["model", "parameters", "updates", "passes, about", "seconds", "dev, greedy"]
    yield from table(headings, rows, numbers=1)


def _utterances_per_update(model: Mapping[str, Any], train: Mapping[str, Any]) -> float:
    """About: a batch has so many seconds, and an utterance its mean length and up to half a second of padding."""
    optimiser = model["settings"]["optimiser"]
    mean = 3600 * float(train["hours"]) / float(train["utterances"]) + 0.32
    return float(optimiser["batch_seconds"] * optimiser["accumulate"]) / mean


def draw_curves(models: Mapping[str, Mapping[str, Any]], out: Path) -> None:
    """Loss and dev score over the updates, recognisers above translators."""
    import altair

    rows = []
    for score, title in (("dev_wer", "WER on dev, greedy"), ("dev_bleu", "BLEU on dev, greedy")):
        curves = {name: model["curve"] for name, model in models.items() if any(score in row for row in model["curve"])}
        panels = []
        for value, heading in (("loss", "training loss per piece (smoothed)"), (score, title)):
            points = [
                {"model": name, "update": row["update"], "value": row[value]}
                for name, curve in curves.items()
                for row in curve
                if value in row
            ]
            chart = altair.Chart({"values": points}, title=heading, width=330, height=200)
            panels.append(
                chart.mark_line(point=value == score).encode(
                    x=altair.X("update:Q", title="update"),
                    y=altair.Y("value:Q", title=None, scale=altair.Scale(zero=False)),
                    color=altair.Color("model:N", title=None),
                    strokeDash=altair.StrokeDash("model:N", title=None),
                )
            )
        rows.append(altair.hconcat(*panels))
    altair.vconcat(*rows).resolve_scale(color="independent", strokeDash="independent").save(str(out))
