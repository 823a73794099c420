"""The command line: a small module for each command, and everything that is shown."""
