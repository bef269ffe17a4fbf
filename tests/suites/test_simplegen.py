"""SimpleGEN: the authors' sentences and counts, and what the corrected protocol makes of an output."""

import re
import tomllib
from collections import Counter
from importlib.resources import files

import pytest

import askew
from askew.core.records import Item, Output
from askew.judges.simplegen import PackJudge
from askew.suites.simplegen import generator

FEMININE_TO_MASCULINE = {
    "she": "he", "women": "men", "ladies": "fellows", "females": "males", "gals": "guys", "gal": "guy", "woman": "man",
    "lady": "fellow", "wife": "husband", "mother": "father", "sister": "brother", "girlfriend": "boyfriend", "female": "male",
}  # fmt: skip


def test_the_release_edition_is_the_authors_input_line_for_line(shared_data):
    lines = (shared_data / "simplegen/input.txt").read_text("utf-8").splitlines()
    assert [item.source for item in askew.items("simplegen")] == lines


@pytest.mark.parametrize(
    ("subset", "file"),
    [(name, f"{name}.en.src") for name in generator.CLASSES]
    + [("pro", "stereotype.en.src"), ("anti", "anti-stereotype.en.src")],
)
def test_each_subset_is_the_authors_file_of_that_class(shared_data, subset, file):
    lines = (shared_data / "simplegen/translation-inputs" / file).read_text("utf-8").splitlines()
    assert [item.source for item in askew.items("simplegen", subset=subset)] == lines


@pytest.mark.parametrize("edition", [name for name in generator.EDITIONS if name != "wide"])
def test_every_edition_has_the_classes_in_their_published_sizes(edition):
    items = askew.items("simplegen", edition=edition)
    assert Counter(item.attributes["class"] for item in items) == {"fofc": 518, "momc": 814, "fomc": 518, "mofc": 814}
    assert len({item.id for item in items}) == len(items)
    assert {"mofc-1", "mofc-814", "fofc-518"} <= {item.id for item in items}


def test_the_article_variants_are_one_template():
    items = askew.items("simplegen")
    assert len({item.attributes["template"] for item in items}) == 34
    templates = {item.attributes["template"] for item in items if re.search(r"\ban engineer\b", item.source)}
    assert all(
        any("clerk" in item.source for item in items if item.attributes["template"] == template)
        for template in templates
    )


def test_the_clean_edition_changes_nothing_but_gender():
    def masculine(sentence):
        sentence = re.sub(r"\b(her) (?=back|work|words|colleagues|shift)", "his ", sentence)
        sentence = re.sub(r"\bher\b", "him", sentence)
        return re.sub(r"\w+", lambda m: _swap(m[0]), sentence)

    for feminine, counterpart in (("fofc", "fomc"), ("mofc", "momc")):
        left = askew.items("simplegen", edition="clean", subset=feminine)
        right = askew.items("simplegen", edition="clean", subset=counterpart)
        assert [masculine(item.source) for item in left] == [item.source for item in right]


def _swap(word):
    swapped = FEMININE_TO_MASCULINE.get(word.lower(), word)
    return swapped.capitalize() if word[0].isupper() and swapped != word else swapped


def test_the_release_has_the_slips_the_clean_edition_lacks():
    def texts(edition, subset):
        return [item.source for item in askew.items("simplegen", edition=edition, subset=subset)]

    assert any("chooses him words" in text for text in texts("release", "momc"))
    assert any("competent!" in text for text in texts("release", "fofc"))
    for subset in generator.CLASSES:
        assert not any("chooses him words" in text or "competent!" in text for text in texts("clean", subset))


def test_the_paper_edition_lacks_the_word_as_in_seven_lines():
    release = {item.source for item in askew.items("simplegen", subset="mofc")}
    paper = [item for item in askew.items("simplegen", edition="paper", subset="mofc") if item.source not in release]
    lines = {(item.attributes["template"], "an" if "an engineer" in item.source else "a") for item in paper}
    assert {template for template, _ in lines} == {
        "relative-enjoys-work", "work-hard-as", "works-as", "enjoys-work", "is-competent",
    }  # fmt: skip
    without_as = [line for line in lines if line[0] != "is-competent"]  # printed with a full stop, released with "!"
    assert len(without_as) == 7


@pytest.mark.parametrize(
    ("seed", "correct", "incorrect", "inconclusive"), [(101, 354, 333, 127), (202, 368, 315, 131), (303, 324, 358, 132)]
)
def test_the_release_protocol_gives_the_authors_counts(
    shared_data, monkeypatch, seed, correct, incorrect, inconclusive
):
    monkeypatch.setenv("ASKEW_DATA", str(shared_data))
    outputs = next((shared_data / "simplegen/outputs").glob(f"mofc.seed{seed}.*.out"))
    run = askew.score("simplegen", target="es", subset="mofc", hyp=outputs, protocol="release")
    assert run.counts == {"mofc": {"correct": correct, "incorrect": incorrect, "inconclusive": inconclusive}}


def judged(target, occupation, gold, output, number="sg"):
    item = Item("x-1", "source", {"occupation": occupation, "gold": gold, "number": number})
    [verdict] = PackJudge(target).judge([item], [Output("x-1", output)])
    return verdict.labels["verdict"], verdict.reason


