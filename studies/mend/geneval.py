"""MT-GenEval, counted in its simplest way (Currey et al. 2022): an output is of the right gender if it has no word that
only the reference of the wrong gender has.
"""

import gzip
import re
from collections.abc import Sequence

from studies.pages import DATA


def references(gender: str, part: str = "test", target: str = "es") -> list[str]:
    """The references of one gender."""
    path = DATA / f"mt_geneval/sentences/{part}/geneval-sentences-{gender}-{part}.en_{target}.{target}.gz"
    return gzip.decompress(path.read_bytes()).decode("utf-8").removesuffix("\n").split("\n")


def words(text: str) -> set[str]:
    """Of a sentence, in small letters."""
    return set(re.findall(r"\w+", text.lower()))


def right_gender(outputs: Sequence[str], part: str = "test", target: str = "es") -> dict[str, float]:
    """Of the feminine sentences (the first half of the outputs) and of the masculine ones, the per cent of the right
    gender.
    """
    feminine, masculine = (references(gender, part, target) for gender in ("feminine", "masculine"))
    count = len(feminine)
    sides = {"feminine": (feminine, masculine, outputs[:count]), "masculine": (masculine, feminine, outputs[count:])}
    return {
        gender: 100
        * sum(
            not (words(wrong) - words(right)) & words(output)
            for right, wrong, output in zip(rights, wrongs, said, strict=True)
        )
        / count
        for gender, (rights, wrongs, said) in sides.items()
    }
