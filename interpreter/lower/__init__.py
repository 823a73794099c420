"""A checked rulebook comes in; what the engine knows of its world, and which rules may wait for somebody, goes out."""
