"""Makes docs/gallery and its page from real runs: reports are built, opened in Chromium and photographed.

    ASKEW_DATA=… python -m studies.gallery.page [PICTURE…]

Needs what the tests need (scripts/requirements-test.txt, Debian's chromium), and the data sets WinoMT, WinoST and ACL
60/60.
"""

import itertools
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import askew
from askew.core.resampling import Resampling
from askew.core.run import Run
from askew.gate.gate import gate
from askew.gate.rules import MAX, MAX_DROP, Rules, parse_rule
from askew.report.page import html_page
from askew.report.sets import run_sets
from askew.report.site import build
from scripts import live_example
from studies.pages import DATA, DOCS, made_by, section, write

GALLERY = DOCS / "gallery"
SPEECH = ("canary-v2", "gemma_whisper", "owsm4.0-ctc", "phi4multimodal", "qwen3omni", "seamlessm4t", "tower_whisper")
RESAMPLES = 2000  # pictures show intervals to a pixel
RULES = ((MAX_DROP, "accuracy=2"), (MAX_DROP, "accuracy[gold=female]=2"), (MAX, "lost-right[gold=female]=10"))
QUALITY = 82  # of the pictures, JPEG

PICTURES = {
    "glance": "At a glance: nine systems, text and speech, into Spanish",
    "gender": "ΔG and ΔS with intervals, text and speech",
    "occupations": "Occupation by occupation: feminine against masculine referents",
    "sentences": "The sentences, two systems side by side, in the dark",
    "item": "One item, written from right to left",
    "talks": "Talks: whole against in segments",
    "phone": "On a phone",
    "site": "The site's leaderboard",
    "compare": "Any two systems compared",
    "gate": "A gate that failed: bing's sentences that google lost, those a broken rule counts first",
    "versions": "A site over versions: a stand-in's trend, and what was lost since the release",
}


@cache
def wino(suite: str, system: str, target: str) -> Run:
    path = (
        f"winomt/translations/{system}/en-{target}.txt.gz"
        if suite == "winomt"
        else f"winost/outputs/{system}/en-{target}.jsonl.gz"
    )
    return askew.score(suite, target=target, hyp=DATA / path, name=system, resampling=Resampling(RESAMPLES))


@cache
def spanish() -> list[Run]:
    speech = [wino("winost", system, "es") for system in SPEECH]
    return [*speech, *(wino("winomt", system, "es") for system in ("google", "bing"))]


@cache
def hebrew() -> list[Run]:
    return [wino("winomt", system, "he") for system in ("google", "bing")]


def talk(system: str, form: str) -> Run:
    [hyp] = (DATA / f"acl6060/outputs/{system}").glob(f"{form}.en-de.jsonl*")
    how = Resampling(RESAMPLES)
    return askew.score("acl6060", target="de", hyp=hyp, segmented=form == "short", name=system, resampling=how)


def show(browser: Browser, path: Path, hash: str = "", width: int = 1200, height: int = 800, **options: Any) -> Page:
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
    page = context.new_page()
    page.goto(path.as_uri() + hash)
    page.wait_for_selector("html[data-ready]", timeout=120_000)
    return page


def take(page: Page, name: str, selector: str | None = None) -> None:
    """A picture of the window, moved to an element if there is one."""
    if selector:
        page.locator(selector).first.evaluate("element => { element.scrollIntoView(); scrollBy(0, -10) }")
    page.wait_for_timeout(500)
    page.screenshot(path=GALLERY / f"{name}.jpg", type="jpeg", quality=QUALITY)
    page.context.close()
    print(GALLERY / f"{name}.jpg", file=sys.stderr)


def page_of(folder: Path, name: str, make: Callable[[], str]) -> Path:
    """A page, made once."""
    path = folder / f"{name}.html"
    if not path.exists():
        path.write_text(make(), encoding="utf-8")
    return path


def photograph(browser: Browser, folder: Path, name: str) -> None:
    """One picture of ``PICTURES``."""
    if name in ("site", "compare"):
        site = folder / "site"
        if not site.exists():
            for number, run in enumerate([*spanish(), *hebrew()]):
                run.save(folder / "runs" / str(number))
            build(sorted((folder / "runs").iterdir()), site, title="Gender in translation")
        return take(show(browser, site / f"{'index' if name == 'site' else name}.html"), name)
    if name == "versions":
        live_example.make(folder / "versions")
        return take(show(browser, folder / "versions/index.html"), name, "#trend")
    if name == "gate":
        google, bing = (wino("winomt", system, "es") for system in ("google", "bing"))
        said = gate(google, bing, Rules(tuple(parse_rule(*rule) for rule in RULES)))
        failed = page_of(folder, "gate", lambda: html_page([bing, google], gates=[said]))
        return take(show(browser, failed), name, "#gate")
    if name == "item":
        rtl = page_of(folder, "he", lambda: html_page(hebrew()))
        return take(show(browser, rtl, f"#item?set={run_sets(hebrew())[0].id}&id=17"), name)
    if name == "talks":
        forms = [(system, form) for system in ("canary-v2", "tower_whisper") for form in ("short", "long")]
        talks = page_of(folder, "talks", lambda: html_page([talk(*each) for each in forms]))
        return take(show(browser, talks, height=690), name, "#talks")  # above the numbers of single talks
    page, speech = page_of(folder, "es", lambda: html_page(spanish())), run_sets(spanish())[0]
    if name == "sentences":
        beside = f"#sentences?set={speech.id}&system=canary-v2&beside=tower_whisper&differ=verdict&gold=female"
        return take(show(browser, page, beside, color_scheme="dark"), name)
    if name == "occupations":
        return take(show(browser, page, height=1000), name, f"figure[data-chart='stereotypes-{speech.id}']")
    if name == "phone":
        return take(show(browser, page, width=390, height=780), name, "#glance")
    return take(show(browser, page), name, "#gender" if name == "gender" else None)


def main() -> None:
    wanted = sys.argv[1:] or list(PICTURES)
    chromium = shutil.which("chromium")
    if chromium is None or not (DATA / "winost/outputs").is_dir():
        sys.exit("needs Debian's chromium, and ASKEW_DATA with winomt, winost and acl6060")
    warnings.simplefilter("ignore")
    GALLERY.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name in wanted:
            photograph(browser, Path(folder), name)
        browser.close()
    lead = made_by("gallery", " from real outputs; how to make your own: [report.md](report.md).")
    pictures = [section(title, "", [f"![{title}](gallery/{name}.jpg)"]) for name, title in PICTURES.items()]
    write(DOCS / "gallery.md", "Gallery", [lead], itertools.chain.from_iterable(pictures))


if __name__ == "__main__":
    main()
