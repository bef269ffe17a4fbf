"""How often the judge itself errs, by kind of verdict: measured on labelled outputs, weighted to a run's verdicts.

``error_rates.toml`` is written by ``studies.judge``: for each language, and for all of them together, how many labelled
verdicts of a kind there were and how many were wrong. The labels are a language model's, not people's; verdicts whose
errors were read while the rules were written take no part.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

EXPECTED_ERRORS, VERDICTS = "expected_errors", "verdicts"
STRATA = ("pack", "elsewhere", "pronoun", "undecided", "not found")
ALL = "all"
WEIGHT_OF_ALL = 10  # labels: how much all languages together count beside a language's own few


def stratum(labels: Mapping[str, str]) -> str:
    """The kind of a verdict: how the person was found and what decided."""
    if labels["predicted"] in ("not_found", "thing"):
        return "not found"
    if labels["predicted"] == "undecided":
        return "undecided"
    if labels["decider"] == "pronoun":
        return "pronoun"
    return "pack" if labels["found_by"] == "pack" else "elsewhere"


@cache
def labelled() -> Mapping[str, Mapping[str, tuple[int, int]]]:
    """Wrong and all labelled verdicts by language and stratum."""
    table = tomllib.loads(files("askew.judges").joinpath("error_rates.toml").read_text("utf-8"))
    return {
        language: {name: (int(cell["wrong"]), int(cell["labels"])) for name, cell in cells.items()}
        for language, cells in table.items()
    }


@cache
def rates_of(language: str) -> Mapping[str, float] | None:
    """The share of wrong verdicts in each stratum: the language's own, drawn towards all languages'; None without any
    labels of it.
    """
    table = labelled()
    if language not in table:
        return None
    rates = {}
    for name in STRATA:
        (wrong, labels), (all_wrong, all_labels) = table[language].get(name, (0, 0)), table[ALL][name]
        rates[name] = (wrong + WEIGHT_OF_ALL * all_wrong / all_labels) / (labels + WEIGHT_OF_ALL)
    return rates
