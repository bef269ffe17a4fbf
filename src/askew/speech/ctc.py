"""Forced alignment by a CTC recogniser of characters (wav2vec 2.0 and its like), in any language there is a model of.

``ctc:MODEL`` is a folder or a name on the hub, run by transformers (``pip install 'askew[hf]'``). The best path of a
transcript through the model's frames (Graves et al. 2006) says when each character, and so each word, is spoken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askew.core.errors import InputError, UsageError
from askew.formats.word_times import TimedText
from askew.speech.audio import RATE

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class CtcAligner:
    """Aligns with one model, which is loaded when it is first needed."""

    model: str

    def __call__(
        self, samples: NDArray[np.float32], text: str, where: str = "", offset: float = 0.0
    ) -> list[TimedText]:
        """The words of a text (split at spaces) with when they are spoken; as ``align_words`` does it in English."""
        words = text.split()
        if not words:
            raise InputError("there are no words to align", where=where)
        scores, vocabulary, blank = _emissions(self.model, samples)
        spelled = [_spelled(word, vocabulary) for word in words]
        symbols = [symbol for word in spelled for symbol in word]
        if not symbols:
            raise InputError(f"no character of {text[:60]!r} is in the vocabulary of {self.model}", where=where)
        frames = best_path(scores, symbols, blank)
        if frames is None:
            raise InputError(
                f"the transcript can't be aligned: {len(symbols)} characters in {len(samples) / RATE:.1f} s of sound; "
                "is it another recording?",
                where=where,
            )
        seconds = len(samples) / RATE / len(scores)
        return _timed(words, spelled, frames, seconds, offset)


def best_path(scores: Floats, symbols: Sequence[int], blank: int) -> list[tuple[int, int]] | None:
    """First and last frame of each symbol on the likeliest path that writes them all; None if there is room for none.

    ``scores`` are log probabilities, frames × vocabulary. Between two symbols there may be blanks, between two equal
    ones there must be one.

    >>> scores = np.log(np.array([[.1, .8, .1], [.8, .1, .1], [.1, .1, .8], [.1, .1, .8]]))
    >>> best_path(scores, [1, 2], blank=0)
    [(0, 0), (2, 3)]
    """
    states = np.full(2 * len(symbols) + 1, blank)
    states[1::2] = symbols
    may_skip = np.zeros(states.size, bool)  # from the symbol before, over the blank
    may_skip[3::2] = states[3::2] != states[1:-2:2]
    best = np.full(states.size, -np.inf)
    best[:2] = scores[0, states[:2]]
    came = np.zeros((len(scores), states.size), np.int8)
    for frame in range(1, len(scores)):
        stay = best
        step = np.concatenate([[-np.inf], best[:-1]])
        skip = np.where(may_skip, np.concatenate([[-np.inf, -np.inf], best[:-2]]), -np.inf)
        choices = np.stack([stay, step, skip])
        came[frame] = choices.argmax(axis=0)
        best = choices.max(axis=0) + scores[frame, states]
    state = states.size - 1 if best[-1] >= best[-2] else states.size - 2
    if best[state] == -np.inf:
        return None
    spans: list[list[int]] = [[] for _ in symbols]
    for frame in range(len(scores) - 1, -1, -1):
        if state % 2:
            spans[state // 2].append(frame)
        state -= int(came[frame, state])
    return [(min(span), max(span)) for span in spans]


def _timed(
    words: Sequence[str],
    spelled: Sequence[Sequence[int]],
    frames: Sequence[tuple[int, int]],
    seconds: float,
    offset: float,
) -> list[TimedText]:
    """Words with their times; what has no character of its own stands where the word before ends."""
    result: list[TimedText] = []
    at = 0
    for word, symbols in zip(words, spelled, strict=True):
        if symbols:
            first, last = frames[at][0], frames[at + len(symbols) - 1][1] + 1
            result.append(TimedText(word, round(offset + first * seconds, 3), round(offset + last * seconds, 3)))
        else:
            end = result[-1].end if result else offset
            result.append(TimedText(word, end, end))
        at += len(symbols)
    return result


def _spelled(word: str, vocabulary: dict[str, int]) -> list[int]:
    """A word's characters as the model knows them: as they are, or in the case it has."""
    forms = ((letter, letter.upper(), letter.lower()) for letter in word)
    return [found[0] for each in forms if (found := [vocabulary[form] for form in each if form in vocabulary])]


def _emissions(name: str, samples: NDArray[np.float32]) -> tuple[Floats, dict[str, int], int]:
    """Log probabilities by frame, the vocabulary, and the blank."""
    torch, model, processor = _load(name)
    inputs = processor(samples, sampling_rate=RATE, return_tensors="pt")
    with torch.inference_mode():
        logits = model(**inputs).logits[0]
    scores = torch.log_softmax(logits.double(), dim=-1).numpy()
    vocabulary = processor.tokenizer.get_vocab()
    special = set(processor.tokenizer.all_special_tokens)
    return scores, {key: k for key, k in vocabulary.items() if key not in special}, int(model.config.pad_token_id)


@cache
def _load(name: str) -> tuple[Any, Any, Any]:
    try:
        import torch
        from transformers import AutoModelForCTC, AutoProcessor
    except ImportError:
        raise UsageError("aligning with a CTC model needs transformers: pip install 'askew[hf]'") from None
    try:
        model = AutoModelForCTC.from_pretrained(name, trust_remote_code=False).eval()
        return torch, model, AutoProcessor.from_pretrained(name, trust_remote_code=False)
    except (OSError, ValueError, KeyError) as error:
        raise UsageError(f"ctc:{name}: no such model, or not one of CTC: {str(error).splitlines()[0][:200]}") from None
