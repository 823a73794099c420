"""Hold the phrases of the command line; those of the rules are in the rulebook, and interpreter/views/words.py tells them."""

from __future__ import annotations

from rulewright.dsl.messages.speech import COMMON, Catalogue

PHRASES = Catalogue("rulewright.cli.render", COMMON)
COMMANDS = ("help", "board", "log", "read", "rules", "why", "hint", "back", "undo", "redo", "save", "record", "quit")

phrase = PHRASES.say
