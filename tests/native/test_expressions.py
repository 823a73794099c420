"""Each operator of the lowered program is worth the same in C as its definition says, whichever way a set is held."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl.checked import NUMBER, PLAYER, SPACE, TRUTH, Type
from rulewright.interpreter.native import build
from rulewright.interpreter.position.position import FIRST_CELL
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Variable
from tests.native.handmade import NUMBERS, PLAYERS, SPACES, THING, THINGS, VALUE, Handmade, known, number, read, space, truth

pytestmark = pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")
LINE = (1, 2, 3, 4, -1, -1, -1)
BACK = (-1, 0, 1, 2, 3, -1, -1)


def many(of: Type) -> Type:
    """Return a set of these."""
    return Type(of.kind, of.name, many=True)


class Trial(Handmade):
    """Expressions, each with what it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.right: list[Any] = []
        self.body: list[nodes.Statement] = []
        self.main = self.routine(SPACES, THINGS, NUMBERS)

    def expect(self, right: Any, expression: Expression) -> None:
        """Expect a value of an expression."""
        of = expression.type
        empty: Any = () if of.many else {"number": 77, "truth": False}.get(of.kind, -1)
        cell = self.one(of, empty)
        self.right.append(right)
        self.body.append(nodes.SetCell(cell, None, expression, True))

    def it(self, of: Type) -> tuple[Variable, Expression]:
        """Return a variable that an expression binds, and its value."""
        variable = self.variable(of)
        return variable, read(variable)

    def check(self) -> None:
        """All of them are right."""
        self.main.body = (*self.body, nodes.EndGame(None))
        flat, position = self.native(self.main)
        assert position.start(1) == 0
        assert position.over
        held = flat.decode(position)
        assert held.stack == []
        assert held.result == ()
        assert held.table[FIRST_CELL : FIRST_CELL + len(self.right)] == self.right


def compare(operator: Any, one: Expression, other: Expression) -> nodes.Compare:
    """Two values compared."""
    return nodes.Compare(TRUTH, operator, one, other)


