"""Lower the checked statements that leave a decision to a player or to chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.dsl import checked
from rulewright.dsl.checked import NUMBER, Local
from rulewright.interpreter.lowering.invariants import refers_to
from rulewright.interpreter.lowering.local_slots import set_type
from rulewright.interpreter.lowering.routine_body import RoutineBody
from rulewright.interpreter.lowering.symmetry import merge_alike
from rulewright.interpreter.position.questions import line_slots
from rulewright.interpreter.position.runtime import MOST_TRIES
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_comparison, fold_logical
from rulewright.interpreter.program.nodes import Assign, Expression, If, Note, Value, Variable

MOST_OPTIONS_UNCOUNTED = 20_000


class ChoiceLowering(RoutineBody):
    """Lowering of the questions of one rule."""

    def choose(self, statement: checked.Choose) -> None:
        """Lower a choice of one thing, of several at once, or of a set."""
        seat = self.write(statement.by)
        if any(pick.many for pick in statement.picks):
            seat = self.simple(seat)
            for pick in statement.picks:
                self.choose_set(statement, pick, seat)
            return
        wanted: list[nodes.ChoicePart] = []
        before = dict(self.expressions.names)
        bound = 1
        earlier: list[Local] = []
        for pick in statement.picks:
            options = self.distinct(self.write(pick.choices))
            merges = None if statement.random else merge_alike(self, pick.choices, options, seat)
            variable = self.program.variable(pick.local.type, "it")
            alone = not refers_to(pick.choices, earlier)
            wanted.append(
                nodes.ChoicePart(
                    self.variable(pick.local), variable, options if merges is None else merges, merges is not None, alone
                )
            )
            self.expressions.names[pick.local] = self.read(variable)
            earlier.append(pick.local)
            bound *= self.most(pick.choices)
        self.expressions.names = before
        limited = len(wanted) > 1 and bound > MOST_OPTIONS_UNCOUNTED
        self.put(nodes.Choose(tuple(wanted), seat, statement.optional, statement.random, self.secret, statement, limited))

    def lines(self, statement: checked.Menu) -> None:
        """Lower a menu with choices in its lines: first a choice of the line, counted from 1, then of what the line offers."""
        seat = self.write(statement.by)
        slots = line_slots(statement)
        types: dict[int, checked.Type] = {}
        for one, places in zip(statement.options, slots, strict=True):
            types.update((place, pick.local.type) for place, pick in zip(places, one.picks, strict=True))
        line, line_bound = self.new(NUMBER), self.program.variable(NUMBER, "it")
        kept = {place: self.new(of) for place, of in types.items()}
        bound = {place: self.program.variable(of, "it") for place, of in types.items()}
        options: dict[int, list[tuple[int, Expression]]] = {place: [] for place in types}
        merges: set[int] = set()
        before = dict(self.expressions.names)
        most = 0
        for number, (one, places) in enumerate(zip(statement.options, slots, strict=True), 1):
            combinations = 1
            for place, pick in zip(places, one.picks, strict=True):
                found: Expression = self.distinct(self.write(pick.choices))
                merging = merge_alike(self, pick.choices, found, seat)
                if merging is not None:
                    merges.add(place)
                    found = merging
                options[place].append((number, found))
                self.expressions.names[pick.local] = self.read(bound[place])
                combinations *= self.most(pick.choices)
            self.expressions.names = dict(before)
            most += combinations
        numbers = tuple(
            Value(NUMBER, number)
            if one.condition is None
            else nodes.Conditional(NUMBER, self.write(one.condition), Value(NUMBER, number), Value(NUMBER, -1))
            for number, one in enumerate(statement.options, 1)
        )
        wanted = [nodes.ChoicePart(line, line_bound, nodes.Union(set_type(NUMBER), numbers, True), False, True)]
        wanted += [
            nodes.ChoicePart(
                kept[place], bound[place], self.by_line(types[place], line_bound, options[place]), place in merges, False
            )
            for place in sorted(types)
        ]
        limited = most > MOST_OPTIONS_UNCOUNTED
        self.put(nodes.Choose(tuple(wanted), seat, statement.optional, False, self.secret, statement, limited))
        branches = []
        for number, (one, places) in enumerate(zip(statement.options, slots, strict=True), 1):
            chosen = [
                Assign(self.variable(pick.local), self.read(kept[place])) for place, pick in zip(places, one.picks, strict=True)
            ]
            here = fold_comparison("==", self.read(line), Value(NUMBER, number))
            branches.append((here, self.nested(one.body, [*self.reached(one.span), *chosen])))
        self.put(If(tuple(branches)))

    def by_line(self, of: checked.Type, line: Variable, found: Sequence[tuple[int, Expression]]) -> Expression:
        """Return the options in the chosen line, found by halving, so that the expression stays shallow with many lines."""
        if not found:
            return self.only_blank(of)
        middle = len(found) // 2
        number, values = found[middle]
        if len(found) == 1:
            here = fold_comparison("==", self.read(line), Value(NUMBER, number))
            return nodes.Conditional(set_type(of), here, values, self.only_blank(of))
        before = fold_comparison("<", self.read(line), Value(NUMBER, number))
        return nodes.Conditional(
            set_type(of), before, self.by_line(of, line, found[:middle]), self.by_line(of, line, found[middle:])
        )

    def only_blank(self, of: checked.Type) -> Expression:
        """Return the set whose only member is the blank that stands for no choice."""
        blank = self.program.blank(of)
        assert isinstance(blank, Value)
        return self.expressions.fixed(of, (blank.value,))

    def choose_set(self, statement: checked.Choose, pick: checked.Pick, seat: Expression) -> None:
        """Lower the choice of a set, picked one after the other."""
        options = self.distinct(self.write(pick.choices))
        left = self.new(set_type(options.type))
        rest: Expression = self.read(left)
        optional = statement.optional and pick.such is None
        least = Value(NUMBER, 0) if pick.least is None or optional else self.write(pick.least)
        most = None if pick.most is None else self.write(pick.most)
        chosen, valid = None, None
        if pick.such is not None:
            chosen, whole = self.new(set_type(options.type)), self.program.variable(set_type(options.type))
            picked = nodes.SortedSet(whole.type, self.read(chosen))
            valid = self.expressions.asked_of(pick.such, pick.local, picked)
            condition = self.expressions.asked_of(pick.such, pick.local, self.read(whole))
            limit = Value(NUMBER, MOST_TRIES) if most is None else most
            rest = nodes.Completions(whole.type, rest, self.read(chosen), least, limit, whole, condition)
        merges = None if statement.random else merge_alike(self, pick.choices, rest, seat)
        self.put(
            nodes.ChooseSet(
                self.variable(pick.local),
                options,
                left,
                rest if merges is None else merges,
                merges is not None,
                least,
                most,
                seat,
                statement.random,
                statement.ordered,
                self.secret,
                statement,
                chosen,
                valid,
                statement.optional,
            )
        )

    def most(self, expression: checked.Expression) -> int:
        """Return a rough upper bound for the size of a set."""
        kind, world = expression.type.kind, self.world
        if kind == "number":
            return 100_000
        return {"player": world.players, "space": len(world.spaces), "thing": len(world.things), "card": len(world.cards)}.get(
            kind, 100
        )

    def roll(self, statement: checked.Roll) -> None:
        """Lower the roll of a die, with the standing rules that change the result."""
        faces, variable = self.world.faces(statement.die), self.variable(statement.local)
        table = self.expressions.table(self.layout.constant(faces))
        self.put(nodes.Roll(variable, faces, table, statement))
        shown = self.program.changed(statement.die.changes, (self.player,), self.read(variable))
        thrown: Expression = self.read(variable)
        if statement.die.changes:
            before = self.new(variable.type)
            self.put(Assign(before, thrown))
            thrown = self.read(before)
            self.put(Assign(variable, shown))
        by = self.player if statement.by is None else self.write(statement.by)
        told = (by, self.read(variable), thrown)
        if statement.onto is None:
            self.put(Note("rolled", told, statement.die))
        elif statement.onto.field.titles:
            self.put(Note("rolled", (*told, self.write(statement.onto.target)), (statement.die, statement.onto.field)))

    def draw(self, statement: checked.Draw) -> None:
        """Lower a draw: the last things of a place, or random ones from a bag, but no more than there are."""
        source = self.simple(self.write(statement.source))
        to, amount = self.simple(self.write(statement.to)), self.write(statement.amount)
        bag, pile = self.is_place("bag", statement.source, source), self.is_place("pile", statement.source, source)
        known = bool(pile.value) if isinstance(pile, Value) else None
        last = nodes.DrawLast(source, to, amount, known)
        # A draw from a bag to nowhere, or to itself, draws nothing, and takes no random number.
        elsewhere = [] if declared_apart(statement.source, statement.to) else [fold_comparison("!=", source, to)]
        moves = fold_logical("and", [*self.there(statement.to, to), *elsewhere])
        any_ = (nodes.DrawAny(source, to, amount, statement),)
        if isinstance(bag, Value) and bag.value:
            self.put_if(moves, any_)
        elif isinstance(bag, Value):
            self.put(last)
        else:
            self.put(If(((fold_logical("and", [bag, moves]), any_),), (last,)))

    def at_pile(self, statement: checked.Act, done: Callable[[Expression], nodes.Body]) -> None:
        """Lower an action on a pile; any other place has no order, and stays as it is."""
        (place,) = statement.operands
        space = self.simple(self.write(place))
        self.put_if(fold_logical("and", [*self.there(place, space), self.is_place("pile", place, space)]), done(space))

    def there(self, e: checked.Expression, space: Expression) -> list[Expression]:
        """Return the condition that a place is not "nothing", or no condition if that is known."""
        return [] if self.known(e) else [fold_comparison(">=", space, Value(NUMBER, 0))]

    def is_place(self, kind: str, source: checked.Expression, space: Expression) -> Expression:
        """Return whether a place is of a kind, a bag or a pile."""
        match source:
            case checked.SpaceRef(space=declared):
                return Value(checked.TRUTH, int(declared.kind == kind))
            case checked.FieldRef(field=own) if own.place is not None:
                return Value(checked.TRUTH, int(own.place == kind))
        table = self.layout.constant((*(info.kind == kind for info in self.world.spaces), False))
        return self.expressions.lookup(checked.TRUTH, table, space)


def declared_apart(one: checked.Expression, other: checked.Expression) -> bool:
    """Return whether two places are declared apart, so that they are never the same."""
    first, second = declared(one), declared(other)
    return first is not None and second is not None and first is not second


def declared(place: checked.Expression) -> checked.Space | checked.Field | None:
    """Return the declaration of a place, if the expression shows it."""
    match place:
        case checked.SpaceRef(space=space):
            return space
        case checked.FieldRef(field=own) if own.place is not None:
            return own
    return None
