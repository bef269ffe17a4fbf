"""The whole experiment on one machine with a GPU: train every model, translate the sets with it, time it, and put what
came out into OUT.

    python -m studies.speed.make.run --text DIR --sets DIR --work DIR --out DIR [--queue FILE] [--trainers 4]

TEXT holds en-XX.train.tsv, .dev.tsv and .test.tsv (plain or .gz); SETS simplegen.txt and winomt.txt, one sentence a
line (``askew items SUITE``), and whatever else --decode names. With mends in the queue, TEXT also holds en-XX.NAME.tsv
for each --mend-text NAME (``askew balance``); --more names further training text, which may be counted several times
(extra:2). Started again in the same WORK folder it goes on: finished models are not trained again, finished
translations not made again. Everything in OUT is there as soon as it is done, so a machine that goes away takes little
with it; store_cells.py reads OUT.

Models are trained in the queue's order, several at once; NVIDIA's multi-process service, where it can be had, lets them
really share the card. Translating takes the other cores meanwhile. When the last model is done, translating pauses and
the models are timed.
"""

import argparse
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from studies.speed.make.grid import ATTENTION, DEPTHS, from_text
from studies.speed.make.text import prepare

TARGETS = ("es", "de")
SETTING = "updates=3800,batch_tokens=15360,learning_rate=0.0016,dropout=0"
WIDE = "width=512,updates=9000,batch_tokens=32768,learning_rate=0.0015,dropout=0.1"


def usual_queue() -> list[str]:
    """For each language a wide model, and every depth with both kinds of attention: the slowest first."""
    slowest_first = sorted(DEPTHS, key=lambda depth: -depth[1])
    return [
        job
        for target in TARGETS
        for job in (
            f"{target},6,6,mha,{WIDE}",
            *(f"{target},{a},{b},{kind},{SETTING}" for a, b in slowest_first for kind in ATTENTION),
        )
    ]


def plain_copy(path: Path, folder: Path) -> None:
    """A file, unpacked if it is there as .gz only."""
    if path.exists():
        shutil.copy(path, folder / path.name)
    else:
        import gzip

        (folder / path.name).write_bytes(gzip.decompress(path.with_name(path.name + ".gz").read_bytes()))


@contextlib.contextmanager
def shared_card(work: Path) -> Iterator[None]:
    """NVIDIA's multi-process service, for as long as it is needed; without it processes take turns on the card."""
    if shutil.which("nvidia-cuda-mps-control") is None or "CUDA_MPS_PIPE_DIRECTORY" in os.environ:  # somebody runs it
        yield
        return
    os.environ.update(CUDA_MPS_PIPE_DIRECTORY=str(work / "mps"), CUDA_MPS_LOG_DIRECTORY=str(work / "mps"))
    (work / "mps").mkdir(exist_ok=True)
    subprocess.run(["nvidia-cuda-mps-control", "-d"], check=False)
    probe = [sys.executable, "-c", "import torch; torch.ones(1).cuda()"]
    if subprocess.run(probe, check=False, capture_output=True, timeout=60).returncode != 0:
        subprocess.run(["nvidia-cuda-mps-control"], input=b"quit\n", check=False)
        del os.environ["CUDA_MPS_PIPE_DIRECTORY"], os.environ["CUDA_MPS_LOG_DIRECTORY"]
    try:
        yield
    finally:
        subprocess.run(["nvidia-cuda-mps-control"], input=b"quit\n", check=False)


class Workers:
    """Processes of the other scripts, each with its log."""

    def __init__(self, out: Path, common: list[str]) -> None:
        self.out, self.common = out, common
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, script: str, *arguments: str, nice: int = 0, cores: str = "") -> None:
        """One more, on some cores only if they are named."""
        where = ["taskset", "-c", cores] if cores else []
        with (self.out / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                [
                    *where,
                    "nice",
                    "-n",
                    str(nice),
                    sys.executable,
                    "-m",
                    f"studies.speed.make.{script}",
                    *arguments,
                    *self.common,
                ],
                stdout=log,
                stderr=log,
            )

    def going(self, kind: str) -> list[subprocess.Popen[bytes]]:
        """Those of a kind that have not ended."""
        return [p for name, p in self.running.items() if name.startswith(kind) and p.poll() is None]

    def wait(self, kind: str) -> None:
        """Until all of a kind have ended; those that failed are named."""
        for name, process in self.running.items():
            if name.startswith(kind) and process.wait() != 0:
                print(f"{name} ended with {process.returncode}: see {self.out / name}.log", flush=True)

    def tell(self, kind: str, what: signal.Signals) -> None:
        """Pause them or let them go on."""
        for process in self.going(kind):
            process.send_signal(what)


