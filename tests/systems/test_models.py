"""Real models in their real formats, small enough to be made here: transformers' Marian, and the same in CTranslate2's."""

import json
import re
import shutil

import pytest

import askew
from askew.core.errors import SystemFailure, UsageError
from askew.core.records import Failure, Item
from askew.systems import open_system
from askew.systems.model_files import digest_of

pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
ctranslate2 = pytest.importorskip("ctranslate2")
sentencepiece = pytest.importorskip("sentencepiece")

PAIRS = {
    "The clerk wrote a letter.": "La empleada escribió una carta.",
    "The nurse drank some water.": "El enfermero bebió agua.",
    "The baker sold six loaves.": "La panadera vendió seis panes.",
    "The driver lost the keys.": "El conductor perdió las llaves.",
}
ITEMS = [Item(str(number), source) for number, source in enumerate(PAIRS)]


@pytest.fixture(scope="module")
def marian(tmp_path_factory):
    """A Marian that has learnt the four sentences above by heart."""
    import torch

    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("model") / "marian"
    folder.mkdir()
    (folder.parent / "text").write_text("\n".join([*PAIRS, *PAIRS.values()]))
    for side in ("source", "target"):
        sentencepiece.SentencePieceTrainer.train(
            input=str(folder.parent / "text"), model_prefix=str(folder.parent / side), vocab_size=60, minloglevel=2
        )
        shutil.copy(folder.parent / f"{side}.model", folder / f"{side}.spm")
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.spm"))
    names = ["</s>", "<unk>", *(pieces.id_to_piece(n) for n in range(3, pieces.get_piece_size())), "<pad>"]
    (folder / "vocab.json").write_text(json.dumps({name: number for number, name in enumerate(names)}))
    files = [str(folder / name) for name in ("source.spm", "target.spm", "vocab.json")]
    tokenizer = transformers.MarianTokenizer(*files, source_lang="en", target_lang="es", model_max_length=40)
    tokenizer.save_pretrained(folder)
    pad = len(names) - 1
    torch.manual_seed(1)
    config = transformers.MarianConfig(
        vocab_size=len(names),
        d_model=64,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=128,
        decoder_ffn_dim=128,
        max_position_embeddings=64,
        pad_token_id=pad,
        decoder_start_token_id=pad,
        eos_token_id=0,
        forced_eos_token_id=None,
        dropout=0.0,
        scale_embedding=True,
        bad_words_ids=[[pad]],
    )
    model = transformers.MarianMTModel(config)
    batch = tokenizer(list(PAIRS), text_target=list(PAIRS.values()), return_tensors="pt", padding=True)
    batch["labels"][batch["labels"] == pad] = -100
    optimiser = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(80):
        optimiser.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimiser.step()
        with torch.no_grad():  # as in real Marian models, where the decoder starts from nothing
            model.model.shared.weight[pad] = 0
    model.eval().save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def converted(marian):
    """The same model as CTranslate2's own converter makes it, beside its SentencePiece models."""
    folder = marian.with_name("ct2")
    ctranslate2.converters.TransformersConverter(str(marian), copy_files=["source.spm", "target.spm"]).convert(
        str(folder)
    )
    return folder


def texts(system):
    return [output.text for output in system.answer(ITEMS)]


@pytest.mark.parametrize("options", [{}, {"beam": 1}, {"batch": 3}])
def test_hf(marian, options):
    system = open_system(f"hf:{marian}", options, target="es")
    assert texts(system) == list(PAIRS.values())
    outputs = list(system.answer(ITEMS))
    assert all(output.tokens_in > 3 and output.tokens_out > 3 and output.seconds > 0 for output in outputs)


@pytest.mark.parametrize("options", [{}, {"beam": 1, "compute_type": "int8"}, {"batch": 3}, {"tokenizer": "MARIAN"}])
def test_ctranslate2(marian, converted, options):
    options = {key: str(marian) if value == "MARIAN" else value for key, value in options.items()}
    system = open_system(f"ctranslate2:{converted}", options, target="es")
    assert texts(system) == list(PAIRS.values())
    assert all(output.tokens_out > 3 for output in system.answer(ITEMS))


