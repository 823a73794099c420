"""Measure games: play many, and add up figures."""
