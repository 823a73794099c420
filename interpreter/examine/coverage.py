"""Measure which lines, branches, cards, standing rules and bans of a rulebook its examples reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Set

from attrs import define, field, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Game, Rule
from rulewright.dsl.checked.checked_statements import Block, Statement
from rulewright.dsl.checked.walk import rules_of
from rulewright.dsl.text.source import Span

KINDS = {"line": "lines", "branch": "branches", "card": "cards", "standing rule": "standing rules", "ban": "bans"}
"""The kinds that are counted, each with its plural."""


@frozen
class UncoveredPiece:
    """Something that no example reaches."""

    kind: str
    span: Span
    what: str
    """How it is missing: it is never carried out, never chosen, never otherwise."""


@define
class Coverage:
    """How many pieces of each kind there are, how many are reached, and which are missing."""

    all: Counter[str] = field(factory=Counter)
    reached: Counter[str] = field(factory=Counter)
    missing: list[UncoveredPiece] = field(factory=list)
    """In the order of the file; pieces inside a missing one are counted, but not named."""

    def percent(self, kind: str = "") -> float:
        """Return the percentage reached of one kind, or of all; nothing counts as 100."""
        kinds = [kind] if kind else list(KINDS)
        whole = sum(self.all[one] for one in kinds)
        return 100 * sum(self.reached[one] for one in kinds) / whole if whole else 100.0


def coverage(games: Iterable[Game], reached: Set[Span], files: Collection[str]) -> Coverage:
    """Return the coverage of some files, in all combinations of their variants, by examples that have reached these places."""
    found = Coverage()
    seen: set[tuple[str, Span, str]] = set()
    for game in games:
        for item in CoverageItems(game, reached).all():
            known = (item.kind, item.span, item.what)
            if known in seen or item.span.source.name not in files:
                continue
            seen.add(known)
            found.all[item.kind] += 1
            found.reached[item.kind] += item.good
            if not item.good and item.named:
                found.missing.append(UncoveredPiece(*known))
    found.missing.sort(key=lambda one: (one.span.source.name, one.span.start))
    return found


@frozen
class CoverageItem:
    """A piece that is counted."""

    kind: str
    span: Span
    what: str
    """The report if it is missing."""
    good: bool
    """Whether it is reached."""
    named: bool
    """Whether it is named if it is missing."""
    place: Span
    """Where a traced program notes that it is reached."""
    host: Span | None = None
    """The rule that contains it or that it belongs to, if any."""
    block: Block = ()
    """For the condition of a branch: the statements that show that it is reached."""


class CoverageItems:
    """All pieces of a game."""

    def __init__(self, game: Game, reached: Set[Span]) -> None:
        self.game = game
        self.reached = reached
        self.host: Span | None = None

    def all(self) -> Iterator[CoverageItem]:
        """Yield rules and cards with their lines, and the rules around them."""
        cards = {card.perform for card in self.game.cards.values()}
        for rule in rules_of(self.game):
            self.host = rule.span
            for hook in (*rule.before, *rule.instead, *rule.after):
                yield from self.rule(hook.rule, "standing rule")
                self.host = rule.span
            for ban in rule.forbids:
                yield self.item("ban", ban.condition.span, "it never forbids anything")
            self.host = None
            # The rule that performs cards is not in the rulebook.
            if rule is not self.game.performing:
                yield from self.rule(rule, "card" if rule in cards else "")
        self.host = None
        for one in self.game.defines.values():
            for change in one.changes:
                span = change.span if change.condition is None else change.condition.span
                yield self.item("standing rule", span, "it never changes anything")

    def item(self, kind: str, span: Span, what: str, named: bool = True) -> CoverageItem:
        """Return a piece that is reached at its own place."""
        return CoverageItem(kind, span, what, span in self.reached, named, span, self.host)

    def branch(self, condition: Span, what: str, block: Block, named: bool) -> CoverageItem:
        """Return a piece that is reached if a block is, or if the condition is when the block is empty."""
        place = block[0].span if block else condition
        return CoverageItem("branch", condition, what, place in self.reached, named, place, self.host, block)

    def rule(self, rule: Rule, kind: str) -> Iterator[CoverageItem]:
        """Yield a rule's lines; a card or a standing rule also counts itself."""
        item = self.item(kind or "line", rule.span, "it is never carried out")
        yield item
        self.host = rule.span
        yield from self.block(rule.body, item.good)

    def block(self, block: Block, named: bool) -> Iterator[CoverageItem]:
        """Yield the lines of a block, named if the game reaches the block."""
        for statement in block:
            item = self.item("line", statement.span, "no example comes here", named)
            yield item
            # One missing line implies that the rest of the block is missing.
            named = named and item.good
            yield from self.inside(statement, named)

    def inside(self, statement: Statement, named: bool) -> Iterator[CoverageItem]:
        """Yield the pieces inside a statement."""
        match statement:
            case checked.If(branches=branches, otherwise=otherwise):
                # The conditions that a line of turns stands for are not written in the rulebook.
                is_written = statement.span.text.startswith("if")
                for condition, body in branches:
                    item = self.branch(condition.span, "it is never so", body, named)
                    if is_written:
                        yield item
                    yield from self.block(body, named and item.good)
                if is_written and branches:
                    item = self.branch(branches[-1][0].span, "it is never otherwise", otherwise, named)
                    yield item
                    named = named and item.good
                yield from self.block(otherwise, named)
            case checked.Menu(options=options):
                for option in options:
                    item = self.item("branch", option.span, "it is never chosen", named)
                    yield item
                    yield from self.block(option.body, named and item.good)
            case checked.Together(choices=choices, effects=effects):
                yield from self.block((*choices, *effects), named)
            case (
                checked.ForEach(body=body)
                | checked.While(body=body)
                | checked.RepeatUntil(body=body)
                | checked.RepeatTimes(body=body)
                | checked.Tell(body=body)
            ):
                yield from self.block(body, named)
