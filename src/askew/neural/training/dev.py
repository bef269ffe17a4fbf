"""How good a model is on the way: BLEU, or word error rate, on the dev set."""

from collections.abc import Sequence

from askew.neural.config import DataConfig
from askew.neural.decoding.translator import Translator
from askew.neural.speech.config import SpeechDataConfig
from askew.neural.speech.corpus import SpeechCorpus
from askew.neural.text.corpus import Corpus, read_pairs


def dev_score(
    translator: Translator, data: DataConfig | SpeechDataConfig, corpus: Corpus | SpeechCorpus
) -> dict[str, float]:
    """A row for the log: ``dev_bleu``, or of a recogniser ``dev_wer``."""
    if isinstance(data, SpeechDataConfig):
        assert isinstance(corpus, SpeechCorpus)
        said = translator.from_features(corpus.dev.each())
        if data.task == "recognition":
            return {"dev_wer": round(word_error_rate(said, corpus.dev_texts), 2)}
        return {"dev_bleu": _bleu(said, corpus.dev_texts)}
    sources, references = read_pairs(data.dev)
    return {"dev_bleu": _bleu(translator.translate(sources[: data.dev_sentences]), references[: data.dev_sentences])}


def _bleu(said: Sequence[str], references: Sequence[str]) -> float:
    from sacrebleu.metrics.bleu import BLEU

    return round(float(BLEU().corpus_score(list(said), [list(references)]).score), 2)


def word_error_rate(said: Sequence[str], references: Sequence[str]) -> float:
    """Words put in, left out or changed, of 100 words of the references.

    >>> word_error_rate(["the cat sat", ""], ["the cat sat", "down"])
    25.0
    """
    from rapidfuzz.distance import Levenshtein

    pairs = [(text.split(), reference.split()) for text, reference in zip(said, references, strict=True)]
    return 100 * sum(Levenshtein.distance(*pair) for pair in pairs) / sum(len(words) for _, words in pairs)
