"""The metric module, loaded by the library evaluate, gives what askew score gives."""

import pytest

import askew as api
from askew.core.errors import JoinError

evaluate = pytest.importorskip("evaluate", reason="needs the library evaluate")


@pytest.fixture(scope="module")
def metric(askew, tmp_path_factory):
    """The metric of SimpleGEN, from a folder, with nothing fetched."""
    folder = tmp_path_factory.mktemp("metric")
    written = askew("export", "metric", "--out", folder).stdout.strip()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluate.config, "HF_MODULES_CACHE", str(folder / "modules"))
        yield evaluate.load(written, "simplegen", cache_dir=str(folder / "cache"))


@pytest.fixture(scope="module")
def outputs():
    return {item.id: "La directora llegó." for item in api.items("simplegen", subset="mofc")}


def test_it_computes_the_numbers_of_askew_score(metric, outputs):
    computed = metric.compute(predictions=[*outputs.values()], references=[*outputs], target="es", subset="mofc")
    run = api.score("simplegen", target="es", subset="mofc", hyp=outputs)
    assert computed.pop("askew") | {"system": ""} == run.to_json() | {"system": ""}
    assert computed == {name: score.value for name, score in run.scores.items()}
    assert computed["fofc"] is None  # not asked about, which is not zero


def test_it_gathers_batches(metric, outputs):
    ids = [*outputs]
    for part in (ids[:400], ids[400:]):
        metric.add_batch(predictions=[outputs[name] for name in part], references=part)
    whole = metric.compute(target="es", subset="mofc")
    assert whole["askew"]["n"] == len(ids)


def test_items_that_were_not_asked_are_an_error_that_shows_them(metric):
    with pytest.raises(JoinError, match="1 unknown ids"):
        metric.compute(predictions=["Hola."], references=["nobody"], target="es", subset="mofc", partial=True)


def test_an_item_answered_twice_is_an_error(metric):
    with pytest.raises(ValueError, match="answered twice"):
        metric.compute(predictions=["a", "b"], references=["mofc-1", "mofc-1"], target="es", subset="mofc")


def test_without_a_suite_it_says_so(askew, tmp_path):
    written = askew("export", "metric", "--out", tmp_path).stdout.strip()
    with pytest.raises(ValueError, match="name a suite"):
        evaluate.load(written, cache_dir=str(tmp_path / "cache"))


def test_a_folder_that_is_there_is_left_alone(askew, is_users_mistake, tmp_path):
    assert askew("export", "metric", "--out", tmp_path).returncode == 0
    is_users_mistake(askew("export", "metric", "--out", tmp_path))
