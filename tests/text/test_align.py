"""The aligner against a plain, slow writing-out of the same model, and what it must do at the edges."""

import math
import random
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import digamma as scipy_digamma

from askew.text import align as module
from askew.text.align import align, digamma


def prior(tension, j, i, m, n):
    return math.exp(-tension * abs(i / n - j / m))


def slow_align(pairs):
    """The model of Dyer, Chahuneau and Smith 2013 in loops: null word, diagonal prior, variational Bayes, tension
    fitted.
    """
    table, tension = None, 4.0
    tokens = sum(len(target) for _, target in pairs)
    for iteration in range(5):
        counts, expected, links = defaultdict(lambda: defaultdict(float)), 0.0, []
        for source, target in pairs:
            n, m, here = len(source), len(target), []
            for j, word in enumerate(target, 1):
                total = sum(prior(tension, j, i, m, n) for i in range(1, n + 1))
                joint = [0.08 * (table[None][word] if table else 1e-9)]
                joint += [
                    0.92 * prior(tension, j, i, m, n) / total * (table[source[i - 1]][word] if table else 1e-9)
                    for i in range(1, n + 1)
                ]
                best = joint.index(max(joint))
                here += [(best - 1, j - 1)] if best else []
                for i, weight in enumerate(joint):
                    share = weight / sum(joint)
                    counts[source[i - 1] if i else None][word] += share
                    expected += share * -abs(i / n - (j - 1) / m) if i else 0.0
            links.append(here)
        if iteration == 4:
            return links
        if iteration > 0:
            for _ in range(8):
                model = sum(
                    expected_feature(j, len(t), len(s), tension) for s, t in pairs for j in range(1, len(t) + 1)
                )
                tension = min(max(tension + (expected / tokens - model / tokens) * 20, 0.1), 14)
        table = {}
        for source, row in counts.items():
            total = scipy_digamma(sum(count + 0.01 for count in row.values()))
            table[source] = {word: math.exp(scipy_digamma(count + 0.01) - total) for word, count in row.items()}
    return None


def expected_feature(j, m, n, tension):
    """Σ f·exp(λf) over source positions, over a normaliser with the two lengths exchanged and no end past the last
    position.
    """
    top = sum(-abs(i / n - j / m) * prior(tension, j, i, m, n) for i in range(1, n + 1))
    below, ratio = int(j * m / n), math.exp(-tension / m)
    under = sum(prior(tension, j, i, n, m) for i in range(1, below + 1)) if below <= m else None
    if under is None:
        under = math.exp(-abs(below / m - j / n) * tension) * (1 - ratio**below) / (1 - ratio)
    terms = m - below
    above = math.exp(-abs((below + 1) / m - j / n) * tension)
    over = 0 if terms == 0 else above / (1 - ratio) * (1 if terms < 0 else 1 - ratio**terms)
    return top / (under + over)


def corpus(seed, size):
    rng = random.Random(seed)
    lexicon = {f"s{k}": f"t{k}" for k in range(15)}
    pairs = []
    for _ in range(size):
        source = rng.choices(list(lexicon), k=rng.randint(1, 7))
        target = [lexicon[word] for word in source if rng.random() > 0.1] or ["x"]
        if rng.random() < 0.3:
            rng.shuffle(target)
        pairs.append((source, target + (["y"] if rng.random() < 0.3 else [])))
    return pairs


@pytest.mark.parametrize("seed", range(6))
def test_it_is_the_model_written_out(seed):
    pairs = corpus(seed, 60)
    assert align(pairs) == slow_align(pairs)


def test_it_learns_a_lexicon_across_word_order():
    pairs = [(["the", "red", "house"], ["la", "casa", "roja"]), (["the", "house"], ["la", "casa"])] * 3
    pairs += [(["a", "red", "car"], ["un", "coche", "rojo"]), (["the", "car"], ["el", "coche"])] * 3
    assert (2, 1) in align(pairs)[0]


def test_empty_sides_get_no_links_and_disturb_nobody():
    pairs = corpus(0, 20)
    with_empty = [*pairs[:10], ([], ["x"]), (["x"], []), ([], []), *pairs[10:]]
    links = align(with_empty)
    assert links[10:13] == [[], [], []]
    assert links[:10] + links[13:] == align(pairs)
    assert align([]) == []
    assert align([([], [])]) == [[]]


def test_the_table_and_the_sort_give_the_same(monkeypatch):
    pairs = corpus(1, 40)
    quick = align(pairs)
    monkeypatch.setattr(module, "LARGEST_TABLE", 0)
    assert align(pairs) == quick


@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from("abc"), max_size=5), st.lists(st.sampled_from("xyz"), max_size=5)),
        max_size=6,
    )
)
def test_each_target_word_has_at_most_one_link_within_the_sentence(pairs):
    for (source, target), links in zip(pairs, align(pairs), strict=True):
        positions = [j for _, j in links]
        assert len(set(positions)) == len(positions)
        assert all(0 <= i < len(source) and 0 <= j < len(target) for i, j in links)


def test_digamma_is_scipys():
    x = np.concatenate([np.linspace(0.005, 2, 200), np.linspace(2, 5000, 200)])
    np.testing.assert_allclose(digamma(x), scipy_digamma(x), rtol=1e-9, atol=1e-9)
