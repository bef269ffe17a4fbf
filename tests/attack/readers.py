"""Every reader of files from outside, with good files to begin from."""

import json
from pathlib import Path
from typing import NamedTuple

from askew.analyses.edits import read_edits
from askew.core.files import read_lines
from askew.core.journal import read_failures, read_journal
from askew.core.records import Item
from askew.formats.archives import unpack_zip
from askew.formats.captions import read_cues
from askew.formats.emissions import read_emissions
from askew.formats.manifests import read_recordings, read_speakers
from askew.formats.mustc import read_split, read_times
from askew.formats.neural_scores import read_scores
from askew.formats.outputs import read_outputs
from askew.formats.segment_files import read_segments
from askew.formats.talks import read_talks
from askew.lang import pack
from askew.speech.pieces import read_pieces
from askew.text.glossary import read_glossary

from .run_files import RUN_FILES
from .settings_files import SETTINGS_FILES
from .suite_files import SUITE_FILES

ITEMS = [Item("t/1", "One."), Item("t/2", "Two & three.")]


class Reader(NamedTuple):
    """What is called with a folder and the name of the file in it, the file's name, and good files."""

    read: object
    name: str
    seeds: list[bytes]


def rows(*entries):
    return b"".join(json.dumps(entry).encode() + b"\n" for entry in entries)


def _split(folder, name):
    for place in ("data/a/txt", "data/a/wav"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    (folder / "data/a/wav/a.wav").touch()
    (folder / "data/a/txt/a.en").write_text("One.\nTwo.\n")
    (folder / "data/a/txt/a.yaml").write_bytes((folder / name).read_bytes())
    return read_split(folder, "a", ["en"])


def _timed_talks(folder, name):
    (folder / f"{Path(name).stem}.en").write_text("One.\nTwo.\n")
    return read_talks(folder / name, "en")


def _pieces(folder, name):
    (folder / "a.wav").touch()
    return read_pieces(folder / name, ["a"], folder)


YAML = (
    b"- {duration: 1.5, offset: 0.5, rW: 3, speaker_id: spk.1, wav: a.wav}\n"
    b"- {duration: 2, offset: 3, speaker_id: spk.1, wav: a.wav}\n"
)
LONG_YAML = (
    b"- duration: 1.5\n  offset: 0.5\n  wav: 'a.wav'\n- {duration: 2, offset: 3, speaker_id: ~, wav: \"a.wav\"}\n"
)
SRT = b"1\n00:00:01,000 --> 00:00:02,500\nGood <i>morning</i>,\neverybody.\n\n2\n01:00:03,000 --> 01:00:04,000 X1:10\n{\\an8}Q &amp; A\n"
VTT = (
    b"WEBVTT - a title\n\nNOTE not a cue\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.500 align:start\nGood morning,\n\n"
    b"NOTEBOOK\n01:00:03.000 --> 01:00:04.000\n<v Speaker>Q &amp; A</v>\n"
)
XML = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<mteval><refset setid="s"><doc docid="t"><speaker>Ann</speaker>\n<seg id="1">One &lt;b&gt;.</seg>\n'
    b'<seg id="2">Two & <PII>Bo</PII> <![CDATA[A & B]]>.</seg></doc><doc docid="u"><seg id="3">Three.</seg></doc></refset></mteval>\n'
)
TALK_ROWS = rows(
    {"doc_id": "t", "seg_id": 1, "text": "One.", "speaker_id": "ann"}, {"doc_id": "t", "seg_id": "2", "output": "Two."}
)
OUTPUT_ROWS = rows({"id": "t/1", "output": "Eins.", "transcript": "one"}, {"doc_id": "t", "seg_id": 2, "text": "Zwei."})
GLOSSARY = [
    b'[{"en": "corpus", "de": ["Korpus", "Text:::Texte"]}, {"en": "parsing", "de": "Analyse"}]',
    b'{"bert": {"term": "BERT", "target_translations": {"de": "BERT", "fr": ["BERT"]}}}',
]
SPEAKERS = rows(
    {
        "sample_id": 1,
        "src_ref": "One.",
        "tgt_ref": "Eins.",
        "src_lang": "en",
        "tgt_lang": "de",
        "speaker_id": "a",
        "gender": 1,
        "dataset_id": "fleurs",
        "benchmark_metadata": {"acc": "x", "age": 30.5},
        "src_audio": "1.wav",
    },
    {"id": "b", "src_ref": "Two.", "client_id": "b"},
)
SCORES = rows(
    {"sample_id": 0, "metrics": {"xcomet_score": 0.5, "bleu": 3, "note": ["x"]}},
    {"id": "t/2", "metrics": {"xcomet_score": 0.7, "bleu": 2}},
)
SCORE = {"value": 1.5, "low": None, "high": 2, "n": 3, "coverage": 100.0, "reason": None}
EDITS = json.dumps(
    {
        "name": "x",
        "target": "de",
        "stages": ["a", "b"],
        "segments": 2,
        "words": {"a": 1},
        "terms": {},
        "steps": [{"before": "a", "after": "b", "scores": {"ter": SCORE}, "talks": {"t": {"ter": SCORE}}}],
    }
).encode()

