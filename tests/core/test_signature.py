"""Signatures: whatever can change a number shows in them, and nothing else does."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

import askew
from askew.core.errors import UsageError
from askew.core.signature import Signature
from askew.lang import pack

keys = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="|:\n"), max_size=8)
values = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="|\n"), max_size=8)
signatures = st.dictionaries(keys, values, min_size=1).map(Signature)
BASE = {"target": "es", "subset": "fofc", "resampling": askew.Resampling(resamples=100)}


def score(text="la enfermera", **changes):
    options = BASE | changes
    count = len(askew.items("simplegen", subset=options["subset"], edition=options.get("edition")))
    return askew.score("simplegen", hyp=options.pop("hyp", None) or [text] * count, **options)


@pytest.fixture(scope="module")
def base():
    return score().signature


@given(signatures)
def test_a_signature_is_read_back_as_printed(signature):
    again = Signature.parse(str(signature))
    assert again == signature
    assert list(again.fields) == list(signature.fields)
    assert again.digest == signature.digest
    assert not again.differences(signature)


@given(signatures, signatures)
def test_two_signatures_print_alike_only_if_they_are(one, other):
    same_order = list(one.fields.items()) == list(other.fields.items())
    assert (str(one) == str(other)) == same_order
    assert bool(one.differences(other)) == (one != other)


@pytest.mark.parametrize("fields", [{"a|b": "x"}, {"a:b": "x"}, {"a": "x|y"}, {"a": "x\ny"}])
def test_a_field_that_would_not_be_read_back_is_refused(fields):
    with pytest.raises(UsageError, match="a signature's fields hold no"):
        Signature(fields)


def test_differences_show_both_values_and_what_one_lacks():
    one, other = Signature({"a": "1", "b": "2"}), Signature({"a": "1", "b": "3", "c": "4"})
    assert one.differences(other) == {"b": ("2", "3"), "c": (None, "4")}


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"target": "de"}, {"target", "pack"}),
        ({"edition": "clean"}, {"edition", "revision"}),
        ({"subset": "momc"}, {"subset", "revision", "items"}),
        ({"resampling": askew.Resampling(100, seed=1)}, {"seed"}),
        ({"resampling": askew.Resampling(101)}, {"resamples"}),
        ({"resampling": askew.Resampling(100, level=0.9)}, {"level"}),
        ({"hyp": {"fofc-1": "x", "fofc-2": "y"}, "partial": True}, {"items"}),
    ],
)
def test_a_parameter_that_changes_numbers_changes_the_signature(base, change, fields):
    changed = score(**change).signature
    assert set(base.differences(changed)) == fields
    assert changed.digest != base.digest


def test_the_protocol_changes_the_signature(base, shared_data, monkeypatch):
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    changed = score(protocol="release").signature
    assert set(base.differences(changed)) == {"protocol", "judge", "pack", "dictionary"}


def test_other_outputs_under_another_name_have_the_same_signature(base, tmp_path):
    assert score("el enfermero", name="other").signature == base
    (tmp_path / "out.txt").write_text("x\n" * 518)
    assert score(hyp=tmp_path / "out.txt", out=tmp_path / "run").signature == base
    assert askew.load(tmp_path / "run").signature == base


def test_the_signature_names_the_pack_that_judged(base):
    assert base.fields["pack"] == pack.load("es").signature


@pytest.mark.parametrize(
    "edit", [lambda raw: raw + b"# a remark\n", lambda raw: raw.replace(b"enfermera", b"enfermeda", 1)]
)
def test_an_edited_language_pack_has_another_signature(edit):
    raw = files("askew.lang").joinpath("es.toml").read_bytes()
    assert pack.parse(raw).signature == pack.load("es").signature
    assert pack.parse(edit(raw)).signature != pack.load("es").signature


def test_intervals_change_with_the_seed_and_values_do_not():
    texts = ["la enfermera", "el enfermero", ""] * 200
    one, other = (score(hyp=texts[:518], resampling=askew.Resampling(100, seed=seed)) for seed in (1, 2))
    assert one.scores["fofc"].value == other.scores["fofc"].value
    assert one.scores["fofc"].high != other.scores["fofc"].high
