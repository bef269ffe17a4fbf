"""Speakers: does a recogniser or a speech translator serve some people worse than others?

The items come from a manifest, a row per recording (``formats/manifests.py``). FLEURS (Conneau et al. 2023,
https://arxiv.org/abs/2205.12446) has the speaker's gender as a number, CommonAccent (Zuluaga-Gomez et al. 2023,
https://arxiv.org/abs/2305.18283) an accent.
"""

from collections.abc import Sequence
from dataclasses import replace

from askew.core.errors import InputError, UsageError, first_five
from askew.core.records import ITEM_FIELDS, Item
from askew.formats.manifests import Spoken, read_speakers
from askew.measures.table import ITEM
from askew.suites.base import Population, Protocol, Selection, Suite
from askew.suites.options import SpeakerOptions
from askew.suites.talks import RECOGNITION, TRANSLATION
from askew.text.language import LANGUAGES

_TAKEN = (*ITEM_FIELDS, ITEM, "talk")
SENTENCE = "sentence"


def items(selection: Selection[SpeakerOptions]) -> list[Item]:
    """The recordings of a manifest."""
    options = selection.options
    source = source_language(options)
    target = selection.target or source
    sentences: dict[str, str] = {}
    found = [_item(row, source, target, sentences, str(options.manifest)) for row in _rows(options)]
    known = dict.fromkeys(name for item in found for name in item.attributes)
    return [replace(item, attributes={name: item.attributes.get(name, "") for name in known}) for item in found]


def _rows(options: SpeakerOptions) -> list[Spoken]:
    if not options.manifest:
        raise UsageError("speakers need a manifest of recordings: --manifest FILE.jsonl")
    return read_speakers(options.manifest)


def source_language(options: SpeakerOptions) -> str:
    """What is spoken: as said, or as the manifest's first row has it."""
    return str(options.source or _rows(options)[0].source or "en")


def _item(row: Spoken, source: str, target: str, sentences: dict[str, str], where: str) -> Item:
    def wrong(message: str) -> InputError:
        return InputError(message, where=where, line=row.line)

    reference = row.text if target == source else row.translation
    if (row.source or source) != source:
        raise wrong(f"is spoken in {row.source!r}, not in {source!r}")
    if target != source and (row.target or target) != target:
        raise wrong(f"its translation is into {row.target!r}, not into {target!r}")
    if not reference.strip():
        raise wrong(f"has no {'src_ref' if target == source else 'tgt_ref'}, so outputs in {target!r} can't be scored")
    if taken := [key for key in row.attributes if key in _TAKEN or key == SENTENCE]:
        raise wrong(f"an attribute can't be called {first_five(taken)}")
    sentence = sentences.setdefault(row.text or reference, str(len(sentences) + 1))
    return Item(row.id, row.text, {**row.attributes, SENTENCE: sentence}, (reference,), row.audio)


def _fit(protocol: Protocol, attributes: frozenset[str], counts: frozenset[str]) -> Protocol:
    """By whatever is known of speakers. Speakers are what is drawn; where they are not known, sentences (which several
    may have read).
    """
    assert TRANSLATION.fit is not None
    drawn = "speaker" if "speaker" in attributes else SENTENCE
    fitted = TRANSLATION.fit(protocol, attributes - {SENTENCE}, counts)
    groups = {name: measures for name, measures in fitted.groups.items() if name in attributes}
    population = Population(drawn, f"{drawn}s", "like")
    return replace(fitted, groups=groups, clusters=(drawn,), exchange=drawn, population=population)


def _cautions(found: Sequence[Item]) -> list[str]:
    if all(item.attributes.get("speaker") for item in found):
        return []
    return [
        "the manifest does not say who speaks: intervals resample sentences instead of speakers, and are too narrow "
        "if people recorded several"
    ]


def _protocol(protocol: Protocol) -> Protocol:
    return replace(
        protocol, targets=lambda: [*LANGUAGES], strata=None, clusters=(SENTENCE,), exchange=SENTENCE, fit=_fit, cautions=_cautions
    )  # fmt: skip


SUITE = Suite(
    name="speakers",
    title="Speakers: error rates and quality by gender, accent or any attribute",
    citation="after Salesky, Darwish, Al-Badrashiny, Diab, Niehues 2023 §4.2, https://aclanthology.org/2023.iwslt-1.2/",
    editions=("own",),
    subsets=("all",),
    items=items,
    protocols=(_protocol(TRANSLATION), _protocol(RECOGNITION)),
    options=SpeakerOptions,
    signed=lambda options: {"source": source_language(options)},
    default_target=source_language,
    default_protocol=lambda target, options: "recognition" if target == source_language(options) else "translation",
)
