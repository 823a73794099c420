"""Lowered routines come in; which of their questions are private goes out: what can be chosen hangs on what not everybody sees.

Whether there was anything to choose is then no more for the others to know than the options are. What hangs on something hidden
is followed through variables, parameters and results, and through the conditions under which they get what they hold. What
everybody sees hangs on nothing: what a rule has laid open is open. Where it cannot be told, a question is private.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.dsl import checked
from rulewright.interpreter.lower import nodes
from rulewright.interpreter.lower.inside import parts_of
from rulewright.interpreter.lower.layout import Layout
from rulewright.interpreter.lower.nodes import Body, Expression, Function, Node, Routine, Variable
from rulewright.interpreter.lower.waiting import bodies_of


class Following:
    """What in a program hangs on something that not everybody sees."""

    def __init__(
        self,
        layout: Layout,
        functions: Sequence[Function],
        routines: Sequence[Routine],
        cards: Sequence[Routine | None],
    ) -> None:
        self.layout = layout
        self.functions = functions
        self.routines = routines
        self.cards = [card for card in cards if card is not None]
        everybody, _ = layout.world.sight()
        kinds_at = layout.areas.kinds_at()
        self.hidden_spaces = {space for space, seen in enumerate(everybody[:-1]) if not seen}
        self.hidden_kinds = frozenset().union(*(kinds_at[space] for space in self.hidden_spaces))
        self.found: set[Variable | Function | Routine] = set()
        """What holds, is or gives something that hangs on what is hidden."""
        self.guarded: set[Routine] = set()
        """What is carried out only because of it."""
        self.tables = list(layout.constants.values())
        if self.hidden_spaces or any(own.seen != "all" for own in layout.world.game.fields):
            self.follow()

    def follow(self) -> None:
        """Go through the whole program until nothing more is found."""
        before = -1
        while before < len(self.found) + len(self.guarded):
            before = len(self.found) + len(self.guarded)
            for function in self.functions:
                if self.hangs(function.value):
                    self.found.add(function)
            for routine in self.routines:
                self.body(routine, routine.body, routine in self.guarded)

    def is_private(self, statement: nodes.Choose | nodes.ChooseSet | nodes.Menu) -> bool:
        """Whether what can be chosen hangs on what not everybody sees."""
        match statement:
            case nodes.Choose(wanted=wanted):
                return any(self.hangs(one.options) for one in wanted)
            case nodes.ChooseSet(left=left):
                return left in self.found
            case nodes.Menu(lines=lines):
                return any(self.hangs(condition) for condition, _ in lines)

    # ---- expressions

    def hangs(self, value: Any) -> bool:
        """Whether an expression, or any of several, hangs on something hidden."""
        if isinstance(value, tuple):
            return any(map(self.hangs, value))
        if not isinstance(value, Node):
            return False
        match value:
            case nodes.Standing(target=target, region=region):
                # The other way to work it out looks at more than it gives.
                inside = any(first <= space < end for space in self.hidden_spaces for first, end in region)
                return inside or self.hangs(target)
            case nodes.Lying(space=space) if self.may_be_hidden(space):
                return True
            case nodes.At(thing=thing) if self.is_hidden_kind(thing.type):
                return True
            case nodes.Fetch(cell=cell) if self.is_hidden_cell(cell.declared):
                return True
            case nodes.Read(variable=variable):
                return variable in self.found
            case nodes.Call(function=function) if function in self.found:
                return True
        return any(self.hangs(getattr(value, name)) for name in parts_of(type(value)))

    def may_be_hidden(self, space: Expression) -> bool:
        """Whether what lies on a space may be seen by some only."""
        match space:
            case nodes.Value(value=number):
                return number in self.hidden_spaces
            case nodes.Lookup(table=table):
                return not self.hidden_spaces.isdisjoint(self.tables[table])
            case nodes.At(thing=thing):
                return self.is_hidden_kind(thing.type)
            case nodes.Fetch(cell=cell) if cell.direction:
                return False
        return bool(self.hidden_spaces)

    def is_hidden_kind(self, of: checked.Type) -> bool:
        """Whether a thing may lie where not everybody sees it."""
        return of.name in self.hidden_kinds if of.name else bool(self.hidden_kinds)

    def is_hidden_cell(self, own: Any) -> bool:
        """Whether not everybody sees a field."""
        if not isinstance(own, checked.Field):
            return False
        of_hidden = own.of is not None and own.of.kind == "thing" and self.is_hidden_kind(own.of)
        return own.seen != "all" or (of_hidden and not own.public)

    # ---- statements

    def mark(self, variables: Iterable[Variable | None], because: bool) -> None:
        """Variables hold something that hangs on what is hidden, if so it is."""
        if because:
            self.found.update(one for one in variables if one is not None)

    def body(self, routine: Routine, body: Body, guarded: bool) -> None:
        """Go through some statements, carried out because of something hidden if they are `guarded`."""
        for statement in body:
            self.statement(routine, statement, guarded)

    def statement(self, routine: Routine, one: nodes.Statement, guarded: bool) -> None:
        """Go through one statement."""

        def inside(*asked: Any) -> None:
            inner = guarded or self.hangs(asked)
            for body in bodies_of(one):
                self.body(routine, body, inner)

        match one:
            case nodes.Assign(variable=variable, value=value):
                self.mark([variable], guarded or self.hangs(value))
            case nodes.If(branches=branches):
                inside(*(condition for condition, _ in branches))
            case nodes.ForEach(variable=variable, values=values):
                self.mark([variable], guarded or self.hangs(values))
                inside(values)
            case nodes.While(condition=condition) | nodes.Until(condition=condition):
                inside(condition)
            case nodes.Repeat(times=times):
                inside(times)
            case nodes.Do(routine=other, arguments=arguments, result=result):
                for parameter, argument in zip(other.parameters, arguments):
                    self.mark([parameter], self.hangs(argument))
                if guarded:
                    self.guarded.add(other)
                self.mark([result], guarded or other in self.found)
            case nodes.DoCard(card=card, player=player):
                for other in self.cards:
                    self.mark(other.parameters[:1], self.hangs(player))
                    if guarded or self.hangs(card):
                        self.guarded.add(other)
            case nodes.Leave(value=value):
                if value is not None and (guarded or self.hangs(value)):
                    self.found.add(routine)
            case nodes.Together(player=player, values=values, chosen=chosen):
                self.mark([player], self.hangs(values))
                self.mark(chosen, True)
                inside(values)
            case nodes.Menu(lines=lines, secret=secret):
                inside(*([condition for condition, _ in lines] if secret else []))
            case nodes.Choose(wanted=wanted, random=random, secret=secret):
                for each in wanted:
                    self.chosen([each.variable], each.options, guarded or secret, random)
            case nodes.ChooseSet(variable=variable, options=options, left=left, chosen=picked, random=random, secret=secret):
                self.mark([left], guarded or self.hangs((options, one.least, one.most, one.valid)))
                self.chosen([variable, picked], options, guarded or secret, random)
            case nodes.AskWords(variable=variable):
                self.mark([variable], guarded)
            case nodes.Roll(variable=variable, source=source):
                self.mark([variable], guarded or source.die.seen != "all")

    def chosen(self, variables: Sequence[Variable | None], options: Expression, hidden: bool, random: bool) -> None:
        """What is chosen: all know it when it is told, but not which of some hidden things it is, nor what chance picks."""
        of = options.type
        is_thing = of.kind == "thing" and self.is_hidden_kind(of)
        self.mark(variables, hidden or is_thing or random)


