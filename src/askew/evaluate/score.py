"""Score outputs that exist already, and the step all of evaluate shares: judge, measure, sign."""

import gc
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, JoinError, RunError, UsageError
from askew.core.records import Item, Output
from askew.core.registry import choose
from askew.core.run import Asked, Run
from askew.core.signature import Signature
from askew.evaluate.measure import Resampling, measure_all
from askew.formats.outputs import as_output
from askew.judges.heard import SIGNATURE as HEARD
from askew.judges.heard import with_transcripts
from askew.measures.table import Table
from askew.suites import REGISTRY
from askew.suites.base import Answers, Options, Protocol, Suite, names_in, revision
from askew.text.language import looks_like
from askew.version import __version__


@dataclass(frozen=True)
class Plan:
    """A suite with every choice made and checked, before anything is read or run."""

    suite: Suite
    target: str
    edition: str
    subset: str
    protocol: Protocol
    resampling: Resampling = field(default_factory=Resampling)
    options: Options = field(default_factory=dict)

    @classmethod
    def make(
        cls,
        suite: "str | Plan",
        target: str,
        *,
        edition: str | None = None,
        subset: str | None = None,
        protocol: str | None = None,
        resampling: Resampling | None = None,
        options: Options | None = None,
    ) -> "Plan":
        """Fill in the suite's defaults; an unknown name is an error with a suggestion. A plan is one already."""
        if isinstance(suite, Plan):
            return suite
        found = REGISTRY.get(suite)
        chosen = options or {}
        found.check_options(chosen)
        if not target:
            if found.default_target is None:
                raise UsageError(f"{suite} needs the language of the outputs: --target LANG")
            target = found.default_target(chosen)
        if protocol is None and found.default_protocol is not None:
            protocol = found.default_protocol(target, chosen)
        return cls(
            found,
            target,
            choose(f"{suite} edition", edition, list(found.editions), found.editions[0]),
            choose(f"{suite} subset", subset, list(found.subsets), found.subsets[0]),
            found.protocol(protocol, target),
            resampling or Resampling(),
            chosen,
        )

    def items(self) -> list[Item]:
        """What is asked."""
        return self.suite.items(self.edition, self.subset, self.target, self.options)

    def asked(self, system: str, details: Mapping[str, str], signed: Mapping[str, str] | None = None) -> Asked:
        """What a run of this plan asks of a system; ``signed`` are further choices that can change a number."""
        options = {**(self.suite.signed(self.options) if self.suite.signed else {}), **(signed or {})}
        return Asked(self.suite.name, self.target, self.edition, self.subset, system, details, options)


