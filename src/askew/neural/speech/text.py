"""Text beside speech: as the Moses scripts normalise and tokenise it (by sacremoses), and as a recogniser is to write
it.
"""

import unicodedata
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from askew.core.errors import UsageError
from askew.neural.speech.config import SpeechDataConfig


class Moses:
    """Moses's scripts for a language; characters are left unescaped."""

    def __init__(self, language: str) -> None:
        self.language = language
        try:
            import sacremoses
        except ImportError:
            raise UsageError("data.moses = true needs sacremoses: pip install 'askew[neural]'") from None
        self._library = sacremoses

    @cached_property
    def _normaliser(self) -> Any:
        return self._library.MosesPunctNormalizer(self.language)

    @cached_property
    def _tokeniser(self) -> Any:
        return self._library.MosesTokenizer(self.language)

    @cached_property
    def _detokeniser(self) -> Any:
        return self._library.MosesDetokenizer(self.language)

    def normalise(self, text: str) -> str:
        """Quotes, dashes, spaces before marks."""
        return str(self._normaliser.normalize(text))

    def tokenise(self, text: str) -> str:
        """Tokens with spaces between them."""
        return str(self._tokeniser.tokenize(text, escape=False, return_str=True))

    def detokenise(self, text: str) -> str:
        """Text again."""
        return str(self._detokeniser.detokenize(text.split(), unescape=False))


def targets(texts: Sequence[str], config: SpeechDataConfig) -> list[str]:
    """What the model is to say, of these lines of its target text."""
    if config.moses:
        moses = Moses(config.language)
        texts = [moses.normalise(text) for text in texts]
        if config.task == "translation":
            texts = [moses.tokenise(text) for text in texts]
    return (
        [spoken(text) for text in texts] if config.task == "recognition" else [" ".join(text.split()) for text in texts]
    )


def spoken(text: str) -> str:
    """Lower-cased, without punctuation; apostrophes within a word stay.

    >>> spoken("“Don’t,” she said – twice: 'No!'")
    "don't she said twice no"
    """
    text = unicodedata.normalize("NFC", text).lower().replace("’", "'")
    kept = "".join(sign if _is_said(sign) or sign == "'" else " " for sign in text)
    return " ".join(word for word in (part.strip("'") for part in kept.split()) if word)


def _is_said(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LMN"
