"""The study of released models: what the page counts is what the stored outputs say."""

import re

import pytest

from studies.pages import DOCS
from studies.released.opus import BASELINE, label, times
from studies.released.plans import FIREFOX, HERE
from studies.released.prompts import PROMPTS, answers
from studies.released.stored import sampled


@pytest.fixture(scope="module")
def page():
    return (DOCS / "released-results.md").read_text("utf-8")


@pytest.fixture(scope="module")
def simplegen():
    from studies.released.stored import Cells

    return Cells("opus-mt", "simplegen", "fr")


def test_the_page_counts_the_outputs_that_changed(page, simplegen):
    base = simplegen.said[BASELINE]
    assert simplegen.names(BASELINE)
    for name in simplegen.names(BASELINE):
        changed = sum(simplegen.said[name][one] != text for one, text in base.items())
        assert f"| simplegen | {label(name)} | {len(base)} | {changed} |" in page


def test_a_sample_is_never_taken_for_the_whole(simplegen):
    for path in (HERE / "opus-mt").glob("*.sample.xz"):
        for said in sampled(path).values():
            assert all(isinstance(text, str) for text in said.values())
    answered, all_of_them = simplegen.share(BASELINE)
    assert 0 < answered <= all_of_them == len(simplegen.ids)


def test_times_are_of_the_cells_they_name():
    rows = [line for line in times() if re.match(r"\| (float32|8 bits)", line)]
    assert rows[0].startswith("| float32, beam 5 |")
    assert rows[0].endswith("| 1.0 |")


def test_firefoxs_outputs_are_there():
    assert {path.name.removesuffix(".jsonl.xz") for path in (HERE / "firefox").glob("*.xz")} == set(FIREFOX)


def test_every_prompt_was_asked_for_the_same_sentences():
    asked = {name: {row.id for row in answers() if row.prompt == name} for name in PROMPTS}
    fewest = min(asked.values(), key=len)
    assert all(fewest <= ids for ids in asked.values())
