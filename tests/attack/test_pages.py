"""Pages in a real browser whose every text is hostile: nothing of it runs, nothing is loaded, all of it shows as
text.
"""

import json
import re
from urllib.parse import urlencode

import pytest

import askew as api
from askew.report.page import html_page
from askew.report.sets import run_sets
from askew.report.site import build

RUNS = "window.ran = 1"
EVIL = (
    f"</script></style></title></textarea><script>{RUNS}</script><img src=x onerror='{RUNS}'><svg onload={RUNS}>"
    f"<iframe src='javascript:{RUNS}'></iframe><a href=\"javascript:{RUNS}\" onmouseover='{RUNS}'>x</a>"
    f"<base href='http://192.0.2.1/'><link rel=stylesheet href=//192.0.2.1/x.css>\" onfocus={RUNS} autofocus x=\" "
    f"{{{{ 7 * 6 }}}} ${{{RUNS}}} --><!-- \u202egnaro\u202c \u2028 \x1b[2J\x1b]0;x\x07 [x](javascript:{RUNS})"
)
LINK = f"javascript:{RUNS}//"
FEW = api.Resampling(100)
# Every window of choices is opened, every button pressed, every field filled in.
TOUCH = f"""() => {{
    for (const each of document.querySelectorAll('details')) each.open = true
    for (const each of document.querySelectorAll('select')) {{
        each.selectedIndex = each.options.length - 1
        each.dispatchEvent(new Event('change', {{bubbles: true}}))
    }}
    for (const each of document.querySelectorAll('input[type=search], input[type=text]')) {{
        each.value = {json.dumps(EVIL[:60])}
        each.dispatchEvent(new Event('input', {{bubbles: true}}))
    }}
    for (const each of document.querySelectorAll('*')) {{
        for (const kind of ['focus', 'mouseover', 'mouseenter', 'pointerover']) each.dispatchEvent(new Event(kind))
    }}
}}"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two systems on sentences of one's own: names, sentences, columns and their values are hostile, and so are the
    names of files.
    """
    root = tmp_path_factory.mktemp("x' onerror='window.ran = 1") / "<img src=x onerror=alert(1)>"
    root.mkdir()
    flat = EVIL.replace("\u2028", " ")
    rows = [
        f"{number} nurse slept {flat}\tLa enfermera {flat}\tEl enfermero {flat}\t{gender}\t{flat[:300]}{number % 2}"
        for number, gender in enumerate(["feminine", "masculine", "open"] * 4)
    ]
    header = "source\tfeminine\tmasculine\tgender\t" + flat[:200]
    table = root / "<b>pairs.tsv"
    table.write_text("\n".join([header, *rows]) + "\n", "utf-8")
    for number, noun in enumerate(["La enfermera", "El enfermero"]):
        hyp = [f"{noun} {EVIL} {k}" for k in range(12)]
        where = {"out": root / f"{number}<svg onload=alert(1)>", "name": f"{LINK}{number} {EVIL}"}
        api.score("pairs", target="es", hyp=hyp, pairs=str(table), resampling=FEW, **where)
    return sorted(path for path in root.iterdir() if path.is_dir())


@pytest.fixture
def harmless(chromium):
    """Opens a page and looks for whatever got loose; ``harmless(path)`` gives it back for more."""
    contexts, asked, said = [], [], []

    def open_page(path, hash=""):
        context = chromium.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
        context.set_default_timeout(600_000)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
        page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        page.goto(path.as_uri() + hash)
        is_harmless(page)
        page.evaluate(TOUCH)
        is_harmless(page)
        assert set(asked) == {path.as_uri()}
        assert not said
        asked.clear()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not said


def is_harmless(page):
    assert page.evaluate("window.ran") is None
    assert page.locator("img, iframe, base, link[rel=stylesheet], svg[onload]").count() == 0
    loose = """() => [...document.querySelectorAll('*')].filter(each => [...each.attributes].some(
        a => a.name.startsWith('on') || (['href', 'src', 'action', 'xlink:href'].includes(a.name)
        && /^\\s*(javascript|data|https?|\\/\\/)/i.test(a.value) && !each.hasAttribute('download')
        && !/^https:\\/\\/(aclanthology\\.org|arxiv\\.org|doi\\.org|github\\.com)\\//.test(a.value)))
    ).map(each => each.outerHTML.slice(0, 300))"""
    assert page.evaluate(loose) == []
    # Nothing reorders what stands beside it; a label in a figure stands alone.
    turning = """() => [...document.querySelectorAll('body *:not(script, svg *)')].filter(each => [...each.childNodes].some(
        node => node.nodeType === 3 && /[\u202a-\u202e\u2066-\u2069\x1b]/.test(node.data))
    ).map(each => each.outerHTML.slice(0, 300))"""
    assert page.evaluate(turning) == []


