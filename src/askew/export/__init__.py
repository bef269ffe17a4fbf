"""askew where people already are: items as a data set, suites as tasks of lm-evaluation-harness, scores as a metric.

``dataset`` writes what the library datasets reads, ``lm_eval`` a folder of tasks, ``metric`` a module for the library
evaluate. All of them score by ``evaluate.score``, so that the numbers are those of the command line.
"""
