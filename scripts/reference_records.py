"""The reference of files and of the Python API, from the program's own types and docstrings (see reference.py)."""

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Any

import askew
from askew.analyses.changes import Change
from askew.core.records import Emissions, Failure, Item, Output, Person, Score, Term, Verdict
from askew.core.resampling import Resampling
from askew.core.run import Asked, Head
from askew.gate.gate import GateOutcome, LostSentence, RuleOutcome

RUN = {
    "suite": "what was asked",
    "target": "the language of the outputs, an ISO 639-1 code",
    "protocol": "how outputs were judged",
    "system": "what the system is called",
    "n": "how many outputs were scored",
    "signature": "everything that can change a number; two numbers with one signature are comparable",
    "scores": "[a score](#score) by its name ([all names](scores.md))",
    "groups": "the same within groups: attribute, its value, the score's name",
    "counts": "plain counts behind the scores, which differ from suite to suite",
}
"""What ``askew score --json`` prints; ``json_page`` checks that these are its keys."""
NAMES = {
    (Output, "text"): "output",
    (Item, "attributes"): "each attribute by its own name",
}
"""Fields that files call otherwise."""
FILES: dict[str, tuple[str, tuple[type, ...]]] = {
    "Score": ("A number of `scores` and `groups`.", (Score,)),
    "run.json": (
        "In a run folder: what was asked, when, with which askew, and what it vouches for.",
        (Head, Asked, Resampling),
    ),
    "items.jsonl": ("A line per item; `askew items --json` prints the same.", (Item, Person, Term)),
    "outputs.jsonl": ("A line per output. Fields of which nothing is known are left out.", (Output, Emissions)),
    "verdicts.jsonl": ("A line per unit that was judged.", (Verdict,)),
    "failures.jsonl": ("A line per item without an output, while there are such items.", (Failure,)),
    "askew compare --json": ("Under `systems`, `changes` has one of these for every score.", (Change,)),
    "askew gate --format json": ("One object.", (GateOutcome, RuleOutcome, LostSentence)),
}


def json_page(made: str) -> Iterator[str]:
    """Every field of the JSON that askew writes."""
    yield from ("# JSON, field by field", "", made, "")
    yield "Types are written as in Python: `float or None` is a number or `null`, `Mapping` an object, `Sequence` a list."
    yield from ("Undefined is `null`, never 0. Fields may be added; none of these goes away.", "")
    yield from (
        "## askew score --json",
        "",
        "`askew run`, `rescore` and `show` print it too; a run's `scores.json`.",
        "",
    )
    run = askew.score("simplegen", target="es", subset="mofc", hyp=["La directora."] * 814, resampling=Resampling(100))
    if (keys := list(run.to_json())) != list(RUN):
        raise SystemExit(f"scripts/reference_records.py describes {list(RUN)}, and --json has {keys}")
    yield from _table(("field", ""), ((f"`{name}`", about) for name, about in RUN.items()))
    for title, (about, classes) in FILES.items():
        yield from (f"## {title}", "", about, "")
        for kind in classes:
            if len(classes) > 1:
                yield from (f"**{kind.__name__}**: {_prose(kind.__doc__)}", "")
            yield from _table(("field", "type", ""), _fields(kind))


def api_page(made: str) -> Iterator[str]:
    """Everything ``import askew`` has, from signatures and docstrings."""
    yield from ("# Python", "", made, "", _prose(askew.__doc__, whole=True), "")
    yield from ("Everything raised on purpose is an `askew.AskewError`; its message says what to do.", "")
    for name in askew.__all__:
        thing = getattr(askew, name)
        if inspect.isclass(thing):
            yield from (f"## askew.{name}", "", _prose(thing.__doc__, whole=True), "")
            if rows := list(_fields(thing)):
                yield from _table(("field", "type", ""), rows)
            methods = [(f"`{word}{_signature(each)}`", _prose(each.__doc__)) for word, each in _methods(thing)]
            if methods:
                yield from _table(("method", ""), methods)
        elif callable(thing):
            yield from (f"## askew.{name}", "", "```python", f"askew.{name}{_signature(thing, lines=True)}", "```", "")
            yield from (_prose(thing.__doc__, whole=True), "")


def _fields(kind: type) -> Iterator[tuple[str, str, str]]:
    """A class's fields, with the docstring or the comment that stands below or beside each."""
    if issubclass(kind, BaseException):
        return
    source = textwrap.dedent(inspect.getsource(kind))
    lines = source.splitlines()
    (body,) = (node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    for node, below in zip(body, [*body[1:], None], strict=True):
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        about = lines[node.end_lineno - 1].partition("  # ")[2] if node.end_lineno else ""
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            about = str(below.value.value)
        name = NAMES.get((kind, node.target.id), node.target.id)
        shown = name if " " in name else f"`{name}`"
        kind_of = ast.unparse(node.annotation).strip("'").replace(" | ", " or ")  # a bar would end the table's cell
        yield shown, f"`{kind_of}`", _prose(about)


def _methods(kind: type) -> Iterator[tuple[str, Any]]:
    for word, each in vars(kind).items():
        if inspect.isfunction(each) and not word.startswith("_"):
            yield word, each


def _signature(thing: Any, lines: bool = False) -> str:
    """A function's parameters; Python's own spelling, without the modules' names."""
    found = inspect.signature(thing)
    words = [re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])", "", str(each)) for each in found.parameters.values()]
    words = [word for word in words if word != "self"]
    kinds = [each.kind for each in found.parameters.values()]
    if lines and inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        words.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    returned = re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])", "", inspect.formatannotation(found.return_annotation))
    inner = "\n    " + ",\n    ".join(words) + ",\n" if lines and len(words) > 2 else ", ".join(words)
    return f"({inner}) -> {returned}".replace(" | ", " | " if lines else " or ")


def _prose(text: str | None, whole: bool = False) -> str:
    """A docstring as Markdown: its first paragraph on one line, or all of it with its examples as code."""
    paragraphs = inspect.cleandoc(text or "").split("\n\n")
    if not whole:
        return _code(" ".join(paragraphs[0].split())).replace("|", "\\|").replace("<", "&lt;")
    shown = [f"```python\n{each}\n\n```" if each.startswith(">>>") else _code(each) for each in paragraphs]
    return "\n\n".join(shown)


def _code(text: str) -> str:
    return re.sub(r"``(.+?)``", r"`\1`", text)


def _table(headings: tuple[str, ...], rows: Any) -> Iterator[str]:
    yield "| " + " | ".join(headings) + " |"
    yield "|" + "---|" * len(headings)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
    yield ""
