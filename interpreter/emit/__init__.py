"""A lowered program comes in; the game in Python, for play and for playouts, and in C goes out."""
