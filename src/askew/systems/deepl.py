"""``deepl``: DeepL's API, free or pro as the key says (https://developers.deepl.com)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from askew.core.errors import UsageError
from askew.systems.http import HttpSystem, Reply, rows_of
from askew.systems.service import Request

MOST_TEXTS = 50  # the API's limit for one request
VARIANTS = {"en": "EN-US", "pt": "PT-PT"}  # languages the API wants a variant of


@dataclass(kw_only=True)
class DeepLSystem(HttpSystem):
    """DeepL; ``deepl@URL`` for a server that speaks its protocol."""

    batch: int = 25
    target_code: str = ""
    """DeepL's code of the target language, such as PT-BR."""
    formality: str = ""
    """default, more, less, prefer_more or prefer_less."""

    kind = "deepl"
    own_hosts = ("api.deepl.com", "api-free.deepl.com")
    key_variables = ("DEEPL_AUTH_KEY", "DEEPL_API_KEY")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.batch > MOST_TEXTS:
            raise UsageError(f"deepl: batch may be {MOST_TEXTS} at most, found {self.batch}")
        plan = "api-free" if self.needed_key().endswith(":fx") else "api"
        self.use_url(self.address or f"https://{plan}.deepl.com")
        self._code = self.target_code or VARIANTS.get(self.target, self.target.upper())

    @property
    def details(self) -> Mapping[str, str]:
        """Where, into which language, how formally."""
        return {"kind": "deepl", "url": self._url, "target": self._code, "formality": self.formality}

    def request(self, texts: Sequence[str]) -> Request:
        """Several texts at once, each translated by itself."""
        wanted = {"text": list(texts), "source_lang": "EN", "target_lang": self._code}
        if self.formality:
            wanted["formality"] = self.formality
        secret = {"Authorization": f"DeepL-Auth-Key {self.needed_key()}"}
        return Request(f"{self._url}/v2/translate", wanted, secret_headers=secret)

    def replies(self, answer: Any) -> list[Reply]:
        """Their translations."""
        return [Reply(translation["text"]) for translation in rows_of(answer["translations"])]
