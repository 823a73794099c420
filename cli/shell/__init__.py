"""The parts that commands share: files, terminals, problems, and the choice of a game."""
