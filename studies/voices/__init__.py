"""Many voices: the S-Transformer trained in 102 and tried in others, WinoMT in 24, real speakers by gender and age."""
