"""The command line: one small module for each command, and everything that is shown."""
