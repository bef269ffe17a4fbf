"""Other resegmenters, each in the environment it was installed in: mweralign and OmniSTEval (its SoftSegmenter).

Run by another Python this is a worker: a JSON line in (tool, reference, text, language), a JSON line out (segments, CPU
seconds). ``Peers`` starts one and asks it.
"""

import json
import os
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

PACKAGES = {"mweralign": "mweralign", "omnisteval": "OmniSTEval"}


class Peers:
    """A worker in another environment."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, str(Path(__file__).resolve())], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"skipped: {python} lacks a tool: pip install mweralign OmniSTEval there")
        self.versions: dict[str, str] = json.loads(line)

    def resegment(self, tool: str, reference: list[str], text: str, language: str) -> tuple[list[str], float]:
        """The segments a tool makes of a text, and its CPU seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([tool, reference, text, language]) + "\n")
        self.process.stdin.flush()
        segments, seconds = json.loads(self.process.stdout.readline())
        return segments, seconds


def _mweralign(reference: list[str], text: str, language: str) -> list[str]:
    """As its command line does it without a model (``-m none``; ``-m cj`` for Chinese)."""
    from mweralign import align_texts
    from mweralign.segmenter import CJSegmenter

    if language != "zh":
        aligned: str = align_texts("\n".join(reference), text)
        return aligned.split("\n")
    segmenter = CJSegmenter()
    pieces = "\n".join(" ".join(segmenter.encode(segment)) for segment in reference)
    return [segmenter.decode(line) for line in align_texts(pieces, " ".join(segmenter.encode(text))).split("\n")]


def _omnisteval(reference: list[str], text: str, language: str) -> list[str]:
    """As ``omnisteval longform --text_segmentation`` does it (with ``--char_level`` for Chinese), in this process."""
    from omnisteval.alignment import Word, _process_single_recording
    from omnisteval.tokenization import tokenize_words

    by_character = language == "zh"
    units = (lambda line: list(line.replace(" ", ""))) if by_character else str.split
    said = [Word(unit, seq_id=k) for k, segment in enumerate(reference) for unit in units(segment.lower())]
    answered = [Word(unit) for unit in (list(text) if by_character else text.split())]
    (said,), (answered,) = tokenize_words([said], language), tokenize_words([answered], language)
    found: list[list[str]] = [[] for _ in reference]
    for word in _process_single_recording((0, said, answered, by_character)):
        if word.main:
            found[word.seq_id].append(word.original)
    return [("" if by_character else " ").join(words) for words in found]


def _work() -> None:
    """Answer until the input ends. What the libraries themselves write goes nowhere."""
    replies = os.fdopen(os.dup(1), "w")
    silence = os.open(os.devnull, os.O_WRONLY)
    replies.write(json.dumps({tool: version(package) for tool, package in PACKAGES.items()}) + "\n")
    replies.flush()
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    tools = {"mweralign": _mweralign, "omnisteval": _omnisteval}
    for line in sys.stdin:
        tool, *arguments = json.loads(line)
        start = time.process_time()
        segments = tools[tool](*arguments)
        replies.write(json.dumps([segments, time.process_time() - start]) + "\n")
        replies.flush()


if __name__ == "__main__":
    _work()
