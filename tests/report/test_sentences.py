"""Sentences as columns: nothing is lost, and spans are where a browser looks for them."""

from hypothesis import given
from hypothesis import strategies as st

import askew
from askew.analyses.compare import protocol_of
from askew.core.records import Span
from askew.report.blocks import compressed
from askew.report.sentences import _flat, _to_utf16, blocks, coded, item_columns, numbers_of, run_columns
from askew.report.sets import run_sets


@given(st.lists(st.text(max_size=5), max_size=30))
def test_codes_give_the_values_back(values):
    column = coded(values)
    assert [column["values"][code] for code in column["codes"]] == values
    assert len(set(column["values"])) == len(column["values"])


@given(st.text(max_size=40), st.data())
def test_spans_cut_the_same_words_in_utf16(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = _flat([Span(start, end)], _to_utf16(text))
    raw = text.encode("utf-16-le", "surrogatepass")
    assert raw[2 * first : 2 * last].decode("utf-16-le", "surrogatepass") == text[start:end]


def test_every_verdict_and_output_is_there(simplegen):
    run = simplegen(lambda item: f"La médica {item.id}.", subset="mofc")
    [run_set] = run_sets([run])
    columns = run_columns(run, run_set.protocol)
    items = item_columns(run.items)
    assert [items["id"][place] for place in columns["item"]] == [verdict.item for verdict in run.verdicts]
    assert [columns["output"][columns["answered"].index(place)] for place in columns["item"][:50]] == [
        output.text for output in run.outputs[:50]
    ]
    labels = columns["labels"]["verdict"]
    assert [labels["values"][code] for code in labels["codes"]] == [
        verdict.labels["verdict"] for verdict in run.verdicts
    ]
    assert "occupation" in items["filters"]


def test_runs_on_the_same_items_share_them(simplegen):
    runs = [simplegen(text, name=text, subset="mofc") for text in ("La médica.", "El médico.")]
    index, stored = blocks(run_sets(runs))
    assert sorted(stored) == ["items-0", "run-0-0", "run-0-1"]
    assert index[0]["items"] == "items-0"


def test_attributes_are_what_sentences_are_filtered_by(real_runs):
    columns = item_columns(real_runs[0].items)
    assert set(columns["attributes"]) == {"gold", "entity", "stereotype", "set"} == set(columns["filters"])


def test_compression_is_the_same_every_time():
    assert compressed({"a": ["é"]}) == compressed({"a": ["é"]})


def test_a_judged_sentence_has_no_number_that_only_a_table_has(real_runs, talk_runs):
    """F1 and the judge's error rate are of many rows; chrF and word errors are of one."""
    winomt = real_runs[0]
    assert numbers_of(winomt, protocol_of(winomt)) == {}
    talk = askew.load(talk_runs / "canary-v2-short.en-de")
    assert {"chrf", "bleu", "ter"} <= set(numbers_of(talk, protocol_of(talk)))
