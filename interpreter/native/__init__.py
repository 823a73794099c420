"""Compile C programs to libraries that play, with positions as flat memory that can become lists again."""
