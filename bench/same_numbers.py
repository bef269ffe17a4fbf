"""Has any number moved? Scores real runs of every suite, protocol and kind by the command line, and keeps or compares
all they say.

    ASKEW_DATA=… python bench/same_numbers.py keep numbers.json.gz       before a change
    ASKEW_DATA=… python bench/same_numbers.py compare numbers.json.gz    after it

``compare`` prints what moved, with status 1 if anything did. Only the command line is used, so that nothing inside can
move without being seen. ``--only NAME`` takes some of the runs. What is kept are all numbers, counts and groups of
``--json`` without the signatures' version of askew, and a checksum of every run's verdict rows.
"""

import argparse
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(os.environ.get("ASKEW_DATA", "."))
MODELS = Path(os.environ.get("ASKEW_TEST_MODELS", ".models"))
ACL, ROWS = DATA / "acl6060", DATA / "simplegen/outputs"
SEED = "mofc.seed101.bs1.archtransformer_vaswani_wmt_en_de_big.ngpu8.bs1.en-es.out"
SETTINGS = ["--resamples", "400"]
PROGRAM = "import sys; from askew.cli import main; sys.exit(main())"


def runs() -> dict[str, list[str]]:
    """The runs that are scored from stored outputs: name to the arguments of ``askew score``."""
    winomt, winost = DATA / "winomt/translations", DATA / "winost/outputs"
    short = ACL / "outputs/tower_whisper/short.en-de.jsonl"
    glossary = ACL / "dev/terms/acl_gold_technical.json"
    return {
        "winomt-es": ["winomt", "-t", "es", "--hyp", f"{winomt}/google/en-es.txt"],
        "winomt-de": ["winomt", "-t", "de", "--hyp", f"{winomt}/bing/en-de.txt"],
        "winomt-de-google": ["winomt", "-t", "de", "--hyp", f"{winomt}/google/en-de.txt"],
        "winomt-he": ["winomt", "-t", "he", "--hyp", f"{winomt}/google/en-he.txt"],
        "winomt2019-ru": ["winomt", "-t", "ru", "--hyp", f"{winomt}/google/en-ru.txt", "--protocol", "winomt2019"],
        "winomt2019-de": ["winomt", "-t", "de", "--hyp", f"{winomt}/bing/en-de.txt", "--protocol", "winomt2019"],
        "winost-it": ["winost", "-t", "it", "--hyp", f"{winost}/canary-v2/en-it.jsonl"],
        "winost-en": ["winost", "-t", "en", "--hyp", f"{winost}/whisper_asr/en.jsonl"],
        "simplegen-release": ["simplegen", "-t", "es", "--subset", "mofc", "--protocol", "release",
                              "--hyp", f"{ROWS}/{SEED}"],
        "simplegen-askew": ["simplegen", "-t", "es", "--subset", "mofc", "--hyp", f"{ROWS}/{SEED}"],
        "talks-short": ["acl6060", "-t", "de", "--hyp", f"{short}", "--segmented"],
        "talks-short-other": ["acl6060", "-t", "de", "--hyp", f"{ACL}/outputs/canary-v2/short.en-de.jsonl",
                              "--segmented"],
        "talks-long": ["acl6060", "-t", "zh", "--hyp", f"{ACL}/outputs/tower_whisper/long.en-zh.jsonl"],
        "talks-marks": ["acl6060", "-t", "fr", "--hyp", f"{ACL}/outputs/canary-v2/short.en-fr.jsonl", "--segmented",
                        "--marks", "drop"],
        "talks-wrong-language": ["acl6060", "-t", "zh", "--hyp", f"{ACL}/outputs/canary-v2/short.en-zh.jsonl",
                                 "--segmented"],
        "talks-asr": ["acl6060", "-t", "en", "--hyp", f"{ACL}/outputs/whisper_asr/long.en.jsonl"],
        "talks-terms": ["acl6060", "-t", "zh", "--hyp", f"{ACL}/outputs/tower_whisper/short.en-zh.jsonl",
                        "--segmented", "--terms", f"{glossary}"],
        "talks-neural": ["acl6060", "-t", "de", "--hyp", f"{short}", "--segmented",
                         "--neural-scores", f"{ACL}/neural_scores/tower_whisper/short.en-de.jsonl.gz"],
        "speakers-asr": ["speakers", "-t", "en", "--manifest", f"{DATA}/fleurs/manifest.en-es.jsonl.gz",
                         "--hyp", f"{DATA}/fleurs/outputs/whisper_asr/en.jsonl.gz"],
        "speakers-accent": ["speakers", "-t", "en", "--manifest", f"{DATA}/commonaccent/manifest.en.jsonl.gz",
                            "--hyp", f"{DATA}/commonaccent/outputs/whisper_asr/en.jsonl.gz"],
        "speakers-st": ["speakers", "-t", "de", "--manifest", f"{DATA}/fleurs/manifest.en-de.jsonl.gz",
                        "--hyp", f"{DATA}/fleurs/outputs/canary-v2/en-de.jsonl.gz"],
    }  # fmt: skip


