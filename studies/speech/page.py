"""Writes docs/speech-results.md: a cascade on WinoMT in three voices, what the voice changes, a weak recogniser, and 90 s of a real talk.

    python scripts/whisper_weights.py models
    ASKEW_DATA=… python -m studies.speech.page WORK --whisper whisper:models/ctranslate2

WORK is a folder for recordings and runs; what is there already is gone on with. ``--as-it-is`` asks nothing of WinoMT and writes the page from the
sentences that all voices have an answer to. It needs flite, festival with festvox-us-slt-hts, apertium-eng-spa and, for the talk, ACL 60/60's development
set with its audio (``acl6060/dev``) in ASKEW_DATA.
"""

import argparse
import gzip
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import askew
from askew import Asking, Resampling, Run
from askew.analyses.compare import Change
from askew.core.journal import read_journal
from askew.core.records import Item, Output
from askew.core.run import read_asked, read_items
from askew.evaluate.score import Plan, judge_and_measure
from askew.formats.manifests import read_recordings
from askew.formats.mustc import read_times
from askew.formats.segments import Segment
from askew.systems import open_system
from studies.pages import DATA, DOCS

PAGE = DOCS / "speech-results.md"
VOICES = ("flite:slt", "flite:rms", "festival:cmu_us_slt_arctic_hts")
TALK = "2022.acl-long.268"
SEED = 12_345
NAME = "whisper tiny.en + apertium eng-spa"
SCORES = {
    "wer": "WER", "accuracy": "Acc", "delta_g": "ΔG", "delta_s": "ΔS", "asr_pronouns": "ASR pronouns", "asr_accuracy": "ASR acc",
    "coverage": "found", "mismatch": "mismatch",
}  # fmt: skip
COMPARED = {name: SCORES[name] for name in ("wer", "accuracy", "delta_g", "delta_s", "asr_pronouns", "mismatch")}
MT = "apertium:eng-spa"
STRONG, WEAK = "runs", "weak"  # folders of the cascades with Whisper and with PocketSphinx


def commands(whisper: str, sentences: int, weak: int) -> Iterator[str]:
    """The same by hand."""
    voices = [folder_of(voice) for voice in VOICES]
    yield "    python scripts/whisper_weights.py models   # Whisper tiny.en, checked"
    yield f"    askew speak winomt {' '.join(f'--voice {voice}' for voice in VOICES)} --limit {sentences} --shuffle --out speech"
    yield f"    for v in {' '.join(voices)}; do"
    yield f'      askew run winomt -t es --audio speech/$v --partial --shuffle --system cascade:{whisper}+{MT} --name "{NAME}" --out {STRONG}/$v'
    yield f"      askew run winomt -t es --audio speech/$v --partial --limit {weak} --shuffle --system cascade:pocketsphinx+{MT} --out {WEAK}/$v"
    yield "    done"
    for by in ("voice", "voice_gender"):
        yield f"    askew compare {' '.join(f'{STRONG}/{voice}' for voice in voices)} --by {by}"
    yield "    # talk/reference.jsonl is made by the script, from the forced aligner's words"
    yield f"    askew run talks --references talk/reference.jsonl -t en --audio acl6060/dev/audio --segments whole --system {whisper} --out talk/whole"


def folder_of(voice: str) -> str:
    """The name of a voice's folder."""
    return voice.replace(":", "-")


def collect(work: Path, whisper: str, sentences: int, weak: int) -> None:
    """Everything that takes time: recordings, and the runs on them."""
    askew.speak("winomt", voices=VOICES, out=work / "speech", limit=sentences, shuffle_seed=SEED)
    for voice in map(folder_of, VOICES):
        how = {"target": "es", "audio": work / "speech" / voice, "partial": True, "resampling": Resampling(100)}
        in_order = Asking(shuffle_seed=SEED)
        askew.run(
            "winomt", system=f"cascade:{whisper}+{MT}", name=NAME, out=work / STRONG / voice, asking=in_order, **how
        )
        lacking = weak - len(read_journal(work / WEAK / voice / "outputs.jsonl"))
        if lacking > 0:
            some = replace(in_order, limit=lacking)
            askew.run("winomt", system=f"cascade:pocketsphinx+{MT}", out=work / WEAK / voice, asking=some, **how)


def scored(folder: Path, chosen: set[str]) -> Run:
    """A run on some of its items."""
    asked = read_asked(folder)
    items = [item for item in read_items(folder) if item.id in chosen]
    outputs = {output.id: output for output in read_journal(folder / "outputs.jsonl")}
    return judge_and_measure(Plan.make("winomt", asked.target), asked, items, [outputs[item.id] for item in items])


