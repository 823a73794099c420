"""Hold the words of the playground's page."""

from __future__ import annotations

from rulewright.dsl.messages.speech import Catalogue

PHRASES = Catalogue("rulewright.cli.playground")
