"""The speed paper's training text, drawn from files one has."""

import pytest

from askew.core.errors import InputError
from studies.speed.make.draw_wmt import draw


def test_pairs_are_cleaned_and_drawn_once_each(tmp_path):
    english = [f"Sentence {number}." for number in range(50)] + ["Same.", "", "Sentence 1.", "word"]
    spanish = [f"Frase {number}." for number in range(50)] + ["Same.", "Nada.", "Frase 1.", "palabra " * 30]
    (tmp_path / "a.en").write_text("\n".join(english) + "\n")
    (tmp_path / "a.es").write_text("\n".join(spanish) + "\n")
    given = [f"{tmp_path}/a.en:{tmp_path}/a.es"]
    chosen, out = draw(given, 20, seed=3)
    assert len(set(chosen)) == 20
    assert all(pair[1] == pair[0].replace("Sentence", "Frase") for pair in chosen)
    assert out == {"equal sides": 1, "an empty side": 1, "seen before": 1, "lengths too unlike": 1}
    assert draw(given, 20, seed=3)[0] == chosen != draw(given, 20, seed=4)[0]
    with pytest.raises(InputError, match="only 50 are left"):
        draw(given, 51, seed=3)


def test_files_that_do_not_belong_together_are_refused(tmp_path):
    (tmp_path / "a.en").write_text("One.\nTwo.\n")
    (tmp_path / "a.es").write_text("Uno.\n")
    with pytest.raises(InputError, match="one for one"):
        draw([f"{tmp_path}/a.en:{tmp_path}/a.es"], 1, seed=1)
    with pytest.raises(InputError, match="two files"):
        draw([f"{tmp_path}/a.en"], 1, seed=1)
