"""The text the study's models were trained on and mended with, beside the parallel text that is there.

    python -m studies.mend.make.text DATA OUT

DATA holds en-es.extra.tsv.gz. OUT gets, for ``studies.speed.make.run --text OUT --more extra:1 labels:2 people:5
--mend-text balanced everyone tagged``: ESCO's titles once more, the pack's words for people as dictionary entries, and
the balanced sentences without the people of held-out.txt, with everybody, and with a tag of the gender before the
source.
"""

import gzip
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from askew.mend.balance import balanced, held_out, to_tsv
from askew.mend.people import load, read

HERE = Path(__file__).parent.parent


def entries() -> Iterator[tuple[str, str]]:
    """Every person of the pack in both genders and numbers, bare and with the article."""
    language, plurals = load("es"), read("english.toml")["plurals"]
    for person in language.people:
        one = person.english
        many = plurals.get(one, f"{one}es" if one.endswith("s") else f"{one}s")
        for gender, forms in person.forms.items():
            for english, number in ((one, "sg"), (many, "pl")):
                noun = forms[number, ""]
                yield english, noun
                yield f"the {english}", language.with_article("the", noun, gender, number)


def main() -> None:
    """Write all of it."""
    data, out = map(Path, sys.argv[1:])
    extra = gzip.decompress((data / "en-es.extra.tsv.gz").read_bytes()).decode("utf-8").splitlines(keepends=True)
    labels = [line for line in extra if line.startswith("esco-label\t")]
    people = held_out(HERE / "held-out.txt")
    pairs = balanced("es", people)
    tagged = [replace(pair, source=f"[{pair.genders.upper()}] {pair.source}") for pair in pairs]
    files = {
        "extra": "".join(extra),
        "labels": "".join(labels),
        "people": "".join(f"pack\t{english}\t{spanish}\n" for english, spanish in entries()),
        "balanced": to_tsv("es", pairs, people),
        "everyone": to_tsv("es", balanced("es")),
        "tagged": to_tsv("es", tagged, people),
    }
    for name, text in files.items():
        (out / f"en-es.{name}.tsv").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
