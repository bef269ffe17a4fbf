"""Which runs may be compared, decided here for everybody who asks: compare, the gate, sweeps, findings and the page of
pairs.
"""

from collections.abc import Hashable

from askew.core.errors import RunError, first_five
from askew.core.resampling import Resampling
from askew.core.run import Run
from askew.speech.recordings import VOICE

# How the numbers were resampled and in which form the same sentences were asked; neither changes what a score means.
_FREE = frozenset({*Resampling().signature, "audio", "recordings", "pieces"})
_SUITE = frozenset({"suite", "revision"})  # WinoST asks the sentences of WinoMT
_ONE_SIDED = (
    "neural",
    "transcripts",
    "ter",
    "latency",
    "latency_judge",
    "elapsed",
)  # scores that only one of two runs has are not compared; the others are


def check_comparable(baseline: Run, other: Run) -> None:
    """Refuse two runs whose numbers don't mean the same.

    Raises:
        RunError: with what tells them apart, and what to do about it.

    """
    if why_not := why_not_comparable(baseline, other):
        raise RunError(why_not)


def why_not_comparable(baseline: Run, other: Run) -> str | None:
    """What keeps two runs from being compared, as a sentence; None if nothing does.

    Text and speech of the same sentences may be compared, in any voices, and so may outputs for segments and for whole
    talks that were cut into segments afterwards (but not talks that were cut in two different ways).
    """
    if differing := _differing_fields(baseline, other):
        shown = "; ".join(f"{key} {mine or 'none'} and {theirs or 'none'}" for key, (mine, theirs) in differing.items())
        return (
            f"{baseline.system} and {other.system} can't be compared, their signatures differ in {shown}; "
            "'askew rescore' brings runs of one suite to the same protocol and version"
        )
    one_only = {output.id for output in baseline.outputs} ^ {output.id for output in other.outputs}
    if one_only:
        return f"{baseline.system} and {other.system} did not answer the same items: {first_five(sorted(one_only))}"
    return None


def question(run: Run) -> Hashable:
    """What a run was asked, equal for runs whose sentences have the same ids, texts and attributes, written or spoken,
    in whatever voice.
    """
    return tuple(
        (item.id, item.source, frozenset(pair for pair in item.attributes.items() if pair[0] not in VOICE))
        for item in run.items
    )


def _differing_fields(baseline: Run, other: Run) -> dict[str, tuple[str | None, str | None]]:
    """The fields of the signatures that differ and must not."""
    differing = {key: pair for key, pair in baseline.signature.differences(other.signature).items() if key not in _FREE}
    if differing.keys() & _SUITE and question(baseline) == question(other):
        differing = {key: pair for key, pair in differing.items() if key not in _SUITE}
    if {"given", None} & set(differing.get("segmentation", ())):
        del differing["segmentation"]
    for name in _ONE_SIDED:
        if None in differing.get(name, ()):
            del differing[name]
    return differing
