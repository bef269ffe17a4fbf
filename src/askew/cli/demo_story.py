"""What the demo has to say, in sentences: how fast, and for whom; what is certain first."""

from collections.abc import Iterator, Sequence

from askew.analyses.changes import Change
from askew.analyses.compare import compare
from askew.cli.demo_runs import CAREFUL
from askew.core.run import Run
from askew.stats.inference import is_sure

TOLD = {
    "simplegen": {
        "mofc": "feminine people in men's occupations get a feminine word",
        "fofc": "feminine people in women's occupations do",
        "momc": "masculine people in men's occupations get a masculine word",
        "fomc": "masculine people in women's occupations do",
        "inconclusive": "sentences say nothing that can be decided",
    },
    "winomt": {"accuracy": "people get the gender the sentence says", "delta_g": "is the gap between the genders (F1)"},
}


def story(runs: Sequence[Run]) -> list[str]:
    """Of runs on one suite, the careful one first: how fast each is, what differs for certain, then what may be chance."""
    careful, *others = runs
    compared = compare(careful, *others, by_group=False)
    told = TOLD[careful.asked.suite]
    changes = [
        (run, name, changes[name])
        for run, changes in zip(others, compared.changes, strict=True)
        for name in told
        if name in changes and changes[name].difference is not None
    ]
    sure = [_sentence(run, told[name], change) for run, name, change in changes if is_sure(change.p_holm)]
    rest = [_sentence(run, told[name], change) for run, name, change in changes if not is_sure(change.p_holm)]
    return [
        *_speeds(careful, others),
        "",
        f"Certain (of occupations like these, all tests taken together), against {CAREFUL}:",
        *(sure or ["  nothing"]),
        "May be chance:",
        *(rest or ["  nothing"]),
    ]


def _sentence(run: Run, what: str, change: Change) -> str:
    interval = "" if change.low is None else f" [{change.low:+.1f}, {change.high:+.1f}]"
    return f"  {run.system}: {change.baseline:.1f} → {change.value:.1f}{interval}: {what}"


def _speeds(careful: Run, others: Sequence[Run]) -> Iterator[str]:
    """Sentences per second, where the run was timed."""
    for run in (careful, *others):
        if seconds := sum(output.seconds or 0.0 for output in run.outputs):
            yield f"{run.system}: {len(run.outputs) / seconds:.0f} sentences a second"
