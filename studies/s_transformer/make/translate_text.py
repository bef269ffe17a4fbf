r"""What the text model makes of the same sentences: of the text, of the text as a recogniser would write it, and of
what the recogniser wrote (a cascade).

    python -m studies.s_transformer.make.translate_text --data DIR/mt --outputs WORK/outputs \
        [--recogniser asr] [--system neural:en-es]

Reads RECOGNISER_SET.txt in OUTPUTS where it is there and writes beside it text_SET, plain_SET, cascade_SET and
cascade-marked_SET.txt. The recogniser writes neither case nor punctuation, and the text model has seen little such
text: ``marked`` is with a capital at the front and a full stop at the end.
"""

import argparse
from pathlib import Path

import askew
from askew.core.records import Item, Output
from askew.neural.speech.text import spoken
from askew.systems import open_system
from studies.s_transformer.make.choose_sentences import for_test

SETS = ("test", "test-held-out", "winomt")


def marked(text: str) -> str:
    """As a sentence begins and ends.

    >>> marked("is he here")
    'Is he here.'
    """
    return f"{text[:1].upper()}{text[1:]}." if text else text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--outputs", type=Path, required=True)
    parser.add_argument("--recogniser", default="asr")
    parser.add_argument("--system", default="neural:en-es")
    chosen = parser.parse_args()
    sources = {
        "test": [english for _, english, _ in for_test(chosen.data)],
        "winomt": [item.source for item in askew.items("winomt")],
    }
    work = {f"text_{name}": texts for name, texts in sources.items()}
    work |= {f"plain_{name}": [spoken(text) for text in texts] for name, texts in sources.items()}
    work |= {f"plain-marked_{name}": [marked(spoken(text)) for text in texts] for name, texts in sources.items()}
    for name in SETS:
        path = chosen.outputs / f"{chosen.recogniser}_{name}.txt"
        if path.exists():
            transcripts = path.read_text("utf-8").removesuffix("\n").split("\n")
            work |= {f"cascade_{name}": transcripts, f"cascade-marked_{name}": [marked(text) for text in transcripts]}
    system = open_system(chosen.system, target="es")
    chosen.outputs.mkdir(parents=True, exist_ok=True)
    for name, texts in work.items():
        path = chosen.outputs / f"{name}.txt"
        if path.exists():
            continue
        items = [Item(str(number), text) for number, text in enumerate(texts) if text]
        said = {answer.id: answer.text for answer in system.answer(items) if isinstance(answer, Output)}
        lines = [" ".join(said.get(str(number), "").split()) for number in range(len(texts))]
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        print(f"{path}: {len(lines)}", flush=True)


if __name__ == "__main__":
    main()
