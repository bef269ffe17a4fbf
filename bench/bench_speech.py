"""How fast a suite is read aloud, and how fast recognisers transcribe it.

    python bench/bench_speech.py [--sentences 200] [--models DIR]

``askew speak`` beside the plain loop people write, one flite call after the other: both make 16 kHz WAV files of the
same sentences; askew also checks every recording and writes the manifest. With DIR, as scripts/whisper_weights.py fills
it, the recognisers of docs/speech.md transcribe 20 of the recordings on one thread; faster-whisper called directly on
the same files is what people use now.
"""

import argparse
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import askew
from askew.core.records import Item
from askew.speech.recordings import find_recordings
from askew.systems import open_system

TRANSCRIBED = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--models", type=Path)
    chosen = parser.parse_args()
    items = askew.items("simplegen")[: chosen.sentences]
    print(f"{len(items)} sentences, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        speaking(items, Path(folder))
        if chosen.models:
            transcribing(find_recordings(items[:TRANSCRIBED], Path(folder) / "askew/flite-slt").placed(), chosen.models)


def speaking(items: list[Item], folder: Path) -> None:
    began = time.perf_counter()
    for item in items:
        command = ["flite", "-voice", "slt", "-o", f"{folder}/{item.id}.wav"]
        subprocess.run(command, input=item.source.encode(), check=True)
    loop = time.perf_counter() - began
    times = []
    for _ in range(2):  # the second time there is nothing to do
        began = time.perf_counter()
        askew.speak("simplegen", voices=["flite:slt"], out=folder / "askew", limit=len(items))
        times.append(time.perf_counter() - began)
    ours, again = times
    print(f"a plain loop          {loop:7.1f} s  {len(items) / loop:6.1f} sentences/s")
    beside = f"{loop / ours:.2f} × the loop's speed"
    print(f"askew speak           {ours:7.1f} s  {len(items) / ours:6.1f} sentences/s  {beside}")
    print(f"askew speak, again    {again:7.1f} s  (nothing to do)")


def transcribing(items: list[Item], models: Path) -> None:
    """CPU time, since other work may be going on; models are loaded, and have transcribed one recording before."""
    specs = [
        f"whisper:{models}/ctranslate2",
        f"whisper:{models}/tiny.en.pt",
        f"hf:{models}/transformers",
        "pocketsphinx",
    ]
    systems: dict[str, Any] = {
        spec: open_system(spec, None if spec == "pocketsphinx" else {"threads": 1, "beam": 1}, target="en")
        for spec in specs
    }
    for spec, system in systems.items():
        list(system.answer(items[:1]))
        began = time.process_time()
        lengths = [answer.audio_seconds for answer in system.answer(items)]
        _line(spec.replace(str(models), "DIR"), time.process_time() - began, lengths)
        if spec == specs[0]:
            began = time.process_time()
            for item in items:
                segments, _ = system._model.transcribe(item.audio, language="en", beam_size=1, temperature=0.0)
                list(segments)
            _line("faster-whisper itself", time.process_time() - began, lengths)


def _line(name: str, seconds: float, lengths: list[float]) -> None:
    each = seconds / len(lengths)
    print(f"{name:24}{each:7.2f} CPU-s a recording  {sum(lengths) / seconds:6.1f} × real time")


if __name__ == "__main__":
    main()
