"""Run a system on a suite: keep its outputs as they come, then judge and measure them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from askew.core.errors import Incomplete, RunError, SystemFailure, UsageError, first_five
from askew.core.files import to_json_lines, write_atomically
from askew.core.journal import read_failures, read_journal
from askew.core.records import Item, Output
from askew.core.run import FILES, TALKS, Asked, Run, read_asked, read_head, read_items, read_outputs, write_head
from askew.evaluate.ask import Asking, Progress, ask
from askew.evaluate.measure import Resampling
from askew.evaluate.pieces import PIECES, TRANSCRIPTS, answers_from_pieces
from askew.evaluate.questions import questions_of
from askew.evaluate.score import Plan, check_new_folder, is_leftover, judge_and_measure
from askew.evaluate.workers import Opening
from askew.suites.base import Answers
from askew.systems import System


def run(
    suite: str | Plan,
    *,
    target: str,
    system: str | System,
    out: str | Path,
    options: Mapping[str, object] | None = None,
    audio: str | Path | None = None,
    segments: str | Path | None = None,
    choices: Mapping[str, Any] | None = None,
    edition: str | None = None,
    subset: str | None = None,
    protocol: str | None = None,
    name: str | None = None,
    fresh: bool = False,
    partial: bool = False,
    resampling: Resampling | None = None,
    asking: Asking | None = None,
    progress: Progress | None = None,
) -> Run:
    """Run ``system`` (a SPEC with its ``options``, or any object that answers items) and leave a run folder in ``out``.

    If ``out`` holds the same run broken off, it goes on where it stopped; ``fresh`` throws that away. If items are left
    without an output, ``Incomplete`` is raised and nothing is scored, unless ``partial``. ``audio`` is a folder of recordings for
    systems that hear; ``segments`` says in which pieces talks are heard (a YAML or JSON Lines file, or ``whole``), which are then put together
    and cut into the reference's segments. ``choices`` are options only some suites have, such as the references of talks.
    """
    plan = Plan.make(
        suite, target, edition=edition, subset=subset, protocol=protocol, resampling=resampling, options=choices
    )
    opening = Opening(system, dict(options or {}), target)
    answering = opening.open()
    question = questions_of(plan, answering, audio, segments, partial)
    asked = plan.asked(name or answering.name, answering.details, question.signed)
    folder = Path(out)
    if fresh and (folder / "run.json").exists():
        _throw_away(folder)
    created = _begin(folder, asked)
    journals = folder / PIECES if question.in_pieces else folder
    journals.mkdir(exist_ok=True)
    _keep_items(journals, question.asked if question.in_pieces else question.items)
    timing = read_head(folder).get("timing")
    outputs = read_outputs(journals, question.asked)
    if len(outputs) < len(question.asked):
        try:
            timing = ask(
                answering,
                opening,
                question.asked,
                journals,
                lambda: write_head(folder, asked, created),
                asking,
                progress,
            )
        except (SystemFailure, UsageError):
            if not read_journal(journals / "outputs.jsonl"):
                _throw_away(folder)  # a misspelt program must not keep its folder from the right one
            raise
        outputs = read_outputs(journals, question.asked)
    lacking = _lacking(journals, question.asked, outputs)
    if lacking and question.in_pieces:
        raise Incomplete(f"{lacking}. The same command asks for the rest; a talk with holes in it is not scored")
    if lacking and not (partial and outputs):
        raise Incomplete(f"{lacking}. The same command asks for the rest; --partial scores what is there")
    answers = Answers(outputs)
    if question.in_pieces:
        answers = answers_from_pieces(plan, question.items, question.asked, outputs, folder)
    result = judge_and_measure(plan, asked, question.items, answers.outputs, created=created, timing=timing)
    result = replace(result, talks=answers.talks, warnings=(*result.warnings, *([lacking] if lacking else [])))
    result.save(folder)
    return result


def _lacking(folder: Path, items: Sequence[Item], outputs: Sequence[Output]) -> str:
    """Which items have no output, and why as far as known; nothing if all have one."""
    answered = {output.id for output in outputs}
    lacking = [item.id for item in items if item.id not in answered]
    if not lacking:
        return ""
    reasons = Counter(failure.reason for failure in read_failures(folder / "failures.jsonl"))
    because = "".join(f"; {number}× {reason}" for reason, number in reasons.most_common(5))
    return f"{folder} has outputs for {len(outputs)} of {len(items)} items, none for {first_five(lacking)}{because}"


def _throw_away(folder: Path) -> None:
    """Remove a run, and the folder with it; what somebody else put there (an audit's labels, say) is never removed."""
    known = (*FILES, TALKS, TRANSCRIPTS, "run.json", "failures.jsonl")
    if (folder / PIECES).is_dir():
        _throw_away(folder / PIECES)
    ours = [path for path in folder.iterdir() if path.name in known or is_leftover(path)]
    others = [path.name for path in folder.iterdir() if path not in ours]
    if others:
        raise RunError(
            f"{folder} holds more than the run ({first_five(others)}): move that first, or choose another --out"
        )
    for path in ours:
        path.unlink()
    folder.rmdir()


def _keep_items(folder: Path, items: Sequence[Item]) -> None:
    """Write what is asked; a run that was begun with other items (of another askew, say) is not continued."""
    if (folder / "items.jsonl").exists() and read_journal(folder / "outputs.jsonl"):
        begun = {item.id: item for item in read_items(folder)}
        now = {item.id: item for item in items}
        if list(begun.values()) != list(items):
            changed = [item_id for item_id in {**begun, **now} if begun.get(item_id) != now.get(item_id)]
            raise RunError(
                f"{folder} was begun with other items than the suite has now ({len(begun)} then, {len(now)} now; "
                f"different: {first_five(changed) or 'their order'}): choose another --out, or --fresh"
            )
    write_atomically(folder / "items.jsonl", to_json_lines(item.to_json() for item in items))


def _begin(folder: Path, asked: Asked) -> str:
    """Open the folder: new, or one that holds the same run broken off. Returns when the run began."""
    if (folder / "run.json").exists():
        earlier = read_asked(folder)
        if earlier == asked:
            created: str = read_head(folder)["created"]
            return created
        if any(read_journal(place / "outputs.jsonl") for place in (folder, folder / PIECES)):
            raise RunError(
                f"{folder} holds another run ({_differences(earlier.to_json(), asked.to_json())}): "
                "choose another --out, or throw it away with --fresh"
            )
        _throw_away(folder)  # it never came to an output: nothing is lost
    check_new_folder(folder).mkdir(parents=True, exist_ok=True)
    created = datetime.now(UTC).isoformat(timespec="seconds")
    write_head(folder, asked, created)  # first, so that whatever else is found here later is known to be ours
    return created


def _differences(there: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """What differs between two questions, down to the detail of the system.

    >>> _differences({"target": "es", "system_details": {"beam": "5"}}, {"target": "es", "system_details": {"beam": "1"}})
    "system_details: {'beam': '5'} there, {'beam': '1'} now"
    """
    parts = []
    for key in now:
        old, new = there[key], now[key]
        if isinstance(new, dict):
            names = [name for name in {**old, **new} if old.get(name) != new.get(name)]
            old, new = ({name: side[name] for name in names if name in side} for side in (old, new))
        if old != new:
            parts.append(f"{key}: {old} there, {new} now")
    return "; ".join(parts)
