"""Explore what may follow a position: count it, value it, and choose."""
