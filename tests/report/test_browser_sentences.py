"""The list of sentences in a real browser: filtered, searched, side by side, scrolled, by keyboard, as CSV."""

import csv
import io
from itertools import pairwise
from urllib.parse import urlencode

from askew.analyses.flips import flips
from askew.core.run import load
from askew.report.page import html_page
from askew.report.sets import run_sets

from .browser import choose, count, expected, link, until


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
    texts = {run.system: {output.id: output.text.lower() for output in run.outputs} for run in run_set.runs}
    sources = {item.id: item.source for item in google.items}
    found = sum(
        "enfermera" in text and "nurse" in sources[item] + text
        for by_id in texts.values()
        for item, text in by_id.items()
    )
    until(lambda: count(page) == found)
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


def test_what_a_system_lost_and_won_against_another_has_a_link(visit, page_file, sets):
    run_set = sets["WinoMT, Spanish"]
    google, bing = (dict(run_set.pairs())[name] for name in ("google", "bing"))
    found = flips(bing, google)
    for how, lost in (("lost", found.lost), ("won", found.won)):
        page = visit(page_file, link(run_set, system="google", beside="bing", differ=how))
        assert count(page) == len(lost) > 0
        verdicts = page.locator(".row").first.locator(".verdict").all_inner_texts()
        assert [text == "✓ correct" for text in verdicts] == ([False, True] if how == "lost" else [True, False])


def test_rows_of_talks_show_source_reference_and_output_and_cut_no_line(visit, talk_runs, tmp_path):
    runs = [load(folder) for folder in sorted(talk_runs.iterdir()) if "en-de" in folder.name]
    [run_set] = run_sets(runs)
    (tmp_path / "talks.html").write_text(html_page(runs), encoding="utf-8")
    page = visit(tmp_path / "talks.html", link(run_set, system=run_set.names[0]))
    count(page)
    row = page.locator(".row").first
    texts = [row.locator(name) for name in (".source", ".reference", ".output")]
    boxes = [text.bounding_box() for text in texts]
    assert all(left["x"] + left["width"] <= right["x"] for left, right in pairwise(boxes))
    assert runs[0].items[0].references[0][:20] in texts[1].inner_text()
    below = row.bounding_box()["y"] + row.bounding_box()["height"]
    assert all(box["y"] + box["height"] <= below for box in boxes)
    assert runs[0].items[0].id in row.locator(".meta").inner_text()
    legend = page.locator(".legend")
    assert legend.get_by_text("Differs").is_visible()
    assert legend.get_by_text("Says").is_hidden()  # nobody's gender is asked for here


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


def test_a_row_says_what_was_asked_and_given_and_marks_noun_and_pronoun(visit, page_file, sets):
    run_set = sets["WinoMT, Spanish"]
    page = visit(page_file, link(run_set, system="google", gold="female", predicted="male"))
    count(page)
    row = page.locator(".row").first
    said = row.locator(".meta").get_by_text("asked feminine → given masculine")
    assert said.evaluate("element => element.scrollWidth <= element.clientWidth")  # nothing of it is cut off
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
