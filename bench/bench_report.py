"""The page of ten systems: how large it is, when it paints, how long a filter takes; beside all its sentences in one
plain HTML table, in the same run.

    ASKEW_DATA=… python bench/bench_report.py

Real outputs on WinoMT's 3,888 sentences: seven speech systems, three text systems. Times are medians of five loads from
disk in a fresh browser context (Debian's Chromium through Playwright). A filter's time is that of choosing the rows and
drawing the list; for the plain table, of hiding rows and laying out again. A second page holds one system's sentences
copied until there are 100,000.
"""

import html
import os
import shutil
import statistics
import sys
import tempfile
import time
import warnings
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

import askew
from askew.core.run import Run
from askew.report.page import html_page
from askew.report.sets import run_sets

DATA = Path(os.environ.get("ASKEW_DATA", ""))
SPEECH = ("canary-v2", "gemma_whisper", "owsm4.0-ctc", "phi4multimodal", "qwen3omni", "seamlessm4t", "tower_whisper")
TEXT = (("google", "es"), ("bing", "es"), ("google", "fr"))
LOADS = 5
PATIENCE = 300_000  # milliseconds
GO = """hash => { document.querySelector(".viewport").dataset.milliseconds = ""; history.replaceState(null, "", hash);
    dispatchEvent(new HashChangeEvent("hashchange")) }"""
QUERIES = {
    "one filter": {"gold": "female"},
    "three filters": {"gold": "female", "verdict": "incorrect", "stereotype": "anti"},
    "search": {"q": "enfermera"},
    "search and filters": {"q": "la directora", "gold": "female", "verdict": "correct"},
    "verdicts that differ": {"system": "canary-v2", "beside": "tower_whisper", "differ": "verdict"},
}


def real_runs() -> list[Run]:
    runs = [
        askew.score("winost", target="es", hyp=DATA / f"winost/outputs/{name}/en-es.jsonl.gz", name=name)
        for name in SPEECH
    ]
    return runs + [
        askew.score("winomt", target=target, hyp=DATA / f"winomt/translations/{name}/en-{target}.txt.gz", name=name)
        for name, target in TEXT
    ]


def many(run: Run, least: int = 100_000) -> Run:
    copies = range(least // len(run.items) + 1)
    return replace(
        run,
        items=[replace(item, id=f"{item.id}-{k}") for k in copies for item in run.items],
        outputs=[replace(output, id=f"{output.id}-{k}") for k in copies for output in run.outputs],
        verdicts=[replace(verdict, item=f"{verdict.item}-{k}") for k in copies for verdict in run.verdicts],
    )


def plain_table(runs: list[Run]) -> str:
    """What one gets by printing all verdicts as an HTML table."""
    rows = []
    for run in runs:
        items, outputs = {item.id: item for item in run.items}, {output.id: output.text for output in run.outputs}
        for verdict in run.verdicts:
            item = items[verdict.item]
            labels = (item.attributes["gold"], verdict.labels["verdict"], verdict.labels["predicted"], verdict.reason)
            cells = [run.system, verdict.item, item.source, outputs[verdict.item], *labels]
            rows.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>")
    return f"<!doctype html><meta charset=utf-8><title>all</title><table>{''.join(rows)}</table>"


def first_paint(browser: Browser, path: Path) -> float:
    times = []
    for _ in range(LOADS):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.goto(path.as_uri(), timeout=PATIENCE)
        while not (painted := page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")):
            page.wait_for_timeout(20)
        times.append(float(painted))
        context.close()
    return statistics.median(times)


def filter_times(browser: Browser, path: Path, run_set_id: str) -> tuple[float, dict[str, float]]:
    """Milliseconds from opening to the first sentences, and for each query."""
    page = browser.new_page()
    start = time.perf_counter()
    page.goto(f"{path.as_uri()}#sentences?set={run_set_id}")
    page.wait_for_selector(".row")
    ready = 1000 * (time.perf_counter() - start)
    page.wait_for_timeout(1500)  # texts are folded in idle time
    taken = {}
    for name, fields in QUERIES.items():
        times = []
        for _ in range(LOADS):
            for some in ({}, fields):
                page.evaluate(GO, "#sentences?" + urlencode({"set": run_set_id, **some}))
                while not (took := page.evaluate("document.querySelector('.viewport').dataset.milliseconds")):
                    page.wait_for_timeout(5)
            times.append(float(took))
        taken[name] = statistics.median(times)
    page.close()
    return ready, taken


def plain_filter(browser: Browser, path: Path) -> float:
    page = browser.new_page()
    page.goto(path.as_uri(), timeout=PATIENCE)
    script = """() => { const start = performance.now();
        for (const row of document.querySelectorAll("tr")) row.hidden = !row.textContent.includes("enfermera");
        document.body.offsetHeight; return performance.now() - start }"""
    reset = (
        "() => { for (const row of document.querySelectorAll('tr')) row.hidden = false; document.body.offsetHeight }"
    )
    times = []
    for _ in range(LOADS):
        times.append(float(page.evaluate(script)))
        page.evaluate(reset)
    page.close()
    return statistics.median(times)


def main() -> None:
    chromium = shutil.which("chromium")
    if chromium is None or not (DATA / "winost/outputs").is_dir():
        sys.exit("needs Debian's chromium, and ASKEW_DATA with winost/outputs and winomt/translations")
    warnings.simplefilter("ignore")
    runs = real_runs()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page, plain, large = (Path(folder) / f"{name}.html" for name in ("page", "plain", "large"))
        start = time.perf_counter()
        page.write_text(html_page(runs), encoding="utf-8")
        print(f"ten systems × 3,888 items: built in {time.perf_counter() - start:.1f} s")
        plain.write_text(plain_table(runs), encoding="utf-8")
        sizes = [path.stat().st_size / 1e6 for path in (page, plain)]
        print(f"{'':24}{'askew':>10}{'plain table':>14}{'ratio':>8}")
        print(f"{'size, MB':24}{sizes[0]:10.1f}{sizes[1]:14.1f}{sizes[1] / sizes[0]:8.1f}")
        paints = [first_paint(browser, path) for path in (page, plain)]
        print(f"{'first paint, ms':24}{paints[0]:10.0f}{paints[1]:14.0f}{paints[1] / paints[0]:8.1f}")
        ready, taken = filter_times(browser, page, run_sets(runs)[0].id)
        slow = plain_filter(browser, plain)
        print(f"{'search, ms':24}{taken['search']:10.1f}{slow:14.1f}{slow / taken['search']:8.1f}")
        print(
            f"sentences ready after {ready:.0f} ms; filters over 27,216 rows, ms: "
            + ", ".join(f"{n} {t:.1f}" for n, t in taken.items())
        )
        hundred = many(runs[0])
        large.write_text(html_page([hundred]), encoding="utf-8")
        ready, taken = filter_times(browser, large, run_sets([hundred])[0].id)
        print(
            f"{len(hundred.items):,} items in {large.stat().st_size / 1e6:.1f} MB: first paint "
            f"{first_paint(browser, large):.0f} ms, sentences ready after {ready:.0f} ms"
        )
        print("filters, ms: " + ", ".join(f"{n} {t:.1f}" for n, t in taken.items() if "differ" not in n))
        browser.close()


if __name__ == "__main__":
    main()
