"""Gather what the lints look at: a game's texts and nodes with all known variants, and the checked combinations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from rulewright.dsl import checked, nodes
from rulewright.dsl.checked.walk import Part, descendants, everything_in
from rulewright.dsl.library.library import LinkedRulebook
from rulewright.dsl.lint.intervals import IntervalAnalysis
from rulewright.dsl.lint.possible_values import ValueSources
from rulewright.dsl.lint.reachable_lines import CallGraph
from rulewright.dsl.lint.whereabouts import LocationAnalysis
from rulewright.dsl.messages.diagnostic import Diagnostic, Related
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Source, Span

BRACES = re.compile(r"\{([^{}]*)\}")
WORD = re.compile(r'"((?:\\.|[^"\\\n])*)"|\#[^\n]*|([^\W\d_]\w*(?:-\w+)*)')

Kind = TypeVar("Kind")


class LintedRulebook:
    """A rulebook, and what is known about it."""

    def __init__(self, found: LinkedRulebook, games: list[checked.Game]) -> None:
        self.games = games
        self.files: tuple[Source, ...] = found.asked.sources
        variants = dict.fromkeys(
            [*(node for node in found.rulebook.declarations if isinstance(node, nodes.Variant)), *found.known.values()]
        )
        self.blocks: list[tuple[nodes.Declaration, ...]] = [
            tuple(node for node in found.rulebook.declarations if not isinstance(node, nodes.Variant)),
            *(variant.lines for variant in variants),
        ]
        self.variants = list(variants)
        self.head = next((node for node in self.blocks[0] if isinstance(node, nodes.Game)), None)

    @cached_property
    def declarations(self) -> list[nodes.Declaration]:
        """Return all declarations, also those in variants; a replacement counts as a declaration."""
        return [node.declaration if isinstance(node, nodes.Replace) else node for block in self.blocks for node in block]

    @cached_property
    def mentions(self) -> Counter[str]:
        """Return how often each word is written in all texts, also in braces, but not in comments."""
        sources = dict.fromkeys(
            [*(node.span.source for block in self.blocks for node in block), *(one.span.source for one in self.variants)]
        )
        found: Counter[str] = Counter()
        for source in sources:
            pieces = WORD.findall(source.text)
            found.update([word for _, word in pieces if word])
            for said, _ in pieces:
                if "{" in said:
                    found.update(name.partition(":")[0].strip() for name in BRACES.findall(said))
        return found

    def bodies(self) -> Iterator[tuple[checked.Game, object]]:
        """Yield everything that runs or is worked out, once even if several combinations share it, each with its first game."""
        seen: set[str] = set()
        for game in self.games:
            for name, body in everything_in(game):
                if name not in seen:
                    seen.add(name)
                    yield game, body

    @cached_property
    def parts(self) -> list[Part]:
        """Return all statements and expressions in these, also what is only tried out."""
        found = list(descendants(*(body for _, body in self.bodies())))
        tried = [one.rule.body for one in found if isinstance(one, checked.TrialExpression)]
        while tried:
            more = list(descendants(*tried))
            found += more
            tried = [one.rule.body for one in more if isinstance(one, checked.TrialExpression)]
        return found

    @cached_property
    def by_class(self) -> dict[type, list[Part]]:
        """Return all statements and expressions by class."""
        found: dict[type, list[Part]] = {}
        for part in self.parts:
            found.setdefault(type(part), []).append(part)
        return found

    @cached_property
    def value_sources(self) -> ValueSources:
        """Return what names and fields may ever be given."""
        return ValueSources(self.games, self.parts)

    @cached_property
    def ranges(self) -> IntervalAnalysis:
        """Return the ranges of expressions."""
        return IntervalAnalysis(self.games, self.value_sources)

    @cached_property
    def places(self) -> LocationAnalysis:
        """Return where things may be."""
        return LocationAnalysis(self.games, self.parts, self.value_sources)

    @cached_property
    def call_graph(self) -> CallGraph:
        """Return what carries out what."""
        return CallGraph(self.games)

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Return all statements or expressions of a class."""
        return self.by_class.get(kind, [])  # type: ignore[return-value]


def warning(
    name: str,
    message: Phrase,
    span: Span,
    label: Phrase | None = None,
    way_out: Phrase | None = None,
    related: Iterable[tuple[Span, Phrase]] = (),
) -> Diagnostic:
    return Diagnostic(
        name=name,
        message=message,
        span=span,
        severity="warning",
        label=label,
        help=way_out,
        related=tuple(Related(place, text) for place, text in related),
    )
