"""What hears: the settings of a speech model, features, the model in front of the decoder, and speech to train it on.

``mustc`` reads a corpus from its folder, ``text`` writes its text as the model is to say it, ``corpus`` keeps the features on disk.
"""
