"""Where resegmentation breaks: damaged outputs, ours beside mweralign's and OmniSTEval's, in the same run.

python bench/bench_resegment_damage.py [--peers PYTHON] [--languages de,fr,pt,zh] [--systems N] [--omnisteval N] [--only
DAMAGE …]

Exact cuts (``resegment_damage.py`` says what each damage is): the mean over systems, and the worst system in brackets.
PYTHON is that of an environment in which mweralign and OmniSTEval are installed (they ask for other versions than
ours); OmniSTEval is pure Python, seconds a talk, so it has rows of its own on the first N systems, with ours beside it.

The rules for missing passages were chosen on German, by argument and with the round figures that stand in ``costs.py``;
that words must be shared (``known``) on English in place of Chinese. French and Portuguese were not looked at (but for
one talk that showed that anchors need support at two distances), nor the damages to the middle and without punctuation.
"""

import argparse
import sys
from collections.abc import Callable

import numpy as np

from askew.resegment import resegment
from resegment_damage import DAMAGE, WRONG_LANGUAGE, damaged, damaged_systems
from resegment_data import DATA, cuts, joined, references, unit_of
from resegment_peers import Peers

Resegmenter = Callable[[list[str], str, str], list[str]]


def ours(reference: list[str], text: str, language: str) -> list[str]:
    return [segment.text for segment in resegment(reference, text, unit=unit_of(language))]


def exact(method: Resegmenter, kind: str, language: str, systems: list[str]) -> list[float]:
    """The share of cuts that are where they were, for each system."""
    shares = []
    for system in systems:
        right = []
        for talk, truth in damaged(kind, system, language).items():
            found = method(references(language)[talk], joined(truth, language), language)
            right.append(cuts(found) == cuts(truth))
        shares.append(float(np.concatenate(right).mean()))
    return shares


def row(name: str, method: Resegmenter, kind: str, languages: list[str], most: int | None) -> str:
    cells = []
    for language in languages:
        shares = exact(method, kind, language, damaged_systems(kind, language)[:most])
        cells.append(f"{np.mean(shares):.3f} ({min(shares):.3f})")
    return f"  {name:36}" + "  ".join(f"{cell:>13}" for cell in cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", metavar="PYTHON", help="of the environment with mweralign and OmniSTEval")
    parser.add_argument("--languages", default="de,fr,pt,zh")
    parser.add_argument("--systems", type=int, help="only the first N systems")
    parser.add_argument("--omnisteval", type=int, default=2, metavar="N", help="systems OmniSTEval is run on (2)")
    parser.add_argument("--only", nargs="+", choices=[*DAMAGE, WRONG_LANGUAGE])
    arguments = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"skipped: no data in {DATA} (set ASKEW_DATA)")
    languages = arguments.languages.split(",")
    methods: list[tuple[str, Resegmenter, int | None]] = [("askew", ours, arguments.systems)]
    if arguments.peers:
        peers = Peers(arguments.peers)

        def peer(tool: str) -> Resegmenter:
            return lambda reference, text, language: peers.resegment(tool, reference, text, language)[0]

        few = arguments.omnisteval
        methods += [(f"mweralign {peers.versions['mweralign']}, no model", peer("mweralign"), arguments.systems)]
        if few:
            methods += [(f"askew, {few} systems", ours, few)]
            methods += [(f"OmniSTEval {peers.versions['omnisteval']}, {few} systems", peer("omnisteval"), few)]
    print(" " * 38 + "  ".join(f"{language:>13}" for language in languages))
    for kind in arguments.only or [*DAMAGE, WRONG_LANGUAGE]:
        print(kind)
        for name, method, most in methods:
            print(row(name, method, kind, languages, most), flush=True)


if __name__ == "__main__":
    main()
