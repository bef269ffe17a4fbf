"""German plurals from Wikipedia and Europarl: is a translation gender-fair where nothing asks for a gender?

Lardelli, Attanasio, Lauscher: Building bridges: A dataset for evaluating gender-fair machine translation into German.
Findings of ACL 2024, https://aclanthology.org/2024.findings-acl.448/
"""

from askew.judges.gender_fair import ALIGNMENT, DICTIONARY, NEARBY, SEED
from askew.suites.base import Population, Protocol, Suite
from askew.suites.gender_fair import passages
from askew.suites.options import SuiteOptions
from askew.suites.rendered import COVERED, RENDERED, SHOWN, found_by, rendered_counts

ASKEW = Protocol(
    name="askew",
    targets=lambda: list(passages.TARGETS),
    judge=passages.judge,
    measures=(*RENDERED, *found_by({how: how for how in (DICTIONARY, ALIGNMENT, NEARBY)})),
    groups={SEED: RENDERED},
    shown=(*SHOWN, "coverage"),
    counts=lambda table: rendered_counts(table, "row"),
    covered=COVERED,
    clusters=(SEED,),
    exchange=SEED,
    population=Population(SEED, "nouns", "like"),
)

SUITE = Suite(
    name="gender-fair",
    title="German plurals: masculine, feminine, neutral or inclusive where nothing asks for a gender?",
    citation="Lardelli, Attanasio, Lauscher 2024, https://aclanthology.org/2024.findings-acl.448/",
    editions=passages.EDITIONS,
    subsets=("all",),
    items=passages.items,
    protocols=(ASKEW,),
    options=SuiteOptions,
)
