"""MT-GenEval's files as items: a feminine and a masculine version of each sentence, or a sentence and the one before
it.
"""

from collections.abc import Iterable
from pathlib import Path

from askew.core.errors import InputError, UsageError
from askew.core.files import read_lines
from askew.core.records import Item
from askew.datasets import manifest, store
from askew.judges.contrast import GOLD, PAIR, SENTENCE_AT
from askew.judges.gender import FEMALE, MALE
from askew.suites.base import Selection
from askew.suites.options import MTGenEvalOptions
from askew.text.words import keys

DATASET = "mt_geneval"
TARGETS = ("ar", "de", "es", "fr", "hi", "it", "pt", "ru")
EDITIONS = ("test", "dev")
SENTENCES, CONTEXT = "sentences", "context"
SUBSETS = (SENTENCES, CONTEXT)
SEPARATOR = "<sep>"
_VERSIONS = {"feminine": FEMALE, "masculine": MALE}
_PRONOUNS = {
    FEMALE: frozenset({"she", "her", "hers", "herself"}),
    MALE: frozenset({"he", "him", "his", "himself"}),
}
_NOUNS = {
    FEMALE: frozenset({"mrs", "ms", "miss", "lady", "woman", "girl", "mother", "daughter", "sister", "wife", "queen"}),
    MALE: frozenset({"mr", "sir", "lord", "man", "boy", "father", "son", "brother", "husband", "king"}),
}


def items(selection: Selection[MTGenEvalOptions]) -> list[Item]:
    """The sentences of one language, which every language has its own of.

    Raises UsageError without a language, or for one whose data the manifest does not have.
    """
    target, edition = selection.target, selection.edition
    if target not in TARGETS:
        raise UsageError(f"mtgeneval has sentences for each language: give one with --target, of {', '.join(TARGETS)}")
    if selection.subset == CONTEXT:
        return _context(target, edition, given=selection.options.context == "given")
    if selection.options.context == "given":
        raise UsageError("--context given is for mtgeneval's subset context: only there a sentence stands before")
    return _pairs(target, edition)


def _pairs(target: str, edition: str) -> list[Item]:
    names = [
        f"sentences/{edition}/geneval-sentences-{version}-{edition}.en_{target}.{language}"
        for version in _VERSIONS
        for language in ("en", target)
    ]
    feminine, feminine_reference, masculine, masculine_reference = _columns(names, target, edition)
    rows = zip(feminine, masculine, feminine_reference, masculine_reference, strict=True)
    return [item for number, row in enumerate(rows, 1) for item in pair(str(number), row[:2], row[2:])]


def pair(number: str, sources: tuple[str, str], references: tuple[str, str]) -> list[Item]:
    """The feminine and the masculine version of one sentence; each has the reference in its own gender first."""
    return [
        Item(
            f"{number}-{version}",
            source,
            {GOLD: gender, PAIR: number},
            references if gender == FEMALE else references[::-1],
        )
        for (version, gender), source in zip(_VERSIONS.items(), sources, strict=True)
    ]


def _context(target: str, edition: str, *, given: bool) -> list[Item]:
    start = "context/geneval-context-wikiprofessions"
    names = [
        f"{start}-2to1-{edition}.en_{target}.en",
        *(f"{start}-{which}-{edition}.en_{target}.{target}" for which in ("original", "flipped")),
    ]
    sources, originals, flipped = _columns(names, target, edition)
    return [
        _in_context(str(number), source, references, given, f"{names[0]}:{number}")
        for number, (source, *references) in enumerate(zip(sources, originals, flipped, strict=True), 1)
    ]


def _in_context(number: str, source: str, references: list[str], given: bool, where: str) -> Item:
    before, separator, sentence = (part.strip() for part in source.partition(SEPARATOR))
    if not separator or not sentence:
        raise InputError(f"expected a context, {SEPARATOR} and a sentence, found {source[:80]!r}", where=where)
    attributes = {GOLD: gender_told(before, sentence), PAIR: number}
    if given and before:
        joined = f"{before} {sentence}"
        attributes[SENTENCE_AT] = str(len(before) + 1)
        return Item(number, joined, attributes, tuple(references))
    return Item(number, sentence, attributes, tuple(references))


def gender_told(*texts: str) -> str:
    """The gender that English pronouns tell, or nouns and titles where none does; empty where both or none occur.

    >>> gender_told("She was born in Lille."), gender_told("Mr. Hewes spoke to him of her."), gender_told("It rained.")
    ('female', '', '')
    """
    found = {word for text in texts for word in keys(text)}
    for kind in (_PRONOUNS, _NOUNS):
        told = [gender for gender, listed in kind.items() if found & listed]
        if told:
            return told[0] if len(told) == 1 else ""
    return ""


def _columns(names: Iterable[str], target: str, edition: str) -> list[list[str]]:
    """The lines of several files, which must have as many."""
    known = {entry.path for entry in manifest.load(DATASET).files}
    if missing := [name for name in names if name not in known]:
        there = [other for other in EDITIONS if missing[0].replace(edition, other) in known]
        raise UsageError(
            f"mtgeneval's manifest has no {edition} sentences in {target!r}; it has {' and '.join(there)}: "
            f"--edition {there[0]}"
        )
    paths = [store.obtain(DATASET, name) for name in names]
    columns = [read_lines(path) for path in paths]
    for path, column in zip(paths, columns, strict=True):
        if len(column) != len(columns[0]):
            raise InputError(
                f"expected {len(columns[0])} lines, as {paths[0].name} has, found {len(column)}", where=str(path)
            )
        _check_none_empty(path, column)
    return columns


def _check_none_empty(path: Path, column: list[str]) -> None:
    for number, line in enumerate(column, 1):
        if not line.strip():
            raise InputError("an empty line, where a sentence was expected", where=str(path), line=number)
