"""The speech experiment in small: who says what, the corpus, a queue of trainings, decoding, what is stored."""

import ctypes.util
import json
import lzma
import os
import sys

import pytest

from askew.formats.mustc import read_split
from askew.neural.speech.samples import read_samples
from studies.s_transformer.make import choose_sentences, make_corpus, queue_lines, store_outputs

from .conftest import ROOT, run_study

STUDY = ROOT / "studies/s_transformer"
CONFIG = ROOT / "configs/s-transformer-small.toml"

needs_flite = pytest.mark.skipif(
    ctypes.util.find_library("flite_cmu_us_kal16") is None, reason="flite's libraries are not installed"
)
TINY = (
    "* data.moses=false optimiser.batch_seconds=30 optimiser.updates=2 optimiser.evaluate_every=2 optimiser.warmup=1 "
    "model.width=16 model.heads=2 model.feed_forward=16 model.encoder_layers=1 model.decoder_layers=1 "
    "model.vocabulary=60 speech.channels=2"
)
NAMES = ("Ann", "Bob", "Eve", "Joe", "Sue", "Kim", "Lee", "Max")
SENTENCES = ["The cat sat.", "She sings well.", "We are here.", "He reads a book.", "They were late.", "I like tea."]


def pack(path, rows):
    path.write_bytes(lzma.compress("".join("\t".join(row) + "\n" for row in rows).encode()))


def unpack(path):
    return [line.split("\t") for line in lzma.decompress(path.read_bytes()).decode().splitlines()]


@pytest.fixture(scope="module")
def spoken(tmp_path_factory):
    """A corpus of a few sentences in the quickest voice."""
    folder = tmp_path_factory.mktemp("spoken")
    rows = [["train", "kal16", "1.05", "1.00", text, f"Frase {text}"] for text in SENTENCES * 2]
    rows += [[split, "kal16", "1.00", "1.00", text, text] for split in ("dev", "test") for text in SENTENCES[:2]]
    pack(folder / "sentences.tsv.xz", rows)
    run_study(
        "s_transformer.make.make_corpus",
        "--sentences",
        folder / "sentences.tsv.xz",
        "--out",
        folder / "corpus",
        "--jobs",
        2,
        "--per-file",
        5,
    )
    return folder


def test_no_test_sentence_and_not_the_held_out_voice_is_in_training(tmp_path):
    train = [
        "tatoeba\tHe has 3 dogs.\tx", "tatoeba\tIs NATO here?\tx", "tatoeba\tIt rains.\tLlueve.",
        "tatoeba-pivot\tIt rains!\tx", "tatoeba\tSee you, Tom!\tx", "tatoeba\tThe nurse slept.\tx",
        "europarl-sl_en\tI voted for it.\tx", "bible-x\tAnd it was so.\tx",
        *(f"tatoeba\tI saw {name}.\tx" for name in NAMES),
    ]  # fmt: skip
    for name, lines in (
        ("train", train),
        ("dev", ["tatoeba\tGo on.\tSigue."]),
        ("test", ["tatoeba\tSee you, Tom.\tHasta luego, Tom."]),
    ):
        (tmp_path / f"en-es.{name}.tsv").write_text("\n".join(lines) + "\n")
    (tmp_path / "winomt.txt").write_text("female\t1\tThe nurse slept.\tnurse\n")
    words = [
        "--data",
        tmp_path,
        "--winomt",
        tmp_path / "winomt.txt",
        "--out",
        tmp_path / "out.tsv.xz",
        "--europarl-hours",
        1,
    ]
    run_study("s_transformer.make.choose_sentences", *words)
    rows = unpack(tmp_path / "out.tsv.xz")
    said = {row[4] for row in rows if row[0] == "train"}
    assert said == {"It rains.", "I voted for it.", *(f"I saw {name}." for name in NAMES)}
    assert {row[5] for row in rows if row[4] == "It rains."} == {"Llueve."}  # a direct translation before a pivoted one
    held_out = {row[1] for row in rows if row[0].endswith("held-out")}
    assert held_out == {choose_sentences.HELD_OUT}
    assert not held_out & {row[1] for row in rows if not row[0].endswith("held-out")}
    assert {row[0] for row in rows} == {"train", "dev", "test", "test-held-out", "winomt"}
    first = (tmp_path / "out.tsv.xz").read_bytes()
    run_study("s_transformer.make.choose_sentences", *words)
    assert (tmp_path / "out.tsv.xz").read_bytes() == first


