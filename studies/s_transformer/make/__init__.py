"""How the speech study's outputs are made: choose sentences, speak them, train and decode on a GPU, time, store."""
