"""The parts of a page: a file each, with ``section`` and, where it is about one kind of suite, ``is_about``."""
