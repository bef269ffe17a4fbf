"""Morphological analysers that may be installed: they let a language without a pack be judged too.

spaCy pipelines (any installed ``xx_…`` model, or the folder that ``ASKEW_SPACY_MODEL`` names) and Stanza models (in its
resources folder). Nothing is imported until a language is judged with it.
"""

import os
import re
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from askew.core.files import from_json, read_bytes, text_of

_MODEL = re.compile(r"^([a-z]{2,3})[_-].+[_-](?:sm|md|lg|trf)$")
_GENDERS = {"Masc": "male", "Fem": "female", "Neut": "neutral"}


class Analysed(NamedTuple):
    """A word as an analyser sees it."""

    start: int
    end: int
    part_of_speech: str
    gender: str  # male, female, neutral, or empty


class Analyser(Protocol):
    """Reads the gender of words."""

    @property
    def signature(self) -> str:
        """Its name and version."""
        ...

    def analyse(self, texts: list[str]) -> list[list[Analysed]]:
        """Every word of every text."""
        ...


def languages() -> list[str]:
    """The languages an installed analyser can read."""
    return sorted({*_spacy_models(), *_stanza_languages()})


def find(language: str) -> Analyser:
    """The analyser of a language; spaCy before Stanza."""
    models = _spacy_models()
    return SpacyAnalyser(models[language]) if language in models else StanzaAnalyser(language)


@dataclass(frozen=True)
class _SpacyMeta:
    """What must be known of a pipeline's ``meta.json``."""

    lang: str


def _spacy_models() -> dict[str, str]:
    """Language to model: a folder named by the environment, else any installed package that is called like one."""
    models: dict[str, str] = {}
    for distribution in distributions():
        if match := _MODEL.match(distribution.metadata["Name"] or ""):
            models.setdefault(match[1], distribution.metadata["Name"].replace("-", "_"))
    if folder := os.environ.get("ASKEW_SPACY_MODEL"):
        meta = Path(folder) / "meta.json"
        models[from_json(text_of(read_bytes(meta), str(meta)), _SpacyMeta, where=str(meta)).lang] = folder
    return models


def _stanza_languages() -> list[str]:
    folder = Path(os.environ.get("STANZA_RESOURCES_DIR", Path.home() / "stanza_resources"))
    return [path.name for path in folder.iterdir() if (path / "pos").is_dir()] if folder.is_dir() else []


class SpacyAnalyser:
    """A spaCy pipeline with a morphologizer."""

    def __init__(self, model: str) -> None:
        import spacy

        self._pipeline: Any = spacy.load(model)

    @property
    def signature(self) -> str:
        """The model's name and version."""
        meta = self._pipeline.meta
        return f"spacy {meta['lang']}_{meta['name']} {meta['version']}"

    def analyse(self, texts: list[str]) -> list[list[Analysed]]:
        """Words with Universal Dependencies' gender."""
        return [
            [
                Analysed(token.idx, token.idx + len(token), token.pos_, _gender(token.morph.get("Gender")))
                for token in document
            ]
            for document in self._pipeline.pipe(texts)
        ]


class StanzaAnalyser:
    """A Stanza tagger."""

    def __init__(self, language: str) -> None:
        import stanza

        self._language, self._version = language, stanza.__version__
        self._pipeline: Any = stanza.Pipeline(
            language, processors="tokenize,mwt,pos", download_method=None, verbose=False
        )

    @property
    def signature(self) -> str:
        """The library's version and the language."""
        return f"stanza {self._language} {self._version}"

    def analyse(self, texts: list[str]) -> list[list[Analysed]]:
        """Words with Universal Dependencies' gender."""
        results = []
        for text in texts:
            words = [word for sentence in self._pipeline(text).sentences for word in sentence.words]
            features = [dict(pair.split("=") for pair in (word.feats or "").split("|") if pair) for word in words]
            results.append(
                [
                    Analysed(word.start_char, word.end_char, word.upos, _gender([feature.get("Gender", "")]))
                    for word, feature in zip(words, features, strict=True)
                ]
            )
        return results


def _gender(values: list[str]) -> str:
    """One gender, or none where the analyser leaves it open ("Masc,Fem")."""
    return _GENDERS.get(values[0], "") if len(values) == 1 else ""
