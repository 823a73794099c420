"""Colour rulebooks elsewhere: a lexer for Pygments, and files that editors need, made from the language's own words."""
