"""Hold the grammar of rulebooks, as one Lark file."""
