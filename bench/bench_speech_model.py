"""Seconds of speech decoded per CPU second on one thread: the S-Transformer's sizes and precisions, beside PocketSphinx
and, if it is there, Whisper.

    python bench/bench_speech_model.py [--sentences 32] [--whisper .models/tiny.en.pt] [FOLDER ...]

All take the same recordings (flite). FOLDERs are trained models and say what they like. Without any, weights are random
and the end is made impossible: recognisers write 14 characters for each second, translators 4 pieces, which is what
English and Spanish need; recordings are about equally long, so that nobody writes more than is due. From samples to
text, features included; reading the files and the models is outside the clock. The best of several rounds counts.
"""

import argparse
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

import askew
from askew.core.records import Item
from askew.neural.config import ModelConfig
from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Translator, prepared
from askew.neural.speech.config import SpeechConfig
from askew.neural.speech.model import SpeechTransformer
from askew.neural.vocabulary import END, FILE, Vocabulary, learn
from askew.speech.audio import RATE, Samples, read_audio
from askew.systems import open_system
from clock import cpu_seconds

SIZES = {
    "paper": ModelConfig(width=512, heads=8, feed_forward=1024, max_length=304),
    "small": ModelConfig(width=256, heads=4, feed_forward=1024, decoder_layers=4, max_length=304),
}
PER_SECOND = {"recognition": 14, "translation": 4}
PIECES = {"recognition": 40, "translation": 8_000}


def recordings(count: int, folder: Path) -> list[Samples]:
    """Twelve words each, shortest first."""
    items = askew.items("simplegen")
    words = " ".join(item.source for item in items[:: len(items) // 200]).split()
    texts = [" ".join(words[place * 12 : place * 12 + 12]) for place in range(count)]
    made = [Item(str(place), text) for place, text in enumerate(texts)]
    from askew.speech.speak import speak
    from askew.speech.voices import open_voice

    speak(made, open_voice("flite:slt"), folder)
    return sorted((read_audio(folder / f"{item.id}.wav", RATE) for item in made), key=len)


def random_model(size: ModelConfig, task: str) -> SpeechTransformer:
    torch.manual_seed(1)
    model: SpeechTransformer = SpeechTransformer(replace(size, vocabulary=PIECES[task]), SpeechConfig()).eval()
    with torch.no_grad():
        model.embedding.weight[END] = 0
    return model


def ours(translator: Translator, sounds: list[Samples], batch: int, per_second: int | None) -> Callable[[], None]:
    def decode() -> None:
        for at in range(0, len(sounds), batch):
            some = sounds[at : at + batch]
            if per_second is not None:
                mean = sum(len(sound) for sound in some) / len(some) / RATE
                translator.search = replace(translator.search, max_length=max(1, round(per_second * mean)))
            translator.batch = batch
            translator.from_speech(some)

    return decode


def peer(spec: str, sounds: list[Samples], **options: Any) -> Callable[[], None]:
    system: Any = open_system(spec, options, target="en")
    system.load()

    def decode() -> None:
        for sound in sounds:
            system.transcribe(sound)

    return decode


def measure(decode: Callable[[], None], rounds: int) -> float:
    return min(cpu_seconds(decode, rounds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--sentences", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--whisper", type=Path, default=Path(".models/tiny.en.pt"))
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as scratch:
        sounds = recordings(chosen.sentences, Path(scratch) / "audio")
        seconds = sum(map(len, sounds)) / RATE
        lengths = f"{len(sounds[0]) / RATE:.1f} to {len(sounds[-1]) / RATE:.1f} s"
        print(f"{len(sounds)} recordings, {seconds:.0f} s, {lengths}; 1 thread, best of {chosen.rounds}\n")
        peers: dict[str, tuple[str, dict[str, int]]] = {"PocketSphinx": ("pocketsphinx", {})}
        if chosen.whisper.exists():
            peers["Whisper tiny.en"] = (f"whisper:{chosen.whisper}", {"threads": 1})
        speeds = {name: seconds / measure(peer(spec, sounds, **options), 1) for name, (spec, options) in peers.items()}
        for name, speed in speeds.items():
            print(f"{name}: {speed:.1f} times real time")
        print(f"\n{'':34}{'beam':>5}{'batch':>6}{'× real time':>13}" + "".join(f"{'× ' + name:>18}" for name in speeds))
        for name, translator, per_second in translators(chosen.folders, Path(scratch)):
            for beam, batch in ((1, 1), (1, 16), (5, 16)):
                translator.search = SearchConfig(beam=beam, max_length=304)
                speed = seconds / measure(ours(translator, sounds, batch, per_second), chosen.rounds)
                beside = "".join(f"{speed / other:>18.1f}" for other in speeds.values())
                print(f"{name:34}{beam:>5}{batch:>6}{speed:>13.1f}{beside}", flush=True)


def translators(folders: list[Path], scratch: Path) -> Any:
    """Name, translator, and how many pieces a second it is to write if it does not know itself."""
    for compute in ("float32", "int8"):
        for folder in folders:
            yield f"{folder.name}, {compute}", Translator.load(folder, compute=compute), None
    if folders:
        return
    texts = [item.source for item in askew.items("simplegen")]
    vocabulary: Vocabulary = learn(texts, 8_000, scratch / FILE, kind="char")  # only to turn ids into some text
    for size, config in SIZES.items():
        for task, per_second in PER_SECOND.items():
            for compute in ("float32", "int8"):
                model = prepared(random_model(config, task), compute, "cpu")  # type: ignore[arg-type]
                translator = Translator(model, SomeText(vocabulary), SearchConfig())  # type: ignore[arg-type]
                yield f"{size}, {task}, {compute}", translator, per_second


class SomeText:
    """Ids of a model with random weights as text; they mean nothing, and may be more than the vocabulary has."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def decode(self, ids: list[list[int]]) -> list[str]:
        return self.vocabulary.decode([[piece % len(self.vocabulary) for piece in row] for row in ids])


if __name__ == "__main__":
    main()
