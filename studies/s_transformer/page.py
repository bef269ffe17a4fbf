"""Writes docs/s-transformer-results.md from stored outputs, curves and times: the speech translator, its recogniser,
and a cascade.

    ASKEW_DATA=… python -m studies.s_transformer.page [--store FOLDER] [--reading FILE] [--page FILE]

The store, ``stored/``, is made by ``make.store_outputs``. What a person has to say about the numbers stands in
reading.md and is put on top of the page. It needs WinoMT and the parallel text (``mt/en-es.test.tsv``) in ASKEW_DATA:
sentences are not stored, outputs are.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from studies.pages import DOCS, made_by, reading, section, write
from studies.s_transformer.gender import gender, recognised
from studies.s_transformer.quality import ablation, beside_table_5
from studies.s_transformer.speed import speed, targets
from studies.s_transformer.store import Store
from studies.s_transformer.systems import TRANSLATOR
from studies.s_transformer.training import draw_curves, trained
from studies.tables import paragraph, plain, table

HERE = Path(__file__).parent
LEAD = (
    " from stored outputs; [the model](s-transformer.md). The papers are Costa-jussà, Basta and Gállego, "
    "[2020](https://arxiv.org/abs/2010.14465) and [2022](https://aclanthology.org/2022.lrec-1.230/). Percentages, 95% "
    "intervals in brackets."
)


def samples(store: Store, count: int = 8) -> Iterator[str]:
    """Sentences chosen without looking."""
    yield from paragraph(
        "Every so many of the test sentences (Tatoeba, CC BY 2.0 FR, and Europarl), drawn without looking; the cascade "
        "with a capital and a full stop."
    )
    chosen = range(0, len(store.pairs), max(1, len(store.pairs) // count))[:count]
    systems = ("asr", TRANSLATOR, "cascade-marked")
    rows = [
        [plain(store.pairs[place][1]), *(plain(store.outputs[name, "test"][place]) for name in systems)]
        for place in chosen
    ]
    yield from table(["said", "recogniser", "translator", "cascade"], rows)


def commands() -> Iterator[str]:
    """How it is made again."""
    yield from (f"    {line}".rstrip() for line in (HERE / "make/commands.sh").read_text("utf-8").splitlines())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", type=Path, default=HERE / "stored")
    parser.add_argument("--reading", type=Path, default=HERE / "reading.md")
    parser.add_argument("--page", type=Path, default=DOCS / "s-transformer-results.md")
    chosen = parser.parse_args()
    if not (chosen.store / "models.jsonl").is_file():
        raise SystemExit(f"{chosen.store} holds no results: studies.s_transformer.make.store_outputs puts them there")
    store = Store(chosen.store)
    figure = chosen.page.parent / "figures" / "s-transformer-curves.svg"
    figure.parent.mkdir(parents=True, exist_ok=True)
    draw_curves(store.models, figure)
    curves = f"![Loss, and WER or BLEU on the dev set, over the updates](figures/{figure.name})"
    lines = reading(chosen.reading)
    for title, part in (
        ("Targets", targets(store)),
        ("What was trained", trained(store)),
        ("Learning", iter([curves])),
        ("Recognition and translation, beside the papers' table 5", beside_table_5(store)),
        ("What each part is worth", ablation(store)),
        ("Gender, beside the papers' table 4", gender(store)),
        ("What the recogniser makes of WinoMT", recognised(store)),
        ("Decoding", speed(store)),
        ("Examples", samples(store)),
        ("Making it again", commands()),
    ):
        lines += section(title, "", part)
    write(chosen.page, "S-Transformer: results", [made_by("s_transformer", LEAD)], lines)


if __name__ == "__main__":
    main()
