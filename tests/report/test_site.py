"""The site: what it has, what a rebuild touches, what it shows of people."""

import base64
import gzip
import json
import re
import shutil
from dataclasses import replace

import pytest

import askew
from askew.analyses.findings import Claim
from askew.core.errors import UsageError
from askew.core.records import Score
from askew.report import people
from askew.report.decisions import decide
from askew.report.findings import findings_of
from askew.report.sets import run_sets
from askew.report.site import build


@pytest.fixture(scope="module")
def folders(simplegen, tmp_path_factory):
    """Four runs of three systems in two tables."""
    root = tmp_path_factory.mktemp("runs")
    texts = {"first": "La médica.", "second": "El médico.", "third/<i>": "La enfermera."}
    for number, (name, text) in enumerate(texts.items()):
        simplegen(text, name=name, subset="mofc", out=root / f"mofc-{number}")
    simplegen("El director.", name="first", subset="fofc", out=root / "fofc")
    return root


def runs_in(root):
    return sorted(path for path in root.iterdir() if path.is_dir())


def state(site):
    return {
        str(path.relative_to(site)): (path.stat().st_mtime_ns, path.read_bytes())
        for path in site.rglob("*")
        if path.is_file()
    }


def test_a_site_has_an_index_a_page_per_table_and_system_and_one_to_compare(folders, tmp_path):
    built = build(runs_in(folders), tmp_path / "site")
    assert built.pages == len(built.written) == 2 + 2 + 3
    names = {path.name for path in (tmp_path / "site").rglob("*.html")}
    assert {"index.html", "compare.html", "first.html", "second.html", "third__i_.html"} <= names
    index = (tmp_path / "site/index.html").read_text("utf-8")
    links = re.findall(r'href="((?:sets|systems)/[^"#]+)"', index)
    assert len(set(links)) == 5
    assert all((tmp_path / "site" / link).is_file() for link in links)
    assert "third/&lt;i&gt;" in index


def test_a_rebuild_touches_only_what_changed(folders, tmp_path):
    runs, site = tmp_path / "runs", tmp_path / "site"
    shutil.copytree(folders, runs)
    build(runs_in(runs), site)
    before = state(site)
    again = build(runs_in(runs), site)
    assert again.written == []
    assert state(site) == before
    shutil.rmtree(runs / "mofc-2")
    smaller = build(runs_in(runs), site)
    assert smaller.removed == ["systems/third__i_.html"]
    after = state(site)
    unchanged = {"systems/first.html", "systems/second.html"} | {name for name in before if "fofc" in name}
    assert unchanged
    for name in unchanged:
        assert after[name] == before[name], name
    assert after["index.html"] != before["index.html"]


def test_a_claim_is_the_same_on_every_page(simplegen):
    """A gap that would be sure if its run were tested alone is not, among the tests of a site; no page says
    otherwise.
    """
    runs = [simplegen("La médica.", name=f"s{number}") for number in range(4)]

    def test(tested, protocol, resamples):
        del protocol, resamples
        return [Claim("delta", k, None, 5.0, 0.02 if run is runs[0] else 0.6) for k, run in enumerate(tested)]

    alone = findings_of(run_sets(runs[:1]), decide(run_sets(runs[:1]), test=test))
    assert alone[0].gaps["delta"]["above"] == [0]
    site = decide(run_sets(runs), "on this site", test)
    [table], [own] = findings_of(run_sets(runs), site), findings_of(run_sets(runs[:1]), site)
    assert table.gaps["delta"] == {"above": [], "below": [], "unclear": [0, 1, 2, 3]}
    assert own.gaps["delta"] == {"above": [], "below": [], "unclear": [0]}
    assert own.family == table.family == "Holm over the 4 tests of SimpleGEN on this site"


def test_a_build_that_was_broken_off_is_taken_up(folders, tmp_path, monkeypatch):
    from askew.report import site as module

    whole, calls = module.render, []

    def broken_off(report):
        calls.append(report)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return whole(report)

    monkeypatch.setattr(module, "render", broken_off)
    with pytest.raises(KeyboardInterrupt):
        build(runs_in(folders), tmp_path / "site")
    monkeypatch.undo()
    assert build(runs_in(folders), tmp_path / "site").pages == 7
    build(runs_in(folders), tmp_path / "at once")
    assert {k: v[1] for k, v in state(tmp_path / "site").items()} == {
        k: v[1] for k, v in state(tmp_path / "at once").items()
    }


