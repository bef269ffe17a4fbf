"""Models nobody should have to trust: with code of their own, with pickles for weights, damaged."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from askew.core.errors import AskewError, SystemFailure
from askew.core.records import Item
from askew.systems import open_system

from .budget import BUDGET, chance_of

ASKEW = Path(sys.executable).with_name("askew")
ITEMS = [Item("1", "The nurse slept.")]
CODE = """
from pathlib import Path
from transformers import PretrainedConfig
Path(__file__).with_name("RAN").touch()
class Configuration(PretrainedConfig):
    model_type = "stranger"
"""


@pytest.fixture
def stranger(tmp_path):
    """A model that comes with Python code, which leaves a mark where it is run."""
    pytest.importorskip("transformers")
    folder = tmp_path / "stranger"
    folder.mkdir()
    mark = tmp_path / "RAN"
    code = CODE.replace('Path(__file__).with_name("RAN")', f"Path({str(mark)!r})")
    (folder / "configuration_stranger.py").write_text(code)
    automatic = {"AutoConfig": "configuration_stranger.Configuration"}
    (folder / "config.json").write_text(json.dumps({"model_type": "stranger", "auto_map": automatic}))
    return folder, mark


def test_a_models_code_is_not_run_though_a_pipe_says_yes(stranger, tmp_path):
    folder, mark = stranger
    words = ["run", "simplegen", "-t", "es", "--subset", "fofc", "--system", f"hf:{folder}", "--out", tmp_path / "run"]
    environment = os.environ | {"HF_HOME": str(tmp_path / "hub"), "HF_HUB_OFFLINE": "1"}
    result = subprocess.run(
        [ASKEW, *words], input="yes\n" * 9, capture_output=True, text=True, check=False, env=environment
    )
    assert result.returncode == 2
    assert "it comes with Python code of its own, which is run only with --set trust_remote_code=true" in result.stderr
    assert not mark.exists()


def test_a_models_code_is_run_if_told_and_the_run_says_so(stranger, tmp_path, monkeypatch):
    folder, mark = stranger
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
    monkeypatch.setenv("HF_MODULES_CACHE", str(tmp_path / "modules"))
    system = open_system(f"hf:{folder}", {"trust_remote_code": "true"}, target="es")
    assert system.details["trust_remote_code"] == "True"
    assert not mark.exists()
    assert open_system(f"hf:{folder}", target="es").details["trust_remote_code"] == "False"
    with pytest.raises(SystemFailure):  # there is a configuration, and no model
        list(system.answer(ITEMS))
    assert mark.exists()


class Bomb:
    def __reduce__(self):
        return (os.mkdir, (os.environ["MARK"],))


@pytest.mark.parametrize("kind", ["whisper", "hf"])
def test_a_pickle_for_weights_is_not_run(kind, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.setenv("MARK", str(tmp_path / "RAN"))
    if kind == "whisper":
        pytest.importorskip("whisper")
        place = tmp_path / "model.pt"
        place.write_bytes(pickle.dumps(Bomb()))
    else:
        transformers = pytest.importorskip("transformers")
        place = tmp_path / "model"
        config = transformers.MarianConfig(vocab_size=10, d_model=8, encoder_layers=1, decoder_layers=1)
        config.save_pretrained(place)
        (place / "pytorch_model.bin").write_bytes(pickle.dumps(Bomb()))
        (place / "vocab.json").write_text("{}")
    target = "en" if kind == "whisper" else "es"
    system = open_system(f"{kind}:{place}", target=target)
    with pytest.raises(SystemFailure, match="can't be loaded"):
        system.load()
    assert not (tmp_path / "RAN").exists()


def test_a_damaged_model_is_an_error_of_its_own(tmp_path):
    """The model that comes with askew, with bytes changed here and there, or cut short."""
    from askew.neural.shipped import shipped

    files = {path.name: path.read_bytes() for path in shipped("en-es").iterdir() if path.is_file()}
    small = [name for name in files if len(files[name]) < 1_000_000]
    for number in range(max(5, BUDGET // 100)):
        chance = chance_of("models", number)
        folder = tmp_path / str(number)
        folder.mkdir()
        spoilt = chance.choice(small)
        for name, raw in files.items():
            if name == spoilt:
                cut = chance.randrange(len(raw))
                raw = (
                    raw[:cut]
                    if chance.random() < 0.5
                    else raw[:cut] + bytes([chance.randrange(256)]) * 20 + raw[cut + 20 :]
                )
            if name == spoilt or len(raw) < 1_000_000:
                (folder / name).write_bytes(raw)
            else:
                (folder / name).symlink_to(shipped("en-es") / name)
        try:
            list(open_system(f"neural:{folder}", {"threads": 1, "beam": 1}, target="es").answer(ITEMS))
        except AskewError:
            continue
        except Exception as error:
            pytest.fail(f"model {number}, {spoilt} spoilt: {type(error).__name__}: {error}")
