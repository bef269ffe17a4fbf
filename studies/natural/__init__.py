"""Natural sentences: systems at hand on mtgeneval, ambiguous and gender-fair, and how good the judges are."""