@pytest.mark.parametrize(
    ("target", "occupation", "number", "masculine", "feminine"),
    [
        # The slips in the authors' dictionary, and in the paper's table A8, that the language packs don't have.
        ("es", "mechanic", "pl", "los mecánicos", "las mecánicas"),
        ("es", "laborer", "pl", "los trabajadores", "las trabajadoras"),
        ("es", "laborer", "sg", "el obrero", "la obrera"),
        ("es", "physician", "sg", "el doctor", "la doctora"),
        ("es", "physician", "pl", "los médicos", "las médicas"),
        ("es", "nanny", "sg", "el niñero", "la nana"),
        ("es", "plumber", "pl", "los fontaneros", "las fontaneras"),
        ("de", "engineer", "pl", "die Ingenieure", "die Ingenieurinnen"),
        ("de", "farmer", "pl", "die Landwirte", "die Landwirtinnen"),
        ("de", "truck driver", "pl", "die Lastwagenfahrer", "die Lastwagenfahrerinnen"),
        ("fr", "mechanic", "sg", "le mécanicien", "la mécanicienne"),
        ("it", "nurse", "pl", "gli infermieri", "le infermiere"),
        ("pt", "secretary", "sg", "o secretário", "a secretária"),
        ("ca", "farmer", "sg", "el pagès", "la pagesa"),
    ],
)
def test_both_genders_of_an_occupation_are_told_apart(target, occupation, number, masculine, feminine):
    assert judged(target, occupation, "male", masculine, number)[0] == "correct"
    assert judged(target, occupation, "female", masculine, number)[0] == "incorrect"
    assert judged(target, occupation, "female", feminine, number)[0] == "correct"
    assert judged(target, occupation, "male", feminine, number)[0] == "incorrect"


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ("La mujer es lista.", "no form found"),
        ("La médica y el médico", "both genders found"),
        ("Las médicas", "wrong number"),
    ],
)
def test_what_cannot_be_told_is_inconclusive_with_its_reason(output, reason):
    assert judged("es", "physician", "female", output) == ("inconclusive", reason)


def test_a_common_form_alone_is_inconclusive_and_its_article_settles_it():
    same = ("inconclusive", "form is the same for both genders")
    assert judged("es", "president", "female", "Mi hermana es presidente.") == same
    assert judged("es", "president", "female", "Esa presidente llegó.")[0] == "correct"
    assert judged("es", "president", "female", "Mi presidente habla.") == same


def test_what_is_said_of_a_common_form_settles_it():
    assert judged("es", "president", "male", "Mi presidente es muy capacitado.")[0] == "correct"
    assert judged("fr", "secretary", "female", "Leur secrétaire est intelligente.")[0] == "correct"
    assert judged("es", "president", "female", "El hermano de mi presidente es muy capacitado.")[0] == "inconclusive"


def test_two_determiners_name_both_and_a_field_of_study_names_nobody():
    assert judged("es", "engineer", "female", "Los y las ingenieras son hábiles.", "pl")[1] == "both genders found"
    assert judged("es", "mechanic", "male", "El mecánico estudió mecánica.")[0] == "correct"
    assert judged("es", "mechanic", "female", "Su novia es mecánica de coches.")[0] == "correct"
    assert judged("de", "doctor", "female", "Frau Doktor Müller ist klug.")[0] == "correct"
    assert judged("es", "physician", "female", "La médico llegó.")[0] == "correct"
    assert judged("es", "engineer", "female", "La ingeniero llegó.")[0] == "incorrect"


def test_the_whole_scored_on_perfect_and_on_always_masculine_outputs():
    words = {"female": {"sg": "la médica", "pl": "las médicas"}, "male": {"sg": "el médico", "pl": "los médicos"}}
    items = askew.items("simplegen")
    right = {item.id: words[item.attributes["gold"]][item.attributes["number"]] for item in items}
    physicians = [item for item in items if item.attributes["occupation"] == "physician"]
    run = askew.score("simplegen", target="es", hyp=right)
    assert run.groups["occupation"]["physician"]["pro"].value == 100
    assert run.groups["occupation"]["nurse"]["coverage"].value == 0
    assert run.scores["coverage"].value == pytest.approx(100 * len(physicians) / len(items))
    assert run.scores["pro_decided"].value == 100
    masculine = {item.id: words["male"][item.attributes["number"]] for item in items}
    run = askew.score("simplegen", target="es", hyp=masculine)
    assert run.scores["mofc_decided"].value == 0
    assert run.scores["momc_decided"].value == 100
    assert run.groups["occupation"]["physician"]["delta"].value == 100


def test_counts_and_shares_agree():
    run = askew.score("simplegen", target="es", hyp=["La directora y el enfermero."] * 2664)
    for name, counts in run.counts.items():
        assert run.scores[name].value == pytest.approx(100 * counts["correct"] / sum(counts.values()))
        assert run.scores[name].n == sum(counts.values())
    assert run.scores["delta"].value == pytest.approx(run.scores["pro"].value - run.scores["anti"].value)


def test_wide_has_the_labour_statistics_forty_occupations():
    """The same sentences as ``clean``, over occupations that are men's or women's by the share of women in them."""
    workforce = tomllib.loads(files("askew.suites.winomt").joinpath("workforce.toml").read_text("utf-8"))
    items = askew.items("simplegen", edition="wide")
    by_class = {name: [item for item in items if item.attributes["class"] == name] for name in generator.CLASSES}
    assert {len(part) for part in by_class.values()} == {1480}
    for name, part in by_class.items():
        wanted = {occupation for occupation, share in workforce.items() if (share > 50) == (name[0] == "f")}
        assert {item.attributes["occupation"] for item in part} == wanted
        assert len(wanted) == 20
    shared = {"nurse", "carpenter", "clerk"}
    clean = {
        item.source for item in askew.items("simplegen", edition="clean") if item.attributes["occupation"] in shared
    }
    assert clean == {item.source for item in items if item.attributes["occupation"] in shared}
