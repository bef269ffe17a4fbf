r"""Recognise speechocean762 (Zhang et al. 2021, https://arxiv.org/abs/2104.01378, CC BY 4.0) and keep what was heard.

    ASKEW_DATA=… python -m studies.voices.make_speakers WORK --system NAME=SPEC … [--each 6] [--set batch=16]

WORK gets a manifest and a run a system; what is there already is gone on with. ``--each`` recordings of every speaker
are drawn; what was kept before stays. Transcripts come to studies/voices/stored/speechocean762-NAME.jsonl.
"""

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import askew
from askew import Asking
from askew.core.journal import read_journal
from askew.core.options import read_settings
from studies.pages import DATA, need

STORED = Path(__file__).parent / "stored"
SEED = 12_345
BANDS = ((12, "6 to 12"), (200, "13 and older"))


def manifest(each: int) -> list[dict[str, Any]]:
    """Rows as the suite ``speakers`` reads them: so many recordings of every speaker, with an age band."""
    folder = DATA / "speechocean762"
    by_speaker: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in (folder / "manifest.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        by_speaker[row["speaker"]].append(row)
    dice, chosen = random.Random(SEED), []
    for rows in by_speaker.values():
        chosen += dice.sample(rows, len(rows))[:each]
    return [
        {
            "id": row["id"],
            "src_ref": row["text"],
            "src_lang": "en",
            "speaker": row["speaker"],
            "gender": row["gender"],
            "age": next(name for most, name in BANDS if int(row["age"]) <= most),
        }
        for row in chosen
    ]


def keep(name: str, texts: dict[str, str]) -> None:
    """Add a recogniser's transcripts to those that are stored."""
    STORED.mkdir(exist_ok=True)
    path = STORED / f"speechocean762-{name}.jsonl"
    before = map(json.loads, path.read_text("utf-8").splitlines() if path.exists() else ())
    texts = {row["id"]: row["text"] for row in before} | texts
    lines = (json.dumps({"id": key, "text": texts[key]}, ensure_ascii=False) + "\n" for key in sorted(texts))
    path.write_text("".join(lines), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--system", action="append", required=True, metavar="NAME=SPEC")
    parser.add_argument("--each", type=int, default=6)
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")
    chosen = parser.parse_args()
    need("speechocean762")
    chosen.work.mkdir(parents=True, exist_ok=True)
    listed = chosen.work / f"manifest-{chosen.each}.jsonl"
    listed.write_text("".join(json.dumps(row) + "\n" for row in manifest(chosen.each)), "utf-8")
    for named in chosen.system:
        name, _, spec = named.partition("=")
        out = chosen.work / name
        settings = read_settings(chosen.set)
        how: dict[str, Any] = {
            "manifest": str(listed), "audio": DATA / "speechocean762", "partial": True,
            "asking": Asking(shuffle_seed=SEED),  # so that what is there is a sample whenever it ends
        }  # fmt: skip
        askew.run("speakers", system=spec, name=name, out=out, settings=settings, **how)
        keep(name, {output.id: output.text for output in read_journal(out / "outputs.jsonl")})


if __name__ == "__main__":
    main()