def test_a_folder_with_something_else_in_it_is_left_alone(folders, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(UsageError, match="not a site that askew made"):
        build(runs_in(folders), tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "mine"
    with pytest.raises(UsageError, match="is a file"):
        build(runs_in(folders), tmp_path / "thesis.txt")


def test_a_record_that_names_files_elsewhere_removes_nothing(folders, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    site = tmp_path / "site"
    site.mkdir()
    (site / "site.json").write_text(json.dumps({"pages": {"../mine.txt": "x"}}))
    assert build(runs_in(folders), site).removed == []
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_every_pair_is_compared_as_askew_compares_it(folders, tmp_path):
    build(runs_in(folders), tmp_path / "site")
    text = (tmp_path / "site/compare.html").read_text("utf-8")
    data = re.search(r'id="data-pairs">([^<]*)<', text)[1]
    [pairs] = json.loads(gzip.decompress(base64.b64decode(data)))
    assert pairs["systems"] == ["first", "second", "third/<i>"]
    assert sorted(pairs["pairs"]) == ["0-1", "0-2", "1-2"]
    [expected] = askew.compare(folders / "mofc-0", folders / "mofc-2", resampling=askew.Resampling(200)).changes
    shown = pairs["pairs"]["0-2"]["mofc"]
    assert shown == [
        pytest.approx(getattr(expected["mofc"], field), abs=1e-4)
        for field in ("baseline", "value", "difference", "low", "high", "p", "p_holm")
    ]


# People


def spoken(run, speakers, gender):
    """The run as if its items were parts of talks."""
    items = [
        replace(item, attributes={**item.attributes, "talk": f"talk-{n % speakers}", "accent": gender(n % speakers)})
        for n, item in enumerate(run.items)
    ]
    values = sorted({item.attributes["accent"] for item in items})
    groups = {
        "talk": {f"talk-{n}": {"mofc": Score(1.0)} for n in range(speakers)},
        "accent": {value: {"mofc": Score(2.0)} for value in values},
    }
    return replace(run, items=items, groups=groups, warnings=("talk-1 sounds odd",))


@pytest.mark.parametrize(
    ("speakers", "accent", "kept"),
    [
        (12, lambda n: "ab"[n % 2], {"a", "b"}),  # six and six
        (12, lambda n: "a" if n < 9 else "b", None),  # nine and three: the three would be the total without the nine
        (30, lambda n: "a" if n < 20 else f"b{n // 2}", {"a"}),  # twenty, and five pairs, ten people together
        (4, lambda n: "a" * (n >= 0), None),
    ],
)
def test_no_single_speaker_and_no_small_group(simplegen, speakers, accent, kept):
    run = spoken(simplegen("La médica.", subset="mofc"), speakers, accent)
    shown = people.without_individuals(run)
    assert shown.groups == (
        {} if kept is None else {"accent": {value: run.groups["accent"][value] for value in sorted(kept)}}
    )
    assert shown.warnings == ()
    assert people.speakers_in(run) == speakers


def everything_in(site):
    """All text of a site, the compressed data too."""
    for path in sorted(site.rglob("*")):
        if path.is_file():
            text = path.read_text("utf-8")
            yield re.sub(r'<script type="text/plain"[^>]*>[^<]*', "", text)
            for name, data in re.findall(r'id="data-([\w-]+)">([^<]*)<', text):
                if name != "vega":
                    yield gzip.decompress(base64.b64decode(data)).decode()


def test_a_site_about_talks_names_no_talk_unless_told_to(talk_runs, tmp_path):
    talks = sorted({item.attributes["talk"] for item in askew.load(talk_runs / "canary-v2-short.en-de").items})
    build(runs_in(talk_runs), tmp_path / "public")
    public = "\n".join(everything_in(tmp_path / "public"))
    assert "no single speaker" in public
    assert "canary-v2" in public
    for talk in talks:
        assert talk not in public
    assert askew.load(talk_runs / "canary-v2-short.en-de").outputs[5].text not in public
    build(runs_in(talk_runs), tmp_path / "private", show_speakers=True)
    private = "\n".join(everything_in(tmp_path / "private"))
    assert all(talk in private for talk in talks)
