"""Pages in a real browser: opened from disk, filtered, searched, compared, printed; nothing is fetched, no policy
is broken.
"""

import csv
import io
import re
import shutil
import subprocess
import time
from urllib.parse import urlencode

import pytest

import askew
from askew.report.page import html_page
from askew.report.sets import run_sets

HOSTILE = (
    "<script>alert(1)</script></script><img src=x onerror=alert(2)>\"'&amp; {{ 7 * 6 }} la médica "
    "\u202eegnaro\u202c \N{GRINNING FACE} fin"
)


@pytest.fixture(scope="module")
def page_file(real_runs, tmp_path_factory, chromium):
    assert chromium
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(html_page(real_runs), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def sets(real_runs):
    return {run_set.label: run_set for run_set in run_sets(real_runs)}


def link(run_set, **fields):
    return "#sentences?" + urlencode({"set": run_set.id, **fields})


def count(page):
    """How many rows the list has."""
    page.wait_for_selector(".status:has-text('items')")
    return int(page.get_attribute(".viewport", "data-rows"))


def settled(page):
    """Waits until every figure is drawn."""
    page.wait_for_selector("html[data-ready]", timeout=60_000)
    page.wait_for_timeout(100)  # two frames, in which a place is taken up for the last time


def until(true):
    """Waits from outside: Playwright's own way to wait for a condition would evaluate text in the page, which its
    policy forbids.
    """
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < 60
        time.sleep(0.05)


def choose(page, name, value):
    within = page.locator("#sentences .choice, #compare .choice")  # figures have choices too
    within.filter(has_text=re.compile(f"^{name}")).locator("select").first.select_option(label=value)


def expected(run, **wanted):
    attributes = {item.id: item.attributes for item in run.items}
    return sum(
        all({**attributes[v.item], **v.labels}.get(name) == value for name, value in wanted.items())
        for v in run.verdicts
    )


def test_filters_and_search_show_what_the_runs_hold(visit, page_file, sets):
    run_set = sets["WinoMT, Spanish"]
    page = visit(page_file, link(run_set))
    assert count(page) == 2 * 3888
    google = dict(run_set.pairs())["google"]
    choose(page, "system", "google")
    assert count(page) == 3888
    choose(page, "gold", "feminine")
    choose(page, "verdict", "incorrect")
    assert count(page) == expected(google, gold="female", verdict="incorrect")
    choose(page, "entity", "nurse")
    assert count(page) == expected(google, gold="female", verdict="incorrect", entity="nurse")
    address = page.evaluate("location.hash")
    page.get_by_role("button", name="Clear all filters").click()
    page.get_by_label("search").fill("ENFERMERA nurse")
    page.wait_for_timeout(200)
    texts = {run.system: {output.id: output.text.lower() for output in run.outputs} for run in run_set.runs}
    sources = {item.id: item.source for item in google.items}
    assert count(page) == sum(
        "enfermera" in text and "nurse" in sources[item] + text
        for by_id in texts.values()
        for item, text in by_id.items()
    )
    again = visit(page_file, address)  # every view has a link
    assert count(again) == expected(google, gold="female", verdict="incorrect", entity="nurse")


def test_two_systems_stand_side_by_side_with_their_differences(visit, page_file, sets):
    run_set = sets["WinoMT, Spanish"]
    google, bing = (dict(run_set.pairs())[name] for name in ("google", "bing"))
    page = visit(page_file, link(run_set, system="google", beside="bing", differ="verdict"))
    theirs = {verdict.item: verdict.labels["verdict"] for verdict in bing.verdicts}
    differing = [verdict.item for verdict in google.verdicts if verdict.labels["verdict"] != theirs[verdict.item]]
    assert count(page) == len(differing)
    row = page.locator(".row").first
    outputs = row.locator(".output").all_inner_texts()
    texts = [{output.id: output.text for output in run.outputs}[differing[0]] for run in (google, bing)]
    assert outputs == texts
    assert row.locator("mark.differs").count() > 0
    assert row.locator(".output").first.locator("mark.found").count() > 0


def test_an_item_has_a_link_and_shows_every_system(visit, page_file, sets):
    run_set = sets["WinoMT, Hebrew"]
    page = visit(page_file, "#item?" + urlencode({"set": run_set.id, "id": "17"}))
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    assert dialog.locator("h3").all_inner_texts() == ["google", "bing"]
    output = dialog.locator(".output").first
    assert output.get_attribute("lang") == "he"
    assert output.evaluate("element => getComputedStyle(element).direction") == "rtl"
    assert dialog.locator(".source").evaluate("element => getComputedStyle(element).direction") == "ltr"
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0


def test_right_to_left_outputs_stay_so_beside_a_verdict(visit, page_file, sets):
    page = visit(page_file, link(sets["WinoMT, Hebrew"], system="google", beside="bing"))
    count(page)
    directions = page.locator(".row .output").evaluate_all("all => all.map(e => getComputedStyle(e).direction)")
    assert set(directions) == {"rtl"}


def test_only_rows_in_view_exist_and_all_can_be_reached(visit, page_file, sets):
    page = visit(page_file, link(sets["WinoMT, Spanish"]))
    assert count(page) == 7776
    assert page.locator(".row").count() < 40
    page.evaluate("() => { const v = document.querySelector('.viewport'); v.scrollTop = v.scrollHeight }")
    page.wait_for_selector("#row-7775")
    assert page.locator(".row").count() < 40


def test_the_list_works_with_the_keyboard(visit, page_file, sets):
    page = visit(page_file, link(sets["WinoMT, Spanish"], system="google"))
    count(page)
    viewport = page.locator(".viewport")
    viewport.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "End", "Home", "PageDown"):
        page.keyboard.press(key)
    active = viewport.get_attribute("aria-activedescendant")
    assert page.locator(f"#{active}").get_attribute("aria-selected") == "true"
    page.keyboard.press("Enter")
    page.locator("dialog[open]").wait_for()


