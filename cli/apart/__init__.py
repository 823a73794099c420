"""The table for people apart: a game and who sits where come in; what each may see goes out, and their choices come back."""
