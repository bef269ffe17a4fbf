"""How the speed study's cells are made, next to a GPU: train, translate, time, store."""