def test_sentences_come_as_csv(visit, page_file, sets):
    page = visit(page_file, link(sets["WinoMT, Spanish"], system="google", gold="female", verdict="incorrect"))
    shown = count(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download these sentences as CSV").click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8"))))
    assert len(rows) == shown
    assert {row["gold"] for row in rows} == {"female"}
    assert {row["system"] for row in rows} == {"google"}


def draw_all(page, unfold=True):
    settled(page)
    if unfold:
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    return page.locator("figure[data-chart]")


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit, real_runs, tmp_path, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python").Axe()
    hebrew = [run for run in real_runs if run.asked.target == "he"]
    [run_set] = run_sets(hebrew)
    (tmp_path / "page.html").write_text(html_page(hebrew), encoding="utf-8")
    page = visit(tmp_path / "page.html", link(run_set, system="google", beside="bing"), color_scheme=scheme)
    count(page)
    draw_all(page, unfold=False)
    found = axe.run(page).response["violations"]
    page.locator(".row").first.click()
    page.locator("dialog[open]").wait_for()
    found += axe.run(page).response["violations"]
    serious = [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] in ("serious", "critical")]
    assert serious == []


def test_a_phone_needs_no_sideways_scrolling(visit, page_file):
    page = visit(page_file, viewport={"width": 390, "height": 844})
    draw_all(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("soon", [True, False])
def test_a_print_has_every_figure_the_first_sentences_the_signatures_and_page_numbers(
    visit, page_file, sets, tmp_path, soon
):
    """Also at once after opening: a print does not wait for what is drawn in idle time."""
    run_set = sets["WinoMT, Spanish"]
    page = visit(page_file, "" if soon else link(run_set, system="google", gold="female", verdict="incorrect"))
    if not soon:
        count(page)
    pdf = tmp_path / "page.pdf"
    pdf.write_bytes(page.pdf(format="A4"))
    state = page.evaluate(
        "[...document.querySelectorAll('figure[data-chart]')].map(f => [f.dataset.drawn, "
        "f.querySelectorAll('svg').length])"
    )
    assert len(state) > 8
    assert all(drawn and drawn != "failed" and pictures == 1 for drawn, pictures in state)
    if not soon:
        assert page.locator(".printed .row").count() == 50
        assert set(page.locator(".printed .verdict").all_text_contents()) == {"✗ incorrect"}
    if shutil.which("pdftotext") is None:
        pytest.skip("needs pdftotext (Debian's poppler-utils) to read the printed pages")
    pages = subprocess.run(["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, check=True).stdout.split(
        "\f"
    )[:-1]
    text = "\n".join(pages)
    assert all(f"{number} / {len(pages)}" in page for number, page in enumerate(pages, 1))
    assert "By group" in text
    assert "asked feminine → given masculine" in " ".join(text.split())
    assert str(run_set.first.signature).split("|")[0] in text
    assert "resamples:200" in "".join(text.split())
    stranded = {
        "At a glance",
        "Gender",
        "By group",
        "The sentences",
        "Scores",
        "Signatures",
        "Gold and predicted gender",
    }
    for printed in pages:
        *_, last, _ = [line.strip() for line in printed.splitlines() if line.strip()]
        assert last not in stranded


def test_folds_that_a_print_opened_are_closed_again(visit, page_file):
    page = visit(page_file)
    settled(page)
    closed = page.evaluate("document.querySelectorAll('details:not([open])').length")
    page.pdf(format="A4")
    assert page.evaluate("document.querySelectorAll('details:not([open])').length") == closed > 0


PLACES = [{"width": 1400, "height": 900}, {"width": 390, "height": 844}]


def top_of(page, selector):
    """How far below the top of the window an element begins, and how much of it the navigation covers."""
    return page.evaluate("s => document.querySelector(s).getBoundingClientRect().top", selector)


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


def test_a_reader_who_moves_on_is_not_brought_back(visit, page_file, sets):
    page = visit(page_file, link(sets["WinoMT, Spanish"]))
    count(page)
    page.mouse.wheel(0, -2000)
    until(lambda: top_of(page, "#sentences") > 500)
    settled(page)
    assert top_of(page, "#sentences") > 500


def test_a_row_says_what_was_asked_and_given_and_marks_noun_and_pronoun(visit, page_file, sets):
    run_set = sets["WinoMT, Spanish"]
    page = visit(page_file, link(run_set, system="google", gold="female", predicted="male"))
    count(page)
    row = page.locator(".row").first
    assert "asked feminine → given masculine" in row.inner_text()
    item = next(item for item in run_set.first.items if item.attributes["gold"] == "female")
    assert row.locator(".source mark.says").inner_text() in ("she", "her", "hers", "herself")
    assert (
        row.locator(".source mark.found, .source mark.missed").first.inner_text().lower() == item.attributes["entity"]
    )


def test_counts_are_of_items(visit, page_file, sets):
    page = visit(page_file, link(sets["WinoMT, Spanish"]))
    assert count(page) == 2 * 3888
    assert page.inner_text(".status") == "3,888 items, 7,776 outputs"
    choose(page, "system", "google")
    assert page.inner_text(".status") == "3,888 items"


def test_the_items_window_goes_on_to_the_next_sentence_and_says_what_decided(visit, page_file, sets):
    run_set = sets["WinoMT, Spanish"]
    google = dict(run_set.pairs())["google"]
    wrong = [verdict for verdict in google.verdicts if verdict.labels["verdict"] == "incorrect"]
    page = visit(page_file, link(run_set, system="google", verdict="incorrect"))
    page.locator(".row").first.click()
    dialog = page.locator("dialog[open]")
    dialog.wait_for()
    assert dialog.locator("h2").inner_text() == f"Item {wrong[0].item}"
    dialog.get_by_role("button", name="Next sentence").click()
    assert dialog.locator("h2").inner_text() == f"Item {wrong[1].item}"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert dialog.locator("h2").inner_text() == f"Item {wrong[0].item}"
    assert f"1 of {len(wrong):,}" in dialog.inner_text()
    decision = dialog.locator(".decision").first
    assert decision.locator(".verdict.incorrect").evaluate("e => getComputedStyle(e).color") != page.evaluate(
        "getComputedStyle(document.body).color"
    )
    assert wrong[0].reason in dialog.locator(".facts").nth(1).inner_text()


def test_headings_and_words_explain_themselves_under_pointer_and_focus(visit, page_file):
    page = visit(page_file)
    settled(page)
    tip = page.locator("#tooltip")
    for place in ("thead .sorter:text-is('ΔG')", "dfn:text-is('ΔG')"):
        word = page.locator(place).first
        word.scroll_into_view_if_needed()
        word.hover()
        until(tip.is_visible)
        assert "F1 on people" in tip.inner_text()
        page.keyboard.press("Escape")
        assert tip.is_hidden()
        word.focus()
        until(tip.is_visible)
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


def test_the_page_says_what_it_can_without_javascript(visit, page_file):
    page = visit(page_file, java_script_enabled=False)
    assert page.locator("table").first.is_visible()
    assert "need JavaScript" in page.inner_text("#sentences")


def test_hostile_outputs_show_as_text_and_break_nothing(visit, simplegen, tmp_path):
    long = "x" * 1_000_000
    strange = [HOSTILE, "\u202e" * 50, "", "\u0001\u0007", "\u2028"]
    run = simplegen(
        lambda item: long if item.id == "mofc-7" else strange[int(item.id[5:]) % 5], name=HOSTILE, subset="mofc"
    )
    [run_set] = run_sets([run])
    path = tmp_path / "hostile.html"
    path.write_text(html_page([run], title=HOSTILE), encoding="utf-8")
    page = visit(path, link(run_set))
    assert count(page) == 814
    assert page.title() == HOSTILE
    by_text = {output.text: output.id for output in run.outputs}
    page.evaluate("hash => { location.hash = hash }", "#item?" + urlencode({"set": run_set.id, "id": by_text[HOSTILE]}))
    page.locator("dialog[open]").wait_for()
    shown = page.locator("dialog .output").inner_text()
    assert shown == HOSTILE.replace("\u202e", "U+202E").replace("\u202c", "U+202C")
    assert page.locator("img").count() == 0
    page.keyboard.press("Escape")
    page.evaluate("hash => { location.hash = hash }", "#item?" + urlencode({"set": run_set.id, "id": by_text[long]}))
    until(lambda: page.evaluate("document.querySelector('dialog .output')?.textContent.length") == len(long))
    page.keyboard.press("Escape")
    page.get_by_label("search").fill("</script>")
    page.wait_for_timeout(200)
    assert count(page) == sum("</script>" in output.text for output in run.outputs)
    page.get_by_role("button", name="Clear all filters").click()
    page.locator(".row .more").first.wait_for()  # the long line is cut in the list


def test_a_hundred_thousand_items_scroll_and_filter(visit, tmp_path, simplegen):
    run = simplegen("La médica.", subset="mofc")
    times = 100_000 // len(run.items) + 1
    from dataclasses import replace

    copies = range(times)
    many = replace(
        run,
        items=[replace(item, id=f"{item.id}-{k}") for k in copies for item in run.items],
        outputs=[replace(output, id=f"{output.id}-{k}") for k in copies for output in run.outputs],
        verdicts=[replace(verdict, item=f"{verdict.item}-{k}") for k in copies for verdict in run.verdicts],
    )
    [run_set] = run_sets([many])
    path = tmp_path / "many.html"
    path.write_text(html_page([many]), encoding="utf-8")
    page = visit(path, link(run_set))
    assert count(page) == len(many.verdicts) > 100_000
    page.evaluate("() => { const v = document.querySelector('.viewport'); v.scrollTop = v.scrollHeight }")
    page.wait_for_selector(f"#row-{len(many.verdicts) - 1}")
    choose(page, "verdict", "correct")
    assert count(page) == run.counts["mofc"]["correct"] * times


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
    page.get_by_role("link", name=re.compile("side by side")).click()
    page.wait_for_url("**/sets/**")
    first, second = (askew.load(tmp_path / "runs" / name) for name in ("first", "second"))
    differing = sum(
        a.labels["verdict"] != b.labels["verdict"] for a, b in zip(first.verdicts, second.verdicts, strict=True)
    )
    assert count(page) == differing
    page.get_by_role("link", name="All systems").click()
    page.get_by_role("link", name="second", exact=True).click()
    assert page.locator("h1").inner_text() == "second"


EVIL = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>"


def test_a_figure_saved_as_a_page_runs_nothing_from_its_data(visit, tmp_path):
    from askew.report.altair_figures import altair, save

    alt = altair()
    rows = [{"accent": EVIL, "wer": 12.0}, {"accent": "b", "wer": 20.0}]
    chart = alt.Chart(alt.Data(values=rows), title=EVIL).mark_bar().encode(x="wer:Q", y=alt.Y("accent:N", title=EVIL))
    save(chart, tmp_path / "figure.html")
    text = (tmp_path / "figure.html").read_text("utf-8")
    assert "://" not in re.sub(r"<script.*?</script>", "", text, flags=re.S)
    assert "Content-Security-Policy" in text
    page = visit(tmp_path / "figure.html")
    page.locator("figure svg").wait_for()
    assert EVIL[:20] in page.locator("figure svg").text_content()
    assert page.evaluate("window.ran") is None
    assert page.locator("img").count() == 0


def test_the_figures_of_analyses_and_sweeps_run_nothing_from_their_data(visit, tmp_path):
    from askew.analyses.gaps import Gap, Gaps
    from askew.core.records import Score
    from askew.report.altair_figures import gaps_figure, save

    groups = {EVIL: Score(10.0, 8.0, 12.0, n=5), "b": Score(20.0, 18.0, 22.0, n=5)}
    gap = Gap(groups, [], None, None, None, False, "")
    made = Gaps(
        system=EVIL, attribute="accent", drawn="speaker", sizes={EVIL: 5, "b": 5}, unknown=0, measures={"wer": gap}
    )
    save(gaps_figure([made], "wer"), tmp_path / "gaps.html")
    page = visit(tmp_path / "gaps.html")
    page.locator("figure svg").wait_for()
    assert page.evaluate("window.ran") is None
