"""Files of outputs: every format read back as written, every mistake named with its place."""

import gzip
import io
import json
import random
import sys

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from askew.core.errors import InputError, JoinError, UsageError
from askew.core.records import Item
from askew.formats.outputs import read_outputs, sniff

ITEMS = [Item(f"talk/{n}", f"Source {n}.") for n in range(1, 13)]
TEXTS = ["La médica.", "", "¿Qué?", "漢字", "a|b", "x ||| y", "{", "- 5 %", '"q"', "a\u00a0b", "🙂", "fin"]


def _jsonl(id_key, text_key):
    def write(item, text):
        doc, seg = item.id.split("/")
        ids = {"doc_id": doc, "seg_id": int(seg)} if id_key == "doc_id" else {id_key: item.id}
        return json.dumps({"system": "s", **ids, text_key: text}, ensure_ascii=False)

    return write


def _tsv(id_key, text_key):
    def write(item, text):
        return "\t".join([text, "s", *(item.id.split("/") if id_key == "doc_id" else [item.id])])

    return write, "\t".join([text_key, "system", *(["doc_id", "seg_id"] if id_key == "doc_id" else [id_key])])


IDS, KEYS = ("id", "sample_id", "doc_id"), ("output", "text", "hypothesis")
BY_POSITION = {
    "text": ("text", lambda _, text: text),
    "pipes": ("pipes", lambda item, text: f"{item.source} ||| {text}"),
}
BY_ID = {
    **{f"jsonl {i} {k}": ("jsonl", _jsonl(i, k)) for i in IDS for k in KEYS},
    **{f"tsv {i} {k}": ("tsv", *_tsv(i, k)) for i in IDS for k in KEYS},
    "tsv two columns": ("tsv", lambda item, text: f"{item.id}\t{text}"),
}
FORMATS = BY_POSITION | BY_ID
DRESSINGS = {
    "plain": lambda raw: raw,
    "gz": gzip.compress,
    "byte-order mark": lambda raw: b"\xef\xbb\xbf" + raw,
    "CRLF": lambda raw: raw.replace(b"\n", b"\r\n"),
    "no final newline": lambda raw: raw.removesuffix(b"\n"),
    "all of it": lambda raw: gzip.compress(b"\xef\xbb\xbf" + raw.removesuffix(b"\n").replace(b"\n", b"\r\n")),
}


def written(form, rows):
    """The bytes of a file with these (item, text) rows."""
    _, write, *header = FORMATS[form]
    return "".join(line + "\n" for line in [*header, *(write(item, text) for item, text in rows)]).encode()


def texts_of(outputs):
    return [output.text for output in outputs]


@pytest.fixture
def put(tmp_path):
    def write(content, name="out"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize("dressing", DRESSINGS)
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_in_every_dressing_is_told_from_the_file_and_read(put, form, dressing):
    name = "out.tsv" if form == "tsv two columns" else "out"  # nothing in it says that it is one
    path = put(DRESSINGS[dressing](written(form, zip(ITEMS, TEXTS, strict=True))), name)
    outputs = read_outputs(path, ITEMS)
    assert texts_of(outputs) == TEXTS
    assert [output.id for output in outputs] == [item.id for item in ITEMS]


@pytest.mark.parametrize(
    ("name", "first_line", "kind"),
    [
        ("a.jsonl", "x", "jsonl"), ("a.ndjson.gz", "x", "jsonl"), ("a.tsv", "x", "tsv"), ("a.tsv.gz", "{}", "tsv"),
        ("-", '{"id": 1}', "jsonl"), ("a.txt", "s ||| t", "pipes"), ("a.es", "ID\tText", "tsv"), ("a.es", "uno\tdos", "text"),
        ("a.es", "{hola", "jsonl"), ("a.es", "", "text"),
    ],
)  # fmt: skip
def test_the_format_is_told_by_the_name_then_by_the_first_line(name, first_line, kind):
    assert sniff(name, [first_line]) == kind


line_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff"), max_size=20)
texts_strategy = st.lists(line_text.map(lambda text: " ".join(text.split())), min_size=1, max_size=12)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(list(FORMATS)), st.sampled_from(list(DRESSINGS)), texts_strategy, st.randoms(use_true_random=False)
)
def test_what_is_written_in_any_format_is_read_back_in_item_order(put, form, dressing, texts, chance):
    if form == "text":
        assume(any(texts))  # a file of line ends alone is taken for empty
        assume(texts[-1] or dressing not in ("no final newline", "all of it"))
    items = ITEMS[: len(texts)]
    rows = list(zip(items, texts, strict=True))
    if form in BY_ID:
        chance.shuffle(rows)
    path = put(DRESSINGS[dressing](written(form, rows)))
    assert texts_of(read_outputs(path, items, format=FORMATS[form][0])) == texts


