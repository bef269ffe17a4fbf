"""One self-contained HTML page about runs: it opens from disk, asks nobody for anything, and shows outputs as text.

Outputs are untrusted. What stands in the page itself goes through jinja2's escaping; sentences and charts are
compressed data that the page's own
script writes as text nodes. The policy in the page's head allows that script, Vega and the style sheet by their
hashes, and nothing else.
"""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup

from askew.core.run import Run
from askew.report import glossary, sentences
from askew.report.blocks import compressed
from askew.report.content import Block, Figure, Fold, Section
from askew.report.escape import for_terminal
from askew.report.report import Report, report_of
from askew.version import __version__

# In the order in which they need each other: the page has one script.
SCRIPTS = (
    "inflate", "blocks", "elements", "text", "diff", "columns", "state", "save", "tips", "list", "item", "sentences",
    "charts", "figures",
    "tables", "compare", "arrive", "main",
)  # fmt: skip


def html_page(runs: Sequence[Run], **options: Any) -> str:
    """The page about some runs."""
    return render(report_of(runs, **options))


def render(report: Report) -> str:
    """A report as a page."""
    sections = list(report.sections)
    data: dict[str, str] = {}
    with_sentences = [run_set for run_set in report.sets if run_set.first.verdicts]
    if with_sentences and report.show_sentences:
        index, stored = sentences.blocks(with_sentences)
        data |= {"sets": compressed(index), **{name: compressed(value) for name, value in stored.items()}}
        place = next((k for k, section in enumerate(sections) if section.id == "statement"), len(sections))
        sections.insert(place, Section("sentences", "The sentences"))
    figures = {figure.id: figure for section in sections for figure in _figures(section.blocks)}
    if figures:
        charts = {
            name: {"spec": figure.spec, "variants": figure.variants, "choose": figure.choose}
            for name, figure in figures.items()
        }
        data |= {"charts": compressed(charts), "vega": base64.b64encode(_vega_gz()).decode()}
    return _page(report, sections, data)


def render_compare(pairs: Any, nav: Sequence[Mapping[str, str]]) -> str:
    """The page of a site that compares any two systems."""
    lede = ["Two systems on the same items, paired item by item."]
    report = Report("Compare two systems", lede, [], nav=nav)
    return _page(report, [Section("compare", "Any two")], {"pairs": compressed(pairs)})


def render_figure(title: str, spec: Mapping[str, Any]) -> str:
    """A page with one Vega-Lite chart, whose data it holds."""
    figure = Figure("figure", title, "", spec, {"": []})
    charts = {figure.id: {"spec": figure.spec, "variants": figure.variants, "choose": ""}}
    data = {"charts": compressed(charts), "vega": base64.b64encode(_vega_gz()).decode()}
    return _page(Report(title, [], []), [Section("figure-alone", "", [figure])], data)


def _page(report: Report, sections: Sequence[Section], data: Mapping[str, str]) -> str:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("askew.report"), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, finalize=_shown,
    )  # fmt: skip
    environment.filters |= {
        "about": glossary.about, "explained": glossary.explained, "linked": glossary.linked, "shown": for_terminal,
    }  # fmt: skip
    scripts = [page_script(), *([gzip.decompress(_vega_gz()).decode()] if "vega" in data else [])]
    return environment.get_template("report.html.jinja").render(
        title=report.title,
        lede=report.lede,
        policy=policy(scripts, style_sheet()),
        css=Markup(style_sheet()),
        script=Markup(page_script()),
        nav=[*report.nav, *({"href": f"#{section.id}", "text": section.title} for section in sections)],
        sections=sections,
        sentences_at=report.sentences_at,
        words=json.dumps(glossary.ABOUT, ensure_ascii=False),
        blocks={name: Markup(text) for name, text in data.items()},
        footer=f"Made with askew {__version__}.",
    )


def _shown(value: Any) -> Any:
    """Other people's text: what would reorder or hide its surroundings shows by its code."""
    return for_terminal(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _figures(blocks: Iterable[Block]) -> Iterable[Figure]:
    for block in blocks:
        if isinstance(block, Figure):
            yield block
        elif isinstance(block, Fold):
            yield from _figures(block.blocks)


def policy(scripts: Sequence[str], style: str) -> str:
    """A Content-Security-Policy that names the page's own scripts and style by their hashes."""
    hashes = " ".join(_hash(script) for script in scripts)
    return f"default-src 'none'; script-src {hashes}; style-src {_hash(style)}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def page_script() -> str:
    """The page's modules as one: imports of each other fall away."""
    folder = files("askew.report").joinpath("assets/js")
    parts = []
    for name in SCRIPTS:
        text = folder.joinpath(f"{name}.js").read_text("utf-8")
        parts.append(
            re.sub(
                r"^export (?=class|function|async|const)",
                "",
                re.sub(r"^import .*;\n", "", text, flags=re.M),
                flags=re.M,
            )
        )
    return "\n".join(parts)


@cache
def style_sheet() -> str:
    """The page's style sheet."""
    return files("askew.report").joinpath("assets/report.css").read_text("utf-8")


@cache
def _vega_gz() -> bytes:
    return files("askew.report").joinpath("assets/vega/vega.js.gz").read_bytes()
