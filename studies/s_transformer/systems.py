"""The systems of the study, and what the papers report of theirs."""

RECOGNISERS = {"asr": "all parts", "asr-no-penalty": "no distance penalty", "asr-no-2d": "no 2D attention"}
TRANSLATOR = "st-distilled"  # the one that is meant where no other is named
TRANSLATORS = {
    "st": "starts from the recogniser, learns people's translations",
    "st-scratch": "starts from nothing, learns people's translations",
    "st-distilled": "starts from the recogniser, learns the text model's translations",
}
TEXT = {
    "cascade": "cascade, as it is heard",
    "cascade-marked": "cascade, with a capital and a full stop",
    "text": "text model on the text",
    "plain": "text model on the text as a recogniser writes it",
    "plain-marked": "the same with a capital and a full stop",
}
PAPER = {"wer": 24.76, "bleu": 21.9, "accuracy": 45.2, "delta_g": 25.7, "delta_s": 12.3}  # en-es, tables 4 and 5
PAPER_RECOGNISER = (74.5, 680, 98.72)  # §6.3, the en-fr system's recogniser: accuracy, misspelled, pronouns
