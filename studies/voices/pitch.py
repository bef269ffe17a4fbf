"""How high each of Silero's voices is: the median fundamental frequency of one sentence, by autocorrelation.

python -m studies.voices.pitch FOLDER pitch.json        (FOLDER has v3_en.pt)
"""

import json
import sys
from pathlib import Path

import numpy as np

from askew.speech.audio import Samples
from askew.speech.voice_models import Silero

RATE = 8_000
SENTENCE = "We would like to see her again."
WINDOW, LOWEST, HIGHEST = 0.04, 60, 400  # seconds, Hz
VOICED = 0.45  # of a window's energy that must come back after a period


def pitch(sound: Samples) -> float:
    """Hz; 0 if nothing is voiced."""
    size, found = int(WINDOW * RATE), []
    loud = 0.3 * float(np.sqrt((sound**2).mean()))
    for start in range(0, len(sound) - size, size // 2):
        part = sound[start : start + size]
        if np.sqrt((part**2).mean()) < loud:
            continue
        power = np.abs(np.fft.rfft(part * np.hanning(size), 4 * size)) ** 2
        again = np.fft.irfft(power)[:size]
        period = RATE // HIGHEST + int(np.argmax(again[RATE // HIGHEST : RATE // LOWEST]))
        if again[period] > VOICED * again[0]:
            found.append(RATE / period)
    return round(float(np.median(found)), 1) if found else 0.0


def main() -> None:
    folder, out = map(Path, sys.argv[1:3])
    silero = Silero(folder)
    names = [f"en_{voice}" for voice in silero.voices]
    said = (silero.model.apply_tts(text=SENTENCE, speaker=name, sample_rate=RATE).numpy() for name in names)
    pitches = {name: pitch(sound - sound.mean()) for name, sound in zip(names, said, strict=True)}
    out.write_text(json.dumps(pitches) + "\n", "utf-8")


if __name__ == "__main__":
    main()
