"""How the speech study's outputs are made: choose sentences, speak them, train and decode next to a GPU, time, store."""
