"""From talks to items: a segment is an item, its attributes are its talk, its speaker and what is known of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from askew.core.errors import InputError, JoinError, UsageError, first_five
from askew.core.records import ITEM_FIELDS, Item
from askew.formats.manifests import read_speaker_table
from askew.formats.segments import Talk
from askew.formats.talks import read_talks
from askew.measures.table import ITEM
from askew.suites.base import Selection
from askew.suites.options import PublishedTalkOptions, TalkOptions
from askew.suites.talks.terms import with_terms
from askew.text.marks import drop_marks

_TAKEN = (*ITEM_FIELDS, ITEM, "talk")  # names an attribute can't have


def own_items(selection: Selection[TalkOptions]) -> list[Item]:
    """The segments of a user's own talks."""
    options, target = selection.options, selection.target
    if not options.references:
        raise UsageError("talks of your own need their references: --references FILE_OR_FOLDER")
    versions = [read_talks(path, target) for path in options.references]
    return with_terms(items_of(versions, own_sources(options, Path(options.references[0])), options), options, target)


def own_times(selection: Selection[PublishedTalkOptions]) -> list[Talk]:
    """The references of a user's own talks: captions and MuST-C's YAML say when their segments are spoken."""
    return read_talks(selection.options.references[0], selection.target)


def own_sources(options: TalkOptions, beside: Path) -> list[Talk] | None:
    """What was said, where its text is given or lies in the references' folder in the source's language."""
    language = options.source
    if options.source_text:
        return read_talks(options.source_text, language)
    named = beside.is_dir() and any(
        path.name.split(".")[0] == language or path.suffix == f".{language}" for path in beside.iterdir()
    )
    return read_talks(beside, language) if named else None


def items_of(
    versions: Sequence[Sequence[Talk]],
    sources: Sequence[Talk] | None,
    options: PublishedTalkOptions,
    audio: Mapping[str, str] | None = None,
) -> list[Item]:
    """An item per segment of the first version; the other versions and the source must have the same segments."""
    clean = drop_marks if options.marks == "drop" else str
    first = {f"{talk.id}/{segment.id}": (talk, segment) for talk in versions[0] for segment in talk.segments}
    if not first:
        raise InputError("the references have no segments")
    others = [_texts_like(version, first, "another reference") for version in versions[1:]]
    said = None if sources is None else _texts_like(sources, first, "the source text")
    plain = [
        Item(
            name,
            clean(said[name]) if said is not None else "",
            {"talk": talk.id, "speaker": segment.speaker},
            tuple(clean(text) for text in (segment.text, *(version[name] for version in others))),
            (audio or {}).get(name),
        )
        for name, (talk, segment) in first.items()
    ]
    if options.speakers:
        plain = _with_speakers(plain, options.speakers)
    return _without_idle_speakers(plain)


def _texts_like(talks: Sequence[Talk], names: Mapping[str, object], what: str) -> dict[str, str]:
    """The texts of talks by id. Where ids differ, as plain text's do, they are joined by row, talk by talk."""
    texts = {f"{talk.id}/{segment.id}": segment.text for talk in talks for segment in talk.segments}
    if set(texts) == set(names):
        return texts
    if len(texts) == len(names) and len(talks) == len({name.rpartition("/")[0] for name in names}) == 1:
        return dict(zip(names, texts.values(), strict=True))
    strangers = sorted(set(names) ^ set(texts))
    raise JoinError(
        f"{what} has {len(texts)} segments, the reference {len(names)}, and they must be the same; not in both: "
        f"{first_five(strangers)}"
    )


def _with_speakers(items: Sequence[Item], path: str | Path) -> list[Item]:
    """Items with the attributes a table gives their talk or their speaker."""
    key, table = read_speaker_table(path, _TAKEN)
    attribute, where = {"doc_id": "talk", "speaker_id": "speaker"}[key], str(path)
    known = list(dict.fromkeys(item.attributes[attribute] for item in items))
    missing, extra = [name for name in known if name not in table], [name for name in table if name not in known]
    if missing or extra:
        problems = [f"no row for {first_five(name or 'segments without a speaker' for name in missing)}"] * bool(
            missing
        )
        problems += [f"unknown {first_five(extra)}"] * bool(extra)
        raise JoinError(f"{key}s don't match the talks': {'; '.join(problems)}", where=where)
    return [replace(item, attributes={**item.attributes, **table[item.attributes[attribute]]}) for item in items]


def _without_idle_speakers(items: Sequence[Item]) -> list[Item]:
    """Without the speaker where none is known or it says no more than the talk."""
    pairs = {(item.attributes["talk"], item.attributes["speaker"]) for item in items}
    speakers = {speaker for _, speaker in pairs}
    if "" not in speakers and pairs != {(talk, talk) for talk, _ in pairs}:
        return list(items)
    kept = [{name: value for name, value in item.attributes.items() if name != "speaker"} for item in items]
    return [replace(item, attributes=rest) for item, rest in zip(items, kept, strict=True)]
