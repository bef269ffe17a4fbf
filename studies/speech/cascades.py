"""The cascades' tables: what the voice changes, and what a weak recogniser does."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import askew
from askew import Run
from askew.analyses.changes import Change
from askew.core.journal import read_journal
from askew.core.records import Item, Output
from askew.core.run import read_asked, read_items
from askew.evaluate.pipeline import evaluate
from askew.evaluate.plan import Plan
from askew.formats.manifests import read_recordings
from askew.suites.base import Answers
from askew.systems import open_system
from studies.pages import section
from studies.speech.make import MT, STRONG, VOICES, WEAK, folder_of
from studies.tables import marked_difference, scores, table

SCORES = {
    "wer": "WER", "accuracy": "Acc", "delta_g": "ΔG", "delta_s": "ΔS", "asr_pronouns": "ASR pronouns",
    "asr_accuracy": "ASR acc", "coverage": "found", "mismatch": "mismatch",
}  # fmt: skip
COMPARED = {name: SCORES[name] for name in ("wer", "accuracy", "delta_g", "delta_s", "asr_pronouns", "mismatch")}


def all_voices(work: Path, *places: str) -> list[list[Run]]:
    """For each kind of cascade one run per voice, all on the sentences that all of them have an answer to."""
    folders = [[work / place / folder_of(voice) for voice in VOICES] for place in places]
    answered = [{output.id for output in read_journal(path / "outputs.jsonl")} for row in folders for path in row]
    common = set.intersection(*answered)
    return [[scored(path, common) for path in row] for row in folders]


def scored(folder: Path, chosen: set[str]) -> Run:
    """A run on some of its items."""
    asked = read_asked(folder)
    items = [item for item in read_items(folder) if item.id in chosen]
    outputs = {output.id: output for output in read_journal(folder / "outputs.jsonl")}
    answers = Answers([outputs[item.id] for item in items])
    return evaluate(Plan.make("winomt", asked.target), asked, items, answers)


def from_text(items: Sequence[Item]) -> Run:
    """Apertium on the sentences as they are written."""
    system = open_system(MT, target="es")
    items = [replace(item, audio=None) for item in items]
    plan = Plan.make("winomt", "es")
    outputs = [answer for answer in system.answer(items) if isinstance(answer, Output)]
    return evaluate(plan, plan.asked("text", system.details), items, Answers(outputs))


def cascade_part(work: Path) -> Iterator[str]:
    """The strong cascade: scores in each voice, then what the voice changes."""
    (runs,) = all_voices(work, STRONG)
    text = from_text(runs[0].items)
    transcribed, spoken = len(text.items), len(read_recordings(work / "speech" / folder_of(VOICES[0])))
    so_far = (
        f"So far {transcribed} of the {spoken} sentences that were spoken have been transcribed in all three voices. "
    )
    lead = (
        f"{so_far if transcribed < spoken else ''}Whisper tiny.en, then Apertium English-Spanish, on sentences of "
        "WinoMT "
        "drawn at random; % with 95% intervals over occupations. The last row is Apertium on the text itself."
    )
    names = [_labelled(run) for run in runs]
    rows = [[name, *scores(run, SCORES)] for name, run in zip([*names, "text"], [*runs, text], strict=True)]
    yield from section(
        f"A cascade in three voices, {transcribed} sentences", lead, table(["voice", *SCORES.values()], rows)
    )
    lead = (
        f"Differences from {VOICES[0]}, paired by sentence (`askew compare --by voice`); bold where p (Holm) is below "
        "0.05."
    )
    yield from section("What the voice changes", lead, voice_tables(runs, text, names))


def voice_tables(runs: list[Run], text: Run, names: Sequence[str]) -> Iterator[str]:
    """Each voice against the first, voices pooled by gender as labelled, and speech against text."""
    yield from against_first_voice(runs)
    pooled = askew.compare(*runs, by="voice_gender")
    yield f"\n`--by voice_gender` pools voices with one label: {pooled.runs[1].system} minus {pooled.runs[0].system}.\n"
    yield from changes_table("gender as labelled", COMPARED, [pooled.runs[1].system], pooled.changes)
    yield "\nAnd what speech changes against the same sentences as text:\n"
    shared = {name: heading for name, heading in COMPARED.items() if name not in ("wer", "asr_pronouns")}
    yield from changes_table("voice", shared, names, askew.compare(text, *runs).changes)


def weak_part(work: Path) -> Iterator[str]:
    """The weak recogniser beside the strong one."""
    strong, weak = all_voices(work, STRONG, WEAK)
    lead = (
        "PocketSphinx with its own US English model before the same translator, on sentences drawn at random from "
        "those above; beside it Whisper's cascade, and the text, on the same."
    )
    yield from section(f"A weak recogniser, {len(weak[0].items)} of the sentences", lead, weak_tables(strong, weak))


def weak_tables(strong: list[Run], weak: list[Run]) -> Iterator[str]:
    """Scores of both, their differences, and what the voice changes for the weak one."""
    rows = [
        [f"{recogniser}, {voice}", *scores(run, SCORES)]
        for recogniser, runs in (("PocketSphinx", weak), ("Whisper", strong))
        for voice, run in zip(VOICES, runs, strict=True)
    ]
    rows.append(["text", *scores(from_text(weak[0].items), SCORES)])
    yield from table(["recogniser, voice", *SCORES.values()], rows)
    yield "\nPocketSphinx minus Whisper, paired by sentence:\n"
    changes = [askew.compare(better, worse).changes[0] for better, worse in zip(strong, weak, strict=True)]
    yield from changes_table("voice", COMPARED, VOICES, changes)
    yield f"\nWith PocketSphinx, each voice minus {VOICES[0]}:\n"
    yield from against_first_voice(weak)


def against_first_voice(runs: list[Run]) -> Iterator[str]:
    """Each voice against the first."""
    compared = askew.compare(*runs, by="voice")
    yield from changes_table("voice", COMPARED, [run.system for run in compared.runs[1:]], compared.changes)


def changes_table(
    what: str, names: dict[str, str], labels: Iterable[str], found: Iterable[Mapping[str, Change]]
) -> Iterator[str]:
    """Differences: bold where the Holm-adjusted p-value is below 0.05."""
    pairs = zip(labels, found, strict=True)
    rows = [[label, *(marked_difference(changes[name]) for name in names)] for label, changes in pairs]
    yield from table([what, *names.values()], rows)


def _labelled(run: Run) -> str:
    labels = run.items[0].attributes
    return f"{labels['voice']} ({labels['voice_gender']}, as labelled)"