@needs_flite
def test_the_corpus_is_in_mustcs_layout_and_always_the_same(spoken, tmp_path):
    split = read_split(spoken / "corpus", "train", ["en", "es"])
    assert split.texts["en"] == SENTENCES * 2
    assert len({segment.recording for segment in split.segments}) == 3
    samples = dict(read_samples(split.segments, 16_000))
    assert all(0.5 < len(samples[place]) / 16_000 < 4 for place in samples)
    assert (samples[0] == samples[6]).all()  # the same sentence in another file
    assert {segment.speaker for segment in split.segments} == {"spk.kal16"}
    run_study(
        "s_transformer.make.make_corpus",
        "--sentences",
        spoken / "sentences.tsv.xz",
        "--out",
        tmp_path,
        "--splits",
        "dev",
        "--jobs",
        1,
    )
    for name in ("wav/dev-000.wav", "txt/dev.yaml"):
        assert (tmp_path / "data/dev" / name).read_bytes() == (spoken / "corpus/data/dev" / name).read_bytes()
    assert not (tmp_path / "data/train").exists()


@needs_flite
def test_a_voice_is_changed_in_tempo_and_in_pitch():
    import numpy as np

    from studies.s_transformer.make.flite import Flite, resampled

    flite = Flite()
    plain, slow = (len(flite.speak("We are here.", "slt", stretch)) for stretch in (1.0, 1.2))
    assert 1.1 < slow / plain < 1.3
    tone = (8000 * np.sin(np.arange(16_000) * 2 * np.pi * 1000 / 16_000)).astype(np.int16)
    raised = resampled(tone, 1.25)
    assert len(raised) == 12_800
    assert np.abs(np.fft.rfft(raised)).argmax() * 16_000 / 12_800 == pytest.approx(1250, abs=2)
    assert resampled(tone, 1.0) is tone


def test_a_translator_waits_for_the_recogniser_it_starts_from(tmp_path):
    queue, models = tmp_path / "queue.txt", tmp_path / "models"
    queue.write_text(
        "* optimiser.updates=7\n# recogniser first\nst data.start_from=asr optimiser.updates=9\n"
        "asr data.task=recognition\n"
    )
    first = queue_lines.next_job(queue, models, tmp_path / "stop")
    assert (first.name, first.task, first.changes["optimiser.updates"]) == ("asr", "recognition", 7)
    (models / "asr/done").touch()
    second = queue_lines.next_job(queue, models, tmp_path / "stop")
    assert (second.name, second.after, second.changes["optimiser.updates"]) == ("st", "asr", 9)
    assert queue_lines.next_job(queue, models, tmp_path / "stop") is None
    with pytest.raises(SystemExit, match="NAME=VALUE"):
        queue_lines.from_text("st updates")


def test_the_experiments_own_queue_can_be_read_and_shares_what_is_the_same(tmp_path):
    jobs = {job.name: job for job in queue_lines.read_queue(STUDY / "make/queue.txt")}
    read = {name: job.config(CONFIG, tmp_path, tmp_path, tmp_path) for name, job in jobs.items()}
    assert read["st-distilled"].data.train_text == make_corpus.DISTILLED
    assert {name: job.prepared for name, job in jobs.items() if name.startswith("st")} == {
        "st": "translation",
        "st-scratch": "translation",
        "st-distilled": "translation-es-distilled",
    }


