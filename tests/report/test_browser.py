"""Pages in a real browser: opened from disk, filtered, searched, compared, printed; nothing is fetched, no policy is broken."""

import csv
import io
import re
import time
from urllib.parse import urlencode

import pytest

import askew
from askew.report.page import html_page
from askew.report.sets import run_sets

HOSTILE = "<script>alert(1)</script></script><img src=x onerror=alert(2)>\"'&amp; {{ 7 * 6 }} la médica \u202eegnaro\u202c \N{GRINNING FACE} fin"


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
    page.wait_for_selector(".status:has-text('judged')")
    return int(re.match(r"[\d,]+", page.inner_text(".status"))[0].replace(",", ""))


def until(true):
    """Waits from outside: Playwright's own way to wait for a condition would evaluate text in the page, which its policy forbids."""
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < 60
        time.sleep(0.05)


def choose(page, name, value):
    page.locator(".choice", has_text=re.compile(f"^{name}")).locator("select").first.select_option(label=value)


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
    choose(page, "gold", "female")
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
    if unfold:
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    figures = page.locator("figure[data-chart]")
    for number in range(figures.count()):
        if not figures.nth(number).is_visible():
            continue
        figures.nth(number).scroll_into_view_if_needed()
        until(lambda: figures.nth(number).get_attribute("data-drawn"))  # noqa: B023
    return figures


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
    assert {row["measure"] for row in rows} == {"accuracy", "delta_g", "delta_s"}


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


def test_the_page_prints_with_its_figures(visit, page_file):
    page = visit(page_file)
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    drawn = (
        "[...document.querySelectorAll('figure[data-chart]')].every(f => f.offsetParent === null || f.dataset.drawn)"
    )
    until(lambda: page.evaluate(drawn))
    assert page.locator("nav").is_hidden()
    assert page.locator("#sentence-browser").is_hidden()
    assert page.locator("#statement").is_visible()
    assert page.locator("thead th").first.inner_text() == "system"
    assert page.pdf(format="A4").startswith(b"%PDF")


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
