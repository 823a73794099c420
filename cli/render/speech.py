"""What the command line says; what the rules say stands in the rulebook, and is told by interpreter/views/words.py."""

from __future__ import annotations

from rulewright.dsl.messages.speech import COMMON, Catalogue

PHRASES = Catalogue("rulewright.cli.render", COMMON)
COMMANDS = ("help", "board", "log", "read", "rules", "why", "hint", "back", "undo", "redo", "save", "record", "quit")

phrase = PHRASES.say
