"""Positions come in; counts of what may follow, and choices, go out."""
