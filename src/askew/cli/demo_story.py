"""What the demo has to say: what is certain about these very sentences first, apart from it what they say of others."""

from collections.abc import Sequence

from askew.analyses.changes import Change
from askew.analyses.compare import compare
from askew.core.run import Run
from askew.report.changed import told
from askew.report.content import Block, Prose
from askew.report.numbers import count, interval, number
from askew.stats.inference import is_sure

TOLD = {
    "simplegen": {
        "mofc": "% of feminine people in men's occupations get a feminine word",
        "fofc": "% of feminine people in women's occupations do",
        "momc": "% of masculine people in men's occupations get a masculine word",
        "fomc": "% of masculine people in women's occupations do",
        "inconclusive": "% of the sentences say nothing that can be decided",
    },
    "winomt": {
        "accuracy": "% of people get the gender the sentence says",
        "delta_g": " is the gap between the genders (F1)",
    },
}


def minutes(seconds: float) -> str:
    """A time nobody need count the seconds of.

    >>> minutes(20), minutes(100), minutes(290)
    ('less than a minute', 'about 2 minutes', 'about 5 minutes')
    """
    return "less than a minute" if seconds < 45 else f"about {count(max(1, round(seconds / 60)), 'minute')}"


def story(runs: Sequence[Run]) -> list[Block]:
    """Of runs on one suite, the careful one first: what changed for certain, then what that says of other sentences."""
    careful, *others = runs
    compared = compare(careful, *others, by_group=False)
    sentences = TOLD[careful.asked.suite]
    changes = [
        (run, name, changes[name])
        for run, changes in zip(others, compared.changes, strict=True)
        for name in sentences
        if name in changes and changes[name].difference is not None
    ]
    sure = [_sentence(run, sentences[name], change) for run, name, change in changes if is_sure(change.p_holm)]
    rest = [_sentence(run, sentences[name], change) for run, name, change in changes if not is_sure(change.p_holm)]
    about = "Other sentences about occupations like these, against careful (95% intervals, all tests together):"
    return [
        *told(careful, others),
        Prose("", sure or ["nothing is sure"], lead=about),
        Prose("", rest or ["nothing"], lead="What may be chance, all tests taken together:"),
    ]


def _sentence(run: Run, what: str, change: Change) -> str:
    span = interval(change.low, change.high, signed=True)
    by = f" ({number(change.difference, signed=True)}{f', {span}' if span else ''})"
    return f"{run.system}: {number(change.baseline)} → {number(change.value)}{what}{by}"
