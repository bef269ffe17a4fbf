"""BLEU, chrF, TER and error rates from sums of counts are sacreBLEU's own, to the last digit, over any group and
resample.
"""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER

from askew.core.errors import UsageError
from askew.core.records import Item, Output
from askew.formats.talks import read_talks
from askew.judges.translation import TranslationJudge
from askew.measures.ratio import Rate
from askew.measures.table import Table
from askew.measures.translation import Bleu, ChrF, ErrorRate, Mean

MEASURES = (Bleu("bleu"), ChrF("chrf"), Rate("ter", "ter_edits", "ter_words"))
WORDS = st.lists(
    st.sampled_from(["the", "cat", "sat", "on", "a", "mat", ".", "Mat", "kat", "der", "Hund", ",", "2.5"]), max_size=9
).map(" ".join)
REFERENCES = WORDS.filter(bool)


def table_of(outputs, references, target="de"):
    items = [Item(str(k), "", {}, tuple(texts)) for k, texts in enumerate(references)]
    verdicts = TranslationJudge(target).judge(items, [Output(str(k), text) for k, text in enumerate(outputs)])
    return Table.of(items, verdicts)


def values(table, rows=slice(None)):
    return {measure.name: float(measure.value(measure.counts(table)[rows].sum(axis=0))) for measure in MEASURES}


def sacrebleus_own(outputs, references, tokeniser="13a"):
    versions = [list(version) for version in zip(*references, strict=True)]
    metrics = {"bleu": BLEU(tokenize=tokeniser), "chrf": CHRF(), "ter": TER(normalized=True, asian_support=True)}
    return {name: metric.corpus_score(outputs, versions).score for name, metric in metrics.items()}


@settings(max_examples=150)
@given(st.lists(st.tuples(WORDS, REFERENCES, REFERENCES), min_size=1, max_size=6))
def test_values_are_sacrebleus_own_with_two_references(rows):
    outputs, references = [row[0] for row in rows], [row[1:] for row in rows]
    table = table_of(outputs, references)
    assert values(table) == pytest.approx(sacrebleus_own(outputs, references), abs=1e-9)


def test_a_segment_may_have_fewer_references_than_others():
    outputs = ["the cat sat", "on a mat"]
    table = table_of(outputs, [("the cat sat", "a cat"), ("on the mat",)])
    theirs = BLEU().corpus_score(outputs, [["the cat sat", "on the mat"], ["a cat", None]]).score
    assert values(table)["bleu"] == pytest.approx(theirs)


@pytest.mark.parametrize(("target", "tokeniser"), [("de", "13a"), ("fr", "13a"), ("zh", "zh")])
def test_values_on_real_talks_are_sacrebleus_own_also_of_a_part(shared_data, target, tokeniser):
    references = [[text] for talk in _talks(shared_data / f"acl6060/eval/{target}.xml") for text in talk.texts]
    path = shared_data / f"acl6060/outputs/tower_whisper/short.en-{target}.jsonl"
    outputs = [json.loads(line)["output"] for line in path.read_text("utf-8").splitlines()]
    outputs, references = outputs[:90], references[:90]
    table = table_of(outputs, references, target)
    assert values(table) == pytest.approx(sacrebleus_own(outputs, references, tokeniser), abs=1e-9)
    part = slice(40, 70)
    theirs = sacrebleus_own(outputs[part], references[part], tokeniser)
    assert values(table, part) == pytest.approx(theirs, abs=1e-9)


def test_japanese_is_cut_by_mecab(shared_data):
    lines = (shared_data / "acl6060/dev/references/ja/tgt_segments.txt").read_text("utf-8").splitlines()[:30]
    outputs = [line.replace("です", "だ") for line in lines]
    table = table_of(outputs, [[line] for line in lines], "ja")
    assert values(table) == pytest.approx(sacrebleus_own(outputs, [[line] for line in lines], "ja-mecab"), abs=1e-9)


def test_without_mecab_japanese_says_what_to_install(monkeypatch):
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_ja_mecab.MeCab", None)
    with pytest.raises(UsageError, match=r"pip install 'askew\[ja\]'"):
        TranslationJudge("ja")


def _talks(path):
    with pytest.warns(UserWarning, match="bare"):
        return read_talks(path)


def test_many_resamples_at_once_are_many_values():
    rng = np.random.default_rng(0)
    outputs = [" ".join(rng.choice(["a", "b", "c", "d", "e"], 8)) for _ in range(12)]
    references = [[" ".join(rng.choice(["a", "b", "c", "d", "e"], 8))] for _ in range(12)]
    table = table_of(outputs, references)
    weights = rng.integers(0, 3, (50, 12)).astype(float)
    for measure in MEASURES:
        counts = measure.counts(table)
        together = measure.value(weights @ counts)
        alone = [float(measure.value(row @ counts)) for row in weights]
        assert together == pytest.approx(alone)


def test_without_a_reference_nothing_is_defined():
    table = table_of(["x y"], [[""]])
    assert all(np.isnan(value) for value in values(table).values())


def test_without_any_match_scores_are_zero():
    found = values(table_of(["x y z w"], [["a b c d"]]))
    assert (found["bleu"], found["chrf"]) == (0.0, 0.0)


def test_an_error_rate_adds_up_before_it_divides():
    rate = ErrorRate.of("wer")
    rows = np.array([[1.0, 1, 0, 0], [8, 0, 0, 2]])  # 50% of two words, 25% of eight
    assert float(rate.value(rows.sum(axis=0))) == pytest.approx(30.0)
    assert np.isnan(rate.value(np.array([0.0, 0, 0, 3])))


def test_a_mean_has_a_weight_and_a_scale():
    mean = Mean("comet", ("sum", "weight"), 100.0)
    assert float(mean.value(np.array([1.7, 2.0]))) == pytest.approx(85.0)
    assert np.isnan(mean.value(np.array([0.0, 0.0])))
