"""Suites as tasks of lm-evaluation-harness (https://github.com/EleutherAI/lm-evaluation-harness).

A task is a YAML file that names functions of a module beside it, and that module takes them from here. Items come from
askew when the task is run, so no data are copied. Answers are gathered whole and scored once, by ``askew.score``.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from askew.core.errors import UsageError
from askew.core.files import write_atomically
from askew.core.run import Run
from askew.evaluate.folder import check_new_folder
from askew.evaluate.plan import Plan
from askew.evaluate.score import score
from askew.measures.base import Better
from askew.suites.base import revision
from askew.systems.languages import name_of
from askew.version import __version__

MODULE = "askew_tasks"
MODULE_TEXT = '''"""What the tasks in this folder call; made by 'askew export lm-eval'."""

from askew.export.lm_eval import aggregation, answered, questions

__all__ = ["answered", "questions"]


def __getattr__(name):
    """The aggregation of a score, by its name."""
    return aggregation(name)
'''
PROMPT = "Translate this sentence from English into {language}.\nEnglish: {{{{source}}}}\n{language}:"
CHOICES = ("suite", "target", "edition", "subset", "protocol")
Answer = tuple[str, str, str]  # which task, the item's id, the output


def write_task(
    suite: str,
    target: str,
    folder: Path,
    *,
    edition: str | None = None,
    subset: str | None = None,
    protocol: str | None = None,
) -> str:
    """Write the task of a suite and a language into a folder, which may hold others; the task's name.

    Raises UsageError for a wrong choice and for a suite whose items are not single sentences, DataError where its data
    are not here.
    """
    plan = Plan.make(suite, target, edition=edition, subset=subset, protocol=protocol)
    if plan.suite.complete is not None:
        raise UsageError(f"{suite} is no task of single sentences: write its outputs to a file and 'askew score' that")
    chosen = [plan.suite.name, target, plan.selection.edition, plan.selection.subset, plan.protocol.name]
    name = "_".join(["askew", suite, target, *(word for word in (edition, subset, protocol) if word)])
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / f"{MODULE}.py", MODULE_TEXT)
    write_atomically(folder / f"{name}.yaml", _yaml(name, plan, dict(zip(CHOICES, chosen, strict=True))))
    return name


def _yaml(name: str, plan: Plan, chosen: Mapping[str, str]) -> str:
    about = {"version": 1.0, "askew": __version__, "revision": revision(plan.items()), **chosen}
    fields: dict[str, object] = {
        "task": name,
        "custom_dataset": f"{MODULE}.questions",
        "test_split": "test",
        "output_type": "generate_until",
        "doc_to_text": PROMPT.format(language=name_of(plan.target)),
        "doc_to_target": "",
        "process_results": f"{MODULE}.answered",
        "generation_kwargs": {"until": ["\n"], "do_sample": False, "max_gen_toks": 256},
        "metadata": about,
    }
    lines = [f"# Made by 'askew export lm-eval' of askew {__version__}; don't edit."]
    for key, value in fields.items():
        called = key in ("custom_dataset", "process_results")
        lines.append(f"{key}: {f'!function {value}' if called else json.dumps(value, ensure_ascii=False)}")
    lines.append("metric_list:")
    for metric, higher in _metrics(plan).items():
        lines += [
            f"  - metric: {metric}",
            f"    aggregation: !function {MODULE}.{metric}",
            f"    higher_is_better: {json.dumps(higher)}",
        ]
    return "\n".join(lines) + "\n"


def _metrics(plan: Plan) -> dict[str, bool]:
    """The scores of the suite's table, the first with its interval; whether higher is better, which the harness must
    know of each (of a gap, which is better near zero, it is not).
    """
    first, *others = plan.protocol.shown
    names = (first, f"{first}_low", f"{first}_high", *others)
    higher = {name: plan.protocol.measure(name).better is Better.HIGHER for name in plan.protocol.shown}
    return {name: higher.get(name, higher[first]) for name in names}


def questions(**about: Any) -> Any:
    """The items of a task, from its metadata, as the harness wants them. With ``out`` in the metadata, the run is kept
    in the folder of that name, in one named after the suite and the language.

    Raises UsageError where askew would ask other items now than those the task was exported for, RunError where the
    run's folder is there already.
    """
    from datasets import Dataset, DatasetDict

    kept = {}
    if "out" in about:
        folder = check_new_folder(Path(about["out"]).absolute() / f"{about['suite']}-{about['target']}")
        kept = {"out": str(folder), "name": str(about.get("pretrained") or about.get("model") or folder.parent.name)}
    chosen = json.dumps({name: about[name] for name in CHOICES} | kept)
    items = _plan(chosen).items()
    if (now := revision(items)) != about["revision"]:
        raise UsageError(
            f"the task was exported for revision {about['revision']} of {about['suite']}, and this askew "
            f"({__version__}) asks revision {now}: 'askew export lm-eval' again"
        )
    rows = [{"id": item.id, "source": item.source, "asked": chosen} for item in items]
    return DatasetDict({"test": Dataset.from_list(rows)})


def answered(doc: Mapping[str, str], results: Sequence[str]) -> dict[str, Answer]:
    """What every score gathers of one item: the answer itself."""
    answer = (doc["asked"], doc["id"], results[0].strip())
    return dict.fromkeys(_metrics(_plan(doc["asked"])), answer)


def aggregation(name: str) -> Callable[[Sequence[Answer]], float]:
    """What makes one score of all answers; NaN where it is undefined. ``NAME_low`` and ``NAME_high`` are its interval.

    Raises AttributeError for what can't be a score's name, as a module must.
    """
    if name.startswith("__"):
        raise AttributeError(name)
    score_name, _, end = name.rpartition("_") if name.endswith(("_low", "_high")) else (name, "", "value")

    def value(answers: Sequence[Answer]) -> float:
        found = getattr(_scored(tuple(answers)).scores[score_name], end)
        return math.nan if found is None else float(found)

    return value


@lru_cache(maxsize=8)
def _scored(answers: tuple[Answer, ...]) -> Run:
    (asked,) = {task for task, _, _ in answers}
    chosen = json.loads(asked)
    return score(chosen.pop("suite"), hyp={item: output for _, item, output in answers}, partial=True, **chosen)


@lru_cache(maxsize=8)
def _plan(asked: str) -> Plan:
    chosen = json.loads(asked)
    return Plan.make(chosen["suite"], **{name: chosen[name] for name in CHOICES[1:]})
