"""What reads text: the Transformer and its positions, and parallel text to train it on.

``model`` is read top to bottom; the model of speech puts its own encoder in front of the same decoder.
"""
