"""A site over versions: which runs belong together, their trend, what changed since a release."""

import re
from dataclasses import replace

import pytest

from askew.analyses.flips import flips
from askew.core.errors import UsageError
from askew.core.run import load
from askew.report.history import lines_of
from askew.report.sets import run_sets
from askew.report.site import build

from .browser import PLACES, count, settled


@pytest.fixture(scope="module")
def folders(simplegen, tmp_path_factory):
    """Three versions of one system and one of another; the second version is the best, the third loses some of it."""
    root = tmp_path_factory.mktemp("runs")

    def every(step):
        return lambda item: "La directora." if int(item.id.rpartition("-")[2]) % step == 0 else "El director."

    for name, rule in (
        ("ours@1.0", "El director."),
        ("ours@1.1", every(2)),
        ("ours@1.2", every(4)),
        ("theirs", every(3)),
    ):
        simplegen(rule, name=name, subset="mofc", out=root / name)
    return root


@pytest.fixture(scope="module")
def site(folders, tmp_path_factory):
    out = tmp_path_factory.mktemp("site") / "site"
    build(sorted(folders.iterdir()), out, releases=[folders / "ours@1.1"])
    return out


def test_runs_of_one_system_are_its_versions_in_order(folders):
    [run_set] = run_sets([load(folder) for folder in sorted(folders.iterdir())])
    lines = lines_of(run_set)
    assert [(line.system, list(line.labels)) for line in lines] == [
        ("ours", ["1.0", "1.1", "1.2"]),
        ("theirs", [load(folders / "theirs").created[:10]]),
    ]


def test_runs_of_one_name_are_told_apart_by_their_day(folders):
    run = load(folders / "theirs")
    older = replace(run, created="2025-01-02T03:04:05+00:00")
    [run_set] = run_sets([run, older])
    assert run_set.names == [f"theirs ({run.created[:10]})", "theirs (2025-01-02)"]
    [line] = lines_of(run_set)
    assert list(line.places) == [1, 0]


def test_the_index_shows_the_newest_version_and_what_it_lost(site, read_page):
    index = read_page((site / "index.html").read_text("utf-8"))
    shown = " ".join(index.texts).rpartition("Intended use")[0]
    assert "ours@1.2" in shown
    assert "ours@1.0" not in shown  # on its system's page
    links = [attributes["href"] for tag, attributes in index.tags if tag == "a" and "differ=lost" in attributes["href"]]
    [link] = links  # of the system that was released; another is no later version of it
    assert re.match(r"sets/[\w-]+\.html#sentences\?set=", link)
    assert "beside=ours%401.1" in link
    rows = next(iter(index.block("charts").values()))["variants"]
    [points] = rows.values()
    assert [(row["version"], row["kind"]) for row in points] == [
        ("1.0", "version"),
        ("1.1", "release"),
        ("1.2", "version"),
    ]
    assert len({row["chain"] for row in points}) == 1


def test_a_systems_page_has_its_versions_and_a_tables_page_what_changed(site, read_page):
    system = " ".join(read_page((site / "systems/ours.html").read_text("utf-8")).texts)
    assert "1.1 (release)" in system
    assert "since the one before" in system
    [table] = (site / "sets").glob("*.html")
    shown = " ".join(read_page(table.read_text("utf-8")).texts)
    assert "Since the release" in shown
    assert "mailto:" not in table.read_text("utf-8")  # a name with a version is no address
    assert "Of 4 runs" in shown
    assert "Lost: right for ours@1.1, not for ours@1.2" in shown


def test_marking_another_release_redraws_what_shows_it(folders, tmp_path):
    runs = sorted(folders.iterdir())
    build(runs, tmp_path / "site")
    assert "since the release" not in (tmp_path / "site/index.html").read_text("utf-8")
    again = build(runs, tmp_path / "site", releases=[folders / "ours@1.0"])
    assert "index.html" in again.written
    assert any(name.startswith("sets/") for name in again.written)
    assert "systems/theirs.html" not in again.written
    assert build(runs, tmp_path / "site", releases=[folders / "ours@1.0"]).written == []
    with pytest.raises(UsageError, match="not among its runs"):
        build(runs[:1], tmp_path / "other", releases=[folders / "theirs"])


@pytest.mark.parametrize("viewport", PLACES, ids=["wide", "phone"])
def test_a_site_over_versions_in_a_browser(visit, site, folders, viewport):
    page = visit(site / "index.html", viewport=viewport)
    settled(page)
    figure = page.locator("figure[data-chart='trend']")
    assert figure.get_attribute("data-drawn") != "failed"
    assert figure.locator("svg text:text-is('1.1')").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("a[href*='differ=lost']").first.click()
    page.wait_for_url("**/sets/**")
    assert count(page) == len(flips(load(folders / "ours@1.1"), load(folders / "ours@1.2")).lost) > 0
    page.get_by_role("link", name="Since the release").click()
    assert page.locator("#release").get_by_text("Lost: right for ours@1.1, not for ours@1.2").is_visible()
