"""Parallel text and the batches made of it."""

import gzip

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from askew.core.errors import InputError
from askew.neural.batches import ROUNDING, joined
from askew.neural.config import DataConfig
from askew.neural.text.corpus import Batches, Corpus, read_pairs
from askew.neural.vocabulary import END, PADDING, START, Vocabulary


def corpus_of(lengths):
    """Pairs of these lengths; every piece of the k-th pair is k + 4, so that a row tells which pair it is."""
    sides = [[[k + 4] * pair[side] for k, pair in enumerate(lengths)] for side in (0, 1)]
    return Corpus(*joined(sides[0]), *joined(sides[1]))


lengths = st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)), min_size=1, max_size=60)


@settings(max_examples=40)
@given(lengths, st.integers(20, 400), st.integers(0, 5))
def test_every_pair_once_per_epoch(pairs, batch_tokens, seed):
    batches = Batches(corpus_of(pairs), batch_tokens, seed)
    for epoch in (0, 1):
        seen, tokens = [], 0
        for number in range(epoch * batches.per_epoch, (epoch + 1) * batches.per_epoch):
            batch = batches.batch(number)
            assert batch.source.shape[1] % ROUNDING == batch.wanted.shape[1] % ROUNDING == 0
            assert batch.source.shape[0] == batch.given.shape[0] == batch.wanted.shape[0]
            rows = [row for row in range(len(batch.source)) if batch.wanted[row, 0] != PADDING]
            for row in range(len(batch.source)):
                if row not in rows:  # fills the shape
                    assert batch.source[row].tolist() == [END] + [PADDING] * (batch.source.shape[1] - 1)
                    assert batch.wanted[row].eq(PADDING).all()
                    continue
                pair = int(batch.source[row, 0]) - 4
                seen.append(pair)
                for side, length in ((batch.source, pairs[pair][0]), (batch.wanted, pairs[pair][1])):
                    padding = [PADDING] * (side.shape[1] - length - 1)
                    assert side[row].tolist() == [pair + 4] * length + [END] + padding
                tokens += sum(pairs[pair]) + 2
            assert batch.tokens == sum(sum(pairs[int(batch.source[row, 0]) - 4]) + 2 for row in rows)
        assert sorted(seen) == list(range(len(pairs)))
        assert tokens == sum(map(sum, pairs)) + 2 * len(pairs)


@settings(max_examples=20)
@given(lengths, st.integers(0, 5))
def test_the_target_is_shifted_right(pairs, seed):
    batch = Batches(corpus_of(pairs), 300, seed).batch(0)
    assert batch.given[:, 0].eq(START).all()
    before = batch.wanted[:, :-1]
    assert torch.equal(batch.given[:, 1:], before.masked_fill(before == END, PADDING))


def test_same_seed_same_batches_and_another_order_otherwise():
    corpus = corpus_of([(n % 30 + 1, n % 23 + 1) for n in range(400)])

    def rows(seed, start=0):
        batches = Batches(corpus, 200, seed)
        return [batches.batch(start + number).source.tolist() for number in range(batches.per_epoch)]

    assert rows(1) == rows(1)
    assert rows(1) != rows(2)
    batches = Batches(corpus, 200, 1)
    assert rows(1) != rows(1, start=batches.per_epoch), "another order in the next epoch"
    late = batches.batch(batches.per_epoch + 3).source
    batches.batch(0)
    assert torch.equal(batches.batch(batches.per_epoch + 3).source, late), "whenever it is asked for"


def test_shapes_are_few():
    generator = np.random.default_rng(1)
    corpus = corpus_of([tuple(pair) for pair in generator.integers(1, 60, (3000, 2)).tolist()])
    batches = Batches(corpus, 1000, 1)
    shapes = {(*batch.source.shape, *batch.given.shape) for batch in map(batches.batch, range(batches.per_epoch))}
    assert batches.per_epoch > 100
    assert len(shapes) < batches.per_epoch / 3
    for rows, source, _, target in shapes:
        assert rows * 2 * max(source, target) <= 1000 or rows == 1


def test_pairs_from_tsv_and_gz(tmp_path):
    (tmp_path / "a.tsv").write_text("x\tuno\tone\ny\tdos\ttwo\n", "utf-8")
    assert read_pairs(tmp_path / "a.tsv") == (["uno", "dos"], ["one", "two"])
    (tmp_path / "b.tsv.gz").write_bytes(gzip.compress(b"uno\tone\n"))
    assert read_pairs(tmp_path / "b.tsv.gz") == read_pairs(tmp_path / "b.tsv") == (["uno"], ["one"])


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"uno\tone\ndos\n", "line 2: expected source and target"),
        (b"", "empty"),
        (b"\xff\tone\n", "utf-8"),
        (None, "no such file"),
    ],
)
def test_text_that_can_not_be_read(tmp_path, content, complaint):
    if content is not None:
        (tmp_path / "a.tsv").write_bytes(content)
    with pytest.raises(InputError, match=complaint) as error:
        read_pairs(tmp_path / "a.tsv")
    assert "a.tsv" in str(error.value)


def test_a_damaged_gz_is_an_error(tmp_path):
    whole = gzip.compress(b"uno\tone\n" * 500)
    for number, damaged in enumerate((whole[:-9], b"not gz at all", whole[:20] + b"\0\0\0\0" + whole[24:])):
        path = tmp_path / f"{number}.tsv.gz"
        path.write_bytes(damaged)
        with pytest.raises(InputError, match=path.name):
            read_pairs(path)


def test_a_corpus_keeps_what_fits_and_can_be_read_again(learnt, tmp_path):
    config = DataConfig("en", "es", (), "", max_pieces=12, max_ratio=1.5)
    long, short = "the old boy finds the new book .", "cat"
    sources, targets = [short, long, "", short, short], [short, short, short, "", "dog"]
    vocabulary = Vocabulary(learnt / "sentencepiece.model")
    corpus = Corpus.encode(sources, targets, vocabulary, config)
    assert vocabulary.decode([corpus.source.tolist()]) == ["cat cat"]
    corpus.save(tmp_path / "corpus.npz")
    again = Corpus.load(tmp_path / "corpus.npz")
    assert all(np.array_equal(value, again.__dict__[name]) for name, value in corpus.__dict__.items())
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.npz"]
    with pytest.raises(InputError, match=r"max_pieces and data\.max_ratio"):
        Corpus.encode([""], ["cat"], vocabulary, config)
