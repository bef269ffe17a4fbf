"""Writes docs/winomt-results.md from the published outputs: two commercial systems, seven speech translators, two recognisers.

    ASKEW_DATA=… python -m studies.winomt.page

It needs the data sets in ASKEW_DATA, laid out as the manifests say, and beside them people's labels (``winomt/human``), the speech
systems' outputs (``winost/outputs``) and another pipeline's scores of these (``winost/peer_scores``).
"""

import json
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import askew
from askew import Resampling, Run
from askew.analyses.workforce import against_workforce
from askew.core.records import Output
from askew.judges.winomt import WinoMTJudge
from studies.pages import DATA, DOCS

PAGE = DOCS / "winomt-results.md"
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
REFERENCE_AGREEMENT = {
    "es": 86.9, "it": 84.8, "he": 85.7, "ar": 84.7, "ru": 73.3, "uk": 70.8, "fr": 67.1, "de": 67.0,
}  # fmt: skip
LABELS = {"m": "male", "f": "female", "n": "neutral"}


def text_file(system: str, target: str) -> Path:
    """What a commercial system made of WinoMT."""
    return DATA / f"winomt/translations/{system}/en-{target}.txt.gz"


def shown(run: Run, *names: str) -> str:
    """Scores with their intervals as table cells."""
    cells = []
    for name in names:
        score = run.scores[name]
        span = "" if score.low is None or score.high is None else f" [{score.low:.1f}, {score.high:.1f}]"
        cells.append("–" if score.value is None else f"{score.value:.1f}{span}")
    return " | ".join(cells)


def three(run: Run) -> str:
    """Accuracy, ΔG, ΔS without intervals."""
    return " / ".join(f"{run.scores[name].value:.1f}" for name in ("accuracy", "delta_g", "delta_s"))


def reference_table() -> Iterator[str]:
    yield "| | google: askew's | google: the tool's | bing: askew's | bing: the tool's |"
    yield "|---|---|---|---|---|"
    for target, published in PUBLISHED.items():
        cells = []
        for system in ("google", "bing"):
            run = askew.score(
                "winomt",
                target=target,
                hyp=text_file(system, target),
                protocol="winomt2019",
                resampling=Resampling(100),
            )
            cells += [three(run), published[system]]
        yield f"| {target} | {' | '.join(cells)} |"


def scores_table(suite: str, systems: tuple[str, ...], targets: tuple[str, ...]) -> Iterator[str]:
    names = ("accuracy", "accuracy_decided", "delta_g", "delta_s", "mismatch", "coverage")
    peers = suite == "winost"
    yield f"| target | system | accuracy | among the decided | ΔG | ΔS | mismatch | found |{' peer acc. / ΔG |' if peers else ''}"
    yield f"|---|---|---|---|---|---|---|---|{'---|' if peers else ''}"
    for target in targets:
        for system in systems:
            hyp = (
                text_file(system, target)
                if suite == "winomt"
                else DATA / f"winost/outputs/{system}/en-{target}.jsonl.gz"
            )
            if not hyp.exists():
                continue
            run = askew.score(suite, target=target, hyp=hyp)
            row = f"| {target} | {system} | {shown(run, *names)} |"
            if peers:
                peer = json.loads((DATA / f"winost/peer_scores/{system}.en-{target}.jsonl").read_text().splitlines()[0])
                row += f" {peer['acc']} / {peer['del_g']} |"
            yield row


def agreement_table() -> Iterator[str]:
    items = {item.id: item for item in askew.items("winomt")}
    yield "| | system | labelled | askew agrees | where it decides | feminine found | reference tool |"
    yield "|---|---|---|---|---|---|---|"
    for target, reference in REFERENCE_AGREEMENT.items():
        [path] = (DATA / "winomt/human").glob(f"*.en-{target}.tsv")
        system = path.name.split(".")[0]
        rows = [row for row in (line.split("\t") for line in path.read_text("utf-8").splitlines()[1:]) if row[3] == "y"]
        asked = [items[str(int(row[0]) + 1)] for row in rows]
        answers = [Output(item.id, row[2]) for item, row in zip(asked, rows, strict=True)]
        if text_file(system, target).exists():
            run = askew.score("winomt", target=target, hyp=text_file(system, target), resampling=Resampling(100))
            asked, answers = [*run.items, *asked], [*run.outputs, *answers]
        verdicts = WinoMTJudge(target).judge(asked, answers)[-len(rows) :]
        pairs = [(verdict.labels["predicted"], LABELS[row[4]]) for verdict, row in zip(verdicts, rows, strict=True)]
        agreed = [guess == label or (label == "neutral" and guess in ("undecided", "both")) for guess, label in pairs]
        decided = [a for a, (guess, _) in zip(agreed, pairs, strict=True) if guess in ("male", "female", "neutral")]
        feminine = [guess == "female" for guess, label in pairs if label == "female"]
        yield (
            f"| {target} | {system} | {len(rows)} | {100 * sum(agreed) / len(agreed):.1f} | "
            f"{100 * sum(decided) / len(decided):.1f} (of {len(decided)}) | {sum(feminine)} of {len(feminine)} | {reference} |"
        )