def test_numbers() -> None:
    trial = Trial()
    for one in (-7, -1, 0, 5, 10**12):
        for other in (-3, -1, 0, 2, 7):
            for operator, right in (("+", one + other), ("-", one - other)):
                trial.expect(right, nodes.Arithmetic(NUMBER, operator, number(one), number(other)))  # type: ignore[arg-type]
            trial.expect(one // other if other else 0, nodes.Arithmetic(NUMBER, "//", number(one), number(other)))
            trial.expect(one % other if other else 0, nodes.Arithmetic(NUMBER, "%", number(one), number(other)))
    trial.expect(-42, nodes.Arithmetic(NUMBER, "*", number(6), number(-7)))
    trial.expect(5, nodes.Conditional(NUMBER, compare("<", number(1), number(2)), number(5), number(6)))
    trial.expect(True, nodes.Logical(TRUTH, "or", (truth(False), nodes.Not(TRUTH, truth(False)))))
    trial.expect(False, nodes.Logical(TRUTH, "and", (truth(True), truth(False))))
    variable, it = trial.it(NUMBER)
    trial.expect(49, nodes.Bind(NUMBER, variable, number(7), nodes.Arithmetic(NUMBER, "*", it, it)))
    trial.check()


@pytest.mark.parametrize("ordered", [True, False], ids=["bits", "lists"])
def test_sets_of_spaces(ordered: bool) -> None:
    trial = Trial()
    row = (0, 2, 3, 4) if ordered else (3, 0, 4, 2)
    some = known(SPACE, *row)
    variable, it = trial.it(SPACE)
    marks = trial.each(SPACE, VALUE, (0, -1, 0, 1, 2, 1))
    flags = trial.each(SPACE, TRUTH, (True, False, True, False, True, True))
    heights = trial.each(SPACE, NUMBER, (4, -2, 9, 9, 1, 0))
    mark, flag, height = (nodes.ReadCell(cell.type, cell, it) for cell in (marks, flags, heights))
    marked = compare("==", mark, nodes.Value(VALUE, 0))
    trial.expect(4, nodes.Count(NUMBER, some))
    trial.expect(True, nodes.Exists(TRUTH, some))
    trial.expect(False, nodes.Exists(TRUTH, known(SPACE)))
    trial.expect(True, nodes.Contains(TRUTH, space(3), some))
    trial.expect(False, nodes.Contains(TRUTH, space(1), some))
    trial.expect(False, nodes.Contains(TRUTH, space(-1), some))
    trial.expect(tuple(one for one in row if one in (0, 2)), nodes.Filter(SPACES, some, variable, marked))
    trial.expect(tuple(one for one in row if one in (3, 4)), nodes.Filter(SPACES, some, variable, nodes.Not(TRUTH, marked)))
    trial.expect(tuple(one for one in row if one in (0, 2, 4)), nodes.Filter(SPACES, some, variable, flag))
    trial.expect(tuple(one for one in row if one > 2), nodes.Filter(SPACES, some, variable, compare(">", it, space(2))))
    trial.expect(tuple(one for one in row if one in (2, 3)), nodes.Best(SPACES, some, variable, height, True))
    trial.expect((4,), nodes.Best(SPACES, some, variable, height, False))
    limits = trial.each(SPACE, NUMBER, (3, -5, 99, 0, 6, 7))
    for place, bound in enumerate((3, -5, 99, 0, 6, 7)):
        limit = nodes.ReadCell(NUMBER, limits, space(place))
        more = nodes.Arithmetic(NUMBER, "+", it, number(1))
        for operator, holds in (("<", int.__lt__), ("<=", int.__le__), (">", int.__gt__), (">=", int.__ge__)):
            chosen = tuple(one for one in row if holds(one + 1, bound))
            trial.expect(chosen, nodes.Filter(SPACES, some, variable, compare(operator, more, limit)))
            chosen = tuple(one for one in row if holds(bound, one + 1))
            trial.expect(chosen, nodes.Filter(SPACES, some, variable, compare(operator, limit, more)))
    trial.expect(23, nodes.Sum(NUMBER, some, variable, height))
    trial.expect(9, nodes.Extreme(NUMBER, some, variable, height, True))
    trial.expect(1, nodes.Extreme(NUMBER, some, variable, height, False))
    trial.expect(0, nodes.Extreme(NUMBER, known(SPACE), variable, height, False))
    trial.expect(True, nodes.Every(TRUTH, some, variable, compare(">=", height, number(1))))
    trial.expect(False, nodes.Every(TRUTH, some, variable, flag))
    trial.expect(row[0], nodes.Pick(SPACE, "first", some))
    trial.expect(row[-1], nodes.Pick(SPACE, "last", some))
    trial.expect(row[1], nodes.Pick(SPACE, "item", some, number(2)))
    trial.expect(-1, nodes.Pick(SPACE, "item", some, number(5)))
    trial.expect(-1, nodes.Pick(SPACE, "first", nodes.Filter(SPACES, some, variable, compare(">", it, space(9)))))
    trial.expect(row[: row.index(4)], nodes.TakeWhile(SPACES, some, variable, compare("<", it, space(4))))
    trial.expect((*row, 1), nodes.WithMembers(SPACES, some, space(1)))
    trial.expect(row, nodes.WithMembers(SPACES, some, space(3)))
    trial.expect((*row, 5, 1), nodes.WithMembers(SPACES, some, known(SPACE, 5, 0, 1)))
    trial.expect(tuple(one for one in row if one != 3), nodes.WithoutMembers(SPACES, some, space(3)))
    trial.expect(tuple(one for one in row if one > 3), nodes.WithoutMembers(SPACES, some, known(SPACE, 3, 0, 2)))
    trial.expect((0, 2, 3, 4), nodes.SortedSet(SPACES, some))
    for operator, right in (("==", True), ("!=", False), ("<", False), ("<=", True), (">", False), (">=", True)):
        trial.expect(right, nodes.SameMembers(TRUTH, operator, some, known(SPACE, 4, 3, 2, 0)))  # type: ignore[arg-type]
    trial.expect(True, nodes.SameMembers(TRUTH, "<", some, known(SPACE, 4, 3, 2, 0, 5)))
    trial.expect(row, nodes.Conditional(SPACES, truth(True), some, known(SPACE)))
    trial.check()


def test_sets_made_of_others() -> None:
    trial = Trial()
    variable, it = trial.it(SPACE)
    forward = trial.table(*LINE)
    pairs = trial.table((1, 0), (), (3, 5), (5,), (), (), ())
    here = nodes.Range(SPACES, space(1), space(4), False)
    trial.expect((1, 2, 3, 4), here)
    trial.expect((), nodes.Range(SPACES, space(4), space(3), False))
    trial.expect((2, 3, 4, 5), nodes.Range(NUMBERS, number(2), number(5), True))
    trial.expect(3, nodes.Pick(NUMBER, "item", nodes.Range(NUMBERS, number(2), number(5), True), number(2)))
    trial.expect(0, nodes.Pick(NUMBER, "last", nodes.Range(NUMBERS, number(2), number(1), True)))
    trial.expect((4, 0, 1), nodes.Concatenation(SPACES, (nodes.Range(SPACES, space(4), space(4), False), known(SPACE, 0, 1))))
    items = (space(3), space(-1), space(3), known(SPACE, 5, 3), nodes.Lookup(SPACE, forward, space(0)))
    trial.expect((3, 5, 1), nodes.Union(SPACES, items, True))
    trial.expect((2, 0), nodes.Union(SPACES, (space(2), space(-1), space(0), space(2)), True))
    trial.expect((7, -1), nodes.Union(NUMBERS, (number(7), number(-1), number(7)), False))
    trial.expect((2, 3, 4), nodes.Map(SPACES, here, variable, nodes.Lookup(SPACE, forward, it), False))
    trial.expect((3, 5), nodes.Map(SPACES, here, variable, nodes.Lookup(SPACES, pairs, it), False))
    odd = nodes.Arithmetic(NUMBER, "%", nodes.Arithmetic(NUMBER, "+", it, number(0)), number(2))
    trial.expect((1, 0), nodes.Map(NUMBERS, here, variable, odd, False))
    trial.expect(
        (3, 4), nodes.Representatives(SPACES, here, variable, (odd,))
    )  # the last one of equal keys, at the place of the first
    direction = nodes.Direction(table=forward)
    trial.expect((3, 4), nodes.Ray(SPACES, direction, space(2)))
    trial.expect((), nodes.Ray(SPACES, direction, space(-1)))
    back = nodes.Direction(table=trial.table(*BACK))
    trial.expect((1, 3), nodes.Neighbours(SPACES, (back, direction), space(2)))
    trial.expect((1,), nodes.Neighbours(SPACES, (back, direction), space(0)))
    trial.expect(4, nodes.Steps(SPACE, direction, space(2), number(9)))
    trial.expect(-1, nodes.Steps(SPACE, direction, space(4), number(1)))
    trial.expect(-1, nodes.Steps(SPACE, direction, space(2), number(0)))
    kept, values = trial.it(SPACES)
    outer = nodes.Map(SPACES, known(SPACE, 2, 0), variable, nodes.Lookup(SPACES, pairs, it), False)
    trial.expect(
        (0, 3),
        nodes.Bind(SPACES, kept, outer, nodes.Filter(SPACES, known(SPACE, 0, 2, 3), variable, nodes.Contains(TRUTH, it, values))),
    )
    trial.check()


def test_what_lies_beside_sets() -> None:
    trial = Trial()
    here, it = trial.it(SPACE)
    there, other = trial.it(SPACE)
    # The spaces as two rows of three, each beside those on its left, its right and across, as they come.
    beside = trial.table((1, 3), (4, 0, 2), (5, 1), (0, 4), (3, 1, 5), (4, 2), ())
    after = trial.table(*LINE)
    # With as many distances as there are pairs, this takes a loop.
    far = trial.table((5, 0, 1, 2, 3), (5, 0), (0, 5), (0,), (0,), (0, 5), ())
    marks = trial.each(SPACE, VALUE, (0, -1, 0, 1, -1, -1))
    heights = trial.each(SPACE, NUMBER, (4, -2, 9, 9, 1, 0))
    everywhere = nodes.Range(SPACES, space(0), space(5), False)
    for table, loose in ((beside, known(SPACE, 3, 2)), (far, known(SPACE, 5, 2))):
        reached = sorted({one for start in loose.members for one in trial.tables[table][start]})
        lookup = nodes.Lookup(SPACES, table, it)
        joined = nodes.Map(SPACES, loose, here, lookup, False)
        trial.expect(tuple(reached), nodes.SortedSet(SPACES, joined))
        trial.expect(len(reached), nodes.Count(NUMBER, joined))
        marked = compare("==", nodes.ReadCell(VALUE, marks, other), nodes.Value(VALUE, 0))
        high = compare(">", nodes.ReadCell(NUMBER, heights, other), number(3))
        entries = list(enumerate(trial.tables[table][:-1]))
        for condition, good in (
            (marked, {0, 2}),
            (nodes.Not(TRUTH, marked), {1, 3, 4, 5}),
            (high, {0, 2, 3}),
            (nodes.Logical(TRUTH, "or", (marked, high)), {0, 2, 3}),
            (nodes.Logical(TRUTH, "and", (marked, high)), {0, 2}),
            (nodes.Logical(TRUTH, "or", (nodes.Logical(TRUTH, "and", (marked, high)), high, marked)), {0, 2, 3}),
        ):
            near = nodes.Exists(TRUTH, nodes.Filter(SPACES, lookup, there, condition))
            every = nodes.Every(TRUTH, lookup, there, condition)
            low = compare("<", nodes.ReadCell(NUMBER, heights, it), number(2))
            some = tuple(place for place, entry in entries if good & set(entry))
            trial.expect(some, nodes.Filter(SPACES, everywhere, here, near))
            trial.expect(
                tuple(place for place, entry in entries if good >= set(entry)), nodes.Filter(SPACES, everywhere, here, every)
            )
            for both in ((near, low), (low, near)):
                trial.expect(
                    tuple(one for one in some if one in (1, 4, 5)),
                    nodes.Filter(SPACES, everywhere, here, nodes.Logical(TRUTH, "and", both)),
                )
                trial.expect(
                    tuple(sorted({*some, 1, 4, 5})), nodes.Filter(SPACES, everywhere, here, nodes.Logical(TRUTH, "or", both))
                )
    value, mark = trial.it(VALUE)
    either = nodes.Logical(TRUTH, "or", tuple(compare("==", mark, nodes.Value(VALUE, one)) for one in (0, 1)))
    kept = nodes.Bind(TRUTH, value, nodes.ReadCell(VALUE, marks, it), either)
    trial.expect((0, 2, 3), nodes.Filter(SPACES, everywhere, here, kept))
    trial.expect(True, nodes.Exists(TRUTH, nodes.Filter(SPACES, known(SPACE, 5, 3, 1), here, kept)))
    steps = nodes.Map(SPACES, known(SPACE, 3, 0, 4), here, nodes.Lookup(SPACE, after, it), False)
    trial.expect((1, 4), nodes.SortedSet(SPACES, steps))
    trial.check()


def test_rows_that_run_up_and_down() -> None:
    trial = Trial()
    variable, it = trial.it(SPACE)
    flags = trial.each(SPACE, TRUTH, (True, False, True, False, True, True))
    up = trial.table((1, 2, 3, 4, 5), (2, 4, 5), (), (), (), (5,), ())
    down = trial.table((), (0,), (), (), (2, 0), (5, 4, 2, 1, 0), ())
    mixed = trial.table((1, 2), (2, 1), (), (), (4,), (5, 4, 2, 1, 0), ())
    for condition, good in (
        (nodes.ReadCell(TRUTH, flags, it), {0, 2, 4, 5}),
        (nodes.Not(TRUTH, nodes.ReadCell(TRUTH, flags, it)), {1, 3}),
        (compare(">", it, space(1)), {2, 3, 4, 5}),
    ):
        for table in (up, down, mixed):
            for place, entry in enumerate(trial.tables[table]):
                row = nodes.Lookup(SPACES, table, space(place if place < 6 else -1))
                first = [one in good for one in (*entry, -1)].index(False)
                length = nodes.Count(NUMBER, nodes.TakeWhile(SPACES, row, variable, condition))
                found = tuple(one for one in entry if one in good)
                chosen = nodes.Filter(SPACES, row, variable, condition)
                trial.expect(entry[:first], nodes.TakeWhile(SPACES, row, variable, condition))
                trial.expect(first, length)
                trial.expect(found, chosen)
                trial.expect(found[0] if found else -1, nodes.Pick(SPACE, "first", chosen))
                trial.expect(found[-1] if found else -1, nodes.Pick(SPACE, "last", chosen))
                for more, other in ((up, nodes.Lookup(SPACES, up, space(0))), (down, nodes.Lookup(SPACES, down, space(4)))):
                    rest = trial.tables[more][0 if more is up else 4]
                    together = tuple(dict.fromkeys((*found, *rest)))
                    trial.expect(together, nodes.Union(SPACES, (chosen, other), False))
                    trial.expect(tuple(dict.fromkeys((*rest, *found))), nodes.Union(SPACES, (other, chosen), True))
                for which in (0, 1, 2, 7):
                    right = found[which - 1] if 1 <= which <= len(found) else -1
                    trial.expect(right, nodes.Pick(SPACE, "item", chosen, number(which)))
    trial.check()


def test_rows_of_spaces() -> None:
    trial = Trial()
    variable, it = trial.it(SPACE)
    straight = trial.table((BACK, LINE))
    # Round about, so that spaces do not follow each other in order.
    winding = trial.table(((-1, 4, 0, -1, 2, -1, -1), (2, -1, 4, -1, 1, -1, -1)))
    flags = trial.each(SPACE, TRUTH, (True, True, True, False, True, False))
    heights = trial.each(SPACE, NUMBER, (1, 1, 1, 0, 1, 0))
    for condition in (nodes.ReadCell(TRUTH, flags, it), compare(">", nodes.ReadCell(NUMBER, heights, it), number(0))):
        for place, (length, other) in enumerate(((3, 4), (3, 4), (3, 4), (0, 0), (1, 4), (0, 0))):
            trial.expect(length, nodes.LineLength(NUMBER, space(place), variable, condition, straight))
            trial.expect(other, nodes.LineLength(NUMBER, space(place), variable, condition, winding))
        trial.expect(0, nodes.LineLength(NUMBER, space(-1), variable, condition, straight))
        trial.expect((0, 1, 2), nodes.LongestRow(SPACES, space(1), variable, condition, straight))
        trial.expect((0, 2, 4, 1), nodes.LongestRow(SPACES, space(4), variable, condition, winding))
        trial.expect((), nodes.LongestRow(SPACES, space(3), variable, condition, straight))
    trial.check()


def test_things_where_they_stand() -> None:
    trial = Trial()
    variable, it = trial.it(THING)
    hues = trial.table(0, 1, 2, 0, 1, 2, 0, 1, -1)
    trial.expect(2, nodes.SpaceOf(SPACE, nodes.Value(THING, 3)))
    trial.expect(-1, nodes.SpaceOf(SPACE, nodes.Value(THING, 7)))
    trial.expect(-1, nodes.SpaceOf(SPACE, nodes.Value(THING, -1)))
    trial.expect((0, 1), nodes.Contents(THINGS, space(0), False))
    trial.expect((4, 5, 6), nodes.Contents(THINGS, space(5), True))
    trial.expect((2, 3), nodes.Contents(THINGS, space(2), None))
    trial.expect((), nodes.Contents(THINGS, space(-1), None))
    trial.expect(0, nodes.Count(NUMBER, nodes.Contents(THINGS, space(-1), None)))
    trial.expect(True, nodes.Contains(TRUTH, nodes.Value(THING, 6), nodes.Contents(THINGS, space(5), True)))
    trial.expect(False, nodes.Contains(TRUTH, nodes.Value(THING, 7), nodes.Contents(THINGS, space(-1), None)))
    everything = known(THING, *range(8))
    hue = compare("==", nodes.Lookup(VALUE, hues, it), nodes.Value(VALUE, 2))
    trial.expect((2, 5), nodes.Filter(THINGS, everything, variable, hue))
    at = nodes.SpaceOf(SPACE, it)
    trial.expect((2, 3), nodes.Filter(THINGS, everything, variable, compare("==", at, space(2))))
    trial.expect((7,), nodes.Filter(THINGS, everything, variable, compare("==", at, space(-1))))
    trial.expect((0, 2, 5), nodes.Map(SPACES, everything, variable, at, False))
    region = ((0, 1), (5, 6))
    inside = nodes.Logical(TRUTH, "or", (compare("==", at, space(0)), compare("==", at, space(5))))
    for first, last in ((0, 8), (0, 6)):
        otherwise = nodes.Filter(THINGS, known(THING, *range(first, last)), variable, inside)
        right = tuple(one for one in (0, 1, 4, 5, 6) if one < last)
        trial.expect(right, nodes.ThingsWithin(THINGS, first, last, -1, None, region, otherwise))
        second = nodes.Filter(THINGS, otherwise, variable, hue)
        right = tuple(one for one in right if one in (2, 5))
        trial.expect(right, nodes.ThingsWithin(THINGS, first, last, hues, nodes.Value(VALUE, 2), region, second))
    places, place = trial.it(SPACE)
    used = nodes.Exists(TRUTH, nodes.Contents(THINGS, place, None))
    trial.expect((0, 2, 5), nodes.Filter(SPACES, nodes.Range(SPACES, space(0), space(5), False), places, used))
    trial.check()


def test_statements() -> None:
    trial = Trial()
    row, gone, numbers = (trial.main.variables[slot] for slot in (1, 2, 3))
    heights = trial.each(SPACE, NUMBER, (4, -2, 9, 9, 1, 0))
    seats = trial.one(PLAYERS, ())
    total = trial.one(NUMBER, 0)
    before = len(trial.cells)
    loop = trial.variable(SPACE, 4)
    trial.main.variables.append(loop)
    old = nodes.ReadCell(NUMBER, heights, read(loop))
    more = nodes.Arithmetic(NUMBER, "+", nodes.ReadCell(NUMBER, total, None), old)
    trial.body += [
        nodes.Assign(row, known(SPACE, 4, 2, 0)),
        nodes.ForEach(
            loop,
            read(row),
            (
                nodes.SetCell(total, None, more, True),
                nodes.SetCell(heights, read(loop), number(0), True),
                # The set was listed before.
                nodes.Assign(row, known(SPACE)),
            ),
        ),
        nodes.SetCell(heights, space(-1), number(50), False),
        nodes.Assign(gone, nodes.Contents(THINGS, space(0), False)),
        nodes.Move(read(gone), space(5), False, True, True, True),
        nodes.Move(nodes.Value(THING, 7), space(5), True, True, True, False),
        nodes.Move(nodes.Value(THING, -1), space(0), False, False, True, False),
        nodes.Move(nodes.Value(THING, 2), space(-1), False, True, False, False),
        nodes.Swap(nodes.Value(THING, 2), nodes.Value(THING, 5)),
        nodes.DrawLast(space(5), space(1), number(2), True),
        nodes.TakeAway(known(THING, 3)),
        nodes.Repeat(
            number(3), (nodes.Assign(numbers, nodes.WithMembers(NUMBERS, read(numbers), nodes.Count(NUMBER, read(numbers)))),)
        ),
        nodes.SetCell(seats, None, nodes.Union(PLAYERS, (nodes.Value(PLAYER, 2), nodes.Value(PLAYER, 0)), True), True),
    ]
    trial.right = [None] * before
    trial.expect((0, 1, 2), read(numbers))
    trial.main.body = (*trial.body, nodes.EndGame(nodes.ReadCell(PLAYERS, seats, None)))
    flat, position = trial.native(trial.main)
    assert position.start(1) == 0
    held = flat.decode(position)
    assert held.result == (2, 0)
    assert held.field(0) == [0, -2, 0, 9, 0, 0, 0]
    assert held.table[FIRST_CELL + 1] == 14
    assert held.table[-1] == (0, 1, 2)
    # The pile was 4, 5, 6; then 0 and 1 came on top, 7 below, 2 took the place of 5, and the two last were drawn.
    assert held.on == [[], [0, 1], [5], [], [], [7, 4, 2, 6], []]
    assert held.at == [1, 1, 5, -1, 5, 2, 5, 5, -1]
