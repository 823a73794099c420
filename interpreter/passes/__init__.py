"""Passes over the lowered program: analyses, and transformations that keep its meaning."""
