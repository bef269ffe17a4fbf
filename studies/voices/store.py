"""What the experiment in many voices left (``store_outputs`` gathers it), and what it scores."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from askew import Run
from askew.core.records import Item, Output
from askew.evaluate.pipeline import evaluate
from askew.evaluate.plan import Plan
from askew.suites.base import Answers
from studies.s_transformer.store import WINOMT, Store

PITCH = Path(__file__).parent / "pitch.json"
HIGH = 165.0  # Hz: at least


@dataclass
class ManyVoices(Store):
    """The sets have a voice for every row; of flite's there are only so many rows."""

    @cached_property
    def known(self) -> dict[str, Any]:
        """Which voices read what."""
        found: dict[str, Any] = json.loads((self.folder / "voices.json").read_text("utf-8"))
        return found

    @cached_property
    def hertz(self) -> dict[str, float]:
        """Each voice's median fundamental frequency."""
        found: dict[str, float] = json.loads(PITCH.read_text("utf-8"))
        return found

    def pitch(self, voice: str) -> str:
        """A group of voices: nobody labelled them."""
        return "high" if self.hertz[voice] >= HIGH else "low"

    def items(self, name: str, target: str) -> list[Item]:
        """What was said in a set, with where it comes from and whose voice it is in."""
        if name in WINOMT:
            return self.winomt
        voices = self.known["sets"].get(name)
        rows = self.pairs if voices else self.pairs[: len(self.outputs["asr", name])]
        return [
            Item(
                f"{number}",
                english,
                {"talk": origin, **({"pitch": self.pitch(voices[number])} if voices else {})},
                (english if target == "en" else spanish,),
            )
            for number, (origin, english, spanish) in enumerate(rows)
        ]

    def score(self, system: str, name: str) -> Run:
        target = "es" if system == "st" else "en"
        items, texts = self.items(name, target), self.outputs[system, "winomt" if name in WINOMT else name]
        if len(items) != len(texts):
            raise SystemExit(f"{system} has {len(texts)} outputs for the {len(items)} sentences of {name}")
        plan = (
            Plan.make("winomt", target, protocol=WINOMT[name])
            if name in WINOMT
            else Plan.make("talks", target, options={"without_ter": True})
        )
        outputs = [Output(item.id, text) for item, text in zip(items, texts, strict=True)]
        return evaluate(plan, plan.asked(f"{system}, {name}", {"kind": "stored"}), items, Answers(outputs))

    def by_voice(self, system: str) -> dict[str, Run]:
        """WinoMT's sentences that 24 voices have read, as each of them read it."""
        voices, rows = self.known["sets"]["winomt-24"], self.known["sets"]["winomt-24-rows"]
        target = "es" if system == "st" else "en"
        plan, texts = Plan.make("winomt", target), self.outputs[system, "winomt-24"]
        items = [self.winomt[row] for row in rows]
        found = {}
        for place, voice in enumerate(voices):
            said = texts[place :: len(voices)]
            outputs = [Output(item.id, text) for item, text in zip(items, said, strict=True)]
            found[voice] = evaluate(plan, plan.asked(f"{system}, {voice}", {"kind": "stored"}), items, Answers(outputs))
        return found
