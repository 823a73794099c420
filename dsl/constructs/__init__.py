"""Constructs of the language that are declared once, in tables: everything else about them is derived."""
