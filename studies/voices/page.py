"""Writes docs/voices-results.md from stored outputs: new voices, an ablation, WinoMT in 24 voices, real speakers.

    ASKEW_DATA=… python -m studies.voices.page

The store, ``stored/``, is made by ``studies.voices.store_outputs`` and ``studies.voices.make_speakers``. It needs
WinoMT, the parallel text and speechocean762 in ASKEW_DATA: sentences are not stored, outputs are.
"""

from collections.abc import Iterator
from pathlib import Path

from studies.pages import DOCS, made_by, need, reading, section, write
from studies.tables import paragraph, score, table
from studies.voices.quality import ablation, new_voices, trained
from studies.voices.speakers import by_speakers
from studies.voices.store import ManyVoices
from studies.voices.winomt import in_voices

HERE = Path(__file__).parent
LEAD = (
    " from stored outputs; [the model](s-transformer.md), [voices](speech.md#voices), [the same model in three "
    "voices](s-transformer-results.md). Percentages, 95% intervals in brackets."
)


def gender(store: ManyVoices) -> Iterator[str]:
    """WinoMT whole, in the voices of training in turn."""
    yield from paragraph(
        "3,888 sentences, each in one of the 102 voices of training; both protocols, intervals over occupations."
    )
    names = {"accuracy": "Acc", "delta_g": "ΔG", "delta_s": "ΔS", "coverage": "found"}
    rows = [
        [label, *(score(store.runs["st", name].scores.get(each)) for each in names)]
        for name, label in (("winomt", "askew"), ("winomt2019", "winomt2019"))
    ]
    yield from table(["translator, protocol", *names.values()], rows, numbers=1)
    transcribed = store.runs["asr", "winomt"].scores
    shown = {"wer": "WER", "accuracy": "Acc", "pronoun_accuracy": "pronouns"}
    yield ""
    yield from table(
        ["", *shown.values()], [["recogniser", *(score(transcribed.get(each)) for each in shown)]], numbers=1
    )


def commands() -> Iterator[str]:
    """How it is made again."""
    yield from (f"    {line}".rstrip() for line in (HERE / "commands.sh").read_text("utf-8").splitlines())


def main() -> None:
    need("winomt", "mt", "speechocean762")
    store = ManyVoices(HERE / "stored")
    lines = reading(HERE / "reading.md")
    for title, part in (
        ("New voices", new_voices(store)),
        ("What each part is worth", ablation(store)),
        ("Gender", gender(store)),
        ("WinoMT in 24 voices", in_voices(store)),
        ("Real speakers, by gender and age", by_speakers()),
        ("What was trained", trained(store)),
        ("Making it again", commands()),
    ):
        lines += section(title, "", part)
    write(DOCS / "voices-results.md", "Many voices: results", [made_by("voices", LEAD)], lines)


if __name__ == "__main__":
    main()
