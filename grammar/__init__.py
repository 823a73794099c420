"""The grammar of rulebooks, as one Lark file."""
