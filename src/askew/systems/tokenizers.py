"""Texts to tokens and back, for models that take tokens: SentencePiece models, or a tokeniser of Hugging Face's."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from askew.core.errors import AskewError, SystemFailure, UsageError

SENTENCEPIECE = (
    "source.spm",
    "sentencepiece.model",
    "sentencepiece.bpe.model",
    "spm.model",
    "spiece.model",
    "tokenizer.model",
)
HUGGING_FACE = ("tokenizer_config.json", "tokenizer.json")


class Tokenizer(Protocol):
    """Both directions."""

    def tokens(self, text: str) -> list[str]:
        """A source text's tokens."""
        ...

    def text(self, tokens: Sequence[str]) -> str:
        """The text some target tokens stand for."""
        ...


class SentencePieceTokenizer:
    """One SentencePiece model, or one for either side."""

    def __init__(self, source: Path, target: Path | None = None, end: Sequence[str] = ()) -> None:
        try:
            from sentencepiece import SentencePieceProcessor
        except ImportError:
            raise UsageError(f"{source}: needs SentencePiece: pip install 'askew[models]'") from None
        self._source = SentencePieceProcessor(model_file=str(source))
        self._target = SentencePieceProcessor(model_file=str(target)) if target else self._source
        self._end = list(end)

    def tokens(self, text: str) -> list[str]:
        """The pieces, and whatever the model wants after the last one."""
        return [*self._source.encode(text, out_type=str), *self._end]

    def text(self, tokens: Sequence[str]) -> str:
        """The pieces put together."""
        decoded: str = self._target.decode(list(tokens))
        return decoded


class HuggingFaceTokenizer:
    """A tokeniser saved by transformers; it adds the special tokens its model wants."""

    def __init__(self, folder: Path, source_lang: str | None = None) -> None:
        try:
            from transformers import AutoTokenizer
        except ImportError:
            raise UsageError(f"the tokeniser in {folder} needs transformers: pip install 'askew[hf]'") from None
        self.tokenizer: Any = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        if source_lang:
            self.tokenizer.src_lang = source_lang

    def tokens(self, text: str) -> list[str]:
        """The tokens by name."""
        named: list[str] = self.tokenizer.convert_ids_to_tokens(self.tokenizer.encode(text))
        return named

    def text(self, tokens: Sequence[str]) -> str:
        """The text without special tokens."""
        numbers = self.tokenizer.convert_tokens_to_ids(list(tokens))
        decoded: str = self.tokenizer.decode(numbers, skip_special_tokens=True)
        return decoded


def open_tokenizer(place: Path, end: Sequence[str] = (), source_lang: str | None = None) -> Tokenizer:
    """The tokeniser in a folder, or the SentencePiece model in a file.

    Raises UsageError if there is none, SystemFailure if it is damaged.
    """
    try:
        return _open_tokenizer(place, end, source_lang)
    except AskewError:
        raise
    except Exception as error:  # damaged files may raise anything
        said = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise SystemFailure(f"the tokeniser in {place} can't be loaded: {said}") from None


def _open_tokenizer(place: Path, end: Sequence[str], source_lang: str | None) -> Tokenizer:
    if place.is_file():
        return SentencePieceTokenizer(place, None, end)
    if any((place / name).is_file() for name in HUGGING_FACE):
        return HuggingFaceTokenizer(place, source_lang)
    for name in SENTENCEPIECE:
        if (place / name).is_file():
            target = place / "target.spm"
            return SentencePieceTokenizer(
                place / name, target if name == "source.spm" and target.is_file() else None, end
            )
    raise UsageError(
        f"{place} has no tokeniser: looked for {', '.join((*HUGGING_FACE, *SENTENCEPIECE))}; "
        "--set tokenizer=PATH names one"
    )
