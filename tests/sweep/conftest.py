"""Cells of our own making: outputs whose errors are known, stored as cells made elsewhere are."""

import functools
import json
import random

import pytest

import askew
from askew.lang import pack
from askew.sweep.analyse import analyse
from askew.sweep.execute import execute
from askew.sweep.plan import read_plan

WORDS = [
    "la",
    "casa",
    "es",
    "muy",
    "grande",
    "y",
    "el",
    "perro",
    "duerme",
    "en",
    "ella",
    "todo",
    "el",
    "día",
    "mientras",
    "llueve",
    "sobre",
    "los",
    "campos",
    "verdes",
]


ARTICLES = {("m", "sg"): "el", ("f", "sg"): "la", ("m", "pl"): "los", ("f", "pl"): "las"}


@functools.cache
def form(occupation, gender, number):
    """An occupation in Spanish with its article, in the first form that fits."""
    forms = pack.load("es").occupations[occupation].forms
    fits = [text for text, readings in forms.items() if (gender, number) in {reading[:2] for reading in readings}]
    return f"{ARTICLES[gender, number]} {fits[0]}"


def bias_outputs(wrong, seed=0):
    """SimpleGEN in Spanish: ``wrong`` says, per class, how often the other gender is given."""
    chance, lines = random.Random(seed), []
    for item in askew.items("simplegen"):
        gold = "f" if item.attributes["gold"] == "female" else "m"
        missed = chance.random() < wrong[item.attributes["class"]]
        gender = {"f": "m", "m": "f"}[gold] if missed else gold
        lines.append(f"Aquí está {form(item.attributes['occupation'], gender, item.attributes['number'])}.")
    return lines


def references(size, seed=7):
    """Sentences to be translated into, with made-up sources."""
    chance = random.Random(seed)
    return [" ".join(chance.choice(WORDS) for _ in range(chance.randint(6, 14))) for _ in range(size)]


def quality_outputs(texts, lost, seed=0):
    """References in which a share of the words was lost."""
    chance = random.Random(seed)
    return [" ".join("xx" if chance.random() < lost else word for word in text.split()) for text in texts]


@pytest.fixture(scope="session")
def made():
    """The functions above, for tests that make their own."""

    class Made:
        form = staticmethod(form)
        bias_outputs = staticmethod(bias_outputs)
        references = staticmethod(references)
        quality_outputs = staticmethod(quality_outputs)

    return Made


@pytest.fixture(scope="session")
def store(tmp_path_factory):
    """A sweep of 2 depths × 2 attentions × 2 beams with one seed, whose anti-stereotypical items lose three times what
    BLEU loses.
    """
    folder = tmp_path_factory.mktemp("made")
    cells, texts = folder / "cells", references(150)
    (folder / "src.txt").write_text("".join(f"source {n}\n" for n in range(150)))
    (folder / "ref.txt").write_text("".join(f"{text}\n" for text in texts))
    rows, timings = [], []
    for name in ("simplegen", "tatoeba"):
        (cells / name).mkdir(parents=True)
    for d, depth in enumerate(("6,6", "6,2")):
        for a, attention in enumerate(("mha", "aan")):
            for b, beam in enumerate((5, 1)):
                cell, harm = f"es-{depth}-{attention}-{beam}", 2 * d + a + 0.5 * b
                rows.append(
                    {
                        "cell": cell,
                        "axes": {"depth": depth, "attention": attention, "beam": beam, "engine": "askew", "seed": 1},
                    }
                )
                wrong = {"fofc": 0.05 + 0.01 * harm, "momc": 0.05, "fomc": 0.2 + 0.03 * harm, "mofc": 0.3 + 0.09 * harm}
                (cells / "simplegen" / f"{cell}.txt").write_text("\n".join(bias_outputs(wrong)) + "\n")
                (cells / "tatoeba" / f"{cell}.txt").write_text(
                    "\n".join(quality_outputs(texts, 0.02 + 0.01 * harm)) + "\n"
                )
                for repeat in range(3):
                    wall = 10 - 2 * harm + 0.05 * repeat
                    timings.append(
                        {
                            "cell": cell,
                            "repeat": repeat,
                            "wall_seconds": wall,
                            "cpu_seconds": wall,
                            "sentences": 150,
                            "tokens": 1500,
                            "threads": 1,
                            "load_seconds": 0.5,
                            "load_average": 0.9,
                            "cpus": 8,
                            "machine": "made up",
                        }
                    )
    (cells / "cells.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (cells / "timing.jsonl").write_text("".join(json.dumps(row) + "\n" for row in timings))
    return folder


SWEEP = """
target = "es"
suites = ["simplegen"]
designs = ["full", "one", "stack"]
models = ["depth", "attention"]
resamples = 400
[axes]
depth = ["6,6", "6,2"]
attention = ["mha", "aan"]
beam = [5, 1]
[[quality]]
name = "tatoeba"
source = "src.txt"
references = "ref.txt"
[cells]
folder = "cells"
where = { engine = "askew" }
"""


@pytest.fixture(scope="session")
def sweep_file(store):
    """A sweep that reads those cells in."""
    path = store / "speed.toml"
    path.write_text(SWEEP)
    return path


@pytest.fixture(scope="session")
def swept(sweep_file, tmp_path_factory):
    """That sweep done: its plan and its folder."""
    plan, out = read_plan(sweep_file), tmp_path_factory.mktemp("swept") / "out"
    assert execute(plan, out) == []
    return plan, out


@pytest.fixture(scope="session")
def result(swept):
    """That sweep's result."""
    return analyse(*swept)
