"""Which language a file of outputs is in."""

import gzip

import pytest

from askew.lang import pack
from askew.text.language import looks_like

SENTENCES = {
    "en": "The doctor saw the nurse because she was in the room and they had to go.",
    "es": "El médico vio a la enfermera porque ella estaba en la sala y se tenían que ir.",
    "fr": "Le médecin a vu l'infirmière parce qu'elle était dans la salle et ils devaient partir.",
    "it": "Il medico ha visto l'infermiera perché era nella stanza e non si sentiva bene.",
    "pt": "O médico viu a enfermeira porque ela estava na sala e eles tinham de ir para casa.",
    "ca": "El metge va veure la infermera perquè ella era a la sala i els dos se n'havien d'anar.",
    "de": "Der Arzt sah die Krankenschwester, weil sie in dem Zimmer war und nicht gehen konnte.",
    "nl": "De arts zag de verpleegster omdat zij in de kamer was en ze niet naar huis kon.",
    "ru": "Врач увидел медсестру, потому что она была в комнате и не могла уйти.",
    "uk": "Лікар побачив медсестру, тому що вона була в кімнаті і не могла піти.",
    "cs": "Lékař viděl sestru, protože byla v pokoji a ne a ne se s ním o to přít.",
    "pl": "Lekarz zobaczył pielęgniarkę, ponieważ była w pokoju i nie mogła do niego się odezwać.",
    "he": "הרופא ראה את האחות כי היא הייתה בחדר ולא יכלה ללכת עם כל זה.",
    "ar": "رأى الطبيب الممرضة لأنها كانت في الغرفة ولم تكن مع من كان على الباب.",
}


@pytest.mark.parametrize("target", SENTENCES)
@pytest.mark.parametrize("written", SENTENCES)
def test_every_language_is_told_from_every_other(written, target):
    told = looks_like([SENTENCES[written]] * 3, target)
    assert told is None if written == target else told in (written, None)
    if {written, target} in ({"es", "de"}, {"en", "fr"}, {"ru", "pl"}, {"ar", "he"}):
        assert told == written


def test_every_pack_can_be_told():
    assert set(pack.available()) <= set(SENTENCES)


def test_an_unknown_target_or_an_empty_file_says_nothing():
    assert looks_like(["Hello the world"], "tlh") is None
    assert looks_like([], "es") is None
    assert looks_like(["", "…"], "es") is None


def test_real_outputs_look_like_what_they_are(shared_data):
    for path in sorted((shared_data / "winomt/translations/google").glob("en-*.txt.gz")):
        target = path.name[3:5]
        texts = [line.split("|||")[1] for line in gzip.decompress(path.read_bytes()).decode().splitlines()]
        assert looks_like(texts, target) is None
        wrong = "de" if target != "de" else "es"
        assert looks_like(texts, wrong) == target