PACK = b"""code = "xx"
name = "X"
version = 1
sources = ["s"]
cases = ["nom", "gen"]
adverbs = ["very"]
[determiners]
el = "m.sg f.sg.gen"
[adjectives]
stems = ["a"]
endings = {o = "m.sg", a = "f.sg"}
[things]
words = ["desk"]
[occupations.nurse]
masculine = ["a|b / c|d"]
epicene = ["x"]
"""
EMISSIONS = [
    rows(
        {
            "index": 0,
            "prediction": "Eins zwei",
            "delays": [900, 1400.5],
            "elapsed": [950, 1500],
            "source": ["a.wav"],
        }
    ),
    rows({"doc_id": "a", "word": "Eins", "time": 0.9, "elapsed": 1}),
    rows(
        {"id": 1, "metadata": {"wav_name": "a.wav"}},
        {"id": 1, "generated_tokens": ["▁Ei", "ns"], "deleted_tokens": [], "total_audio_processed": 0.9},
    ),
]
EMISSIONS_BY_CHARACTER = [
    rows({"index": 0, "prediction": "一二", "delays": [900, 1400.5], "source": ["a.wav"]}),
    rows({"doc_id": "a", "word": "一", "time": 0.9, "elapsed": 1}),
    rows(
        {"id": 1, "metadata": {"wav_name": "a.wav"}},
        {"id": 1, "generated_tokens": ["一", "二"], "deleted_tokens": [], "total_audio_processed": 0.9},
    ),
]

