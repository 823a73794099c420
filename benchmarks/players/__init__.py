"""How well the players that are no people play."""
