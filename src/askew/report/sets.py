"""Runs that belong in one table: the same suite, language, edition, subset and protocol, on the same items."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from askew.analyses.compare import protocol_of
from askew.core.errors import RunError
from askew.core.run import Run
from askew.measures.base import Better
from askew.measures.ratio import Count
from askew.report.content import Cell, score_cell
from askew.suites import REGISTRY
from askew.suites.base import Protocol, Suite

_VERSION = re.compile(r"(?P<system>.+)@(?P<version>v?\d[\w.+-]*)")
LANGUAGES = {
    "ar": "Arabic", "ca": "Catalan", "cs": "Czech", "de": "German", "en": "English", "es": "Spanish", "fa": "Farsi",
    "fr": "French", "he": "Hebrew",
    "it": "Italian", "ja": "Japanese", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "ru": "Russian",
    "tr": "Turkish", "uk": "Ukrainian",
    "zh": "Chinese",
}  # fmt: skip
WORDS = {
    "accuracy": "accuracy",
    "pro": "share of pro-stereotypical items right",
}  # where a heading is no word for a sentence


@dataclass(frozen=True)
class RunSet:
    """Runs whose numbers stand in one table."""

    runs: Sequence[Run]
    names: Sequence[str]  # the systems', told apart where two runs have the same
    within: str = ""  # the sweep whose cells these are

    @property
    def first(self) -> Run:
        """The first run, which stands for what all were asked."""
        return self.runs[0]

    @property
    def suite(self) -> Suite[Any]:
        """The suite."""
        return REGISTRY.get(self.first.asked.suite)

    @cached_property
    def protocol(self) -> Protocol:
        """The protocol, with the scores and groups that all of its runs have."""
        if all(run.verdicts for run in self.runs):
            return protocol_of(*self.runs)
        return self.suite.protocol(self.first.protocol, self.target)

    @property
    def target(self) -> str:
        """The language of the outputs."""
        return self.first.asked.target

    @property
    def id(self) -> str:
        """A name for links: letters, digits and dashes."""
        asked = self.first.asked
        parts = [self.within, asked.suite, asked.target, asked.edition, asked.subset, self.first.protocol]
        revision = self.first.signature.fields.get("revision", "")
        return "-".join("".join(c if c.isalnum() else "_" for c in part) for part in (*parts, revision) if part)

    @property
    def label(self) -> str:
        """What a reader calls it.

        The suite and the language; what is not the suite's default is said too.
        """
        asked, suite = self.first.asked, self.suite
        more = [asked.edition] if asked.edition != suite.editions[0] else []
        more += [asked.subset] if asked.subset != suite.subsets[0] else []
        usual = None
        if suite.default_protocol is not None:
            known = {"source": asked.options["source"]} if "source" in asked.options else {}  # no file need be there
            usual = suite.default_protocol(asked.target, suite.read_options({**asked.given, **known}))
        usual = usual or suite.protocol(None, asked.target).name
        more += [self.first.protocol] if self.first.protocol != usual else []
        lead = f"{self.within}: " if self.within else ""
        return f"{lead}{self.title}, {language(asked.target)}" + (f" ({', '.join(more)})" if more else "")

    @property
    def title(self) -> str:
        """The suite's name as written."""
        return self.suite.title.partition(":")[0]

    def pairs(self) -> list[tuple[str, Run]]:
        """The systems' names with their runs."""
        return list(zip(self.names, self.runs, strict=True))

    def cell(self, run: Run, name: str, extra: str = "") -> Cell:
        """A score with its interval; numbers of items without decimals."""
        whole = any(isinstance(measure, Count) and measure.name == name for measure in self.protocol.measures)
        return score_cell(run.scores.get(name), extra=extra, decimals=0 if whole else 1)

    def heading(self, score: str) -> str:
        """A score's name as a column heading."""
        return self.protocol.columns.get(score, score.replace("_", " "))

    def _own_columns(self) -> dict[str, str]:
        """Where a protocol is fitted to runs whose verdicts are not there: whatever they have."""
        return {name: name.replace("_", " ") for name in self.first.scores}

    def words(self, score: str) -> str:
        """A score's name in a sentence."""
        return WORDS.get(score, self.heading(score))

    def columns(self) -> dict[str, str]:
        """The scores worth a column, those defined for at least one run: name to heading."""
        return {
            name: heading
            for name, heading in (self.protocol.columns or self._own_columns()).items()
            if any(name in run.scores and run.scores[name].value is not None for run in self.runs)
        }


def axis_title(run_set: RunSet, score: str) -> str:
    """A score's name beside an axis, and which way is better where that is not up."""
    measure = next((measure for measure in run_set.protocol.measures if measure.name == score), None)
    lower = measure is not None and measure.better is Better.LOWER
    return run_set.words(score) + (" (less is better)" if lower else "")


def run_sets(runs: Sequence[Run]) -> list[RunSet]:
    """The runs in sets, in the order in which they were given."""
    if not runs:
        raise RunError("a report needs at least one run")
    grouped: dict[tuple[str, ...], list[Run]] = {}
    for run in runs:
        asked = run.asked
        revision = run.signature.fields.get("revision", "")
        key = (asked.suite, asked.target, asked.edition, asked.subset, run.protocol, revision)
        grouped.setdefault(key, []).append(run)
    return [RunSet(group, told_apart(_dated(group, _forms(group)))) for group in grouped.values()]


def family(name: str) -> tuple[str, str]:
    """The system that a run's name says, and its version, empty where it says none.

    >>> family("ours@1.2"), family("ours"), family("m@https://llm.example.org")
    (('ours', '1.2'), ('ours', ''), ('m@https://llm.example.org', ''))
    """
    match = _VERSION.fullmatch(name)
    return (match["system"], match["version"]) if match else (name, "")


def told_apart(names: Sequence[str]) -> list[str]:
    """Names, numbered where one occurs more than once.

    >>> told_apart(["a", "b", "a"])
    ['a', 'b', 'a (2)']
    """
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return result


def _dated(runs: Sequence[Run], names: Sequence[str]) -> list[str]:
    """Names with the day on which the run was made, where that tells runs of one name apart."""
    days: dict[str, list[str]] = {}
    for name, run in zip(names, runs, strict=True):
        days.setdefault(name, []).append(run.created[:10])
    return [
        f"{name} ({run.created[:10]})" if 1 < len(days[name]) == len(set(days[name])) else name
        for name, run in zip(names, runs, strict=True)
    ]


def _forms(runs: Sequence[Run]) -> list[str]:
    """Systems by name; one that was asked in segments and in whole talks is told apart by that."""
    segmentations: dict[str, set[str]] = {}
    for run in runs:
        segmentations.setdefault(run.system, set()).add(run.signature.fields.get("segmentation", ""))
    return [
        f"{run.system} [{'whole talks' if is_long_form(run) else 'segments'}]"
        if len(segmentations[run.system]) > 1
        else run.system
        for run in runs
    ]


def is_long_form(run: Run) -> bool:
    """Whether whole talks were answered, and cut into segments afterwards."""
    return run.signature.fields.get("segmentation", "given") != "given"


def language(code: str) -> str:
    """A language's English name, or its code."""
    return LANGUAGES.get(code, code)
