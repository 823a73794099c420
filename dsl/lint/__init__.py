"""Find what is playable but probably not meant, in a rulebook without errors and with all its variants.

Each module looks for one thing in what a `LintedRulebook` gathers: the texts, their nodes, and the checked games. Authors who get
false alarms stop reading, so all modules keep silent when in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl import checked
from rulewright.dsl.library.library import LinkedRulebook
from rulewright.dsl.lint import (
    actors,
    conditions,
    counts,
    empty_comparisons,
    endless_loops,
    ends,
    no_effect,
    promises,
    secrets,
    supplies,
    texts,
    translations,
    uninformed_choices,
    unreachable,
    unused,
    unused_effects,
    unused_parts,
)
from rulewright.dsl.lint.rulebook import LintedRulebook
from rulewright.dsl.lint.suppressions import apply_suppressions
from rulewright.dsl.messages.diagnostic import Diagnostic

MODULES = (
    unused, translations, conditions, ends, endless_loops, unreachable, uninformed_choices, secrets, unused_effects, actors,
    counts, no_effect, supplies, unused_parts, empty_comparisons, promises, texts,
)  # fmt: skip


def advice(found: LinkedRulebook, games: Iterable[checked.Game]) -> Iterator[list[Diagnostic]]:
    """Yield warnings about the file that was asked for; the games are its combinations of variants.

    The findings of one module come at a time, so that a caller with something better to do need not wait for all of them.
    """
    rulebook = LintedRulebook(found, list(games))
    for module in MODULES:
        yield [
            diagnostic
            for diagnostic in module.find(rulebook)
            if diagnostic.span is not None and diagnostic.span.source in rulebook.files
        ]


__all__ = ["advice", "apply_suppressions"]