def test_the_stored_models_are_those_of_the_queue(tmp_path):
    """Setting by setting, but for where things lay."""
    rows = (STUDY / "stored/models.jsonl").read_text("utf-8").splitlines()
    stored = {row["model"]: row["settings"] for row in map(json.loads, rows)}
    places = (CONFIG, tmp_path / "corpus", tmp_path / "features", tmp_path)
    jobs = {job.name: job.config(*places).to_json() for job in queue_lines.read_queue(STUDY / "make/queue.txt")}
    told = {name: store_outputs.without_places({"settings": settings})["settings"] for name, settings in jobs.items()}
    assert stored == json.loads(json.dumps(told))


@needs_flite
def test_the_text_model_writes_what_a_translator_learns_from(tmp_path):
    pytest.importorskip("ctranslate2")
    said = [["train", "The cat sleeps."], ["train", "I like tea."], ["train", "We are here."], ["test", "He reads."]]
    pack(
        tmp_path / "in.tsv.xz",
        [[split, "kal16", "1.00", "1.00", text, "Lo que dice la gente."] for split, text in said],
    )
    run_study(
        "s_transformer.make.distil",
        "--sentences",
        tmp_path / "in.tsv.xz",
        "--out",
        tmp_path / "out.tsv.xz",
        "--limit",
        2,
    )
    rows = unpack(tmp_path / "out.tsv.xz")
    assert [(row[0], row[4], len(row)) for row in rows] == [
        ("train", "The cat sleeps.", 7),
        ("train", "I like tea.", 7),
        ("test", "He reads.", 6),
    ]
    run_study(
        "s_transformer.make.make_corpus",
        "--sentences",
        tmp_path / "out.tsv.xz",
        "--out",
        tmp_path / "corpus",
        "--jobs",
        1,
    )
    found = read_split(tmp_path / "corpus", "train", ["es", make_corpus.DISTILLED]).texts
    assert found["es"] == ["Lo que dice la gente."] * 2
    assert "gato" in found[make_corpus.DISTILLED][0]
    assert not (tmp_path / f"corpus/data/test/txt/test.{make_corpus.DISTILLED}").exists()


