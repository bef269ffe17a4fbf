"""The page as text: what is in it, what its policy allows, what becomes of hostile text."""

import base64
import gzip
import hashlib
import json

import altair
import pytest

import askew
from askew.core.errors import RunError
from askew.report.content import Figure, Fold
from askew.report.escape import for_terminal
from askew.report.page import html_page
from askew.report.report import report_of

HOSTILE = (
    "<script>alert(1)</script></script><img src=x onerror=alert(2)>\"'&amp; {{ 7 * 6 }} la médica \u202eegnaro\u202c"
)


@pytest.fixture(scope="module")
def hostile(simplegen, read_page):
    run = simplegen(HOSTILE, name=HOSTILE, subset="mofc")
    return read_page(html_page([run], title=HOSTILE))


def digest(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_the_policy_allows_the_pages_own_scripts_and_style_alone(hostile):
    allowed = dict(part.split(" ", 1) for part in hostile.policy.split("; "))
    assert allowed["default-src"] == "'none'"
    assert "unsafe" not in hostile.policy
    vega = gzip.decompress(base64.b64decode(hostile.data["data-vega"])).decode()
    assert allowed["script-src"].split() == [digest(hostile.data["script"]), digest(vega)]
    style = hostile.text.split("<style>")[1].split("</style>")[0]
    assert allowed["style-src"] == digest(style)


def test_nothing_in_the_page_asks_for_anything(hostile):
    loading = [
        (tag, attrs)
        for tag, attrs in hostile.tags
        if {"src", "srcset", "data", "poster", "action"} & set(attrs) or tag in ("link", "iframe", "img")
    ]
    assert loading == []
    assert all("style" not in attrs and not any(name.startswith("on") for name in attrs) for _, attrs in hostile.tags)


def test_hostile_text_is_text(hostile):
    kinds = {attrs.get("type") for tag, attrs in hostile.tags if tag == "script"}
    assert kinds == {"text/plain", "module"}
    assert len([tag for tag, attrs in hostile.tags if tag == "script" and attrs.get("type") == "module"]) == 1
    assert for_terminal(HOSTILE) in "".join(hostile.texts)
    assert "\u202e" not in "".join(hostile.texts)
    [info] = hostile.block("sets")
    assert hostile.block(info["runs"][0]["block"])["output"] == [HOSTILE] * 814


def test_a_report_needs_a_run():
    with pytest.raises(RunError, match="at least one run"):
        html_page([])


def test_editions_and_subsets_are_told_apart(simplegen, read_page):
    part = simplegen("La médica.", subset="mofc")
    clean = askew.score("simplegen", target="es", hyp=["La médica."] * 2664, edition="clean", name="clean run")
    labels = [info["label"] for info in read_page(html_page([part, clean])).block("sets")]
    assert labels == ["SimpleGEN, Spanish (mofc)", "SimpleGEN, Spanish (clean)"]


def test_two_runs_with_one_name_are_told_apart(simplegen, read_page):
    runs = [simplegen(text, subset="mofc") for text in ("La médica.", "El médico.")]
    [info] = read_page(html_page(runs)).block("sets")
    assert [run["system"] for run in info["runs"]] == ["system", "system (2)"]


def test_the_same_runs_give_the_same_page(simplegen):
    run = simplegen("La médica.", subset="mofc")
    assert html_page([run]) == html_page([run])


def figures_in(blocks):
    for block in blocks:
        if isinstance(block, Figure):
            yield block
        elif isinstance(block, Fold):
            yield from figures_in(block.blocks)


def test_every_chart_is_valid_vega_lite_and_has_the_fields_it_draws(real_runs, simplegen):
    report = report_of([*real_runs, simplegen("La médica.")])
    figures = [figure for section in report.sections for figure in figures_in(section.blocks)]
    assert {figure.id.split("-")[0] for figure in figures} >= {"gender", "matrix", "stereotypes", "classes", "by"}
    assert len({figure.id for figure in figures}) == len(figures)
    kinds = {json.dumps(figure.spec): figure for figure in figures}
    for figure in kinds.values():
        altair.Chart.from_dict({**figure.spec, "data": {"values": []}})  # validates against the schema
    for figure in figures:
        for rows in figure.variants.values():
            assert set(fields_of(figure.spec)) <= set().union(*rows), figure.id


def fields_of(spec):
    if isinstance(spec, dict):
        for name, value in spec.items():
            if name == "field" and isinstance(value, str):
                yield value
            else:
                yield from fields_of(value)
    elif isinstance(spec, list):
        for part in spec:
            yield from fields_of(part)


def test_real_runs_give_the_sections_their_suites_have(real_runs, read_page):
    page = read_page(html_page(real_runs))
    sections = [attrs["id"] for tag, attrs in page.tags if tag == "section"]
    assert sections == ["glance", "gender", "groups", "sentences", "statement"]
    text = " ".join("".join(page.texts).split())
    assert "Text and speech" in text
    assert "Always rendered in one gender" in text
    assert "Does the gender follow the workforce?" in text
    assert "items with a feminine referent" in text
    assert "Intended use" in text


def test_the_numbers_in_the_page_are_the_runs(real_runs, read_page):
    text = "".join(read_page(html_page(real_runs[:2])).texts)
    for run in real_runs[:2]:
        score = run.scores["accuracy"]
        assert f"{score.value:.1f}" in text
        assert f"{score.low:.1f} to {score.high:.1f}" in text


def test_occupations_in_one_gender_are_those_of_the_verdicts(real_runs):
    from askew.report.sections.gender import ONE_GENDER, ONE_GENDER_ITEMS, one_gender

    run = real_runs[0]
    attributes = {item.id: item.attributes for item in run.items}
    rendered = {}
    for verdict in run.verdicts:
        rendered.setdefault(attributes[verdict.item]["entity"], []).append(verdict.labels["predicted"])
    expected = [
        name for name, genders in sorted(rendered.items())
        if len(genders) >= ONE_GENDER_ITEMS and genders.count("male") >= ONE_GENDER / 100 * len(genders)
    ]  # fmt: skip
    assert one_gender(run, "male") == expected
    assert expected
