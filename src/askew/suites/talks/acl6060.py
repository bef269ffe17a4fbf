"""ACL 60/60 as it lies on disk: the official archive, or the parts of it that others publish.

The archive (https://aclanthology.org/2023.iwslt-1.2/) unpacks to ``2/acl_6060/{dev,eval}/``:

    text/xml/ACL.6060.eval.en-xx.de.xml                           talks and segments; not well-formed (a bare &)
    text/txt/ACL.6060.eval.en-xx.de.txt                           a line per segment
    text/tagged_terminology/ACL.6060.eval.tagged.en-xx.de.txt     the same with [technical terms] in brackets
    full_wavs/2022.acl-long.410.wav                               whole talks
    segmented_wavs/gold/sent_1.wav                                segments, numbered as in the XML

It is looked for in ``ASKEW_DATA``'s folder ``acl6060`` (or in ``--references``), besides ``eval/de.xml``, and, for the
development set, the segments' times (``dev/acl6060.yaml``) with a text in ``dev/references/de/`` (``src.txt`` names the
talks in the text's order).
"""

from dataclasses import replace
from pathlib import Path

from askew.core.errors import DataError, UsageError
from askew.core.files import read_lines
from askew.core.records import Item
from askew.datasets import manifest, store
from askew.formats.mustc import read_timed_text
from askew.formats.segments import Talk
from askew.formats.talks import read_talks
from askew.suites.base import Selection
from askew.suites.options import PublishedTalkOptions
from askew.suites.talks.latency import timed_talks
from askew.suites.talks.references import items_of
from askew.suites.talks.terms import with_terms
from askew.text.glossary import TAGGED

LANGUAGES = ("ar", "de", "en", "fa", "fr", "ja", "nl", "pt", "ru", "tr", "zh")
SPLITS = {"eval": ("eval",), "dev": ("dev",), "both": ("dev", "eval")}


def items(selection: Selection[PublishedTalkOptions]) -> list[Item]:
    """The segments of a split, with the references in the target language and the source's text where it is there."""
    options, target, subset = selection.options, selection.target, selection.subset
    source = options.source
    if source not in LANGUAGES:
        raise UsageError(f"ACL 60/60 has no {source!r}: its languages are {', '.join(LANGUAGES)}")
    folder, fetch = _folder(options)
    reference: list[Talk] = []
    sources: list[Talk] | None = []
    audio: dict[str, str] = {}
    split_of: dict[str, str] = {}
    for split in SPLITS[subset]:
        talks = _talks(folder, split, target or source, fetch)
        if talks is None:
            raise DataError(_lacking(folder, split, target or source))
        said = talks if source == (target or source) else _talks(folder, split, source, fetch)
        sources = None if sources is None or said is None else [*sources, *said]
        reference += talks
        for talk in talks:
            recordings = {
                segment.id: f"acl_6060/{split}/segmented_wavs/gold/sent_{segment.id}.wav" for segment in talk.segments
            }
            audio |= {f"{talk.id}/{name}": place for name, place in recordings.items()}
            split_of[talk.id] = split
    plain = items_of([reference], sources, options, audio)
    if len(SPLITS[subset]) > 1:
        plain = [
            replace(item, attributes={**item.attributes, "split": split_of[item.attributes["talk"]]}) for item in plain
        ]

    def tagged(language: str) -> list[str]:
        return [line for split in SPLITS[subset] for line in tagged_lines(folder, split, language)]

    found = with_terms(plain, options, target, tagged)
    return found if target else [replace(item, references=()) for item in found]


def times(selection: Selection[PublishedTalkOptions]) -> list[Talk]:
    """When the segments of a split are spoken; none where the files that say it are not here."""
    folder, _ = _folder(selection.options)
    places = [folder / split / "acl6060.yaml" for split in SPLITS[selection.subset]]
    return [talk for place in places if place.is_file() for talk in timed_talks(str(place))]


def _folder(options: PublishedTalkOptions) -> tuple[Path, bool]:
    """Where to look, and whether what is not there may be fetched."""
    if not options.references:
        return store.root() / "acl6060", True
    given, *more = options.references
    if more:
        raise UsageError("acl6060 takes one --references: the folder the official archive was unpacked in")
    if not Path(given).is_dir():
        raise UsageError(f"--references {given}: no such folder; the one the official archive was unpacked in is meant")
    return Path(given), False


def _talks(folder: Path, split: str, language: str, fetch: bool) -> list[Talk] | None:
    """The talks of a split in a language; None where they are not here and can't be fetched."""
    place = _place(folder, split, language)
    if place is None and (timed := _timed(folder, split, language)) is not None:
        return timed
    if place is None and fetch and f"{split}/{language}.xml" in {file.path for file in manifest.load("acl6060").files}:
        place = store.obtain("acl6060", f"{split}/{language}.xml")
    return None if place is None else read_talks(place)


def _lacking(folder: Path, split: str, language: str) -> str:
    here = [code for code in LANGUAGES if _place(folder, split, code) or _timed(folder, split, code)]
    return (
        f"ACL 60/60 {split} in {language!r} is not in {folder}; there is {', '.join(here) or 'nothing'}. All "
        "languages are in the official "
        "archive: 'askew data fetch acl6060 --archive', or download "
        "https://aclanthology.org/attachments/2023.iwslt-1.2.dataset.zip "
        "and 'askew data unpack acl6060 FILE'; or name its folder with --references"
    )


def _place(folder: Path, split: str, language: str) -> Path | None:
    """The XML of a split in a language: from the archive, wherever in it the folder begins, or alone."""
    name = f"text/xml/ACL.6060.{split}.en-xx.{language}.xml"
    candidates = [folder / inside / split / name for inside in ("2/acl_6060", "acl_6060", ".")]
    candidates += [folder / split / f"{language}.xml", folder / split / f"{language}.xml.gz"]
    return next((path for path in candidates if path.is_file()), None)


def _timed(folder: Path, split: str, language: str) -> list[Talk] | None:
    """A text of segments with their times, its talks in the order of ``src.txt``."""
    times, texts = folder / split / "acl6060.yaml", folder / split / "references" / language
    if not (times.is_file() and (texts / "tgt_segments.txt").is_file()):
        return None
    order = [Path(line.strip()).stem for line in read_lines(texts / "src.txt")]
    return read_timed_text(times, texts / "tgt_segments.txt", order)


def tagged_terms(folder: Path, split: str, language: str) -> list[list[str]]:
    """The technical terms tagged in each segment of a split, from the official archive."""
    return [TAGGED.findall(line) for line in tagged_lines(folder, split, language)]


def tagged_lines(folder: Path, split: str, language: str) -> list[str]:
    """The segments of a split with their [technical terms], from the official archive."""
    name = f"text/tagged_terminology/ACL.6060.{split}.tagged.en-xx.{language}.txt"
    places = [folder / inside / split / name for inside in ("2/acl_6060", "acl_6060", ".")]
    found = next((path for path in places if path.is_file()), None)
    if found is None:
        raise DataError(f"no tagged terminology: expected {places[0]}")
    return read_lines(found)
