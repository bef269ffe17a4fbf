"""How the study's outputs were made."""
