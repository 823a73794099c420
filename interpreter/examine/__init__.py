"""Examine a rulebook: what its examples reach and would notice, and what random games show."""
