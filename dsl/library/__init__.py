"""Find the files of a rulebook and of its variants, link them, and check what they hold."""
