"""``google`` (Cloud Translation v2, with an API key) and ``google:PROJECT`` (v3, with an access token); REST.

https://cloud.google.com/translate/docs/reference/rest
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from askew.core.errors import UsageError
from askew.systems.http import HttpSystem, Reply, rows_of
from askew.systems.service import Request

HOST = "translation.googleapis.com"
MOST_TEXTS = 128  # v2's limit for one request


@dataclass(kw_only=True)
class GoogleSystem(HttpSystem):
    """Google Translate; ``google:PROJECT@URL`` for a server that speaks its protocol."""

    batch: int = 50
    target_code: str = ""
    """Google's code of the target language, such as pt-PT."""
    location: str = "global"
    """v3: where the model lives."""
    model: str = ""
    """v3: a model's path below the location, such as general/translation-llm."""

    kind = "google"
    own_hosts = (HOST,)

    def __post_init__(self) -> None:
        self._project = self.argument.partition("@")[0]
        super().__post_init__()
        self.needed_key()
        if self.batch > MOST_TEXTS:
            raise UsageError(f"google: batch may be {MOST_TEXTS} at most, found {self.batch}")
        if self.model and not self._project:
            raise UsageError("google: a model can be chosen in v3 only; name the project: google:PROJECT")
        self.use_url(self.address or f"https://{HOST}")
        self._code = self.target_code or self.target

    @property
    def key_variables(self) -> tuple[str, ...]:
        """v2 takes an API key, v3 an access token (``gcloud auth print-access-token``)."""
        return ("GOOGLE_ACCESS_TOKEN",) if self._project else ("GOOGLE_API_KEY",)

    @property
    def details(self) -> Mapping[str, str]:
        """Which version, project and model, into which language."""
        return {
            "kind": "google",
            "url": self._url,
            "api": "v3" if self._project else "v2",
            "project": self._project,
            "location": self.location if self._project else "",
            "model": self.model,
            "target": self._code,
        }

    def request(self, texts: Sequence[str]) -> Request:
        """Several texts at once, as plain text."""
        if not self._project:
            wanted = {"q": list(texts), "source": "en", "target": self._code, "format": "text"}
            secret = {"X-Goog-Api-Key": self.needed_key()}
            return Request(f"{self._url}/language/translate/v2", wanted, secret_headers=secret)
        parent = f"projects/{self._project}/locations/{self.location}"
        wanted = {
            "contents": list(texts),
            "sourceLanguageCode": "en",
            "targetLanguageCode": self._code,
            "mimeType": "text/plain",
        }
        if self.model:
            wanted["model"] = f"{parent}/models/{self.model}"
        secret = {"Authorization": f"Bearer {self.needed_key()}", "X-Goog-User-Project": self._project}
        return Request(f"{self._url}/v3/{parent}:translateText", wanted, secret_headers=secret)

    def replies(self, answer: Any) -> list[Reply]:
        """Their translations."""
        found = answer["translations"] if self._project else answer["data"]["translations"]
        return [Reply(translation["translatedText"]) for translation in rows_of(found)]
