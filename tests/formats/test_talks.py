"""Talks in the formats people keep them in, and their join."""

import gzip
import json
import os
import sys
from pathlib import Path

import pytest

from askew.core.errors import InputError, JoinError
from askew.formats.mustc import read_timed_text
from askew.formats.talks import Segment, Talk, join_talks, read_talks

XML = """<?xml version="1.0" encoding="UTF-8"?>
<mteval><refset setid="s" srclang="English" trglang="German" refid="1">
<doc docid="talk.1" genre="presentations"><talkid>talk.1</talkid>
<seg id="1">Guten Tag.</seg>
<seg id="2"> Fragen{} &lt;und&gt;
Antworten.</seg></doc>
<doc docid="talk.2"><seg id="3">Danke.</seg></doc>
</refset></mteval>
"""
TALKS = [
    Talk("talk.1", (Segment("1", "Guten Tag."), Segment("2", "Fragen <und> Antworten."))),
    Talk("talk.2", (Segment("3", "Danke."),)),
]


@pytest.mark.parametrize("packed", [False, True])
def test_xml_is_read(tmp_path, packed):
    path = tmp_path / ("ref.xml.gz" if packed else "ref.xml")
    raw = XML.format("").encode()
    path.write_bytes(gzip.compress(raw) if packed else raw)
    assert read_talks(path) == TALKS


def test_a_bare_ampersand_is_read_with_a_warning_that_names_the_line(tmp_path):
    (tmp_path / "ref.xml").write_text(XML.format(" Q&A &amp; R&#38;D"))
    with pytest.warns(UserWarning, match="bare '&' on line 5"):
        [first, _] = read_talks(tmp_path / "ref.xml")
    assert first.segments[1].text == "Fragen Q&A & R&D <und> Antworten."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("<mteval><doc docid='a'><seg id='1'>x</doc></mteval>", r"ref\.xml:1: malformed XML"),
        ("<mteval></mteval>", "no <doc"),
        (
            "<!DOCTYPE x [<!ENTITY a 'b'>]><mteval><doc docid='a'><seg id='1'>&a;</seg></doc></mteval>",
            "declares entities",
        ),
        ("<m><doc docid='a'><seg id='1'>x</seg><seg id='1'>y</seg></doc></m>", "duplicate ids: a/1"),
        ("<m><doc docid='a'><seg id='1'>x</seg></doc><doc docid='a'><seg id='2'>y</seg></doc></m>", "duplicate ids: a"),
    ],
)
def test_xml_that_is_no_file_of_talks_is_an_error(tmp_path, text, complaint):
    (tmp_path / "ref.xml").write_text(text)
    with pytest.raises(InputError, match=complaint):
        read_talks(tmp_path / "ref.xml")


def test_json_lines_by_segment_and_by_talk(tmp_path):
    by_segment = [
        {"doc_id": "talk.1", "seg_id": 1, "text": "Guten Tag."},
        {"doc_id": "talk.2", "seg_id": 3, "text": "Danke."},
        {"doc_id": "talk.1", "seg_id": 2, "text": "Fragen <und> Antworten."},
    ]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in by_segment))
    assert read_talks(tmp_path / "a.jsonl") == TALKS
    (tmp_path / "b.jsonl").write_text('{"doc_id": "talk.1", "output": "Guten Tag. Danke."}\n')
    assert read_talks(tmp_path / "b.jsonl") == [Talk("talk.1", (Segment("", "Guten Tag. Danke."),))]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("[1]", "expected an object, found a list"),
        ('{"seg_id": 1, "text": "x"}', "doc_id"),
        (
            '{"doc_id": 1}',
            "no output: expected one of output, text, hypothesis, translation, prediction, mt, found doc_id",
        ),
        ('{"doc_id": null, "text": "x"}', "doc_id: expected a whole number or a string, found null"),
        ('{"doc_id": true, "text": "x"}', "doc_id: expected a whole number or a string, found true or false"),
        ('{"doc_id": 1.5, "text": "x"}', "doc_id: expected a whole number or a string, found a number"),
        ('{"doc_id": " ", "text": "x"}', "an id must not be empty"),
        ('{"doc_id": "' + "t" * 501 + '", "text": "x"}', "an id has at most 500 characters, found 501"),
        ('{"doc_id": "t", "seg_id": [], "text": "x"}', "seg_id: expected a whole number or a string, found a list"),
        ('{"doc_id": "t", "text": "x", "speaker_id": {}}', "speaker_id: expected a whole number or a string or null"),
        ("{", ""),
    ],
)
def test_broken_rows_name_their_line(tmp_path, line, complaint):
    (tmp_path / "a.jsonl").write_text('{"doc_id": "a", "seg_id": 1, "text": "x"}\n' + line + "\n")
    with pytest.raises(InputError, match=rf"a\.jsonl:2: .*{complaint}"):
        read_talks(tmp_path / "a.jsonl")


def test_plain_text_is_one_talk(tmp_path):
    (tmp_path / "mine.txt").write_text("One.\nTwo.\n")
    assert read_talks(tmp_path / "mine.txt") == [Talk("mine", (Segment("1", "One."), Segment("2", "Two.")))]


