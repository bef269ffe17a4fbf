"""For a terminal and for a notebook."""

import html.parser

import askew
from askew.core.records import Score
from askew.report.content import Table, bar_cell
from askew.report.scores import comparison_content, run_content
from askew.report.show import story
from askew.report.terminal import BAR, text_of


def rendered(blocks):
    return text_of(*blocks, width=200)


def bar(score, least=0.0, most=100.0):
    return text_of(Table("", [""], [[bar_cell(score, least, most)]], left=0)).removesuffix("\n")


def test_the_table_shows_values_counts_and_signature(simplegen):
    run = simplegen("El médico.", name="<b>system</b>", subset="mofc")
    text = rendered(run_content(run))
    assert "MoFc" in text
    assert "inconclusive" in text
    assert str(run.signature)[:60] in text
    assert "undefined: pro" in text


def test_the_comparison_table_shows_differences(simplegen):
    runs = [simplegen(text, name=text, subset="mofc") for text in ("El médico.", "La médica.")]
    text = rendered(comparison_content(askew.compare(*runs)))
    assert "difference from El médico." in text
    assert "+" in text


def test_the_story_has_a_bar_per_group(real_runs):
    text = rendered(story(real_runs[0]))
    assert "what stands out" in text
    assert "Acc by gold, 0 to 100" in text
    lines = [line for line in text.splitlines() if "●" in line]
    groups = real_runs[0].groups
    assert len(lines) == min(24, len(groups["entity"])) + sum(len(groups[name]) for name in groups if name != "entity")


def test_a_bar_is_as_long_whatever_its_score():
    for score in (Score(None), Score(0.0, 0.0, 0.0), Score(100.0, 90.0, 100.0), Score(50.0), Score(120.0, 90.0, 140.0)):
        assert len(bar(score)) == BAR
    assert bar(Score(0.0))[0] == "●"
    assert bar(Score(100.0))[-1] == "●"
    assert bar(Score(-20.0, -30.0, 5.0), least=-30.0).startswith("━")


class Balanced(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.tags = [], set()
        self.feed(text)

    def handle_starttag(self, tag, _):
        self.tags.add(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag, _):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_notebooks_show_runs_scores_and_comparisons(simplegen):
    name = "<script>alert(1)</script>"
    one = simplegen("El médico.", name=name, subset="mofc")
    other = simplegen("La médica.", subset="mofc")
    for thing in (one, one.scores["mofc"], one.scores["pro"], askew.compare(one, other)):
        page = Balanced(thing._repr_html_())
        assert page.open == []
        assert "script" not in page.tags
    shown = one._repr_html_()
    assert "mofc" in shown
    assert str(one.signature) in shown
    assert f"{one.scores['mofc'].value:.1f}" in shown
    assert "needs items of class" in one.scores["pro"]._repr_html_()
