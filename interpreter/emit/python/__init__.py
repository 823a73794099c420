"""The Python of a game: blocks that can stop wherever somebody is asked, and straight functions for playouts."""
