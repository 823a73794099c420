"""Running games: from a checked rulebook to matches that are played, copied, saved and measured."""
