"""Rulebooks in colours elsewhere: a lexer for Pygments, and what is made for editors of the language's own words."""
