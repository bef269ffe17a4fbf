"""Writes docs/speech-results.md: a cascade on WinoMT in three voices, what the voice changes, a weak recogniser, 90 s
of a real talk.

    python scripts/whisper_weights.py models
    ASKEW_DATA=… python -m studies.speech.page WORK --whisper whisper:models/ctranslate2

WORK is a folder for recordings and runs; what is there already is gone on with. ``--as-it-is`` asks nothing of WinoMT
and writes the page from the sentences that all voices have an answer to. It needs flite, festival with
festvox-us-slt-hts, apertium-eng-spa and, for the talk, ACL 60/60's development set with its audio (``acl6060/dev``) in
ASKEW_DATA.
"""

import argparse
from pathlib import Path

from studies.pages import DOCS, made_by, need, write
from studies.speech.cascades import cascade_part, weak_part
from studies.speech.make import collect, commands
from studies.speech.talk import talk_part

LEAD = "; [what it means](speech.md#what-came-out). The same by hand:"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--whisper", default="whisper:tiny.en")
    parser.add_argument("--sentences", type=int, default=600)
    parser.add_argument("--weak", type=int, default=200, help="how many of the sentences PocketSphinx transcribes")
    parser.add_argument("--as-it-is", action="store_true")
    chosen = parser.parse_args()
    need("acl6060/dev/audio")
    if not chosen.as_it_is:
        collect(chosen.work, chosen.whisper, chosen.sentences, chosen.weak)
    lines = [
        *(f"    {line}" for line in commands(chosen.whisper, chosen.sentences, chosen.weak)),
        "",
        *cascade_part(chosen.work),
        *weak_part(chosen.work),
        *talk_part(chosen.work, chosen.whisper),
    ]
    write(DOCS / "speech-results.md", "Speech: results", [made_by("speech", LEAD)], lines)


if __name__ == "__main__":
    main()
