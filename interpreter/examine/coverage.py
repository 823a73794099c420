"""What of a rulebook its examples reach: lines, branches, cards, standing rules and bans, and what none of them comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Set

from attrs import define, field, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Game, Rule
from rulewright.dsl.checked_statements import Block, Statement
from rulewright.dsl.source import Span
from rulewright.dsl.walk import rules_of

KINDS = {"line": "lines", "branch": "branches", "card": "cards", "standing rule": "standing rules", "ban": "bans"}
"""What is counted, each with its plural."""


@frozen
class Missing:
    """Something that no example comes to."""

    kind: str
    span: Span
    what: str
    """What is so of it: it is never carried out, never chosen, never otherwise."""


@define
class Coverage:
    """How much there is of each kind, how much of it is reached, and what is not."""

    all: Counter[str] = field(factory=Counter)
    reached: Counter[str] = field(factory=Counter)
    missing: list[Missing] = field(factory=list)
    """In the order of the file; what stands inside of what is missing is counted, and not named by itself."""

    def percent(self, kind: str = "") -> float:
        """The share that is reached of one kind, or of all there is; of nothing, everything is."""
        kinds = [kind] if kind else list(KINDS)
        whole = sum(self.all[one] for one in kinds)
        return 100 * sum(self.reached[one] for one in kinds) / whole if whole else 100.0


def coverage(games: Iterable[Game], reached: Set[Span], files: Collection[str]) -> Coverage:
    """What examples that have come to all this reach of what stands in some files, in all combinations of their variants."""
    found = Coverage()
    seen: set[tuple[str, Span, str]] = set()
    for game in games:
        for kind, span, what, good, named in Items(game, reached).all():
            if (kind, span, what) in seen or span.source.name not in files:
                continue
            seen.add((kind, span, what))
            found.all[kind] += 1
            found.reached[kind] += good
            if not good and named:
                found.missing.append(Missing(kind, span, what))
    found.missing.sort(key=lambda one: (one.span.source.name, one.span.start))
    return found


Item = tuple[str, Span, str, bool, bool]
"""Its kind, where it is, what is so of it if it is missing, whether it is reached, and whether it is named if it is not."""


class Items:
    """All that is counted of a game."""

    def __init__(self, game: Game, reached: Set[Span]) -> None:
        self.game = game
        self.reached = reached

    def all(self) -> Iterator[Item]:
        """Rules and cards with their lines, and what stands on them."""
        cards = {id(card.perform) for card in self.game.cards.values()}
        for rule in rules_of(self.game):
            for hook in (*rule.before, *rule.instead, *rule.after):
                yield from self.rule(hook.rule, "standing rule")
            for ban in rule.forbids:
                yield "ban", ban.condition.span, "it never forbids anything", ban.condition.span in self.reached, True
            # What carries out all cards stands nowhere in the rulebook.
            if rule is not self.game.performing:
                yield from self.rule(rule, "card" if id(rule) in cards else "")
        for one in self.game.defines.values():
            for change in one.changes:
                span = change.span if change.condition is None else change.condition.span
                yield "standing rule", span, "it never changes anything", span in self.reached, True

    def rule(self, rule: Rule, kind: str) -> Iterator[Item]:
        """A rule's lines; a card or a standing rule counts besides."""
        good = rule.span in self.reached
        yield kind or "line", rule.span, "it is never carried out", good, True
        yield from self.block(rule.body, good)

    def block(self, block: Block, named: bool) -> Iterator[Item]:
        """The lines of a block, named by themselves if the game comes to it at all."""
        for statement in block:
            good = statement.span in self.reached
            yield "line", statement.span, "no example comes here", good, named
            yield from self.inside(statement, named and good)
            # One is enough to say that the rest of the block is not come to, either.
            named = named and good

    def inside(self, statement: Statement, named: bool) -> Iterator[Item]:
        """What stands inside a statement."""
        match statement:
            case checked.If(branches=branches, otherwise=otherwise):
                # What a line of turns comes to has conditions that nobody has written.
                is_written = statement.span.text.startswith("if")
                for condition, body in branches:
                    good = self.begins(body)
                    if is_written:
                        yield "branch", condition.span, "it is never so", good, named
                    yield from self.block(body, named and good)
                if is_written and branches:
                    last = branches[-1][0].span
                    good = self.begins(otherwise) if otherwise else last in self.reached
                    yield "branch", last, "it is never otherwise", good, named
                    named = named and good
                yield from self.block(otherwise, named)
            case checked.Menu(options=options):
                for option in options:
                    good = option.span in self.reached
                    yield "branch", option.span, "it is never chosen", good, named
                    yield from self.block(option.body, named and good)
            case checked.Together(choices=choices, effects=effects):
                yield from self.block((*choices, *effects), named)
            case (
                checked.ForEach(body=body)
                | checked.While(body=body)
                | checked.RepeatUntil(body=body)
                | checked.RepeatTimes(body=body)
            ):
                yield from self.block(body, named)

    def begins(self, block: Block) -> bool:
        """Whether the game comes to the first line of a block."""
        return bool(block) and block[0].span in self.reached