def all_voices(work: Path, *places: str) -> list[list[Run]]:
    """For each kind of cascade one run per voice, all on the sentences that all of them have an answer to."""
    folders = [[work / place / folder_of(voice) for voice in VOICES] for place in places]
    answered = [{output.id for output in read_journal(path / "outputs.jsonl")} for row in folders for path in row]
    common = set.intersection(*answered)
    return [[scored(path, common) for path in row] for row in folders]


def from_text(items: Sequence[Item]) -> Run:
    """Apertium on the sentences as they are written."""
    system = open_system(MT, target="es")
    items = [replace(item, audio=None) for item in items]
    plan = Plan.make("winomt", "es")
    outputs = [answer for answer in system.answer(items) if isinstance(answer, Output)]
    return judge_and_measure(plan, plan.asked("text", system.details), items, outputs)


def cell(value: float | None, low: float | None, high: float | None, sign: str = "") -> str:
    """A number with its interval."""
    if value is None:
        return "–"
    return f"{value:{sign}z.1f}" + ("" if low is None or high is None else f" [{low:z.1f}, {high:z.1f}]")


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table in Markdown."""
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""


def scores_row(name: str, run: Run, names: dict[str, str]) -> list[str]:
    """A run's scores."""
    found = (run.scores.get(score) for score in names)
    return [name, *("–" if score is None else cell(score.value, score.low, score.high) for score in found)]


def changes_row(name: str, changes: dict[str, Change], names: dict[str, str]) -> list[str]:
    """What a voice changes: bold where the Holm-adjusted p-value is below 0.05."""
    cells = [name]
    for score in names:
        change = changes[score]
        text = cell(change.difference, change.low, change.high, "+")
        cells.append(f"**{text}**" if change.p_holm is not None and change.p_holm < 0.05 else text)
    return cells


def cascade_part(work: Path) -> Iterator[str]:
    """The cascade's tables."""
    (runs,) = all_voices(work, STRONG)
    text = from_text(runs[0].items)
    heard, spoken = len(text.items), len(read_recordings(work / "speech" / folder_of(VOICES[0])))
    yield f"## A cascade in three voices, {heard} sentences"
    yield ""
    if heard < spoken:
        yield f"So far {heard} of the {spoken} sentences that were spoken have been heard in all three voices."
    yield "Whisper tiny.en, then Apertium English-Spanish, on sentences of WinoMT drawn at random; % with 95% intervals over occupations. The last row is Apertium on the text itself."
    yield ""
    names = [_labelled(run) for run in runs]
    rows = [scores_row(name, run, SCORES) for name, run in zip([*names, "text"], [*runs, text], strict=True)]
    yield from table(["voice", *SCORES.values()], rows)
    yield "## What the voice changes"
    yield ""
    yield f"Differences from {VOICES[0]}, paired by sentence (`askew compare --by voice`); bold where p (Holm) is below 0.05."
    yield ""
    yield from voices_table(runs)
    pooled = askew.compare(*runs, by="voice_gender")
    yield f"`--by voice_gender` pools voices with one label: {pooled.runs[1].system} minus {pooled.runs[0].system}."
    yield ""
    rows = [changes_row(pooled.runs[1].system, dict(pooled.changes[0]), COMPARED)]
    yield from table(["gender as labelled", *COMPARED.values()], rows)
    yield "And what speech changes against the same sentences as text:"
    yield ""
    shared = {name: heading for name, heading in COMPARED.items() if name not in ("wer", "asr_pronouns")}
    against = askew.compare(text, *runs).changes
    rows = [changes_row(name, dict(changes), shared) for name, changes in zip(names, against, strict=True)]
    yield from table(["voice", *shared.values()], rows)


def weak_part(work: Path) -> Iterator[str]:
    """The weak contrast."""
    strong, weak = all_voices(work, STRONG, WEAK)
    yield f"## A weak recogniser, {len(weak[0].items)} of the sentences"
    yield ""
    yield "PocketSphinx with its own US English model before the same translator, on sentences drawn at random from those above; beside it Whisper's cascade, and the text, on the same."
    yield ""
    rows = [
        scores_row(f"{recogniser}, {voice}", run, SCORES)
        for recogniser, runs in (("PocketSphinx", weak), ("Whisper", strong))
        for voice, run in zip(VOICES, runs, strict=True)
    ]
    rows.append(scores_row("text", from_text(weak[0].items), SCORES))
    yield from table(["recogniser, voice", *SCORES.values()], rows)
    yield "PocketSphinx minus Whisper, paired by sentence:"
    yield ""
    changes = [askew.compare(better, worse).changes[0] for better, worse in zip(strong, weak, strict=True)]
    rows = [changes_row(voice, dict(change), COMPARED) for voice, change in zip(VOICES, changes, strict=True)]
    yield from table(["voice", *COMPARED.values()], rows)
    yield f"With PocketSphinx, each voice minus {VOICES[0]}:"
    yield ""
    yield from voices_table(weak)


