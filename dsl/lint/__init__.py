"""What can be played and is hardly meant: advice about a whole rulebook with all its variants, once nothing is wrong with it.

Each module looks for one thing, in what a `Rulebook` gathers: the texts, their nodes, and the checked games. Whoever is
told something that is no mistake stops reading, so all of them keep silent where they are not sure.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl import checked
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.library import Found
from rulewright.dsl.lint import actors, conditions, ends, loops, never, passing, secrets, translations, unused, vain
from rulewright.dsl.lint.allowed import settled
from rulewright.dsl.lint.rulebook import Rulebook

MODULES = (unused, translations, conditions, ends, loops, never, passing, secrets, vain, actors)


def advice(found: Found, games: Iterable[checked.Game]) -> list[Diagnostic]:
    """What somebody may want to think over in the file that was asked for; the games are its combinations of variants."""
    rulebook = Rulebook(found, list(games))
    return [
        diagnostic
        for module in MODULES
        for diagnostic in module.find(rulebook)
        if diagnostic.span is not None and diagnostic.span.source in rulebook.files
    ]


__all__ = ["advice", "settled"]
