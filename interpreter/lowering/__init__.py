"""From a checked rulebook to the lowered program."""
