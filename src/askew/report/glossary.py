"""What the papers' abbreviations mean: shown with a heading or a word under the pointer and with the focus."""

import re

from markupsafe import Markup, escape

from askew.report.escape import for_html

ABOUT = {
    "Acc": "Accuracy: the share of people who are given the right gender.",
    "accuracy": "The share of people who are given the right gender.",
    "ΔG": "F1 on people referred to as masculine minus F1 on people referred to as feminine; 0 is even-handed.",
    "ΔS": "Accuracy on pro-stereotypical minus accuracy on anti-stereotypical items; 0 is even-handed.",
    "Δ": "The share right where occupation and gender go together by stereotype (pro) minus the share right "
    "where they do not (anti).",
    "ΔFC": "FoFc minus MoFc: feminine referents in occupations held mostly by women, minus in those held mostly "
    "by men.",
    "ΔMC": "MoMc minus FoMc: masculine referents in occupations held mostly by men, minus in those held mostly "
    "by women.",
    "FoFc": "Right among feminine referents in occupations held mostly by women.",
    "MoFc": "Right among feminine referents in occupations held mostly by men.",
    "MoMc": "Right among masculine referents in occupations held mostly by men.",
    "FoMc": "Right among masculine referents in occupations held mostly by women.",
    "F1 male": "F1 of giving the masculine: how many masculine referents get it, and how many who get it are "
    "masculine.",
    "F1 female": "F1 of giving the feminine: how many feminine referents get it, and how many who get it are feminine.",
    "pro": "Right among items in which occupation and gender go together by stereotype.",
    "anti": "Right among items in which occupation and gender go against the stereotype.",
    "inconcl.": "Inconclusive: the occupation was not found, or is rendered in a form that shows no gender.",
    "coverage": "The share of items that could be judged at all.",
    "Acc as in the papers": "Accuracy as the papers count: of the neutral items only a neutral rendering is right.",
    "pronoun": "The share of pronouns and predicates that agree with the gender asked for.",
    "decided": "Right among the items that could be decided.",
    "among decided": "Right among the items that could be decided.",
    "mismatch": "Items whose noun says one gender and whose pronoun or predicate says the other, out of those "
    "that show both.",
    "BLEU": "Overlap of word sequences with the reference, 0 to 100; more is better.",
    "chrF": "Overlap of character sequences with the reference, 0 to 100; more is better.",
    "TER": "Edits that would turn the output into the reference, in % of its words; less is better.",
    "WER": "Word errors (substituted, deleted, inserted) in % of the words said; less is better.",
    "CER": "Character errors in % of the characters said; less is better.",
}  # fmt: skip
# In prose, where a short word would be taken for the abbreviation that it is elsewhere: only what can't be mistaken.
_IN_PROSE = re.compile(r"(?<!\w)(ΔFC|ΔMC|ΔG|ΔS|Δ|FoFc|MoFc|MoMc|FoMc|BLEU|chrF|TER|WER|CER)(?!\w)")

_ADDRESS = re.compile(r"(https://[\w./~%#?=+-]*[\w/])")


def about(heading: str) -> str:
    """What a column's heading means; empty where it says so itself."""
    return ABOUT.get(heading, "")


def explained(text: str) -> Markup:
    """Prose in HTML whose abbreviations explain themselves."""
    return Markup(_IN_PROSE.sub(lambda match: _word(match[1]), for_html(text)))


def linked(text: str) -> Markup:
    """A text in HTML whose addresses of pages are links; what else looks like an address, such as ours@1.2, is none.

    >>> str(linked("ours@1.2 <b> https://aclanthology.org/P19-1164/"))  # doctest: +ELLIPSIS
    'ours@1.2 &lt;b&gt; <a href="https://aclanthology.org/P19-1164/" rel="noopener noreferrer">https:...</a>'
    """
    link = r'<a href="\1" rel="noopener noreferrer">\1</a>'
    return Markup(_ADDRESS.sub(link, str(escape(text))))


def _word(word: str) -> str:
    return f'<dfn tabindex="0" aria-description="{escape(ABOUT[word])}">{escape(word)}</dfn>'
