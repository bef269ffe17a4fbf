"""``modernmt``: ModernMT's API (https://www.modernmt.com/api)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from askew.core.errors import UsageError
from askew.systems.context import read_context
from askew.systems.http import HttpSystem, Reply, rows_of
from askew.systems.service import Request

HOST = "api.modernmt.com"
MOST_TEXTS = 128  # the API's limit for one request


@dataclass(kw_only=True)
class ModernMTSystem(HttpSystem):
    """ModernMT; ``modernmt@URL`` for a server that speaks its protocol."""

    batch: int = 25
    target_code: str = ""
    """ModernMT's code of the target language, such as pt-BR."""
    context: str = ""
    """A file of text whose subject and style the translations should follow."""

    kind = "modernmt"
    own_hosts = (HOST,)
    key_variables = ("MODERNMT_API_KEY",)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.needed_key()
        if self.batch > MOST_TEXTS:
            raise UsageError(f"modernmt: batch may be {MOST_TEXTS} at most, found {self.batch}")
        self.use_url(self.address or f"https://{HOST}")
        self._code = self.target_code or self.target
        self._told = read_context(self.context) if self.context else ""

    @property
    def details(self) -> Mapping[str, str]:
        """Where, into which language, beside which text."""
        return {"kind": self.kind, "url": self._url, "target": self._code, "context": self._told}

    def request(self, texts: Sequence[str]) -> Request:
        """Several texts at once; the API is a GET whose parameters are posted."""
        wanted = {"source": "en", "target": self._code, "q": list(texts), "format": "text/plain"}
        if self._told:
            wanted["context"] = self._told
        return Request(
            f"{self._url}/translate",
            wanted,
            headers={"X-HTTP-Method-Override": "GET"},
            secret_headers={"MMT-ApiKey": self.needed_key()},
        )

    def replies(self, answer: Any) -> list[Reply]:
        """Their translations."""
        return [Reply(row["translation"]) for row in rows_of(answer["data"])]
