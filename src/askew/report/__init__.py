"""Numbers for people. ``report`` puts sections together, ``page`` makes one self-contained HTML file of them,
``site`` many,
``formats`` Markdown, LaTeX, CSV and JSON; ``terminal``, ``show`` and ``explain`` print.
"""
