"""A language of tones, small enough to be learnt in seconds, in MuST-C's layout: each word is a chord, each sentence
its words one after the other.
"""

import itertools
import random
import wave
from pathlib import Path

import numpy as np

RATE = 16_000
COPIES = 5  # of each sentence in the training, with other noise
WORDS = {
    "red": ("rojo", (500, 2300)), "blue": ("azul", (900, 5000)), "old": ("viejo", (700, 3400)),
    "new": ("nuevo", (1500, 4200)), "cat": ("gato", (350, 6000)), "dog": ("perro", (1200, 2900)),
}  # fmt: skip
COLOURS, AGES, ANIMALS = ("red", "blue"), ("old", "new"), ("cat", "dog")


def sentences() -> list[tuple[str, str]]:
    """Such as ("The old red cat.", "El gato rojo viejo."), with and without each adjective."""
    rows = []
    for age, colour, animal in itertools.product((*AGES, ""), (*COLOURS, ""), ANIMALS):
        said = [word for word in (age, colour, animal) if word]
        rows.append(
            (f"{' '.join(said).capitalize()}!", f"¡{' '.join(WORDS[word][0] for word in reversed(said)).capitalize()}!")
        )
    return rows


def sound(text: str, seed: int = 0) -> np.ndarray:
    """0.15 s for each word, with some noise."""
    generator = np.random.default_rng(seed)
    times = np.arange(round(0.15 * RATE)) / RATE
    words = [word.strip("!").lower() for word in text.split()]
    chords = [
        sum(np.sin(2 * np.pi * tone * times) for tone in WORDS[word][1]) * np.hanning(len(times)) for word in words
    ]
    clean = np.concatenate(chords) * 0.2
    return (clean + generator.normal(scale=0.003, size=len(clean))).astype(np.float32)


def write_wav(path: Path, samples: np.ndarray, rate: int = RATE, channels: int = 1) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setparams((channels, 2, rate, 0, "NONE", ""))
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    return path


def write_split(root: Path, split: str, rows: list[tuple[str, str]], first_seed: int = 0, talk: int = 6) -> Path:
    """Several segments in a file, as MuST-C has them."""
    folder = root / "data" / split
    (folder / "txt").mkdir(parents=True)
    described = []
    for number in range(0, len(rows), talk):
        name, parts, at = f"ted_{number}.wav", [], 0.0
        for place, (source, _) in enumerate(rows[number : number + talk]):
            samples = sound(source, first_seed + number + place)
            seconds = len(samples) / RATE
            described.append(
                f"- {{duration: {seconds:.6f}, offset: {at:.6f}, rW: 3, uW: 0, speaker_id: spk.1, wav: {name}}}\n"
            )
            parts += [samples, np.zeros(800, dtype=np.float32)]
            at += seconds + 0.05
        write_wav(folder / "wav" / name, np.concatenate(parts))
    (folder / "txt" / f"{split}.yaml").write_text("".join(described))
    for language, texts in zip(("en", "es"), zip(*rows, strict=True), strict=True):
        (folder / "txt" / f"{split}.{language}").write_text("".join(f"{text}\n" for text in texts), "utf-8")
    return root


def write_corpus(root: Path) -> Path:
    rows = sentences()
    write_split(root, "train", random.Random(1).sample(rows * COPIES, COPIES * len(rows)))
    write_split(root, "dev", rows[:10], first_seed=1000)
    return root


def speech_settings(
    corpus: Path,
    task: str,
    data: dict | None = None,
    speech: dict | None = None,
    model: dict | None = None,
    **optimiser,
):
    from askew.neural.config import TrainConfig

    return TrainConfig.of(
        {
            "data": {"corpus": str(corpus), "task": task, "max_tokens": 60, **(data or {})},
            "speech": {"channels": 8, "attention_2d": 1, "attention_maps": 2, **(speech or {})},
            "model": {
                "vocabulary": 42, "width": 32, "heads": 2, "feed_forward": 64, "max_length": 64,
                "encoder_layers": 1, "decoder_layers": 1, "dropout": 0.0, **(model or {}),
            },
            "optimiser": {
                "batch_seconds": 12.0, "batch_sentences": 0, "accumulate": 1, "learning_rate": 1e-2, "warmup": 20,
                "updates": 60, "schedule": "cosine", "average": 1,
                "checkpoint_every": 1000, "evaluate_every": 1000, "log_every": 10, **optimiser,
            },
        },
        where="settings",
    )  # fmt: skip
