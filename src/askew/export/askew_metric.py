"""askew's scores as a metric of the library evaluate: evaluate.load("askew_metric/askew_metric.py", "simplegen")."""

from typing import Any

import askew
import datasets
import evaluate

DESCRIPTION = """The scores of one of askew's suites, whose name is the configuration.

``predictions`` are translations, ``references`` the ids of the items they translate: ``askew.items(SUITE)``, or the
column ``id`` of what ``askew export dataset`` writes.
"""
KWARGS = """
Args:
    predictions: the translations.
    references: the ids of the items, one for each.
    target: the language of the translations, an ISO 639-1 code.
    Others are those of askew.score: edition, subset, protocol, partial, resampling, the suite's own options.
Returns:
    Every score by its name (None where it is undefined), and under "askew" what askew score --json prints: intervals,
    coverage, groups, counts and the signature.
"""


@evaluate.utils.file_utils.add_start_docstrings(DESCRIPTION, KWARGS)
class AskewMetric(evaluate.Metric):
    """The metric."""

    def _info(self) -> Any:
        if self.config_name == "default":
            raise ValueError('name a suite: evaluate.load(PATH, "simplegen"); "askew ls" lists them')
        columns = {"predictions": datasets.Value("string"), "references": datasets.Value("string")}
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="",
            inputs_description=KWARGS,
            features=datasets.Features(columns),
            reference_urls=[],
        )

    def _compute(self, predictions: list[str], references: list[str], **chosen: Any) -> dict[str, Any]:
        if len(set(references)) < len(references):
            raise ValueError("an item is answered twice: the references must be ids of items, each once")
        run = askew.score(self.config_name, hyp=dict(zip(references, predictions, strict=True)), **chosen)
        return {**{name: score.value for name, score in run.scores.items()}, "askew": run.to_json()}
