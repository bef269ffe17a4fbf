"""Text: ``words`` and their keys, ``align`` between two languages, ``language``, which tells what a text is written in."""
