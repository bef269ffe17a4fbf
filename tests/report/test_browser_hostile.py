"""Hostile outputs and figures in a real browser: they show as text. What else may be hostile is in tests/attack."""

import re
from urllib.parse import urlencode

from askew.report.escape import for_terminal
from askew.report.page import html_page
from askew.report.sets import run_sets

from .browser import count, link, until

HOSTILE = (
    "<script>alert(1)</script></script><img src=x onerror=alert(2)>\"'&amp; {{ 7 * 6 }} la médica "
    "\u202eegnaro\u202c \N{GRINNING FACE} fin"
)
EVIL = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>"


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
    assert page.title() == for_terminal(HOSTILE)
    by_text = {output.text: output.id for output in run.outputs}
    page.evaluate("hash => { location.hash = hash }", "#item?" + urlencode({"set": run_set.id, "id": by_text[HOSTILE]}))
    page.locator("dialog[open]").wait_for()
    shown = page.locator("dialog .output").inner_text()
    assert shown == for_terminal(HOSTILE)
    assert page.locator("img").count() == 0
    page.keyboard.press("Escape")
    page.evaluate("hash => { location.hash = hash }", "#item?" + urlencode({"set": run_set.id, "id": by_text[long]}))
    until(lambda: page.evaluate("document.querySelector('dialog .output')?.textContent.length") == len(long))
    page.keyboard.press("Escape")
    page.get_by_label("search").fill("</script>")
    found = sum("</script>" in output.text for output in run.outputs)
    until(lambda: count(page) == found)
    page.get_by_role("button", name="Clear all filters").click()
    page.locator(".row .more").first.wait_for()  # the long line is cut in the list


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
