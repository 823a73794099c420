"""Play compiled games: matches that go on, are copied and are compared, and whole games at random."""
