"""Score outputs that exist already."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, JoinError
from askew.core.records import Item, Output
from askew.core.resampling import Resampling
from askew.core.run import Run
from askew.evaluate.folder import check_new_folder
from askew.evaluate.pipeline import complete, evaluate
from askew.evaluate.plan import Plan
from askew.formats.outputs import as_output, expected_ids
from askew.suites.base import Answers, OutputsFile


def score(
    suite: str,
    *,
    target: str = "",
    hyp: str | Path | Iterable[str] | Mapping[str, str],
    edition: str | None = None,
    subset: str | None = None,
    protocol: str | None = None,
    name: str | None = None,
    out: str | Path | None = None,
    format: str | None = None,
    partial: bool = False,
    resampling: Resampling | None = None,
    **options: Any,
) -> Run:
    """Score the outputs in a file (or a list in the items' order, or a mapping from id to output).

    ``name`` is what to call the system (its folder's name if not given, or the file's), ``out`` a new folder to keep
    the run in, ``partial`` allows items without an output, ``options`` are the suite's own (docs/talks.md). Raises
    UsageError for a wrong choice, InputError and JoinError for outputs that can't be read or don't belong to the items,
    RunError where ``out`` can't be written.

    >>> import askew
    >>> items = askew.items("simplegen", subset="mofc")
    >>> run = askew.score("simplegen", target="es", hyp=["La doctora es una mujer."] * 814, subset="mofc")
    >>> run.counts["mofc"]["correct"] == sum(i.attributes["occupation"] == "physician" and i.attributes["number"] == "sg" for i in items)
    True
    """
    plan = Plan.make(
        suite, target, edition=edition, subset=subset, protocol=protocol, resampling=resampling, options=options
    )
    items = plan.items()
    if isinstance(hyp, (str, Path)):
        answers = plan.suite.read(OutputsFile(hyp, format, partial), items, plan.selection)
        unnamed = Path(hyp).name.removesuffix(".gz")
    else:
        answers = Answers(_given_outputs(hyp, items, partial))
        unnamed = "outputs"
    system = name or (Path(out).absolute().name if out else "") or unnamed
    folder = None if out is None else check_new_folder(Path(out))
    run = evaluate(plan, plan.asked(system, {"kind": "file"}), items, complete(plan, items, answers))
    if folder is not None:
        run.save_new(folder)
    return run


def _given_outputs(hyp: Iterable[str] | Mapping[str, str], items: Sequence[Item], partial: bool) -> list[Output]:
    if isinstance(hyp, Mapping):
        strangers = set(hyp) - {item.id for item in items}
        missing = [item.id for item in items if item.id not in hyp]
        if strangers or (missing and not partial):
            hint = f"; {expected_ids([*hyp], items)}" if strangers else ""
            raise JoinError(
                f"{len(strangers)} unknown ids and {len(missing)} items without an output, e.g. "
                f"{[*strangers, *missing][:5]}{hint}"
            )
        return [Output(item.id, _checked(item.id, hyp[item.id])) for item in items if item.id in hyp]
    texts = list(hyp)
    if len(texts) != len(items):
        raise JoinError(f"expected {len(items)} outputs, one per item, found {len(texts)}")
    return [Output(item.id, _checked(item.id, text)) for item, text in zip(items, texts, strict=True)]


def _checked(item_id: str, text: str) -> str:
    try:
        return as_output(text)
    except ValueError as error:
        raise InputError(f"{item_id}: {error}") from None
