"""Talks scored: references from the official archive and one's own, outputs whole and in segments, and what is known of
the speakers.
"""

import json
import sys
import warnings
from dataclasses import replace

import pytest

import askew
from askew.core.errors import DataError, InputError, JoinError, RunError, UsageError
from askew.suites.talks.acl6060 import LANGUAGES, tagged_terms

FEW = askew.Resampling(resamples=200)
ENGLISH = {
    "talk.1": ["Good morning everybody.", "Today I talk about machine translation of talks.", "It is about people & their words."],
    "talk.2": ["Thank you for coming.", "Here are the results of our second experiment."],
}  # fmt: skip
GERMAN = {
    "talk.1": ["Guten Morgen zusammen.", "Heute spreche ich über die maschinelle Übersetzung von Vorträgen.", "Es geht um Menschen & ihre Wörter."],
    "talk.2": ["Danke, dass Sie gekommen sind.", "Hier sind die Ergebnisse unseres zweiten Experiments."],
}  # fmt: skip


def xml(talks, first=1):
    """As in the archive: segments numbered through all talks, and a bare &."""
    rows, number = [], first
    for name, texts in talks.items():
        rows.append(f'<doc docid="{name}" genre="presentations">')
        for text in texts:
            rows.append(f'<seg id="{number}">{text}</seg>')
            number += 1
        rows.append("</doc>")
    return "<mteval><refset>\n" + "\n".join(rows) + "\n</refset></mteval>\n"


