"""What the table for people apart says, to seats, on the page, and at the host's own terminal; else what `play` says."""

from __future__ import annotations

from rulewright.cli.render.speech import PHRASES as AT_ONE_SCREEN
from rulewright.dsl.messages.speech import Catalogue

PHRASES = Catalogue("rulewright.cli.remote", AT_ONE_SCREEN)

said = PHRASES.say
