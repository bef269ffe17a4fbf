"""``ctranslate2:DIR``: a model in CTranslate2's format (https://opennmt.net/CTranslate2), with its tokeniser."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from askew.core.errors import SystemFailure, UsageError
from askew.core.files import from_json, read_bytes, read_lines, text_of
from askew.core.records import Answer, Failure, Item, Output
from askew.systems.base import System
from askew.systems.model_files import digest_of, model_folder
from askew.systems.multilingual import Tags, tags_for
from askew.systems.tokenizers import Tokenizer, open_tokenizer

AHEAD = 4  # batches handed over per thread: enough for the library to sort by length


@dataclass(frozen=True)
class _Config:
    """What must be known of the converter's ``config.json``."""

    decoder_start_token: str | None = None
    add_source_eos: bool = False


def _cores() -> int:
    """The cores this process may use; where the system does not say, those there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(kw_only=True)
class CTranslate2System(System):
    """A sequence-to-sequence model. All options but the number of threads can change an answer."""

    argument: str = field(kw_only=False)
    target: str
    beam: int = 5
    batch: int = 32
    compute_type: str = "default"
    """default, auto, int8, int8_float32, int16, float16, bfloat16, float32 …"""
    device: str = "cpu"
    threads: int = 0
    """Batches translated side by side, one thread each, which beats several threads on one batch; as many as there are
    cores if 0.
    """
    max_length: int = 256
    length_penalty: float = 1.0
    tokenizer: str = ""
    """A SentencePiece model, or a folder with a tokeniser; the model's own folder if not given."""
    target_lang: str = ""
    """The token outputs begin with, for a model of many languages; found by itself in the usual ones."""

    def __post_init__(self) -> None:
        self._folder = model_folder("ctranslate2", self.argument, "model.bin")
        self._place = Path(self.tokenizer) if self.tokenizer else self._folder
        if not self._place.exists():
            raise UsageError(f"ctranslate2: no tokenizer at {self.tokenizer}")
        self._translator: Any = None
        self._side_by_side = 1
        self._tokens: Tokenizer | None = None
        self._tags = Tags()
        self._details: dict[str, str] | None = None

    @property
    def name(self) -> str:
        """The folder's name, and what sets it apart from the same model elsewhere in a sweep."""
        return f"{self._folder.resolve().name} {self.compute_type} beam {self.beam}"

    @property
    def details(self) -> Mapping[str, str]:
        """The model's checksum and everything that can change an answer."""
        if self._details is None:
            names = ("beam", "batch", "compute_type", "device", "max_length", "length_penalty", "target_lang")
            self._details = {
                "kind": "ctranslate2",
                "model": digest_of(self._folder),
                "tokenizer": digest_of(self._place) if self.tokenizer else "",
                "target": self.target,
                **{name: str(getattr(self, name)) for name in names},
            }
        return self._details

    def load(self) -> None:
        """Read model and tokeniser."""
        if self._translator is not None:
            return
        try:
            import ctranslate2
        except ImportError:
            raise UsageError(f"{self.argument}: needs CTranslate2: pip install 'askew[models]'") from None
        self._side_by_side = (self.threads or _cores()) if self.device == "cpu" else 1
        options: dict[str, Any] = {"device": self.device, "compute_type": self.compute_type}
        if self.device == "cpu":
            options |= {"inter_threads": self._side_by_side, "intra_threads": 1}
        try:
            self._translator = ctranslate2.Translator(str(self._folder), **options)
        except (RuntimeError, ValueError) as error:
            raise SystemFailure(f"ctranslate2:{self._folder} can't be loaded: {error}") from None
        try:
            vocabulary = self._vocabulary()
            end = self._end()
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise SystemFailure(
                f"ctranslate2:{self._folder} has a damaged vocabulary or config.json: {error}"
            ) from None
        if self.target_lang and self.target_lang not in vocabulary:
            raise UsageError(f"ctranslate2:{self._folder} has no token {self.target_lang!r} (target_lang)")
        self._tags = tags_for(vocabulary, self.target)
        self._tokens = open_tokenizer(self._place, end, self._tags.source)

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """Outputs a few batches at a time; an item longer than the model can read is a failure, not cut."""
        self.load()
        at_a_time = self.batch * self._side_by_side * AHEAD
        for start in range(0, len(items), at_a_time):
            yield from self._answer(items[start : start + at_a_time])

    def _answer(self, items: Sequence[Item]) -> list[Answer]:
        """All at once; where the library refuses, it does not say whom: each half on its own, down to the one it can't
        read.
        """
        assert self._tokens is not None
        began = time.perf_counter()
        first = self.target_lang or self._tags.first
        sources = [self._tokens.tokens(self._tags.prefix + item.source) for item in items]
        try:
            results = self._translator.translate_batch(
                sources,
                target_prefix=[[first]] * len(items) if first else None,
                beam_size=self.beam,
                length_penalty=self.length_penalty,
                max_input_length=0,
                max_decoding_length=self.max_length,
                max_batch_size=self.batch,
            )
        except RuntimeError as error:
            if len(items) == 1:
                return [Failure(items[0].id, f"{len(sources[0])} tokens, and CTranslate2 says: {error}")]
            half = len(items) // 2
            return self._answer(items[:half]) + self._answer(items[half:])
        best = [result.hypotheses[0] for result in results]
        texts = [self._tokens.text(tokens[1:] if first and tokens[:1] == [first] else tokens) for tokens in best]
        seconds = (time.perf_counter() - began) / len(items)
        return [
            Output(item.id, " ".join(text.split()), seconds, len(asked), len(given))
            for item, text, asked, given in zip(items, texts, sources, best, strict=True)
        ]

    def _vocabulary(self) -> set[str]:
        for name in ("shared_vocabulary", "target_vocabulary"):
            if (path := self._folder / f"{name}.json").is_file():
                return set(from_json(text_of(read_bytes(path), str(path)), list[str], where=str(path)))
            if (path := self._folder / f"{name}.txt").is_file():
                return set(read_lines(path))
        return set()

    def _end(self) -> list[str]:
        """What a SentencePiece tokeniser must add: Marian's models, once converted, want the end marked."""
        path = self._folder / "config.json"
        if not path.is_file():
            return []
        config = from_json(text_of(read_bytes(path), str(path)), _Config, where=str(path))
        return ["</s>"] if config.decoder_start_token == "</s>" and not config.add_source_eos else []
