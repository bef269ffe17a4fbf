"""What the tests that look at pages in a real browser share."""

import re
import time
from urllib.parse import urlencode

PLACES = [{"width": 1400, "height": 900}, {"width": 390, "height": 844}]


def link(run_set, **fields):
    return "#sentences?" + urlencode({"set": run_set.id, **fields})


def count(page):
    """How many rows the list has."""
    page.wait_for_selector(".status:has-text('items')")
    return int(page.get_attribute(".viewport", "data-rows"))


def settled(page):
    """Waits until every figure is drawn."""
    page.wait_for_selector("html[data-ready]")
    # Two frames, in which a place is taken up for the last time.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def until(true):
    """Waits from outside: Playwright's own way to wait for a condition would evaluate text in the page, which its
    policy forbids.
    """
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < 600  # it hangs, however slow the machine
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


def draw_all(page, unfold=True):
    settled(page)
    if unfold:
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    return page.locator("figure[data-chart]")


def top_of(page, selector):
    """How far below the top of the window an element begins, and how much of it the navigation covers."""
    return page.evaluate("s => document.querySelector(s).getBoundingClientRect().top", selector)
