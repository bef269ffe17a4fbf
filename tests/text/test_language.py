"""Which language a file of outputs is in."""

import gzip

import pytest

from askew.formats.talks import read_talks
from askew.lang import pack
from askew.text.language import looks_like, tell

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


TOLD = {
    "ar": "تحدثت الممرضة إلى الحارس لفترة من الوقت وأعطته هدية.",
    "de": "Wir stellen unsere Arbeit über maschinelle Übersetzung vor.",
    "fa": "ما در این مقاله روش جدیدی برای ترجمه‌ی ماشینی ارائه می‌دهیم.",
    "fr": "Nous présentons notre travail sur la traduction automatique.",
    "ja": "機械翻訳に関する研究を発表します。",
    "nl": "Wij presenteren ons werk over automatische vertaling.",
    "pt": "Apresentamos o nosso trabalho sobre tradução automática.",
    "ru": "Мы представляем нашу работу о машинном переводе.",
    "tr": "Makine çevirisi üzerine çalışmamızı sunuyoruz.",
    "zh": "我们介绍我们关于机器翻译的工作。",
    "th": "เรานำเสนองานของเราเกี่ยวกับการแปลด้วยเครื่อง",
    "km": "យើងបង្ហាញការងាររបស់យើងអំពីការបកប្រែដោយម៉ាស៊ីន។",
    "lo": "ພວກເຮົານຳສະເໜີວຽກງານຂອງພວກເຮົາກ່ຽວກັບການແປພາສາດ້ວຍເຄື່ອງ",
    "my": "ကျွန်ုပ်တို့သည် စက်ဘာသာပြန်ခြင်းဆိုင်ရာ ကျွန်ုပ်တို့၏ လုပ်ငန်းကို တင်ပြပါသည်။",
    "en": "We present our work on machine translation.",
}


@pytest.mark.parametrize("target", TOLD)
def test_every_language_of_the_talks_is_told_from_all_others(target):
    assert {code: tell(text, target) for code, text in TOLD.items()} == {
        code: "right" if code == target else "wrong" for code in TOLD
    }


@pytest.mark.parametrize(
    ("text", "said"), [("", "empty"), (" \n", "empty"), ("12 %", "unclear"), ("Merci.", "unclear")]
)
def test_what_can_not_be_told_is_not_wrong(text, said):
    assert tell(text, "fr") == said


def test_a_language_nobody_knows_is_not_told():
    assert tell("Saluton", "tlh") is None


@pytest.mark.parametrize("language", ["de", "en", "fr", "pt", "zh"])
def test_references_are_right_and_those_of_other_languages_wrong(shared_data, language):
    with pytest.warns(UserWarning, match="bare"):
        texts = [text for talk in read_talks(shared_data / f"acl6060/eval/{language}.xml") for text in talk.texts]
    told = [tell(text, language) for text in texts]
    assert told.count("wrong") == 0
    assert told.count("right") > 0.99 * len(texts)
    other = "fr" if language == "de" else "de"
    assert [tell(text, other) for text in texts].count("wrong") > 0.98 * len(texts)
