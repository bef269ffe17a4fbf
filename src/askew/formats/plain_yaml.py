"""The YAML that data are kept in: lists, mappings and scalars. What makes YAML a hazard is refused, not expanded.

Aliases (a few hundred bytes of them make gigabytes), tags (which make objects) and deep nesting are errors. Scalars
stay the text they are written as: whoever reads them says what is a number, so nothing turns into a date or an integer
of 400 digits by itself.
"""

from collections.abc import Iterator
from typing import Any

from askew.core.errors import InputError
from askew.core.limits import YAML_DEPTH

_NULL = ("", "~", "null", "Null", "NULL")


def yaml_rows(text: str, where: str) -> list[tuple[int, Any]]:
    """The entries of a YAML list, each with the line it begins on: texts, None, lists and dictionaries of them."""
    import yaml

    reader = _Reader(text, where)
    try:
        rows = reader.document()
    except yaml.YAMLError as error:
        raise InputError(f"broken YAML: {' '.join(str(error).split())[:200]}", where=where) from None
    return rows


class _Reader:
    """Events of the parser to plain values, with a stack as deep as the limit at most."""

    def __init__(self, text: str, where: str) -> None:
        import yaml

        self._where = where
        self._yaml = yaml
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))

    def document(self) -> list[tuple[int, Any]]:
        yaml = self._yaml
        event = self._next()  # of the stream
        event = self._next()  # of the document, or the stream's end
        event = self._next() if isinstance(event, yaml.DocumentStartEvent) else event
        if not isinstance(event, yaml.SequenceStartEvent):
            raise self._wrong(event, "expected a list: rows that begin with '- '")
        rows = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            rows.append((event.start_mark.line + 1, self._value(event, 2)))
        self._next()  # the document's end
        if not isinstance(event := self._next(), yaml.StreamEndEvent):
            raise self._wrong(event, "expected one YAML document, found another")
        return rows

    def _value(self, event: Any, depth: int) -> Any:
        yaml = self._yaml
        if isinstance(event, yaml.ScalarEvent):
            return None if event.implicit[0] and event.value in _NULL else event.value
        if depth > YAML_DEPTH:
            raise self._wrong(event, f"nested more than {YAML_DEPTH} levels deep")
        if isinstance(event, yaml.SequenceStartEvent):
            values = []
            while not isinstance(event := self._next(), yaml.SequenceEndEvent):
                values.append(self._value(event, depth + 1))
            return values
        return self._mapping(depth)

    def _mapping(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not isinstance(key := self._next(), self._yaml.MappingEndEvent):
            if not isinstance(key, self._yaml.ScalarEvent):
                raise self._wrong(key, "expected a name before ':'")
            if key.value in found:
                raise self._wrong(key, f"{key.value[:60]!r} stands twice in one mapping")
            found[key.value] = self._value(self._next(), depth + 1)
        return found

    def _next(self) -> Any:
        event = next(self._events)
        if isinstance(event, self._yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self._wrong(event, "aliases (*name) and anchors (&name) are not read: write the value out")
        if getattr(event, "tag", None) not in (None, "!"):
            raise self._wrong(event, f"tags ({event.tag[:60]}) are not read")
        return event

    def _wrong(self, event: Any, message: str) -> InputError:
        return InputError(message, where=self._where, line=event.start_mark.line + 1)
