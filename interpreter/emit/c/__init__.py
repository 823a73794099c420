"""The C of a game: one function for each routine, and the flat memory that its positions live in."""
