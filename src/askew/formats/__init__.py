"""One file per format: outputs, talks, captions, MuST-C, segment files, glossaries, manifests. What is read is checked
at the door.
"""
