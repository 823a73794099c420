"""Walk through the statements and expressions of a checked game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TypeAlias, assert_never

from attrs import fields

from rulewright.dsl import checked
from rulewright.dsl.checked import (
    Block,
    Expr,
    Expression,
    Field,
    Game,
    Local,
    LocalRef,
    MenuOption,
    Pick,
    Rule,
    Statement,
    Stmt,
    Values,
)

Part: TypeAlias = Expression | Statement | Pick | MenuOption
PARTS = (Expr, Stmt, Pick, MenuOption)
HOLDING = ("Expression", "Block", "TextTemplate", "Pick", "MenuOption", "FieldRef")
"""The types in annotations of attributes that may hold parts; all others hold names, numbers and declarations."""

_within: dict[type, Callable[[object], tuple[object, ...]] | None] = {}


def parts_of(part: Part) -> Iterator[Part]:
    """Yield the statements and expressions directly inside a part."""
    within = _within[type(part)] if type(part) in _within else _how_within(type(part))
    if within is not None:
        yield from parts_in(within(part))


def parts_in(value: object) -> Iterator[Part]:
    """Yield the outermost parts in the value of an attribute, which may be a tuple or dict of them, or hold none."""
    if isinstance(value, PARTS):
        yield value  # type: ignore[misc]
    elif isinstance(value, tuple):
        for item in value:
            yield from parts_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from parts_in(item)


def descendants(*roots: object) -> Iterator[Part]:
    """Yield all parts of some statements and expressions, including themselves."""
    pending: list[object] = list(roots)
    while pending:
        value = pending.pop()
        kind = type(value)
        if kind is tuple:
            pending.extend(value)  # type: ignore[arg-type]
        elif kind is dict:
            pending.extend(value.values())  # type: ignore[attr-defined]
        elif kind in _within or issubclass(kind, PARTS):
            yield value  # type: ignore[misc]
            within = _within[kind] if kind in _within else _how_within(kind)
            if within is not None:
                pending.extend(within(value))


def blocks_of(statement: Statement) -> tuple[Block, ...]:
    """Return the blocks that stand right inside a statement."""
    if not isinstance(statement, checked.Holding):
        return ()
    match statement:
        case checked.If(branches=branches, otherwise=otherwise):
            return (*(body for _, body in branches), otherwise)
        case checked.Menu(options=options):
            return tuple(option.body for option in options)
        case checked.Together(choices=choices, effects=effects):
            return choices, effects
        case (
            checked.ForEach(body=body)
            | checked.While(body=body)
            | checked.RepeatUntil(body=body)
            | checked.RepeatTimes(body=body)
            | checked.Tell(body=body)
        ):
            return (body,)
        case _:
            assert_never(statement)


def carried_out(game: Game, block: Block) -> Iterator[Statement]:
    """Yield the statements of a block and of the rules and cards that it leads to, with their standing rules."""
    pending = [block]
    seen: set[Rule] = set()
    while pending:
        led_to: list[Rule] = []
        for part in descendants(pending.pop()):
            if isinstance(part, Stmt):
                yield part
            if isinstance(part, checked.Call):
                led_to.append(part.rule)
            elif isinstance(part, checked.Perform):
                led_to += [game.performing, *(card.perform for card in game.cards.values() if card.perform is not None)]
        for rule in led_to:
            if rule not in seen:
                seen.add(rule)
                pending += [rule.body, *(hook.rule.body for hook in (*rule.before, *rule.instead, *rule.after))]


def is_shared(game: Game) -> bool:
    """Return whether all players win or lose together: wherever any win, all do."""
    ends = [part for part in carried_out(game, game.play.body) if isinstance(part, checked.GameOver) and part.winners is not None]
    return bool(ends) and all(isinstance(part.winners, checked.PlayerSet) for part in ends)


def speaks_of(local: Local, *parts: object) -> bool:
    """Return whether some statements and expressions use a local name."""
    return any(isinstance(part, LocalRef) and part.local is local for part in descendants(*parts))


def _how_within(kind: type) -> Callable[[object], tuple[object, ...]] | None:
    """Return a function that gets all attributes of a class that may hold parts, or None if none does; cached."""
    names = [one.name for one in fields(kind) if any(word in str(one.type) for word in HOLDING)]
    if not names:
        _within[kind] = None
    elif len(names) == 1:
        one = attrgetter(names[0])
        _within[kind] = lambda part: (one(part),)
    else:
        _within[kind] = attrgetter(*names)
    return _within[kind]


def rules_of(game: Game) -> Iterator[Rule]:
    """Yield every rule of a game, and the effects of cards; standing rules are reached through their rules."""
    yield from game.rules.values()
    yield game.performing
    for card in game.cards.values():
        if card.perform is not None:
            yield card.perform


def printed_on_values(game: Game) -> Iterator[tuple[Field, Expression]]:
    """Yield the fields printed on values and on the faces of dice, with their values."""
    for values in (*game.values.values(), *game.dice.values()):
        if isinstance(values, Values):
            yield from ((own, value) for _, own, value in values.printed)


def everything_in(game: Game) -> Iterator[tuple[str, object]]:
    """Yield everything that a game works out or carries out, without examples, each under a unique name."""
    for rule in rules_of(game):
        yield place_name(rule), (rule.needs, rule.body)
        for hook in (*rule.before, *rule.instead, *rule.after):
            yield place_name(hook.rule), (hook.condition, hook.rule.body)
        for ban in rule.forbids:
            yield place_name(ban.rule), ban.condition
    for named in (*game.defines.values(), *game.dice.values()):
        if not hasattr(named, "changes"):
            continue
        for change in named.changes:
            yield f"{change.span.source.name}:{change.span.start}", (change.value, change.condition)
    for define in game.defines.values():
        yield f"{define.span.source.name}:{define.span.start}", define.value


def place_name(rule: Rule) -> str:
    """Return a unique name for a rule, by its place."""
    return f"{rule.span.source.name}:{rule.span.start}:{rule.name}"
