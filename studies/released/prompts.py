"""Which words of a prompt help? A small language model behind a real server, on a sample of WinoMT."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import askew
from askew import Run
from askew.analyses.flips import flips
from askew.formats.json_lines import read_json_lines
from studies.pages import section
from studies.tables import difference, plain, scores, table

TARGET = "es"
ANSWERS = Path(__file__).parent / "prompts.jsonl"
_ASK = "Translate the following text into {language}. %sAnswer with the translation only.\n\n{text}"
PROMPTS = {
    "plain": _ASK % "",
    "keep the gender": _ASK % "Keep the gender of every person, as the pronouns show it. ",
    "gender named": _ASK % "In it, the {person} is a {gender}. ",
}
SHOWN = ("accuracy", "delta_g", "f1_male", "f1_female", "coverage")


@dataclass(frozen=True)
class PromptAnswer:
    """A line of prompts.jsonl: what was answered, or why nothing was."""

    prompt: str
    id: str
    text: str | None = None
    failure: str | None = None


def answers() -> list[PromptAnswer]:
    """What is stored."""
    return [row for _, row in read_json_lines(ANSWERS, PromptAnswer)] if ANSWERS.is_file() else []


def sections() -> Iterator[str]:
    """All about it; nothing where nothing was asked."""
    stored = answers()
    texts = {name: {row.id: row.text for row in stored if row.prompt == name and row.text} for name in PROMPTS}
    common = set.intersection(*(set(said) for said in texts.values()))
    if not common:
        return
    runs = {
        name: askew.score(
            "winomt", target=TARGET, hyp={k: v for k, v in said.items() if k in common}, partial=True, name=name
        )
        for name, said in texts.items()
    }
    failed = [row for row in stored if row.failure]
    yield from section(
        "A language model, told how to translate",
        f"Qwen2.5-Coder-1.5B-Instruct (4 bits) behind llama.cpp's server, `openai:` with temperature 0, WinoMT into "
        f"Spanish: {len(common)} sentences drawn at random, half with a feminine referent, each asked with every prompt. "
        f"{len(failed)} of {len(stored)} answers were none{_why(failed)}. A sample this small shows large effects only; "
        "intervals are about occupations like these.",
        table(["prompt", *SHOWN], [[name, *scores(run, SHOWN)] for name, run in runs.items()], numbers=1),
    )
    yield from section(
        "Against the plain prompt", "Counted on these sentences, then inferred.", _against(runs, texts, common), 3
    )
    yield from section("Answers", "", _chatter(texts, common), 3)


def _why(failed: list[PromptAnswer]) -> str:
    return f" ({', '.join(sorted({row.failure or '' for row in failed}))})" if failed else ""


def _against(runs: dict[str, Run], texts: dict[str, dict[str, str]], common: set[str]) -> Iterator[str]:
    base = runs["plain"]
    rows = []
    for name, run in runs.items():
        if name == "plain":
            continue
        counts = flips(base, run)
        changed = sum(texts[name][one] != texts["plain"][one] for one in common)
        gained = askew.compare(base, run, by_group=False).changes[0]["accuracy"]
        rows.append([name, str(changed), str(len(counts.lost)), str(len(counts.won)), difference(gained)])
    return table(["prompt", "outputs changed", "lost", "won", "Acc, about occupations like these"], rows, numbers=1)


def _chatter(texts: dict[str, dict[str, str]], common: set[str]) -> Iterator[str]:
    """Answers that are more than a translation: of several lines, or in quotation marks."""
    rows = []
    for name, said in texts.items():
        lines = [one for one in common if "\n" in said[one].strip()]
        quoted = [one for one in common if said[one].strip()[:1] in "\"“«'"]
        example = min((said[one] for one in lines or quoted), key=len, default="")
        rows.append([name, str(len(lines)), str(len(quoted)), plain(" / ".join(example.split("\n")))])
    return table(["prompt", "of several lines", "in quotation marks", "e.g."], rows, numbers=1)
