"""Transcripts normalised: by rules of our own, and as Whisper's authors publish it."""

import gzip
import json

import pytest

import askew
from askew.core.errors import UsageError
from askew.core.records import Item, Output
from askew.judges.transcription import TranscriptionJudge
from askew.text import normalisers
from askew.text.normalisers import joined, normaliser

FEW = askew.Resampling(resamples=100)


def lines_of(path):
    raw = path.read_bytes()
    for line in (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8").splitlines():
        row = json.loads(line)
        yield from (row[key] for key in ("output", "src_ref", "tgt_ref") if isinstance(row.get(key), str))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # openai-whisper leaves a file open
@pytest.mark.parametrize("kind", ["english", "basic"])
def test_every_line_of_real_transcripts_is_what_the_published_code_makes_of_it(shared_data, kind):
    pytest.importorskip("whisper_normalizer")
    published = pytest.importorskip("whisper.normalizers")
    theirs = published.EnglishTextNormalizer() if kind == "english" else published.BasicTextNormalizer()
    words = normaliser("whisper", "en" if kind == "english" else "de").words
    folders = [shared_data / name for name in ("commonaccent", "fleurs", "acl6060/outputs")]
    files = [path for folder in folders for path in folder.rglob("*.jsonl*") if not path.name.startswith("en-")]
    files = [path for path in files if ".en-" not in path.name or "manifest" in path.name]
    seen = 0
    for path in files:
        for line in lines_of(path):
            assert list(words(line)) == theirs(line).split(), (path, line)
            seen += 1
    assert seen > 7000


@pytest.mark.parametrize(
    ("one", "other", "askew_alike", "whisper_alike"),
    [
        ("3,000 people", "3000 people", True, True),
        ("three thousand people", "3000 people", False, True),
        ("the U.S. army", "the US army", True, False),  # the published code makes 'u s' of the first
        ("um I don't know", "I do not know", False, True),
        ("the colour", "the color", False, True),
        ("12,345,678.", "12345678", True, True),
        ("1, 2, 3", "1,2,3", True, False),  # there it makes '1 2 3' and '123' of them
        ("1,23", "123", False, True),
    ],
)
def test_what_the_two_count_as_the_same(one, other, askew_alike, whisper_alike):
    pytest.importorskip("whisper_normalizer")
    for name, alike in (("askew", askew_alike), ("whisper", whisper_alike)):
        words = normaliser(name, "en").words
        assert (list(words(one)) == list(words(other))) == alike, name


def test_only_english_commas_part_thousands():
    assert list(normaliser("askew", "de").words("3,000 z.B.")) == ["3", "000", "z", "b"]
    assert joined("3,00 1,0000 1,234,56 A. B. a.b") == "3,00 1,0000 1,234,56 A. B. a.b"
    assert joined("e.g. U.S.A., p.m.") == "eg USA, pm"


def test_characters_where_there_are_no_spaces():
    pytest.importorskip("whisper_normalizer")
    assert list(normaliser("whisper", "zh").words("你好。")) == ["你", "好"]
    assert list(normaliser("askew", "zh").words("你好。")) == ["你", "好"]


def test_the_signature_says_which(tmp_path):
    pytest.importorskip("whisper_normalizer")
    (tmp_path / "talk.txt").write_text("I don't know about 3,000.\n", "utf-8")
    (tmp_path / "said.txt").write_text("um i do not know about 3000\n", "utf-8")
    asked = {"target": "en", "references": str(tmp_path / "talk.txt"), "hyp": tmp_path / "said.txt", "resampling": FEW}
    ours, theirs = (askew.score("talks", normaliser=name, **asked) for name in ("askew", "whisper"))
    assert ours.scores["wer_normalized"].value > 0 == theirs.scores["wer_normalized"].value
    assert ours.scores["wer"] == theirs.scores["wer"]
    assert "whisper-normalizer" in theirs.signature.fields["wer_normalized"]
    assert ours.signature.fields["wer_normalized"] != theirs.signature.fields["wer_normalized"]


def test_without_the_package_it_is_said_how_to_get_it(monkeypatch):
    def lacking(name):
        raise ImportError(name)

    normalisers._published.cache_clear()
    monkeypatch.setattr(normalisers, "import_module", lacking)
    with pytest.raises(UsageError, match=r"askew\[normaliser\]"):
        TranscriptionJudge("en", "whisper")


def test_alignments_are_of_the_words_that_are_counted():
    pytest.importorskip("whisper_normalizer")
    judge = TranscriptionJudge("en", "whisper")
    item, output = Item("a", "", references=("It's 3,000.",)), Output("a", "it is three thousand")
    assert [pair.said == pair.transcribed for pair in judge.alignment(item, output, "wer_normalized")] == [True] * 3
