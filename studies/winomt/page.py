"""Writes docs/winomt-results.md from the published outputs: two commercial systems, seven speech translators, two
recognisers.

    ASKEW_DATA=… python -m studies.winomt.page

It needs the data sets in ASKEW_DATA, laid out as the manifests say, and beside them people's labels (``winomt/human``),
the speech systems' outputs (``winost/outputs``) and another pipeline's scores of these (``winost/peer_scores``).
"""

import json
import warnings
from collections.abc import Iterator
from pathlib import Path

import askew
from askew import Resampling, Run
from askew.analyses.workforce import against_workforce
from askew.judges.winomt import THING
from askew.report.numbers import number
from studies.pages import DATA, DOCS, made_by, need, section, write
from studies.tables import bounds, scores, table
from studies.winomt.agreement import agreement_table
from studies.winomt.heard import heard_table
from studies.winomt.outputs import speech_file, text_file

TEXT_TARGETS = ("es", "fr", "it", "pt", "de", "nl", "ru", "uk", "he", "ar")
SPEECH_SYSTEMS = (
    "canary-v2", "gemma_whisper", "qwen3omni", "tower_whisper", "seamlessm4t", "owsm4.0-ctc", "phi4multimodal",
)  # fmt: skip
SPEECH_TARGETS = ("de", "es", "fr", "it", "pt")
PUBLISHED = {  # the reference tool's numbers, measured with fast_align and its rules: accuracy, ΔG, ΔS
    "de": {"google": "59.4 / 12.5 / 12.5", "bing": "74.1 / 0.0 / 9.0"},
    "ru": {"google": "37.7 / 36.8 / 11.4", "bing": "36.8 / 42.1 / 8.5"},
    "he": {"google": "53.7 / 7.9 / 37.8", "bing": "48.1 / 14.9 / 32.9"},
    "ar": {"google": "48.5 / 43.7 / 16.1", "bing": "47.3 / 48.3 / 13.4"},
}
SCORES = {
    "accuracy": "accuracy", "accuracy_decided": "among the decided", "delta_g": "ΔG", "delta_s": "ΔS",
    "accuracy_papers": "as in the papers", "accuracy_pronoun": "pronoun", "mismatch": "mismatch",
    "decided_by_pronoun": "decided by a pronoun", "coverage": "found",
}  # fmt: skip
LEAD = (
    ". Percentages, 95% intervals in brackets. What the columns mean, and how to read the differences: "
    "[winomt.md](winomt.md)."
)
QUICK = Resampling(100)  # where no interval is shown


def three(run: Run) -> str:
    """Accuracy, ΔG, ΔS without intervals."""
    return " / ".join(number(run.scores[name].value) for name in ("accuracy", "delta_g", "delta_s"))


def reference_table() -> Iterator[str]:
    rows = []
    for target, published in PUBLISHED.items():
        rows.append([target])
        for system, theirs in published.items():
            hyp = text_file(system, target)
            run = askew.score("winomt", target=target, hyp=hyp, protocol="winomt2019", resampling=QUICK)
            rows[-1] += [three(run), theirs]
    yield from table(["", "google: askew's", "google: the tool's", "bing: askew's", "bing: the tool's"], rows)


def text_table() -> Iterator[str]:
    files = {(target, system): text_file(system, target) for target in TEXT_TARGETS for system in ("google", "bing")}
    rows = [[*key, *_shown("winomt", key[0], hyp)] for key, hyp in files.items() if hyp.exists()]
    yield from table(["target", "system", *SCORES.values(), "a thing"], rows)


def speech_table() -> Iterator[str]:
    rows = []
    for target in SPEECH_TARGETS:
        for system in SPEECH_SYSTEMS:
            if (hyp := speech_file(system, target)).exists():
                path = DATA / f"winost/peer_scores/{system}.en-{target}.jsonl"
                peer = json.loads(path.read_text("utf-8").splitlines()[0])
                shown = _shown("winost", target, hyp)
                rows.append([target, system, *shown, f"{peer['acc']} / {peer['del_g']}"])
    yield from table(["target", "system", *SCORES.values(), "a thing", "peer acc. / ΔG"], rows)


