"""Everything of the study that takes time: recordings, and the runs on them; and the same by hand."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import askew
from askew import Asking, Resampling
from askew.core.journal import read_journal

VOICES = ("flite:slt", "flite:rms", "festival:cmu_us_slt_arctic_hts")
SEED = 12_345
NAME = "whisper tiny.en + apertium eng-spa"
MT = "apertium:eng-spa"
STRONG, WEAK = "runs", "weak"  # folders of the cascades with Whisper and with PocketSphinx


def folder_of(voice: str) -> str:
    """The name of a voice's folder."""
    return voice.replace(":", "-")


def collect(work: Path, whisper: str, sentences: int, weak: int) -> None:
    """Speak the sentences, and run both cascades on them; what is there already is gone on with."""
    askew.speak("winomt", voices=VOICES, out=work / "speech", limit=sentences, shuffle_seed=SEED)
    in_order = Asking(shuffle_seed=SEED)
    for voice in map(folder_of, VOICES):
        how: dict[str, Any] = {
            "target": "es", "audio": work / "speech" / voice, "partial": True, "resampling": Resampling(100),
        }  # fmt: skip
        strong = f"cascade:{whisper}+{MT}"
        askew.run("winomt", system=strong, name=NAME, out=work / STRONG / voice, asking=in_order, **how)
        lacking = weak - len(read_journal(work / WEAK / voice / "outputs.jsonl"))
        if lacking > 0:
            some = replace(in_order, limit=lacking)
            askew.run("winomt", system=f"cascade:pocketsphinx+{MT}", out=work / WEAK / voice, asking=some, **how)


def commands(whisper: str, sentences: int, weak: int) -> Iterator[str]:
    """The same by hand."""
    voices = [folder_of(voice) for voice in VOICES]
    run = "  askew run winomt -t es --audio speech/$v --partial --shuffle"
    yield "python scripts/whisper_weights.py models   # Whisper tiny.en, checked"
    yield f"askew speak winomt {' '.join(f'--voice {voice}' for voice in VOICES)} \\"
    yield f"  --limit {sentences} --shuffle --out speech"
    yield f"for v in {' '.join(voices)}; do"
    yield f'{run} --name "{NAME}" \\'
    yield f"    --system cascade:{whisper}+{MT} --out {STRONG}/$v"
    yield f"{run} --limit {weak} \\"
    yield f"    --system cascade:pocketsphinx+{MT} --out {WEAK}/$v"
    yield "done"
    for by in ("voice", "voice_gender"):
        yield f"askew compare {' '.join(f'{STRONG}/{voice}' for voice in voices)} --by {by}"
    yield "# talk/reference.jsonl is made by the study, from the forced aligner's words"
    yield "askew run talks --references talk/reference.jsonl -t en --audio acl6060/dev/audio --segments whole \\"
    yield f"  --system {whisper} --out talk/whole"
