"""The files suites read their sentences from, as a folder of data that somebody else filled may have them."""

from unittest.mock import patch

from askew.datasets import store
from askew.judges.simplegen import _read_dictionary
from askew.suites import REGISTRY
from askew.suites.base import Selection
from askew.suites.gender_fair import passages
from askew.suites.options import MTGenEvalOptions, PairOptions, SuiteOptions
from askew.suites.winomt import sentences as winomt

PAIRS = (
    b"source\tfeminine\tmasculine\tgender\tdomain\n"
    b"The nurse slept.\tLa enfermera durmi\xc3\xb3.\tEl enfermero durmi\xc3\xb3.\tfeminine\thealth\n"
    b"The cook sang.\tLa cocinera cant\xc3\xb3.\tEl cocinero cant\xc3\xb3.\topen\t\n"
)
GATE = (
    b"source\tf\tm\tkw_s\tkw_f\tkw_m\tlabels\tdata_split\n"
    b"I know a nurse.\tConozco a una enfermera.\tConozco a un enfermero.\tnurse\tenfermera\tenfermero\tPROF;DOBJ\ttest\n"
    b"My aunts sang.\tMis t\xc3\xadas.\tMis t\xc3\xados.\taunts\tt\xc3\xadas\tt\xc3\xados\tFAM;SUBJ;PLUR\tdev\n"
)
PASSAGES = (
    b"seed\tmatching\tsource\tlabel\n"
    b'teachers\tThe teachers sang.\t"It rained. The teachers sang. ""Yes."""\tneutral\n'
    b"nurses\tAll nurses slept.\tAll nurses slept.\tmasculine\n"
)
DICTIONARY = (
    b"English,German_MP,German_FP,Gender-Neutral\nthe teachers;,die Lehrer,die Lehrerinnen,Lehrkr\xc3\xa4fte\n"
    b"nurses,Krankenpfleger / Pfleger,Krankenschwestern,Pflegekr\xc3\xa4fte\n"
)
EUROPARL = b'{"teachers": {"selected": ["The teachers sang.", "Some teachers slept."], "all": 9}, "nurses": {"selected": null}}'
WINOMT = b"male\t1\tThe nurse saw the cook because he slept.\tnurse\nfemale\t4\tA cook met the construction worker, and she sang.\tconstruction worker\n"
SIMPLEGEN = b"English,Spanish-Masc,Spanish-Fem\nnurse,enfermero,enfermera|practicante\ncook,cocinero,cocinera\n"


def _instead(make, **others):
    """What ``make()`` reads when every file of a data set is the one in the folder, but for the ``others``, by the end
    of their names.
    """

    def read(folder, name):
        for other, raw in others.items():
            (folder / other).write_bytes(raw)
        with patch.object(
            store, "obtain", lambda _, path: folder / next((o for o in others if path.endswith(o)), name)
        ):
            return make()

    return read


def _items(suite, target, edition, subset, options=None):
    selection = Selection(target, edition, subset, options or SuiteOptions())
    return lambda: REGISTRY.get(suite).items(selection)


def _pairs(folder, name):
    return _items("pairs", "es", "own", "all", PairOptions(pairs=str(folder / name)))()


def _cleared(cached, make):
    """A reader that keeps what it read, asked as if for the first time."""

    def read():
        cached.cache_clear()
        return make()

    return read


_winomt = _cleared(winomt.read_rows, _items("winomt", "es", "2019", "all"))
_dictionary = _cleared(passages._dictionary, lambda: passages._dictionary(store.obtain("", "")))

SUITE_FILES = {
    "suite: pairs": (_pairs, "pairs.tsv", [PAIRS]),
    "suite: ambiguous": (_instead(_items("ambiguous", "es", "all", "one")), "gate.tsv", [GATE]),
    "suite: mtgeneval": (
        _instead(_items("mtgeneval", "es", "test", "sentences", MTGenEvalOptions()), es=b"Uno.\nDos.\n"),
        "sentences.en",
        [b"She slept.\nMy sister sang.\n"],
    ),
    "suite: mtgeneval context": (
        _instead(_items("mtgeneval", "es", "test", "context", MTGenEvalOptions(context="given")), es=b"Uno.\nDos.\n"),
        "context.en",
        [b"Mrs. Hill came.<sep>The nurse slept.\n<sep> A cook sang.\n"],
    ),
    "suite: gender-fair": (_instead(_items("gender-fair", "de", "wikipedia", "all")), "passages.tsv", [PASSAGES]),
    "suite: gender-fair, Europarl": (_instead(_items("gender-fair", "de", "europarl", "all")), "a.json", [EUROPARL]),
    "suite: gender-fair, dictionary": (_instead(_dictionary), "forms.csv", [DICTIONARY]),
    "suite: winomt": (_instead(_winomt), "en.txt", [WINOMT]),
    "suite: simplegen, dictionary": (lambda folder, name: _read_dictionary(folder / name), "es.csv", [SIMPLEGEN]),
}
