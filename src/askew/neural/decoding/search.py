"""Greedy and beam search over a batch of sentences.

Beam search keeps the K best hypotheses of each sentence. At every step each is extended by every piece; of the 2K best
extensions, the ended ones among the first K are put aside, and the K best that did not end go on. A sentence is done
when K hypotheses have ended. The best has the highest log-probability divided by length^penalty (Wu et al. 2016, with
CTranslate2's simpler length).

Where there are few pieces, as of characters, the end is among the K best extensions at every other step, and K
hypotheses have ended before the right one is half said. A patient search therefore goes on while a hypothesis that goes
on is better than all that ended.
"""

import math
from dataclasses import dataclass, field
from typing import TypeAlias

import torch
from torch import Tensor

from askew.core.errors import UsageError
from askew.neural.decoding.incremental import Decoding
from askew.neural.speech.features import Utterances
from askew.neural.text.model import Transformer
from askew.neural.vocabulary import END, START

Source: TypeAlias = Tensor | Utterances


@dataclass(frozen=True)
class SearchConfig:
    """How to search. ``beam`` 1 is greedy."""

    beam: int = 5
    length_penalty: float = 1.0
    max_length: int = 250
    patient: bool | None = None
    """See the top of the file. None: of speech only, so that text is translated as other programs do."""

    def __post_init__(self) -> None:
        if self.beam < 1 or self.max_length < 1:
            raise UsageError(f"beam and max_length must be at least 1, found {self.beam} and {self.max_length}")


@torch.inference_mode()
def translate(model: Transformer, source: Source, config: SearchConfig) -> list[list[int]]:
    """source: B, S (each row ending in END, padded), or utterances -> the best target of each row, without START and
    END.
    """
    longest = min(config.max_length, model.config.max_length)
    return _greedy(model, source, longest) if config.beam == 1 else _beam(model, source, config, longest)


def _greedy(model: Transformer, source: Source, longest: int) -> list[list[int]]:
    decoding = Decoding(model, source, width=1)
    said: list[list[int]] = [[] for _ in range(len(source))]
    going = list(range(len(source)))  # which sentence each row is
    last = torch.full((len(source),), START, device=source.device)
    for _ in range(longest):
        last = _best_piece(decoding.step(last))
        done = []
        for place, piece in enumerate(last.tolist()):
            if piece == END:
                done.append(place)
            else:
                said[going[place]].append(piece)
        if len(done) == len(going):
            break
        if done:
            kept = _without(done, len(going))
            going = [going[place] for place in kept]
            rows = torch.tensor(kept, device=source.device)
            decoding.keep(rows)
            last = last[rows]
    return said


def _best_piece(logits: Tensor) -> Tensor:
    """rows, V -> rows."""
    if logits.device.type == "cpu":
        return torch.from_numpy(logits.float().numpy().argmax(axis=1))  # numpy's is six to fifteen times faster
    return logits.argmax(dim=-1)


Words = tuple["Words", int] | None  # what a hypothesis has said: what it had said before, and one piece more


@dataclass
class Sentence:
    """A sentence's hypotheses: what the going ones have said, and the ended ones with their scores."""

    said: list[Words]  # K
    ended: list[tuple[float, list[int]]] = field(default_factory=list)

    def extend(
        self, best: list[float], places: list[int], vocabulary: int, config: SearchConfig, most: float, is_last: bool
    ) -> tuple[list[float], list[int], list[int]]:
        """Take the best extensions (their log-probabilities, descending, and their places among K·V); put aside at
        ``most`` so many.

        Returns scores, rows gone on from and pieces of the K that go on.
        """
        scores: list[float] = []
        rows: list[int] = []
        pieces: list[int] = []
        said: list[Words] = []
        for rank, (score, place) in enumerate(zip(best, places, strict=True)):
            row, piece = divmod(place, vocabulary)
            if piece == END or is_last:
                if rank < config.beam and len(self.ended) < most and score > -math.inf:
                    words = self.said[row] if piece == END else (self.said[row], piece)
                    self.ended.append(_finished(score, words, config.length_penalty))
            elif len(rows) < config.beam:
                scores.append(score)
                rows.append(row)
                pieces.append(piece)
                said.append((self.said[row], piece))
        self.said = said
        return scores, rows, pieces

    def is_done(self, config: SearchConfig, best: float, patient: bool) -> bool:
        """Whether enough hypotheses have ended; ``best`` is the score that the best of those that go on would have, if
        it ended.
        """
        return len(self.ended) >= config.beam and not (patient and best > max(self.ended)[0])


