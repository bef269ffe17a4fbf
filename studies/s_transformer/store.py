"""What the speech experiment left (``make.store_outputs`` gathers it), and what it scores."""

import json
import lzma
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import askew
from askew import Run
from askew.core.records import Item, Output
from askew.evaluate.pipeline import evaluate
from askew.evaluate.plan import Plan
from askew.suites.base import Answers
from studies.pages import DATA
from studies.s_transformer.make.choose_sentences import HELD_OUT, HOURS, for_test

WINOMT = {"winomt": None, "winomt2019": "winomt2019"}
"""WinoMT under its default protocol, and by the reference tool's rules, which the papers' numbers follow."""


@dataclass
class Store:
    """What the experiment brought, and what it scores; a score that is asked for twice is computed once."""

    folder: Path

    def rows(self, name: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / name).read_text("utf-8").splitlines()]

    @cached_property
    def outputs(self) -> dict[tuple[str, str], list[str]]:
        text = lzma.decompress((self.folder / "outputs.jsonl.xz").read_bytes()).decode("utf-8")
        return {(row["system"], row["set"]): row["outputs"] for row in map(json.loads, text.splitlines())}

    @cached_property
    def models(self) -> dict[str, dict[str, Any]]:
        return {row["model"]: row for row in self.rows("models.jsonl")}

    @cached_property
    def runs(self) -> "Runs":
        return Runs(self)

    @cached_property
    def pairs(self) -> list[tuple[str, str, str]]:
        return for_test(DATA / "mt")

    @cached_property
    def winomt(self) -> list[Item]:
        return askew.items("winomt")

    def items(self, name: str, target: str) -> list[Item]:
        """What was said in a set, with where it comes from and whose voice it is in."""
        if name in WINOMT:
            return self.winomt
        voices = [HELD_OUT] if name.endswith("held-out") else list(HOURS)
        return [
            Item(
                f"{number}",
                english,
                {"talk": origin, "voice": voices[number % len(voices)]},
                (english if target == "en" else spanish,),
            )
            for number, (origin, english, spanish) in enumerate(self.pairs)
        ]

    def score(self, system: str, name: str) -> Run:
        target = "en" if system.startswith("asr") else "es"
        items, texts = self.items(name, target), self.outputs[system, "winomt" if name in WINOMT else name]
        if len(items) != len(texts):
            raise SystemExit(f"{system} has {len(texts)} outputs for the {len(items)} sentences of {name}")
        plan = Plan.make("winomt", target, protocol=WINOMT[name]) if name in WINOMT else Plan.make("talks", target)
        outputs = [Output(item.id, text) for item, text in zip(items, texts, strict=True)]
        return evaluate(plan, plan.asked(f"{system}, {name}", {"kind": "stored"}), items, Answers(outputs))


class Runs(dict[tuple[str, str], Run]):
    """Outputs are scored when they are asked for."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store

    def __missing__(self, key: tuple[str, str]) -> Run:
        print(*key, file=sys.stderr)
        self[key] = self.store.score(*key)
        return self[key]
