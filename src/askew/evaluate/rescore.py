"""Judge and measure a run again, without its system: with a newer askew, another protocol, another seed."""

from pathlib import Path

from askew.core.errors import RunError
from askew.core.run import Run, read_asked, read_head, read_items, read_outputs
from askew.evaluate.measure import Resampling
from askew.evaluate.score import Plan, judge_and_measure


def rescore(
    folder: str | Path,
    *,
    protocol: str | None = None,
    resampling: Resampling | None = None,
    partial: bool = False,
) -> Run:
    """Score what a run folder holds and replace its verdicts and scores; its outputs stay untouched."""
    folder = Path(folder)
    head, asked = read_head(folder), read_asked(folder)
    plan = Plan.make(
        asked.suite,
        asked.target,
        edition=asked.edition,
        subset=asked.subset,
        protocol=protocol or head.get("protocol"),
        resampling=resampling,
    )
    items = read_items(folder)
    outputs = read_outputs(folder, items)
    # A run that was scored in part says so in its signature; one that broke off is not scored by accident.
    finished = "signature" in head
    if len(outputs) < len(items) and not (finished or partial):
        raise RunError(
            f"{folder} has outputs for {len(outputs)} of {len(items)} items; finish the run, or score it in part with --partial"
        )
    run = judge_and_measure(
        plan,
        asked,
        items,
        outputs,
        created=head["created"],
        timing=head.get("timing"),
    )
    run.save_scores(folder)
    return run