@pytest.mark.parametrize("form", ["text", "jsonl id output"])
def test_a_dash_is_standard_input(monkeypatch, form):
    raw = gzip.compress(written(form, zip(ITEMS, TEXTS, strict=True)))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert texts_of(read_outputs("-", ITEMS)) == TEXTS


def test_whole_numbers_are_ids_too(put):
    path = put('{"id": 2, "output": "b"}\n{"id": 1, "output": "a"}\n')
    assert texts_of(read_outputs(path, [Item("1", ""), Item("2", "")])) == ["a", "b"]


def test_a_line_break_inside_an_output_is_white_space(put):
    path = put('{"id": "talk/1", "output": "one\\ntwo\\r\\n"}')
    assert texts_of(read_outputs(path, ITEMS[:1])) == ["one two"]


def test_equal_texts_under_two_names_are_one_text(put):
    assert texts_of(read_outputs(put('{"id": "talk/1", "output": "a", "text": "a"}'), ITEMS[:1])) == ["a"]


@pytest.mark.parametrize("form", BY_ID)
def test_partial_leaves_unanswered_items_out(put, form):
    path = put(written(form, [(ITEMS[7], "h"), (ITEMS[2], "c")]), f"out.{FORMATS[form][0]}")
    outputs = read_outputs(path, ITEMS, partial=True)
    assert [(output.id, output.text) for output in outputs] == [("talk/3", "c"), ("talk/8", "h")]


@pytest.mark.parametrize("form", BY_POSITION)
def test_rows_joined_by_position_are_never_partial(put, form):
    with pytest.raises(JoinError, match="expected 12 rows, one per item, found 2"):
        read_outputs(put(written(form, zip(ITEMS[:2], TEXTS, strict=False))), ITEMS, partial=True)


def test_an_unknown_format_is_refused(put):
    with pytest.raises(UsageError, match="text, pipes, jsonl, tsv"):
        read_outputs(put("a"), ITEMS[:1], format="json")


def test_a_few_foreign_sources_are_a_warning_that_names_the_lines(put):
    path = put("".join(f"{'X' if n in (3, 9) else ''}{item.source} ||| t{n}\n" for n, item in enumerate(ITEMS, 1)))
    with pytest.warns(UserWarning, match=r"2 of 12 sources differ from the suite's \(lines 3, 9\)"):
        outputs = read_outputs(path, ITEMS)
    assert texts_of(outputs) == [f"t{n}" for n in range(1, 13)]


def rows(count, start=1):
    return "".join(json.dumps({"id": f"talk/{n}", "output": "x"}) + "\n" for n in range(start, start + count))


def spoilt(line, number=3):
    """A good JSON Lines file with one line replaced."""
    lines = rows(12).splitlines(keepends=True)
    return "".join([*lines[: number - 1], line + "\n", *lines[number:]])


