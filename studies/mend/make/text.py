"""The text the study's models were trained on and mended with, beside the parallel text that is there.

    python -m studies.mend.make.text DATA OUT [es|de]

DATA holds en-XX.extra.tsv.gz. OUT gets, for ``studies.speed.make.run --text OUT --more extra:1 labels:2 people:5
--mend-text balanced everyone tagged``: ESCO's titles once more (there are none in German), the pack's words for people
as dictionary entries, and the balanced sentences without the people held out, with everybody, and with a tag of the
gender before the source.
"""

import gzip
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from askew.mend.balance import balanced, held_out, to_tsv
from askew.mend.people import load, read

HERE = Path(__file__).parent.parent


def people_held_out(target: str) -> list[str]:
    """Whom a language's models are measured with: its own file where words shared with them differ from Spanish."""
    own = HERE / f"held-out-{target}.txt"
    return held_out(own if own.exists() else HERE / "held-out.txt")


def entries(target: str) -> Iterator[tuple[str, str]]:
    """Every person of the pack in both genders and numbers, bare and with the article."""
    language, plurals = load(target), read("english.toml")["plurals"]
    for person in language.people:
        one = person.english
        many = plurals.get(one, f"{one}es" if one.endswith("s") else f"{one}s")
        for gender, forms in person.forms.items():
            for english, number in ((one, "sg"), (many, "pl")):
                case = "nom" if (number, "nom") in forms else ""
                noun = forms[number, case]
                yield english, noun
                yield f"the {english}", language.with_article("the", noun, gender, number, case)


def main() -> None:
    """Write all of it."""
    data, out = map(Path, sys.argv[1:3])
    target = sys.argv[3] if len(sys.argv) > 3 else "es"
    extra = gzip.decompress((data / f"en-{target}.extra.tsv.gz").read_bytes()).decode("utf-8").splitlines(keepends=True)
    labels = [line for line in extra if line.startswith("esco-label\t")]
    people = people_held_out(target)
    pairs = balanced(target, people)
    tagged = [replace(pair, source=f"[{pair.genders.upper()}] {pair.source}") for pair in pairs]
    files = {
        "extra": "".join(extra),
        "labels": "".join(labels),
        "people": "".join(f"pack\t{english}\t{word}\n" for english, word in entries(target)),
        "balanced": to_tsv(target, pairs, people),
        "everyone": to_tsv(target, balanced(target)),
        "tagged": to_tsv(target, tagged, people),
    }
    for name, text in files.items():
        (out / f"en-{target}.{name}.tsv").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
