"""Hold the bundled games, one file each."""
