"""Speech models: the settings of a speech model, features, the model in front of the decoder, and speech to train it
on.

``samples`` reads the sound of a corpus (``formats/mustc.py`` what is said in it), ``text`` writes its text as the model
is to say it, ``corpus`` keeps the features on disk.
"""
