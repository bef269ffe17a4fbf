"""One escaper per format: names, outputs and reasons are other people's text, and are shown as text."""

import html
import re

# What controls a terminal or changes the direction of its surroundings, and lone surrogates; line breaks and tabs may
# stay.
_COMMANDS = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]")


def for_terminal(text: str) -> str:
    r"""Text without anything a terminal would obey: control and direction characters and lone surrogates show by
    their code.

    >>> for_terminal("la m\x1b[2Jédica\n"), for_terminal("a\u202eb")
    ('la mU+001B[2Jédica\n', 'aU+202Eb')
    """
    return _COMMANDS.sub(lambda found: f"U+{ord(found[0]):04X}", text)


def for_html(text: str) -> str:
    r"""Text that HTML shows as it is, between tags and in quoted attributes; what reorders its surroundings by its
    code.

    >>> for_html("<b>\u202e")
    '&lt;b&gt;U+202E'
    """
    return html.escape(for_terminal(text))


def one_line(text: str) -> str:
    r"""One line without control characters.

    >>> one_line("a\nb\x07")
    'a b '
    """
    return "".join(character if character.isprintable() else " " for character in text)


def for_markdown(text: str, *, begins: bool = False) -> str:
    r"""Text that Markdown shows as it is; where it ``begins`` a line, it does not begin a list or underline a title.

    >>> print(for_markdown("a|b <b>*x*</b>"))
    a\|b &lt;b&gt;\*x\*&lt;/b&gt;
    >>> print(for_markdown("1. no list", begins=True), for_markdown("- none", begins=True))
    1\. no list \- none
    """
    line = one_line(text)
    escaped = "".join(f"\\{character}" if character in "\\`*_[]|#~$" else character for character in line)
    escaped = escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if not begins:
        return escaped
    if escaped[:1] in ("-", "+", "="):
        return f"\\{escaped}"
    digits = len(escaped) - len(escaped.lstrip("0123456789"))
    if digits and escaped[digits : digits + 1] in (".", ")") and escaped[digits + 1 : digits + 2] in ("", " "):
        return f"{escaped[:digits]}\\{escaped[digits:]}"
    return escaped


_TEX = {
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#", "%": "\\%", "_": "\\_",
    "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}",
    "|": "\\textbar{}",
    # After the end of a row, a bracket or a star would be an option of it.
    "[": "{[}", "]": "{]}", "*": "{*}",
    "Δ": "$\\Delta$", "−": "$-$", "–": "--", "→": "$\\rightarrow$", "“": "``", "”": "''", "’": "'", "·": "$\\cdot$",
    "×": "$\\times$",
}  # fmt: skip


def for_latex(text: str) -> str:
    r"""Text that LaTeX shows as it is, in a sentence or at the beginning of a row.

    >>> print(for_latex("50% of a_b"), for_latex("[2em]"))
    50\% of a\_b {[}2em{]}
    """
    return "".join(_TEX.get(character, character) for character in one_line(text))