def _shown(suite: str, target: str, hyp: Path) -> list[str]:
    """The scores, and in how many outputs of 100 a thing stands in the person's place, which counts as not found."""
    run = askew.score(suite, target=target, hyp=hyp)
    things = sum(verdict.labels["predicted"] == THING for verdict in run.verdicts)
    return [*scores(run, SCORES), number(100 * things / len(run.verdicts))]


def recognition_table() -> Iterator[str]:
    names = ("accuracy", "misspelled_occupations", "pronoun_accuracy", "wer")
    rows = []
    for system in ("whisper_asr", "owsm4.0-ctc_asr"):
        run = askew.score("winost", target="en", hyp=DATA / f"winost/outputs/{system}/en.jsonl.gz")
        rows.append([system, *scores(run, names)])
    rows.append(["the paper's (Costa-jussà et al. 2020)", "74.5", "680", "98.72", "23.98 on MuST-C"])
    yield from table(["recogniser", "accuracy", "misspelled occupations", "pronoun accuracy", "WER"], rows)


def _speech_runs(systems: tuple[str, ...]) -> Iterator[tuple[str, str, Run]]:
    for target in SPEECH_TARGETS:
        for system in systems:
            hyp = speech_file(system, target)
            yield target, system, askew.score("winost", target=target, hyp=hyp, resampling=QUICK)


def one_gender_table() -> Iterator[str]:
    """The papers' "always translated as": occupations of both gold genders that a system renders in one gender."""
    rows = [
        [target, system, _always(run, "male"), _always(run, "female")]
        for target, system, run in _speech_runs(("canary-v2", "seamlessm4t", "tower_whisper"))
    ]
    yield from table(["target", "system", "always masculine", "always feminine"], rows)


def _always(run: Run, gender: str) -> str:
    found = (
        entity
        for entity, of_entity in run.groups["entity"].items()
        if of_entity["accuracy"].n >= 50 and (of_entity[f"rendered_{gender}"].value or 0) >= 97
    )
    return ", ".join(sorted(found)) or "–"


def workforce_table() -> Iterator[str]:
    """How closely the feminine follows the share of women in an occupation, per system."""
    rows = []
    for target, system, run in _speech_runs(SPEECH_SYSTEMS[:5]):
        result = against_workforce(run)
        rendered = {row[0]: row[2] for row in result.occupations}
        correlation = number(result.pearson, 2) + bounds(result.low, result.high, 2)
        rows.append([target, system, correlation, *(number(rendered[who], 0) for who in ("nurse", "mechanic"))])
    shown = ["rendered feminine: nurse (90% women)", "rendered feminine: mechanic (4% women)"]
    yield from table(["target", "system", "correlation", *shown], rows)


def main() -> None:
    need("winomt/human", "winost/outputs", "winost/peer_scores")
    warnings.simplefilter("ignore")
    sections = [
        ("The reference tool's numbers", "Protocol `winomt2019`: accuracy / ΔG / ΔS.", reference_table()),
        (
            "Agreement with people",
            "People's labels of single translations (undecided counts as wrong); with `--reading pronoun` in a column "
            "of its own.",
            agreement_table(),
        ),
        ("Text: two commercial systems of 2019", "Protocol `askew`.", text_table()),
        ("Speech: seven systems", "Protocol `askew`.", speech_table()),
        (
            "Always rendered in one gender",
            "Occupations with at least 50 items, half of each gold gender or nearly so, rendered in one gender at "
            "least 97 times in 100.",
            one_gender_table(),
        ),
        (
            "Against the workforce",
            "Over the 40 occupations of WinoBias, each asked about as often with a feminine as with a masculine "
            "referent: how often a system renders it in the feminine, correlated with the share of women in the US "
            "workforce (Zhao et al. 2018). 0 would be a system that follows the pronoun.",
            workforce_table(),
        ),
        ("Recognition", "Protocol `recognition`.", recognition_table()),
        ("Does a better recogniser give better gender?", "", heard_table(SPEECH_TARGETS)),
    ]
    lines = [line for part in sections for line in section(*part)]
    write(DOCS / "winomt-results.md", "WinoMT and WinoST: results", [made_by("winomt", LEAD)], lines)


if __name__ == "__main__":
    main()
