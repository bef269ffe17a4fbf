"""Asks a language model behind llama.cpp's server for some of WinoMT's sentences, with each of the study's prompts.

    python -m studies.released.make.prompts MODEL.gguf PYTHON [--sentences N] [--minutes M] [--threads T]

MODEL is the file of ``qwen`` that scripts/released_models.py makes, PYTHON that of an environment with xllamacpp, which
brings llama.cpp's server. Answers are appended to studies/released/prompts.jsonl; what is there is not asked again, and
after M minutes nothing new is.
"""

import argparse
import json
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import askew
from askew.core.records import Item, Output
from askew.systems import open_system
from studies.released.prompts import ANSWERS, PROMPTS, TARGET, answers

SERVER = """
import sys
import xllamacpp
params = xllamacpp.CommonParams()
params.model.path, params.n_ctx, params.n_parallel = sys.argv[1], 1024, 1
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = int(sys.argv[2])
params.hostnames, params.port = ["127.0.0.1"], 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
"""
NAMES = {"female": "woman", "male": "man"}
SEED = 1


def sample(n: int) -> list[Item]:
    """Sentences drawn at random, every other one with a feminine referent; a larger sample begins with a smaller one."""
    items = askew.items("winomt", target=TARGET)
    drawn = random.Random(SEED).sample(items, len(items))
    by_gender = [[item for item in drawn if item.attributes["gold"] == gold] for gold in NAMES]
    return [item for pair in zip(*by_gender, strict=False) for item in pair][:n]


@contextmanager
def serving(model: Path, python: str, threads: int) -> Iterator[str]:
    """The server's address, while it runs."""
    words = [python, "-c", SERVER, str(model), str(threads)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = next((line.strip() for line in process.stdout if line.startswith("http")), None)
            if address is None:
                raise SystemExit("the server did not start")
            yield address
        finally:
            process.kill()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("python")
    parser.add_argument("--sentences", type=int, default=150)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--threads", type=int, default=2)
    chosen = parser.parse_args()
    until = time.monotonic() + 60 * chosen.minutes
    known = {(answer.prompt, answer.id) for answer in answers()}
    with serving(chosen.model, chosen.python, chosen.threads) as address:
        for item in sample(chosen.sentences):
            for name, prompt in PROMPTS.items():
                if (name, item.id) in known or time.monotonic() > until:
                    continue
                named = prompt.replace("{person}", item.attributes["entity"]).replace(
                    "{gender}", NAMES[item.attributes["gold"]]
                )
                settings = {"prompt": named, "max_tokens": 120, "timeout": 600, "retries": 0}
                system = open_system(f"openai:qwen@{address}/v1", settings, target=TARGET)
                (answer,) = system.answer([item])
                system.close()
                said = {"text": answer.text} if isinstance(answer, Output) else {"failure": answer.reason}
                with ANSWERS.open("a", encoding="utf-8") as journal:
                    journal.write(json.dumps({"prompt": name, "id": item.id, **said}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
