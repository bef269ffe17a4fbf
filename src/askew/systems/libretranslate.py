"""``libretranslate@URL``: a LibreTranslate server (https://github.com/LibreTranslate/LibreTranslate)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from askew.systems.http import HttpSystem, Reply, rows_of
from askew.systems.service import Request


@dataclass(kw_only=True)
class LibreTranslateSystem(HttpSystem):
    """LibreTranslate; it takes its key, where a server wants one, in the request."""

    batch: int = 16

    kind = "libretranslate"
    own_hosts = ("libretranslate.com",)
    key_variables = ("LIBRETRANSLATE_API_KEY",)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.use_url(self.address or "https://libretranslate.com")

    @property
    def details(self) -> Mapping[str, str]:
        """Where, and into which language."""
        return {"kind": self.kind, "url": self._url, "target": self.target}

    def request(self, texts: Sequence[str]) -> Request:
        """Several texts at once."""
        wanted = {"q": list(texts), "source": "en", "target": self.target, "format": "text"}
        secret = {"api_key": self._key.reveal()} if self._key else {}
        return Request(f"{self._url}/translate", wanted, secret_json=secret)

    def replies(self, answer: Any) -> list[Reply]:
        """Their translations."""
        return [Reply(text) for text in rows_of(answer["translatedText"])]
