"""Judge and measure a run again, without its system: with a newer askew, another protocol, another seed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from askew.core.errors import RunError
from askew.core.lock import only_writer
from askew.core.resampling import Resampling
from askew.core.run import Run, check_answered, read_head, read_items, read_judged, read_talks_of
from askew.evaluate.pipeline import complete, evaluate
from askew.evaluate.plan import Plan
from askew.suites.base import Answers


def rescore(
    folder: str | Path,
    *,
    protocol: str | None = None,
    resampling: Resampling | None = None,
    partial: bool = False,
    **options: Any,
) -> Run:
    """Score what a run folder holds and replace its verdicts and scores; its outputs stay untouched.

    ``protocol`` and ``options`` (the suite's own) are those of the run where they are not given. Raises RunError if the
    folder's items or outputs are not those that were scored, or if items lack an output and it is not ``partial``.
    """
    folder = Path(folder)
    head = read_head(folder)
    asked = head.asked
    plan = Plan.make(
        asked.suite,
        asked.target,
        edition=asked.edition,
        subset=asked.subset,
        protocol=protocol or head.protocol or None,
        resampling=resampling,
        options={**asked.given, **options},
    )
    if options:
        again = plan.asked(asked.system, asked.system_details)
        asked = replace(asked, options={**asked.options, **again.options}, given=again.given)
    with only_writer(folder):
        check_answered(folder)
        items = read_items(folder)
        outputs = read_judged(folder, items)
        # A run that was scored in part says so in its signature; one that broke off is not scored by accident.
        finished = head.finished
        if len(outputs) < len(items) and not (finished or partial):
            raise RunError(
                f"{folder} has outputs for {len(outputs)} of {len(items)} items; finish the run, or score it in part "
                "with --partial"
            )
        # What was scored once was completed then; whatever was given for it (COMET's environment, say) need not be
        # here.
        answers = Answers(outputs, head.completion, read_talks_of(folder))
        if not finished:
            answers = complete(plan, items, answers)
        run = evaluate(plan, asked, items, answers, created=head.created, timing=head.timing)
        run.save_scores(folder)
    return run
