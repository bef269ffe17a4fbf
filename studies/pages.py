"""Where data sets lie and pages go, and what all pages have in common."""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import askew
from studies.tables import paragraph

DATA = Path(os.environ.get("ASKEW_DATA", ""))
ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FIGURES = DOCS / "figures"


def need(*places: str) -> None:
    """End with a message unless the data sets are there."""
    missing = [place for place in places if not (DATA / place).is_dir()]
    if missing:
        sys.exit(
            f"set ASKEW_DATA to a folder that has {', '.join(places)}; {DATA.absolute()} lacks {', '.join(missing)}"
        )


def made_by(study: str, rest: str) -> str:
    """The first words of a page: the command that makes it, and the version."""
    return f"Made by `python -m studies.{study}.page` with askew {askew.__version__}{rest}"


def section(title: str, lead: str, lines: Iterable[str], level: int = 2) -> list[str]:
    """A part of a page: heading, a paragraph if there is one, and what follows, with one empty line at its end."""
    print(title, file=sys.stderr)
    text = "\n".join([f"{'#' * level} {title}", "", *(paragraph(lead) if lead else []), *lines])
    return [text.rstrip("\n"), ""]


def reading(path: Path) -> list[str]:
    """What a person has to say about the numbers, if anything."""
    return [path.read_text("utf-8").strip(), ""] if path.is_file() else []


def write(page: Path, title: str, lead: Sequence[str], lines: Iterable[str]) -> None:
    """A page: its title, paragraphs and the rest."""
    head = [line for text in lead for line in paragraph(text)]
    page.write_text("\n".join([f"# {title}", "", *head, *lines]).rstrip() + "\n", encoding="utf-8")
    print(page)
