"""Good files made bad: bytes changed, hostile pieces put in, values of JSON replaced by others."""

import gzip
import json
import lzma

PIECES = [
    b"",
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\r",
    b"\n\n",
    b"\t",
    b"\x1b[2J",
    "\u2028\u0085".encode(),
    b"null",
    b"true",
    b"NaN",
    b"-Infinity",
    b"1e999",
    b"-0",
    b"9" * 400,
    b"9" * 5000,
    b"0." + b"3" * 5000,
    b"1" + b"0" * 400 + b".5",
    b'"\\ud800"',
    b'"\\udc00\\ud800"',
    b'"\\u0000"',
    b"[" * 5000,
    b'{"a":' * 3000,
    b"[]" * 500,
    b"{}",
    b'"',
    b"\\",
    b"x" * 20_000,
    b"&" * 3000,
    b"&#" + b"9" * 5000 + b";",
    b"&amp;",
    b"&nbsp;",
    b"<b" * 3000,
    b"<a>" * 3000,
    b"</doc>",
    b"<seg>",
    b"<doc>",
    b"<!DOCTYPE x>",
    b"<!ENTITY a 'b'>",
    b"<![CDATA[",
    b"]]>",
    b"<!--",
    b"<?xml version='1.0' encoding='UTF-16'?>",
    b"<1" * 3000,
    b"*a",
    b"&a ",
    b"&a [*a, *a]",
    b"!!python/object:os.system",
    b"!!binary ",
    b"- " * 300,
    b"? ",
    b"? [a]: b",
    b"<<: ",
    b"2001-01-01",
    b"0o17",
    b"1:30:00",
    b"~",
    b"---\n",
    b"...\n",
    b"%YAML 9\n",
    b"{a: b}",
    b"'",
    b"# ",
    b"@",
    b"| ",
    b"-->",
    b"99999:99:99,999 --> 00:00:00,000",
    b"9" * 400 + b":00:00,000 --> " + b"9" * 401 + b":00:00,000",
    b"NOTE",
    b"WEBVTT",
    b"STYLE\n",
    b"../../../etc/passwd",
    b"/etc/passwd",
    b"C:\\x",
    b"a/../../b",
    b"|||",
    b":::",
    b"=cmd()",
    b"</script>",
]
VALUES = [
    None,
    True,
    False,
    0,
    -1,
    3,
    10**18,
    10**40,
    10**400,
    1.5,
    -0.0,
    1e308,
    "",
    " ",
    "x",
    "x" * 600,
    "\0",
    "\ud800",
    "a\nb",
    "../../x",
    "/x",
    [],
    {},
    [[]],
    ["a"],
    {"a": 1},
    {"a": None},
    [None],
    "NaN",
    "1e999",
    "true",
]


def mutated(chance, seeds):
    """One bad file, or a good one: from one of the seeds, by a few changes."""
    raw = chance.choice(seeds)
    if chance.random() < 0.4:
        raw = _other_value(chance, raw)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 8))):
        raw = chance.choice((_changed, _cut, _doubled, _with_piece, _with_piece, _without, _swapped))(chance, raw)
    if chance.random() < 0.05:
        raw = chance.choice((gzip.compress, _xz))(raw)
        raw = _changed(chance, raw) if chance.random() < 0.5 else raw
    return raw


def _xz(raw):
    return lzma.compress(raw, preset=0)  # a wide window takes milliseconds to set up


def _other_value(chance, raw):
    """One value of a line of JSON replaced, or its key."""
    lines = raw.split(b"\n")
    place = chance.randrange(len(lines))
    try:
        row = json.loads(lines[place])
    except ValueError:
        return raw
    spots = list(_spots(row))
    if not spots:
        return raw
    holder, key = chance.choice(spots)
    value = chance.choice([*VALUES, "deep"])
    if value == "deep":
        value = []
        for _ in range(chance.choice((90, 200, 900))):
            value = [value]
    if isinstance(holder, dict) and chance.random() < 0.2:
        holder[chance.choice(["", "id", "text", "\ud800", "x" * 700])] = holder.pop(key)
    else:
        holder[key] = value
    lines[place] = json.dumps(row).encode()
    return b"\n".join(lines)


def _spots(row):
    entries = row.items() if isinstance(row, dict) else enumerate(row) if isinstance(row, list) else ()
    for key, value in list(entries):
        yield row, key
        yield from _spots(value)


def _place(chance, raw):
    return chance.randrange(len(raw) + 1)


def _changed(chance, raw):
    at = _place(chance, raw)
    return raw[:at] + chance.randbytes(chance.randrange(4)) + raw[at + 1 :]


def _cut(chance, raw):
    return raw[: _place(chance, raw)]


def _without(chance, raw):
    start = _place(chance, raw)
    return raw[:start] + raw[start + chance.randrange(1, 30) :]


def _doubled(chance, raw):
    start = _place(chance, raw)
    end = start + chance.randrange(1, 60)
    return raw[:end] + raw[start:end] * chance.choice((1, 1, 50)) + raw[end:]


def _with_piece(chance, raw):
    at = _place(chance, raw)
    return raw[:at] + chance.choice(PIECES) + raw[at + chance.choice((0, 0, 1, 5)) :]


def _swapped(chance, raw):
    lines = raw.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)
