"""Compose tables: where one lookup leads into another, make a single table that gives the result at once.

Tables never change, so the entry that a table leads to in another one is known, and so is a set of such entries. Listed
sets that are parts of listed sets become a single row of parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.program.folding import table_number
from rulewright.interpreter.program.nodes import Conditional, Expression, Function, Lookup, Routine, Union
from rulewright.interpreter.program.queries import is_same_expression
from rulewright.interpreter.program.rewriting import rewritten

MOST_ENTRIES = 10_000
"""The largest table that is made. Members of sets count individually."""


def compose_tables(layout: Layout, functions: Sequence[Function], routines: Sequence[Routine]) -> None:
    """Rewrite all functions and routines; new tables are added to the layout."""
    composing = TableComposer(layout)
    for function in functions:
        function.value = rewritten(function.value, composing.one)
    for routine in routines:
        routine.body = rewritten(routine.body, composing.one)


class TableComposer:
    """A rewriting of expressions, the inner ones first."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tables = list(layout.constants.values())

    def one(self, node: Any) -> Any:
        """Rewrite a node whose parts have been rewritten already."""
        match node:
            case Lookup():
                return self.looked_up(node)
            case Union():
                return self.listed(flat(node))
        return node

    def looked_up(self, e: Lookup) -> Expression:
        """Rewrite a lookup whose index may come from another table."""
        match e.index:
            case Lookup(table=first, index=index):
                entries = self.tables[e.table]
                table = self.made(entries[place] for place in self.tables[first])
                return e if table is None else Lookup(e.type, table, index)
            case Conditional(condition=condition, one=Lookup() as one, other=Lookup() as other):
                sides = [self.looked_up(Lookup(e.type, e.table, side)) for side in (one, other)]
                return Conditional(e.type, condition, *sides)
        return e

    def listed(self, e: Union) -> Expression:
        """Rewrite parts that are listed one after the other, without repetitions."""
        match e.items:
            case (Lookup(index=index), _, *_):
                table = self.joined(e, index)
                return e if table is None else Lookup(e.type, table, index)
            case (Conditional(condition=condition), _, *_):
                found = [
                    item for item in e.items if isinstance(item, Conditional) and is_same_expression(item.condition, condition)
                ]
                if len(found) == len(e.items):
                    one, other = (
                        self.listed(Union(e.type, tuple(side), e.real))
                        for side in zip(*((item.one, item.other) for item in found), strict=True)
                    )
                    if isinstance(one, Lookup) and isinstance(other, Lookup):
                        return Conditional(e.type, condition, one, other)
        return e

    def joined(self, e: Union, index: Expression) -> int | None:
        """Return the table of the listed parts, if all of them are lookups at the same index."""
        parts = [item for item in e.items if isinstance(item, Lookup) and is_same_expression(item.index, index)]
        tables = [self.tables[part.table] for part in parts]
        if len(parts) < len(e.items) or len(set(map(len, tables))) > 1:
            return None
        rows = zip(*(map(members, table) for table in tables), strict=True)
        return self.made(tuple(dict.fromkeys(one for part in row for one in part if one >= 0 or not e.real)) for row in rows)

    def made(self, entries: Iterable[Any]) -> int | None:
        """Return the number of a table with these entries, or None if there are too many."""
        table = tuple(entries)
        if sum(1 + len(members(entry)) for entry in table) > MOST_ENTRIES:
            return None
        number = table_number(self.layout.constant(table))
        if number == len(self.tables):
            self.tables.append(table)
        return number


def members(entry: Any) -> tuple[int, ...]:
    """Return the members of a table's entry, which is a set or a single value."""
    return entry if isinstance(entry, tuple) else (entry,)


def flat(e: Union) -> Union:
    """Return listed parts with those spread out that are lists of parts themselves."""
    items: list[Expression] = []
    real = e.real
    for item in e.items:
        if isinstance(item, Union) and len(item.items) > 1:
            items += item.items
            real = real or item.real
        else:
            items.append(item)
    return e if len(items) == len(e.items) else Union(e.type, tuple(items), real)
