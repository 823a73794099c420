"""Games: load a rulebook, start matches of it, and run its examples."""
