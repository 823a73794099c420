"""The playground: a page on which a rulebook is written, checked and played, with Python in the reader's own browser."""
