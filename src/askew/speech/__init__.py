"""Speech: audio files, where in them people speak, segmentation, and words timed by forced alignment."""
