"""Find what in a program depends on something hidden: cells, variables, questions, and ways to a question.

A seat knows what it is shown, what the log tells it, and what it can derive from both by following the rules. This
information flow analysis proves that once for a program: all that is not proved to be known to everybody counts as hidden.
Values are followed through variables, cells, parameters and results, and through the conditions of their assignments. A
value that everybody sees depends on nothing: a rule that reveals something has told it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from rulewright.dsl import checked
from rulewright.dsl.secrets.openness import Choice
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Cell, Expression, Function, Node, Routine, Variable
from rulewright.interpreter.program.queries import everything_in, parts_of
from rulewright.interpreter.program.suspension import bodies_of


class InformationFlow:
    """The parts of a program that depend on something that not everybody can know."""

    def __init__(
        self,
        layout: Layout,
        functions: Sequence[Function],
        routines: Sequence[Routine],
        cards: Sequence[Routine | None],
        cells: Sequence[Cell],
        secret_choices: frozenset[Choice],
    ) -> None:
        """`secret_choices`: the checked statements whose answers the log does not tell."""
        self.layout = layout
        self.functions = functions
        self.routines = routines
        self.cards = [card for card in cards if card is not None]
        self.cells = cells
        self.secret_choices = secret_choices
        times = Counter(zip((thing.kind.name for thing in layout.world.things), layout.alike(), strict=True))
        self.alike_kinds = {kind for (kind, _), count in times.items() if count > 1}
        everybody, _ = layout.world.sight()
        counted, _ = layout.world.counts()
        self.kinds_at = layout.areas.kinds_at()
        self.hidden_spaces = {space for space, seen in enumerate(everybody[:-1]) if not seen}
        self.uncounted = {space for space, counts in enumerate(counted[:-1]) if not counts}
        self.hidden_kinds = frozenset().union(*(self.kinds_at[space] for space in self.hidden_spaces))
        self.found: set[Variable | Cell | Function | Routine] = set()
        """The keepers of values that depend on something hidden. A function or a routine stands for its result."""
        self.guarded: set[Routine] = set()
        """The routines that are carried out only because of something hidden."""
        self.calls: dict[Routine, dict[nodes.Statement, bool]] = {}
        """By routine, the statements that carry it out, and whether they do so because of something hidden."""
        self.knowers: dict[Variable | Function, Variable | None] = {}
        """Of variables and functions in `found`: the variable that holds the one player who knows the value, if there is one.
        """
        self.passed: dict[Variable, bool] = {}
        """Whether a variable holds what somebody has openly chosen or passed: all know at least whether it is "nothing"."""
        self.asked: set[checked.Statement] = set()
        """The checked statements that ask because of something hidden."""
        self.tables = list(layout.constants.values())
        starts = zip(layout.world.things, layout.world.starts, strict=True)
        self.unseen_out = {thing.kind.name for thing, start in starts if start < 0} & self.hidden_kinds
        """The kinds of which some things may be out of play without anybody knowing which."""
        self.lookalikes = {kind for kind in self.alike_kinds if self.looks_alike(kind)}
        """The kinds of which somebody may choose a thing without others knowing which."""
        self.tops = {space for space, info in enumerate(layout.world.spaces) if info.top or info.seen == "all"}
        """The piles whose top all see, and all open places."""
        self.open_ones: set[Variable] = set()
        """The variables for things at open places, valid inside one expression, or until something moves."""
        self.opened: set[Variable] = set()
        """The variables whose things all have just seen go to an open place, while a body is analysed."""
        self.follow()

    def follow(self) -> None:
        """Go through the whole program until nothing more is found."""
        before = -1
        while before < self.size():
            before = self.size()
            for function in self.functions:
                if self.hangs(function.value):
                    self.found.add(function)
                    self.knows(function, self.knower(function.value))
            for routine in self.routines:
                self.opened = set()
                self.body(routine, routine.body, routine in self.guarded)
        self.opened = set()

    def size(self) -> int:
        """Return how much was found, which only grows."""
        hidden_calls = sum(map(sum, (calls.values() for calls in self.calls.values())))
        not_known = list(self.knowers.values()).count(None) + list(self.passed.values()).count(False)
        return len(self.found) + len(self.guarded) + len(self.asked) + len(self.unseen_out) + hidden_calls + not_known

    def is_private(self, statement: nodes.Choose | nodes.ChooseSet | nodes.Menu) -> bool:
        """Return whether the options of a choice depend on something hidden."""
        match statement:
            case nodes.Choose(wanted=wanted):
                return any(self.hangs(one.options) for one in wanted)
            case nodes.ChooseSet(left=left):
                return left in self.found
            case nodes.Menu(lines=lines):
                return any(self.hangs(condition) for condition, _ in lines)
            case _:
                assert_never(statement)

    def is_ambiguous(self, routine: Routine) -> bool:
        """Return whether a player who is asked in a routine may not know what has led there: one of several ways is hidden."""
        calls = self.calls.get(routine, {})
        return len(calls) > 1 and any(calls.values())

    def hangs(self, value: Any) -> bool:
        """Return whether an expression, or one of several, depends on something hidden."""
        if isinstance(value, tuple):
            return any(map(self.hangs, value))
        if not isinstance(value, Node):
            return False
        match value:
            case nodes.Count(values=values) | nodes.Exists(values=values):
                return self.count_hangs(values)
            case nodes.ThingsWithin(target=target, region=region):
                # The other way of finding it looks at more than its result shows.
                inside = any(first <= space < end for space in self.hidden_spaces for first, end in region)
                return inside or self.hangs(target)
            case nodes.Contents(space=space) if not self.spaces_of(space).isdisjoint(self.hidden_spaces):
                return True
            case nodes.Pick(which="last", values=nodes.Contents(space=space)) if self.spaces_of(space) <= self.tops:
                return self.hangs(space)
            case (
                nodes.Compare(one=nodes.SpaceOf(thing=thing), other=space)
                | nodes.Compare(one=space, other=nodes.SpaceOf(thing=thing))
            ):
                if self.spaces_of(space).isdisjoint(self.hidden_spaces) and not is_nowhere(space):
                    # All know of every thing whether it is at an open place. A thing that left the game may have left unseen.
                    return self.hangs(thing) or self.hangs(space)
            case nodes.Compare(one=nodes.ReadVariable(variable=variable), other=nodes.Value(value=-1)) if self.passed.get(
                variable
            ):
                return False
            case nodes.Contains(value=nodes.SpaceOf(thing=thing), values=nodes.FixedSet(members=members)):
                if self.hidden_spaces.isdisjoint(members):
                    return self.hangs(thing)
        if isinstance(value, nodes.Looking):
            return self.is_hidden_itself(value) or any(self.hangs(getattr(value, name)) for name in parts_of(type(value)))
        match value:
            case nodes.Filter() | nodes.Map() | nodes.Best() | nodes.Extreme() | nodes.Sum() | nodes.Every():
                if self.lies_open(value.values):
                    self.open_ones.add(value.variable)
        return any(self.hangs(getattr(value, name)) for name in parts_of(type(value)))

    def count_hangs(self, values: Expression) -> bool:
        """Return whether the size of a set depends on something hidden; all can often see how many things are somewhere."""
        match values:
            case nodes.Contents(space=space):
                return self.hangs(space) or not self.spaces_of(space).isdisjoint(self.uncounted)
            case nodes.ThingsWithin(target=None, region=region, type=of):
                hidden = [space for space in self.hidden_spaces if any(first <= space < end for first, end in region)]
                return any(space in self.uncounted or self.kinds_at[space] != {of.name} for space in hidden)
        return self.hangs(values)

    def spaces_of(self, space: Expression) -> set[int]:
        """Return the spaces that an expression may be; if that is unknown, all hidden spaces, since others do not matter."""
        match space:
            case nodes.Value(value=number):
                return {number}
            case nodes.Lookup(table=table):
                return set(self.tables[table])
            case nodes.SpaceOf(thing=thing) if not self.is_hidden_kind(thing.type):
                return set()
            case nodes.ReadCell(cell=cell) if cell.direction:
                return set()
        return self.hidden_spaces

    def knower(self, value: Any) -> Variable | None:
        """Return the variable that holds a player who knows everything that an expression depends on, if there is one."""
        parts = [*everything_in(value)]
        found = {self.knower_of(one) for one in parts if self.is_hidden_itself(one)}
        # A value computed for one player after the other is known to none of them.
        inner = {one.variable for one in parts if hasattr(one, "variable") and not isinstance(one, nodes.ReadVariable)}
        return found.pop() if len(found) == 1 and found.isdisjoint(inner) else None

    def is_hidden_itself(self, one: Any) -> bool:
        """Return whether a node itself, apart from those inside it, reads something hidden."""
        if not isinstance(one, nodes.Looking):
            return False
        match one:
            case nodes.ReadVariable(variable=variable):
                return variable in self.found and variable not in self.opened
            case nodes.Contents(space=space):
                return not self.spaces_of(space).isdisjoint(self.hidden_spaces)
            case nodes.ReadCell(cell=cell):
                return cell in self.found
            case nodes.Call(function=function):
                return function in self.found
            case nodes.Try(routine=routine):
                return routine in self.found
            case nodes.SpaceOf(thing=thing):
                return self.is_hidden_kind(thing.type) and not self.lies_open(thing)
            case nodes.CountRows(rows=rows):
                return rows in self.found
            case nodes.ThingsWithin():
                # Its worth stands inside it.
                return False
            case _:
                assert_never(one)

    def knower_of(self, one: Any) -> Variable | None:
        """Return the variable that holds the player who knows what such a node reads."""
        match one:
            case nodes.ReadVariable(variable=variable):
                return self.knowers.get(variable)
            case nodes.Call(function=function, arguments=(nodes.ReadVariable(variable=variable), *_)):
                return variable if self.knowers.get(function) is function.parameters[0] else None
            case nodes.Contents(space=nodes.Lookup(table=table, index=nodes.ReadVariable(variable=variable))):
                spaces = self.layout.world.spaces
                owners = [
                    spaces[space].seen == "owner" and spaces[space].owner == owner
                    for owner, space in enumerate(self.tables[table][:-1])
                ]
                return variable if variable.type.kind == "player" and all(owners) else None
            case nodes.ReadCell(
                cell=Cell(declared=checked.Field(seen="owner", titles=titles)), index=nodes.ReadVariable(variable=variable)
            ):
                return variable if titles and variable.type.kind == "player" else None
        return None

    def lies_open(self, things: Expression) -> bool:
        """Return whether a thing, or each of several, is certainly at an open place."""
        match things:
            case nodes.Contents(space=space):
                return self.spaces_of(space).isdisjoint(self.hidden_spaces)
            case nodes.ThingsWithin(region=region):
                return not any(first <= space < end for space in self.hidden_spaces for first, end in region)
            case nodes.Filter() | nodes.Best() | nodes.TakeWhile() | nodes.Pick():
                return self.lies_open(things.values)
            case nodes.ReadVariable(variable=variable):
                return variable in self.open_ones
        return False

    def is_hidden_kind(self, of: checked.Type) -> bool:
        """Return whether a thing may be where not everybody sees it."""
        return of.name in self.hidden_kinds if of.name else bool(self.hidden_kinds)

    def lose_sight(self, kinds: Iterable[str]) -> None:
        """Mark the fields of alike things that nobody can follow, because one of them has moved, as known to nobody."""
        lost = self.alike_kinds.intersection(kinds)
        for cell in self.cells if lost else ():
            own = cell.declared
            if isinstance(own, checked.Field) and own.of is not None and own.of.name in lost and not self.is_told(own):
                self.found.add(cell)

    def looks_alike(self, kind: str) -> bool:
        """Return whether alike things of a kind may differ in a field that not all see, and cannot be told apart by place."""
        spaces = self.layout.world.spaces
        on_boards = all(spaces[space].board is not None for space, kinds in enumerate(self.kinds_at) if kind in kinds)
        return any(
            isinstance(own, checked.Field)
            and own.of is not None
            and own.of.name == kind
            and not self.is_told(own)
            and not (on_boards and (own.seen == "nobody" or not own.titles))
            for own in (cell.declared for cell in self.cells)
        )

    def kinds_of(self, *things: Expression) -> set[str]:
        """Return the kinds that some things may be."""
        names = {one.type.name for one in things}
        return self.alike_kinds if "" in names else names

    def kinds_lying(self, space: Expression) -> set[str]:
        """Return the kinds that may be at a hidden place."""
        return set().union(*(self.kinds_at[one] for one in self.spaces_of(space)))

    def is_told(self, own: checked.Field) -> bool:
        """Return whether all see a field, wherever its thing is; the log need not tell it."""
        lies_hidden = own.of is not None and own.of.kind == "thing" and self.is_hidden_kind(own.of)
        return own.seen == "all" and bool(own.titles) and (own.public or not lies_hidden)

    def mark(self, variables: Iterable[Variable | None], because: bool, knower: Variable | None = None) -> None:
        """Note that variables hold something that depends on hidden values, if `because` says so; one player may know it."""
        for variable in variables:
            if variable is not None:
                self.opened.discard(variable)
                if because:
                    self.found.add(variable)
                    self.knows(variable, knower)

    def knows(self, one: Variable | Function, knower: Variable | None) -> None:
        """Note the player who knows what a variable holds or a function gives: nobody, if it is not always the same one."""
        if self.knowers.setdefault(one, knower) is not knower:
            self.knowers[one] = None

    def body(self, routine: Routine, body: Body, guarded: bool) -> bool:
        """Go through some statements, which are carried out because of something hidden if they are `guarded`.

        Return whether the routine may be left there because of something hidden: then so is all that would have come after.
        """
        left = False
        for statement in body:
            left = self.statement(routine, statement, guarded) or left
            guarded = guarded or left or self.lapses_unheard(statement)
        return left

    def lapses_unheard(self, statement: nodes.Statement) -> bool:
        """Return whether the rest after a choice may be skipped because there is nothing to choose, without all knowing."""
        if not isinstance(statement, nodes.Deciding):
            return False
        match statement:
            case nodes.Choose(wanted=wanted, random=True):
                return any(self.count_hangs(one.options) for one in wanted)
            case nodes.ChooseSet(options=options, random=True):
                return self.count_hangs(options)
            case nodes.ChooseSet(secret=True):
                return self.is_private(statement)
            case nodes.Choose(secret=True, optional=False) | nodes.Menu(secret=True, optional=False):
                return self.is_private(statement)
            case nodes.Choose() | nodes.ChooseSet() | nodes.Menu():
                return False
            case nodes.AskWords() | nodes.Roll() | nodes.DrawAny() | nodes.Shuffle():
                # These always have something to say, to roll or to shuffle.
                return False
            case _:
                assert_never(statement)

    def statement(self, routine: Routine, one: nodes.Statement, guarded: bool) -> bool:
        """Go through one statement; see `body`."""

        def inside(*asked: Any, told: bool = False) -> bool:
            inner = guarded or (not told and self.hangs(asked))
            before, after = self.opened, set(self.opened)
            left = False
            for body in bodies_of(one):
                self.opened = set(before)
                left = self.body(routine, body, inner) or left
                after &= self.opened
            self.opened = after
            return left

        def again(*asked: Any) -> bool:
            # In a loop, later statements come before earlier ones.
            left, before = False, None
            while before != len(self.opened):
                before = len(self.opened)
                left = inside(*asked) or left
            if left:
                for body in bodies_of(one):
                    self.body(routine, body, True)
            return left

        if not isinstance(one, nodes.Assign | nodes.SetCell | nodes.Note | nodes.Pay):
            self.open_ones = set()
        match one:
            case nodes.Assign(variable=variable, value=value):
                self.mark([variable], guarded or self.hangs(value), None if guarded else self.knower(value))
                self.knows_whether(
                    variable, not guarded and isinstance(value, nodes.ReadVariable) and self.passed.get(value.variable)
                )
                if self.lies_open(value):
                    self.open_ones.add(variable)
                else:
                    self.open_ones.discard(variable)
            case nodes.SetCell(cell=cell, index=index, value=value, quiet=quiet):
                told = isinstance(cell.declared, checked.Field) and self.is_told(cell.declared) and not quiet
                if not told and (guarded or self.hangs(index) or self.hangs(value)):
                    self.found.add(cell)
            case nodes.Move(things=things, to=to, sure_space=sure):
                if guarded or self.hangs(things):
                    self.lose_sight(self.kinds_of(things))
                is_open = sure and self.spaces_of(to).isdisjoint(self.hidden_spaces)
                if is_open and isinstance(things, nodes.ReadVariable) and things.type.name not in {"", *self.alike_kinds}:
                    self.opened.add(things.variable)
            case nodes.TakeAway(things=things):
                if guarded or self.hangs(things):
                    self.lose_sight(self.kinds_of(things))
                if not self.lies_open(things):
                    self.unseen_out |= self.hidden_kinds & {things.type.name} if things.type.name else self.hidden_kinds
            case nodes.Resize(first=first, most=most, extend=False):
                closing = self.hidden_spaces.intersection(range(first, first + most))
                self.unseen_out.update(*(self.kinds_at[space] for space in closing))
            case nodes.Swap(one=first, other=second) if guarded or self.hangs((first, second)):
                self.lose_sight(self.kinds_of(first, second))
            case nodes.DrawAny(source_space=space) | nodes.DrawLast(source=space) | nodes.Shuffle(space=space):
                self.lose_sight(self.kinds_lying(space))
            case nodes.If(branches=((_, (nodes.Note(kind="void"), nodes.LeaveRoutine())),), otherwise=()):
                # All are told that a rule cannot be carried out.
                inside(told=True)
            case nodes.If(branches=branches):
                return inside(*(condition for condition, _ in branches))
            case nodes.ForEach(variable=variable, values=values):
                self.mark([variable], guarded or self.hangs(values))
                return again(values)
            case nodes.While(condition=condition) | nodes.Until(condition=condition):
                return again(condition)
            case nodes.Repeat(times=times):
                return again(times)
            case nodes.CallRoutine(routine=other, arguments=arguments, result=result):
                for parameter, argument in zip(other.parameters, arguments):
                    knower = self.knower(argument)
                    acts = knower is not None and isinstance(arguments[0], nodes.ReadVariable) and arguments[0].variable is knower
                    self.mark([parameter], self.hangs(argument), other.parameters[0] if acts else None)
                self.carries_out(one, other, guarded)
                self.mark([result], guarded or other in self.found)
            case nodes.CallCard(card=card, player=player):
                for other in self.cards:
                    self.mark(other.parameters[:1], self.hangs(player))
                    self.carries_out(one, other, guarded or self.hangs(card))
            case nodes.LeaveRoutine(value=value):
                if value is not None and (guarded or self.hangs(value)):
                    self.found.add(routine)
                return guarded
            case nodes.Together(player=player, values=values, chosen=chosen):
                self.mark([player], guarded or self.hangs(values))
                self.mark(chosen, True, player)
                return again(values)
            case nodes.Menu(secret=secret, source=source):
                self.asks(source, guarded)
                guarded = guarded or secret or source in self.secret_choices
                return inside()
            case nodes.Choose(wanted=wanted, random=random, secret=secret, source=source):
                self.asks(source, guarded)
                for each in wanted:
                    hidden = guarded or secret or source in self.secret_choices
                    self.chosen([each.variable], each.options, hidden, random, one.seat)
            case nodes.ChooseSet(variable=variable, options=options, left=left, chosen=picked, random=random, secret=secret):
                self.asks(one.source, guarded)
                hidden = guarded or secret or one.source in self.secret_choices
                limits = options, one.least, one.most, one.valid
                self.mark([left], guarded or self.hangs(limits), None if guarded else self.knower(options))
                self.chosen([variable, picked], options, hidden, random, one.seat)
            case nodes.AskWords(variable=variable, source=source):
                self.asks(source, guarded)
                self.mark([variable], guarded or source in self.secret_choices, seat_of(one.seat))
            case nodes.Roll(variable=variable, source=source):
                onto = source.onto is not None and not self.is_told(source.onto.field)
                self.mark([variable], guarded or onto or source.die.seen != "all")
            case nodes.Swap() | nodes.Resize():
                # A known thing moves, or no space is closed.
                pass
            case nodes.EndGame() | nodes.Pay() | nodes.NoteReached() | nodes.Note():
                pass
            case _:
                assert_never(one)
        return False

    def carries_out(self, statement: nodes.Statement, other: Routine, guarded: bool) -> None:
        """Note that a statement carries out another routine."""
        calls = self.calls.setdefault(other, {})
        calls[statement] = calls.get(statement, False) or guarded
        if guarded:
            self.guarded.add(other)

    def asks(self, source: Any, guarded: bool) -> None:
        """Note that somebody is asked."""
        if guarded:
            self.asked.add(source)

    def chosen(
        self, variables: Sequence[Variable | None], options: Expression, hidden: bool, random: bool, seat: Expression | None
    ) -> None:
        """Follow what is chosen.

        All know it when it is told, but not which of several hidden things it is, nor what chance picks.
        """
        is_thing = options.type.kind == "thing"
        unnamed = is_thing and (self.hangs(options) or not self.lookalikes.isdisjoint(self.kinds_of(options)))
        self.mark(variables, hidden or unnamed or random, None if random else seat_of(seat))
        for variable in variables:
            self.knows_whether(variable, not (hidden or random))

    def knows_whether(self, variable: Variable | None, told: bool | None) -> None:
        """Note whether all are told if a variable holds anything, or not always."""
        if variable is not None:
            self.passed[variable] = bool(told) and self.passed.get(variable, True)


def is_nowhere(space: Expression) -> bool:
    """Return whether a space is "out of the game"."""
    return isinstance(space, nodes.Value) and space.value == -1


def seat_of(seat: Expression | None) -> Variable | None:
    """Return the variable that holds the player who chooses, if there is one."""
    return seat.variable if isinstance(seat, nodes.ReadVariable) else None
