"""Numbers for people: ``terminal`` has tables like the papers', ``page`` one self-contained HTML file."""
