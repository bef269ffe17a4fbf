"""A real simultaneous recogniser's latency, by askew and by OmniSTEval.

    python bench/bench_latency.py MODEL AUDIO TEXTGRID TIMES.yaml FOLDER [PYTHON_WITH_OMNISTEVAL]

Whisper (a CTranslate2 folder, by faster-whisper) hears the recording 2 s at a time; words on which two updates in a row
agree are out (local agreement: Liu et al. 2020). The clock runs as it does: an update begins when its sound is there
and the one before it is done. References are the words of a TextGrid (forced alignment) in the segments of the YAML.
FOLDER gets the log and both.
"""

import gzip
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import askew
from askew.formats.mustc import read_times
from askew.speech.audio import Samples, read_audio

STEP, LONGEST = 2.0, 20.0
PEER = """
import json, sys
from omnisteval.io import load_resegmentation_inputs
from omnisteval.resegment import resegment
from omnisteval.scoring import evaluate_instances
folder = sys.argv[1]
inputs = load_resegmentation_inputs(folder + "/talk.yaml", None, folder + "/talk.en", folder + "/instances.log")
instances, rows = resegment(*inputs)
scores = evaluate_instances(instances, compute_quality=False, is_longform=True)[0]
print(json.dumps({"scores": scores, "segments": [row["prediction"] for row in rows]}))
"""


Words = list[tuple[str, float]]


def agree(before: Words, now: Words) -> Words:
    """The words two hypotheses begin with alike."""
    count = 0
    while count < min(len(before), len(now)) and before[count][0] == now[count][0]:
        count += 1
    return now[:count]


def hear(model: Any, sound: Samples, rate: int) -> list[tuple[str, float, float, float]]:
    """Words with the times (ms) of the sound read and of the clock when they came out."""
    said: list[tuple[str, float, float, float]] = []
    before: Words = []
    start = clock = 0.0
    ends = [*(STEP * n for n in range(1, int(len(sound) / rate / STEP) + 1)), len(sound) / rate]
    for now in ends:
        begun = time.monotonic()
        piece = sound[int(start * rate) : int(now * rate)]
        segments, _ = model.transcribe(piece, language="en", beam_size=1, temperature=0, word_timestamps=True)
        words = [(word.word.strip(), start + word.end) for segment in segments for word in segment.words]
        clock = max(clock, now) + time.monotonic() - begun
        last = said[-1][3] if said else 0.0
        words = [word for word in words if word[1] > last + 0.05]
        out = words if now == ends[-1] else agree(before, words)
        said += [(word, 1000 * now, 1000 * clock, end) for word, end in out if word]
        before = words[len(out) :]
        if now - start > LONGEST and said:
            start = said[-1][3]
    return said


def main(model: str, audio: str, grid: str, times: str, out: str, peer: str = "") -> None:
    """Make the log and show both tools' numbers."""
    from faster_whisper import WhisperModel

    folder = Path(out)
    sound, rate = read_audio(audio), 16000
    length = len(sound) / rate
    talk = next(name for name in {each.talk for each in read_times(times)} if Path(audio).name.startswith(name))
    segments = [each for each in read_times(times) if each.talk == talk and (each.end or 0.0) <= length]
    lines = gzip.decompress(Path(grid).read_bytes()).decode().splitlines()
    tier = lines[lines.index('"words"') :]
    spoken = [
        (float(a), float(b), w.strip('"'))
        for a, b, w in zip(tier[4::3], tier[5::3], tier[6::3], strict=False)
        if re.fullmatch(r'".+"', w)
    ]
    texts = [
        " ".join(w for a, b, w in spoken if (each.start or 0.0) <= (a + b) / 2 < (each.end or 0.0)) for each in segments
    ]
    (folder / "talk.en").write_text("\n".join(texts) + "\n", encoding="utf-8")
    rows = [f"- {{duration: {each.seconds:.3f}, offset: {each.start}, wav: {talk}.wav}}" for each in segments]
    (folder / "talk.yaml").write_text("\n".join(rows) + "\n", encoding="utf-8")
    said = hear(WhisperModel(model, device="cpu", compute_type="int8"), sound, rate)
    row = {
        "index": 0, "prediction": " ".join(word for word, *_ in said), "delays": [round(each[1], 3) for each in said],
        "elapsed": [round(each[2], 3) for each in said], "source": [f"{talk}.wav"], "source_length": 1000 * length,
    }  # fmt: skip
    log = folder / "instances.log"
    log.write_text(json.dumps(row) + "\n", encoding="utf-8")
    show(folder, log, peer)


def show(folder: Path, log: Path, peer: str) -> None:
    """Both tools' numbers on the same log."""
    run = askew.score("talks", target="en", hyp=str(log), latency=str(log), references=str(folder / "talk.yaml"))
    theirs: dict[str, Any] = {"scores": {}, "segments": []}
    if peer:
        ran = subprocess.run([peer, "-c", PEER, str(folder)], capture_output=True, check=True, text=True)
        theirs = json.loads(ran.stdout)
    alike = sum(a.text == b for a, b in zip(run.outputs, theirs["segments"], strict=False))
    print(f"{len(run.outputs)} segments, {alike} cut alike; WER {run.scores['wer_normalized'].value:.1f}")
    for name, score in run.scores.items():
        plain = name.removesuffix("_ca").replace("stream_", "long_")
        key = f"ca_{plain}" if name.endswith("_ca") else plain
        if key in theirs["scores"]:
            print(
                f"{name:16} {score.value:9.3f} ({score.low:.0f} to {score.high:.0f})  OmniSTEval {theirs['scores'][key]:9.3f}"
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
