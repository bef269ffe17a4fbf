"""The ways of mending that were tried, by what they were chosen on: MT-GenEval's dev sentences, and BLEU on Tatoeba's.

    ASKEW_DATA=… python -m studies.mend.make.tried OUTPUTS QUEUE > studies/mend/es/tried.jsonl

OUTPUTS holds MODEL_float32-b5_genevaldev.txt; QUEUE is the queue of the run, with every mend's settings; their logs are
in es/.
"""

import json
import sys
from pathlib import Path

from studies.mend.geneval import right_gender
from studies.speed.make.grid import Job, from_text

HERE = Path(__file__).parent.parent


def _text(job: Job) -> str:
    return job.text if job.anchor == "anchor" else f"{job.text}; old text: {job.anchor}"


def main() -> None:
    """A row per model."""
    outputs, queue = Path(sys.argv[1]), Path(sys.argv[2])
    logs = map(json.loads, (HERE / "es/training.jsonl").read_text("utf-8").splitlines())
    bleu = {row["model"]: [one["dev_bleu"] for one in row["log"] if "dev_bleu" in one][-1] for row in logs}
    for job in map(from_text, queue.read_text("utf-8").split()):
        path = outputs / f"{job.name}_float32-b5_genevaldev.txt"
        if path.exists() and (job.mend or job.seed in (1, 9)):
            said = right_gender(path.read_text("utf-8").removesuffix("\n").split("\n"), "dev")
            settings = {
                "updates": job.updates, "pieces": job.batch_tokens, "rate": job.learning_rate,
                "share": job.share if job.mend else None, "text": _text(job) if job.mend else None,
            }  # fmt: skip
            print(json.dumps({"model": job.name, **settings, "dev_bleu": bleu[job.name], **said}))


if __name__ == "__main__":
    main()
