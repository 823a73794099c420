"""Positions: the world of a game, the layout of its values, moves on it, chance, and questions."""