READERS = {
    "lines": Reader(lambda folder, name: read_lines(folder / name), "a.txt", [b"One.\nTwo.\n"]),
    "outputs: text": Reader(lambda folder, name: read_outputs(folder / name, ITEMS), "a.de", [b"Eins.\nZwei.\n"]),
    "outputs: pipes": Reader(
        lambda folder, name: read_outputs(folder / name, ITEMS),
        "a.de",
        [b"One. ||| Eins.\nTwo & three. ||| Zwei.\n"],
    ),
    "outputs: jsonl": Reader(lambda folder, name: read_outputs(folder / name, ITEMS), "a.jsonl", [OUTPUT_ROWS]),
    "outputs: tsv": Reader(
        lambda folder, name: read_outputs(folder / name, ITEMS, partial=True),
        "a.tsv",
        [b"id\toutput\nt/1\tEins.\nt/2\tZwei.\n", b"t/1\tEins.\n", b"doc_id\tseg_id\ttext\nt\t1\tEins.\n"],
    ),
    "talks: xml": Reader(lambda folder, name: read_talks(folder / name), "a.xml", [XML]),
    "talks: jsonl": Reader(lambda folder, name: read_talks(folder / name), "a.jsonl", [TALK_ROWS]),
    "talks: by content": Reader(
        lambda folder, name: read_talks(folder / name), "a.txt", [XML, TALK_ROWS, VTT, b"One.\n\nTwo.\n"]
    ),
    "talks: must-c": Reader(_timed_talks, "a.yaml", [YAML, LONG_YAML]),
    "log of a simultaneous system": Reader(
        lambda folder, name: read_emissions(folder / name, "word"), "instances.log", EMISSIONS
    ),
    "log of a simultaneous system, by character": Reader(
        lambda folder, name: read_emissions(folder / name, "char"), "instances.log", EMISSIONS_BY_CHARACTER
    ),
    "captions": Reader(lambda folder, name: read_cues(read_lines(folder / name), name), "a.srt", [SRT, VTT]),
    "times": Reader(lambda folder, name: read_times(folder / name), "a.yml", [YAML, LONG_YAML]),
    "corpus": Reader(_split, "a.yaml", [YAML, LONG_YAML]),
    "pieces": Reader(
        _pieces,
        "a.jsonl",
        [rows({"duration": 1.5, "offset": 0, "wav": "a.wav"}, {"duration": 1, "offset": 2.5, "wav": "a.wav"})],
    ),
    "segments: jsonl": Reader(
        lambda folder, name: read_segments(folder / name),
        "a.jsonl",
        [rows({"doc_id": "t", "seg_id": "1", "start": 0.5, "end": 1, "text": "One."}, {"start": 1, "end": 2})],
    ),
    "segments: srt": Reader(lambda folder, name: read_segments(folder / name), "a.srt", [SRT, VTT]),
    "glossary: json": Reader(lambda folder, name: read_glossary([folder / name], "en", "de"), "a.json", GLOSSARY),
    "glossary: tsv": Reader(
        lambda folder, name: read_glossary([folder / name], "en", "de"),
        "a.tsv",
        [b"en\tde\tfr\ncorpus\tKorpus:::Text\tcorpus\nparsing\t\tanalyse\n", b"corpus\tKorpus\n"],
    ),
    "manifest of speakers": Reader(lambda folder, name: read_speakers(folder / name), "a.jsonl", [SPEAKERS]),
    "manifest of recordings": Reader(
        lambda folder, _: read_recordings(folder),
        "manifest.jsonl",
        [
            rows(
                {"id": "b", "audio": "x/2.flac", "voice": "me", "text": "Two.", "sha256": "ab"},
                {"id": 1, "audio": "1.mp3", "rate": 16000},
            )
        ],
    ),
    "neural scores": Reader(lambda folder, name: read_scores(folder / name, ITEMS), "a.jsonl", [SCORES]),
    "edits": Reader(lambda folder, name: read_edits(folder / name), "a.json", [EDITS]),
    "journal": Reader(
        lambda folder, name: read_journal(folder / name),
        "outputs.jsonl",
        [
            rows(
                {"id": "1", "output": "x", "seconds": 0.5, "tokens_in": 3},
                {"id": "2", "output": "y", "transcript": "z"},
            )
        ],
    ),
    "failures": Reader(
        lambda folder, name: read_failures(folder / name), "failures.jsonl", [rows({"id": "1", "reason": "x"})]
    ),
    "language pack": Reader(lambda folder, name: pack.parse((folder / name).read_bytes(), name), "xx.toml", [PACK]),
    "archive": Reader(lambda folder, name: unpack_zip(folder / name, folder), "a.zip", []),
}


def _zipped():
    import io
    import zipfile

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/1.wav", b"RIFF" * 40)
        archive.writestr("2.txt", b"two")
    return stream.getvalue()


READERS["archive"].seeds.append(_zipped())
READERS |= {f"run: {name}": Reader(read, name, [raw]) for name, (read, raw) in RUN_FILES.items()}
READERS |= {kind: Reader(*how) for kind, how in (SUITE_FILES | SETTINGS_FILES).items()}
