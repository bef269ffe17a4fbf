"""What mkdocs is told besides mkdocs.yml: pages the navigation does not name, links to files outside docs/, a site
over runs that its reader can try, and a report of real runs.
"""

import importlib.util
import os
import re
import warnings
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

ROOT = Path(__file__).parent.parent
LIVE = "live"  # the folder of the site over runs
REPORT = "live-report.html"  # what docs/live.md shows
TRIED_ON, HEADING = "report.md", "### Over time"
TRY_IT = f'<a href="{LIVE}/index.html">A small site over versions</a> to try, made with this documentation.'
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

    shown = OUTSIDE.sub(named, markdown)
    if page.file.src_uri == TRIED_ON:
        shown = shown.replace(f"{HEADING}\n", f"{HEADING}\n\n{TRY_IT}\n", 1)
    return shown


def on_post_build(config: Any, **_: Any) -> None:
    """Make the site over runs, and the report."""
    spec = importlib.util.spec_from_file_location("live_example", ROOT / "scripts/live_example.py")
    assert spec is not None and spec.loader is not None  # noqa: PT018
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a stand-in's outputs tell little
        example.make(Path(config.site_dir) / LIVE)
        (Path(config.site_dir) / REPORT).write_text(_report(), "utf-8")


def _report() -> str:
    """What two commercial systems of 2019 made of WinoMT, scored while the site is built. No data are in the
    repository, so without them it says that it could not be made.
    """
    data = Path(os.environ.get("ASKEW_DATA") or ROOT.parent / "shared" / "data")
    outputs = {name: [*data.glob(f"winomt/translations/{name}/en-es.txt*")] for name in ("google", "bing")}
    if not all(outputs.values()):
        return "<p>Not made: WinoMT's data were not there when this site was built (askew data fetch winomt).</p>"
    import askew
    from askew.report.page import html_page

    os.environ["ASKEW_DATA"] = str(data)
    return html_page([askew.score("winomt", target="es", hyp=path, name=name) for name, (path,) in outputs.items()])
