"""Estimate from a checked rulebook how large a game is and how much it costs, before anything is played."""
