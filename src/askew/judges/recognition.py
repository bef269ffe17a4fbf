"""WinoST's protocol for recognition: are the person and the pronoun that tells the gender in the transcript?

The paper (Costa-jussà, Basta, Gállego 2020, §6) gives 74.5% accuracy, 680 misspelled professions, and 98.72% right
pronouns among the rest for its recogniser; how exactly these were counted is not said. Here an item is right if the
entity stands in the transcript as it is spelt and the coreferent pronoun was transcribed as itself; words are compared
without case and punctuation.
"""

from collections.abc import Mapping, Sequence

from rapidfuzz.distance import Levenshtein

from askew.core.records import Item, Output, Span, Verdict
from askew.judges.base import person_of
from askew.text.words import keys, words

RIGHT, MISSPELLED, WRONG_PRONOUN = "right", "misspelled", "wrong_pronoun"


class RecognitionJudge:
    """Judges transcripts of WinoST against its sentences."""

    def __init__(self, target: str) -> None:
        del target  # English; the protocol says so

    def signature(self, items: Sequence[Item], outputs: Sequence[Output]) -> Mapping[str, str]:
        """The rules."""
        del items, outputs  # the same whatever is judged
        return {"judge": "recognition-1", "words": "nfkc-casefold"}

    def judge(self, items: Sequence[Item], outputs: Sequence[Output]) -> list[Verdict]:
        """One verdict per item."""
        return [self._verdict(item, output) for item, output in zip(items, outputs, strict=True)]

    def _verdict(self, item: Item, output: Output) -> Verdict:
        reference, transcribed = keys(item.source), words(output.text)
        transcribed_keys = [word.key for word in transcribed]
        operations = Levenshtein.editops(reference, transcribed_keys)
        place = _find(keys(item.attributes["entity"]), transcribed_keys)
        pronoun = _pronoun_index(item)
        changed = {operation.src_pos: operation for operation in operations if operation.tag != "insert"}
        if place is None:
            predicted = MISSPELLED
            reason = f"“{item.attributes['entity']}” is not in the transcript"
        elif pronoun in changed:
            predicted = WRONG_PRONOUN
            operation = changed[pronoun]
            instead = (
                f"transcribed as “{transcribed_keys[operation.dest_pos]}”"
                if operation.tag == "replace"
                else "not transcribed"
            )
            reason = f"“{reference[pronoun]}” {instead}"
        else:
            predicted, reason = RIGHT, ""
        span = () if place is None else (Span(transcribed[place.start].start, transcribed[place.stop - 1].end),)
        labels = {
            "verdict": "correct" if predicted == RIGHT else "incorrect",
            "predicted": predicted,
            "covered": "no" if place is None else "yes",
        }
        counts = {"edits": float(len(operations)), "words": float(len(reference))}
        return Verdict(item.id, item.attributes["entity"], labels, reason, span, counts=counts)


def _find(name: Sequence[str], transcribed: Sequence[str]) -> range | None:
    """Where a name stands, as it is spelt."""
    size = len(name)
    for start in range(len(transcribed) - size + 1):
        if tuple(transcribed[start : start + size]) == tuple(name):
            return range(start, start + size)
    return None


def _pronoun_index(item: Item) -> int:
    """The index of the pronoun among the source's words; −1 if the item has none that tells the gender."""
    token = person_of(item).pronoun_token
    return -1 if token is None else len(keys(" ".join(item.source.split(" ")[:token])))
