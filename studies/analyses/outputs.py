"""The data the analyses read, and runs that several of them share."""

from functools import cache
from typing import Any

import askew
from askew import Run
from studies.pages import DATA

ACL, FLEURS, ACCENTS = DATA / "acl6060", DATA / "fleurs", DATA / "commonaccent"
SYSTEMS = ("tower_whisper", "gemma_whisper", "qwen3omni", "canary-v2", "seamlessm4t", "owsm4.0-ctc", "phi4multimodal")
RECOGNISERS = ("whisper_asr", "owsm4.0-ctc_asr")
GLOSSARIES = {  # by target language
    "zh": [ACL / "dev/terms/acl_gold_technical.json"],
    "de": sorted((ACL / "dev/terms/paper").glob("extracted_glossary*.json")),
}


def glossary(target: str) -> list[str]:
    """The files of a language's glossary."""
    return [str(path) for path in GLOSSARIES[target]]


@cache
def talks(system: str, target: str, terms: str = "") -> Run:
    """A system on the published segments of ACL 60/60; with the terms of a language's glossary."""
    hyp = ACL / f"outputs/{system}/short.{'en' if target == 'en' else f'en-{target}'}.jsonl"
    options: dict[str, Any] = {"terms": glossary(terms)} if terms else {}
    return askew.score("acl6060", target=target, hyp=hyp, name=system, segmented=True, **options)
