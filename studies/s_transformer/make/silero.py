"""Silero's English voices (https://github.com/snakers4/silero-models, CC BY-NC 4.0: for studies alone) many sentences
at once, next to a GPU; the package itself reads one at a time.

Padding changes what the model says, so only texts of the same length are read together, in any voices.
"""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

RATE = 16_000
SPOKEN_RATE = 24_000  # of what Silero says; it has no 16 kHz
SPEECH = 8_000  # Hz: half of RATE


class Silero:
    """The voices of a package (``v3_en.pt``), en_0 to en_117, on a device."""

    def __init__(self, package: Path, device: str) -> None:
        torch._C._jit_set_texpr_fuser_enabled(False)  # compiling for each length takes longer than it saves
        self.device = device
        self.model = torch.package.PackageImporter(str(package)).load_pickle("tts_models", "model")
        self.model.to(torch.device(device))

    def ids(self, text: str) -> Tensor:
        """A text as the model reads it: its letters and marks, T."""
        readable, _, has_text = self.model.prepare_text_input(text)
        if not has_text:
            raise SystemExit(f"Silero can't read {text!r}")
        found: Tensor = self.model.model.preprocess_tacotron(readable)
        return found

    def speak(
        self, ids: list[Tensor], voices: list[str], stretches: list[float], speeds: list[float]
    ) -> tuple[Tensor, list[int]]:
        """Samples from -1 to 1 at 16 kHz (B, N) and how many are each text's; a ``stretch`` above 1 is slower, a
        ``speed`` above 1 is played so much faster, which raises pitch and resonances.
        """
        sequence = torch.stack(ids).to(self.device)  # B, T
        speakers = torch.tensor([self.model.speaker_to_id[voice] for voice in voices], device=self.device)
        rates = torch.tensor(stretches, device=self.device).reciprocal()[:, None].expand(sequence.shape).contiguous()
        with torch.inference_mode(), torch.jit.optimized_execution(False):
            sound, lengths = self.model.model.tts_model(
                sequence, speakers, SPOKEN_RATE, None, rates, None, None, None, self.device
            )
        faster = torch.tensor(speeds, device=self.device)
        counts = (
            (lengths * (RATE / SPOKEN_RATE) / faster)
            .long()
            .clamp(max=int(sound.shape[1] * RATE / SPOKEN_RATE / min(speeds)))
        )
        return resampled(sound.float(), faster), counts.tolist()


def resampled(sound: Tensor, speeds: Tensor) -> Tensor:
    """From Silero's rate to 16 kHz, each row played so much faster: B, N -> B, M. What 16 kHz can't hold is cut off;
    between samples of twice the rate the line is straight.
    """
    size = sound.shape[1] + sound.shape[1] % 2
    spectrum = torch.fft.rfft(sound, n=size)
    hertz = torch.fft.rfftfreq(size, 1 / SPOKEN_RATE, device=sound.device)
    spectrum = spectrum * (hertz < SPEECH * speeds[:, None])
    fine = torch.fft.irfft(spectrum, n=2 * size) * 2  # B, 2·N
    step = 2 * SPOKEN_RATE / RATE * speeds[:, None]  # of fine samples
    wanted = torch.arange(int(2 * size / float(step.min())), device=sound.device) * step
    below = wanted.long().clamp(max=2 * size - 2)
    share = (wanted - below).clamp(max=1)
    return fine.gather(1, below) * (1 - share) + fine.gather(1, below + 1) * share


def with_noise(sound: Tensor, counts: list[int], chance: float, generator: torch.Generator) -> Tensor:
    """Noise of any colour from white to red in so many of the rows, 8 to 35 dB below the speech: B, N."""
    rows, size = sound.shape
    drawn = torch.rand(3, rows, 1, generator=generator, device=sound.device)
    spectrum = torch.fft.rfft(torch.randn(rows, size, generator=generator, device=sound.device))
    places = torch.arange(1, spectrum.shape[1] + 1, device=sound.device)
    noise = torch.fft.irfft(spectrum * places ** -drawn[0], n=size)
    length = torch.tensor(counts, device=sound.device)[:, None]
    power = sound.square().sum(1, keepdim=True) / length
    below = 10 ** (-(8 + 27 * drawn[1]) / 10)
    scale = (power * below / noise.square().mean(1, keepdim=True)).sqrt() * (drawn[2] < chance)
    return sound + noise * scale


def as_pcm(sound: Tensor, counts: list[int]) -> list[NDArray[np.int16]]:
    """Each row's samples in 16 bits, as loud as they can be without being cut."""
    loudest = sound.abs().amax(1, keepdim=True).clamp(min=1e-4)
    whole = (sound / loudest.clamp(min=1) * 32_767).round().to(torch.int16).cpu().numpy()
    return [row[:count] for row, count in zip(whole, counts, strict=True)]
