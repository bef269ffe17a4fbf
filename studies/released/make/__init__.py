"""How the stored outputs of the released models were made."""