def recognition_table() -> Iterator[str]:
    yield "| recogniser | accuracy | misspelled occupations | pronoun accuracy | WER |"
    yield "|---|---|---|---|---|"
    for system in ("whisper_asr", "owsm4.0-ctc_asr"):
        run = askew.score("winost", target="en", hyp=DATA / f"winost/outputs/{system}/en.jsonl.gz")
        yield f"| {system} | {shown(run, 'accuracy', 'misspelled_occupations', 'pronoun_accuracy', 'wer')} |"
    yield "| the paper's (Costa-jussà et al. 2020) | 74.5 | 680 | 98.72 | 23.98 on MuST-C |"


def one_gender_table() -> Iterator[str]:
    """The papers' "always translated as": occupations of both gold genders that a system renders in one gender alone."""
    yield "| target | system | always masculine | always feminine |"
    yield "|---|---|---|---|"
    for target in SPEECH_TARGETS:
        for system in ("canary-v2", "seamlessm4t", "tower_whisper"):
            run = askew.score(
                "winost",
                target=target,
                hyp=DATA / f"winost/outputs/{system}/en-{target}.jsonl.gz",
                resampling=Resampling(100),
            )
            by_entity = run.groups["entity"]
            always = {
                gender: sorted(
                    entity
                    for entity, scores in by_entity.items()
                    if scores["accuracy"].n >= 50 and (scores[f"rendered_{gender}"].value or 0) >= 97
                )
                for gender in ("male", "female")
            }
            cells = (", ".join(always[gender]) or "–" for gender in ("male", "female"))
            yield f"| {target} | {system} | {' | '.join(cells)} |"


def workforce_table() -> Iterator[str]:
    """How closely the feminine follows the share of women in an occupation, per system."""
    yield "| target | system | correlation | rendered feminine: nurse (90% women) | rendered feminine: mechanic (4% women) |"
    yield "|---|---|---|---|---|"
    for target in SPEECH_TARGETS:
        for system in SPEECH_SYSTEMS[:5]:
            run = askew.score(
                "winost",
                target=target,
                hyp=DATA / f"winost/outputs/{system}/en-{target}.jsonl.gz",
                resampling=Resampling(100),
            )
            result = against_workforce(run)
            rendered = {row[0]: row[2] for row in result.occupations}
            yield (
                f"| {target} | {system} | {result.pearson:.2f} [{result.low:.2f}, {result.high:.2f}] | "
                f"{rendered['nurse']:.0f} | {rendered['mechanic']:.0f} |"
            )


def main() -> None:
    if not (DATA / "winomt/human").is_dir():
        sys.exit("set ASKEW_DATA to a folder that has winomt/human, winost/outputs and winost/peer_scores")
    warnings.simplefilter("ignore")
    sections = [
        ("The reference tool's numbers", "Protocol `winomt2019`: accuracy / ΔG / ΔS.", reference_table()),
        ("Agreement with people", "People's labels of single translations (undecided counts as wrong).", agreement_table()),
        ("Text: two commercial systems of 2019", "Protocol `askew`.", scores_table("winomt", ("google", "bing"), TEXT_TARGETS)),
        ("Speech: seven systems", "Protocol `askew`.", scores_table("winost", SPEECH_SYSTEMS, SPEECH_TARGETS)),
        ("Always rendered in one gender", "Occupations with at least 50 items, half of each gold gender or nearly so, "
         "rendered in one gender at least 97 times in 100.", one_gender_table()),
        ("Against the workforce", "Over the 40 occupations of WinoBias, each asked about as often with a feminine as with a masculine referent: how often a system "
         "renders it in the feminine, correlated with the share of women in the US workforce (Zhao et al. 2018). 0 would be a system that follows the pronoun.", workforce_table()),
        ("Recognition", "Protocol `recognition`.", recognition_table()),
    ]  # fmt: skip
    text = ["# WinoMT and WinoST: results", "", f"Made by `python -m studies.winomt.page` with askew {askew.__version__}. "
            "Percentages, 95% intervals in brackets. What the columns mean, and how to read the differences: [winomt.md](winomt.md).", ""]  # fmt: skip
    for title, lead, lines in sections:
        print(title, file=sys.stderr)
        text += [f"## {title}", "", lead, "", *lines, ""]
    PAGE.write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
