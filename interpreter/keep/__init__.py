"""Keep rulebooks, compiled games and matches as bytes and texts that can be trusted again."""
