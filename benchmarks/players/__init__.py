"""Measure how well the players play that are programs."""
