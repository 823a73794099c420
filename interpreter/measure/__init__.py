"""A game comes in; figures of many games go out."""
