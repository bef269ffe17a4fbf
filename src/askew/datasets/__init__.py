"""Data sets that are fetched, not shipped: one TOML manifest each, and ``store``, which finds and checks them."""
