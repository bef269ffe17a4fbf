"""Mending a model's bias with balanced text, and what speed does to the mend."""
