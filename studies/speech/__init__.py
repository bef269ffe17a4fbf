"""A cascade on WinoMT in three voices, and 90 s of a real talk."""
