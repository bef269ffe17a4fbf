"""Does a better recogniser give better gender? Item by item, for the systems whose transcripts were published too."""

from collections.abc import Iterator

import askew
from askew.analyses.heard import GivenHeard, given_heard
from askew.core.resampling import Resampling
from askew.report.numbers import number
from studies.pages import DATA
from studies.tables import bounds, paragraph, table
from studies.winomt.outputs import speech_file

PAIRS = {"whisper_asr": ("gemma_whisper", "tower_whisper"), "owsm4.0-ctc_asr": ("owsm4.0-ctc",)}
"""Recognisers, and the systems that translate what they heard (or, end to end, what the same model heard)."""
QUICK = Resampling(100)


def heard_table(targets: tuple[str, ...]) -> Iterator[str]:
    """Pairs of transcripts and translations, by language."""
    yield from paragraph(
        "Over systems nothing can be told: there are transcripts by two recognisers, and with another recogniser comes "
        "another translator. Over items it can be asked within one system: is the gender right more often in sentences "
        "whose person and pronoun were transcribed right? What is hard to hear may be hard to translate for other "
        "reasons, so this is no effect of hearing alone. Differences are about occupations like these (jackknife over "
        "occupations, 95%); bold where zero is excluded."
    )
    found = list(_pairs(targets))
    rows = [
        [
            each.system,
            each.target,
            f"{each.heard:,}",
            number(each.right_if_heard),
            f"{each.misheard:,}",
            number(each.right_if_misheard),
            _difference(each),
        ]
        for each in found
    ]
    yield from table(
        [
            "system",
            "target",
            "transcribed right",
            "% right of these",
            "transcribed wrong",
            "% right of these",
            "difference",
        ],
        rows,
        numbers=2,
    )
    surely = sum(each.low is not None and each.low > 0 for each in found)
    yield ""
    yield (
        f"In {surely} of {len(found)} cases the gender is right more often where the sentence was heard right, more "
        "than chance explains."
    )


def _difference(found: GivenHeard) -> str:
    if found.difference is None:
        return found.reason or ""
    text = number(found.difference, signed=True) + bounds(found.low, found.high, signed=True)
    return f"**{text}**" if found.p is not None and found.p < 0.05 else text


def _pairs(targets: tuple[str, ...]) -> Iterator[GivenHeard]:
    for recogniser, systems in PAIRS.items():
        transcripts = DATA / f"winost/outputs/{recogniser}/en.jsonl.gz"
        heard = askew.score("winost", target="en", hyp=transcripts, resampling=QUICK)
        for system in systems:
            for target in targets:
                said = askew.score(
                    "winost", target=target, hyp=speech_file(system, target), name=system, resampling=QUICK
                )
                yield given_heard(heard, said)
