"""SentencePiece pieces, joint for source and target of text: learning them, and going from text to ids and back."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from askew.core.errors import InputError, UsageError

PADDING, UNKNOWN, START, END = 0, 1, 2, 3  # ids, as `learn` sets them
FILE = "sentencepiece.model"


def _sentencepiece() -> Any:
    try:
        import sentencepiece
    except ImportError:
        raise UsageError("models of text need SentencePiece: pip install 'askew[models]'") from None
    sentencepiece.set_min_log_level(2)
    return sentencepiece


class Vocabulary:
    """A SentencePiece model, read once."""

    def __init__(self, path: str | Path) -> None:
        if not Path(path).is_file():
            raise InputError(f"{path}: no such file; a model folder has its SentencePiece model there")
        try:
            self._processor = _sentencepiece().SentencePieceProcessor(model_file=str(path))
        except (RuntimeError, OSError) as error:
            raise InputError(f"{path}: not a SentencePiece model: {error}") from None

    def __len__(self) -> int:
        return int(self._processor.get_piece_size())

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids without start and end."""
        return self._processor.encode(list(texts), num_threads=1)  # type: ignore[no-any-return]

    def decode(self, ids: Sequence[Sequence[int]]) -> list[str]:
        """Text again."""
        rows = [[int(i) for i in row] for row in ids]  # of no rows SentencePiece would make one text
        return self._processor.decode(rows, num_threads=1) if rows else []

    def pieces(self) -> list[str]:
        """All pieces in the order of their ids."""
        return [self._processor.id_to_piece(i) for i in range(len(self))]


def learn(
    texts: Iterable[str], size: int, path: Path, seed: int = 1, kind: Literal["bpe", "char"] = "bpe"
) -> Vocabulary:
    """Byte-pair pieces of all texts together, or their characters (then ``size`` is the most there may be); written
    whole or not at all.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    sentencepiece = _sentencepiece()
    sentencepiece.set_random_generator_seed(seed)
    try:
        with temporary.open("wb") as file:
            sentencepiece.SentencePieceTrainer.train(
                sentence_iterator=iter(texts),
                model_writer=file,
                model_type=kind,
                vocab_size=size,
                character_coverage=1.0 if kind == "char" else 0.9999,
                pad_id=PADDING,
                unk_id=UNKNOWN,
                bos_id=START,
                eos_id=END,
                input_sentence_size=400_000,
                num_threads=max(1, min(16, os.cpu_count() or 1)),
            )
    except RuntimeError as error:
        temporary.unlink(missing_ok=True)
        raise InputError(f"the training text can't give {size} pieces: {error}") from None
    temporary.replace(path)
    return Vocabulary(path)
