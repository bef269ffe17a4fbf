"""How long WinoMT takes: askew in a cold and a warm process, beside word alignment plus a spaCy tagger, in the same
run.

    ASKEW_DATA=… python bench/bench_winomt.py [TARGET…]

spaCy's published models can't be had everywhere, so the peer is a pipeline of spaCy's default size (its tok2vec and
morphologizer), trained for a moment on the spot: its gender verdicts mean nothing, its running time is that of the
small models. It runs in an environment of its own (``.venv-bench``), which this script makes. CPU seconds, user and
system, one thread.
"""

import os
import resource
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
DATA = Path(os.environ.get("ASKEW_DATA", ""))
PEER = ROOT / ".venv-bench"
ONE_THREAD = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

WARM = """
import sys, time, warnings
warnings.simplefilter("ignore")
import askew
from askew.formats.outputs import read_outputs
items = askew.items("winomt")
texts = {output.id: output.text for output in read_outputs(sys.argv[2], items)}
def seconds(ids):
    start = time.process_time()
    askew.score("winomt", target=sys.argv[1], hyp={k: texts[k] for k in ids}, partial=True)
    return time.process_time() - start
everything = [item.id for item in items]
seconds(everything)
print(min(seconds(everything) for _ in range(3)), min(seconds(everything[::2]) for _ in range(3)))
"""

WITH_SPACY = """
import gzip, sys, time
import spacy
from spacy.training import Example
sys.path.insert(0, sys.argv[3])
from askew.text.align import align
pairs = [line.rstrip("\\n").split(" ||| ") for line in gzip.open(sys.argv[2], "rt", encoding="utf-8")]
pipeline = spacy.blank(sys.argv[1])
pipeline.add_pipe("morphologizer")
document = pipeline.make_doc(pairs[0][1])
example = Example.from_dict(document, {"pos": ["NOUN"] * len(document), "morphs": ["Gender=Fem"] * len(document)})
pipeline.initialize(lambda: [example])
start = time.process_time()
align([(source.split(), target.split()) for source, target in pairs])
documents = pipeline.pipe(target for _, target in pairs)
genders = [[token.morph.get("Gender") for token in document] for document in documents]
print(time.process_time() - start)
"""


def cpu_of(command: list[str]) -> float:
    """CPU seconds a whole process takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env=ONE_THREAD, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def make_peer() -> Path:
    """The peer's own environment."""
    python = PEER / "bin/python"
    if not python.exists():
        venv.create(PEER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "spacy", "numpy"], check=True)
    return python


def main() -> None:
    targets = sys.argv[1:] or ["es", "de", "ru", "ar"]
    if not (DATA / "winomt/translations").is_dir():
        sys.exit("set ASKEW_DATA to a folder that has winomt/translations")
    peer = make_peer()
    print(
        f"{'':4}{'cold':>8}{'warm':>8}{'half':>8}{'align+spaCy':>13}{'ratio (cold)':>14}   CPU seconds, 3,888 sentences"
    )
    for target in targets:
        hyp = str(DATA / f"winomt/translations/google/en-{target}.txt.gz")
        askew = str(Path(sys.executable).with_name("askew"))
        cold = min(cpu_of([askew, "score", "winomt", "--target", target, "--hyp", hyp, "--json"]) for _ in range(3))
        answer = subprocess.run(
            [sys.executable, "-c", WARM, target, hyp], check=True, env=ONE_THREAD, capture_output=True, text=True
        )
        warm, half = map(float, answer.stdout.split())
        with_spacy = cpu_of([str(peer), "-c", WITH_SPACY, target, hyp, str(ROOT / "src")])
        print(f"{target:4}{cold:8.2f}{warm:8.2f}{half:8.2f}{with_spacy:13.2f}{with_spacy / cold:14.1f}")


if __name__ == "__main__":
    main()
