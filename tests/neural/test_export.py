"""The same model in CTranslate2: the same translations."""

import pytest

from askew.core.errors import InputError, UsageError
from askew.neural.decoding.export import export
from askew.neural.decoding.search import SearchConfig
from askew.neural.decoding.translator import Translator
from askew.neural.text.corpus import read_pairs
from askew.neural.training.train import train
from askew.neural.vocabulary import Vocabulary

from .conftest import settings

ctranslate2 = pytest.importorskip("ctranslate2", reason="needs CTranslate2: pip install ctranslate2")


@pytest.mark.parametrize("beam", [1, 5])
def test_both_engines_give_the_same_translations(learnt, text, tmp_path, beam):
    """Also of sentences the model does not know what to do with."""
    sources = read_pairs(text / "dev.tsv")[0] + [
        "cat dog",
        "the the the book old wants .",
        "sees",
        "el perro ve el gato .",
    ]
    vocabulary = Vocabulary(learnt / "sentencepiece.model")
    pieces = vocabulary.pieces()
    engine = ctranslate2.Translator(str(export(learnt, tmp_path / "out", "float32")), compute_type="float32")
    tokens = [[pieces[piece] for piece in ids] for ids in vocabulary.encode(sources)]
    results = engine.translate_batch(tokens, beam_size=beam, max_decoding_length=60)
    theirs = vocabulary.decode([[pieces.index(token) for token in result.hypotheses[0]] for result in results])
    assert Translator.load(learnt, SearchConfig(beam=beam, max_length=60)).translate(sources) == theirs


def test_the_export_is_complete_and_in_16_bits(learnt, tmp_path):
    out = export(learnt, tmp_path / "half")
    assert {path.name for path in out.iterdir()} >= {
        "model.bin",
        "config.json",
        "sentencepiece.model",
        "shared_vocabulary.json",
    }
    full = export(learnt, tmp_path / "full", "float32")
    assert (out / "model.bin").stat().st_size < 0.7 * (full / "model.bin").stat().st_size


def test_averaged_attention_can_not_be_exported(text, tmp_path):
    folder = train(settings(text, {"attention": "aan"}, updates=1), tmp_path / "model")
    with pytest.raises(UsageError, match="only mha models"):
        export(folder, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_damaged_model_is_not_exported(learnt, tmp_path):
    for name in ("model.json", "sentencepiece.model"):
        (tmp_path / name).write_bytes((learnt / name).read_bytes())
    (tmp_path / "model.safetensors").write_bytes((learnt / "model.safetensors").read_bytes()[:-5])
    with pytest.raises(InputError, match="damaged"):
        export(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()
