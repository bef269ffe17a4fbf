"""The project's own translation models: the architectures of the speed paper and the S-Transformer, their training and
their decoding.

    text/       the Transformer, with averaged attention too; parallel text
    speech/     features, the encoder of speech, a corpus of speech
    training/   from a configuration to a model folder
    decoding/   from a model folder to translations; 8-bit layers, CTranslate2's format
    shipped/    the models that come with askew

What all of them share stands here: ``config`` says what a model is and how it is trained (``tables`` reads it),
``vocabulary`` cuts text into pieces, ``batches`` are what is trained on, ``checkpoint`` has the files of a model. The
files to read top to bottom are ``text.model``, ``decoding.search`` and ``training.train``.

Only ``config``, ``vocabulary``, ``checkpoint.describe`` and ``decoding.export`` do without torch, which is an extra:
``pip install askew[neural]``.
"""
