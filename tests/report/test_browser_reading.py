"""Finding one's way in a page, in a real browser: links, navigation, explanations, sorted tables, a site of pages."""

import pytest

import askew
from askew.analyses.flips import flips

from .browser import PLACES, choose, count, link, settled, top_of, until


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("viewport", PLACES, ids=["wide", "phone"])
def test_a_link_opened_fresh_arrives_where_it_leads_and_stays_there(visit, page_file, sets, viewport, motion):
    page = visit(
        page_file,
        link(sets["WinoMT, Spanish"], q="nurse", verdict="incorrect"),
        viewport=viewport,
        reduced_motion=motion,
    )
    count(page)
    assert 0 <= top_of(page, "#sentences") < 80
    settled(page)
    assert 0 <= top_of(page, "#sentences") < 80
    assert page.locator(".row").first.is_visible()


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("viewport", PLACES, ids=["wide", "phone"])
def test_the_navigation_arrives_at_each_section(visit, page_file, viewport, motion):
    page = visit(page_file, viewport=viewport, reduced_motion=motion)
    names = page.locator("nav a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert len(names) == 5
    for name in (*names[:-1], *names[:-1]):  # at once, while figures are drawn, and again
        page.locator(f"nav a[href='{name}']").click()
        assert 0 <= top_of(page, name) < 80, name
    settled(page)
    assert 0 <= top_of(page, name) < 80


def test_a_reader_who_moves_on_is_not_brought_back(visit, page_file, sets):
    page = visit(page_file, link(sets["WinoMT, Spanish"]))
    count(page)
    page.mouse.wheel(0, -2000)
    until(lambda: top_of(page, "#sentences") > 500)
    settled(page)
    assert top_of(page, "#sentences") > 500


def test_headings_and_words_explain_themselves_under_pointer_and_focus(visit, page_file):
    page = visit(page_file)
    settled(page)
    tip = page.locator("#tooltip")
    for place in ("thead .sorter:text-is('ΔG')", "dfn:text-is('ΔG')", "figure svg text:text-is('ΔG')"):
        word = page.locator(place).first
        word.scroll_into_view_if_needed()
        word.hover()
        until(tip.is_visible)
        assert "F1 on people" in tip.inner_text()
        page.keyboard.press("Escape")
        assert tip.is_hidden()
        word.focus()
        until(tip.is_visible)
        assert "F1 on people" in tip.inner_text()
        page.locator("body").click(position={"x": 2, "y": 2})
        word.blur()
        until(tip.is_hidden)


def test_the_first_screen_tells_the_story(visit, page_file, sets, real_runs):
    page = visit(page_file)
    settled(page)
    headline = page.locator("#glance .lead-in + ul, #glance .headline").first
    best, last = sorted(real_runs[:2], key=lambda run: -run.scores["accuracy"].value)
    assert f"{best.system} gives the right gender to {best.scores['accuracy'].value:.1f}% of people" in page.inner_text(
        "#glance"
    )
    assert headline.is_visible()
    quotes = page.locator("#glance blockquote")
    assert quotes.count() >= 2
    assert "asked" in quotes.first.inner_text()
    assert page.locator("#glance figure svg").count() >= 1
    folded = page.locator("#glance details:not([open])")
    assert folded.count() >= 1
    assert "can't tell" in folded.first.inner_text()
    quotes.first.get_by_role("link").click()
    page.locator("dialog[open]").wait_for()
    del last, sets


def test_tables_sort_by_a_click(visit, page_file):
    page = visit(page_file)
    table = page.locator("table").first
    heading = table.locator("thead th").nth(2)
    for order in ("ascending", "descending"):
        heading.get_by_role("button").click()
        assert heading.get_attribute("aria-sort") == order
        values = [
            float(v)
            for v in table.locator("tbody tr td:nth-child(3)").evaluate_all("all => all.map(e => e.dataset.number)")
            if v
        ]
        assert values == sorted(values, reverse=order == "descending")


def test_a_site_compares_any_two_and_leads_to_their_sentences(visit, simplegen, tmp_path):
    from askew.report.site import build

    for name, text in (("first", "La médica."), ("second", "El médico."), ("third", "La enfermera.")):
        simplegen(text, name=name, subset="mofc", out=tmp_path / "runs" / name)
    build(sorted((tmp_path / "runs").iterdir()), tmp_path / "site")
    page = visit(tmp_path / "site/index.html")
    page.get_by_role("link", name="Compare two").click()
    choose(page, "to", "second")
    [change] = [
        c["mofc"]
        for c in askew.compare(
            *(tmp_path / "runs" / n for n in ("first", "second")), resampling=askew.Resampling(200)
        ).changes
    ]
    cell = page.locator("tr", has=page.get_by_role("rowheader", name="MoFc", exact=True)).locator("td").nth(2)
    assert cell.locator(".value").inner_text() == f"−{abs(change.difference):.1f}"
    assert page.locator("dfn:text-is('MoFc')").get_attribute("aria-description")
    first, second = (askew.load(tmp_path / "runs" / name) for name in ("first", "second"))
    page.get_by_role("link", name="right for first only").click()
    page.wait_for_url("**/sets/**")
    assert count(page) == len(flips(first, second).lost)
    page.go_back()
    page.get_by_role("link", name="where verdicts differ").click()
    page.wait_for_url("**/sets/**")
    differing = sum(
        a.labels["verdict"] != b.labels["verdict"] for a, b in zip(first.verdicts, second.verdicts, strict=True)
    )
    assert count(page) == differing
    page.get_by_role("link", name="All systems").click()
    page.get_by_role("link", name="second", exact=True).click()
    assert page.locator("h1").inner_text() == "second"
