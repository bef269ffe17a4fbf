"""What other people call languages: their English names, and their codes in FLORES and NLLB (ISO 639-3 and script)."""

from difflib import get_close_matches

from askew.core.errors import UsageError

LANGUAGES = {
    "ar": ("Arabic", "arb_Arab"),
    "bg": ("Bulgarian", "bul_Cyrl"),
    "ca": ("Catalan", "cat_Latn"),
    "cs": ("Czech", "ces_Latn"),
    "da": ("Danish", "dan_Latn"),
    "de": ("German", "deu_Latn"),
    "el": ("Greek", "ell_Grek"),
    "en": ("English", "eng_Latn"),
    "es": ("Spanish", "spa_Latn"),
    "et": ("Estonian", "est_Latn"),
    "fa": ("Persian", "pes_Arab"),
    "fi": ("Finnish", "fin_Latn"),
    "fr": ("French", "fra_Latn"),
    "he": ("Hebrew", "heb_Hebr"),
    "hi": ("Hindi", "hin_Deva"),
    "hr": ("Croatian", "hrv_Latn"),
    "hu": ("Hungarian", "hun_Latn"),
    "is": ("Icelandic", "isl_Latn"),
    "it": ("Italian", "ita_Latn"),
    "ja": ("Japanese", "jpn_Jpan"),
    "ko": ("Korean", "kor_Hang"),
    "lt": ("Lithuanian", "lit_Latn"),
    "lv": ("Latvian", "lvs_Latn"),
    "nl": ("Dutch", "nld_Latn"),
    "pl": ("Polish", "pol_Latn"),
    "pt": ("Portuguese", "por_Latn"),
    "ro": ("Romanian", "ron_Latn"),
    "ru": ("Russian", "rus_Cyrl"),
    "sk": ("Slovak", "slk_Latn"),
    "sl": ("Slovenian", "slv_Latn"),
    "sr": ("Serbian", "srp_Cyrl"),
    "sv": ("Swedish", "swe_Latn"),
    "tr": ("Turkish", "tur_Latn"),
    "uk": ("Ukrainian", "ukr_Cyrl"),
    "zh": ("Chinese", "zho_Hans"),
}


def code_of(name: str) -> str | None:
    """The code of a language that was called otherwise: by its English name, a code of three letters, or in capitals.

    >>> code_of("German"), code_of("deu"), code_of("germn"), code_of("DE"), code_of("de"), code_of("tlh")
    ('de', 'de', 'de', 'de', None, None)
    """
    folded = name.strip().lower()
    if name in LANGUAGES:
        return None
    called = {
        each.lower(): code
        for code, (english, flores) in LANGUAGES.items()
        for each in (code, english, flores, flores[:3])
    }
    close = (
        [folded] if folded in called else get_close_matches(folded, called, n=1, cutoff=0.8) if len(folded) > 4 else []
    )
    return called[close[0]] if close else None


def name_of(code: str) -> str:
    """A language's English name.

    >>> name_of("es")
    'Spanish'
    """
    return _known(code)[0]


def flores_code_of(code: str) -> str:
    """A language's code in FLORES and NLLB.

    >>> flores_code_of("es")
    'spa_Latn'
    """
    return _known(code)[1]


def _known(code: str) -> tuple[str, str]:
    if code not in LANGUAGES:
        raise UsageError(f"no language of code {code!r} is known here (known: {' '.join(LANGUAGES)})")
    return LANGUAGES[code]
