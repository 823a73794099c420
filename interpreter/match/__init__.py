"""Matches: play a compiled game decision by decision, copy, save and compare it."""
