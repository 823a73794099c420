"""Questions about the Python source of a straight form."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

MUTATING = {"append", "remove", "insert", "pop"}
"""What changes a list as it stands."""
ZERO = ast.Constant(value=0)


def only_part(values: ast.expr) -> ast.expr | None:
    """The one part of a tuple that a loop goes over once, to give it a name."""
    match values:
        case ast.Tuple(elts=[part]) if not isinstance(part, ast.Starred):
            return part
        case ast.Name(id="one_pass"):
            return ZERO
    return None


def is_truth(node: ast.expr) -> bool:
    """Whether an expression is yes or no, whatever its parts are."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
            return True
        case ast.Call(func=ast.Name(id="bool" | "all")):
            return True
        case ast.BoolOp(values=operands):
            return all(map(is_truth, operands))
    return False


def tables_of(module: ast.Module) -> dict[str, list[str]]:
    """The tables of functions, by number."""
    return {
        node.targets[0].id: [part.id for part in node.value.elts if isinstance(part, ast.Name)]
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, ast.Tuple)
    }


def names_called(node: ast.AST, tables: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The names of all functions that are called somewhere."""
    for inner in ast.walk(node):
        match inner:
            case ast.Call(func=ast.Name(id=name)):
                yield name
            case ast.Call(func=ast.Subscript(value=ast.Name(id=name))):
                yield from tables.get(name, ())


def changes(node: ast.AST) -> bool:
    """Whether something is changed somewhere that is known outside."""
    for inner in ast.walk(node):
        match inner:
            case ast.Raise() | ast.AugAssign():
                return True
            case ast.Assign(targets=[ast.Subscript()]):
                return True
            case ast.Call(func=ast.Attribute(attr=method)) if method in MUTATING:
                return True
    return False


def stored_or_changed(statements: Sequence[ast.stmt]) -> set[str]:
    """The names that statements set, and those of lists that they change as they stand."""
    found: set[str] = set()
    for statement in statements:
        for inner in ast.walk(statement):
            match inner:
                case ast.Assign(targets=[target]) | ast.For(target=target) | ast.AugAssign(target=target):
                    found.update(names_in(target))
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in MUTATING:
                    found.add(name)
                case ast.Call(func=ast.Name(id="insort" | "shuffle"), args=[ast.Name(id=name), *_]):
                    found.add(name)
    return found


class Names:
    """Where names stand in one source; what has been counted once is remembered."""

    def __init__(self) -> None:
        self.known: dict[int, Counter[str]] = {}

    def of(self, node: ast.AST) -> Counter[str]:
        """How often each name stands somewhere."""
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = Counter(names_in(node))
        return found

    def set_before_use(self, name: str, block: Sequence[ast.stmt]) -> bool:
        """Whether a name never has a value in a block that it had before."""
        for statement in block:
            if not self.of(statement)[name]:
                continue
            match statement:
                case ast.Assign(targets=[target], value=value):
                    return sets(target, name) and not self.of(value)[name]
                case ast.For(target=target, iter=head, orelse=orelse) if sets(target, name):
                    if self.of(head)[name] or not self.set_before_use(name, orelse):
                        return False
                case (
                    ast.If(test=head, body=body, orelse=orelse)
                    | ast.While(test=head, body=body, orelse=orelse)
                    | ast.For(iter=head, body=body, orelse=orelse)
                ):
                    if self.of(head)[name]:
                        return False
                    if not (self.set_before_use(name, body) and self.set_before_use(name, orelse)):
                        return False
                case _:
                    return False
        return True


def names_in(node: ast.AST) -> Iterator[str]:
    """The names that stand somewhere, each as often as it does."""
    return (inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))


def sets(target: ast.expr, name: str) -> bool:
    """Whether an assignment to a target gives a name a value."""
    match target:
        case ast.Name(id=found):
            return found == name
        case ast.Tuple(elts=parts):
            return any(sets(part, name) for part in parts)
    return False
