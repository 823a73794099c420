"""What `simulate`, `compare` and `sweep` have in common: many games are played, and their figures shown."""
