"""Expand examples that begin from a named position, and tables of cases, in which each row is an example of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.check.scope import Label, Scope, SymbolTable
from rulewright.dsl.check.statement_checks import check_block
from rulewright.dsl.messages.kinds import UnknownPosition
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.frozen import attributes
from rulewright.dsl.text.source import Span

Positions = Mapping[str, nodes.Position]


def positions_of(world: SymbolTable, declarations: Iterable[nodes.Declaration]) -> Positions:
    """Return the positions that examples may begin from, by name; unused ones are also checked."""
    found: dict[str, nodes.Position] = {}
    for node in declarations:
        if isinstance(node, nodes.Position):
            if world.declare(node.name, Phrase("a-position"), Label(), world.variant_of.get(node, "")):
                found[node.name.text] = node
            scope = Scope.acting(world)
            scope.example = True
            check_block(scope, node.body)
    return found


def example_cases(world: SymbolTable, node: nodes.Example, positions: Positions) -> list[tuple[nodes.Example, Span | None]]:
    """Return an example with its positions put in, once for each row of its table of cases, with that row."""
    lines: list[nodes.ExampleLine | nodes.BrokenLine] = []
    table: nodes.ExampleLine | None = None
    for line in node.lines:
        if isinstance(line, nodes.ExampleLine) and line.kind == "given_named":
            (word,) = line.words
            position = positions.get(word.text)
            if position is not None:
                lines.append(evolve(line, kind="given", words=(), body=position.body))
            elif word.text not in world.broken:
                world.unknown(word.text, word.span, positions, UnknownPosition(word.text))
        elif isinstance(line, nodes.ExampleLine) and line.kind == "cases":
            if table is not None:
                world.report(
                    "duplicate-name",
                    Phrase("an-example-has-one-table-of-cases"),
                    line.span,
                    related=[(table.span, Phrase("the-first-one"))],
                )
            table = table or line
        else:
            lines.append(line)
    whole = evolve(node, lines=tuple(lines))
    if table is None:
        return [(whole, None)]
    names = [word.text for word in table.words]
    for word in table.words:
        if world.symbols.get(word.text) is not None or names.count(word.text) > 1:
            world.report("hidden-name", Phrase("is-already-the-name-of-something", word=word.text), word.span)
        elif not _speaks_of(tuple(lines), word.text):
            world.report(
                "unused-name", Phrase("no-line-of-this-example-speaks-of", word=word.text), word.span, severity="warning"
            )
    cases: list[tuple[nodes.Example, Span | None]] = []
    for row in table.rows:
        if len(row.items) != len(names):
            count = Phrase("here-stands-one-value") if len(row.items) == 1 else Phrase("here-stand-values", many=len(row.items))
            world.report(
                "wrong-count",
                Phrase("and-there-is-one-name", count=count)
                if len(names) == 1
                else Phrase("and-there-are-names", count=count, names=len(names)),
                row.span,
                Phrase("too-many") if len(row.items) > len(names) else Phrase("too-few"),
                related=[(table.span, Phrase("the-names"))],
            )
            continue
        cells = dict(zip(names, row.items, strict=True))
        cases.append((_filled(whole, cells), row.span))
    return cases


def _filled(value: Any, cells: Mapping[str, nodes.Expression]) -> Any:
    """Return a part of an example with the values of a row in place of their names."""
    if isinstance(value, nodes.Name):
        return cells.get(value.name, value)
    if isinstance(value, tuple):
        return tuple(_filled(one, cells) for one in value)
    if not isinstance(value, nodes.Node):
        return value
    changed = {
        name: new
        for name in attributes(type(value))
        if (old := getattr(value, name)) is not (new := _filled(old, cells)) and not isinstance(old, str | int | None)
    }
    if isinstance(value, nodes.ExampleLine) and isinstance(value.setting, str) and value.setting in cells:
        changed["setting"] = _setting(cells[value.setting])
    return evolve(value, **changed) if changed else value


def _setting(cell: nodes.Expression) -> int | bool | str:
    """Return the value of an option, or the number of choices."""
    match cell:
        case nodes.Number(value=value):
            return value
        case nodes.Constant(word="yes" | "no" as word):
            return word == "yes"
    return cell.span.text


def _speaks_of(value: Any, name: str) -> bool:
    if isinstance(value, nodes.Name):
        return value.name == name
    if isinstance(value, tuple):
        return any(_speaks_of(one, name) for one in value)
    if isinstance(value, nodes.ExampleLine) and value.setting == name:
        return True
    return isinstance(value, nodes.Node) and any(_speaks_of(getattr(value, one), name) for one in attributes(type(value)))
