"""A compiled game comes in; matches that are played, copied and compared go out."""
