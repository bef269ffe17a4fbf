"""The speed experiment's text: a vocabulary, and everything as ids, on all cores."""

import multiprocessing
import random
import shutil
from pathlib import Path

import numpy as np

from askew.neural.config import AdaptConfig, DataConfig
from askew.neural.text.corpus import Corpus, read_pairs
from askew.neural.training.adapt import ANCHOR
from askew.neural.vocabulary import FILE, Vocabulary, learn

LIMITS = DataConfig("en", "", (), "")  # its lengths


def prepare(target: str, text: Path, folder: Path, vocabulary: int, more: list[str], mends: list[str]) -> None:
    """The vocabulary and all text as ids; a vocabulary that is in TEXT already is taken."""
    own = folder / target
    own.mkdir(exist_ok=True)
    if (own / "corpus.npz").exists():
        return
    files = ["train:1", *more]
    sides = [
        (read_pairs(text / f"en-{target}.{name}.tsv"), int(times))
        for name, _, times in (part.partition(":") for part in files)
    ]
    pairs = [pair for side, times in sides for pair in list(zip(*side, strict=True)) * times]
    given = text / f"en-{target}.{FILE}"
    if given.exists():
        shutil.copy(given, own / FILE)
    else:
        learn((*(s for s, _ in pairs), *(t for _, t in pairs)), vocabulary, own / FILE)
    for name in mends:
        mend_sources, mend_targets = read_pairs(text / f"en-{target}.{name}.tsv")
        Corpus.encode(mend_sources, mend_targets, Vocabulary(own / FILE), LIMITS).save(own / f"{name}.npz")
    if mends:
        chosen = random.Random(1).sample(pairs, min(len(pairs), AdaptConfig("", ("",)).anchor_pairs))
        encoded([*chosen], own / FILE).save(own / ANCHOR)
    encoded(pairs, own / FILE).save(own / "corpus.npz")


def encoded(pairs: list[tuple[str, str]], vocabulary: Path) -> Corpus:
    """All pairs as ids, on all cores."""
    parts = [(pairs[at : at + 20_000], vocabulary) for at in range(0, len(pairs), 20_000)]
    with multiprocessing.Pool(min(16, len(parts))) as pool:
        found = pool.map(encode_part, parts)
    starts = {
        side: np.cumsum([0, *(length for part in found for length in np.diff(getattr(part, f"{side}_at")))])
        for side in ("source", "target")
    }
    source, target = (np.concatenate([getattr(part, side) for part in found]) for side in ("source", "target"))
    return Corpus(source, starts["source"], target, starts["target"])


def encode_part(given: tuple[list[tuple[str, str]], Path]) -> Corpus:
    """Some of them."""
    pairs, vocabulary = given
    return Corpus.encode([s for s, _ in pairs], [t for _, t in pairs], Vocabulary(vocabulary), LIMITS)
