"""A straight form as a C program: its Python source, which keeps to a narrow idiom, written statement by statement.

What is not of the idiom is refused, and the game goes on in Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from rulewright.interpreter.lower.layout import Layout
from rulewright.interpreter.native.expressions import RISKY
from rulewright.interpreter.native.reading import Names, changes, names_called, tables_of
from rulewright.interpreter.native.statements import Statements
from rulewright.interpreter.native.text import braces, declared, is_nothing, shipped
from rulewright.interpreter.native.types import ListOf, Untranslatable, element_of
from rulewright.interpreter.play import runtime
from rulewright.interpreter.play.straight import Straight

FIXED = re.compile(r"t|at|[df]\d+")
"""Lists of the position that keep their length, and end in a blank."""
DEEPEST = 200
"""Calls inside calls; what goes deeper is left to Python, which has the last word on what is too deep."""
MOST_FUNCTIONS = 300
"""With more of them, calls that are no circle count as well."""


@frozen(kw_only=True)
class Given:
    """What is translated: a straight form as data."""

    source: str
    main: Sequence[str]
    """The functions that a game consists of, one after the other."""
    lists: Mapping[str, list[Any]]
    """The lists of the position at the beginning."""
    constants: Mapping[str, Any]
    score: str
    """The list of the scores, if there are any."""
    players: int
    sight: tuple[Sequence[bool], Sequence[int]]
    """For each space, whether everybody sees what lies there, and who else does."""
    lines: Sequence[tuple[Sequence[tuple[int, int, int | None]], int, int]]
    """The lines that grow and shrink, as `Layout.lines` gives them."""


def given(straight: Straight, layout: Layout) -> Given:
    """The straight form of a game as data."""
    first = {id(live): first for live, first in (*straight.flat_lists, *straight.nested_lists)}
    return Given(
        source=straight.source,
        main=[part.__name__ for part in (straight.opening, straight.main) if part is not None],
        lists={name: first[id(value)] for name, value in straight.names.items() if id(value) in first},
        constants={name: value for name, value in straight.names.items() if isinstance(value, int | str | tuple)},
        score=straight.form.score,
        players=straight.players,
        sight=layout.world.sight(),
        lines=layout.lines(),
    )


class Translation(Statements):
    """One straight form, written in C."""

    def __init__(self, given: Given) -> None:
        module = ast.parse(given.source)
        written = {one.name: one for one in module.body if isinstance(one, ast.FunctionDef)}
        tables = tables_of(module)
        self.called_by = {name: set(names_called(one, tables)) for name, one in written.items()}
        wanted = {"moved", *given.main}.union(*map(self.reached, ("moved", *given.main)))
        module.body = [one for one in module.body if not isinstance(one, ast.FunctionDef) or one.name in wanted]
        everybody, owners = given.sight
        growing = {
            name
            for name, first in given.lists.items()
            if not FIXED.fullmatch(name) and not (first and isinstance(first[0], list))
        }
        super().__init__(
            module,
            given.lists,
            frozenset(growing),
            {**given.constants, "everybody_sees": tuple(everybody), "only_sees": tuple(owners)},
        )
        self.names = Names()
        functions = self.types.functions
        self.risky = self.reaching(
            {name for name, one in functions.items() if self.called_by[name] & RISKY or changes(one.node)}
        )
        many = len(functions) > MOST_FUNCTIONS
        self.counted = {name for name in functions if many or name in self.reached(name)}
        bodies = [self.function(one) for one in functions.values()]
        beginning = self.laying_out()
        self.source = "\n".join(
            [
                *self.sizes(given.players),
                shipped("values.c"),
                *self.layout(given.players),
                shipped("moves.c"),
                *self.tables.lines,
                *(f"{self.head(one)};" for one in functions.values()),
                *([] if "moved" in functions else ["static void moved(i64 thing, i64 origin, i64 space) { }"]),
                *self.card_tables(),
                *relinking(given),
                *bodies,
                *beginning,
                f"static void play(void) {{ {' '.join(f'{name}(0);' for name in given.main)} }}",
                *reporting(given),
            ]
        )

    # ---- the whole

    def sizes(self, players: int) -> list[str]:
        """What is known of the game before anything else."""
        limits = {
            "LARGEST_NUMBER": runtime.LARGEST_NUMBER,
            "MOST_OPTIONS": runtime.MOST_OPTIONS,
            "MOST_DECISIONS": runtime.MOST_DECISIONS,
            "LARGEST_SET": runtime.LARGEST_SET,
            "DEEPEST": DEEPEST,
            "PLAYERS": players,
        }
        sizes = {f"SIZE_{name}": len(value) for name, value in self.position.items() if name not in self.growing}
        return [f"#define {name} {value}LL" for name, value in {**limits, **sizes}.items()]

    def layout(self, players: int) -> list[str]:
        """The position, and what is told of it at the end."""
        lines = ["struct Position {"]
        lines += [f"    {declared(kind, f't{slot}')};" for slot, kind in enumerate(self.types.slots)]
        for name, kind in self.types.lists.items():
            if name in self.growing:
                lines.append(f"    List *{name};")
            else:
                lines.append(f"    {declared(element_of(kind), f'{name}[{len(self.position[name]) + 1}]')};")
        return [*lines, "};", "", "static struct Position now;", f"i64 answer[{3 + 2 * players}];", ""]

    def laying_out(self) -> list[str]:
        """The position at the beginning."""
        before: list[str] = []
        lines = ["static void lay_out(void)", "{"]
        for slot, (value, kind) in enumerate(zip(self.position["t"], self.types.slots)):
            first = self.tables.word_of(value)
            if isinstance(kind, ListOf):
                first = f"copied_to_keep((List *){first})"
            lines.append(f"    now.t{slot} = {first};")
        for name, kind in self.types.lists.items():
            values = self.position[name]
            if name in self.growing:
                before.append(f"static const i64 first_{name}[] = {braces(values)};")
                lines.append(f"    now.{name} = beginning(first_{name}, {len(values)});")
            elif isinstance(element_of(kind), ListOf):
                items = [f"{{(i64[]){braces(value)}, {len(value)}, 0}}" if value else "{0, 0, 0}" for value in values]
                before.append(f"static const List first_{name}[] = {{{', '.join(items)}}};")
                lines.append(f"    for (i64 i = 0; i < SIZE_{name}; i++)")
                lines.append(f"        now.{name}[1 + i] = beginning(first_{name}[i].item, first_{name}[i].count);")
                lines.append(f"    now.{name}[0] = now.{name}[SIZE_{name}];")
            else:
                words = [self.tables.word_of(value) for value in (*values[-1:], *values)]
                before.append(f"static const i64 first_{name}[] = {{{', '.join(words)}}};")
                lines.append(f"    memcpy(now.{name}, first_{name}, sizeof first_{name});")
        return [*before, *lines, "}"]

    def card_tables(self) -> list[str]:
        """Functions by number."""
        lines = ["static void nothing_said(i64 player) { (void)player; }"] if self.types.tables else []
        for name, functions in self.types.tables.items():
            for function in functions:
                found = self.types.functions.get(function)
                if found is not None and (len(found.parameters) != 1 or not is_nothing(found.result)):
                    raise Untranslatable(f"{function} among the cards")
            lines.append(f"static void (*const {name}[])(i64) = {{{', '.join([functions[-1], *functions])}}};")
        return lines

    def reached(self, name: str) -> set[str]:
        """All functions that a function may call, directly or not."""
        found: set[str] = set()
        left = [name]
        while left:
            new = self.called_by.get(left.pop(), set()) - found
            found |= new
            left += new
        return found

    def reaching(self, names: set[str]) -> set[str]:
        """The functions that may call one of some, and these."""
        return {name for name in self.types.functions if name in names or self.reached(name) & names}


def relinking(given: Given) -> list[str]:
    """The function that sets the directions of lines again."""
    lines = ["static void relink(void)", "{"]
    for runs, forward, back in given.lines:
        there, here = f"now.d{forward}[1 + {{}}]", f"now.d{back}[1 + {{}}]"
        lines.append("    { i64 previous = -1, space;")
        for first, size, slot in runs:
            length = size if slot is None else f"now.t{slot}"
            lines += [
                f"      for (space = {first}; space < {first} + {length}; space++) {{",
                f"          {here.format('space')} = previous;",
                f"          if (previous >= 0) {there.format('previous')} = space;",
                f"          {there.format('space')} = -1;",
                "          previous = space;",
                "      }",
                f"      for (; space < {first + size}; space++)",
                f"          {there.format('space')} = {here.format('space')} = -1;",
            ]
        lines.append("    }")
    return [*lines, "}"]


def reporting(given: Given) -> list[str]:
    """The function that tells the scores at the end."""
    lines = ["static void report(void)", "{"]
    if given.score:
        players = given.players
        lines.append(f"    memcpy(answer + {3 + players}, now.{given.score} + 1, {players} * sizeof(i64));")
    return [*lines, "}", ""]
