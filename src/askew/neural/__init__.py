"""The project's own translation models: the architectures of the speed paper, their training and their decoding.

``config`` says what a model is and how it is trained, ``vocabulary`` cuts text into pieces, ``batches`` feeds the trainer. The three files to read
top to bottom are ``model`` (the Transformer, with averaged attention), ``search`` (greedy and beam) and ``train``. For translating, ``encoding`` and
``incremental`` do what ``model`` does with less work, ``packed`` lays out the weights for a CPU, ``quantise`` gives the 8-bit layers, ``checkpoint``
the files of a model, ``translator`` goes from text to text, ``export`` writes CTranslate2's format.

Only ``config``, ``vocabulary`` and ``checkpoint.describe`` do without torch, which is an extra: ``pip install askew[neural]``.
"""