def _finished(score: float, words: Words, penalty: float) -> tuple[float, list[int]]:
    pieces = []
    while words is not None:
        words, piece = words
        pieces.append(piece)
    return score / (len(pieces) + 1) ** penalty, pieces[::-1]  # the end counts


def _beam(model: Transformer, source: Source, config: SearchConfig, longest: int) -> list[list[int]]:
    k, device, size = config.beam, source.device, model.config.vocabulary
    patient = isinstance(source, Utterances) if config.patient is None else config.patient
    most = math.inf if patient else k
    decoding = Decoding(model, source, width=k)
    sentences = [Sentence([None] * k) for _ in range(len(source))]
    going = list(sentences)
    last = torch.full((len(source) * k,), START, device=device)
    # All K rows of a sentence begin alike: only the first may be extended in the first step.
    scores = torch.tensor([[0.0] + [-math.inf] * (k - 1)] * len(source), device=device)
    for position in range(longest):
        best, places = _best_extensions(decoding.step(last), scores, 2 * k)
        taken = [
            sentence.extend(logs, where, size, config, most, is_last=position == longest - 1)
            for sentence, logs, where in zip(going, best.tolist(), places.tolist(), strict=True)
        ]
        if position == longest - 1:
            break
        length = (position + 2) ** config.length_penalty  # of what was said, with an end
        done = [n for n, new in enumerate(taken) if going[n].is_done(config, new[0][0] / length, patient)]
        if len(done) == len(going):
            break
        if done:
            kept = _without(done, len(going))
            going, taken = [going[place] for place in kept], [taken[place] for place in kept]
            decoding.keep(torch.tensor(kept, device=device))
        scores = torch.tensor([new[0] for new in taken], device=device)
        decoding.reorder(torch.tensor([k * n + row for n, new in enumerate(taken) for row in new[1]], device=device))
        last = torch.tensor([piece for new in taken for piece in new[2]], device=device)
    return [max(sentence.ended)[1] for sentence in sentences]


def _best_extensions(logits: Tensor, scores: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """logits: B·K, V; scores: B, K -> the best log-probabilities of each sentence, and their places among K·V: twice B,
    ``count``.

    The ``count`` best lie in the ``count`` blocks with the highest peaks; to find peaks is much faster than to sort.
    """
    block = max(size for size in range(1, 129) if logits.shape[1] % size == 0)
    logs = logits.float().log_softmax(dim=-1).view(len(scores), -1, block)  # B, blocks (K·V/block), block
    of_row = scores.repeat_interleave(logs.shape[1] // scores.shape[1], dim=1)  # B, blocks
    blocks = (logs.amax(dim=-1) + of_row).topk(min(count, logs.shape[1]), dim=-1).indices  # B, count
    within = logs.gather(1, blocks[:, :, None].expand(-1, -1, block)) + of_row.gather(1, blocks)[:, :, None]
    best, at = within.flatten(1).topk(min(count, within.shape[1] * block), dim=-1)  # B, count
    return best, blocks.gather(1, at // block) * block + at % block


def _without(done: list[int], count: int) -> list[int]:
    """The places 0 … count-1 but those done, whose room the last ones take, so that the others need not move."""
    left = count - len(done)
    places, spare = list(range(left)), [place for place in range(left, count) if place not in done]
    for place in done:
        if place < left:
            places[place] = spare.pop()
    return places
