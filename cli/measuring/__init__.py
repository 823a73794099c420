"""Play many games, and show their figures: the common part of `simulate`, `compare` and `sweep`."""
