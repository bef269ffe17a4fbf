"""Gaps between groups of speakers: gender as labelled, accents, and the speakers of talks."""

from collections.abc import Iterator
from functools import cache

import askew
from askew.analyses.gaps import Gaps, gaps
from askew.report.altair_figures import gaps_figure, save
from askew.report.numbers import number, p_in_words, p_value
from studies.analyses.outputs import ACCENTS, FLEURS, RECOGNISERS, talks
from studies.pages import FIGURES
from studies.tables import bounds, score, table

HEADINGS = ("system", "score", "groups", "gap", "p (permuted)", "Poisson: rate ratio", "")


@cache
def by_gender(system: str, target: str) -> Gaps:
    """Gaps by gender as labelled, in FLEURS, whose transcripts are of the recordings in the en-es manifest."""
    pair = "en" if target == "en" else f"en-{target}"
    return _gaps("gender", system, target, f"{FLEURS}/manifest.en-{'es' if target == 'en' else target}.jsonl.gz",
                 f"{FLEURS}/outputs/{system}/{pair}.jsonl.gz")  # fmt: skip


@cache
def by_accent(system: str) -> Gaps:
    """Gaps by accent, in CommonAccent."""
    hyp = f"{ACCENTS}/outputs/{system}/en.jsonl.gz"
    return _gaps("accent", system, "en", f"{ACCENTS}/manifest.en.jsonl.gz", hyp)


def _gaps(by: str, system: str, target: str, manifest: str, hyp: str) -> Gaps:
    run = askew.score("speakers", target=target, manifest=manifest, hyp=hyp, name=f"{system} {target}")
    return gaps(run, by)


def gap_row(found: Gaps, measure: str) -> list[str]:
    """The largest gap of a measure, between whom it is, and what the tests say."""
    gap = found.measures[measure]
    widest, model = gap.largest, gap.poisson
    if widest is None:
        return [found.system, measure, *[score(None)] * 4, gap.reason]
    ratio = score(None)
    if model is not None:
        ratio = f"{number(model.ratio, 2)}{bounds(model.low, model.high, 2)}, {p_in_words(model.p)}"
    between = ", ".join(f"{group} {score(gap.groups[group])}" for group in (widest.left, widest.right))
    difference = number(widest.difference) + bounds(widest.low, widest.high, signed=True)
    return [found.system, measure, between, difference, p_value(gap.p), ratio, gap.reason]


def speakers_section() -> Iterator[str]:
    """Three tables and a figure."""
    yield "### Gender as labelled, FLEURS\n"
    rows = [gap_row(by_gender(system, "en"), "wer_normalized") for system in RECOGNISERS]
    for target in ("de", "es"):
        for system in ("tower_whisper", "canary-v2", "seamlessm4t", "owsm4.0-ctc"):
            rows += [gap_row(by_gender(system, target), name) for name in ("chrf", "ter")]
    yield from table(HEADINGS, rows)
    yield "\n### Accent, CommonAccent\n\nThe highest and the lowest of 14 accents, 100 recordings each:\n"
    found = [by_accent(system) for system in RECOGNISERS]
    yield from table(HEADINGS, [gap_row(each, name) for each in found for name in ("wer_normalized", "wrong_language")])
    save(gaps_figure(found, "wer_normalized"), FIGURES / "accents.svg")
    yield "\n![Normalised WER by accent, with 95% intervals](figures/accents.svg)\n"
    yield "### Speakers of ACL 60/60\n"
    yield "Every talk has one speaker, so a talk is a speaker here, and segments are resampled:\n"
    rows = [gap_row(gaps(talks(system, "en"), "talk"), "wer_normalized") for system in RECOGNISERS]
    rows += [gap_row(gaps(talks(system, "de"), "talk"), "chrf") for system in ("tower_whisper", "seamlessm4t")]
    yield from table(HEADINGS, rows)
