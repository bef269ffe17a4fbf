"""What a report is for and what it can't show: the bias statement that every report carries, and how each number
came about.
"""

from collections.abc import Sequence

from askew.core.signature import Signature
from askew.report.content import Block, Cell, Fold, Prose, Section, Table
from askew.report.sets import RunSet

INTENDED = (
    "Intended use: to find out whether a translation or recognition system treats some referents or speakers "
    "worse than others on these test sets, to compare systems on "
    "the same items, and to look at the sentences behind a number before believing it."
)
MEANING = (
    "What counts as harm here: a person is rendered in a gender that the sentence rules out, more often for "
    "some people than for others. That can misrepresent them, give "
    "them worse service, and repeat who is expected in which occupation. An even score is not proof of "
    "fairness; a gap shows a difference on these items, not its cause."
)
SYNTHETIC = (
    "Limits of the gender sets: they ask about a feminine or a masculine referent, WinoMT in 240 items about "
    "a neutral one, and about no other gender. The sentences were made for the purpose in a few patterns, in "
    "English; stereotypes are those of US labour statistics. Results may not carry over to real text, to "
    "other occupations or to people who use other forms."
)
SPEAKERS = (
    "Speakers: a talk is one person, and few talks say little about a group. Attributes of speakers, among "
    "them gender, are as labelled by whoever made the data; "
    "they are not read off voices or names. Numbers of single speakers are for work on the system, not for publication."
)


def section(sets: Sequence[RunSet], *, speakers: bool) -> Section:
    """The statement, and the signatures."""
    gendered = any("gold" in run_set.first.groups or "class" in _attributes(run_set) for run_set in sets)
    texts = [INTENDED, MEANING if gendered else "", SYNTHETIC if gendered else "", SPEAKERS if speakers else ""]
    blocks: list[Block] = [Prose(text) for text in texts if text]
    blocks.append(
        Prose(
            "Judges are programs and make mistakes; 'askew audit RUNDIR' measures how many. Intervals and "
            "tests speak about chance in the choice of items, "
            "not about the judge's errors. Compare numbers only where their signatures are equal but for the system."
        )
    )
    notices = list(dict.fromkeys(run_set.suite.notice for run_set in sets if run_set.suite.notice))
    blocks += [Prose(notice) for notice in notices]
    signed: dict[str, list[str]] = {}
    days: dict[str, set[str]] = {}
    for run_set in sets:
        for system, run in run_set.pairs():
            signed.setdefault(str(run.signature), []).append(system)
            days.setdefault(str(run.signature), set()).add(run.created[:10])
    rows = [
        [
            Cell(Signature.parse(signature).digest),
            Cell(signature),
            Cell(", ".join(systems)),
            Cell(" to ".join(sorted({min(days[signature]), max(days[signature])}))),
        ]
        for signature, systems in signed.items()
    ]
    note = "How each number came about. Numbers are comparable where these are the same."
    blocks.append(
        Fold("Signatures", [Table("Signatures", ["digest", "signature", "systems", "made"], rows, left=4, note=note)])
    )
    return Section("statement", "What this can and can’t show", blocks)


def _attributes(run_set: RunSet) -> set[str]:
    return set(run_set.first.items[0].attributes) if run_set.first.items else set()
