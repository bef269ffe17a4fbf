"""The technical terms of talks: from a glossary, or from texts in which people have put them in [brackets]."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from askew.core.errors import InputError, JoinError, UsageError
from askew.core.files import read_lines
from askew.core.records import Item, Term
from askew.formats.glossary import is_glossary
from askew.suites.options import PublishedTalkOptions
from askew.text.glossary import TAGGED, Glossary, Tag, check_spaced, find_terms, read_glossary
from askew.text.marks import drop_marks
from askew.text.words import keys

Lines = Sequence[str]
OFFICIAL = "tagged"  # the word for the tagged texts of the official archive


def with_terms(
    items: Sequence[Item], options: PublishedTalkOptions, target: str, official: Callable[[str], Lines] | None = None
) -> list[Item]:
    """Items with the terms in their source, if terms were asked for. ``official`` reads the archive's tagged text in a
    language.
    """
    files, source = list(options.terms), options.source
    if not files or not target:
        return list(items)
    if files == [OFFICIAL]:
        if official is None:
            raise UsageError(
                "only acl6060 has tagged texts of its own: name yours, --terms SOURCE.txt --terms REFERENCE.txt"
            )
        return _tagged(items, official(source), official(target), f"the archive's tagged {target}", options)
    if all(is_glossary(path) for path in files):
        return _looked_up(items, files, source, target)
    if any(is_glossary(path) for path in files) or len(files) != (1 if source == target else 2):
        needed = "the tagged transcript" if source == target else "two tagged texts, the source's and the reference's"
        raise UsageError(f"--terms takes glossaries (.tsv, .json) or {needed}; found {', '.join(files)}")
    return _tagged(items, read_lines(files[0]), read_lines(files[-1]), files[-1], options)


def signed_terms(options: PublishedTalkOptions) -> dict[str, str]:
    """Which terms, for the signature."""
    if not options.terms:
        return {}
    return {"terms": ",".join(f"{Path(name).name.replace('|', '/')}{_digest(name)}" for name in options.terms)}


def _digest(name: str) -> str:
    if name == OFFICIAL:
        return ""
    return "@" + hashlib.sha256("\n".join(read_lines(name)).encode()).hexdigest()[:8]


def _looked_up(items: Sequence[Item], files: Sequence[str], source: str, target: str) -> list[Item]:
    check_spaced(source)
    glossary = read_glossary(files, source, target)
    texts = [item.references[0] if source == target else item.source for item in items]
    if not any(texts):
        raise UsageError("terms are looked up in what was said, and its text is not there: give it with --source-text")
    found = [find_terms(text, glossary) for text in texts]
    if not any(found):
        raise InputError(f"none of the {len(glossary)} terms occurs in these talks", where=", ".join(files))
    return [
        replace(item, terms=tuple(_occurrence(tag, text, glossary, source == target) for tag in tags))
        for item, text, tags in zip(items, texts, found, strict=True)
    ]


def _occurrence(tag: Tag, text: str, glossary: Glossary, transcribed: bool) -> Term:
    """A term in a text, what is accepted for it, and how it is said; a transcript is right if it has just that."""
    accepted, said = glossary.terms[keys(tag.term)].accepted, text[tag.start : tag.end]
    return Term(tag.term, tuple(dict.fromkeys((said, *accepted))) if transcribed else accepted, said)


def _tagged(
    items: Sequence[Item], sources: Lines, references: Lines, where: str, options: PublishedTalkOptions
) -> list[Item]:
    """Terms tagged on both sides; which is whose translation is told by which go together in the other segments."""
    if options.marks == "drop":  # as in the items' own texts
        sources, references = ([drop_marks(line) for line in lines] for lines in (sources, references))
    for lines, texts in (
        (sources, [item.source for item in items]),
        (references, [item.references[0] for item in items]),
    ):
        _check_same(lines, texts, [item.id for item in items], where)
    pairs = [(TAGGED.findall(said), TAGGED.findall(meant)) for said, meant in zip(sources, references, strict=True)]
    if not any(said for said, _ in pairs):
        raise InputError("no term is tagged: expected some in [brackets]", where=where)
    matched = pair_terms(pairs)
    return [
        replace(item, terms=tuple(Term(term, (translation,), term) for term, translation in here))
        for item, here in zip(items, matched, strict=True)
    ]


def _check_same(lines: Lines, texts: Sequence[str], ids: Sequence[str], where: str) -> None:
    if len(lines) != len(texts):
        raise JoinError(f"expected {len(texts)} lines, one per segment, found {len(lines)}", where=where)
    for number, (line, text, name) in enumerate(zip(lines, texts, ids, strict=True), 1):
        if text and keys(TAGGED.sub(r"\1", line)) != keys(text):
            raise JoinError(
                f"is not the text of segment {name}: {line[:60]!r} and {text[:60]!r}", where=where, line=number
            )


def pair_terms(segments: Sequence[tuple[list[str], list[str]]]) -> list[list[tuple[str, str]]]:
    """Which tagged term of a segment's reference translates which of its source.

    Within a segment those are paired first that go together most over all segments (Dice 1945), then those at the same
    place in the order. A term that is tagged on one side only takes no part.

    >>> pair_terms([(["language", "model"], ["Modell", "Sprache"]), (["model"], ["Modell"])])
    [[('language', 'Sprache'), ('model', 'Modell')], [('model', 'Modell')]]
    """
    said, meant, both = Counter[str](), Counter[str](), Counter[tuple[str, str]]()
    for sources, targets in segments:
        names, others = {each.casefold() for each in sources}, {each.casefold() for each in targets}
        said.update(names)
        meant.update(others)
        both.update((name, other) for name in names for other in others)

    def strength(term: str, translation: str) -> float:
        name, other = term.casefold(), translation.casefold()
        return 2 * both[name, other] / (said[name] + meant[other])

    paired = []
    for sources, targets in segments:
        candidates = sorted(
            ((i, j) for i in range(len(sources)) for j in range(len(targets))),
            key=lambda ij: (-strength(sources[ij[0]], targets[ij[1]]), abs(ij[0] - ij[1]), ij),
        )
        used_i: set[int] = set()
        used_j: set[int] = set()
        here = []
        for i, j in candidates:
            if i not in used_i and j not in used_j:
                used_i.add(i)
                used_j.add(j)
                here.append((i, sources[i], targets[j]))
        paired.append([(term, translation) for _, term, translation in sorted(here)])
    return paired
