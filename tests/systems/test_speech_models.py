"""Speech models of transformers in their real formats, small and untrained: what they say means nothing, how they are
asked does.
"""

import json

import numpy as np
import pytest

from askew.core.errors import UsageError
from askew.core.records import Item
from askew.speech.audio import write_wav
from askew.systems import open_system

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("soundfile")


@pytest.fixture
def items(tmp_path):
    rng = np.random.default_rng(1)
    write_wav(tmp_path / "a.wav", 0.1 * rng.standard_normal(8_000).astype(np.float32), 16_000)
    return [Item("a", "What was said.", audio=str(tmp_path / "a.wav"))]


@pytest.fixture(scope="module")
def wav2vec2(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wav2vec2")
    letters = {letter: number for number, letter in enumerate(["<pad>", "<s>", "</s>", "<unk>", "|", *"abcdefgh"])}
    (folder / "vocab.json").write_text(json.dumps(letters))
    processor = transformers.Wav2Vec2Processor(
        feature_extractor=transformers.Wav2Vec2FeatureExtractor(),
        tokenizer=transformers.Wav2Vec2CTCTokenizer(str(folder / "vocab.json")),
    )
    processor.save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.Wav2Vec2Config(
        vocab_size=len(letters),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        conv_dim=[16] * 7,
        num_conv_pos_embeddings=16,
        num_conv_pos_embedding_groups=2,
    )
    transformers.Wav2Vec2ForCTC(config).eval().save_pretrained(folder)
    return folder


def test_a_ctc_model_writes_the_likeliest_letters(wav2vec2, items):
    system = open_system(f"hf:{wav2vec2}", target="en")
    assert (system.takes_text, system.takes_audio) == (False, True)
    [output] = system.answer(items)
    assert set(output.text) <= set("abcdefgh ")
    assert output.audio_seconds == 0.5
    with pytest.raises(UsageError, match="does not translate into 'es'"):
        open_system(f"hf:{wav2vec2}", target="es").load()


@pytest.fixture(scope="module")
def seamless(tmp_path_factory):
    folder = tmp_path_factory.mktemp("seamless")
    names = ["<pad>", "<unk>", "<s>", "</s>", "▁", *(f"▁w{n}" for n in range(20))]
    tokenizer = transformers.SeamlessM4TTokenizer(
        vocab={name: number for number, name in enumerate(names)},
        merges=[],
        additional_special_tokens=["__eng__", "__spa__"],
        tgt_lang="spa",
    )
    features = transformers.SeamlessM4TFeatureExtractor(feature_size=8, num_mel_bins=8, stride=2)
    transformers.SeamlessM4TProcessor(feature_extractor=features, tokenizer=tokenizer).save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.SeamlessM4TConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        feature_projection_input_dim=16,
        speech_encoder_layers=1,
        speech_encoder_attention_heads=2,
        speech_encoder_intermediate_size=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        num_conv_pos_embeddings=16,
        num_conv_pos_embedding_groups=2,
        adaptor_kernel_size=2,
        adaptor_stride=2,
        t2u_encoder_layers=1,
        t2u_decoder_layers=1,
        pad_token_id=0,
        bos_token_id=2,
        eos_token_id=3,
        decoder_start_token_id=3,
        max_position_embeddings=64,
    )
    model = transformers.SeamlessM4TForSpeechToText(config).eval()
    codes = {code: tokenizer.convert_tokens_to_ids(f"__{code}__") for code in ("eng", "spa")}
    model.generation_config = transformers.GenerationConfig(
        text_decoder_lang_to_code_id=codes, pad_token_id=0, bos_token_id=2, eos_token_id=3, decoder_start_token_id=3
    )
    model.save_pretrained(folder)
    return folder


def test_seamless_is_told_the_language_it_shall_write(seamless, items, monkeypatch):
    system = open_system(f"hf:{seamless}", {"beam": 1, "max_length": 5}, target="es")
    assert (system.takes_text, system.takes_audio) == (True, True)
    asked = {}
    real = transformers.SeamlessM4TForSpeechToText.generate

    def generate(self, **options):
        asked.update(options)
        return real(self, **options)

    monkeypatch.setattr(transformers.SeamlessM4TForSpeechToText, "generate", generate)
    [output] = system.answer(items)
    assert asked["tgt_lang"] == "spa"
    assert isinstance(output.text, str)
    with pytest.raises(UsageError, match="has no language 'deu'; it has eng, spa"):
        list(open_system(f"hf:{seamless}", target="de").answer(items))
