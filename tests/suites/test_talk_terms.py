"""Terms in a run of talks: recall, groups, comparisons, and the official archive's tagged format."""

import warnings

import pytest

import askew
from askew.core.errors import DataError, InputError, JoinError, UsageError

EN = ["We train a language model.", "The language model uses attention.", "Thank you."]
DE = ["Wir trainieren ein Sprachmodell.", "Das Sprachmodell nutzt Aufmerksamkeit.", "Danke."]
TAGGED_EN = ["We train a [language model].", "The [language model] uses [attention].", "Thank you."]
TAGGED_DE = ["Wir trainieren ein [Sprachmodell].", "Das [Sprachmodell] nutzt [Aufmerksamkeit].", "Danke."]
HYP = ["Wir trainieren ein Sprachmodell.", "Das Language Model nutzt Beachtung.", "Danke."]


def lines(path, rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(rows) + "\n", "utf-8")
    return path


@pytest.fixture
def own(tmp_path):
    lines(tmp_path / "ref/t.de", DE)
    lines(tmp_path / "ref/t.en", EN)
    lines(
        tmp_path / "terms.tsv", ["en\tde", "language model\tSprachmodell", "attention\tAufmerksamkeit", "graph\tGraph"]
    )
    return tmp_path


def score(own, hyp=HYP, target="de", **options):
    options = {
        "terms": own / "terms.tsv",
        "source_text": own / "ref/t.en",
        "references": own / f"ref/t.{target}",
    } | options
    return askew.score("talks", target=target, hyp=hyp, resampling=askew.Resampling(resamples=200), **options)


def test_recall_overall_and_by_term(own):
    run = score(own)
    values = {name: score.value for name, score in run.scores.items() if name.startswith("term_")}
    assert values == {
        "term_recall": pytest.approx(100 / 3), "term_recall_inflected": pytest.approx(100 / 3),
        "term_recall_near": pytest.approx(100 / 3), "term_english": pytest.approx(100 / 3), "term_consistency": 50.0,
    }  # fmt: skip
    assert run.counts["terms"] == {
        "exact": 1,
        "inflected": 0,
        "compound": 0,
        "english": 1,
        "neighbour": 0,
        "missing": 1,
    }
    assert {term: scores["term_recall"].value for term, scores in run.groups["term"].items()} == {
        "language model": 50.0, "attention": 0.0,
    }  # fmt: skip
    assert run.groups["talk"]["t"]["term_recall"].n == 3
    assert "terms.tsv@" in run.signature.fields["terms"]
    assert run.signature.fields["term_match"].startswith("terms-2,snowball-")


def test_terms_change_no_other_score(own):
    plain = score(own, terms=None)
    run = score(own)
    for name, found in plain.scores.items():
        assert run.scores[name] == found
    assert "term_recall" not in plain.scores


def test_transcripts_are_asked_for_the_terms_themselves(own):
    run = score(own, hyp=["We train a language mode.", EN[1], EN[2]], target="en", source_text=None)
    assert run.scores["term_recall"].value == pytest.approx(200 / 3)


def test_a_run_is_compared_explained_and_rescored_with_its_terms(own):
    left, right = score(own, out=own / "a"), score(own, hyp=DE, out=own / "b")
    change = askew.compare(left, right).changes[0]["term_recall"]
    assert (change.baseline, change.value) == (pytest.approx(100 / 3), 100.0)
    by_term = askew.compare(left, right).groups[0]["term"]
    assert by_term["attention"]["term_recall"].difference == 100.0
    again = askew.rescore(own / "a", resampling=askew.Resampling(resamples=200))
    assert again.scores == left.scores


def test_tagged_texts_on_both_sides(own):
    source, reference = lines(own / "en.txt", TAGGED_EN), lines(own / "de.txt", TAGGED_DE)
    run = score(own, terms=[source, reference])
    assert run.counts["terms"] == {
        "exact": 1,
        "inflected": 0,
        "compound": 0,
        "english": 1,
        "neighbour": 0,
        "missing": 1,
    }


