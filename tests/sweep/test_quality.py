"""BLEU and chrF from sums of counts are sacreBLEU's own values."""

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from askew.core.records import Item, Output
from askew.judges.translation import TranslationJudge
from askew.measures.table import Table
from askew.sweep.parallel import QualitySet
from askew.sweep.quality import quality_suite

LINES = st.lists(st.sampled_from(["el", "la", "casa", "perro", ".", ",", "come", "¿", "duerme", "X"]), max_size=9).map(
    " ".join
)


@given(st.lists(st.tuples(LINES, LINES.filter(bool), LINES.filter(bool)), min_size=1, max_size=8))
def test_values_are_sacrebleus(rows):
    items = [Item(str(n), "x", {}, (first, second)) for n, (_, first, second) in enumerate(rows)]
    outputs = [Output(str(n), text) for n, (text, _, _) in enumerate(rows)]
    table = Table.of(items, TranslationJudge("es", ("bleu", "chrf"), tell_language=False).judge(items, outputs))
    (protocol,) = quality_suite(QualitySet("q", tuple(items))).protocols
    bleu, chrf = (float(m.value(m.counts(table).sum(axis=0))) for m in protocol.measures)
    texts, references = [text for text, _, _ in rows], [list(column) for column in zip(*rows, strict=True)][1:]
    assert bleu == pytest.approx(sacrebleu.corpus_bleu(texts, references, force=True).score, abs=1e-9)
    assert chrf == pytest.approx(sacrebleu.corpus_chrf(texts, references).score, abs=1e-9)


def test_many_resamples_at_once_are_as_one_at_a_time(made):
    texts = made.references(40)
    items = [Item(str(n), "x", {}, (text,)) for n, text in enumerate(texts)]
    outputs = [Output(str(n), text) for n, text in enumerate(made.quality_outputs(texts, 0.3))]
    table = Table.of(items, TranslationJudge("es", ("bleu", "chrf"), tell_language=False).judge(items, outputs))
    for measure in quality_suite(QualitySet("q", tuple(items))).protocols[0].measures:
        sums = np.random.default_rng(1).integers(0, 3, (5, 40)) @ measure.counts(table)
        assert measure.value(sums).tolist() == [float(measure.value(row)) for row in sums]
