"""Figures in a real browser: drawn, kept in place, clicked, downloaded."""

import csv
import io
import re

import pytest

from .browser import PLACES, count, draw_all, link, settled, top_of, until


def test_every_figure_is_drawn_and_comes_as_svg_and_csv(visit, page_file):
    page = visit(page_file)
    figures = draw_all(page)
    assert figures.count() > 8
    assert page.locator("figure .chart svg").count() == figures.count()
    with page.expect_download() as download:
        figures.first.get_by_role("button", name=re.compile("as SVG")).click()
    svg = download.value.path().read_text("utf-8")
    assert svg.startswith("<svg")
    assert "var(--" not in svg
    with page.expect_download() as download:
        figures.first.get_by_role("button", name=re.compile("as CSV")).click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8"))))
    assert {row["measure"] for row in rows} == {"accuracy"}


def test_a_chart_leads_to_its_sentences(visit, page_file, sets):
    run_set = sets["WinoMT, Spanish"]
    page = visit(page_file)
    figure = page.locator(f"figure[data-chart='matrix-{run_set.id}']")
    figure.scroll_into_view_if_needed()
    figure.locator("svg .mark-rect path").first.wait_for()
    cell = figure.locator("svg .mark-text.role-mark text").first
    number = int(cell.text_content().replace(",", ""))
    cell.click(force=True)
    until(lambda: page.evaluate("location.hash").startswith("#sentences?"))
    assert count(page) == number


@pytest.mark.parametrize("viewport", PLACES, ids=["wide", "phone"])
def test_figures_keep_their_place_free(visit, page_file, viewport):
    page = visit(page_file, viewport=viewport)
    settled(page)
    sizes = page.evaluate(
        "[...document.querySelectorAll('figure[data-reserved]')].map(f => [f.dataset.chart, "
        "+f.dataset.reserved, +f.querySelector('svg').getAttribute('height')])"
    )
    assert sizes
    for name, reserved, drawn in sizes:
        assert abs(reserved - drawn) <= max(15, 0.05 * drawn), name


def test_a_click_in_a_chart_brings_its_sentences_into_view(visit, page_file, sets):
    page = visit(page_file)
    settled(page)
    figure = page.locator(f"figure[data-chart='matrix-{sets['WinoMT, Spanish'].id}']")
    figure.scroll_into_view_if_needed()
    figure.locator("svg .mark-text.role-mark text").first.click(force=True)
    until(lambda: page.evaluate("location.hash").startswith("#sentences?"))
    count(page)
    until(lambda: 0 <= top_of(page, "#sentences") < 80)
    assert page.locator(".row").first.is_visible()


def test_the_occupations_name_their_system_above_with_the_choice_of_it_and_two_axes(visit, page_file, sets):
    page = visit(page_file)
    settled(page)
    figure = page.locator(f"figure[data-chart='stereotypes-{sets['WinoMT, Spanish'].id}']")
    assert figure.locator("h3").inner_text() == "Occupation by occupation: google"
    chart = figure.locator(".chart").bounding_box()
    assert figure.locator("select").bounding_box()["y"] < chart["y"]
    figure.locator("select").select_option("bing")
    until(lambda: figure.get_attribute("data-drawn") == "bing")
    assert figure.locator("h3").inner_text() == "Occupation by occupation: bing"
    assert figure.locator("svg .role-axis-title text").count() == 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_labels_stand_above_their_bars_and_rows_are_as_high_as_their_text(visit, page_file, sets, scheme):
    page = visit(
        page_file,
        link(sets["WinoMT, Spanish"], system="google", beside="bing"),
        viewport=PLACES[1],
        color_scheme=scheme,
    )
    count(page)
    settled(page)
    clipped = page.evaluate("""[...document.querySelectorAll('.paged .row, .paged .row *')].filter(
        e => e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflow !== 'visible').length""")
    assert clipped == 0
    heights = page.evaluate("[...document.querySelectorAll('.paged .row')].map(row => row.offsetHeight)")
    assert len(set(heights)) > 1
    page.get_by_role("button", name=re.compile("more$")).click()
    assert page.locator(".paged .row").count() == 80
    wide = page.evaluate("""[...document.querySelectorAll('figure[data-chart] .chart')].filter(
        box => box.offsetParent && box.scrollWidth > box.clientWidth + 1).map(box =>
        box.parentElement.dataset.chart)""")
    assert wide == []
    overlapping = page.evaluate("""[...document.querySelectorAll(
        'figure[data-chart] svg .role-axis-label')].filter(axis => {
        const boxes = [...axis.querySelectorAll('text')].filter(
            t => t.textContent && t.getAttribute('opacity') !== '0' &&
            !/rotate/.test(t.getAttribute('transform'))).map(t => t.getBoundingClientRect());
        return boxes.some((a, i) => boxes.slice(i + 1).some(b => a.left < b.right && b.left < a.right && a.top <
        b.bottom && b.top < a.bottom));
    }).length""")
    assert overlapping == 0
    table = page.locator("#glance .scroll").first
    table.evaluate("box => box.scrollLeft = 200")
    first = table.locator("tbody th").first.bounding_box()
    assert first["x"] >= 0