def has_it_as_text(page):
    """Whether the hostile text is there to be read."""
    return page.evaluate("text => document.body.textContent.includes(text)", f"<img src=x onerror='{RUNS}'>")


def gate_file(place, runs):
    """What a gate said, by a hand that means harm."""
    rule = {
        "rule": EVIL, "kind": "max-drop", "score": EVIL, "limit": 1, "outcome": "fail", "about": EVIL, "baseline": 50,
        "candidate": 40, "worse_by": 10, "reason": EVIL, "change": EVIL,
    }  # fmt: skip
    lost = dict.fromkeys(("id", "source", "baseline", "candidate", "verdict", "reason"), EVIL)
    said = {
        "outcome": "fail", "baseline": runs[0].system, "candidate": runs[1].system, "suite": "pairs", "target": "es",
        "alpha": 0.05, "rules": [rule], "signature": EVIL, "right_before": 3, "won": 1, "lost": [lost],
    }  # fmt: skip
    (place / "gate.json").write_text(json.dumps(said))
    return place / "gate.json"


def test_a_report_with_a_gate(harmless, runs, tmp_path, askew):
    words = ("report", *runs, "--gate", gate_file(tmp_path, [api.load(run) for run in runs]), "--title", EVIL)
    made = askew(*words, "-o", tmp_path / "report.html")
    assert (made.returncode, made.stderr) == (0, "")
    page = harmless(tmp_path / "report.html")
    page.wait_for_selector("html[data-ready]")
    is_harmless(page)
    assert page.title().startswith(EVIL[:60])
    assert has_it_as_text(page)


def test_the_sentences_and_the_window_of_one(harmless, runs, tmp_path):
    loaded = [api.load(run) for run in runs]
    (tmp_path / "page.html").write_text(html_page(loaded, title=EVIL), "utf-8")
    [run_set] = run_sets(loaded)
    first, second = run_set.names
    address = "#sentences?" + urlencode({"set": run_set.id, "system": first, "beside": second, "q": EVIL})
    page = harmless(tmp_path / "page.html", address)
    page.goto(
        (tmp_path / "page.html").as_uri() + "#item?" + urlencode({"set": run_set.id, "id": loaded[0].items[0].id})
    )
    page.locator("dialog[open] .output").first.wait_for()
    is_harmless(page)
    assert "<script>" in page.locator("dialog .output").first.inner_text()
    assert "<script>" in page.locator("dialog").inner_text()


@pytest.mark.parametrize("hash", [f"#{EVIL}", f"#sentences?set={EVIL}&system={EVIL}", f"#item?id={LINK}", f"#{LINK}"])
def test_an_address_that_means_harm(harmless, runs, tmp_path, hash):
    (tmp_path / "page.html").write_text(html_page([api.load(runs[0])]), "utf-8")
    harmless(tmp_path / "page.html", hash.replace("\x1b", "").replace("\x07", "").replace(" ", "%20"))


def test_a_site_and_its_page_that_compares(harmless, runs, tmp_path):
    built = build(runs, tmp_path / "site", title=EVIL)
    pages = sorted((tmp_path / "site").rglob("*.html"))
    assert len(pages) == built.pages == 5
    for path in pages:
        assert re.fullmatch(r"[\w.-]+", path.name)
        page = harmless(path)
        assert has_it_as_text(page)
    assert {path.parent.name for path in pages} == {"site", "sets", "systems"}


def test_records_in_a_notebook(harmless, runs, tmp_path):
    """A notebook shows them in a page without a policy of its own."""
    loaded = [api.load(run) for run in runs]
    shown = [*loaded, api.compare(*loaded, resampling=FEW), *loaded[0].scores.values()]
    path = tmp_path / "notebook.html"
    path.write_text("<meta charset=utf-8>" + "".join(each._repr_html_() for each in shown), "utf-8")
    assert has_it_as_text(harmless(path))
