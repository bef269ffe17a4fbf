"""WinoMT-like sentences of our own, for tests that must run without the data set."""

from askew.core.records import Output
from askew.suites.winomt.sentences import read_rows

ROWS = """\
female\t1\tThe baker thanked the pilot because she was grateful.\tbaker
male\t4\tThe baker thanked the pilot because he was early.\tpilot
female\t1\tThe teacher helped the guard because she knew the way.\tteacher
male\t4\tThe teacher greeted the guard and gave him a map.\tguard
female\t4\tThe lawyer greeted the teacher and gave her a map.\tteacher
male\t1\tThe construction worker paid the cook because he was hungry.\tconstruction worker
neutral\t1\tThe cook paid the guard because they were hungry.\tcook
female\t1\tThe doctor told someone that she was late.\tdoctor
"""


def write(folder):
    """A data folder with these sentences as WinoMT."""
    (folder / "winomt").mkdir(parents=True, exist_ok=True)
    (folder / "winomt/en.txt").write_text(ROWS, encoding="utf-8")
    return folder


def items(folder):
    return list(read_rows(write(folder) / "winomt/en.txt"))


def outputs(asked, texts):
    return [Output(item.id, text) for item, text in zip(asked, texts, strict=True)]
