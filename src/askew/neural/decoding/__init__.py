"""From a model folder to translations: ``translator`` goes from text, or speech, to text; ``search`` is greedy and
beam.

``encoding`` and ``incremental`` do what the model does with less work, ``packed`` lays out the weights for a CPU,
``quantise`` gives the 8-bit layers, ``export`` writes CTranslate2's format.
"""
