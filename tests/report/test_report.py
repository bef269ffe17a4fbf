"""Tables and the page."""

import html.parser
import io

import pytest
from rich.console import Console

import askew
from askew.report.page import html_page
from askew.report.terminal import comparison_report, run_report

HOSTILE = "<script>alert(1)</script></td>\"'& la médica \u202e"


@pytest.fixture(scope="module")
def run():
    return askew.score("simplegen", target="es", hyp=["El médico."] * 814, subset="mofc", name="<b>system</b>")


def rendered(renderable):
    stream = io.StringIO()
    Console(width=200, file=stream).print(renderable)
    return stream.getvalue()


def test_the_terminal_table_shows_values_counts_and_signature(run):
    text = rendered(run_report(run))
    assert "MoFc" in text
    assert "inconclusive" in text
    assert str(run.signature)[:60] in text
    assert "undefined: pro" in text


def test_the_comparison_table_shows_differences(run):
    other = askew.score("simplegen", target="es", hyp=["La médica."] * 814, subset="mofc", name="other")
    text = rendered(comparison_report(askew.compare(run, other)))
    assert "difference from <b>system</b>" in text
    assert "+" in text


class Tags(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))


def test_the_page_is_self_contained_and_shows_hostile_text_as_text():
    run = askew.score("simplegen", target="es", hyp=[HOSTILE] * 814, subset="mofc", name=HOSTILE)
    page = html_page([run])
    tags = Tags()
    tags.feed(page)
    assert "script" not in {tag for tag, _ in tags.seen}
    assert not any(
        value.startswith("http") for _, attrs in tags.seen for key, value in attrs.items() if key in ("src", "href")
    )
    policy = next(attrs["content"] for tag, attrs in tags.seen if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'")
    assert "&lt;script&gt;" in page


def test_a_page_takes_several_runs_of_several_kinds(run):
    clean = askew.score("simplegen", target="es", hyp=["La médica."] * 2664, edition="clean", name="clean run")
    page = html_page([run, clean])
    assert "clean edition" in page
    assert "release edition" in page
