"""Measures of how people are rendered where nothing asks for a gender: masculine, feminine, neutral or both."""

from askew.core.run import Counts
from askew.judges.ambiguous import FAIR, PERSON
from askew.judges.contrast import GENDERED
from askew.judges.gender import BOTH, FEMALE, MALE, NEUTRAL, NOT_FOUND
from askew.measures.base import Measure, Role
from askew.measures.ratio import Share, gap
from askew.measures.table import Table, label

PEOPLE, COVERED = label(row=PERSON), label(covered="yes")


def _rendered(name: str, predicted: str, heading: str) -> Share:
    """How often people are rendered so, out of all."""
    return Share(name, PEOPLE, label(predicted=predicted), heading=heading, better=None)


_MALE = _rendered("rendered_male", MALE, "masculine")
_FEMALE = _rendered("rendered_female", FEMALE, "feminine")
_MALE_OF_GENDERED = Share(
    "masculine_of_gendered", PEOPLE & label(verdict=GENDERED), label(predicted=MALE), heading="masc. of gendered",
    better=None, role=Role.AMONG_DECIDED,
)  # fmt: skip
_FAIR = Share("gender_fair", PEOPLE & COVERED, label(verdict=FAIR), heading="gender-fair", role=Role.AMONG_DECIDED)

RENDERED: tuple[Measure, ...] = (
    _MALE,
    _FEMALE,
    _rendered("rendered_neutral", NEUTRAL, "neutral"),
    _rendered("rendered_both", BOTH, "both"),
    gap("delta_rendered", _MALE, _FEMALE, "Δ"),
    _MALE_OF_GENDERED,
    _FAIR,
    Share("coverage", PEOPLE, COVERED, role=Role.COVERAGE),
)
SHOWN = tuple(measure.name for measure in RENDERED[:-1])


def found_by(ways: dict[str, str]) -> tuple[Measure, ...]:
    """How those people were found: what a verdict calls it to the end of the score's name."""
    return tuple(
        Share(
            f"found_by_{name}", PEOPLE & COVERED, label(found_by=how), heading=f"by {how}", better=None,
            role=Role.DIAGNOSTIC,
        )
        for how, name in ways.items()
    )  # fmt: skip


def rendered_counts(table: Table, by: str) -> Counts:
    """What people are rendered as, by an attribute."""
    people, values, predicted = PEOPLE(table), table.by(by), table.labels["predicted"]
    return {
        value: {
            name: int(((predicted == name) & (values == value) & people).sum())
            for name in (MALE, FEMALE, NEUTRAL, BOTH, NOT_FOUND)
        }
        for value in table.values(by)
    }
