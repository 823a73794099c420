"""A C program comes in; a library that plays goes out, and positions as flat memory, which become lists again when wanted."""
