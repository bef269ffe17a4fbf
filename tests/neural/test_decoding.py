"""Decoding step by step, against the forward pass over all positions; searches, against trying everything."""

import itertools
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from askew.core.errors import UsageError
from askew.neural.decoding.encoding import Encoded
from askew.neural.decoding.incremental import ROOM, Decoding
from askew.neural.decoding.packed import pack
from askew.neural.decoding.search import SearchConfig, _best_extensions, _best_piece, _without, translate
from askew.neural.text.model import padding_mask
from askew.neural.vocabulary import END, PADDING, START

from .conftest import random_model

ARCHITECTURES = {
    "mha": {"attention": "mha"},
    "aan": {"attention": "aan"},
    "aan with FFN": {"attention": "aan", "averaged_ffn": True},
}


@pytest.fixture(params=ARCHITECTURES)
def model(request):
    return random_model(**ARCHITECTURES[request.param])


def padded(rows):
    longest = max(map(len, rows))
    return torch.tensor([row + [PADDING] * (longest - len(row)) for row in rows])


def sources(*lengths, size=23, seed=1):
    generator = torch.Generator().manual_seed(seed)
    return [[*torch.randint(4, size, (n,), generator=generator).tolist(), END] for n in lengths]


def all_at_once(model, source, said):
    """Logits of every position, from the model's own forward pass: source a list, said (rows, T)."""
    source = torch.tensor([source]).expand(len(said), -1)
    given = torch.cat([torch.full((len(said), 1), START), said[:, :-1]], dim=1)
    return model.logits(model(source, given, padding_mask(source, PADDING, torch.float32)))


@torch.inference_mode()
@pytest.mark.parametrize("prepare", [lambda model: model, pack], ids=["plain", "packed"])
def test_steps_equal_the_full_pass(model, prepare):
    """Also beyond the room the cache has at first, and in a padded batch."""
    rows, length = sources(3, 7, 5), ROOM + 5
    said = torch.randint(4, 23, (3, length), generator=torch.Generator().manual_seed(2))
    decoding = Decoding(prepare(model), padded(rows), width=1)
    fed = torch.cat([torch.full((3, 1), START), said], dim=1)
    steps = torch.stack([decoding.step(fed[:, at]) for at in range(length)], dim=1)
    for row, source in enumerate(rows):
        torch.testing.assert_close(steps[row], all_at_once(model, source, said[row : row + 1])[0], atol=2e-4, rtol=1e-4)


@torch.inference_mode()
def test_encoding_without_padding_equals_the_models(model):
    for rows in (sources(3, 7, 5), sources(4), sources(6, 6)):
        source = padded(rows)
        real, encoded = source != PADDING, Encoded(model, source)
        wanted = model.encode(source, padding_mask(source, PADDING, torch.float32))
        torch.testing.assert_close(encoded.rows, wanted[real], atol=1e-4, rtol=1e-4)
        assert torch.equal(encoded.spread(encoded.rows)[real], encoded.rows)


@torch.inference_mode()
def test_hypotheses_go_on_from_others(model):
    """Rows are reordered and sentences dropped at random; each row must still be the history it went on from."""
    generator = torch.Generator().manual_seed(3)
    rows, k = sources(4, 6, 2, 9), 3
    decoding, going = Decoding(model, padded(rows), width=k), list(range(4))
    histories = torch.empty(4 * k, 0, dtype=torch.long)
    last = torch.full((4 * k,), START)
    for position in range(ROOM + 6):
        logits = decoding.step(last)
        for place in range(len(going)) if position % 6 == 5 else ():
            here = slice(place * k, (place + 1) * k)
            shifted = torch.cat([histories[here], torch.full((k, 1), 5)], dim=1)  # the last is not looked at
            wanted = all_at_once(model, rows[going[place]], shifted)[:, -1]
            torch.testing.assert_close(logits[here], wanted, atol=2e-4, rtol=1e-4)
        last = torch.randint(4, 23, (len(going) * k,), generator=generator)
        parents = torch.cat([n * k + torch.randint(0, k, (k,), generator=generator) for n in range(len(going))])
        histories = torch.cat([histories[parents], last[:, None]], dim=1)
        decoding.reorder(parents)
        if position in (7, 20):
            kept = torch.tensor([len(going) - 1, *range(1, len(going) - 1)])  # the last takes the first's place
            decoding.keep(kept)
            going = [going[n] for n in kept.tolist()]
            histories = histories.view(-1, k, histories.shape[1])[kept].flatten(0, 1)
            last = last.view(-1, k)[kept].flatten()


@pytest.mark.parametrize("architecture", ARCHITECTURES)
@pytest.mark.parametrize("beam", [1, 4])
def test_batch_equals_single_sentences(architecture, beam):
    rows, config = sources(1, 8, 3, 3, 12, 5, size=8), SearchConfig(beam=beam, max_length=20)
    for seed in range(15):
        model = random_model(seed=seed, vocabulary=8, **ARCHITECTURES[architecture])
        together = translate(model, padded(rows), config)
        assert together == [translate(model, padded([row]), config)[0] for row in rows]
        if len({len(result) for result in together}) > 1:  # sentences were dropped on the way
            return
    pytest.fail("no model whose translations differ in length")