def test_marks_of_personal_things_are_text_and_not_xml(tmp_path):
    (tmp_path / "a.xml").write_text("<m><doc docid='a'><seg id='1'>at <PII>home <b>now</b></PII>.</seg></doc></m>")
    [talk] = read_talks(tmp_path / "a.xml")
    assert talk.texts == ["at <PII>home now</PII>."]


def test_an_ampersand_in_cdata_or_a_comment_is_just_that(tmp_path):
    """No warning, and no &amp; in the text."""
    (tmp_path / "ref.xml").write_text("<doc docid='a'><!-- R & D --><seg id='1'><![CDATA[A & B &amp; C]]></seg></doc>")
    assert read_talks(tmp_path / "ref.xml")[0].texts == ["A & B &amp; C"]


def test_a_segment_within_a_segment_is_not_counted_twice(tmp_path):
    (tmp_path / "ref.xml").write_text("<doc docid='a'><seg id='1'>One <seg id='2'>two</seg></seg></doc>")
    with pytest.raises(InputError, match="a <seg> within a <seg>: is a </seg> missing"):
        read_talks(tmp_path / "ref.xml")


@pytest.mark.skipif(sys.platform == "darwin", reason="file names are always UTF-8 there")
@pytest.mark.parametrize("ending", [b".txt", b".srt"])
def test_a_file_whose_name_is_not_utf_8_can_name_no_talk(tmp_path, ending):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9" + ending)
    Path(path).write_text(SRT)
    with pytest.raises(InputError, match="the file's name is not UTF-8, so its talk can't be named after it") as error:
        read_talks(path)
    assert str(error.value).encode("utf-8")


def test_speakers_are_read_where_the_file_names_them(tmp_path):
    (tmp_path / "a.xml").write_text("<m><doc docid='a'><speaker>spk.1</speaker><seg id='1'>x</seg></doc></m>")
    (tmp_path / "b.jsonl").write_text('{"doc_id": "a", "seg_id": 1, "text": "x", "speaker_id": "spk.1"}\n')
    assert [read_talks(tmp_path / name)[0].segments[0].speaker for name in ("a.xml", "b.jsonl")] == ["spk.1", "spk.1"]


SRT = """1
00:00:01,000 --> 00:00:02,500
Good <i>morning</i>,
everybody.

2
01:00:03,000 --> 01:00:04,000 X1:10
{\\an8}Q &amp; A
"""
VTT = """WEBVTT - a title

NOTE not a cue

STYLE
::cue { color: red }

intro
00:01.000 --> 00:02.500 align:start
Good morning,
everybody.

01:00:03.000 --> 01:00:04.000
<v Speaker>Q &amp; A</v>
"""


@pytest.mark.parametrize(("name", "text"), [("talk.1.srt", SRT), ("talk.1.vtt", VTT)])
def test_captions_are_one_talk_with_times(tmp_path, name, text):
    (tmp_path / name).write_text("\ufeff" + text, encoding="utf-8")
    [talk] = read_talks(tmp_path / name)
    assert talk.id == "talk.1"
    assert talk.texts == ["Good morning, everybody.", "Q & A"]
    assert [(segment.start, segment.end) for segment in talk.segments] == [(1.0, 2.5), (3603.0, 3604.0)]


def test_a_cue_may_be_called_like_a_comment_and_stand_right_after_the_head(tmp_path):
    (tmp_path / "a.vtt").write_text(
        "WEBVTT\n00:01.000 --> 00:02.000\nOne\n\nNOTEBOOK\n00:02.000 --> 00:03.000\nTwo\n\n"
        "NOTE\n00:03.000 --> 00:04.000\nThree\n\nNOTE a comment\nof two lines\n\nWEBVTTX\n00:05.000 --> "
        "00:06.000\nFour\n"
    )
    assert read_talks(tmp_path / "a.vtt")[0].texts == ["One", "Two", "Three", "Four"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1\n00:00:01 --> 00:00:02\nx\n", r"a\.srt:2: expected times such as"),
        ("1\n00:00:02,000 --> 00:00:01,000\nx\n", r"a\.srt:2: a caption ends before it begins"),
        ("just a line\n", r"a\.srt:1: expected times"),
        ("NOTE nothing\n", "no captions"),
    ],
)
def test_captions_that_are_none_are_an_error(tmp_path, text, complaint):
    (tmp_path / "a.srt").write_text(text)
    with pytest.raises(InputError, match=complaint):
        read_talks(tmp_path / "a.srt")


YAML = """- {duration: 1.5, offset: 0.5, rW: 3, speaker_id: spk.1, wav: ted_1.wav}
- {duration: 1, offset: 0, speaker_id: spk.2, wav: ted_2.wav}
- {duration: 2.0, offset: 3, speaker_id: spk.1, wav: ted_1.wav}
"""


