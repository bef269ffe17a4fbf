"""Ids as files have them: under one of several names, strings or whole numbers."""

import json
from pathlib import Path

from msgspec import UNSET, Struct, UnsetType

from askew.core.errors import located
from askew.core.limits import NAME_CHARACTERS
from askew.formats.json_lines import MissingField

Id = str | int


class Named(Struct, kw_only=True):
    """The ids a row of JSON Lines may have."""

    id: Id | UnsetType = UNSET
    sample_id: Id | UnsetType = UNSET
    doc_id: Id | UnsetType = UNSET
    seg_id: Id | UnsetType = UNSET

    def name(self) -> str:
        """The row's id; none, or one that is no id, is a ValueError."""
        if self.id is not UNSET:
            return as_id(self.id)
        if self.sample_id is not UNSET:
            return as_id(self.sample_id)
        if self.doc_id is not UNSET and self.seg_id is not UNSET:
            return f"{as_id(self.doc_id)}/{as_id(self.seg_id)}"
        raise MissingField("no id: expected id, sample_id, or doc_id with seg_id")


def as_id(value: object) -> str:
    """Ids are strings; whole numbers are taken as written. What is neither, empty or too long is a ValueError.

    >>> as_id(17), as_id("mofc-1")
    ('17', 'mofc-1')
    """
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise ValueError(f"an id must be a string or a whole number, found {json.dumps(value)[:60]}")
    text = str(value).strip()
    if not text:
        raise ValueError("an id must not be empty")
    check_length(text, "an id")
    return text


def named_like(path: str | Path) -> str:
    """The id of a talk that has no other name than its file's. A name that is no UTF-8 is an InputError.

    >>> named_like("talks/ted_1.srt.gz")
    'ted_1'
    """
    name = Path(str(path).removesuffix(".gz")).stem
    with located(str(path)):
        try:
            name.encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError("the file's name is not UTF-8, so its talk can't be named after it: rename it") from None
        return as_id(name)


def check_length(text: str, what: str) -> None:
    """Names are what tables are grouped by, so they have a limit; a longer one is a ValueError."""
    if len(text) > NAME_CHARACTERS:
        raise ValueError(f"{what} has at most {NAME_CHARACTERS} characters, found {len(text)}: {text[:40]!r}…")
