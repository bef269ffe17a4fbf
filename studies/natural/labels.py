"""How the judge of German plurals agrees with people's labels of what DeepL and GPT-3.5 wrote."""

from dataclasses import dataclass

from askew.core.records import Output, Verdict
from askew.suites.base import Selection
from askew.suites.gender_fair import passages
from askew.suites.options import SuiteOptions

_WIKIPEDIA = {"M": "male", "F": "female", "Neutral": "neutral", "Inclusive": "both"}
_EUROPARL = {"1": "male", "2": "female", "3": "neutral", "4": "both"}
SETS = {
    "DeepL, Wikipedia": ("wikipedia", "annot_deepl_all_v1.tsv", "annot_tgt_gender", _WIKIPEDIA),
    "GPT-3.5, Wikipedia": ("wikipedia", "annot_gpt_all_v1.tsv", "annot_tgt_gender", _WIKIPEDIA),
    "GPT-3.5, Europarl": ("europarl", "human-evaluation_europarl_gpt-3.5.tsv", "human eval", _EUROPARL),
}


@dataclass(frozen=True)
class Agreement:
    """Labels against verdicts."""

    pairs: tuple[tuple[str, str], ...]
    """People's label, and the judge's."""
    disagreements: tuple[tuple[str, Verdict], ...]

    @property
    def n(self) -> int:
        """How many passages are labelled."""
        return len(self.pairs)

    @property
    def right(self) -> int:
        """How many verdicts are as labelled."""
        return sum(label == predicted for label, predicted in self.pairs)

    @property
    def commonest(self) -> int:
        """How many would be as labelled if every verdict were the commonest label."""
        labels = [label for label, _ in self.pairs]
        return max(labels.count(label) for label in set(labels))


def agreement(name: str) -> Agreement:
    """The agreement on one of the sets; passages whose source is none of the suite's, or without such a label, are left
    out.
    """
    edition, table, column, labels = SETS[name]
    selection = Selection("de", edition, "all", SuiteOptions())
    items = {item.source.strip(): item for item in passages.items(selection)}
    rows = [row for row in passages.read_labelled(table) if row["source"].strip() in items and row[column] in labels]
    asked = [items[row["source"].strip()] for row in rows]
    outputs = [Output(item.id, row["translation"]) for item, row in zip(asked, rows, strict=True)]
    verdicts = passages.judge(selection).judge(asked, outputs)
    told = [(labels[row[column]], verdict) for row, verdict in zip(rows, verdicts, strict=True)]
    return Agreement(
        tuple((label, verdict.labels["predicted"]) for label, verdict in told),
        tuple((label, verdict) for label, verdict in told if label != verdict.labels["predicted"]),
    )
