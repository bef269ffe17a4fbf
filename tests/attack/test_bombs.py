"""Small files that would take hours or all the memory: each is refused, or read in time in proportion to its size.

Sizes are such that whatever took quadratic time would not come to an end; nothing here looks at a clock.
"""

import gzip
import lzma
import warnings

import pytest

from askew.core.errors import InputError
from askew.core.files import read_lines
from askew.formats.captions import read_cues
from askew.formats.json_lines import rows_of
from askew.formats.mustc import read_times
from askew.formats.talks import read_talks

MANY = 1_000_000


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_a_packed_file_of_gigabytes(tmp_path, pack):
    path = tmp_path / "a.txt"
    path.write_bytes(pack(bytes(300 * 2**20)))
    with pytest.raises(InputError, match=r"a\.txt: is larger than 256 MiB, the most that is read here"):
        read_lines(path)


ALIASES = "- &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"- &{name} [{', '.join([f'*{before}'] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (ALIASES, "a.yaml:1: aliases (*name) and anchors (&name) are not read"),
        ("- &a [*a]\n", "aliases"),
        ("- {wav: *a, offset: 0, duration: 1}\n", "aliases"),
        ("- " + "[" * 100_000 + "\n", "nested more than 20 levels deep"),
        ("- " * 100_000 + "x\n", "nested more than 20 levels deep"),
        ("- {offset: " + "9" * 400 + ", duration: 1, wav: a.wav}\n", "a.yaml:1: offset: "),
        ("- {offset: 2001-01-01, duration: 1, wav: a.wav}\n", "offset: expected a number, found a string"),
        ("- {offset: 1, offset: 2, duration: 1, wav: 'a.wav'}\n", "'offset' stands twice"),
        ("- !!timestamp 2001-01-01\n", "tags"),
        ("- a\n---\n- b\n", "expected one YAML document"),
    ],
)
def test_yaml(tmp_path, text, complaint):
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_times(path)
    assert complaint in str(error.value)


@pytest.mark.parametrize("text", ["<b" * MANY, "<1" * MANY, "&" * MANY, "<i " * MANY, "{\\a" * MANY, " " * MANY + "x"])
def test_markup_of_captions(text):
    [cue] = read_cues(["1", "00:00:01,000 --> 00:00:02,500", text], "a.srt")
    assert cue.lines


@pytest.mark.parametrize(
    "line", ["0" * MANY, " " * MANY, "00:00:01,000 " + " " * MANY, "1:" * MANY, "00:00:01,000 --> " + "0" * MANY]
)
def test_times_of_captions(line):
    with pytest.raises(InputError, match="expected times such as"):
        read_cues(["1", line + "x-->", "text"], "a.srt")


@pytest.mark.parametrize(
    ("start", "complaint"),
    [("9" * 400, "expected times such as"), ("99999", "expected times such as")],
)
def test_hours_of_captions(start, complaint):
    with pytest.raises(InputError, match=complaint):
        read_cues(["1", f"{start}:00:00,000 --> {start}:00:01,000", "text"], "a.srt")


def test_a_character_reference_of_5000_digits():
    with pytest.raises(InputError, match=r"a\.srt:3: "):
        read_cues(["1", "00:00:01,000 --> 00:00:02,500", "&#" + "9" * 5000 + ";"], "a.srt")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "<doc docid='t'><seg id='1'>" + "<a>" * 2000 + "</a>" * 2000 + "</seg></doc>",
            "nested more than 100 levels deep",
        ),
        ("<a>" * MANY, "nested more than 100 levels deep"),
        ("<doc docid='t'><seg id='1'>" + "<![CDATA[" * 300_000, "malformed XML"),
        ("<doc docid='t'><seg id='1'>" + "<!--" * 500_000, "malformed XML"),
        ("<!DOCTYPE a [" + "<!ENTITY b 'c'>" * 9 + "]><a/>", "declares entities"),
        ("<doc docid='t'><seg id='1'>a<seg id='2'>b</seg></seg></doc>", "a <seg> within a <seg>"),
        ("<doc docid='" + "t" * 501 + "'><seg id='1'>a</seg></doc>", "an id has at most 500 characters"),
        ("<doc><seg id='1'>a</seg></doc>", "an id must not be empty"),
    ],
)
def test_xml(tmp_path, text, complaint):
    path = tmp_path / "a.xml"
    path.write_text(text)
    with pytest.raises(InputError, match=complaint):
        read_talks(path)


def test_bare_ampersands_by_the_million(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text("<doc docid='t'><seg id='1'>" + "& " * 100_000 + "</seg></doc>")
    with pytest.warns(UserWarning, match="bare '&' on line 1; read as"):
        [talk] = read_talks(path)
    assert talk.texts == [" ".join("&" * 100_000)]


def test_a_hundred_thousand_talks_of_the_same_name_but_one(tmp_path):
    """Whatever looks for doubles must not compare each with each."""
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f'{{"doc_id": "{n}", "text": "x"}}\n' for n in range(100_000)))
    assert len(read_talks(path)) == 100_000


@pytest.mark.parametrize(
    "line", ["[" * MANY, '{"a":' * MANY, '"' + "[" * MANY, '{"a": "' + "\\" * MANY, "[" * 99 + '"]"' * MANY]
)
def test_json(line):
    with warnings.catch_warnings(), pytest.raises(InputError):
        list(rows_of([line], dict, "a.jsonl"))
