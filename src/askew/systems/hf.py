"""``hf:MODEL``: a model of transformers, a folder or a name on the hub: text to text (Marian, M2M100, NLLB, MADLAD, T5
…) or speech to text (Whisper, SeamlessM4T, wav2vec2 …), as its configuration says.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from askew.core.errors import SystemFailure, UsageError
from askew.core.records import Answer, Failure, Item, Output
from askew.systems.base import System
from askew.systems.hf_speech import SpeechModel, is_ctc_model, takes
from askew.systems.model_files import digest_of, model_folder
from askew.systems.multilingual import Tags, tags_for


@dataclass(kw_only=True)
class TransformersSystem(System):
    """A text or speech model. All options but the number of threads can change an answer."""

    argument: str = field(kw_only=False)
    target: str
    beam: int = 5
    batch: int = 16
    max_length: int = 256
    dtype: str = "auto"
    """auto, float32, bfloat16, float16."""
    device: str = "cpu"
    threads: int = 0
    """Torch's threads; what it thinks best if 0."""
    prefix: str = ""
    """What goes before every text, such as 'translate English to German: ' for T5."""
    source: str = "en"
    """Of a speech model: the language that is spoken."""
    target_lang: str = ""
    """The token outputs begin with, for a model of many languages; found by itself in the usual ones."""
    revision: str = ""
    """A model's revision on the hub."""
    trust_remote_code: bool = False
    """Run Python code that comes with the model, with all your rights; only for models whose makers you trust."""

    never_gives_up = True

    def __post_init__(self) -> None:
        self._local = Path(self.argument).exists()
        if self._local:
            model_folder("hf", self.argument, "config.json")
        self._model: Any = None
        self._tokenizer: Any = None
        self._tags = Tags()
        self._details: dict[str, str] | None = None

    @property
    def name(self) -> str:
        """The model's name, and what sets it apart from the same model elsewhere in a sweep."""
        return f"{Path(self.argument).name} {self.dtype} beam {self.beam}"

    @property
    def details(self) -> Mapping[str, str]:
        """The model's checksum or revision, and everything that can change an answer."""
        if self._details is None:
            names = (
                "beam",
                "batch",
                "max_length",
                "dtype",
                "device",
                "prefix",
                "source",
                "target_lang",
                "trust_remote_code",
            )
            which = digest_of(Path(self.argument)) if self._local else f"{self.argument}@{self._commit()}"
            values = {name: str(getattr(self, name)) for name in names}
            self._details = {"kind": "hf", "model": which, "target": self.target, **values}
        return self._details

    def _commit(self) -> str:
        """The revision on the hub, which is then the one that is loaded."""
        self.revision = getattr(self._config, "_commit_hash", None) or self.revision or "main"
        return self.revision

    @cached_property
    def _config(self) -> Any:
        return self._from_hub("AutoConfig")

    @property
    def takes_text(self) -> bool:
        """Whether it is a model of text, maybe of speech too."""
        return "text" in takes(self._config)

    @property
    def takes_audio(self) -> bool:
        """Whether it is a model of speech, maybe of text too."""
        return "audio" in takes(self._config)

    def _from_hub(self, what: str, **options: object) -> Any:
        try:
            import transformers
        except ImportError:
            raise UsageError("hf: needs transformers and torch: pip install 'askew[hf]'") from None
        transformers.utils.logging.disable_progress_bar()  # a run has its own
        options["trust_remote_code"] = (
            self.trust_remote_code
        )  # or it would ask on standard input, and take a pipe's 'yes'
        if not self._local:
            options["revision"] = self.revision or "main"
        try:
            return getattr(transformers, what).from_pretrained(self.argument, **options)
        except Exception as error:  # damaged files, and code of others, may raise anything
            said = (str(error).strip() or type(error).__name__).splitlines()[0]
            if "trust_remote_code" in str(error):
                said = "it comes with Python code of its own, which is run only with --set trust_remote_code=true"
            raise SystemFailure(f"hf:{self.argument} can't be loaded: {said}") from None

    def load(self) -> None:
        """Read model and tokeniser; of a model for texts and speech, only when the first item shows what it is for."""
        if not (self.takes_text and self.takes_audio):
            self._load(self.takes_audio)

    def _load(self, speech: bool) -> None:
        if self._model is not None:
            return
        if self.threads:
            import torch

            torch.set_num_threads(self.threads)
        if speech:
            self._model = self._speech_model()
            return
        self._tokenizer = self._from_hub("AutoTokenizer")
        self._model = self._from_hub("AutoModelForSeq2SeqLM", dtype=self.dtype).eval().to(self.device)
        vocabulary = self._tokenizer.get_vocab()
        if self.target_lang and self.target_lang not in vocabulary:
            raise UsageError(f"hf:{self.argument} has no token {self.target_lang!r} (target_lang)")
        self._tags = tags_for(vocabulary, self.target)
        if self._tags.source:
            self._tokenizer.src_lang = self._tags.source

    def _speech_model(self) -> SpeechModel:
        processor = self._from_hub("AutoProcessor")
        ctc = is_ctc_model(self._config)
        kind = "AutoModelForCTC" if ctc else "AutoModelForSpeechSeq2Seq"
        model = self._from_hub(kind, dtype=self.dtype).eval().to(self.device)
        return SpeechModel(
            f"hf:{self.argument}",
            model,
            processor,
            self.source,
            self.target,
            self.beam,
            self.max_length,
            self.target_lang,
        )

    def answer(self, items: Sequence[Item]) -> Iterator[Answer]:
        """Outputs a batch at a time; an item longer than the model can read is a failure, not cut."""
        speech = self.takes_audio and not (self.takes_text and items and items[0].audio is None)
        self._load(speech)
        if speech:
            yield from self._model.answer(items)
            return
        longest = self._tokenizer.model_max_length
        for start in range(0, len(items), self.batch):
            fitting = []
            for item in items[start : start + self.batch]:
                length = len(self._tokenizer(self._asked(item))["input_ids"])
                if length > longest:
                    yield Failure(item.id, f"{length} tokens, more than the {longest} the model can read")
                else:
                    fitting.append(item)
            if fitting:
                yield from self._translate(fitting)

    def _asked(self, item: Item) -> str:
        return (self.prefix or self._tags.prefix) + item.source

    def _translate(self, items: Sequence[Item]) -> Iterator[Answer]:
        import torch

        began = time.perf_counter()
        asked = self._tokenizer([self._asked(item) for item in items], return_tensors="pt", padding=True)
        options: dict[str, Any] = {"num_beams": self.beam, "do_sample": False, "max_new_tokens": self.max_length}
        if first := self.target_lang or self._tags.first:
            options["forced_bos_token_id"] = self._tokenizer.convert_tokens_to_ids(first)
        with torch.inference_mode():
            given = self._model.generate(**asked.to(self.device), **options)  # (items, tokens)
        texts = self._tokenizer.batch_decode(given, skip_special_tokens=True)
        tokens_in = asked["attention_mask"].sum(1).tolist()
        tokens_out = (
            (given[:, 1:] != self._model.config.pad_token_id).sum(1).tolist()
        )  # the first one only starts the decoder
        seconds = (time.perf_counter() - began) / len(items)
        for item, text, read, written in zip(items, texts, tokens_in, tokens_out, strict=True):
            yield Output(item.id, " ".join(text.split()), seconds, read, written)
