"""What mkdocs is told besides mkdocs.yml: pages the navigation does not name, and links to files outside docs/."""

import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

ROOT = Path(__file__).parent.parent
OUTSIDE = re.compile(r"\[([^][]+)\]\((\.\./[^)#\s]+)(?:#[^)]*)?\)")


def on_config(config: Any) -> Any:
    """Put pages that the navigation does not name where they belong, so that none is lost."""
    sections = {title: pages for entry in config.nav for title, pages in entry.items()}
    named = {page for pages in sections.values() for page in ([pages] if isinstance(pages, str) else pages)}
    for path in sorted(Path(config.docs_dir).glob("*.md")):
        if path.name not in named:
            sections["Results" if path.stem.endswith("-results") else "How to"].append(path.name)
    return config


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Name files of the repository that are not part of the site instead of linking to them; they must exist."""
    folder = ROOT / "docs" / Path(page.file.src_uri).parent

    def named(link: re.Match[str]) -> str:
        path = (folder / link[2]).resolve()
        if path.is_relative_to(ROOT / "docs"):
            return link[0]
        if not path.exists():
            raise PluginError(f"{page.file.src_uri} links to {link[2]}, which is not there")
        return link[1]

    return OUTSIDE.sub(named, markdown)
