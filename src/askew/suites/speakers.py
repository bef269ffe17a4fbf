"""Speakers: does a recogniser or a speech translator serve some people worse than others?

The items come from a manifest, JSON Lines, a row per recording: `sample_id` (or `id`), `src_ref` (what is said), `tgt_ref` (its translation), `src_lang`, `tgt_lang`,
`speaker` (or `speaker_id`, `client_id`), and anything else one could group by, in the row or under `benchmark_metadata` (gender, accent, L1). FLEURS (Conneau et al. 2023,
https://arxiv.org/abs/2205.12446) has the speaker's gender as a number, CommonAccent (Zuluaga-Gomez et al. 2023, https://arxiv.org/abs/2305.18283) an accent.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from askew.core.errors import InputError, JoinError, UsageError, first_five
from askew.core.files import read_lines
from askew.core.records import Item
from askew.formats.outputs import as_id
from askew.suites.base import Options, Protocol, Suite
from askew.suites.talks import RECOGNITION, TRANSLATION
from askew.text.language import LANGUAGES

_FIELDS = (
    "id",
    "sample_id",
    "src_ref",
    "tgt_ref",
    "src_audio",
    "src_lang",
    "tgt_lang",
    "dataset_id",
    "benchmark_metadata",
)
_SPEAKER = ("speaker", "speaker_id", "client_id")
_SAME = {"acc": "accent", "sex": "gender", **dict.fromkeys(_SPEAKER, "speaker")}
_GENDER_OF_FLEURS = {"0": "male", "1": "female", "2": "other"}  # as labelled
_TAKEN = ("item", "unit", "language", "source", "references", "audio", "talk")
SENTENCE = "sentence"


def items(edition: str, subset: str, target: str, options: Options) -> list[Item]:
    """The recordings of a manifest."""
    del edition, subset  # there is one of each
    rows = _rows(options)
    source = source_language(options)
    target = target or source
    sentences: dict[str, str] = {}
    found = [_item(row, number, source, target, sentences, str(options["manifest"])) for number, row in rows]
    names = [item.id for item in found]
    doubled = [name for name in dict.fromkeys(names) if names.count(name) > 1] if len(set(names)) < len(names) else []
    if doubled:
        raise JoinError(f"ids stand twice: {first_five(doubled)}", where=str(options["manifest"]))
    known = dict.fromkeys(name for item in found for name in item.attributes)
    return [replace(item, attributes={name: item.attributes.get(name, "") for name in known}) for item in found]


def _rows(options: Options) -> list[tuple[int, dict[str, Any]]]:
    if not options.get("manifest"):
        raise UsageError("speakers need a manifest of recordings: --manifest FILE.jsonl")
    where = str(options["manifest"])
    rows = []
    for number, line in enumerate(read_lines(where), 1):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"broken JSON: {error}", where=where, line=number) from None
        if not isinstance(row, dict):
            raise InputError(f"expected a JSON object, found {type(row).__name__}", where=where, line=number)
        rows.append((number, row))
    return rows


def source_language(options: Options) -> str:
    """What is spoken: as said, or as the manifest's first row has it."""
    return str(options.get("source") or _rows(options)[0][1].get("src_lang") or "en")


def _item(row: Mapping[str, Any], number: int, source: str, target: str, sentences: dict[str, str], where: str) -> Item:
    def wrong(message: str) -> InputError:
        return InputError(message, where=where, line=number)

    said, meant = row.get("src_ref"), row.get("tgt_ref")
    reference = said if target == source else meant
    if row.get("src_lang", source) != source:
        raise wrong(f"is spoken in {row['src_lang']!r}, not in {source!r}")
    if target != source and row.get("tgt_lang", target) != target:
        raise wrong(f"its translation is into {row['tgt_lang']!r}, not into {target!r}")
    if not isinstance(reference, str) or not reference.strip():
        raise wrong(f"has no {'src_ref' if target == source else 'tgt_ref'}, so outputs in {target!r} can't be scored")
    try:
        name = as_id(row.get("sample_id", row.get("id")))
    except ValueError as error:
        raise wrong(f"sample_id or id: {error}") from None
    text = said if isinstance(said, str) else ""
    metadata = row.get("benchmark_metadata") or {}
    if not isinstance(metadata, dict):
        raise wrong("benchmark_metadata must be an object")
    given = {**{key: value for key, value in row.items() if key not in _FIELDS}, **metadata}
    attributes = {
        _SAME.get(key, key): _value(key, value, row)
        for key, value in given.items()
        if isinstance(value, (str, int, float, bool)) and key not in _FIELDS
    }
    if taken := [key for key in attributes if key in _TAKEN or key == SENTENCE]:
        raise wrong(f"an attribute can't be called {first_five(taken)}")
    attributes[SENTENCE] = sentences.setdefault(text or reference, str(len(sentences) + 1))
    audio = row.get("src_audio")
    return Item(name, text, attributes, (reference,), audio if isinstance(audio, str) else None)


def _value(key: str, value: object, row: Mapping[str, Any]) -> str:
    text = str(value).strip()
    if key == "gender" and str(row.get("dataset_id", "")).lower() == "fleurs":
        return _GENDER_OF_FLEURS.get(text, text)
    return text


def _fit(protocol: Protocol, attributes: frozenset[str], counts: frozenset[str]) -> Protocol:
    """By whatever is known of speakers. Speakers are what is drawn; where they are not known, sentences (which several may have read)."""
    assert TRANSLATION.fit is not None
    drawn = "speaker" if "speaker" in attributes else SENTENCE
    fitted = TRANSLATION.fit(protocol, attributes - {SENTENCE}, counts)
    groups = {name: measures for name, measures in fitted.groups.items() if name in attributes}
    return replace(fitted, groups=groups, clusters=(drawn,), exchange=drawn)


def _cautions(found: Sequence[Item]) -> list[str]:
    if all(item.attributes.get("speaker") for item in found):
        return []
    return [
        "the manifest does not say who speaks: intervals resample sentences instead of speakers, and are too narrow if people recorded several"
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
    options=("manifest", "source"),
    signed=lambda options: {"source": source_language(options)},
    default_target=source_language,
    default_protocol=lambda target, options: "recognition" if target == source_language(options) else "translation",
)
