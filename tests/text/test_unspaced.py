"""Languages without spaces: cut, counted and looked through by characters, wherever that is done."""

import pytest

from askew.core.records import Item, Output
from askew.judges.edits import tokens_of
from askew.judges.transcription import TranscriptionJudge
from askew.judges.translation import TranslationJudge
from askew.resegment import resegment
from askew.resegment.talks import unit_of
from askew.text.phrases import UnspacedText, phrases_of
from askew.text.unspaced import UNSPACED
from askew.text.words import keys

SENTENCES = {
    "th": ("เรานำเสนองาน", "เกี่ยวกับการแปล"),
    "km": ("យើងបង្ហាញការងារ។", "អំពីការបកប្រែ។"),
    "lo": ("ພວກເຮົານຳສະເໜີວຽກງານ", "ກ່ຽວກັບການແປພາສາ"),
    "my": ("လုပ်ငန်းကို တင်ပြပါသည်။", "ဘာသာပြန်ခြင်း။"),
    "zh": ("我们介绍工作。", "关于机器翻译。"),
    "ja": ("研究を発表します。", "機械翻訳について。"),
}


def test_every_language_without_spaces_is_here():
    assert set(SENTENCES) == set(UNSPACED)


@pytest.mark.parametrize("language", SENTENCES)
def test_cut_between_characters(language):
    first, second = SENTENCES[language]
    assert unit_of(language) == "char"
    found = [segment.text for segment in resegment([first, second], first + second, unit="char")]
    assert found == [first, second]
    shorter = [segment.text for segment in resegment([first, second], first[:-2] + second, unit="char")]
    assert shorter[1].endswith(second[-4:])


@pytest.mark.parametrize("language", SENTENCES)
def test_counted_in_characters(language):
    text = "".join(SENTENCES[language])
    items, outputs = [Item("1", "", references=(text,))], [Output("1", text[:-1])]
    letters = len("".join(text.split()))
    assert len(tokens_of(text, language)) == letters
    transcription = TranscriptionJudge(language)
    counts = transcription.judge(items, outputs)[0].counts
    assert counts["wer_hits"] + counts["wer_deletions"] == letters
    assert counts["wer_deletions"] == 1
    assert "characters" in transcription.signature(items, outputs)["wer"]
    if language in ("th", "km", "lo", "my"):
        translation = TranslationJudge(language)
        counts = translation.judge(items, outputs)[0].counts
        assert counts["bleu_reference_length"] == letters
        assert counts["ter_edits"] == 1
        assert "units:characters" in translation.signature(items, outputs)["ter"]
        assert "tok:char" in translation.signature(items, outputs)["bleu"]


@pytest.mark.parametrize("language", SENTENCES)
def test_phrases_are_found_among_characters(language):
    first, second = SENTENCES[language]
    text = phrases_of(first + second, language)
    assert isinstance(text, UnspacedText)
    assert len(list(text.find(second[:4], "exact"))) >= 1


def test_a_letter_keeps_its_vowels():
    assert [segment.text for segment in resegment(["កា", "ខុ"], "កាខុ", unit="char")] == ["កា", "ខុ"]
    assert keys("नमस्ते, दुनिया!") == ("नमस्ते", "दुनिया")
    assert keys("สวัสดี") == ("สวัสดี",)
