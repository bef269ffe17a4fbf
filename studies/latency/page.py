"""Writes docs/latency-results.md and its figure: wait-k runs on three tasks, and their latency by askew, SimulEval and
OmniSTEval.

    ASKEW_DATA=… python -m studies.latency.page WORK WHISPER PEERS_PYTHON

WORK is the folder of the runs (made first; about five minutes of CPU time), WHISPER the recogniser's SPEC (of
faster-whisper), PEERS_PYTHON a Python that has simuleval and omnisteval.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from askew import Run
from askew.report import figures
from askew.report.altair_figures import altair, save
from askew.report.sections.latency import quality_latency_rows
from askew.report.sets import RunSet
from studies.latency import peers
from studies.latency.make import TASKS, WAITS, Task, folder_of, make
from studies.pages import DOCS, FIGURES, made_by, need, reading, section, write
from studies.tables import scores, table

LEAD = (
    ": [wait-k](latency.md#a-simultaneous-run) over Whisper tiny.en (int8) and two translators. Latency is in "
    "milliseconds. 95% intervals in brackets: segments are resampled within their talks, so they say nothing about "
    "other talks. What is heard depends neither on k nor on the translator, so the recogniser heard everything once, and "
    "its answers with the time each took serve all runs. The machine was busy with other things: computation-aware "
    "times (CA) show that the tools agree on them, and not how fast anything is."
)
LATENCIES = ("long_yaal", "stream_laal", "long_al", "long_dal", "long_ap")
WITH_COMPUTING = "wait-3"  # of one policy the computation-aware numbers are shown too
COLOURS = {"main": "#0f6b66", "ink": "#222222"}


def quality_table(task: Task, runs: list[Run]) -> Iterator[str]:
    names = ("wer_normalized",) if task.target == "en" else ("chrf", "bleu")
    columns = (*names, "long_yaal", "stream_laal")
    headings = {"wer_normalized": "WER normalised", "chrf": "chrF", "bleu": "BLEU"}
    rows = ([run.system, *scores(run, columns)] for run in runs)
    yield from table(["policy", *(headings[name] for name in names), "LongYAAL", "StreamLAAL"], rows, numbers=1)
    yield f"\n![Quality against latency, {task.title}](figures/latency-{task.name}.svg)"
    _draw(task, runs, names[0], headings[names[0]])


def _draw(task: Task, runs: list[Run], quality: str, heading: str) -> None:
    """The figure of the report's page, with its colours in light."""
    rows = quality_latency_rows(RunSet(runs, [run.system for run in runs], task.title), quality, "long_yaal")
    spec = json.dumps({**figures.quality_latency(), "data": {"values": rows}})
    for name, colour in COLOURS.items():
        spec = spec.replace(f"var(--{name})", colour)
    spec = spec.replace('"latency, ms"', '"LongYAAL, ms"').replace('"title": "quality"', f'"title": "{heading}"')
    save(altair().Chart.from_dict(json.loads(spec)), FIGURES / f"latency-{task.name}.svg")


def peer_table(work: Path, runs: dict[str, list[Run]], python: str) -> Iterator[str]:
    rows = []
    for task in TASKS:
        for run in runs[task.name][: len(WAITS)]:
            rows += _beside_peers(work, task, run, python)
    yield from table(["log", "cut alike", "measure", "askew", "SimulEval", "OmniSTEval"], rows, numbers=3)


def _beside_peers(work: Path, task: Task, run: Run, python: str) -> list[list[str]]:
    theirs = _peers(work, task, run, python)
    alike = sum(ours.text == cut for ours, cut in zip(run.outputs, theirs["omnisteval"]["segments"], strict=True))
    rows = []
    for ending in ("", "_ca") if run.system == WITH_COMPUTING else ("",):
        for name in LATENCIES:
            score, plain = run.scores[f"{name}{ending}"], name.partition("_")[2]
            simuleval = theirs["simuleval"].get(f"{plain}{ending}")
            omnisteval = theirs["omnisteval"]["scores"].get(f"{'ca_' if ending else ''}long_{plain}")
            rows.append([f"`{name}{ending}`", *map(_shown, (score.value, simuleval, omnisteval))])
    head = [[f"{task.name} {run.system}", f"{alike} of {len(run.outputs)}"], *[["", ""]] * (len(rows) - 1)]
    return [[*first, *rest] for first, rest in zip(head, rows, strict=True)]


def _shown(value: float | None) -> str:
    return "–" if value is None or value != value else f"{value:.3f}"


def _peers(work: Path, task: Task, run: Run, python: str) -> dict[str, Any]:
    """What the peers say of a run's log; SimulEval of the segments askew cut it into."""
    data, folder = folder_of(work, task), work / f"{task.name}-{run.system.removeprefix('wait-')}"
    segments = folder.with_suffix(".segments.log")
    references = (data / f"talks.{task.target}").read_text("utf-8").splitlines()
    rows = [_segment(place, each, text) for place, (each, text) in enumerate(zip(run.outputs, references, strict=True))]
    segments.write_text("".join(json.dumps(row) + "\n" for row in rows if row["prediction"]), encoding="utf-8")
    places = (data / "talks.yaml", data / f"talks.{task.target}", folder / "instances.log", segments)
    ran = subprocess.run(
        [python, "-W", "ignore", peers.__file__, *map(str, places)], capture_output=True, check=True, text=True
    )
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


def _segment(index: int, output: Any, reference: str) -> dict[str, Any]:
    said = output.emissions
    return {
        "index": index, "prediction": output.text, "delays": said.delays, "elapsed": said.elapsed,
        "prediction_length": len(said.delays), "reference": reference, "source": ["segment"],
        "source_length": said.source_length,
    }  # fmt: skip


def main(place: str, whisper: str, python: str) -> None:
    need("acl6060/dev", "mt")
    work = Path(place)
    runs = make(work, whisper)
    lines = reading(Path(__file__).parent / "reading.md")
    for task in TASKS:
        lead = {
            "clip-en": "Real speech; the reference is the forced aligner's words, so case and punctuation don't count.",
            "clip-es": "The same, translated by Apertium. The reference is Apertium's own translation of the words that "
            "were said: what is lost against it is lost by recognition and haste.",
            "news-es": "Newstest2013 in three voices of flite, translated by the model that comes with askew; the "
            "references are people's.",
        }[task.name]
        lines += section(task.title[0].upper() + task.title[1:], lead, quality_table(task, runs[task.name]))
    lead = (
        "The same logs. OmniSTEval cuts the talks itself: where it cuts every segment alike, all its numbers are "
        "askew's, and elsewhere the difference is that of the cuts. SimulEval knows no talks; it scored the segments "
        "that askew cut, and has no YAAL."
    )
    lines += section("Beside SimulEval and OmniSTEval", lead, peer_table(work, runs, python))
    write(DOCS / "latency-results.md", "Latency: results", [made_by("latency", LEAD)], lines)


if __name__ == "__main__":
    main(*sys.argv[1:])