def archive(root, split, language, talks):
    """A file of the official archive's layout."""
    folder = root / "2/acl_6060" / split / "text"
    for kind in ("xml", "txt", "tagged_terminology"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    (folder / "xml" / f"ACL.6060.{split}.en-xx.{language}.xml").write_text(xml(talks), encoding="utf-8")
    lines = [text for texts in talks.values() for text in texts]
    (folder / "txt" / f"ACL.6060.{split}.en-xx.{language}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    tagged = [line.replace("machine translation", "[machine translation]") for line in lines]
    place = folder / "tagged_terminology" / f"ACL.6060.{split}.tagged.en-xx.{language}.txt"
    place.write_text("\n".join(tagged) + "\n", encoding="utf-8")


@pytest.fixture
def official(tmp_path, monkeypatch):
    """The official archive's layout, with small talks of our own, where data sets are looked for."""
    warnings.simplefilter("ignore", UserWarning)
    root = tmp_path / "data"
    for split in ("dev", "eval"):
        for language, talks in (("en", ENGLISH), ("de", GERMAN), ("fa", GERMAN)):
            named = {f"{split}.{name}": texts for name, texts in talks.items()}
            archive(root / "acl6060", split, language, named)
    monkeypatch.setenv("ASKEW_DATA", str(root))
    return root / "acl6060"


def whole(path, talks, prefix="eval."):
    """Outputs for whole talks, in another order than the reference's."""
    rows = [{"doc_id": prefix + name, "output": " ".join(texts)} for name, texts in reversed(talks.items())]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def score(hyp, suite="acl6060", target="de", **options):
    return askew.score(suite, target=target, hyp=hyp, resampling=FEW, **options)


@pytest.mark.usefixtures("official")
def test_items_are_segments_with_source_reference_and_recording():
    first, *_, last = askew.items("acl6060", target="de")
    assert (first.id, first.source, first.references) == ("eval.talk.1/1", ENGLISH["talk.1"][0], (GERMAN["talk.1"][0],))
    assert first.attributes == {"talk": "eval.talk.1"}
    assert first.audio == "acl_6060/eval/segmented_wavs/gold/sent_1.wav"
    assert last.id == "eval.talk.2/5"
    assert askew.items("acl6060")[0].references == ()


@pytest.mark.usefixtures("official")
def test_splits():
    assert [len(askew.items("acl6060", target="de", subset=split)) for split in ("dev", "eval", "both")] == [5, 5, 10]


@pytest.mark.parametrize("inside", ["", "2", "2/acl_6060"])
def test_the_archive_may_lie_anywhere(official, monkeypatch, inside):
    monkeypatch.setenv("ASKEW_DATA", "/nowhere")
    assert len(askew.items("acl6060", target="de", references=str(official / inside))) == 5


@pytest.mark.usefixtures("official")
def test_any_pair_of_languages(tmp_path):
    item = askew.items("acl6060", target="en", source="de")[0]
    assert (item.source, item.references) == (GERMAN["talk.1"][0], (ENGLISH["talk.1"][0],))
    run = score(whole(tmp_path / "a.jsonl", ENGLISH), target="en", source="de")
    assert run.protocol == "translation"
    assert run.signature.fields["source"] == "de"
    with pytest.raises(UsageError, match="ACL 60/60 has no 'it'"):
        askew.items("acl6060", target="de", source="it")


def test_all_ten_languages_are_targets():
    assert len(LANGUAGES) == 11
    with pytest.raises(UsageError, match="can't judge 'it'; it can judge ar, de, en, fa, fr, ja, nl, pt, ru, tr, zh"):
        score([], target="it")


@pytest.mark.usefixtures("official")
def test_a_language_that_is_not_there_says_what_is():
    with pytest.raises(DataError, match=r"eval in 'nl' is not in .*; there is de, en, fa\. .*official archive"):
        askew.items("acl6060", target="nl")
    with pytest.raises(UsageError, match="no such folder"):
        askew.items("acl6060", target="de", references="/nowhere")


def test_tagged_terms_are_read(official):
    assert tagged_terms(official, "eval", "en") == [[], ["machine translation"], [], [], []]
    with pytest.raises(DataError, match="no tagged terminology"):
        tagged_terms(official, "eval", "nl")


@pytest.mark.usefixtures("official")
def test_whole_talks_are_cut_into_the_references_segments(tmp_path):
    run = score(whole(tmp_path / "a.jsonl", GERMAN))
    assert [output.text for output in run.outputs] == [text for texts in GERMAN.values() for text in texts]
    assert {name: run.scores[name].value for name in ("chrf", "bleu", "ter", "wrong_language")} == pytest.approx(
        {"chrf": 100.0, "bleu": 100.0, "ter": 0.0, "wrong_language": 0.0}
    )
    assert run.signature.fields["segmentation"] == "askew-2"
    assert run.outputs[0].margin is not None
    assert score(tmp_path / "a.jsonl", segmentation="mwer").signature.fields["segmentation"] == "mwer"


@pytest.mark.usefixtures("official")
def test_segments_are_taken_as_they_are_if_told_so(tmp_path):
    lines = [text.upper() for texts in GERMAN.values() for text in texts]
    (tmp_path / "a.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    run = score(tmp_path / "a.txt", segmented=True)
    assert [output.text for output in run.outputs] == lines
    assert run.signature.fields["segmentation"] == "given"
    assert not run.talks
    (tmp_path / "a.xml").write_text(xml({f"eval.{name}": texts for name, texts in GERMAN.items()}), encoding="utf-8")
    assert score(tmp_path / "a.xml", segmented=True).scores["chrf"].value == 100.0
    assert score(lines).signature.fields["segmentation"] == "given"
    with pytest.raises(UsageError, match="makes no sense"):
        score(tmp_path / "a.txt", segmented=True, segmentation="mwer")
    with pytest.raises(UsageError, match="one per segment"):
        score(lines, segmentation="mwer")


@pytest.mark.usefixtures("official")
def test_the_references_own_segments_are_noticed(tmp_path):
    (tmp_path / "a.xml").write_text(xml({f"eval.{name}": texts for name, texts in GERMAN.items()}), encoding="utf-8")
    with pytest.warns(UserWarning, match="--segmented takes them as they are"):
        score(tmp_path / "a.xml")


@pytest.mark.usefixtures("official")
def test_recognition_is_scored_where_the_target_was_spoken(tmp_path):
    said = {**ENGLISH, "talk.2": ["thank you for humming", "Here are results of our very second experiment."]}
    run = score(whole(tmp_path / "a.jsonl", said), target="en")
    assert run.protocol == "recognition"
    assert run.counts == {
        "wer": {"hits": 27, "substitutions": 2, "deletions": 1, "insertions": 1},
        "wer_normalized": {"hits": 27, "substitutions": 1, "deletions": 1, "insertions": 1},
        "content": {"reference": 29, "output": 29, "covered": 29, "looped": 0, "empty segments": 0},
    }
    assert run.scores["wer"].value == pytest.approx(100 * 4 / 30)
    assert run.scores["wer"].value > run.scores["wer_normalized"].value


@pytest.mark.usefixtures("official")
def test_the_wrong_language_is_counted():
    run = score([GERMAN["talk.1"][0], *ENGLISH["talk.1"][1:], "", "42."])
    assert run.counts["language"] == {"right": 1, "wrong": 2, "unclear": 1, "empty": 1}
    assert run.scores["wrong_language"].value == 40.0
    assert run.scores["unclear_language"].value == 20.0


@pytest.mark.usefixtures("official")
def test_talks_that_do_not_match_are_refused(tmp_path):
    path = whole(tmp_path / "a.jsonl", {"talk.1": GERMAN["talk.1"]})
    path.write_text(path.read_text() + '{"doc_id": "eval.talk.9", "output": "x"}\n')
    with pytest.raises(JoinError, match=r"no output for eval\.talk\.2; unknown eval\.talk\.9"):
        score(path)
    run = score(whole(tmp_path / "b.jsonl", {"talk.2": GERMAN["talk.2"]}), partial=True)
    assert run.signature.fields["items"] == "2/5"
    (tmp_path / "n.jsonl").write_text('{"sample_id": 3, "comet": 0.5}\n{"sample_id": 4, "comet": 0.7}\n')
    scored = score(tmp_path / "b.jsonl", partial=True, neural_scores=tmp_path / "n.jsonl")
    assert scored.scores["comet"].value == pytest.approx(60.0)
    (tmp_path / "c.txt").write_text("Guten Morgen.\nDanke.\n")
    with pytest.raises(JoinError, match=r'one text for 2 talks.*"doc_id": "eval\.talk\.1"'):
        score(tmp_path / "c.txt")


@pytest.mark.usefixtures("official")
def test_every_choice_is_in_the_signature(tmp_path):
    path = whole(tmp_path / "a.jsonl", GERMAN)
    base = score(path).signature
    for changed, fields in (
        ({"marks": "drop"}, {"marks"}),
        ({"segmentation": "mwer"}, {"segmentation"}),
        ({"subset": "dev", "hyp": whole(tmp_path / "d.jsonl", GERMAN, "dev.")}, {"subset", "revision"}),
        ({"source": "fa"}, {"source", "revision"}),
    ):
        other = score(changed.pop("hyp", path), **changed).signature
        assert set(base.differences(other)) == fields, changed
    assert base.fields["bleu"].startswith("nrefs:1,case:mixed,eff:no,tok:13a,smooth:exp,version:2.")
    assert "asian:yes" in base.fields["ter"]


def test_marks_are_dropped_on_both_sides(tmp_path):
    (tmp_path / "ref.txt").write_text("So #ah we transfor-- go.\nShe says #said that.\n")
    (tmp_path / "hyp.txt").write_text("So #um we transfor go. She says said that.\n")
    options = {"suite": "talks", "target": "en", "references": tmp_path / "ref.txt"}
    assert score(tmp_path / "hyp.txt", marks="drop", **options).scores["wer"].value == 0.0
    kept = score(tmp_path / "hyp.txt", **options)
    assert kept.scores["wer"].value > 0
    assert kept.signature.fields["marks"] == "keep"
    with pytest.raises(UsageError, match="no marks of talks is called 'hide'"):
        score(tmp_path / "hyp.txt", marks="hide", **options)


def test_talks_of_ones_own_in_a_folder_by_language(tmp_path):
    for language, talks in (("en", ENGLISH), ("de", GERMAN)):
        (tmp_path / language).mkdir()
        for name, texts in talks.items():
            (tmp_path / language / f"{name}.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    run = score(whole(tmp_path / "hyp.jsonl", GERMAN, ""), suite="talks", references=tmp_path)
    assert run.scores["chrf"].value == pytest.approx(100.0)
    assert run.items[0].source == ENGLISH["talk.1"][0]
    assert score(tmp_path / "de", suite="talks", references=tmp_path, segmented=True).scores["chrf"].value == 100.0
    with pytest.raises(UsageError, match="need their references"):
        score(tmp_path / "hyp.jsonl", suite="talks")


def test_references_without_segments_are_refused(tmp_path):
    (tmp_path / "a.xml").write_text("<m><doc docid='a'></doc></m>")
    with pytest.raises(InputError, match="no segments"):
        askew.items("talks", target="de", references=tmp_path / "a.xml")


def test_several_references_are_versions(tmp_path):
    (tmp_path / "a.txt").write_text("Guten Morgen.\nWie geht es Ihnen heute?\n")
    (tmp_path / "b.txt").write_text("Einen schönen guten Tag.\nWie geht's?\n")
    (tmp_path / "hyp.txt").write_text("Guten Morgen. Wie geht's?\n")
    run = score(tmp_path / "hyp.txt", suite="talks", references=[tmp_path / "a.txt", tmp_path / "b.txt"])
    assert [output.text for output in run.outputs] == ["Guten Morgen.", "Wie geht's?"]
    assert (run.scores["ter"].value, run.scores["chrf"].value) == pytest.approx((0.0, 100.0))
    assert run.signature.fields["chrf"].startswith("nrefs:2")
    (tmp_path / "b.txt").write_text("Einen schönen guten Tag.\n")
    with pytest.raises(JoinError, match="another reference has 1 segments, the reference 2"):
        score(tmp_path / "hyp.txt", suite="talks", references=[tmp_path / "a.txt", tmp_path / "b.txt"])


@pytest.mark.usefixtures("official")
def test_groups_are_talks_speakers_and_what_is_known_of_them(tmp_path):
    table = tmp_path / "who.tsv"
    table.write_text("doc_id\tL1\ttrack\neval.talk.1\tJapanese\tResources\neval.talk.2\tHebrew\tResources\n")
    said = {**GERMAN, "talk.2": ["Danke.", "Hier sind Ergebnisse."]}
    run = score(whole(tmp_path / "a.jsonl", said), speakers=table)
    assert list(run.groups) == ["talk", "L1", "track"]
    assert run.groups["L1"]["Japanese"]["chrf"] == run.groups["talk"]["eval.talk.1"]["chrf"]
    assert run.groups["L1"]["Japanese"]["chrf"].value > run.groups["L1"]["Hebrew"]["chrf"].value
    assert run.groups["track"]["Resources"]["chrf"].value == run.scores["chrf"].value
    assert run.signature.fields["revision"] != score(tmp_path / "a.jsonl").signature.fields["revision"]


def test_speakers_of_must_c_are_a_group(tmp_path):
    rows = [("t1", "s1"), ("t1", "s2"), ("t2", "s1")]
    (tmp_path / "x.yaml").write_text(
        "".join(f"- {{duration: 1, offset: {k}, speaker_id: {who}, wav: {talk}.wav}}\n" for k, (talk, who) in enumerate(rows))
    )  # fmt: skip
    (tmp_path / "x.de").write_text("Guten Tag.\nDanke schön.\nAuf Wiedersehen.\n", encoding="utf-8")
    (tmp_path / "who.tsv").write_text("speaker_id\tgender\ns1\tf\ns2\tm\n")
    run = score(
        tmp_path / "x.de", suite="talks", references=tmp_path / "x.yaml", segmented=True, speakers=tmp_path / "who.tsv"
    )
    assert {name: list(groups) for name, groups in run.groups.items()} == {
        "talk": ["t1", "t2"], "gender": ["f", "m"], "speaker": ["s1", "s2"],
    }  # fmt: skip


@pytest.mark.usefixtures("official")
@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("name\tL1\nx\ty\n", r"who\.tsv:1: expected a header with doc_id or speaker_id"),
        ("doc_id\n", "expected a header with doc_id or speaker_id, then any columns"),
        ("doc_id\ttalk\neval.talk.1\tx\n", "a column can't be called talk"),
        ("doc_id\tL1\tL1\n", "a column can't be called L1, L1"),
        ("doc_id\tL1\neval.talk.1\n", r"who\.tsv:2: expected 2 columns, found 1"),
        ("doc_id\tL1\neval.talk.1\tx\neval.talk.1\ty\n", r"who\.tsv:3: eval\.talk\.1 stands twice"),
        ("doc_id\tL1\neval.talk.1\tx\nother\ty\n", r"no row for eval\.talk\.2; unknown other"),
        ("speaker_id\tL1\nx\ty\n", "no row for segments without a speaker; unknown x"),
    ],
)
def test_tables_of_speakers_that_do_not_fit_are_refused(tmp_path, text, complaint):
    (tmp_path / "who.tsv").write_text(text)
    with pytest.raises(InputError, match=complaint):
        score(whole(tmp_path / "a.jsonl", GERMAN), speakers=tmp_path / "who.tsv")


@pytest.mark.usefixtures("official")
def test_neural_scores_have_intervals_groups_and_a_place_beside_chrf(tmp_path):
    path = tmp_path / "scores.jsonl"
    path.write_text(
        "".join(
            json.dumps({"sample_id": k, "metrics": {"xcomet_score": k / 10, "metricx_score": k}}) + "\n"
            for k in range(5)
        )
    )
    run = score(whole(tmp_path / "a.jsonl", GERMAN), neural_scores=path)
    assert list(run.scores)[:3] == ["chrf", "xcomet", "metricx"]
    assert run.scores["xcomet"].value == pytest.approx(20.0)
    assert run.scores["metricx"].value == pytest.approx(2.0)
    assert run.scores["xcomet"].low < 20.0 < run.scores["xcomet"].high
    assert run.groups["talk"]["eval.talk.2"]["metricx"].value == pytest.approx(3.5)
    assert run.signature.fields["neural"] == "metricx:imported,xcomet:imported"


@pytest.mark.usefixtures("official")
def test_comet_is_asked_and_its_model_signed(tmp_path):
    (tmp_path / "c.py").write_text(
        "import json, sys\nprint(json.dumps({'model': 'Unbabel/x', 'version': '2'}))\n"
        "for line in sys.stdin:\n    row = json.loads(line)\n"
        "    print(json.dumps({'id': row['id'], 'score': 0.5 + (row['src'] == 'Thank you for coming.') / 2}))\n"
    )  # fmt: skip
    run = score(whole(tmp_path / "a.jsonl", GERMAN), comet=f"{sys.executable} {tmp_path / 'c.py'}")
    assert list(run.scores)[:2] == ["chrf", "comet"]
    assert run.scores["comet"].value == pytest.approx(60.0)
    assert run.signature.fields["neural"] == "comet:Unbabel/x-2"
    with pytest.raises(UsageError, match="makes no sense without --comet"):
        score(tmp_path / "a.jsonl", comet_model="x")


@pytest.mark.usefixtures("official")
def test_a_run_is_kept_rescored_and_cut_again_from_its_talks(tmp_path):
    (tmp_path / "n.jsonl").write_text("".join(json.dumps({"sample_id": k, "comet": 0.1 * k}) + "\n" for k in range(5)))
    run = score(
        whole(tmp_path / "a.jsonl", GERMAN), out=tmp_path / "run", neural_scores=tmp_path / "n.jsonl", marks="drop"
    )
    loaded = askew.load(tmp_path / "run")
    assert loaded.scores == run.scores
    assert loaded.talks == list(run.talks)
    assert [row["doc_id"] for row in loaded.talks] == ["eval.talk.1", "eval.talk.2"]
    again = askew.rescore(tmp_path / "run", resampling=FEW)
    assert (str(again.signature), again.scores, again.groups) == (str(run.signature), run.scores, run.groups)
    assert askew.load(tmp_path / "run").talks == list(run.talks)
    anew = score(tmp_path / "run" / "talks.jsonl", marks="drop")
    assert anew.outputs == [replace(output, metrics={}) for output in run.outputs]
    (tmp_path / "run" / "talks.jsonl").write_text("")
    with pytest.raises(RunError, match=r"talks\.jsonl is not what was written"):
        askew.load(tmp_path / "run")


@pytest.mark.usefixtures("official")
def test_long_and_short_form_are_compared_but_not_different_marks(tmp_path):
    short = score([text for texts in GERMAN.values() for text in texts], name="short")
    long = score(whole(tmp_path / "a.jsonl", {**GERMAN, "talk.2": ["Danke.", "Hier."]}), name="long")
    change = askew.compare(short, long, resampling=FEW).changes[0]["chrf"]
    assert change.difference == pytest.approx(long.scores["chrf"].value - 100.0)
    with pytest.raises(RunError, match="differ in segmentation askew-2 and mwer"):
        askew.compare(long, score(tmp_path / "a.jsonl", segmentation="mwer"))
    with pytest.raises(RunError, match="differ in marks"):
        askew.compare(short, score(tmp_path / "a.jsonl", marks="drop"))


@pytest.mark.usefixtures("official")
def test_what_only_one_run_was_scored_by_is_not_compared(tmp_path):
    (tmp_path / "n.jsonl").write_text("".join(json.dumps({"sample_id": k, "comet": 0.1 * k}) + "\n" for k in range(5)))
    path = whole(tmp_path / "a.jsonl", GERMAN)
    comparison = askew.compare(score(path, neural_scores=tmp_path / "n.jsonl"), score(path), resampling=FEW)
    assert "comet" not in comparison.changes[0]
    assert "chrf" in comparison.changes[0]


def test_options_of_talks_are_refused_elsewhere():
    with pytest.raises(UsageError, match="no option of simplegen is called 'marks'"):
        askew.score("simplegen", target="es", hyp=[], marks="drop")
    with pytest.raises(UsageError, match="did you mean 'speakers'"):
        askew.score("acl6060", target="de", hyp=[], speaker="x")


@pytest.mark.usefixtures("official")
def test_ter_can_be_left_out_and_nothing_else_changes():
    hyp = [text for texts in GERMAN.values() for text in texts]
    plain = askew.score("acl6060", target="de", hyp=hyp, resampling=FEW)
    short = askew.score("acl6060", target="de", hyp=hyp, resampling=FEW, without_ter=True)
    assert "ter" in plain.scores
    assert {name: score for name, score in plain.scores.items() if name != "ter"} == dict(short.scores)
    assert "|ter:" in str(plain.signature)
    assert "|ter:" not in str(short.signature)
