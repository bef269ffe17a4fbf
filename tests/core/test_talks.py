"""Talks in the formats people keep them in, and their join."""

import gzip
import json

import pytest

from askew.core.errors import InputError, JoinError
from askew.core.talks import Segment, Talk, join_talks, read_talks

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
        ("[1]", "expected an object with doc_id"),
        ('{"seg_id": 1, "text": "x"}', "doc_id"),
        ('{"doc_id": 1}', "no output"),
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


def test_talks_are_joined_by_id_in_any_order():
    assert join_talks(TALKS, TALKS[::-1], "hyp") == [(talk, talk) for talk in TALKS]
    renamed = Talk("other", TALKS[0].segments)
    assert join_talks(TALKS[:1], [renamed], "hyp") == [(TALKS[0], renamed)]
    with pytest.raises(JoinError, match=r"no output for talk\.2; unknown other"):
        join_talks(TALKS, [TALKS[0], renamed], "hyp")
