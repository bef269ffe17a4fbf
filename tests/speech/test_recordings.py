"""Recordings beside items: with a manifest, in WinoST's layout, and talks in pieces."""

import json

import numpy as np
import pytest

import askew
from askew.core.errors import DataError, InputError, JoinError
from askew.core.records import Item, Output
from askew.speech.audio import write_wav
from askew.speech.pieces import digest_of_pieces, read_pieces, rows_of, whole_talks
from askew.speech.recordings import find_recordings

pytest.importorskip("soundfile")
SOUND = np.full(8000, 0.1, np.float32)


@pytest.fixture
def recordings(tmp_path):
    """WinoST's layout: a file per sentence, numbered from 1 with four digits (made here, as the real ones can't be
    had).
    """
    for number in range(1, 9):
        write_wav(tmp_path / f"{number:04d}.wav", SOUND, 48_000)
    return tmp_path


def test_winosts_files_are_found_by_their_published_names(own_data, recordings):
    del own_data
    items = askew.items("winost")
    found = find_recordings(items, recordings)
    assert [item.audio for item in found.items] == [f"000{number}.wav" for number in range(1, 9)]
    assert found.placed()[0].audio == str(recordings / "0001.wav")
    assert found.items[0].attributes == items[0].attributes


def test_a_recording_that_is_missing_is_an_error_unless_some_are_enough(own_data, recordings):
    del own_data
    (recordings / "0003.wav").unlink()
    with pytest.raises(JoinError, match=r"no recording of 1 of 8 items: 3; expected a file such as 0001.wav"):
        find_recordings(askew.items("winost"), recordings)
    found = find_recordings(askew.items("winost"), recordings, partial=True)
    assert [item.id for item in found.items] == ["1", "2", "4", "5", "6", "7", "8"]
    with pytest.raises(DataError, match="no such folder"):
        find_recordings(askew.items("winost"), recordings / "none")


def test_a_manifest_names_files_and_voices(tmp_path):
    items = [Item("a", "One."), Item("b", "Two.")]
    rows = [
        {"id": "b", "audio": "x/2.flac", "voice": "me", "voice_gender": "female", "text": "Two."},
        {"id": "a", "audio": "1.mp3"},
    ]
    (tmp_path / "manifest.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = find_recordings(items, tmp_path)
    assert [(item.id, item.audio, dict(item.attributes)) for item in found.items] == [
        ("a", "1.mp3", {}), ("b", "x/2.flac", {"voice": "me", "voice_gender": "female"}),
    ]  # fmt: skip
    with pytest.raises(JoinError, match=r"is of another text: 'Two.', not 'Three.'"):
        find_recordings([Item("b", "Three.")], tmp_path)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "broken JSON"),
        ("[]", "expected an object, found a list"),
        ('{"id": "a"}', "has no audio"),
        ('{"id": "a", "audio": 3}', "audio: expected a string, found a whole number"),
        ('{"audio": "a.wav"}', "has no id"),
        ('{"id": "a", "audio": "\\ud800.wav"}', "lone surrogate"),
        ('{"id": "a", "audio": "../a.wav"}', "does not lie in the folder"),
        ('{"id": "a", "audio": "x/../../a.wav"}', "does not lie in the folder"),
        ('{"id": "a", "audio": "/etc/a.wav"}', "does not lie in the folder"),
        ('{"id": "a", "audio": "' + "a" * 256 + '"}', "is too long for a file's name"),
        ('{"id": "a", "audio": ""}', "does not lie in the folder"),
    ],
)
def test_a_broken_manifest_is_named_with_its_line(tmp_path, line, complaint):
    (tmp_path / "manifest.jsonl").write_text(f'{{"id": "b", "audio": "b.wav"}}\n{line}\n')
    with pytest.raises(InputError, match=f"manifest.jsonl:2: .*{complaint}"):
        find_recordings([Item("b", "")], tmp_path)


def test_the_digest_changes_with_the_sound(tmp_path):
    items = [Item("1", "")]
    write_wav(tmp_path / "1.wav", SOUND, 16_000)
    before = find_recordings(items, tmp_path).digest
    write_wav(tmp_path / "1.wav", SOUND[:-1], 16_000)
    assert find_recordings(items, tmp_path).digest != before


@pytest.mark.parametrize("name", ["s.yaml", "s.jsonl"])
def test_talks_are_heard_in_the_pieces_a_file_names(tmp_path, name):
    rows = [
        {"duration": 2.0, "offset": 0.5, "wav": "b.wav"}, {"duration": 1.0, "offset": 0.0, "wav": "a.wav"},
        {"duration": 1.0, "offset": 3.0, "wav": "b.wav"}, {"duration": 1.0, "offset": 0.0, "wav": "other.wav"},
    ]  # fmt: skip
    (tmp_path / name).write_text("".join(("- " if name == "s.yaml" else "") + json.dumps(row) + "\n" for row in rows))
    write_wav(tmp_path / "a.wav", SOUND, 16_000)
    write_wav(tmp_path / "b.flac", SOUND, 16_000)
    pieces = read_pieces(tmp_path / name, ["a", "b"], tmp_path)
    assert [(piece.id, piece.audio.removeprefix(f"{tmp_path}/")) for piece in pieces] == [
        ("a/1", "a.wav#t=0.000,1.000"), ("b/1", "b.flac#t=0.500,2.500"), ("b/2", "b.flac#t=3.000,4.000"),
    ]  # fmt: skip
    outputs = [
        Output("b/2", "three", transcript="3"),
        Output("a/1", "one", transcript="1"),
        Output("b/1", "", transcript="2"),
    ]
    assert rows_of(pieces, outputs) == [
        {"doc_id": "a", "seg_id": "piece-1", "output": "one"},
        {"doc_id": "b", "seg_id": "piece-1", "output": ""},
        {"doc_id": "b", "seg_id": "piece-2", "output": "three"},
    ]
    assert [row["output"] for row in rows_of(pieces, outputs, transcripts=True)] == ["1", "2", "3"]
    whole = whole_talks(["a", "b"], tmp_path)
    assert [piece.id for piece in whole] == ["a/1", "b/1"]
    assert digest_of_pieces(whole) != digest_of_pieces(pieces)


def test_pieces_that_don_t_fit_are_refused(tmp_path):
    write_wav(tmp_path / "a.wav", SOUND, 16_000)
    (tmp_path / "s.yaml").write_text("- {duration: 1, offset: 0, wav: a.wav}\n")
    with pytest.raises(InputError, match="no segments of b; it has those of a"):
        read_pieces(tmp_path / "s.yaml", ["a", "b"], tmp_path)
    with pytest.raises(DataError, match=r"has no recording of b: expected b.wav"):
        whole_talks(["b"], tmp_path)
    (tmp_path / "s.jsonl").write_text('{"duration": 1, "offset": -1, "wav": "a.wav"}\n')
    with pytest.raises(InputError, match="are no times"):
        read_pieces(tmp_path / "s.jsonl", ["a"], tmp_path)