MISTAKES = {
    "too few lines": ("a\n" * 5, 5, "expected 12 rows, one per item, found 5; no output for talk/6, talk/7, talk/8, talk/9, talk/10 and 2 more"),
    "too many lines": ("a\n" * 20, 13, "found 20; too many: line 13, line 14, line 15, line 16, line 17 and 3 more"),
    "a blank line too many": ("a\n" * 12 + "\n", 13, "found 13 (the last one is blank); too many: line 13"),
    "too few pipes": ("s ||| t\n" * 2, 2, "found 2; no output for talk/3, "),
    "foreign sources": ("s ||| t\n" * 12, 1, "12 of 12 sources before ||| are not the suite's: lines 1, 2, 3, 4, 5 and 7 more"),
    "just over half foreign": ("".join(f"{'s' * (n > 4)}{i.source} ||| t\n" for n, i in enumerate(ITEMS)), 6, "lines 6, 7, 8, 9, 10 and 2 more"),
    "missing ids": (rows(5), None, "no output for 7 of 12 items: talk/6, talk/7, talk/8, talk/9, talk/10 and 2 more"),
    "extra ids": (rows(19), 13, "7 of 19 ids are not in the suite: talk/13 (line 13), talk/14 (line 14), talk/15 (line 15), talk/16 (line 16), talk/17 (line 17) and 2 more"),
    "duplicate ids": (rows(12) + rows(6), 13, "duplicate ids: talk/1 (line 13), talk/2 (line 14), talk/3 (line 15), talk/4 (line 16), talk/5 (line 17) and 1 more"),
    "broken UTF-8": (b"a\r\nb\r\n\xc3\xb1\xc3\r\n" + b"a\n" * 9, 3, "is not UTF-8: byte 0xc3 at byte 3 of the line"),
    "Latin-1": (("a\n" * 10 + "señora\nb\n").encode("latin-1"), 11, "is not UTF-8: byte 0xf1 at byte 3 of the line"),
    "NUL": ("a\n" * 4 + "b\0c\n" + "a\n" * 7, 5, "holds a NUL byte"),
    "UTF-16": (("hola\n" * 12).encode("utf-16"), 1, "save it as UTF-8"),
    "empty file": ("", None, "is empty"),
    "empty .gz": (gzip.compress(b""), None, "is empty"),
    "byte-order mark alone": (b"\xef\xbb\xbf", None, "is empty"),
    "white space alone": (" \r\n\t\n" * 12, None, "is empty"),
    "broken JSON": (spoilt('{"id": "talk/3", "output": "x}'), 3, "broken JSON: "),
    "broken JSON in the first line": (spoilt('{"id": "talk/1", "output": "x', 1), 1, "broken JSON: "),
    "JSON nested too deep": (spoilt('{"id": "talk/3", "output": ' + "[" * 100_000), 3, "JSON is nested more than 100 levels deep"),
    "a number too long to read": (spoilt('{"id": ' + "1" * 5000 + ', "output": "x"}'), 3, "id: a number is too large"),
    "lone surrogate": (spoilt('{"id": "talk/3", "output": "\\ud83d"}'), 3, "holds a lone surrogate"),
    "JSON array": (spoilt('["talk/3", "x"]'), 3, "expected an object, found a list"),
    "JSON string": (spoilt('"talk/3"'), 3, "expected an object, found a string"),
    "blank line in JSON": (spoilt("  "), 3, "blank line"),
    "null output": (spoilt('{"id": "talk/3", "output": null}'), 3, "output: expected a string, found null"),
    "number output": (spoilt('{"id": "talk/3", "text": 3.5}'), 3, "text: expected a string, found a number"),
    "NaN output": (spoilt('{"id": "talk/3", "text": NaN}'), 3, "NaN is no number in JSON"),
    "no output": (spoilt('{"id": "talk/3", "said": "x"}'), 3, "no output: expected one of output, text, hypothesis, translation, prediction, mt, found id, said"),
    "an output in two languages": (spoilt('{"id": "talk/3", "translation": {"en": "x", "de": "y"}}'), 3, "translation: expected a string"),
    "conflicting other texts": (spoilt('{"id": "talk/3", "mt": "x", "prediction": "y"}'), 3, "prediction and mt hold different texts"),
    "ids counted from 0": (rows(12, start=0), 1, "talk/0 (line 1); the file's ids count from 0, the suite's from 1: add 1 to each"),
    "an id that is like others": (spoilt('{"id": "Talk-3", "output": "x"}'), 3, "Talk-3 (line 3); ids like 'Talk-3' are talk/3, "),
    "an id that is like no other": (spoilt('{"id": "mofc", "output": "x"}'), 3, "mofc (line 3); expected ids such as talk/1, talk/2"),
    "no id": (spoilt('{"doc_id": "talk", "output": "x"}'), 3, "no id: expected id, sample_id, or doc_id with seg_id, found doc_id, output"),
    "null id": (spoilt('{"id": null, "output": "x"}'), 3, "id: expected a whole number or a string, found null"),
    "true as id": (spoilt('{"id": true, "output": "x"}'), 3, "id: expected a whole number or a string, found true or false"),
    "empty id": (spoilt('{"id": " ", "output": "x"}'), 3, "an id must not be empty"),
    "conflicting texts": (spoilt('{"id": "talk/3", "output": "x", "hypothesis": "y"}'), 3, "output and hypothesis hold different texts"),
    "TSV cell too many": ("id\toutput\ntalk/1\ta\ntalk/2\tb\tc\n", 3, "expected 2 columns, found 3"),
    "TSV cell too few": ("id\toutput\ntalk/1\n", 2, "expected 2 columns, found 1"),
    "TSV empty id": ("id\toutput\ntalk/1\ta\n\tb\n", 3, "an id must not be empty"),
    "truncated .gz": (gzip.compress(rows(12).encode())[:-12], None, "is a damaged .gz file"),
    "scratched .gz": (gzip.compress(random.Random(1).randbytes(999))[:300] + bytes(700), None, "is a damaged .gz file"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_file_line_and_the_first_five_offenders(put, mistake):
    content, line, said = MISTAKES[mistake]
    path = put(content)
    with pytest.raises(InputError) as caught:
        read_outputs(path, ITEMS)
    place = str(path) if line is None else f"{path}:{line}"
    assert str(caught.value).startswith(f"{place}: ")
    assert said in str(caught.value)


@pytest.mark.parametrize("key", ["translation", "prediction", "mt"])
def test_other_names_of_the_output_are_read_where_it_has_no_usual_one(put, key):
    assert texts_of(read_outputs(put(f'{{"id": "talk/1", "{key}": "a"}}'), ITEMS[:1])) == ["a"]
    assert texts_of(read_outputs(put(f"id\t{key}\ntalk/1\ta\n", "out.tsv"), ITEMS[:1])) == ["a"]
    beside = put(f'{{"id": "talk/1", "{key}": {{"de": "a reference"}}, "output": "a"}}')
    assert texts_of(read_outputs(beside, ITEMS[:1])) == ["a"]


@pytest.mark.parametrize("name", ["out.tsv", "out.txt", "out"])
@pytest.mark.parametrize("output_first", [True, False])
def test_two_columns_without_a_header_are_read_in_either_order(put, name, output_first):
    pairs = [(item.id, text) for item, text in zip(ITEMS, TEXTS, strict=True)]
    lines = ["\t".join(pair[::-1] if output_first else pair) for pair in reversed(pairs)]
    assert texts_of(read_outputs(put("\n".join(lines), name), ITEMS)) == TEXTS


def test_a_tab_in_an_output_makes_no_columns(put):
    assert texts_of(read_outputs(put("a\tb\nc\td\n"), ITEMS[:2])) == ["a\tb", "c\td"]


def test_a_file_that_lies_there_packed_or_unpacked_is_named(put, tmp_path):
    packed = put(gzip.compress(b"a\n"), "a.txt.gz")
    with pytest.raises(InputError, match=r"a\.txt: no such file, but a\.txt\.gz lies there"):
        read_outputs(tmp_path / "a.txt", ITEMS)
    packed.rename(tmp_path / "b.txt.xz")
    with pytest.raises(InputError, match=r"b\.txt\.gz: no such file, but b\.txt\.xz lies there"):
        read_outputs(tmp_path / "b.txt.gz", ITEMS)
    put("a", "c.txt")
    with pytest.raises(InputError, match=r"c\.txt\.gz: no such file, but c\.txt lies there"):
        read_outputs(tmp_path / "c.txt.gz", ITEMS)


def test_a_tsv_without_the_columns_says_which_it_wants(put):
    with pytest.raises(InputError, match="found 3 columns: src, mt, ref"):
        read_outputs(put("src\tmt\tref\na\tb\tc\n", "out.tsv"), ITEMS)


def test_pipes_without_pipes_are_refused(put):
    with pytest.raises(InputError, match=r":2: expected 'source \|\|\| translation'"):
        read_outputs(put("s ||| t\nt\n"), ITEMS, format="pipes")


def test_a_folder_and_a_missing_file_are_refused_by_name(tmp_path):
    with pytest.raises(InputError, match=f"^{tmp_path}: can't be read: Is a directory"):
        read_outputs(tmp_path, ITEMS)
    with pytest.raises(InputError, match=f"^{tmp_path}/none.txt: no such file"):
        read_outputs(tmp_path / "none.txt", ITEMS)
