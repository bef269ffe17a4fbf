"""Terms tagged in a file, and their recall over runs: transcripts beside translations (Salesky et al. 2023, Figure 9)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from askew.analyses.correlate import Correlation, correlate
from askew.core.errors import RunError, first_five
from askew.core.files import read_lines
from askew.core.records import Score
from askew.core.run import Run
from askew.text.glossary import check_spaced, find_terms, read_glossary, tag_text
from askew.text.words import keys

SCORES = ("term_recall", "term_recall_inflected", "term_recall_near", "term_english", "term_consistency")


@dataclass(frozen=True)
class TaggedText:
    """A text with its terms in brackets, how often each occurs, and which never do."""

    lines: Sequence[str]
    counts: dict[str, int]
    never: Sequence[str]

    @property
    def summary(self) -> str:
        """One line for people."""
        lead = f"{sum(self.counts.values())} occurrences of {len(self.counts)} terms"
        return f"{lead}; {len(self.never)} terms never occur: {first_five(self.never)}" if self.never else lead

    def to_json(self) -> dict[str, Any]:
        """What ``askew terms tag --json`` prints."""
        return {"lines": list(self.lines), "counts": self.counts, "never": list(self.never)}


def tag_file(path: str | Path, glossaries: Sequence[str | Path], source: str = "en") -> TaggedText:
    """Tag a text with the terms of some glossaries, longest match first."""
    check_spaced(source)
    glossary = read_glossary(glossaries, source, source)
    lines = read_lines(path)
    tags = [find_terms(line, glossary) for line in lines]
    counts = Counter(tag.term for here in tags for tag in here)
    occurring = {keys(term) for term in counts}
    return TaggedText(
        [tag_text(line, here) for line, here in zip(lines, tags, strict=True)],
        dict(counts.most_common()),
        [entry.term for name, entry in glossary.terms.items() if name not in occurring],
    )


@dataclass(frozen=True)
class RecallRow:
    """The terms of one run."""

    system: str
    target: str
    kind: str  # recognition or translation
    scores: dict[str, Score]
    chrf: float | None


@dataclass(frozen=True)
class Recall:
    """Term recall over runs, and how it goes with chrF over the translations."""

    rows: Sequence[RecallRow]
    with_chrf: Correlation | None

    def to_json(self) -> dict[str, Any]:
        """What ``askew terms recall --json`` prints."""
        return {
            "rows": [
                {
                    "system": row.system,
                    "target": row.target,
                    "kind": row.kind,
                    "scores": {name: score.to_json() for name, score in row.scores.items()},
                    "chrf": row.chrf,
                }
                for row in self.rows
            ],
            "with_chrf": None if self.with_chrf is None else self.with_chrf.to_json(),
        }


def term_recall(runs: Sequence[Run]) -> Recall:
    """The terms of some runs, which must have been scored with ``--terms``."""
    lacking = [f"{run.system} ({run.asked.target})" for run in runs if "term_recall" not in run.scores]
    if lacking:
        raise RunError(f"scored without terms: {first_five(lacking)}; 'askew score … --terms FILE' has them")
    rows = [
        RecallRow(
            run.system,
            run.asked.target,
            run.protocol,
            {name: run.scores[name] for name in SCORES},
            run.scores["chrf"].value if "chrf" in run.scores else None,
        )
        for run in runs
    ]
    translations = [run for run in runs if "chrf" in run.scores]
    return Recall(rows, correlate(translations, "chrf", "term_recall") if translations else None)
