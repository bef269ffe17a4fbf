"""Pages on paper, on a phone, without JavaScript, and for those who hear them read."""

import shutil
import subprocess

import pytest

from askew.report.page import html_page
from askew.report.sets import run_sets

from .browser import count, draw_all, link, settled


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


def test_the_page_says_what_it_can_without_javascript(visit, page_file):
    page = visit(page_file, java_script_enabled=False)
    assert page.locator("table").first.is_visible()
    assert "need JavaScript" in page.inner_text("#sentences")
