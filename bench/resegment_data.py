"""What the benchmarks of the resegmenter read: ACL 60/60's references, and outputs decoded on the gold segments.

The gold segments are joined into one text per talk, resegmented, and cuts compared by how many characters (without
spaces) stand before them.
"""

import functools
import html
import json
import os
import re
from pathlib import Path
from typing import Literal

import numpy as np

DATA = Path(os.environ.get("ASKEW_DATA", Path(__file__).parents[2] / "shared" / "data")) / "acl6060"
LANGUAGES = ("de", "fr", "pt", "zh")
INCOMPETENT = {("canary-v2", "zh")}
"""Outputs that are not in the target language at all (chrF below 10)."""


def _name(language: str) -> str:
    return "short.en.jsonl" if language == "en" else f"short.en-{language}.jsonl"


def systems(language: str) -> list[str]:
    """The systems that translate into a language, or for English the recognisers."""
    found = sorted(path.parent.name for path in DATA.glob(f"outputs/*/{_name(language)}"))
    return [system for system in found if (system, language) not in INCOMPETENT]


@functools.cache
def references(language: str) -> dict[str, list[str]]:
    """Talks and their segments. The official file is not XML (a bare &), so it is read by pattern."""
    text = (DATA / "eval" / f"{language}.xml").read_text(encoding="utf-8")
    return {
        talk[1]: [html.unescape(segment).strip() for segment in re.findall(r'<seg id="\d+">(.*?)</seg>', talk[2], re.S)]
        for talk in re.finditer(r'<doc docid="([^"]+)".*?>(.*?)</doc>', text, re.S)
    }


@functools.cache
def outputs(system: str, language: str) -> dict[str, list[str]]:
    """A system's output for each segment of each talk."""
    talks: dict[str, list[str]] = {}
    for line in (DATA / "outputs" / system / _name(language)).read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        talks.setdefault(row["doc_id"], []).append(" ".join(row["output"].split()))
    return talks


def bare(text: str) -> str:
    """A text without punctuation and case."""
    text = re.sub(r"[^\w\s'’-]", " ", text)
    return " ".join(re.sub(r"(?<!\w)['’-]+|['’-]+(?!\w)", " ", text).lower().split())


def unit_of(language: str) -> Literal["word", "char"]:
    """What a text is made of, for the resegmenter."""
    return "char" if language == "zh" else "word"


def joined(segments: list[str], language: str) -> str:
    """A talk's segments as one text."""
    return ("" if language == "zh" else " ").join(segments)


def cuts(segments: list[str]) -> np.ndarray:
    """How many characters, without spaces, come before each cut."""
    return np.cumsum([len("".join(segment.split())) for segment in segments])[:-1]
