"""Speech models of transformers: those that write a letter per frame (CTC: wav2vec2, HuBERT …), and those that write
freely (Whisper, SeamlessM4T …).
"""

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from askew.core.errors import UsageError
from askew.core.records import Answer, Item
from askew.speech.audio import Samples
from askew.systems.audio_system import answer_recordings, check_transcribes
from askew.systems.languages import flores_code_of

WINDOW = 30.0  # seconds Whisper takes at once


def takes(config: Any) -> set[str]:
    """What a model takes, by its configuration: ``text``, ``audio``, or both, as SeamlessM4T does."""
    speech = config.model_type in _mapping("MODEL_FOR_SPEECH_SEQ_2_SEQ_MAPPING_NAMES")
    if speech and config.model_type in _mapping("MODEL_FOR_SEQ_TO_SEQ_CAUSAL_LM_MAPPING_NAMES"):
        return {"text", "audio"}
    return {"audio"} if speech or is_ctc_model(config) else {"text"}


def is_ctc_model(config: Any) -> bool:
    """Whether it is a recogniser by frames."""
    return config.model_type in _mapping("MODEL_FOR_CTC_MAPPING_NAMES")


def _mapping(name: str) -> Any:
    from transformers.models.auto import modeling_auto

    return getattr(modeling_auto, name)


@dataclass
class SpeechModel:
    """A loaded model with its processor."""

    called: str
    model: Any
    processor: Any
    source: str
    target: str
    beam: int
    max_length: int
    target_lang: str

    def __post_init__(self) -> None:
        self.rate = int(self._features.sampling_rate)
        self._kind = str(self.model.config.model_type)
        if self._kind == "whisper":
            if self.target not in (self.source, "en"):
                raise UsageError(
                    f"{self.called} is a Whisper: it transcribes, or translates into English, not into {self.target!r}"
                )
        elif self._kind.startswith("seamless"):
            self.target_lang = self.target_lang or flores_code_of(self.target)[:3]
            known = self.model.generation_config.text_decoder_lang_to_code_id
            if self.target_lang not in known:
                raise UsageError(
                    f"{self.called} has no language {self.target_lang!r}; it has {', '.join(sorted(known))}"
                )
        else:
            check_transcribes(self.called, self.target, self.source)

    @property
    def _features(self) -> Any:
        return getattr(self.processor, "feature_extractor", self.processor)

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """An output per recording."""
        return answer_recordings(self.called, items, self.rate, self.transcribe)

    def transcribe(self, samples: Samples) -> str:
        """What is said, or what it means in the target language."""
        import torch

        with torch.inference_mode():
            return self._by_frame(samples) if is_ctc_model(self.model.config) else self._freely(samples)

    def _by_frame(self, samples: Samples) -> str:
        """The likeliest letter of every frame; repeats and blanks are the tokeniser's to drop."""
        asked = self.processor(samples, sampling_rate=self.rate, return_tensors="pt")
        best = self.model(**self._placed(asked)).logits.argmax(dim=-1)  # (1, frames)
        return str(self.processor.batch_decode(best, skip_special_tokens=True)[0])

    def _freely(self, samples: Samples) -> str:
        options: dict[str, Any] = {"num_beams": self.beam, "do_sample": False}
        inputs: dict[str, Any] = {"sampling_rate": self.rate, "return_tensors": "pt"}
        if self._kind == "whisper":
            if self.model.generation_config.is_multilingual:  # an English-only model may not be told what it knows
                task = "transcribe" if self.target == self.source else "translate"
                options |= {"language": self.source, "task": task}
            if len(samples) > WINDOW * self.rate:  # several windows: it needs the times to know where to go on
                inputs |= {"truncation": False, "padding": "longest", "return_attention_mask": True}
                options["return_timestamps"] = True
        else:
            options["max_new_tokens"] = self.max_length
        if self._kind.startswith("seamless"):
            options["tgt_lang"] = self.target_lang
            name = "audio" if "audio" in inspect.signature(self.processor.__call__).parameters else "audios"
            asked = self.processor(**{name: samples}, **inputs)
        else:
            asked = self.processor(samples, **inputs)
        given = self.model.generate(**self._placed(asked), **options)
        return str(self.processor.batch_decode(given, skip_special_tokens=True)[0])  # given: (1, tokens)

    def _placed(self, asked: Any) -> dict[str, Any]:
        """The model's input where the model is, in its precision."""
        moved = {name: tensor.to(self.model.device) for name, tensor in asked.items()}
        return {name: t.to(self.model.dtype) if t.is_floating_point() else t for name, t in moved.items()}
