"""Does faster mean more biased? The SimpleGEN paper's experiment with the project's own models."""
