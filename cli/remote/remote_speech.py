"""Hold the phrases of the table for remote players; it uses those of `play` otherwise."""

from __future__ import annotations

from rulewright.cli.remote.wire_format import ChatLine
from rulewright.cli.render.speech import PHRASES as AT_ONE_SCREEN
from rulewright.dsl.messages.speech import Catalogue

PHRASES = Catalogue("rulewright.cli.remote", AT_ONE_SCREEN)

said = PHRASES.say
_ROLES = {"host": "says-host", "onlooker": "says-onlooker"}


def said_line(line: ChatLine, language: str) -> str:
    """Return a line of the chat with the person who said it."""
    return f"{said(language, _ROLES[line.role]) if line.role in _ROLES else line.name}: {line.text}"