def test_marks_are_dropped_from_tagged_texts_too(own):
    lines(own / "ref/t.en", ["#um We train a language model.", *EN[1:]])
    source = lines(own / "en.txt", ["#um We train a [language model].", *TAGGED_EN[1:]])
    run = score(own, terms=[source, lines(own / "de.txt", TAGGED_DE)], marks="drop")
    assert run.scores["term_recall"].n == 3


@pytest.fixture
def archive(tmp_path, monkeypatch):
    """A small archive laid out as the official one."""
    monkeypatch.setenv("ASKEW_DATA", str(tmp_path / "none"))
    text = tmp_path / "2/acl_6060/eval/text"
    for code, rows, tagged in (("en", EN, TAGGED_EN), ("de", DE, TAGGED_DE)):
        segments = "\n".join(f'<seg id="{k}">{row}</seg>' for k, row in enumerate(rows, 1))
        lines(
            text / f"xml/ACL.6060.eval.en-xx.{code}.xml",
            [f'<mteval><refset><doc docid="2022.acl-long.1">{segments}</doc></refset></mteval>'],
        )
        lines(text / f"tagged_terminology/ACL.6060.eval.tagged.en-xx.{code}.txt", tagged)
    return tmp_path


def test_the_archives_own_tags(archive):
    options = {"references": archive, "resampling": askew.Resampling(resamples=200)}
    run = askew.score("acl6060", target="de", hyp=HYP, terms="tagged", **options)
    assert run.scores["term_recall"].value == pytest.approx(100 / 3)
    assert run.signature.fields["terms"] == "tagged"
    heard = askew.score("acl6060", target="en", hyp=EN, terms="tagged", **options)
    assert heard.scores["term_recall"].value == 100.0
    (archive / "2/acl_6060/eval/text/tagged_terminology/ACL.6060.eval.tagged.en-xx.de.txt").unlink()
    with pytest.raises(DataError, match="no tagged terminology"):
        askew.score("acl6060", target="de", hyp=HYP, terms="tagged", **options)


def test_mistakes_are_named(own):
    wrong = lines(own / "wrong.txt", [*TAGGED_EN[:2], "Goodbye."])
    tagged = lines(own / "de.txt", TAGGED_DE)
    with pytest.raises(JoinError, match=r"de.txt:3: is not the text of segment t/3"):
        score(own, terms=[wrong, tagged])
    with pytest.raises(JoinError, match="expected 3 lines, one per segment, found 2"):
        score(own, terms=[lines(own / "short.txt", TAGGED_EN[:2]), tagged])
    with pytest.raises(InputError, match="no term is tagged"):
        score(own, terms=[own / "ref/t.en", own / "ref/t.de"])
    with pytest.raises(UsageError, match="two tagged texts"):
        score(own, terms=[tagged])
    with pytest.raises(UsageError, match="only acl6060 has tagged texts"):
        score(own, terms="tagged")
    with pytest.raises(InputError, match="none of the 1 terms occurs"):
        score(own, terms=lines(own / "odd.tsv", ["zebra\tZebra"]))
    (own / "ref/t.en").unlink()
    with pytest.raises(UsageError, match="--source-text"):
        score(own, source_text=None)
    with pytest.raises(UsageError, match="no spaces between words"):
        score(own, source="zh", source_text=None)


def test_real_terms_on_real_outputs(shared_data, monkeypatch):
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    warnings.simplefilter("ignore", UserWarning)
    terms = shared_data / "acl6060/dev/terms/acl_gold_technical.json"
    reference = [item.references[0] for item in askew.items("acl6060", target="zh")]
    how = {"resampling": askew.Resampling(resamples=100), "terms": terms}
    best = askew.score("acl6060", target="zh", hyp=reference, **how)
    real = askew.score(
        "acl6060", target="zh", hyp=shared_data / "acl6060/outputs/seamlessm4t/short.en-zh.jsonl", segmented=True, **how
    )
    assert real.scores["term_recall"].n == best.scores["term_recall"].n > 200
    assert best.scores["term_recall"].value > real.scores["term_recall"].value + 5
