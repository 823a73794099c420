"""What each name in a game stands for: where it is declared, and where it is used, in the game and all of its variants."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import define, field

from rulewright.dsl import nodes
from rulewright.dsl.check.examples import named_variants
from rulewright.dsl.check.scope import THIS
from rulewright.dsl.editing.mentions import OFFERED, VARIANT, WHOLE, Local, Mention, mentions
from rulewright.dsl.library import Found

Meaning: TypeAlias = tuple[str, str, str] | Local
"""What a name stands for: a local name; or one of a kind, and the variant that declares it, or nothing."""
# What a variant patches has no names of its own.
PATCHED = (nodes.Rule, nodes.Card, nodes.Hook)
MOST_FORGOTTEN = 500


@define(eq=False)
class Gathered:
    """The names in declarations, by identity: those that stay the same are gone through once."""

    known: dict[int, tuple[nodes.Declaration, list[Mention]]] = field(factory=dict)

    def of(self, node: nodes.Declaration, variant: str) -> list[Mention]:
        """The names in one declaration."""
        kept = self.known.get(id(node))
        if kept is None or kept[0] is not node:
            kept = self.known[id(node)] = node, mentions(node, variant)
        return kept[1]

    def forget(self, needed: Iterable[nodes.Declaration]) -> None:
        """What has been written over is of no use any more; it is looked for once it has become much."""
        still = {id(node): self.known[id(node)] for node in needed if id(node) in self.known}
        if len(self.known) > 2 * len(still) + MOST_FORGOTTEN:
            self.known = still


@define(eq=False)
class Names:
    """All names of a game with its variants."""

    rulebook: nodes.Rulebook
    variants: dict[str, nodes.Variant]
    others: list[nodes.Rulebook] = field(factory=list)
    """The files of variants."""
    mentions: list[Mention] = field(factory=list)
    written: dict[str, list[Mention]] = field(factory=lambda: defaultdict(list))
    """By their text."""
    declared: dict[tuple[str, str, str], list[Mention]] = field(factory=lambda: defaultdict(list))
    files: dict[str, list[Mention]] = field(factory=lambda: defaultdict(list))
    """By the name of each file, in order."""
    starts: dict[str, list[int]] = field(factory=dict)
    chains: dict[str, list[str]] = field(factory=dict)
    played: dict[int, list[str]] = field(factory=dict)
    """By the identity of each example, the variants that it is played with."""
    meant: dict[tuple[str, str, tuple[str, ...]], Meaning | None] = field(factory=dict)

    def add(self, found: Iterable[Mention]) -> None:
        """Some more names."""
        for mention in found:
            self.mentions.append(mention)
            self.written[mention.text].append(mention)
            self.files[mention.around.source.name].append(mention)
            if mention.declares and mention.local is None:
                self.declared[mention.space, mention.text, mention.variant].append(mention)

    def sort(self) -> None:
        """All names are there."""
        for name, found in self.files.items():
            found.sort(key=lambda mention: mention.span.start)
            self.starts[name] = [mention.span.start for mention in found]

    def at(self, file: str, offset: int) -> Mention | None:
        """The name at a place, or right before it."""
        place = bisect_right(self.starts.get(file, []), offset) - 1
        if place < 0:
            return None
        mention = self.files[file][place]
        return mention if offset <= mention.span.end else None

    def chain(self, variant: str) -> list[str]:
        """A variant with those that it builds on, the nearest first, and the game itself."""
        if variant not in self.chains:
            chain: list[str] = []
            name = variant
            while name in self.variants and name not in chain:
                chain.append(name)
                name = self.variants[name].base.text
            self.chains[variant] = [*chain, ""]
        return self.chains[variant]

    def around(self, mention: Mention) -> list[str]:
        """Where a name may be declared: those variants, or the ones that an example is played with."""
        chain = self.chain(mention.variant)
        node = mention.node
        if not isinstance(node, nodes.Example):
            return chain
        if id(node) not in self.played:
            self.played[id(node)] = [one for name in named_variants(node) for one in self.chain(name)] + chain
        return self.played[id(node)]

    def meaning(self, mention: Mention) -> Meaning | None:
        """What it stands for, or None if nothing in the game is called so."""
        if mention.local is not None:
            return mention.local
        key = mention.space, self.said(mention), tuple(self.around(mention))
        if key not in self.meant:
            self.meant[key] = self._meaning(*key)
        return self.meant[key]

    def said(self, mention: Mention) -> str:
        """The name itself; in a card, `this` is the card."""
        node = mention.node.declaration if isinstance(mention.node, nodes.Replace) else mention.node
        return node.name.text if mention.text == THIS and isinstance(node, nodes.Card) else mention.text

    def _meaning(self, space: str, text: str, around: tuple[str, ...]) -> Meaning | None:
        if space == VARIANT:
            return next((key for key in self.declared if key[:2] == (VARIANT, text)), None)
        spaces = (space, OFFERED) if space == WHOLE else (space,)
        # What a variant puts in the place of something is still that thing.
        keys = [(one, text, variant) for one in spaces for variant in around]
        return next((key for key in reversed(keys) if key in self.declared and key[2] == ""), None) or next(
            (key for key in keys if key in self.declared), None
        )

    def declarations(self, meaning: Meaning) -> list[Mention]:
        """Where it is declared, also again in variants."""
        return [one for one in self.all_of(meaning) if one.declares]

    def all_of(self, meaning: Meaning) -> list[Mention]:
        """Wherever it is written."""
        text = meaning.name if isinstance(meaning, Local) else meaning[1]
        return [one for one in self.written.get(text, ()) if self.meaning(one) == meaning]


def names_of(found: Iterable[Found], gathered: Gathered) -> Names:
    """The names of a game, of which all variants are taken in that are known to anybody who asked for it."""
    founds = list(found)
    rulebook = founds[0].rulebook
    variants: dict[str, nodes.Variant] = {}
    for one in founds:
        own = (node for node in one.rulebook.declarations if isinstance(node, nodes.Variant))
        variants.update({variant.name.text: variant for variant in (*own, *one.known.values())})
    names = Names(rulebook, variants, [one.asked for one in founds if one.asked is not rulebook])
    for node, variant in declarations_of(rulebook, variants):
        if not isinstance(node, nodes.Patch):
            names.add(gathered.of(node, variant))
    targets = {one.text: one.node for one in names.mentions if one.declares and isinstance(one.node, PATCHED)}
    locals_of: dict[int, list[Local]] = defaultdict(list)
    for mention in names.mentions:
        if mention.local is not None and mention.declares:
            locals_of[id(mention.node)].append(mention.local)
    for node, variant in declarations_of(rulebook, variants):
        if isinstance(node, nodes.Patch):
            names.add(mentions(node, variant, locals_of.get(id(targets.get(node.name.text)), ())))
    names.sort()
    gathered.forget(node for node, _ in declarations_of(rulebook, variants))
    return names


def declarations_of(rulebook: nodes.Rulebook, variants: dict[str, nodes.Variant]) -> Iterator[tuple[nodes.Declaration, str]]:
    """All declarations, each with the variant that it stands in."""
    for node in rulebook.declarations:
        if not isinstance(node, nodes.Variant | nodes.Broken):
            yield node, ""
    for name, variant in variants.items():
        yield variant, ""
        for line in variant.lines:
            if not isinstance(line, nodes.Broken):
                yield line, name
