"""Find the meaning of each name in a game: its declaration and its uses, in the game and all of its variants."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import define, field

from rulewright.dsl import nodes
from rulewright.dsl.check.examples import named_variants
from rulewright.dsl.check.scope import THIS
from rulewright.dsl.editing.mentions import OFFERED, VARIANT, WHOLE, LocalName, Mention, mentions
from rulewright.dsl.library.library import LinkedRulebook

Meaning: TypeAlias = tuple[str, str, str] | LocalName
"""The meaning of a name: a local name, or the space, the name, and the variant that declares it (empty for the game)."""
# A patch in a variant declares nothing itself.
PATCHED = (nodes.Rule, nodes.Card, nodes.Hook)
MOST_FORGOTTEN = 500


@define(eq=False)
class MentionCache:
    """The names in declarations, so that unchanged ones are walked only once."""

    known: dict[nodes.Declaration, list[Mention]] = field(factory=dict)

    def mentions_in(self, node: nodes.Declaration, variant: str) -> list[Mention]:
        """Return the names in one declaration."""
        if node not in self.known:
            self.known[node] = mentions(node, variant)
        return self.known[node]

    def forget(self, needed: Iterable[nodes.Declaration]) -> None:
        """Forget declarations that were overwritten, once there are many."""
        still = {node: self.known[node] for node in needed if node in self.known}
        if len(self.known) > 2 * len(still) + MOST_FORGOTTEN:
            self.known = still


@define(eq=False)
class SymbolIndex:
    """All names of a game with its variants."""

    rulebook: nodes.Rulebook
    variants: dict[str, nodes.Variant]
    others: list[nodes.Rulebook] = field(factory=list)
    """The files of variants."""
    mentions: list[Mention] = field(factory=list)
    written: dict[str, list[Mention]] = field(factory=lambda: defaultdict(list))
    """All names, by text."""
    declared: dict[tuple[str, str, str], list[Mention]] = field(factory=lambda: defaultdict(list))
    files: dict[str, list[Mention]] = field(factory=lambda: defaultdict(list))
    """All names, by file, in order."""
    starts: dict[str, list[int]] = field(factory=dict)
    chains: dict[str, list[str]] = field(factory=dict)
    played: dict[nodes.Example, list[str]] = field(factory=dict)
    """The variants that each example is played with."""
    meant: dict[tuple[str, str, tuple[str, ...]], Meaning | None] = field(factory=dict)

    def add(self, found: Iterable[Mention]) -> None:
        """Add names."""
        for mention in found:
            self.mentions.append(mention)
            self.written[mention.text].append(mention)
            self.files[mention.around.source.name].append(mention)
            if mention.declares and mention.local is None:
                self.declared[mention.space, mention.text, mention.variant].append(mention)

    def sort(self) -> None:
        """Sort all names once they are there."""
        for name, found in self.files.items():
            found.sort(key=lambda mention: mention.span.start)
            self.starts[name] = [mention.span.start for mention in found]

    def name_at(self, file: str, offset: int) -> Mention | None:
        """Return the name at a place, or just before it."""
        place = bisect_right(self.starts.get(file, []), offset) - 1
        if place < 0:
            return None
        mention = self.files[file][place]
        return mention if offset <= mention.span.end else None

    def chain(self, variant: str) -> list[str]:
        """Return a variant and those it builds on, the nearest first, and at the end the game."""
        if variant not in self.chains:
            chain: list[str] = []
            name = variant
            while name in self.variants and name not in chain:
                chain.append(name)
                name = self.variants[name].base.text
            self.chains[variant] = [*chain, ""]
        return self.chains[variant]

    def around(self, mention: Mention) -> list[str]:
        """Return where a name may be declared: in these variants, or in those that an example is played with."""
        chain = self.chain(mention.variant)
        node = mention.node
        if not isinstance(node, nodes.Example):
            return chain
        if node not in self.played:
            self.played[node] = [one for name in named_variants(node) for one in self.chain(name)] + chain
        return self.played[node]

    def meaning(self, mention: Mention) -> Meaning | None:
        """Return the meaning of a name, or None if nothing in the game has that name."""
        if mention.local is not None:
            return mention.local
        key = mention.space, self.text_at(mention), tuple(self.around(mention))
        if key not in self.meant:
            self.meant[key] = self._meaning(*key)
        return self.meant[key]

    def text_at(self, mention: Mention) -> str:
        """Return the name itself; on a card, `this` is the card."""
        node = mention.node.declaration if isinstance(mention.node, nodes.Replace) else mention.node
        return node.name.text if mention.text == THIS and isinstance(node, nodes.Card) else mention.text

    def _meaning(self, space: str, text: str, around: tuple[str, ...]) -> Meaning | None:
        if space == VARIANT:
            return next((key for key in self.declared if key[:2] == (VARIANT, text)), None)
        spaces = (space, OFFERED) if space == WHOLE else (space,)
        # A replacement in a variant is still the same thing.
        keys = [(one, text, variant) for one in spaces for variant in around]
        return next((key for key in reversed(keys) if key in self.declared and key[2] == ""), None) or next(
            (key for key in keys if key in self.declared), None
        )

    def declarations(self, meaning: Meaning) -> list[Mention]:
        """Return where something is declared, also again in variants."""
        return [one for one in self.all_of(meaning) if one.declares]

    def all_of(self, meaning: Meaning) -> list[Mention]:
        """Return all uses of something."""
        text = meaning.name if isinstance(meaning, LocalName) else meaning[1]
        return [one for one in self.written.get(text, ()) if self.meaning(one) == meaning]


def names_of(found: Iterable[LinkedRulebook], gathered: MentionCache) -> SymbolIndex:
    """Return the names of a game, with all variants that any of these rulebooks knows."""
    founds = list(found)
    rulebook = founds[0].rulebook
    variants: dict[str, nodes.Variant] = {}
    for one in founds:
        own = (node for node in one.rulebook.declarations if isinstance(node, nodes.Variant))
        variants.update({variant.name.text: variant for variant in (*own, *one.known.values())})
    names = SymbolIndex(rulebook, variants, [one.asked for one in founds if one.asked is not rulebook])
    for node, variant in declarations_of(rulebook, variants):
        if not isinstance(node, nodes.Patch):
            names.add(gathered.mentions_in(node, variant))
    targets = {one.text: one.node for one in names.mentions if one.declares and isinstance(one.node, PATCHED)}
    locals_of: dict[nodes.Node | None, list[LocalName]] = defaultdict(list)
    for mention in names.mentions:
        if mention.local is not None and mention.declares:
            locals_of[mention.node].append(mention.local)
    for node, variant in declarations_of(rulebook, variants):
        if isinstance(node, nodes.Patch):
            names.add(mentions(node, variant, locals_of.get(targets.get(node.name.text), ())))
    names.sort()
    gathered.forget(node for node, _ in declarations_of(rulebook, variants))
    return names


def declarations_of(rulebook: nodes.Rulebook, variants: dict[str, nodes.Variant]) -> Iterator[tuple[nodes.Declaration, str]]:
    """Yield all declarations, each with the variant that contains it."""
    for node in rulebook.declarations:
        if not isinstance(node, nodes.Variant | nodes.BrokenLine):
            yield node, ""
    for name, variant in variants.items():
        yield variant, ""
        for line in variant.lines:
            if not isinstance(line, nodes.BrokenLine):
                yield line, name
