"""The study of natural sentences: what was read is there, and the page's error rates are what it makes."""

from collections import Counter

from askew.analyses.audit import wilson
from studies.natural.page import READINGS
from studies.pages import DOCS


def test_sixty_verdicts_were_read_in_each_language_and_the_page_has_the_error_rates():
    rows = [line.split("\t") for line in READINGS.read_text("utf-8").splitlines()]
    assert rows[0] == ["target", "outputs", "item", "person", "predicted", "reading"]
    assert Counter(row[0] for row in rows[1:]) == {"es": 60, "fr": 60, "it": 60}
    page = (DOCS / "natural-results.md").read_text("utf-8")
    for target in ("es", "fr", "it"):
        wrong = sum(row[4] != row[5] for row in rows[1:] if row[0] == target)
        low, high = wilson(wrong, 60)
        (line,) = [line for line in page.splitlines() if line.startswith(f"| {target} |")]
        assert line.endswith(f"| {wrong} | {100 * wrong / 60:.1f} [{low:.1f}, {high:.1f}] |")
