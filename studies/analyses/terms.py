"""How many of a glossary's terms come through, in transcripts and in translations."""

from collections.abc import Iterator
from dataclasses import replace

import askew
from askew import Run
from askew.analyses.terms import Recall, term_recall
from askew.report.altair_figures import recall_figure, save
from askew.report.numbers import number
from studies.analyses.outputs import GLOSSARIES, RECOGNISERS, SYSTEMS, glossary, talks
from studies.pages import FIGURES
from studies.tables import bounds, score, scores, table

NAMES = ("term_recall", "term_recall_inflected", "term_recall_near", "term_english", "term_consistency")
HEADINGS = ("", "kind", "exact", "or inflected", "or in a neighbour", "left in English", "consistent", "chrF")


def terms_section() -> Iterator[str]:
    """A table for each glossary, a figure, and how recall goes with chrF."""
    shown: list[tuple[str, Run]] = []
    for target, files in GLOSSARIES.items():
        transcribed = [talks(system, "en", target) for system in RECOGNISERS]
        runs = [talks(system, target, target) for system in SYSTEMS]
        shown += [(target, run) for run in (*transcribed, *runs)]
        names = dict.fromkeys(path.name.split("__")[0] for path in files)
        yield f"### {target}: {runs[0].scores['term_recall'].n} occurrences, {' and '.join(names)}\n"
        rows = [[run.system, run.protocol, *scores(run, (*NAMES, "chrf"))] for run in (*transcribed, *runs)]
        reference = of_the_reference(runs[0], target)
        rows.append([reference.system, reference.protocol, *scores(reference, NAMES), score(None)])
        yield from table(HEADINGS, rows)
        yield ""
    found = term_recall([run for _, run in shown])
    rows_by_glossary = [replace(row, target=target) for (target, _), row in zip(shown, found.rows, strict=True)]
    save(recall_figure(replace(found, rows=rows_by_glossary)), FIGURES / "terms.svg")
    yield "![Term recall of transcripts and translations, chrF behind](figures/terms.svg)\n"
    for target in GLOSSARIES:
        alone = term_recall([talks(system, target, target) for system in SYSTEMS])
        yield f"- Recall and chrF over the seven systems, {target}: {with_chrf(alone)}."
    answering = term_recall([talks(system, "zh", "zh") for system in SYSTEMS if system != "canary-v2"])
    yield f"- The same for zh without canary-v2, which answers in English: {with_chrf(answering)}."
    yield f"- Over both languages: {with_chrf(found)}."


def of_the_reference(run: Run, target: str) -> Run:
    """What a run's references score: how often professionals chose the glossary's translation."""
    references = [item.references[0] for item in run.items]
    name = "the reference itself"
    return askew.score("acl6060", target=target, hyp=references, terms=glossary(target), name=name)


def with_chrf(found: Recall) -> str:
    """How recall goes with chrF."""
    pair = found.with_chrf
    if pair is None or pair.pearson is None:
        return f"no correlation: {'no translations' if pair is None else pair.reason}"
    pearson = number(pair.pearson, 2) + bounds(pair.low, pair.high, 2)
    return f"Pearson {pearson}, Spearman {number(pair.spearman, 2)}, {len(pair.points)} points"
