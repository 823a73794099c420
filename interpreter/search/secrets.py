"""Fields that hold a secret, and what may stand in them, found from what the rules put there.

Many a field that nobody sees is a mere note of the rules, and holds what everybody could tell: it is no secret. A secret
comes from a die that is rolled in secret, from a choice of which nothing is told, or from what lies unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Field, Game, Local, Statement
from rulewright.interpreter.lower.walk import expressions_in, rules_of_game, walk_statements
from rulewright.interpreter.lower.world import World

MOST_VALUES = 1000


@frozen(eq=False)
class Secret:
    """A field with a secret: what may be put there, a value as often as it is likely; None if that is not known."""

    field: Field
    values: tuple[int, ...] | None


@frozen
class Source:
    """What a value may be (None: anything), and whether it is a secret."""

    values: tuple[int, ...] | None
    secret: bool


PLAIN = Source(None, False)


def joined(sources: Iterable[Source]) -> Source:
    """What may come from one of several: of those that are secret, if there are any."""
    found = list(sources)
    hidden = [source for source in found if source.secret] or found
    values: list[int] = []
    for source in hidden:
        if source.values is None:
            return Source(None, hidden[0].secret)
        values.extend(source.values)
    return Source(tuple(values), any(source.secret for source in hidden))


def secrets(game: Game, world: World) -> list[Secret]:
    """The fields of a game that hold a secret, in the order of their declaration."""
    hidden = [own for own in game.fields if may_be_secret(own, world)]
    if not hidden:
        return []
    tracing = Tracing(world, list(rules_of_game(game)))
    found: list[Secret] = []
    for own in hidden:
        source = tracing.of_field(own)
        if own.seen == "all":
            found.extend(Secret(own, tracing.faces(die)) for die in tracing.rolled_onto(own))
        elif source.secret:
            found.append(Secret(own, source.values))
    return found


def may_be_secret(own: Field, world: World) -> bool:
    """Whether somebody may not see a field that rules change: it is hidden, or a thing has rolled it that lies unseen."""
    if own.place is not None or not own.assigned:
        return False
    is_rolled = own.die is not None and own.of is not None and own.of.kind == "thing" and not own.public
    return own.seen != "all" or (is_rolled and any(space.seen != "all" for space in world.spaces))


@define(eq=False)
class Tracing:
    """Follows values back to where they come from."""

    world: World
    rules: Sequence[checked.Rule]
    statements: list[Statement] = field(factory=list)
    sources: dict[int, list[Statement | Expression]] = field(factory=dict)
    """Where a local gets its values, by its identity."""
    together: set[int] = field(factory=set)
    """The choices that are made together."""
    told: set[int] = field(factory=set)
    """The locals that are shown to everybody in some way."""
    under_way: set[int] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        self.statements = [statement for rule in self.rules for statement in walk_statements(rule.body)]
        for statement in self.statements:
            self.collect(statement)
        before = -1
        while before != len(self.told):
            before = len(self.told)
            for statement in self.statements:
                self.tell(statement)

    def collect(self, statement: Statement) -> None:
        """Note what a statement puts into locals."""
        match statement:
            case checked.Choose(picks=picks):
                for pick in picks:
                    self.comes(pick.local, statement)
            case checked.Menu(options=options):
                for option in options:
                    for pick in option.picks:
                        self.comes(pick.local, statement)
            case checked.Roll(local=local) | checked.Words(local=local):
                self.comes(local, statement)
            case checked.Assign(to=Local() as local, value=value):
                self.comes(local, value)
            case checked.ForEach(local=local, values=values):
                self.comes(local, values)
            case checked.Call(rule=rule, arguments=arguments):
                for parameter, argument in zip(rule.parameters, arguments, strict=True):
                    self.comes(parameter, argument)
            case checked.Together(choices=choices):
                self.together.update(map(id, walk_statements(choices)))

    def rolled_onto(self, own: Field) -> list[checked.Values | checked.NumberDie]:
        """The die that a field shows a roll of, if it is ever rolled."""
        rolls = (one for one in self.statements if isinstance(one, checked.Roll) and one.onto is not None)
        return [roll.die for roll in rolls if roll.onto is not None and roll.onto.field is own][:1]

    def comes(self, local: Local, source: Statement | Expression) -> None:
        """A local may get its value there."""
        self.sources.setdefault(id(local), []).append(source)

    def tell(self, statement: Statement) -> None:
        """Note which locals a statement shows to everybody."""
        match statement:
            case checked.Move(things=things) | checked.MoveAlong(things=things) | checked.MoveAway(things=things):
                self.tells(things)
            case checked.Swap(one=one, other=other):
                self.tells(one, other)
            case checked.Assign(to=Field(seen="all"), target=target, value=value):
                self.tells(value, *(() if target is None else (target,)))
            case checked.Say(texts=texts):
                self.tells(*(part for parts in texts.values() for part in parts if not isinstance(part, str)))
            case checked.Perform(card=card):
                self.tells(card)
            case checked.Call(rule=rule, arguments=arguments):
                for parameter, argument in zip(rule.parameters, arguments, strict=True):
                    if id(parameter) in self.told:
                        self.tells(argument)

    def tells(self, *shown: Expression) -> None:
        """What is named in an expression is shown."""
        for expression in shown:
            self.told.update(
                id(part.local) for part in expressions_in(expression) if isinstance(part, checked.LocalRef)
            )

    # ---- where a value comes from

    def of_field(self, own: Field) -> Source:
        """What the rules put into a field."""
        return joined(self.of_changes(own))

    def of_changes(self, own: Field) -> Iterator[Source]:
        """What each statement that changes a field makes of it."""
        for statement in self.statements:
            match statement:
                case checked.Assign(how=how, to=to, target=target, value=value) if to is own:
                    source = self.of(value)
                    if how != "set":
                        source = Source(None, source.secret)
                    if target is not None and self.of(target).secret:
                        # Which one it is that has it is the secret, and not what it is.
                        source = Source(None, True)
                    yield source
                case checked.CountDown(field=to) if to is own:
                    yield PLAIN

    def of(self, e: Expression) -> Source:
        """Where the value of an expression comes from."""
        match e:
            case checked.Const(value=value):
                return Source((value,), False)
            case checked.OptionValue(option=option):
                return Source((self.world.options[option.name],), False)
            case checked.LocalRef(local=local):
                return self.of_local(local)
            case checked.FieldRef(field=own) | checked.TableRef(field=own) if own.place is None and own.seen != "all":
                return Source(None, self.is_secret(own))
            case checked.Operation(operator="as_set", operands=(operand,)):
                return self.of(operand)
        inner = [part for part in expressions_in(e) if part is not e]
        return Source(None, any(self.hides(part) for part in inner))

    def hides(self, e: Expression) -> bool:
        """Whether a part of an expression is itself a secret, or a place that not all see into."""
        match e:
            case checked.LocalRef(local=local):
                return self.of_local(local).secret
            case checked.FieldRef(field=own) if own.place is not None:
                return own.seen != "all"
            case checked.FieldRef(field=own) | checked.TableRef(field=own):
                return own.seen != "all" and self.is_secret(own)
            case checked.SpaceRef(space=space):
                return space.seen != "all"
        return False

    def is_secret(self, own: Field) -> bool:
        """Whether another field holds a secret."""
        if id(own) in self.under_way:
            return False
        self.under_way.add(id(own))
        found = self.of_field(own).secret
        self.under_way.discard(id(own))
        return found

    def of_local(self, local: Local) -> Source:
        """Where a local gets its values."""
        if id(local) in self.under_way:
            return PLAIN
        self.under_way.add(id(local))
        found = joined([self.of_source(local, source) for source in self.sources.get(id(local), ())] or [PLAIN])
        self.under_way.discard(id(local))
        return found

    def of_source(self, local: Local, source: Statement | Expression) -> Source:
        """What one statement puts into a local."""
        match source:
            case checked.Roll(die=die):
                return Source(self.faces(die), die.seen != "all")
            case checked.Choose(picks=picks, random=random):
                pick = next(pick for pick in picks if pick.local is local)
                if random:
                    return Source(None, any(self.hides(part) for part in expressions_in(pick.choices)))
                hidden = id(source) in self.together or id(local) not in self.told
                return Source(None if pick.many else self.members(pick.choices), hidden)
            case checked.Menu(options=options):
                pick = next(pick for option in options for pick in option.picks if pick.local is local)
                return Source(self.members(pick.choices), id(local) not in self.told)
            case checked.Words():
                return Source(None, id(local) not in self.told)
        assert isinstance(source, checked.Expr)
        return self.of(source)

    # ---- what it may be

    def faces(self, die: checked.Values | checked.NumberDie) -> tuple[int, ...] | None:
        """The faces of a die, each as often as it shows; None if a rule changes what it shows."""
        if die.changes:
            return None
        if isinstance(die, checked.NumberDie):
            return tuple(range(die.least, die.most + 1))
        times = [1 if weight is None else self.world.constant(weight) for weight in die.weights]
        return tuple(face for face, count in enumerate(times) for _ in range(count))

    def members(self, e: Expression) -> tuple[int, ...] | None:
        """All that a set may hold, if it is known before the game, or hangs on its type alone."""
        match e:
            case checked.Operation(operator="range", operands=(checked.Const(value=low), checked.Const(value=high))):
                return tuple(range(low, min(high, low + MOST_VALUES) + 1))
            case checked.Each(operator="where", values=values):
                return self.members(values)
        if e.type.kind == "value":
            return tuple(range(self.world.count(checked.Type("value", e.type.name))))
        if e.type.kind == "player":
            return tuple(range(self.world.players))
        return (0, 1) if e.type.kind == "truth" else None
