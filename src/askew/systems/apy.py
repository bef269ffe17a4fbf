"""``apy@URL``: an Apertium server (https://github.com/apertium/apertium-apy)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from askew.systems.http import HttpSystem, Reply
from askew.systems.service import BadAnswer, Request


@dataclass(kw_only=True)
class ApySystem(HttpSystem):
    """Apertium over HTTP; ``--set pair=eng-cat_valencia`` for a variant."""

    pair: str = ""

    kind = "apy"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.use_url(self.address)
        self._pair = self.pair.replace("-", "|", 1) or f"en|{self.target}"

    def find_key(self) -> None:
        """None: these servers are open to all."""

    @property
    def name(self) -> str:
        """The server's program and the pair."""
        return f"apy {self._pair.replace('|', '-')}"

    @property
    def details(self) -> Mapping[str, str]:
        """Where, and which pair."""
        return {"kind": "apy", "url": self._url, "pair": self._pair}

    def request(self, texts: Sequence[str]) -> Request:
        """One text, without marks on unknown words."""
        return Request(f"{self._url}/translate", form={"langpair": self._pair, "q": texts[0], "markUnknown": "no"})

    def replies(self, answer: Any) -> list[Reply]:
        """Its translation."""
        if answer.get("responseStatus", 200) != 200:
            raise BadAnswer(f"the status {answer['responseStatus']!r} inside an answer")
        return [Reply(answer["responseData"]["translatedText"])]
