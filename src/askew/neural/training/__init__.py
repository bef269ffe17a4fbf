"""From a configuration to a model folder: ``train`` is read top to bottom.

``dev`` says how good the model is on the way, ``recorded`` replays a step on the GPU, ``weights`` updates all of them
as one vector.
"""
