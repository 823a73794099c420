"""Rulebooks, compiled games and matches come in; bytes and texts that can be trusted again go out."""
