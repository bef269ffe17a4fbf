"""Where the published outputs lie."""

from pathlib import Path

from studies.pages import DATA


def text_file(system: str, target: str) -> Path:
    """What a commercial system made of WinoMT."""
    return DATA / f"winomt/translations/{system}/en-{target}.txt.gz"


def speech_file(system: str, target: str) -> Path:
    """What a speech translator made of WinoST."""
    return DATA / f"winost/outputs/{system}/en-{target}.jsonl.gz"