def voices_table(runs: list[Run]) -> Iterator[str]:
    """Each voice against the first."""
    compared = askew.compare(*runs, by="voice")
    pairs = zip(compared.runs[1:], compared.changes, strict=True)
    rows = [changes_row(run.system, dict(changes), COMPARED) for run, changes in pairs]
    yield from table(["voice", *COMPARED.values()], rows)


def _labelled(run: Run) -> str:
    labels = run.items[0].attributes
    return f"{labels['voice']} ({labels['voice_gender']}, as labelled)"


def talk_part(work: Path, whisper: str) -> Iterator[str]:
    """The first 90 s of a talk: recognised whole, in the published segments, and in pieces of 20 s."""
    name, dev = f"{TALK}.first90s", DATA / "acl6060/dev"
    words = _word_times(dev / f"word_times/{TALK}.TextGrid.gz")
    segments = [row for row in read_times(dev / "acl6060.yaml") if row.talk == TALK and row.end <= 90]
    place = work / "talk"
    place.mkdir(parents=True, exist_ok=True)
    said = _by_segment(words, segments)
    lines = [{"doc_id": name, "seg_id": str(k), "text": text} for k, text in enumerate(said, 1)]
    (place / "reference.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    pieces = {
        "published": [(row.start, row.end) for row in segments],
        "20s": [(float(start), float(start + 20)) for start in range(0, 90, 20)],
    }
    for kind, spans in pieces.items():
        rows = [{"wav": f"{name}.wav", "offset": start, "duration": end - start} for start, end in spans]
        (place / f"{kind}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ways = {
        "the published segments": place / "published.jsonl",
        "pieces of 20 s": place / "20s.jsonl",
        "the whole recording": "whole",
    }
    yield "## 90 seconds of a real talk"
    yield ""
    yield (
        f"The first 90 s of {TALK} (ACL 60/60, development set): {len(segments)} segments, {sum(len(text.split()) for text in said)} words, heard in three ways, put together, "
        "cut into the published segments and scored. The reference is the forced aligner's words, so case and punctuation don't count; intervals resample segments."
    )
    yield ""
    rows = []
    for way, spans in ways.items():
        for system in (whisper, *(["pocketsphinx"] if way == "the published segments" else [])):
            out = place / "runs" / f"{Path(str(spans)).stem}-{system.partition(':')[0]}"
            run = askew.run(
                "talks", target="en", system=system, audio=dev / "audio", segments=spans, out=out,
                choices={"references": str(place / "reference.jsonl")},
            )  # fmt: skip
            score, counts = run.scores["wer_normalized"], run.counts["wer_normalized"]
            edits = " / ".join(str(counts[kind]) for kind in ("substitutions", "deletions", "insertions"))
            label = "whisper tiny.en" if system == whisper else system
            rows.append([label, way, cell(score.value, score.low, score.high), edits])
    yield from table(
        ["recogniser", "heard in", "WER", "substitutions / deletions / insertions"], sorted(rows, reverse=True)
    )


def _by_segment(words: Sequence[tuple[float, float, str]], segments: Sequence[Segment]) -> list[str]:
    """Each word in the segment it is nearest to: published times cut off the edges of some."""
    said: list[list[str]] = [[] for _ in segments]
    for start, end, word in words:
        middle = (start + end) / 2
        if middle < segments[-1].end + 0.5:
            away = [max(row.start - middle, middle - row.end, 0.0) for row in segments]
            said[away.index(min(away))].append(word)
    return [" ".join(text) for text in said]


def _word_times(path: Path) -> list[tuple[float, float, str]]:
    """Start, end and text of the words of a TextGrid's first tier."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8").partition('"phones"')[0]
    found = re.findall(r'^([\d.]+)\n([\d.]+)\n"([^"]+)"$', text, re.MULTILINE)
    return [(float(start), float(end), word) for start, end, word in found]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--whisper", default="whisper:tiny.en")
    parser.add_argument("--sentences", type=int, default=600)
    parser.add_argument("--weak", type=int, default=200, help="how many of the sentences PocketSphinx hears")
    parser.add_argument("--as-it-is", action="store_true")
    chosen = parser.parse_args()
    if not chosen.as_it_is:
        collect(chosen.work, chosen.whisper, chosen.sentences, chosen.weak)
    lines = [
        "# Speech: results",
        "",
        "Made by `python -m studies.speech.page`; [what it means](speech.md#what-came-out). The same by hand:",
        "",
        *commands(chosen.whisper, chosen.sentences, chosen.weak),
        "",
        *cascade_part(chosen.work),
        *weak_part(chosen.work),
        *talk_part(chosen.work, chosen.whisper),
    ]
    PAGE.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
