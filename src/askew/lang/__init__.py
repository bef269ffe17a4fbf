"""One TOML file per target language, and ``pack``, its loader. The format is in ``docs/language-packs.md``."""