def test_packed_model_says_the_same(model):
    rows, config = padded(sources(1, 8, 3)), SearchConfig(beam=3, max_length=30)
    assert translate(pack(model), rows, config) == translate(model, rows, config)


@torch.inference_mode()
def log_probability(model, source, pieces):
    """Of a target, given piece by piece, by the full pass."""
    said = torch.tensor([pieces])
    return float(all_at_once(model, source, said)[0].log_softmax(-1).gather(1, said.T).sum())


@torch.inference_mode()
def plain_beam_search(model, source, k, penalty, longest, patient=False):
    """The search as its description has it, one hypothesis and one full pass at a time."""
    going, ended = [(0.0, [])], []
    for position in range(longest):
        extensions = []
        for score, pieces in going:
            logs = all_at_once(model, source, torch.tensor([[*pieces, 0]]))[0, -1].log_softmax(-1).tolist()
            extensions += [(score + log, [*pieces, piece]) for piece, log in enumerate(logs)]
        best = sorted(extensions, key=lambda extension: -extension[0])[: 2 * k]
        going = []
        for rank, (score, pieces) in enumerate(best):
            if pieces[-1] != END and position < longest - 1:
                going = [*going, (score, pieces)][:k]
            elif rank < k and (patient or len(ended) < k):
                words = pieces[:-1] if pieces[-1] == END else pieces
                ended.append((score / (len(words) + 1) ** penalty, words))
        if len(ended) >= k and not (patient and going and going[0][0] / (position + 2) ** penalty > max(ended)[0]):
            break
    return max(ended)[1]


@settings(max_examples=15)
@given(st.integers(0, 1000), st.integers(2, 5), st.sampled_from([0.0, 0.6, 1.0]), st.integers(1, 7), st.booleans())
def test_beam_search_is_the_one_described(seed, k, penalty, longest, patient):
    model, source = random_model(seed=seed, decoder_layers=1, vocabulary=11), [4, 9, 6, END]
    config = SearchConfig(beam=k, length_penalty=penalty, max_length=longest, patient=patient)
    wanted = plain_beam_search(model, source, k, penalty, longest, patient)
    assert translate(model, torch.tensor([source]), config)[0] == wanted


@settings(max_examples=10)
@given(st.integers(0, 1000))
def test_a_wide_beam_finds_the_best_of_all(seed):
    """With room for every hypothesis of up to three pieces, no target has a higher probability."""
    model, source, size = random_model(seed=seed, decoder_layers=1, vocabulary=6), [4, 5, END], 6
    said = [piece for piece in range(size) if piece != END]
    # Ended within three pieces, or cut off there.
    targets = [[*words, END] for n in range(3) for words in itertools.product(said, repeat=n)]
    targets += [list(words) for words in itertools.product(said, repeat=3)]
    best = max(targets, key=lambda pieces: log_probability(model, source, pieces))
    config = SearchConfig(beam=size**3, length_penalty=0.0, max_length=3)
    found = translate(model, torch.tensor([source]), config)[0]
    assert found == (best[:-1] if best[-1] == END else best)


@torch.inference_mode()
def test_greedy_says_the_likeliest_piece_each_time(model):
    source = sources(6)[0]
    said = translate(model, torch.tensor([source]), SearchConfig(beam=1, max_length=30))[0]
    full = all_at_once(model, source, torch.tensor([[*said, END]]))[0].argmax(-1).tolist()
    assert full[: len(said)] == said
    assert len(said) == 30 or full[len(said)] == END


def test_what_a_search_can_not_be():
    for wrong in ({"beam": 0}, {"max_length": 0}):
        with pytest.raises(UsageError, match="at least 1"):
            SearchConfig(**wrong)


@given(st.integers(1, 4), st.integers(1, 5), st.integers(2, 300), st.integers(0, 99))
def test_best_extensions_are_the_best(batch, k, size, seed):
    generator = torch.Generator().manual_seed(seed)
    logits = torch.randn(batch * k, size, generator=generator)
    scores = torch.randn(batch, k, generator=generator)
    best, places = _best_extensions(logits, scores, 2 * k)
    everything = (logits.log_softmax(-1).view(batch, k, size) + scores[:, :, None]).flatten(1)
    torch.testing.assert_close(best, everything.topk(2 * k).values)
    torch.testing.assert_close(everything.gather(1, places), best)
    assert torch.equal(_best_piece(logits), logits.argmax(-1))


def test_the_first_step_extends_one_row_only():
    scores = torch.tensor([[0.0, -math.inf, -math.inf]])
    _, places = _best_extensions(torch.randn(1, 50).expand(3, 50), scores, 6)
    assert places.max() < 50


@given(st.integers(1, 30), st.data())
def test_without_moves_no_more_than_it_must(count, data):
    done = sorted(data.draw(st.sets(st.integers(0, count - 1), max_size=count - 1)))
    kept = _without(done, count)
    assert sorted(kept) == [place for place in range(count) if place not in done]
    assert sum(place != at for at, place in enumerate(kept)) == sum(place < len(kept) for place in done)
