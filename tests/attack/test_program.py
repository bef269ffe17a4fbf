"""Hostile files through the program itself: one message, status 2, no traceback, and never 'a bug in askew'."""

import json

import pytest

ROW = {"id": "1", "src_ref": "Good morning.", "src_lang": "en"}
TALKS = ("score", "talks", "--hyp", "FILE", "--references", "FILE", "--target", "de")
ITEMS = ("items", "speakers", "--manifest", "FILE")
HOSTILE = {
    "a talk without an id": (
        "r.jsonl",
        '{"doc_id": null, "text": "x"}\n',
        TALKS,
        "r.jsonl:1: doc_id: expected a whole number or a string",
    ),
    "hours of 400 digits": (
        "r.srt",
        f"1\n{'9' * 400}:00:00,000 --> 1:00:00,000\nx\n",
        TALKS,
        "r.srt:2: expected times such as",
    ),
    "2,000 tags": (
        "r.xml",
        "<doc docid='t'><seg id='1'>" + "<a>" * 2000 + "</a>" * 2000 + "</seg></doc>",
        TALKS,
        "more than 100 levels deep",
    ),
    "aliases": (
        "s.yaml",
        "- &a [x, x]\n- [*a, *a]\n",
        ("lengths", "FILE"),
        "s.yaml:1: aliases (*name) and anchors (&name) are not read",
    ),
    "deep JSON": (
        "m.jsonl",
        json.dumps(ROW)[:-1] + ', "x": ' + "[" * 5000 + "]" * 5000 + "}\n",
        ITEMS,
        "m.jsonl:1: JSON is nested more than",
    ),
    "a lone surrogate": ("m.jsonl", '{"id": "1", "src_ref": "\\ud800"}\n', ITEMS, "m.jsonl:1: holds a lone surrogate"),
    "a megabyte of an attribute": (
        "m.jsonl",
        json.dumps({**ROW, "accent": "x" * 10**6}) + "\n",
        ITEMS,
        "accent has at most 500 characters",
    ),
    "translations that are none": (
        "g.json",
        '[{"en": "corpus", "target_translations": "Korpus"}]',
        ("terms", "tag", "FILE", "--terms", "FILE"),
        "g.json: entry 1: target_translations: expected an object, found a string",
    ),
    "a language that is none": (
        "m.jsonl",
        json.dumps({**ROW, "src_lang": "e|n"}) + "\n",
        ("score", "speakers", "--hyp", "FILE", "--format", "text", "--manifest", "FILE", "--source", "e|n"),
        "'e|n'",
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_one_message(askew, is_users_mistake, tmp_path, kind):
    name, text, command, complaint = HOSTILE[kind]
    path = tmp_path / name
    path.write_text(text)
    result = askew(*(path if word == "FILE" else word for word in command))
    is_users_mistake(result)
    assert complaint in result.stderr
