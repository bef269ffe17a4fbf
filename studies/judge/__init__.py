"""How often the gender judge errs, by a language model's reading of the same outputs; before and after its second
edition.
"""
