"""``azure`` (Azure AI Translator, v3) and ``azure-speech:REGION`` (Azure AI Speech, fast transcription); REST.

https://learn.microsoft.com/azure/ai-services/translator/text-translation/reference/v3/translate
https://learn.microsoft.com/azure/ai-services/speech-service/fast-transcription-create
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from askew.core.errors import UsageError
from askew.core.records import Answer, Failure, Item
from askew.speech.audio import wav_bytes
from askew.systems.audio_system import check_transcribes, read_recording
from askew.systems.http import HttpSystem, Reply, rows_of
from askew.systems.service import BadAnswer, Request

TRANSLATOR = "api.cognitive.microsofttranslator.com"
SPEECH = "api.cognitive.microsoft.com"
SPEECH_VERSION = "2024-11-15"
MOST_TEXTS = 1000  # the translator's limit for one request
RATE = 16_000  # samples a second of the WAV that is sent, whatever the recording has


@dataclass(kw_only=True)
class AzureSystem(HttpSystem):
    """Azure's translator; ``azure@URL`` for a server that speaks its protocol."""

    batch: int = 25
    target_code: str = ""
    """Azure's code of the target language, such as pt-pt."""
    region: str = ""
    """The region of the resource, where the key is a regional one."""
    category: str = ""
    """A custom model's category."""

    kind = "azure"
    own_hosts = (TRANSLATOR,)
    key_variables = ("AZURE_TRANSLATOR_KEY",)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.needed_key()
        if self.batch > MOST_TEXTS:
            raise UsageError(f"azure: batch may be {MOST_TEXTS} at most, found {self.batch}")
        _check_names("azure", target_code=self.target_code, region=self.region, category=self.category)
        self.use_url(self.address or f"https://{TRANSLATOR}")
        self._code = self.target_code or self.target

    @property
    def details(self) -> Mapping[str, str]:
        """Where, into which language, by which model."""
        return {"kind": self.kind, "url": self._url, "target": self._code, "category": self.category}

    def request(self, texts: Sequence[str]) -> Request:
        """Several texts at once, as plain text."""
        wanted = {"api-version": "3.0", "from": "en", "to": self._code, "textType": "plain", "category": self.category}
        query = "&".join(f"{name}={value}" for name, value in wanted.items() if value)
        secret = {"Ocp-Apim-Subscription-Key": self.needed_key()}
        headers = {"Ocp-Apim-Subscription-Region": self.region} if self.region else {}
        body = [{"Text": text} for text in texts]
        return Request(f"{self._url}/translate?{query}", body, headers=headers, secret_headers=secret)

    def replies(self, answer: Any) -> list[Reply]:
        """Their translations, each into the one language asked for."""
        found = []
        for row in rows_of(answer):
            translations = rows_of(row["translations"])
            if len(translations) != 1:
                raise BadAnswer(f"{len(translations)} languages instead of 1")
            found.append(Reply(translations[0]["text"]))
        return found


@dataclass(kw_only=True)
class AzureSpeechSystem(HttpSystem):
    """Azure's recogniser of whole recordings (two hours at most); ``azure-speech:REGION@URL`` for a server that speaks
    its protocol.
    """

    source: str = "en"
    """The language that is spoken."""
    locale: str = "en-US"
    """Azure's code of what is spoken, with the region."""

    kind = "azure-speech"
    own_hosts = (SPEECH,)
    key_variables = ("AZURE_SPEECH_KEY",)
    takes_text = False
    takes_audio = True
    never_gives_up = True

    def __post_init__(self) -> None:
        region = self.argument.partition("@")[0]
        if not region:
            raise UsageError("azure-speech is written azure-speech:REGION, such as azure-speech:westeurope")
        _check_names("azure-speech", region=region, locale=self.locale)
        check_transcribes("azure-speech", self.target, self.source)
        if self.locale.partition("-")[0].lower() != self.source:
            raise UsageError(f"azure-speech: the locale {self.locale!r} is not one of the language {self.source!r}")
        super().__post_init__()
        self.needed_key()
        self.use_url(self.address or f"https://{region}.{SPEECH}")

    @property
    def details(self) -> Mapping[str, str]:
        """Where, which version, what is spoken."""
        return {"kind": self.kind, "url": self._url, "api": SPEECH_VERSION, "locale": self.locale}

    def _answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """One recording; silence may well be answered with nothing."""
        (item,) = items
        samples = read_recording(self.name, item, RATE)
        if isinstance(samples, Failure):
            yield samples
        else:
            yield from self.ask(items, [""], self._about(wav_bytes(samples, RATE)))

    def _about(self, recording: bytes) -> Request:
        return Request(
            f"{self._url}/speechtotext/transcriptions:transcribe?api-version={SPEECH_VERSION}",
            form={"definition": json.dumps({"locales": [self.locale]})},
            file=("audio", "recording.wav", recording),
            secret_headers={"Ocp-Apim-Subscription-Key": self.needed_key()},
        )

    def request(self, texts: Sequence[str]) -> Request:
        """Texts are not taken."""
        raise UsageError(f"azure-speech takes recordings, not texts ({len(texts)} asked)")

    def replies(self, answer: Any) -> list[Reply]:
        """What was said in the recording's one channel."""
        return [Reply(" ".join(part["text"] for part in rows_of(answer["combinedPhrases"])))]


def _check_names(kind: str, **names: str) -> None:
    """UsageError for a value that would change the address it becomes part of."""
    for name, value in names.items():
        if not re.fullmatch(r"[A-Za-z0-9_-]*", value):
            raise UsageError(f"{kind}: {name} is a name of letters, digits and hyphens, found {value!r}")
