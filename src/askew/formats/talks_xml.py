"""Talks as IWSLT and mteval keep them in XML: ``<doc docid="…"><seg id="1">…</seg></doc>``."""

import re
import warnings
import xml.etree.ElementTree as ET
from bisect import bisect
from collections.abc import Iterator

from askew.core.errors import InputError, first_five, located
from askew.core.limits import XML_DEPTH
from askew.formats.ids import as_id, check_length
from askew.formats.segments import Segment, Talk

_AMPERSAND = re.compile(r"&(?!(?:[A-Za-z][A-Za-z0-9]*+|#[0-9]++|#x[0-9A-Fa-f]++);)")
_VERBATIM = re.compile(r"<!\[CDATA\[|<!--")


def read_xml_talks(text: str, where: str) -> list[Talk]:
    """The talks in an XML text. A bare ``&`` is read as ``&amp;``, with a warning that names the lines.

    Text that is no XML, declares entities, nests deeper than ``XML_DEPTH``, or has a segment within a segment is an
    InputError.
    """
    tree = _parsed(_with_ampersands(text, where), where)
    with located(where):
        talks = [_talk(document) for document in tree.iter("doc")]
    if not talks:
        raise InputError('no <doc docid="…"> with <seg id="…"> in it', where=where)
    return talks


def _talk(document: ET.Element) -> Talk:
    speaker = (document.findtext("speaker") or "").strip()
    check_length(speaker, "a speaker's name")
    name = as_id(document.get("docid", ""))
    segments = []
    for segment in document.iter("seg"):
        number = segment.get("id", "")
        check_length(number, "an id")
        segments.append(Segment(number, " ".join(_text_of(segment).split()), speaker=speaker))
    return Talk(name, tuple(segments))


def _text_of(segment: ET.Element) -> str:
    """The text of an element. <PII>…</PII> is a mark of the transcript, not of the file, so it stays."""
    parts = [segment.text or ""]
    for part in segment:
        inner = _text_of(part)
        parts += [f"<PII>{inner}</PII>" if part.tag == "PII" else inner, part.tail or ""]
    return "".join(parts)


def _with_ampersands(text: str, where: str) -> str:
    """The text with ``&amp;`` for every bare ``&``; in CDATA and comments an ``&`` is just that."""
    parts, places = [], []
    for start, end, verbatim in _stretches(text):
        found = [] if verbatim else [match.start() for match in _AMPERSAND.finditer(text, start, end)]
        places += found
        for place in found:
            parts.append(text[start:place])
            parts.append("&amp;")
            start = place + 1
        parts.append(text[start:end])
    if places:
        ends = [match.start() for match in re.finditer("\n", text)]
        lines = dict.fromkeys(bisect(ends, place) + 1 for place in places)
        warnings.warn(
            f"{where}: not well-formed XML, a bare '&' on line {first_five(lines)}; read as '&amp;'", stacklevel=4
        )
    return "".join(parts)


def _stretches(text: str) -> Iterator[tuple[int, int, bool]]:
    """From where to where the text is markup, and where it is verbatim: CDATA or a comment."""
    place = 0
    while opening := _VERBATIM.search(text, place):
        yield place, opening.start(), False
        closing = text.find("]]>" if opening[0].endswith("[") else "-->", opening.end())
        place = len(text) if closing < 0 else closing
        yield opening.start(), place, True
    yield place, len(text), False


def _parsed(text: str, where: str) -> ET.Element:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise InputError("declares entities, which a file of talks has no need of", where=where)
    parser = ET.XMLParser(target=_Builder())
    try:
        with located(where):
            parser.feed(text)
            tree: ET.Element = parser.close()
    except ET.ParseError as error:
        line, column = error.position
        raise InputError(f"malformed XML at column {column + 1}: {error}", where=where, line=line) from None
    return tree


class _Builder(ET.TreeBuilder):
    """Builds the tree of a text whose elements are not nested too deeply, nor a document or a segment in another."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[str] = []

    def start(self, tag: str, attrs: dict[str, str], /) -> ET.Element:
        if len(self._open) == XML_DEPTH:
            raise ValueError(f"elements are nested more than {XML_DEPTH} levels deep")
        if tag in ("doc", "seg") and tag in self._open:
            raise ValueError(f"a <{tag}> within a <{tag}>: is a </{tag}> missing?")
        self._open.append(tag)
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> ET.Element:
        self._open.pop()
        return super().end(tag)
