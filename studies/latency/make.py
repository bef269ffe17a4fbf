"""Everything of the study that takes time: talks read aloud, and wait-k runs on them and on 90 s of a real talk."""

import gzip
import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import askew
from askew import Run
from askew.core.records import Answer, Failure, Item, Output
from askew.formats.mustc import read_times
from askew.speech.audio import RATE, read_audio, write_wav
from askew.speech.voices import open_voice
from askew.systems import System, open_system
from askew.systems.simultaneous import SimultaneousSystem
from askew.systems.wait_k import Policy
from studies.pages import DATA
from studies.word_times import TALK, read_word_times, times_of

DEV = DATA / "acl6060/dev"
NEWS = DATA / "mt/en-es.news-test.tsv.gz"
WAITS = (1, 3, 5, 9)
NEVER = 10**6  # words that are never waited for: nothing is written before a piece has ended
VOICES = ("slt", "rms", "kal16")
SENTENCES = 5  # of each talk
APART = 100  # sentences from the beginning of one talk to that of the next
PAUSE = 0.7  # seconds between sentences


class Task(NamedTuple):
    """What is asked: of recordings, by which translator (none if it is empty), into which language."""

    name: str
    title: str
    translator: str
    target: str


TASKS = (
    Task("clip-en", "90 s of a real talk, transcribed", "", "en"),
    Task("clip-es", "90 s of a real talk into Spanish", "apertium:eng-spa", "es"),
    Task("news-es", "three news texts read aloud, into Spanish", "neural:en-es", "es"),
)


class Remembering(System):
    """A recogniser whose answers, with the time each took, are kept: what it hears depends neither on k nor on the
    translator, so it need not hear it again.
    """

    takes_text, takes_audio, never_gives_up = False, True, True

    def __init__(self, recogniser: System, path: Path) -> None:
        self._recogniser, self._path = recogniser, path
        rows = path.read_text("utf-8").splitlines() if path.exists() else []
        self._known = {row["place"]: (row["text"], row["seconds"]) for row in map(json.loads, rows)}

    @property
    def name(self) -> str:
        return self._recogniser.name

    @property
    def details(self) -> Mapping[str, str]:
        return self._recogniser.details

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        for item in items:
            place = Path(str(item.audio)).name
            if place not in self._known:
                self._recogniser.load()  # once: not what is timed
                [answer] = self._recogniser.answer([item])
                if isinstance(answer, Failure):
                    raise SystemExit(f"{place}: {answer.reason}")
                self._known[place] = (answer.text, answer.seconds or 0.0)
                with self._path.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps({"place": place, "text": answer.text, "seconds": answer.seconds}) + "\n")
            text, seconds = self._known[place]
            yield Output(item.id, text, seconds)


def make(work: Path, whisper: str) -> dict[str, list[Run]]:
    """All runs by task: wait-k for each k, then what waits for pauses. What is there already is not run again."""
    _make_clip(work)
    _make_news(work)
    recogniser = open_system(whisper, {"compute_type": "int8"}, target="en")
    remembering = Remembering(recogniser, work / "heard.jsonl")
    return {task.name: [_run(work, task, k, remembering) for k in (*WAITS, None)] for task in TASKS}


def folder_of(work: Path, task: Task) -> Path:
    """Where a task's recordings and references are."""
    return work / task.name.partition("-")[0]


def _run(work: Path, task: Task, k: int | None, recogniser: System) -> Run:
    data = folder_of(work, task)
    translator = open_system(task.translator, target=task.target) if task.translator else None
    policy = Policy(k or NEVER)
    return askew.run(
        "talks",
        target=task.target,
        system=SimultaneousSystem(recogniser, translator, policy, task.target),
        audio=data,
        segments="whole",
        name="at pauses" if k is None else f"wait-{k}",
        references=str(data / "talks.yaml"),
        out=work / f"{task.name}-{k or 'pauses'}",
    )


def _make_clip(work: Path) -> None:
    """The first 90 s of a talk with the forced aligner's words, and Apertium's translation of them for a reference."""
    data = work / "clip"
    data.mkdir(parents=True, exist_ok=True)
    write_wav(data / f"{TALK}.wav", read_audio(DEV / f"audio/{TALK}.first90s.wav"), RATE)
    spoken = [times_of(row) for row in read_times(DEV / "acl6060.yaml") if row.talk == TALK]
    segments = [(start, end) for start, end in spoken if end <= 90]
    words = read_word_times(DEV / f"word_times/{TALK}.TextGrid.gz")
    english = [
        " ".join(word.text for word in words if start <= (word.start + word.end) / 2 < end) for start, end in segments
    ]
    translated = subprocess.run(
        ["apertium", "-u", "eng-spa"], input="\n".join(english) + "\n", capture_output=True, check=True, text=True
    ).stdout.splitlines()
    spanish = [" ".join(line.split()) for line in translated]  # a second space would count as a word
    _write(data, {TALK: segments}, english, spanish)


def _make_news(work: Path) -> None:
    """Sentences of newstest2013 that follow each other, by three voices."""
    data = work / "news"
    data.mkdir(parents=True, exist_ok=True)
    lines = [line.split("\t") for line in gzip.decompress(NEWS.read_bytes()).decode("utf-8").splitlines()]
    english, spanish, spoken = list[str](), list[str](), dict[str, list[tuple[float, float]]]()
    for place, voice in enumerate(VOICES):
        chosen = lines[place * APART : place * APART + SENTENCES]
        english += [row[1] for row in chosen]
        spanish += [row[2] for row in chosen]
        spoken[f"news-{voice}"] = _speak(data / f"news-{voice}.wav", voice, [row[1] for row in chosen])
    _write(data, spoken, english, spanish)


def _speak(path: Path, voice: str, sentences: list[str]) -> list[tuple[float, float]]:
    """Read sentences aloud into one recording; returns when each is spoken."""
    parts, spans, at = list[np.ndarray](), list[tuple[float, float]](), 0.0
    silence = np.zeros(round(PAUSE * RATE), dtype=np.float32)
    for sentence in sentences:
        alone = path.with_name(".sentence.wav")
        open_voice(f"flite:{voice}").read_aloud([(sentence, alone)])
        samples = read_audio(alone)
        alone.unlink()
        spans.append((at, at + samples.size / RATE))
        parts += [samples, silence]
        at += (samples.size + silence.size) / RATE
    write_wav(path, np.concatenate(parts), RATE)
    return spans


def _write(data: Path, spoken: dict[str, list[tuple[float, float]]], english: list[str], spanish: list[str]) -> None:
    rows = [
        f"- {{duration: {end - start:.3f}, offset: {start:.3f}, wav: {talk}.wav}}"
        for talk, spans in spoken.items()
        for start, end in spans
    ]
    for name, lines in (("talks.yaml", rows), ("talks.en", english), ("talks.es", spanish)):
        (data / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
