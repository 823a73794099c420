"""Going through the statements and expressions of a checked game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter

from attrs import fields

from rulewright.dsl.checked import Expr, Expression, Field, Game, Local, LocalRef, MenuOption, Pick, Rule, Stmt, Values

Part = Expr | Stmt | Pick | MenuOption
PARTS = (Expr, Stmt, Pick, MenuOption)
HOLDING = ("Expression", "Block", "Told", "Pick", "MenuOption", "FieldRef")
"""What the annotation of an attribute names if there may be parts in it; others hold names, numbers and declarations."""

_attributes: dict[type, tuple[str, ...]] = {}
_within: dict[type, Callable[[object], tuple[object, ...]] | None] = {}


def attributes(kind: type) -> tuple[str, ...]:
    """The names of what a class holds, its place aside; remembered, since asking attrs takes its time."""
    if kind not in _attributes:
        _attributes[kind] = tuple(one.name for one in fields(kind) if one.name != "span")
    return _attributes[kind]


def parts_of(part: Part) -> Iterator[Part]:
    """The statements and expressions right inside one."""
    within = _within[type(part)] if type(part) in _within else _how_within(type(part))
    if within is not None:
        yield from parts_in(within(part))


def parts_in(value: object) -> Iterator[Part]:
    """The outermost parts of what an attribute holds, which may be a tuple or dict of them, or nothing of the kind."""
    if isinstance(value, PARTS):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from parts_in(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from parts_in(item)


def inside(*roots: object) -> Iterator[Part]:
    """All parts of some statements and expressions, they themselves included."""
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


def speaks_of(local: Local, *parts: object) -> bool:
    """Whether a name is asked for in some statements and expressions."""
    return any(isinstance(part, LocalRef) and part.local is local for part in inside(*parts))


def _how_within(kind: type) -> Callable[[object], tuple[object, ...]] | None:
    """How to come to all that may hold parts of a class, or None if nothing does; remembered."""
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
    """Every rule of a game, with what cards do; its standing rules hang on it."""
    yield from game.rules.values()
    yield game.performing
    for card in game.cards.values():
        if card.perform is not None:
            yield card.perform


def printed_on_values(game: Game) -> Iterator[tuple[Field, Expression]]:
    """What is printed on values and on the faces of dice: the field, and what it is."""
    for values in (*game.values.values(), *game.dice.values()):
        if isinstance(values, Values):
            yield from ((own, value) for _, own, value in values.printed)


def everything_in(game: Game) -> Iterator[tuple[str, object]]:
    """All that is worked out or carried out in a game without its examples, with a name that differs from the others."""
    for rule in rules_of(game):
        yield place(rule), (rule.needs, rule.body)
        for hook in (*rule.before, *rule.instead, *rule.after):
            yield place(hook.rule), (hook.condition, hook.rule.body)
        for ban in rule.forbids:
            yield place(ban.rule), ban.condition
    for named in (*game.defines.values(), *game.dice.values()):
        if not hasattr(named, "changes"):
            continue
        for change in named.changes:
            yield f"{change.span.source.name}:{change.span.start}", (change.value, change.condition)
    for define in game.defines.values():
        yield f"{define.span.source.name}:{define.span.start}", define.value


def place(rule: Rule) -> str:
    """Where a rule stands."""
    return f"{rule.span.source.name}:{rule.span.start}:{rule.name}"