@pytest.mark.parametrize("kind", ["hf", "ctranslate2"])
def test_what_can_change_an_answer_is_in_the_details(marian, converted, tmp_path, kind):
    folder = marian if kind == "hf" else converted
    details = open_system(f"{kind}:{folder}", target="es").details
    precision = {"dtype": "float32"} if kind == "hf" else {"compute_type": "int8"}
    for option in ({"beam": 1}, {"batch": 1}, {"max_length": 9}, precision):
        assert open_system(f"{kind}:{folder}", option, target="es").details != details
    assert open_system(f"{kind}:{folder}", {"threads": 1}, target="es").details == details
    copy = shutil.copytree(folder, tmp_path / "copy")
    assert open_system(f"{kind}:{copy}", target="es").details == details
    with (copy / "config.json").open("a") as stream:
        stream.write("\n")
    assert open_system(f"{kind}:{copy}", target="es").details != details


def test_a_text_longer_than_the_model_can_read_is_a_failure_and_not_cut(marian):
    long = Item("long", "The clerk wrote a letter. " * 20)
    first, last = open_system(f"hf:{marian}", target="es").answer([ITEMS[0], long])
    assert isinstance(first, Failure)
    assert "more than the 40 the model can read" in first.reason
    assert last.text == "La empleada escribió una carta."


def test_ctranslate2_fails_on_what_is_too_long_for_it_and_answers_the_rest(converted):
    """Its tables have 64 positions here; what it refuses comes after more than one batch, and twice."""
    long = [Item(name, "The clerk wrote a letter. " * 20) for name in ("long", "longer")]
    items = [
        *(Item(f"{item.id}.{number}", item.source) for number in range(5) for item in ITEMS),
        long[0],
        *ITEMS,
        long[1],
    ]
    answers = {
        answer.id: answer for answer in open_system(f"ctranslate2:{converted}", {"batch": 2}, target="es").answer(items)
    }
    assert len(answers) == len(items)
    for item in long:
        failure = answers.pop(item.id)
        assert isinstance(failure, Failure)
        assert re.match(r"\d{3} tokens, and CTranslate2 says: .*positions >= 64", failure.reason)
    assert {answer.text for answer in answers.values()} == set(PAIRS.values())


def test_a_whole_run_measures_load_and_tokens(converted, tmp_path):
    options = {"target": "es", "subset": "fofc", "partial": True, "resampling": askew.Resampling(100)}
    run = askew.run(
        "simplegen",
        system=f"ctranslate2:{converted}",
        out=tmp_path / "run",
        settings={"max_length": 20},
        asking=askew.Asking(limit=40, workers=2),
        **options,
    )
    assert run.timing["items"] == 40
    for name in (
        "load_seconds",
        "first_output_seconds",
        "tokens_per_second",
        "characters_per_second",
        "peak_memory_mb",
    ):
        assert run.timing[name] > 0
    assert run.timing["tokens_out"] == sum(output.tokens_out for output in askew.load(tmp_path / "run").outputs)


MISTAKES = {
    "hf:no/such/folder/": (SystemFailure, "can't be loaded"),
    "hf:EMPTY": (UsageError, "expected a folder with config.json; it has none"),
    "ctranslate2:no/such": (UsageError, "expected a folder with model.bin; there is no such folder"),
    "ctranslate2:BROKEN": (SystemFailure, "can't be loaded"),
}


@pytest.mark.parametrize("spec", MISTAKES)
def test_what_is_no_model_is_refused(tmp_path, spec, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    (tmp_path / "BROKEN").mkdir()
    (tmp_path / "BROKEN/model.bin").write_text("no model")
    (tmp_path / "EMPTY").mkdir()
    error, said = MISTAKES[spec]
    with pytest.raises(error, match=said):
        open_system(
            spec.replace("EMPTY", str(tmp_path / "EMPTY")).replace("BROKEN", str(tmp_path / "BROKEN")), target="es"
        ).load()


def test_a_model_without_a_tokeniser_says_what_was_looked_for(converted, tmp_path):
    bare = shutil.copytree(converted, tmp_path / "bare")
    for side in ("source", "target"):
        (bare / f"{side}.spm").unlink()
    with pytest.raises(UsageError, match=r"has no tokeniser: looked for tokenizer_config\.json"):
        open_system(f"ctranslate2:{bare}", target="es").load()
    one = open_system(f"ctranslate2:{bare}", {"tokenizer": str(converted / "source.spm")}, target="es")
    assert texts(one) == list(PAIRS.values())


def test_a_digest_is_that_of_names_and_bytes(tmp_path):
    (tmp_path / "a").write_text("x")
    first = digest_of(tmp_path)
    (tmp_path / "a").rename(tmp_path / "b")
    assert digest_of(tmp_path) != first