def test_must_c_is_a_text_beside_its_times(tmp_path):
    (tmp_path / "tst.yaml").write_text(YAML)
    (tmp_path / "tst.de").write_text("eins\nzwei\ndrei\n")
    (tmp_path / "tst.en").write_text("one\ntwo\nthree\n")
    wanted = [
        Talk("ted_1", (Segment("1", "eins", 0.5, 2.0, "spk.1"), Segment("3", "drei", 3.0, 5.0, "spk.1"))),
        Talk("ted_2", (Segment("2", "zwei", 0.0, 1.0, "spk.2"),)),
    ]
    assert read_talks(tmp_path / "tst.de") == wanted
    assert read_talks(tmp_path / "tst.yaml", "de") == wanted
    assert read_talks(tmp_path, "de") == wanted
    assert read_talks(tmp_path, "en")[1].texts == ["two"]


@pytest.mark.parametrize(
    ("yaml", "text", "complaint"),
    [
        (YAML, "eins\nzwei\n", r"tst\.de: 2 lines, but tst\.yaml has 3 segments"),
        ("- {duration: 1, offset: 0}\n", "x\n", r"tst\.yaml:1: has no wav"),
        ("- {duration: -1, offset: 0, wav: a.wav}\n", "x\n", "are no times"),
        ("- {duration: .nan, offset: 0, wav: a.wav}\n", "x\n", "duration: expected a number"),
        ("- [\n", "x\n", "broken YAML"),
        ("{}\n", "x\n", "expected a list"),
        (
            "- !!python/object:os.system {}\n",
            "x\n",
            r"tst\.yaml:1: tags \(tag:yaml.org,2002:python/object:os.system\) are not read",
        ),
    ],
)
def test_times_that_do_not_fit_are_an_error(tmp_path, yaml, text, complaint):
    (tmp_path / "tst.yaml").write_text(yaml)
    (tmp_path / "tst.de").write_text(text)
    with pytest.raises(InputError, match=complaint):
        read_talks(tmp_path / "tst.yaml", "de")


def test_times_without_a_text_are_an_error(tmp_path):
    (tmp_path / "tst.yaml").write_text(YAML)
    with pytest.raises(InputError, match=r"no text beside it: expected tst\.de or tst\.de\.txt or tst\.txt"):
        read_talks(tmp_path / "tst.yaml", "de")


def test_a_text_may_have_its_talks_in_another_order(tmp_path):
    (tmp_path / "t.yaml").write_text(YAML)
    (tmp_path / "text").write_text("zwei\neins\ndrei\n")
    talks = read_timed_text(tmp_path / "t.yaml", tmp_path / "text", ["ted_2", "ted_1"])
    assert {talk.id: talk.texts for talk in talks} == {"ted_1": ["eins", "drei"], "ted_2": ["zwei"]}
    with pytest.raises(InputError, match="the talks of"):
        read_timed_text(tmp_path / "t.yaml", tmp_path / "text", ["ted_2", "ted_3"])


def test_a_folder_has_a_file_per_talk_or_per_language(tmp_path):
    for name, text in {"b.txt": "Zwei.\n", "a.srt": SRT}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "README").write_text("not a talk")
    assert [talk.id for talk in read_talks(tmp_path)] == ["a", "b"]
    (tmp_path / "de.xml").write_text(XML.format(""))
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "talk.1.txt").write_text("Bonjour.\n")
    assert read_talks(tmp_path, "de") == TALKS
    assert [talk.texts for talk in read_talks(tmp_path, "fr")] == [["Bonjour."]]
    (tmp_path / "de.txt").write_text("x\n")
    with pytest.raises(InputError, match=r"more than one text in 'de': de\.txt, de\.xml"):
        read_talks(tmp_path, "de")


def test_a_folder_may_have_a_file_per_talk_that_ends_in_the_language(tmp_path):
    for name in ("talk.1", "talk.2"):
        (tmp_path / f"{name}.de").write_text("Hallo.\n")
        (tmp_path / f"{name}.en").write_text("Hello.\n")
    assert [(talk.id, talk.texts) for talk in read_talks(tmp_path, "de")] == [
        ("talk.1", ["Hallo."]),
        ("talk.2", ["Hallo."]),
    ]


def test_a_folder_without_talks_is_an_error(tmp_path):
    (tmp_path / "notes.md").write_text("x")
    with pytest.raises(InputError, match=r"no talks in 'de': expected de\.xml.* found notes\.md"):
        read_talks(tmp_path, "de")


def test_some_talks_may_be_missing_if_told_so():
    assert join_talks(TALKS, TALKS[1:], "hyp", partial=True) == [(TALKS[1], TALKS[1])]


def test_talks_are_joined_by_id_in_any_order():
    assert join_talks(TALKS, TALKS[::-1], "hyp") == [(talk, talk) for talk in TALKS]
    renamed = Talk("other", TALKS[0].segments)
    assert join_talks(TALKS[:1], [renamed], "hyp") == [(TALKS[0], renamed)]
    with pytest.raises(JoinError, match=r"no output for talk\.2; unknown other"):
        join_talks(TALKS, [TALKS[0], renamed], "hyp")
