"""Configurations: read, checked, written; and the learning rates they ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askew.core.errors import InputError
from askew.neural.config import ModelConfig, OptimiserConfig, TrainConfig, model_config
from askew.neural.training.train import learning_rate

DATA = '[data]\nsource = "en"\ntarget = "es"\ntrain = ["a.tsv", "b.tsv"]\ndev = "dev.tsv"\n'


def read(tmp_path, toml, **changes):
    (tmp_path / "c.toml").write_text(toml, "utf-8")
    return TrainConfig.read(tmp_path / "c.toml", changes.get("changes"))


def test_reads_toml_and_takes_paths_from_its_folder(tmp_path):
    config = read(
        tmp_path, DATA + '[model]\nwidth = 512\nheads = 8\nattention = "aan"\n[optimiser]\nbetas = [0.9, 0.95]\n'
    )
    assert config.data.train == (str(tmp_path / "a.tsv"), str(tmp_path / "b.tsv"))
    assert config.data.dev == str(tmp_path / "dev.tsv")
    assert (config.model.width, config.model.name, config.optimiser.betas) == (512, "6,6-aan", (0.9, 0.95))
    assert TrainConfig.of(config.to_json(), "again") == config


def test_one_file_need_not_be_a_list_and_changes_come_last(tmp_path):
    config = read(
        tmp_path, DATA.replace('["a.tsv", "b.tsv"]', '"a.tsv"'), changes={"model.width": 64, "optimiser.clip": 2}
    )
    assert config.data.train == (str(tmp_path / "a.tsv"),)
    assert (config.model.width, config.optimiser.clip) == (64, 2.0)


@pytest.mark.parametrize(
    ("toml", "complaint"),
    [
        ("= 3", "can't be read as TOML"),
        ("[model]\n", r"there must be a table \[data\]"),
        (DATA + "[modell]\n", "no setting is called 'modell'; did you mean 'model'?"),
        (DATA + "[model]\nwitdh = 3\n", r"c.toml: \[model\]: no setting is called 'witdh'; did you mean 'width'?"),
        (DATA + '[model]\nwidth = "wide"\n', r"\[model\]: width must be a int, found 'wide'"),
        (DATA + "[model]\nwidth = true\n", "width must be a int, found True"),
        (DATA + "[model]\nwidth = 2.5\n", "width must be a int, found 2.5"),
        (DATA + "[model]\nwidth = 30\n", "width 30 must be even, 4 or more and a multiple of heads"),
        (DATA + "[model]\nwidth = 2\nheads = 1\n", "4 or more"),
        (DATA + "[model]\nheads = 0\n", "heads must be at least 1, found 0"),
        (DATA + "[model]\nvocabulary = 70000\n", "vocabulary must be from 5 to 65536, found 70000"),
        (DATA + "[model]\ndropout = 1\n", r"dropout must be at least 0 and below 1, found 1\.0"),
        (DATA + '[model]\nattention = "mah"\n', "attention must be one of mha, aan; found 'mah'"),
        (DATA + "[model]\nmax_length = 100\n", "max_length 100 must be at least 120, for data.max_pieces"),
        (DATA + "[optimiser]\nbetas = [0.9]\n", r"betas must be a list, found \[0.9\]"),
        (DATA + "[optimiser]\naverage = 0\n", "average must be at least 1, found 0"),
        (DATA + "[optimiser]\nlog_every = 0\n", "log_every must be at least 1, found 0"),
        (DATA.replace("dev =", "#"), r"\[data\]: dev is missing"),
        (DATA.replace('"dev.tsv"', "3"), r"\[data\]: dev must be a str, found 3"),
        (DATA.replace('["a.tsv", "b.tsv"]', "3"), r"\[data\]: train must be a list, found 3"),
        ("data = 3", r"\[data\] must be a table, found 3"),
        ("model = 3\n" + DATA, r"\[model\] must be a table, found 3"),
    ],
)
def test_mistakes_are_named(tmp_path, toml, complaint):
    with pytest.raises(InputError, match=complaint):
        read(tmp_path, toml)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        TrainConfig.read(tmp_path / "none.toml")
    with pytest.raises(InputError, match=r"model: width must be a int"):
        model_config({"width": "3"}, "model")


@pytest.mark.parametrize(("depth", "name"), [((10, 2), "10,2-mha"), ((6, 1), "6,1-mha")])
def test_names_of_architectures(depth, name):
    assert ModelConfig(encoder_layers=depth[0], decoder_layers=depth[1]).name == name


@given(st.integers(0, 200), st.integers(1, 5000), st.sampled_from(["inverse-sqrt", "cosine"]))
def test_learning_rates(warmup, beyond, schedule):
    settings = OptimiserConfig(updates=warmup + beyond, warmup=warmup, schedule=schedule, learning_rate=3e-3)
    rates = [learning_rate(settings, update) for update in range(1, settings.updates + 1)]
    peak = max(warmup, 1)
    assert all(0 < rate <= 3e-3 + 1e-12 for rate in rates)
    assert rates[: peak - 1] == sorted(rates[: peak - 1])
    assert rates[peak:] == sorted(rates[peak:], reverse=True)
    if warmup:
        assert rates[warmup - 1] == pytest.approx(3e-3)
    if schedule == "inverse-sqrt":
        assert rates[-1] == pytest.approx(3e-3 * (peak / settings.updates) ** 0.5)
    else:
        assert rates[-1] == pytest.approx(3e-5)
