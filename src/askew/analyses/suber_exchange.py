"""Run by the Python of an environment that has subtitle-edit-rate, never by askew's (the package pins its versions):
JSON Lines in, JSON Lines out. Only this file travels.

PYTHON suber_exchange.py [LANGUAGE] < captions.jsonl > edits.jsonl
"""

import json
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Any


def main() -> None:
    """Read pairs of files' captions, count the edits, write them."""
    language = sys.argv[1] if len(sys.argv) > 1 else None
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever libraries print must not mix with the answers
    metric, statistics = import_module("suber.metrics.suber"), import_module("suber.metrics.suber_statistics")
    print(json.dumps({"version": version("subtitle-edit-rate")}), file=answers)
    for line in sys.stdin:
        row = json.loads(line)
        collected = statistics.SubERStatisticsCollector()
        sides = (subtitles(row["hyp"]), subtitles(row["ref"]))
        score = metric.calculate_SubER(*sides, statistics_collector=collected, language=language)
        counts = collected.get_statistics()
        length = counts["num_reference_words"] + counts["num_reference_breaks"]
        edits = sum(counts.values()) - length
        print(json.dumps({"id": row["id"], "edits": edits, "length": length, "score": score}), file=answers)


def subtitles(cues: list[list[Any]]) -> list[Any]:
    """Captions (start, end, lines) as the package has them once it has read them from a file."""
    types, utilities = import_module("suber.data_types"), import_module("suber.utilities")
    found = []
    for index, (start, end, lines) in enumerate(cues, 1):
        words: list[Any] = []
        for line in lines:
            words += [
                types.TimedWord(string=word, subtitle_start_time=start, subtitle_end_time=end) for word in line.split()
            ]
            if words:
                words[-1].line_break = types.LineBreak.END_OF_LINE
        if words:
            words[-1].line_break = types.LineBreak.END_OF_BLOCK
            utilities.set_approximate_word_times(words, start, end)
        found.append(types.Subtitle(word_list=words, index=index, start_time=start, end_time=end))
    return found


if __name__ == "__main__":
    main()