def main() -> None:
    """From text to stored outcome."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, required=True)
    parser.add_argument("--sets", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--queue", type=Path, help="other jobs than the usual ones: see grid.py")
    parser.add_argument("--trainers", type=int, default=4, help="models trained at once")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), help="for everything")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--vocabulary", type=int, default=8_000, help="pieces")
    parser.add_argument(
        "--more", nargs="*", default=[], help="further training text: NAME:TIMES, from TEXT/en-XX.NAME.tsv"
    )
    parser.add_argument(
        "--mend-text", nargs="*", default=[], help="what models are adapted to, from TEXT/en-XX.NAME.tsv"
    )
    parser.add_argument("--decode", default="simplegen,winomt,test", help="the sets, in this order")
    parser.add_argument("--open", action="store_true", help="jobs will be added to WORK/queue, and at last 'stop'")
    parser.add_argument("--decoders", type=int, default=1, help="processes that translate on the GPU")
    parser.add_argument("--rounded", type=int, default=0, help="processes that do so as if in 8 bits")
    parser.add_argument(
        "--cpu-decoders", type=int, default=-1, help="processes that translate on the CPU; what is left if -1"
    )
    parser.add_argument("--timers", type=int, default=-1, help="models timed at once; what is left if -1")
    parser.add_argument("--time", default="float32,int8,ct2-float32,ct2-int8", help="what is timed")
    parser.add_argument("--time-only", default=".*-s[0-9]+", help="which models")
    parser.add_argument(
        "--apart", action="store_true", help="translate on the last cores and time on the first, at the same time"
    )
    parser.add_argument("--head-start", type=float, default=20, help="seconds the first trainer has to compile")
    chosen = parser.parse_args()
    data, models, queue = chosen.work / "data", chosen.work / "models", chosen.work / "queue"
    for folder in (data, models, chosen.out):
        folder.mkdir(parents=True, exist_ok=True)
    for left in (  # by an earlier start
        *models.glob("*.taken"),
        *chosen.out.glob("*.lock"),
        *chosen.out.glob("timing-*"),
    ):
        left.unlink()
    jobs = chosen.queue.read_text("utf-8").split() if chosen.queue else usual_queue()
    queue.write_text("\n".join([*jobs, *([] if chosen.open else ["stop"])]) + "\n", "utf-8")
    targets = sorted({from_text(job).target for job in jobs})
    for path in chosen.sets.glob("*.txt"):
        shutil.copy(path, data / path.name)
    for target in targets:
        prepare(target, chosen.text, data, chosen.vocabulary, chosen.more, chosen.mend_text)
        for part in ("dev", *(name for name in chosen.decode.split(",") if not (data / f"{name}.txt").exists())):
            plain_copy(chosen.text / f"en-{target}.{part}.tsv", data)

    os.environ["OMP_NUM_THREADS"] = "1"
    workers = Workers(chosen.out, ["--data", str(data), "--models", str(models)])
    out = ["--out", str(chosen.out)]
    sets = ["--sets", chosen.decode]
    spare = max(2, chosen.cores - chosen.trainers - 1)
    timers, on_cpu = (spare if given < 0 else given for given in (chosen.timers, chosen.cpu_decoders))
    with shared_card(chosen.work):
        for number in range(chosen.trainers):
            workers.start(
                f"train-{number}", "train_grid", "--queue", str(queue), "--device", chosen.device, "--logs", *out[1:]
            )
            if number == 0:
                time.sleep(chosen.head_start)  # it compiles, the others find that done
        for kind, count in (("float32", chosen.decoders), ("rounded", chosen.rounded), ("cpu", on_cpu)):
            for number in range(count):
                nice = 10 if kind == "cpu" else 0
                last = f"{timers}-{chosen.cores - 1}" if chosen.apart else ""
                workers.start(f"decode-{kind}-{number}", "decode_grid", kind, *sets, *out, nice=nice, cores=last)
        workers.wait("train")
        if not chosen.apart:
            workers.tell("decode", signal.SIGSTOP)
        for core in range(timers):
            times = str(chosen.out / f"timing-{core}.jsonl")
            share = ["--core", str(core), "--cores", str(timers), "--compute", chosen.time, "--only", chosen.time_only]
            workers.start(f"time-{core}", "time_grid", *share, "--out", times)
        workers.wait("time")
        (chosen.out / "stop").touch()
        workers.tell("decode", signal.SIGCONT)
        workers.wait("decode")
    (chosen.out / "stop").unlink()


if __name__ == "__main__":
    main()
