"""Find the item that an example is about, so that its number goes next to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl import nodes

HEAD = "game"
"""The item for numbers that are about nothing with a name."""


def item_keys(declarations: Iterable[nodes.Declaration]) -> dict[str, str]:
    """Return for each name in examples the key of the item that describes it."""
    found: dict[str, str] = {}
    for node in declarations:
        for name, key in _keys(node):
            found.setdefault(name, key)
    return found


def key_of_values(node: nodes.Values | nodes.Numbers) -> str:
    """Return the key of the item for values, or the faces of a die."""
    return f"{'die' if node.die else 'values'} {node.name.text}"


def key_of_kind(node: nodes.Components) -> str:
    """Return the key of the item for a kind of pieces or cards."""
    return f"{'cards' if node.cards else 'pieces'} {node.name.text}"


def key_of_board(node: nodes.Line | nodes.Grid | nodes.Map) -> str:
    """Return the key of the item for a board."""
    return f"{type(node).__name__.lower()} {node.name.text}"


def key_of_has(node: nodes.FieldBlock) -> str:
    """Return the key of the item for the fields of something, or of the table."""
    key = "table" if node.kind is None else f"each {node.kind.text}"
    return key if node.anew is None else f"{key} for each {node.anew.text}"


def _keys(node: nodes.Declaration) -> Iterator[tuple[str, str]]:
    match node:
        case nodes.Rule(name=name):
            yield name.text, f"to {name.text}"
        case nodes.Card(name=name):
            yield name.text, f"card {name.text}"
        case nodes.Define(name=name):
            yield name.text, f"define {name.text}"
        case nodes.Option(name=name):
            yield name.text, f"option {name.text}"
        case nodes.Components(name=name):
            yield name.text, key_of_kind(node)
        case nodes.Place(name=name):
            yield name.text, f"place {name.text}"
        case nodes.Values() | nodes.Numbers():
            key = key_of_values(node)
            yield node.name.text, key
            for entry in node.entries if isinstance(node, nodes.Values) else ():
                yield entry.name.text, key
        case nodes.Line(name=name, spaces=spaces) | nodes.Map(name=name, lines=spaces):
            yield name.text, key_of_board(node)
            yield from ((one.name.text, key_of_board(node)) for one in spaces)
        case nodes.Grid(name=name):
            yield name.text, key_of_board(node)
        case nodes.FieldBlock(fields=fields):
            key = key_of_has(node)
            yield from ((one.name.text, key) for one in fields if isinstance(one, nodes.Field) and one.title is not None)


def about(example: nodes.Example, known: dict[str, str], shown: frozenset[str]) -> str:
    """Return the key of the item that an example is about.

    It is the last thing it carries out, else what it expects, if that is shown.
    """
    lines = [line for line in example.lines if isinstance(line, nodes.ExampleLine)]
    done = [name for line in lines if line.kind == "when" for name in _carried_out(line)]
    asked = [name for kind in ("then", "") for line in lines if line.kind.startswith(kind) for name in mentioned(line)]
    for name in (*reversed(done), *asked):
        if known.get(name) in shown:
            return known[name]
    return HEAD


def _carried_out(line: nodes.ExampleLine) -> Iterator[str]:
    for node in nodes.nodes_in(line.body):
        if isinstance(node, nodes.Call):
            yield node.name.text
        elif isinstance(node, nodes.Perform):
            yield from mentioned(node)


def mentioned(node: nodes.Node) -> Iterator[str]:
    """Yield the names in a node."""
    for part in nodes.nodes_in(node):
        if isinstance(part, nodes.Word):
            yield part.text
        elif isinstance(part, nodes.Name):
            yield part.name
