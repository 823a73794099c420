"""What the lints look at: a game's texts and nodes with all variants that are known, and the checked combinations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from rulewright.dsl import checked, nodes
from rulewright.dsl.diagnostic import Diagnostic, Related
from rulewright.dsl.library import Found
from rulewright.dsl.lint.carried import Carried
from rulewright.dsl.lint.given import Given
from rulewright.dsl.lint.places import Places
from rulewright.dsl.lint.ranges import Ranges
from rulewright.dsl.source import Source, Span
from rulewright.dsl.walk import Part, everything_in, inside

BRACES = re.compile(r"\{([^{}]*)\}")
WORD = re.compile(r'"((?:\\.|[^"\\\n])*)"|\#[^\n]*|([^\W\d_]\w*(?:-\w+)*)')

Kind = TypeVar("Kind")


class Rulebook:
    """One rulebook, and what is known of it."""

    def __init__(self, found: Found, games: list[checked.Game]) -> None:
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
        """Everything that is declared, in variants, too; what replaces something stands for itself."""
        return [node.declaration if isinstance(node, nodes.Replace) else node for block in self.blocks for node in block]

    @cached_property
    def mentions(self) -> Counter[str]:
        """How often each word is written in all the texts: also in the braces of what is said, but not in comments."""
        sources = dict.fromkeys(
            [*(node.span.source for block in self.blocks for node in block), *(one.span.source for one in self.variants)]
        )
        found: Counter[str] = Counter()
        for source in sources:
            pieces = WORD.findall(source.text)
            found.update([word for _, word in pieces if word])
            for said, _ in pieces:
                if "{" in said:
                    found.update(name.strip() for name in BRACES.findall(said))
        return found

    def bodies(self) -> Iterator[tuple[checked.Game, object]]:
        """All that is worked out and carried out, what stands in several combinations once, with the first of them."""
        seen: set[str] = set()
        for game in self.games:
            for name, body in everything_in(game):
                if name not in seen:
                    seen.add(name)
                    yield game, body

    @cached_property
    def parts(self) -> list[Part]:
        """All statements and expressions of these, with what is only tried out."""
        found = list(inside(*(body for _, body in self.bodies())))
        tried = [one.rule.body for one in found if isinstance(one, checked.After)]
        while tried:
            more = list(inside(*tried))
            found += more
            tried = [one.rule.body for one in more if isinstance(one, checked.After)]
        return found

    @cached_property
    def by_class(self) -> dict[type, list[Part]]:
        """The same, by what they are."""
        found: dict[type, list[Part]] = {}
        for part in self.parts:
            found.setdefault(type(part), []).append(part)
        return found

    @cached_property
    def given(self) -> Given:
        """What names and fields may ever be given."""
        return Given(self.games, self.parts)

    @cached_property
    def ranges(self) -> Ranges:
        """Between which numbers expressions lie."""
        return Ranges(self.games, self.given)

    @cached_property
    def places(self) -> Places:
        """Where things come to lie."""
        return Places(self.games, self.parts, self.given)

    @cached_property
    def carried(self) -> Carried:
        """What is carried out by what."""
        return Carried(self.games)

    def all(self, kind: type[Kind]) -> list[Kind]:
        """All statements or expressions of a kind."""
        return self.by_class.get(kind, [])  # type: ignore[return-value]


def warning(
    name: str, message: str, span: Span, label: str, way_out: str, related: Iterable[tuple[Span, str]] = ()
) -> Diagnostic:
    """A piece of advice."""
    return Diagnostic(
        name=name,
        message=message,
        span=span,
        severity="warning",
        label=label,
        help=way_out,
        related=tuple(Related(place, text) for place, text in related),
    )