@needs_flite
def test_trainings_are_stopped_decoded_timed_and_stored(spoken, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    from studies.s_transformer.make import decode, time_decoding, train_queue

    queue, corpus, work = tmp_path / "queue.txt", spoken / "corpus", tmp_path / "work"
    queue.write_text(f"{TINY}\nasr data.task=recognition\nst data.start_from=asr optimiser.updates=100000\n")
    where = (CONFIG, corpus, work, "cpu")
    train_queue.prepare_all(queue, *where)
    train_queue.train(queue_lines.next_job(queue, work / "models", work / "stop"), *where)
    translator = queue_lines.next_job(queue, work / "models", work / "stop")
    (work / "stop").touch()
    train_queue.train(translator, *where)
    for script in (decode, time_decoding):
        monkeypatch.setattr(script, "LONGEST", 5)
    monkeypatch.setattr(os, "sched_setaffinity", lambda *_: None)  # of this process, which has other tests to run
    monkeypatch.setattr(sys, "argv", ["decode.py", "--corpus", str(corpus), "--work", str(work), "--device", "cpu"])
    decode.main()
    timing = ["--model", str(work / "models/st"), "--out", str(work / "outputs/timing-st.jsonl"), "--repeats", "1"]
    monkeypatch.setattr(sys, "argv", ["time_decoding.py", "--corpus", str(corpus), *timing])
    time_decoding.main()
    run_study("s_transformer.make.store_outputs", "--results", work, "--out", tmp_path / "store")
    models = {row["model"]: row for row in map(json.loads, (tmp_path / "store/models.jsonl").read_text().splitlines())}
    assert models["asr"]["updates"] == models["asr"]["planned"] == 2
    assert (models["st"]["updates"], models["st"]["planned"]) == (1, 100_000)  # stopped, and still a model
    assert models["st"]["settings"]["data"]["start_from"] == "asr"
    assert str(tmp_path) not in (tmp_path / "store/models.jsonl").read_text()
    stored = [json.loads("\t".join(row)) for row in unpack(tmp_path / "store/outputs.jsonl.xz")]
    assert {(row["system"], row["set"], len(row["outputs"])) for row in stored} == {
        ("asr", "test", 2),
        ("st", "test", 2),
    }
    times = [json.loads(line) for line in (tmp_path / "store/timing.jsonl").read_text().splitlines()]
    assert {(row["compute"], row["beam"], row["batch"]) for row in times} >= {("float32", 1, 1), ("int8", 5, 16)}


def test_the_results_page_is_built_from_what_is_stored(tmp_path):
    """A store of systems that are right but for one word each, over a few sentences."""
    pytest.importorskip("altair")
    pairs = [("tatoeba", f"I saw {name}.", f"Vi a {name} ayer por la tarde.") for name in NAMES]
    pairs.append(("europarl", "I voted for the report.", "He votado a favor del informe."))
    data, store = tmp_path / "data", tmp_path / "store"
    (data / "mt").mkdir(parents=True)
    (data / "mt/en-es.test.tsv").write_text("".join("\t".join(pair) + "\n" for pair in pairs))
    (data / "winomt").symlink_to(ROOT / "tests/fixtures/winomt")
    people = [line.split("\t")[2] for line in (data / "winomt/en.txt").read_text("utf-8").splitlines()]
    curve = [{"update": 50, "loss": 2.0}, {"update": 100, "loss": 1.0}]
    settings = {"optimiser": {"batch_seconds": 10, "accumulate": 1}}
    models, outputs = [], []
    for name in ("asr", "asr-no-penalty", "asr-no-2d", "st", "st-scratch", "st-distilled"):
        hears = name.startswith("asr")
        done = {"model": name, "updates": 100, "planned": 120, "seconds": 9, "parameters": 1e6, "settings": settings}
        score = {"update": 100, "dev_wer" if hears else "dev_bleu": 20.0}
        models.append({**done, "curve": [*curve, score]})
        for which in ("test", "test-held-out"):
            said = [english if hears else spanish for _, english, spanish in pairs]
            outputs.append({"system": name, "set": which, "outputs": ["Nothing at all", *said[1:]]})
        outputs.append({"system": name, "set": "winomt", "outputs": people})
    for name in ("text", "plain", "plain-marked", "cascade", "cascade-marked"):
        outputs.append({"system": name, "set": "test", "outputs": [spanish for *_, spanish in pairs]})
        outputs.append({"system": name, "set": "winomt", "outputs": people})
        if name.startswith("cascade"):
            outputs.append({**outputs[-2], "set": "test-held-out"})
    timing = [
        {
            "model": model, "compute": "float32", "beam": 1, "batch": batch, "audio_seconds": 60.0,
            "wall_seconds": seconds, "cpu_seconds": 1.5, "utterances": 20, "load_average": 2.5, "machine": "a machine",
        }
        for model, seconds in (("st-distilled", 2.0), ("asr", 4.0)) for batch in (1, 16)
    ]  # fmt: skip
    corpus = {"split": "train", "utterances": 9, "hours": 1.0, "by_voice": {"kal16": 1.0}}
    store.mkdir()
    pack(store / "outputs.jsonl.xz", [[json.dumps(row)] for row in outputs])
    for name, rows in (("models", models), ("corpus", [corpus]), ("timing", timing)):
        (store / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    reading = tmp_path / "reading.md"
    reading.write_text("What a reader should know.\n")
    run_study(
        "s_transformer.page",
        "--store",
        store,
        "--reading",
        reading,
        "--page",
        tmp_path / "page.md",
        ASKEW_DATA=str(data),
    )
    page = (tmp_path / "page.md").read_text("utf-8")
    assert "What a reader should know." in page
    assert "| WER on held-out sentences in seen voices | 10.3 | at most 12 | met |" in page  # 3 of 29 words
    assert "translator, 1 at once | 30.0 | at least 20 | met |" in page
    assert "recogniser, 16 at once | 15.0 | at least 20 | **missed** |" in page
    assert "| st-distilled | 1.0M | 100 of 120 |" in page
    assert (tmp_path / "figures/s-transformer-curves.svg").read_text("utf-8").startswith("<svg")
