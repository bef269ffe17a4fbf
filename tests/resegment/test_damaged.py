"""Outputs that lack a part, have too much, or are of something else."""

import json
import random
import re

import numpy as np
import pytest

from askew.resegment import resegment

WORDS = [
    f"{a}{b}"
    for a in ["ba", "be", "bi", "do", "du", "fa", "fe", "gi", "ko", "ku", "la", "li", "mo", "mu", "na"]
    for b in ["ren", "sta", "tik", "lor", "nis"]
]
COMMON = ["und", "die", "der", "wir", "in", "auch"]


def talk(seed=0, segments=60):
    """Sentences of words that come once or twice, among some that come everywhere."""
    rng = random.Random(seed)
    return [
        " ".join(
            [rng.choice(COMMON).title(), *(rng.choice(rng.choice([WORDS, COMMON])) for _ in range(rng.randint(5, 12)))]
        )
        + "."
        for _ in range(segments)
    ]


def damaged(segments, keep):
    """Only the words of the talk at which ``keep`` holds, from 0 to 1."""
    words = [text.split() for text in segments]
    total, seen, out = sum(map(len, words)), 0, []
    for here in words:
        out.append(" ".join(word for k, word in enumerate(here, seen) if keep(k / total)))
        seen += len(here)
    return out


def ends(segments):
    return np.cumsum([len("".join(text.split())) for text in segments])[:-1]


def exact(reference, truth, **options):
    found = [segment.text for segment in resegment(reference, " ".join(filter(None, truth)), **options)]
    return float((ends(found) == ends(truth)).mean())


def bare(segments):
    return [text.lower().replace(".", "") for text in segments]


LOSSES = {
    "stops early": lambda place: place < 0.1,
    "starts late": lambda place: place >= 0.5,
    "both": lambda place: 0.4 <= place < 0.5,
}


@pytest.mark.parametrize("kind", LOSSES)
@pytest.mark.parametrize("strip", [False, True])
def test_what_is_missing_leaves_empty_segments(kind, strip):
    reference = talk()
    truth = damaged(reference, LOSSES[kind])
    assert exact(reference, bare(truth) if strip else truth) > 0.95


def test_a_passage_missing_in_between_is_one_gap():
    reference = talk()
    truth = ["" if 20 <= place < 40 else text for place, text in enumerate(reference)]
    assert exact(reference, truth) == exact(reference, bare(truth)) == 1


def test_the_same_holds_against_several_references():
    reference = talk()
    other = [" ".join(reversed(text.split())) for text in reference]
    for keep in LOSSES.values():
        assert exact([reference, other], damaged(reference, keep)) > 0.95


def test_a_text_with_nothing_in_common_is_spread_over_the_talk():
    reference = talk()
    other = [re.sub(r"\w", "x", text) for text in reference]
    found = [segment.text for segment in resegment(reference, " ".join(other))]
    assert sum(not text for text in found) < 6
    assert max(len(text.split()) for text in found) < 40


def _real(folder, language, system):
    """A language's references and a system's outputs on the gold segments, by talk."""
    xml = (folder / "eval" / f"{language}.xml").read_text(encoding="utf-8")
    references = {
        doc[1]: [segment.strip() for segment in re.findall(r"<seg id=\"\d+\">(.*?)</seg>", doc[2], re.S)]
        for doc in re.finditer(r'<doc docid="([^"]+)".*?>(.*?)</doc>', xml, re.S)
    }
    outputs = {}
    for line in (folder / "outputs" / system / f"short.en-{language}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        outputs.setdefault(row["doc_id"], []).append(" ".join(row["output"].split()))
    return references, outputs


@pytest.mark.parametrize("system", ["seamlessm4t", "tower_whisper"])
@pytest.mark.parametrize(("kind", "least"), [("stops early", 0.93), ("starts late", 0.93)])
@pytest.mark.parametrize("language", ["fr", "pt"])
def test_real_outputs_that_lack_a_part(shared_data, language, system, kind, least):
    """On languages the rules were not chosen on."""
    references, outputs = _real(shared_data / "acl6060", language, system)
    shares = [exact(references[name], damaged(outputs[name], LOSSES[kind])) for name in references]
    assert np.mean(shares) >= least
