"""Greedy and beam search over a batch of sentences.

Beam search keeps the K best hypotheses of each sentence. At every step each is extended by every piece; of the 2K best
extensions, the ended ones among the first K are put aside, and the K best that did not end go on. A sentence is done when K hypotheses have ended. The best has
the highest log-probability divided by length^penalty (Wu et al. 2016, with CTranslate2's simpler length).
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from askew.neural.incremental import Decoding
from askew.neural.model import Transformer
from askew.neural.vocabulary import END, START


@dataclass(frozen=True)
class SearchConfig:
    """How to search. ``beam`` 1 is greedy."""

    beam: int = 5
    length_penalty: float = 1.0
    max_length: int = 250


@torch.inference_mode()
def translate(model: Transformer, source: Tensor, config: SearchConfig) -> list[list[int]]:
    """source: B, S (each row ending in END, padded) -> the best target of each row, without START and END."""
    longest = min(config.max_length, model.config.max_length)
    return _greedy(model, source, longest) if config.beam == 1 else _beam(model, source, config, longest)


def _greedy(model: Transformer, source: Tensor, longest: int) -> list[list[int]]:
    decoding = Decoding(model, source, width=1)
    going = torch.arange(len(source), device=source.device)  # which sentence each row is
    said = torch.full((len(source), longest), END, device=source.device)
    last = torch.full((len(source),), START, device=source.device)
    for position in range(longest):
        last = decoding.step(last).argmax(dim=-1)
        said[going, position] = last
        unfinished = (last != END).nonzero().squeeze(1)
        if len(unfinished) == 0:
            break
        if len(unfinished) < len(going):
            decoding.keep(unfinished)
            going, last = going[unfinished], last[unfinished]
    return [row[: row.index(END)] if END in row else row for row in said.tolist()]


def _beam(model: Transformer, source: Tensor, config: SearchConfig, longest: int) -> list[list[int]]:
    k, device = config.beam, source.device
    decoding = Decoding(model, source, width=k)
    going = list(range(len(source)))  # which sentences are not done
    ended: list[list[tuple[float, list[int]]]] = [[] for _ in going]
    said = torch.empty((len(source) * k, 0), dtype=torch.long, device=device)  # rows, positions so far
    last = torch.full((len(source) * k,), START, device=device)
    # All K rows of a sentence begin alike: only the first may be extended in the first step.
    scores = torch.full((len(source), k), -torch.inf, device=device)
    scores[:, 0] = 0.0
    for position in range(longest):
        logits = decoding.step(last).float()
        size = logits.shape[-1]
        # The K best pieces of a row can't all end, so 2K of a row are enough for 2K of the sentence.
        best, pieces = logits.topk(min(2 * k, size), dim=-1)  # rows, 2K
        best = best - logits.logsumexp(dim=-1, keepdim=True) + scores.view(-1, 1)
        best, places = best.view(len(going), -1).topk(2 * k, dim=-1)  # B, 2K, of K·2K
        rows = places // pieces.shape[1]
        pieces = pieces.view(len(going), -1).gather(1, places)
        ends = pieces == END
        if position == longest - 1:
            ends = torch.ones_like(ends)  # out of room: whatever there is has ended
        # Those that go on: the first K that did not end, in their order.
        order = (ends.long() * 2 * k + torch.arange(2 * k, device=device)).argsort(dim=-1)[:, :k]
        first = torch.arange(len(going), device=device)[:, None] * k
        done = []
        if bool(ends[:, :k].any()):
            done = _put_aside(ended, going, ends[:, :k], best, (first + rows), pieces, said, config)
            if len(done) == len(going) or position == longest - 1:
                break
        scores = best.gather(1, order)
        parents = (first + rows.gather(1, order)).flatten()
        last = pieces.gather(1, order).flatten()
        said = torch.cat([said[parents], last[:, None]], dim=1)
        decoding.reorder(parents)
        if done:
            kept = [number for number in range(len(going)) if number not in set(done)]
            going = [going[number] for number in kept]
            sentences = torch.tensor(kept, device=device)
            decoding.keep(sentences)
            scores = scores[sentences]
            last = last.view(-1, k)[sentences].flatten()
            said = said.view(-1, k, said.shape[1])[sentences].flatten(0, 1)
    return [max(hypotheses)[1] for hypotheses in ended]


def _put_aside(
    ended: list[list[tuple[float, list[int]]]],
    going: list[int],
    ends: Tensor,
    best: Tensor,
    parents: Tensor,
    pieces: Tensor,
    said: Tensor,
    config: SearchConfig,
) -> list[int]:
    """Note the hypotheses that ended just now; returns the sentences (places in ``going``) that are done with it."""
    for sentence, place in ends.nonzero().tolist():
        hypotheses = ended[going[sentence]]
        if len(hypotheses) >= config.beam or best[sentence, place] == -torch.inf:
            continue
        pieces_before = said[parents[sentence, place]].tolist()
        final = int(pieces[sentence, place])
        hypothesis = pieces_before if final == END else [*pieces_before, final]
        length = len(hypothesis) + 1  # the end counts
        hypotheses.append((float(best[sentence, place]) / length**config.length_penalty, hypothesis))
    return [place for place, sentence in enumerate(going) if len(ended[sentence]) >= config.beam]