def steps(work: Path) -> dict[str, list[str]]:
    """What is made of those runs, and systems that really run: name to the arguments of ``askew``."""
    return {
        "compare": ["compare", f"{work}/winomt-de", f"{work}/winomt-de-google"],
        "compare-talks": ["compare", f"{work}/talks-short", f"{work}/talks-short-other"],
        "gaps-gender": ["gaps", f"{work}/speakers-asr", "--by", "gender"],
        "gaps-accent": ["gaps", f"{work}/speakers-accent", "--by", "accent"],
        "terms": ["terms", f"{work}/talks-terms"],
        "gate": ["gate", f"{work}/winomt-de-google", "--baseline", f"{work}/winomt-de", "--max-drop", "accuracy=2",
                 "--min", "f1_female=40"],
        "gate-talks": ["gate", f"{work}/talks-short-other", "--baseline", f"{work}/talks-short", "--max-drop", "chrf=1",
                       "--max-drop", "wrong_language=1"],
        "correlate": ["correlate", f"{work}/winomt-de", f"{work}/winomt-de-google", f"{work}/winomt-es"],
        "rescore": ["rescore", f"{work}/winomt2019-de", "--protocol", "askew"],
        "run": ["run", "simplegen", "-t", "es", "--subset", "fofc", "--system", "apertium:eng-spa",
                "--out", f"{work}/run"],
        "speak": ["speak", "winomt", "--voice", "flite:slt", "--limit", "12", "--out", f"{work}/speech"],
        "cascade": ["run", "winomt", "-t", "es", "--audio", f"{work}/speech/flite-slt", "--partial",
                    "--out", f"{work}/cascade", "--system", f"cascade:whisper:{MODELS}/ctranslate2+apertium:eng-spa"],
        "sweep": ["sweep", f"{work}/sweep.toml", "--out", f"{work}/sweep", "--no-figures"],
    }  # fmt: skip


def sweep_file(work: Path) -> None:
    """A small sweep over cells that are stored with the project's experiment."""
    stored = next(Path(__file__).parent.parent.glob("*/speed/es/cells.jsonl")).parent
    work.joinpath("sweep.toml").write_text(f"""
name = "small"
target = "es"
suites = ["simplegen"]
designs = ["full", "stack"]
models = ["depth"]
resamples = 400
[axes]
depth = ["6,6", "6,1"]
compute = ["float32", "int8"]
beam = [5, 1]
[[steps]]
name = "bs=1"
set = {{ beam = 1 }}
[[steps]]
name = "quantization"
set = {{ compute = "int8" }}
[[quality]]
name = "tatoeba"
file = "{DATA}/mt/en-es.test.tsv"
source = 2
references = 3
keep = {{ 1 = "tatoeba" }}
[cells]
folder = "{stored}"
where = {{ engine = "askew", width = 256, attention = "mha" }}
""")


def plain_or_compressed(argument: str) -> str:
    """The argument, or the compressed file it means: data sets lie in either form."""
    return (
        argument
        if not argument.startswith("/") or Path(argument).exists() or not Path(f"{argument}.gz").exists()
        else f"{argument}.gz"
    )


def askew(*arguments: str) -> tuple[int, Any]:
    """The status and the object a command prints."""
    arguments = tuple(map(plain_or_compressed, arguments))
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments, "--json"], capture_output=True, text=True, check=False
    )
    if ran.returncode not in (0, 1, 3) or not ran.stdout.strip():
        return ran.returncode, {"error": ran.stderr.strip().splitlines()[-1:]}
    return ran.returncode, json.loads(ran.stdout)


def verdict_digest(folder: Path) -> str:
    """A checksum of what was decided about every item."""
    rows = [json.loads(line) for line in (folder / "verdicts.jsonl").read_text("utf-8").splitlines()]
    kept = [[row["item"], row["unit"], row["labels"], row["reason"], row.get("counts")] for row in rows]
    return (
        f"{len(kept)} {hashlib.sha256(json.dumps(kept, ensure_ascii=False, sort_keys=True).encode()).hexdigest()[:16]}"
    )


def numbers(only: str | None) -> dict[str, Any]:
    """Everything the runs say, by name."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        sweep_file(work)
        for name, arguments in runs().items():
            if only in (None, name):
                print(name, file=sys.stderr)
                status, said = askew("score", *arguments, *SETTINGS, "--out", f"{work}/{name}", "--name", name)
                found[name] = {"status": status, "said": said, "verdicts": verdict_digest(work / name)}
        for name, arguments in steps(work).items():
            if only in (None, name):
                print(name, file=sys.stderr)
                more = [] if name in ("speak", "sweep", "terms", "correlate") else SETTINGS
                status, said = askew(*arguments, *more)
                found[name] = {"status": status, "said": said if name != "speak" else None}
                if (work / name / "verdicts.jsonl").exists():
                    found[name]["verdicts"] = verdict_digest(work / name)
    return found


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every number and word with the way to it; times and places differ from run to run."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("created", "timing", "speed", "time_drop", "folder", "seconds", "signature", "warnings"):
                yield from leaves(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, f"{path}/{place}")
    else:
        yield path, round(value, 9) if isinstance(value, float) else value


def main() -> int:
    """Keep the numbers in a file, or compare them with it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["keep", "compare"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--only")
    chosen = parser.parse_args()
    now = numbers(chosen.only)
    if chosen.what == "keep":
        chosen.file.write_bytes(gzip.compress(json.dumps(now, ensure_ascii=False).encode(), mtime=0))
        print(f"{sum(1 for _ in leaves(now))} numbers and words of {len(now)} runs and steps kept in {chosen.file}")
        return 0
    kept = json.loads(gzip.decompress(chosen.file.read_bytes()))
    old = dict(leaves({name: kept[name] for name in now if name in kept}))
    new = dict(leaves(now))
    different = [path for path in sorted(old.keys() | new.keys()) if old.get(path) != new.get(path)]
    moved = [f"{path}: {old.get(path, 'nothing')} -> {new.get(path, 'nothing')}" for path in different]
    print("\n".join(moved[:200]))
    print(f"{len(moved)} of {len(old)} moved")
    return 1 if moved else 0


if __name__ == "__main__":
    sys.exit(main())
