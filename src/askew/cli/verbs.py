"""The verbs by job, each with an example: what ``askew --help`` and every verb's own help show."""

from typing import Any

from typer.core import TyperGroup

JOBS: dict[str, dict[str, str]] = {
    "Score outputs that exist": {
        "items": "askew items simplegen > input.txt",
        "score": "askew score simplegen --target es --hyp output.txt --out runs/mine",
        "rescore": "askew rescore runs/mine",
        "resegment": "askew resegment --reference ref.xml --hypothesis talk.txt --target de -o segments.txt",
    },
    "Run systems": {
        "run": "askew run winomt --target es --system apertium:eng-spa --out runs/apertium",
        "speak": "askew speak winomt --voice flite:slt --out speech",
        "sweep": "askew sweep speed.toml --out speed",
        "train": "askew train model.toml --out model",
        "balance": "askew balance --target es --out balanced.tsv",
        "demo": "askew demo",
    },
    "Look at runs": {
        "show": "askew show runs/mine",
        "report": "askew report runs/mine runs/other -o report.html",
        "verdicts": "askew verdicts runs/mine --json",
        "explain": "askew explain runs/mine --id 17",
        "audit": "askew audit runs/mine -n 100",
        "cite": "askew cite runs/mine",
    },
    "Compare and decide": {
        "compare": "askew compare runs/mine runs/other",
        "gate": "askew gate runs/new --baseline runs/old --max-drop accuracy=2",
        "power": "askew power --drop 2 --discordant 10",
        "correlate": "askew correlate runs/* -x wer -y accuracy",
        "gaps": "askew gaps runs/speakers --by accent",
    },
    "Talks": {
        "terms": "askew terms recall runs/asr runs/mt",
        "edits": "askew edits mt.de.txt edited.de.txt --target de -o edits.json",
        "effort": "askew effort edits.de.json edits.fr.json",
        "segment": "askew segment talk.wav -o segments.yaml",
        "align": "askew align talk.wav talk.txt -o talk.srt",
        "check-subtitles": "askew check-subtitles talk.srt",
        "suber": "askew suber system.srt reference.srt --python suber-env/bin/python",
        "lengths": "askew lengths segments.yaml talk.srt",
    },
    "Data and this machine": {
        "data": "askew data fetch winomt",
        "export": "askew export lm-eval winomt --target es --out tasks",
        "ls": "askew ls",
        "doctor": "askew doctor",
    },
}
EXAMPLES = {verb: example for verbs in JOBS.values() for verb, example in verbs.items()}


class ByJob(TyperGroup):
    """The verbs under what one wants to do."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # the name is click's
        """Write a section per job, and an example below it."""
        for job, verbs in JOBS.items():
            rows = [(verb, self.commands[verb].get_short_help_str(120)) for verb in verbs]
            with formatter.section(job):
                formatter.write_dl(rows)
                formatter.write_text(f"e.g. {next(iter(_telling(verbs)))}")


def _telling(verbs: dict[str, str]) -> list[str]:
    """A job's examples, the one that says most about it first."""
    first = {"score", "run", "report", "compare", "terms", "data"}
    return [verbs[verb] for verb in sorted(verbs, key=lambda verb: verb not in first)]
