"""Keep what is expensive to make in a folder of the user's, from one process to the next."""
