"""Hold the phrases of the table for remote players; it uses those of `play` otherwise."""

from __future__ import annotations

from rulewright.cli.render.speech import PHRASES as AT_ONE_SCREEN
from rulewright.dsl.messages.speech import Catalogue

PHRASES = Catalogue("rulewright.cli.remote", AT_ONE_SCREEN)

said = PHRASES.say
