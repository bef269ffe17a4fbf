"""Run a system on a suite: keep its outputs as they come, then judge and measure them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from askew.core.errors import Incomplete, RunError, SystemFailure, UsageError, first_five
from askew.core.journal import read_failures, read_journal
from askew.core.lock import only_writer
from askew.core.records import Item, Output
from askew.core.resampling import Resampling
from askew.core.run import Asked, Run, read_head, read_outputs, write_head
from askew.evaluate.ask import Asking, Progress, ask
from askew.evaluate.folder import PIECES, begin, keep_items, remove_run
from askew.evaluate.pieces import answers_from_pieces
from askew.evaluate.pipeline import complete, evaluate
from askew.evaluate.plan import Plan
from askew.evaluate.questions import Questions, policy_of, questions_of
from askew.evaluate.sessions import Sessions, timing_of
from askew.evaluate.workers import Opening
from askew.speech.pieces import WHOLE
from askew.suites.base import Answers
from askew.systems import System


def run(
    suite: str | Plan,
    *,
    target: str = "",
    system: str | System,
    out: str | Path,
    settings: Mapping[str, object] | None = None,
    audio: str | Path | None = None,
    segments: str | Path | None = None,
    simultaneous: str | None = None,
    edition: str | None = None,
    subset: str | None = None,
    protocol: str | None = None,
    name: str | None = None,
    fresh: bool = False,
    partial: bool = False,
    resampling: Resampling | None = None,
    asking: Asking | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Run:
    """Run ``system`` (a SPEC with its ``settings``, or any System) and leave a run folder in ``out``.

    The run is called ``name``, or after its folder. If ``out`` holds the same run broken off, it goes on where it
    stopped; ``fresh`` throws that away. If items are left without an output, ``Incomplete`` is raised and nothing is
    scored, unless ``partial``. ``audio`` is a folder of recordings for systems that take them; ``segments`` says in
    which pieces talks are recognised (a YAML or JSON Lines file, or ``whole``), which are then put together and cut
    into the reference's segments. ``simultaneous`` (``wait-k=3``) has talks translated as they are spoken, and leaves
    the log of it. ``options`` are the suite's own, such as the references of talks.

    Raises UsageError for a wrong choice, SystemFailure if the system fails, RunError if ``out`` holds something else or
    is being written.
    """
    plan = Plan.make(
        suite, target, edition=edition, subset=subset, protocol=protocol, resampling=resampling, options=options
    )
    policy = None if simultaneous is None else policy_of(plan, simultaneous, audio, segments)
    opening = Opening(system, dict(settings or {}), plan.target, policy, getattr(plan.selection.options, "source", ""))
    answering = opening.open()
    question = questions_of(plan, answering, audio, segments if policy is None else WHOLE, partial)
    if policy is not None:
        question.signed["simultaneous"] = str(policy)
    folder = Path(out)
    asked = plan.asked(name or _name_there(folder, fresh) or answering.name, answering.details, question.signed)
    with only_writer(folder):
        created = begin(folder, asked, fresh)
        outputs, timing = _asked(folder, asked, created, answering, opening, question, asking, progress)
        lacking = _lacking(_journals(folder, question), question.asked, outputs)
        if lacking and question.in_pieces:
            raise Incomplete(f"{lacking}. The same command asks for the rest; a talk with holes in it is not scored")
        if lacking and not (partial and outputs):
            raise Incomplete(f"{lacking}. The same command asks for the rest; --partial scores what is there")
        answers = Answers(outputs)
        if question.in_pieces:
            answers = answers_from_pieces(plan, question.items, question.asked, outputs, folder)
        result = evaluate(
            plan,
            asked,
            question.items,
            complete(plan, question.items, answers),
            created=created,
            timing=timing,
            warnings=[lacking] if lacking else [],
        )
        result.save(folder)
    return result


def _journals(folder: Path, question: Questions) -> Path:
    """Where the outputs are kept as they come."""
    return folder / PIECES if question.in_pieces else folder


def _name_there(folder: Path, fresh: bool) -> str:
    """What the run that goes on in a folder is called, wherever the folder has been moved to; or the folder's name."""
    with suppress(RunError, OSError):  # what is wrong with it is said when the run is begun
        if not fresh and (folder / "run.json").is_file():
            return read_head(folder).asked.system
    return folder.absolute().name


def _asked(
    folder: Path,
    asked: Asked,
    created: str,
    system: System,
    opening: Opening,
    question: Questions,
    asking: Asking | None,
    progress: Progress | None,
) -> tuple[list[Output], Mapping[str, float]]:
    """All outputs there are once the system was asked for those that were missing, and how long that took."""
    journals = _journals(folder, question)
    journals.mkdir(exist_ok=True)
    keep_items(journals, question.asked if question.in_pieces else question.items)
    outputs = read_outputs(journals, question.asked)
    if len(outputs) == len(question.asked) and not Sessions(journals).uncounted():
        return outputs, read_head(folder).timing or timing_of(journals, outputs)
    try:
        timing = ask(
            system, opening, question.asked, journals, lambda: write_head(folder, asked, created), asking, progress
        )
    except (SystemFailure, UsageError):
        if not read_journal(journals / "outputs.jsonl"):
            remove_run(folder)  # a misspelt program must not keep its folder from the right one
        raise
    return read_outputs(journals, question.asked), timing


def _lacking(folder: Path, items: Sequence[Item], outputs: Sequence[Output]) -> str:
    """Which items have no output, and why as far as known; nothing if all have one."""
    answered = {output.id for output in outputs}
    lacking = [item.id for item in items if item.id not in answered]
    if not lacking:
        return ""
    reasons = Counter(failure.reason for failure in read_failures(folder / "failures.jsonl"))
    because = "".join(f"; {number}× {reason}" for reason, number in reasons.most_common(5))
    return f"{folder} has outputs for {len(outputs)} of {len(items)} items, none for {first_five(lacking)}{because}"