def items(
    suite: str, *, edition: str | None = None, subset: str | None = None, target: str = "", **options: Any
) -> list[Item]:
    """What a suite asks; with a ``target``, also the references there are in it.

    >>> import askew
    >>> askew.items("simplegen", subset="mofc")[0].source
    'People laughed at the director behind her back.'
    """
    found = REGISTRY.get(suite)
    found.check_options(options)
    return found.items(
        choose(f"{suite} edition", edition, list(found.editions), found.editions[0]),
        choose(f"{suite} subset", subset, list(found.subsets), found.subsets[0]),
        target,
        options,
    )


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

    ``options`` are those only some suites have (docs/talks.md).

    >>> import askew
    >>> items = askew.items("simplegen", subset="mofc")
    >>> run = askew.score("simplegen", target="es", hyp=["La doctora es una mujer."] * 814, subset="mofc")
    >>> run.counts["mofc"]["correct"] == sum(i.attributes["occupation"] == "physician" and i.attributes["number"] == "sg" for i in items)
    True
    """
    plan = Plan.make(
        suite, target, edition=edition, subset=subset, protocol=protocol, resampling=resampling, options=options
    )
    asked_items = plan.items()
    if isinstance(hyp, (str, Path)):
        answers = plan.suite.read(hyp, asked_items, plan.target, plan.options, format, partial)
        system = name or Path(hyp).name.removesuffix(".gz")
    else:
        answers = Answers(_given_outputs(hyp, asked_items, partial))
        system = name or "outputs"
    folder = None if out is None else check_new_folder(Path(out))
    if plan.suite.complete is not None:
        answers = plan.suite.complete(answers, asked_items, plan.options)
    asked = plan.asked(system, {"kind": "file"}, answers.signed)
    run = replace(judge_and_measure(plan, asked, asked_items, answers.outputs), talks=answers.talks)
    if folder is not None:
        run.save(folder)
    return run


def _given_outputs(hyp: Iterable[str] | Mapping[str, str], items: Sequence[Item], partial: bool) -> list[Output]:
    if isinstance(hyp, Mapping):
        strangers = set(hyp) - {item.id for item in items}
        missing = [item.id for item in items if item.id not in hyp]
        if strangers or (missing and not partial):
            raise JoinError(
                f"{len(strangers)} unknown ids and {len(missing)} items without an output, e.g. {[*strangers, *missing][:5]}"
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


def check_new_folder(folder: Path) -> Path:
    """Refuse to write a run where something else is."""
    parent = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not parent.is_dir():
        raise RunError(f"{folder} can't be made: {parent} is a file")
    if not os.access(parent, os.W_OK):
        raise RunError(f"{folder} can't be made: {parent} may not be written to")
    if folder.exists() and any(not is_leftover(path) for path in folder.iterdir()):
        raise RunError(f"{folder} exists and is not empty: choose another --out, or remove it")
    return folder


def is_leftover(path: Path) -> bool:
    """A temporary file of a write that was killed before the run had begun."""
    return path.name.startswith(".") and path.name.endswith(".tmp")


def judge_and_measure(
    plan: Plan,
    asked: Asked,
    items: Sequence[Item],
    outputs: Sequence[Output],
    *,
    created: str | None = None,
    timing: Mapping[str, float] | None = None,
) -> Run:
    """Judge the outputs, measure the verdicts, and sign the result. Items without an output take no part."""
    answered = {output.id: output for output in outputs}
    present = [item for item in items if item.id in answered]
    if not present:
        raise JoinError("none of the items has an output, so there is nothing to score")
    judge = plan.protocol.judge(plan.target)
    present_outputs = [answered[item.id] for item in present]
    warnings = [*_doubts(plan, present_outputs), *([plan.suite.notice] if plan.suite.notice else [])]
    warnings += plan.protocol.cautions(present) if plan.protocol.cautions is not None else []
    with _garbage_left_alone():
        verdicts = judge.judge(present, present_outputs)
        heard = any(output.transcript is not None for output in present_outputs)
        if heard:
            verdicts = with_transcripts(present, present_outputs, verdicts)
        table = Table.of(present, verdicts)
        protocol = plan.protocol.fitted(*names_in(present, verdicts))
        scores, groups = measure_all(protocol, table, plan.resampling)
    warnings += protocol.remarks(protocol.measures, table) if protocol.remarks is not None else []
    signature = Signature(
        {
            "suite": plan.suite.name,
            "revision": revision(items),
            "edition": plan.edition,
            "subset": plan.subset,
            "items": f"{len(present)}/{len(items)}",
            "target": plan.target,
            **asked.options,
            "protocol": plan.protocol.name,
            **judge.signature,
            **({"heard": HEARD} if heard else {}),
            **plan.resampling.signature,
            "askew": __version__,
        }
    )
    return Run(
        asked=asked,
        protocol=plan.protocol.name,
        signature=signature,
        items=items,
        outputs=outputs,
        verdicts=verdicts,
        scores=scores,
        groups=groups,
        counts=plan.protocol.counts(table),
        created=created or datetime.now(UTC).isoformat(timespec="seconds"),
        timing=timing or {},
        warnings=tuple(warnings),
    )


@contextmanager
def _garbage_left_alone() -> Iterator[None]:
    """Judging makes very many small objects and no cycles; looking for cycles among them takes a fifth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _doubts(plan: Plan, outputs: Sequence[Output]) -> list[str]:
    """What may be wrong with the outputs though they can be scored."""
    other = looks_like((output.text for output in outputs), plan.target)
    return [f"the outputs look like {other!r}, not like {plan.target!r}: is this the right file?"] if other else []
