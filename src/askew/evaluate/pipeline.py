"""The one way through: outputs are completed, judged, measured and signed, wherever they came from."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from askew.core.errors import JoinError
from askew.core.records import Item, Output
from askew.core.run import Asked, Run
from askew.core.signature import Signature
from askew.evaluate.measure import measure_all
from askew.evaluate.misaligned import misalignment
from askew.evaluate.plan import Plan
from askew.judges.transcripts import WithTranscripts
from askew.measures.table import Table
from askew.suites.base import Answers, names_in, revision
from askew.text.language import looks_like
from askew.version import __version__


def complete(plan: Plan, items: Sequence[Item], answers: Answers) -> Answers:
    """Outputs as they are judged: whatever the suite does with them first, such as dropping marks or joining neural
    scores.
    """
    return answers if plan.suite.complete is None else plan.suite.complete(answers, items, plan.selection)


def evaluate(
    plan: Plan,
    asked: Asked,
    items: Sequence[Item],
    answers: Answers,
    *,
    created: str | None = None,
    timing: Mapping[str, float] | None = None,
    warnings: Sequence[str] = (),
) -> Run:
    """Judge completed answers, measure the verdicts, and sign the result. Items without an output take no part.

    Raises JoinError if none of the items has an output.
    """
    answered = {output.id: output for output in answers.outputs}
    present = [item for item in items if item.id in answered]
    if not present:
        raise JoinError("none of the items has an output, so there is nothing to score")
    outputs = [answered[item.id] for item in present]
    judge = WithTranscripts(plan.protocol.judge(plan.selection))
    signature = Signature(
        {
            "suite": plan.suite.name,
            "revision": revision(items),
            "edition": plan.selection.edition,
            "subset": plan.selection.subset,
            "items": f"{len(present)}/{len(items)}",
            "target": plan.target,
            **asked.options,
            **answers.signed,
            "protocol": plan.protocol.name,
            **judge.signature(present, outputs),
            **plan.resampling.signature,
            "askew": __version__,
        }
    )
    with _without_cycle_collection():
        verdicts = judge.judge(present, outputs)
        table = Table.of(present, verdicts)
        protocol = plan.protocol.fitted(*names_in(present, verdicts))
        scores, groups = measure_all(protocol, table, plan.resampling)
    remarks = protocol.remarks(protocol.measures, table, plan.target) if protocol.remarks is not None else []
    return Run(
        asked=asked,
        protocol=plan.protocol.name,
        signature=signature,
        items=items,
        outputs=answers.outputs,
        verdicts=verdicts,
        scores=scores,
        groups=groups,
        counts=plan.protocol.counts(table),
        created=created or datetime.now(UTC).isoformat(timespec="seconds"),
        resampling=plan.resampling,
        completion=answers.signed,
        timing=timing or {},
        warnings=(*_cautions(plan, present, outputs), *remarks, *warnings),
        talks=answers.talks,
    )


def _cautions(plan: Plan, items: Sequence[Item], outputs: Sequence[Output]) -> Iterator[str]:
    """What whoever reads the scores must know."""
    if warning := misalignment(items, outputs):
        yield warning
    other = looks_like((output.text for output in outputs), plan.target)
    if other:
        yield f"the outputs look like {other!r}, not like {plan.target!r}: is this the right file?"
    if plan.suite.notice:
        yield plan.suite.notice
    if plan.protocol.cautions is not None:
        yield from plan.protocol.cautions(items)


@contextmanager
def _without_cycle_collection() -> Iterator[None]:
    """Judging makes very many small objects and no cycles; looking for cycles among them takes a fifth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
