"""Neural metrics: COMET in an environment of its own, and scores computed elsewhere. Every segment gets a number by each metric.

Neural metrics pin old versions of half the world, so they never share an environment with askew. ``run_comet`` starts a command there and talks
JSON Lines with it: in, a row per segment with ``id``, ``src``, ``mt`` and ``ref``; out, first a row with ``model`` (and ``version``), then one
with ``id`` and ``score`` for each, in any order. ``comet_exchange.py`` is that command for the COMET package.
"""

import json
import math
import re
import shlex
import subprocess
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

from askew.core.errors import InputError, JoinError, SystemFailure, UsageError, first_five
from askew.core.files import read_lines, to_json_lines
from askew.core.records import Item, Output
from askew.formats.outputs import field_id

OWN = ("bleu", "chrf", "ter", "wer", "wer_normalized", "wrong_language", "margin")
"""Names that are not a neural metric's: askew computes these itself."""
NEURAL = "neural_"  # begins the names of the numbers an output carries, and of the counts made of them


def neural_counts(output: Output) -> dict[str, float]:
    """A sum and its weight for each neural score an output came with."""
    counts: dict[str, float] = {}
    for name, number in output.numbers.items():
        if name.startswith(NEURAL):
            counts |= {f"{name}_sum": number, f"{name}_weight": 1.0}
    return counts


def with_scores(outputs: Sequence[Output], scores: Mapping[str, Mapping[str, float]]) -> list[Output]:
    """Outputs with the scores of some metrics: metric to id to score."""
    return [
        replace(
            output, numbers={**output.numbers, **{NEURAL + name: by_id[output.id] for name, by_id in scores.items()}}
        )
        for output in outputs
    ]


def read_scores(
    path: str | Path, items: Sequence[Item], needed: Collection[str] | None = None
) -> dict[str, dict[str, float]]:
    """Scores per segment computed elsewhere: metric to id to score. Only the ids ``needed`` must have one, or all items.

    JSON Lines, one row per segment: ``sample_id`` (which counts the segments from 0), ``id``, or ``doc_id`` with ``seg_id``; and the
    numbers, in the row itself or under ``metrics``. A name may end in ``_score``. What askew computes itself and what is no number is left out.
    """
    where = str(path)
    ids = [item.id for item in items]
    scores: dict[str, dict[str, float]] = {}
    rows = 0
    for line_number, line in enumerate(read_lines(path), 1):
        try:
            row = json.loads(line)
            if not isinstance(row, dict):
                raise ValueError(f"expected a JSON object, found {type(row).__name__}")
            item = _item_of(row, ids)
            numbers = _numbers(row)
        except (ValueError, RecursionError) as error:
            raise InputError(str(error), where=where, line=line_number) from None
        if rows and set(numbers) != set(scores):
            raise InputError(
                f"the metrics are {', '.join(numbers)}, in the rows before {', '.join(scores)}",
                where=where,
                line=line_number,
            )
        for name, number in numbers.items():
            by_id = scores.setdefault(name, {})
            if item in by_id:
                raise JoinError(f"a second row for {item}", where=where, line=line_number)
            by_id[item] = number
        rows += 1
    missing = [item for item in ids if item not in next(iter(scores.values())) and (needed is None or item in needed)]
    if missing:
        raise JoinError(f"{rows} rows for {len(ids)} segments: no score for {first_five(missing)}", where=where)
    return scores


def _item_of(row: Mapping[str, Any], ids: Sequence[str]) -> str:
    if "sample_id" in row:
        position = row["sample_id"]
        if not isinstance(position, int) or isinstance(position, bool) or not 0 <= position < len(ids):
            raise ValueError(
                f"sample_id counts the segments from 0 to {len(ids) - 1}, found {json.dumps(position)[:40]}"
            )
        return ids[position]
    item = field_id(row)
    if item not in ids:
        raise ValueError(f"no segment is called {item}; expected ids such as {first_five(ids[:2])}")
    return item


def _numbers(row: Mapping[str, Any]) -> dict[str, float]:
    """The metrics of a row, by their names."""
    given = row.get("metrics", row)
    if not isinstance(given, dict):
        raise ValueError("metrics must be an object: names and numbers")
    found: dict[str, float] = {}
    for key, value in given.items():
        name = re.sub(r"[^a-z0-9]+", "_", key.lower()).removesuffix("_score")
        if name in OWN or key in ("id", "sample_id", "doc_id", "seg_id"):
            continue
        if value is None or (isinstance(value, float) and not math.isfinite(value)):
            raise ValueError(f"{key} is {json.dumps(value)}: a score must be a number")
        if name in found:
            raise ValueError(f"two scores are called {name}")
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            found[name] = float(value)
    if not found:
        raise ValueError(f"no neural score: found {', '.join(row) or 'nothing'}")
    return found


def run_comet(
    command: str, items: Sequence[Item], outputs: Sequence[Output], model: str | None = None
) -> tuple[str, dict[str, float]]:
    """Score segments with COMET in its own environment: what scored them, and a score per id.

    ``command`` is the Python of that environment, or any command that speaks the same JSON Lines. Of several references the first is used.
    """
    words = shlex.split(command)
    if not words:
        raise UsageError("--comet: expected the Python of COMET's environment, or a command")
    if len(words) == 1 and Path(words[0]).name.startswith("python"):
        words.append(str(files("askew.judges").joinpath("comet_exchange.py")))
    words += ["--model", model] if model else []
    said = {output.id: output.text for output in outputs}
    lacking = [item.id for item in items if not item.source]
    if lacking:
        raise UsageError(
            f"COMET needs the source text, and {len(lacking)} segments have none, e.g. {lacking[0]}: give --source-text"
        )
    asked = [item for item in items if item.id in said]
    rows = ({"id": item.id, "src": item.source, "mt": said[item.id], "ref": item.references[0]} for item in asked)
    try:
        ran = subprocess.run(words, input=to_json_lines(rows).encode(), capture_output=True, check=False)
    except OSError as error:
        raise SystemFailure(f"--comet: {words[0]} can't be started: {error.strerror}") from None
    if ran.returncode != 0:
        last = ran.stderr.decode(errors="replace").strip().splitlines()[-3:]
        raise SystemFailure(
            f"--comet: {words[0]} ended with status {ran.returncode}: {' / '.join(last) or 'no message'}"
        )
    return _read_answer(ran.stdout.decode(errors="replace").splitlines(), {item.id for item in asked}, words[0])


def _read_answer(lines: Iterable[str], wanted: set[str], program: str) -> tuple[str, dict[str, float]]:
    model, scores = "", {}
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            if number == 1 and "model" in row:
                model = "-".join(" ".join(str(row[key]).split()) for key in ("model", "version") if row.get(key))
                continue
            name, score = row["id"], float(row["score"])
        except (ValueError, KeyError, TypeError):
            raise SystemFailure(f"--comet: {program} wrote a line that is no answer: {line[:80]!r}") from None
        if not math.isfinite(score) or name not in wanted or name in scores:
            what = "is no number" if name in wanted and name not in scores else "was not asked for, or twice"
            raise SystemFailure(f"--comet: {program}: line {number}: the score {score} of {name} {what}")
        scores[name] = score
    missing = sorted(wanted - set(scores))
    if missing or not model:
        lack = f"no score for {first_five(missing)}" if missing else "its first line must name the model"
        raise SystemFailure(f"--comet: {program}: {len(scores)} scores for {len(wanted)} segments: {lack}")
    return model, scores
