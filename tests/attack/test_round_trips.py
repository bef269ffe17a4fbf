"""What is written in a format is what is read from it: random talks, segments, terms and rows, through every writer a
person might use.
"""

import json
from xml.sax.saxutils import escape, quoteattr

import pytest

from askew.core.files import to_json_lines
from askew.core.records import Item
from askew.formats.glossary import read_entries
from askew.formats.manifests import read_recordings, read_speakers
from askew.formats.neural_scores import read_scores
from askew.formats.segment_files import FORMATS, read_segments, written
from askew.formats.segments import Segment, Talk
from askew.formats.talks import read_talks

from .budget import BUDGET, chance_of

LETTERS = "aZäßñ語אع😀0.,;!?\"'<>&{}[]()\\/#*|~-=%$@`_ "
TIMES = max(BUDGET // 20, 1)


def words(chance, most=6):
    return " ".join(
        "".join(chance.choices(LETTERS, k=chance.randrange(1, 9))) for _ in range(chance.randrange(1, most))
    ).split()


def text(chance):
    return " ".join(words(chance)) or "x"


def name(chance):
    return "".join(chance.choices("abcXYZ019._-ä ", k=chance.randrange(1, 12))).strip() or "n"


def names(chance, count):
    return list(dict.fromkeys(name(chance) for _ in range(count)))


def talks(chance):
    return [
        Talk(talk, tuple(Segment(segment, text(chance)) for segment in names(chance, 4))) for talk in names(chance, 3)
    ]


@pytest.mark.parametrize("number", range(TIMES))
def test_talks(tmp_path, number):
    chance = chance_of("talks", number)
    some = talks(chance)
    rows = [{"doc_id": talk.id, "seg_id": each.id, "text": each.text} for talk in some for each in talk.segments]
    (tmp_path / "a.jsonl").write_text(to_json_lines(rows), "utf-8")
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    documents = "".join(
        f"<doc docid={quoteattr(talk.id)}>"
        + "".join(f"<seg id={quoteattr(each.id)}>{_in_xml(chance, each.text)}</seg>\n" for each in talk.segments)
        + "</doc>"
        for talk in some
    )
    (tmp_path / "a.xml").write_text(f"<mteval><refset>{documents}</refset></mteval>", "utf-8")
    for file in ("a.jsonl", "b.jsonl", "a.xml"):
        assert read_talks(tmp_path / file) == some


def _in_xml(chance, said):
    return f"<![CDATA[{said}]]>" if chance.random() < 0.3 and "]]>" not in said else escape(said)


@pytest.mark.parametrize("number", range(TIMES))
@pytest.mark.parametrize("format", FORMATS)
def test_segments(tmp_path, format, number):
    chance = chance_of(f"segments {format}", number)
    segments, now = [], 0
    for k in range(1, chance.randrange(2, 8)):
        start = now + chance.randrange(5000)
        now = start + chance.randrange(1, 40_000_000)
        said = text(chance) if format == "jsonl" else " ".join("".join(chance.choices("aZäßñ語. ", k=9)).split()) or "x"
        segments.append(Segment(str(k), said, start / 1000, now / 1000))
    path = tmp_path / f"a.{format}"
    path.write_text(written(segments, format, "a.wav"), "utf-8")
    read = read_segments(path)
    assert [(round(each.start, 3), round(each.end, 3)) for each in read] == [
        (each.start, each.end) for each in segments
    ]
    if format != "yaml":
        assert [each.text for each in read] == [each.text for each in segments]


@pytest.mark.parametrize("number", range(TIMES))
def test_glossaries(tmp_path, number):
    chance = chance_of("glossaries", number)
    terms = {
        term: tuple(dict.fromkeys(name(chance) for _ in range(chance.randrange(1, 4)))) for term in names(chance, 5)
    }
    (tmp_path / "a.tsv").write_text(
        "en\tde\n" + "".join(f"{term}\t{':::'.join(accepted)}\n" for term, accepted in terms.items()), "utf-8"
    )
    (tmp_path / "a.json").write_text(json.dumps([{"en": term, "de": accepted} for term, accepted in terms.items()]))
    (tmp_path / "b.json").write_text(
        json.dumps(
            {term: {"term": term, "target_translations": {"de": [*accepted]}} for term, accepted in terms.items()}
        )
    )
    for file in ("a.tsv", "a.json", "b.json"):
        assert {entry.term: entry.accepted for entry in read_entries(tmp_path / file, "en", "de")} == terms


@pytest.mark.parametrize("number", range(TIMES))
def test_manifests_and_scores(tmp_path, number):
    chance = chance_of("manifests", number)
    ids = names(chance, 6)
    said = {each: text(chance) for each in ids}
    rows = [{"id": each, "src_ref": said[each], "accent": name(chance), "age": chance.randrange(99)} for each in ids]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert [(row.id, row.text, dict(row.attributes)) for row in read_speakers(tmp_path / "a.jsonl")] == [
        (row["id"], row["src_ref"], {"accent": row["accent"], "age": str(row["age"])}) for row in rows
    ]
    recordings = [{"id": each, "audio": f"{k}/{k}.wav", "text": said[each]} for k, each in enumerate(ids)]
    (tmp_path / "manifest.jsonl").write_text(to_json_lines(recordings), "utf-8")
    assert {key: (row.audio, row.text) for key, row in read_recordings(tmp_path).items()} == {
        row["id"]: (row["audio"], row["text"]) for row in recordings
    }
    scores = {each: chance.uniform(-1e3, 1e3) for each in ids}
    order = chance.sample(ids, len(ids))
    (tmp_path / "s.jsonl").write_text("".join(json.dumps({"id": each, "comet": scores[each]}) + "\n" for each in order))
    assert read_scores(tmp_path / "s.jsonl", [Item(each, "") for each in ids]) == {"comet": scores}
