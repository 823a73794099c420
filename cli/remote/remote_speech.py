"""Hold the phrases of the table for remote players; it uses those of `play` otherwise."""

from __future__ import annotations

from rulewright.cli.remote.wire_format import ChatLine
from rulewright.cli.render.speech import PHRASES as AT_ONE_SCREEN
from rulewright.dsl.messages.speech import Catalogue

PHRASES = Catalogue("rulewright.cli.remote", AT_ONE_SCREEN)

said = PHRASES.say
SPEAKERS = {"host": "says-host", "onlooker": "says-onlooker"}
"""How those who do not sit at the table are called in the chat. No player's name may look like that."""


def said_line(line: ChatLine, language: str) -> str:
    """Return a line of the chat with the person who said it."""
    speaker = said(language, SPEAKERS[line.role], line.name).strip() if line.role in SPEAKERS else line.name
    return f"{speaker}: {line.text}"
