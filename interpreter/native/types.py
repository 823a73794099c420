"""The types of the values in a straight form: found from its Python source and from what its tables hold.

Numbers, truths and texts are numbers. A name has one type all through a function, except that a dict may be followed by
the list of its values under the same name: these are two.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from attrs import define, field, frozen

from rulewright.interpreter.native.reading import tables_of


class Plain(Enum):
    """The types without parts."""

    UNKNOWN = "unknown"
    NUMBER = "number"
    NOTHING = "nothing"


UNKNOWN, NUMBER, NOTHING = Plain.UNKNOWN, Plain.NUMBER, Plain.NOTHING


@frozen
class ListOf:
    """A list, tuple or range of any length."""

    element: Type


@frozen
class SetOf:
    """A set: it can be asked what is in it, and compared."""

    element: Type


@frozen
class DictOf:
    """A dict."""

    key: Type
    value: Type


@frozen
class Group:
    """A tuple of so many parts, as an element or a key."""

    parts: tuple[Type, ...]


Type = Plain | ListOf | SetOf | DictOf | Group
NUMBERS = ListOf(NUMBER)

MOST_ROUNDS = 100
"""How often the source is gone through to learn the types, before it is given up."""


class Untranslatable(Exception):
    """Something in the source is not of the idiom that is known here."""


def unknown(node: ast.AST) -> Untranslatable:
    """The error for a piece of source."""
    return Untranslatable(f"line {getattr(node, 'lineno', '?')}: {ast.unparse(node)[:120]}")


def join(one: Type, other: Type) -> Type:
    """The type of what may be of either."""
    match one, other:
        case Plain.UNKNOWN, _:
            return other
        case _, Plain.UNKNOWN:
            return one
        case ListOf(a), ListOf(b):
            return ListOf(join(a, b))
        case SetOf(a), SetOf(b):
            return SetOf(join(a, b))
        case DictOf(a, c), DictOf(b, d):
            return DictOf(join(a, b), join(c, d))
        case Group(a), Group(b) if len(a) == len(b):
            return Group(tuple(map(join, a, b)))
        case _ if one == other:
            return one
    raise Untranslatable(f"{one} and {other} under one name")


def joined(types: Iterable[Type]) -> Type:
    """The type of what may be of any."""
    found: Type = UNKNOWN
    for one in types:
        found = join(found, one)
    return found


def type_of_value(value: object) -> Type:
    """The type of a value that is known."""
    match value:
        case int() | str():
            return NUMBER
        case list() | tuple():
            return ListOf(joined(map(type_of_value, value)))
    raise Untranslatable(f"a table of {type(value).__name__}")


def settled(kind: Type) -> Type:
    """A type in which what is unknown is taken for numbers, as nothing else says what is in it."""
    match kind:
        case Plain.UNKNOWN:
            return NUMBER
        case ListOf(element):
            return ListOf(settled(element))
    return kind


def element_of(kind: Type) -> Type:
    """What is in a list."""
    return kind.element if isinstance(kind, ListOf | SetOf) else UNKNOWN


@define
class Function:
    """A function of the source, and what is known of its names."""

    node: ast.FunctionDef
    locals: dict[str, Type] = field(factory=dict)
    result: Type = UNKNOWN

    @property
    def name(self) -> str:
        """Its name."""
        return self.node.name

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        return [one.arg for one in self.node.args.args]


# What the functions of runtime.py give that are called with values alone.
RESULTS: dict[str, Type] = {
    **dict.fromkeys(("len", "sum", "max", "min", "int", "bool", "times", "divided", "remainder"), NUMBER),
    **dict.fromkeys(("unseen", "steps", "all", "item", "rnd"), NUMBER),
    **dict.fromkeys(("range", "numbers", "one_or_none", "one_and", "different", "both", "ray"), NUMBERS),
    **dict.fromkeys(("added", "taken", "with_one", "as_it_lies", "longest_row"), NUMBERS),
    **dict.fromkeys(("take_away", "swap", "draw_last", "draw_any", "shuffle", "insort", "spent", "too_large"), NOTHING),
    **dict.fromkeys(("relink", "nothing_said", "moved", "GameOver"), NOTHING),
}
KEEPING = {"tuple", "list", "sorted", "few", "as_long_as"}
"""Functions whose result is of the type of their first argument."""


class Types:
    """The types of one form: of the names of its position, its constants and its functions."""

    def __init__(self, module: ast.Module, position: Mapping[str, list[Any]], constants: Mapping[str, Any]) -> None:
        self.position = position
        self.constants = constants
        self.constant_types: dict[str, Type] = {}
        self.functions = {node.name: Function(node) for node in module.body if isinstance(node, ast.FunctionDef)}
        self.tables = tables_of(module)
        self.slots = [settled(type_of_value(value)) for value in position["t"]]
        self.lists = {name: settled(type_of_value(value)) for name, value in position.items() if name != "t"}
        self.function = next(iter(self.functions.values()))
        self.known: dict[int, Type] | None = None
        self.changed = True
        for _ in range(MOST_ROUNDS):
            if self.changed:
                self.look()
        if self.changed:
            raise Untranslatable("lists in lists in lists")
        self.known = {}

    def look(self) -> None:
        """Go through all functions once; what is learnt may tell more the next time."""
        self.changed = False
        for function in self.functions.values():
            self.function = function
            for parameter in function.parameters:
                function.locals.setdefault(parameter, UNKNOWN)
            self.block(function.node.body)

    # ---- names

    def widened(self, before: Type, kind: Type) -> Type:
        """A type that holds another as well; whether that is news is noted."""
        now = join(before, kind)
        self.changed |= now != before
        return now

    def learn(self, name: str, kind: Type) -> None:
        """A local of the function is of a type."""
        before = self.function.locals.get(name)
        now = kind if before is None else join(before, kind)
        if now != before:
            self.function.locals[name] = now
            self.changed = True

    def learn_target(self, target: ast.expr, kind: Type) -> None:
        """What is assigned to."""
        match target:
            case ast.Name(id=name):
                self.learn(dict_name(name) if isinstance(kind, DictOf) else name, kind)
            case ast.Tuple(elts=parts):
                kinds = kind.parts if isinstance(kind, Group) else [element_of(kind)] * len(parts)
                for part, one in zip(parts, kinds, strict=True):
                    self.learn_target(part, one)
            case ast.Subscript(value=ast.Name(id="t"), slice=ast.Constant(value=int() as slot)):
                self.slots[slot] = self.widened(self.slots[slot], kind)
            case ast.Subscript(value=ast.Name(id=name), slice=key):
                if name in self.lists:
                    self.lists[name] = self.widened(self.lists[name], ListOf(kind))
                else:
                    self.learn(dict_name(name), DictOf(self.key(key), kind))
            case _:
                raise unknown(target)

    def name(self, name: str) -> Type:
        """The type of a name."""
        if name in self.function.locals:
            return self.function.locals[name]
        if name in self.lists:
            return self.lists[name]
        if name in self.constants and name not in self.constant_types:
            self.constant_types[name] = type_of_value(self.constants[name])
        return self.constant_types.get(name, UNKNOWN)

    # ---- statements

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """What some statements tell."""
        for statement in statements:
            self.statement(statement)

    def statement(self, statement: ast.stmt) -> None:
        """What a statement tells."""
        match statement:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(
                values
            ):
                for target, value in zip(targets, values):
                    self.learn_target(target, self.of(value))
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                self.learn_target(target, self.of(value) if self.is_position(target.value) else self.element(value))
            case ast.Assign(targets=[target], value=value):
                self.learn_target(target, self.of(value))
            case ast.AugAssign(target=target, value=value):
                self.of(value)
                self.of(target)
            case ast.For(target=target, iter=values, body=body, orelse=orelse):
                self.learn_target(target, element_of(self.of(values)))
                self.block(body)
                self.block(orelse)
            case ast.While(test=test, body=body):
                self.of(test)
                self.block(body)
            case ast.If(test=test, body=body, orelse=orelse):
                self.of(test)
                self.block(body)
                self.block(orelse)
            case ast.Return(value=result):
                given = NOTHING if result is None else self.of(result)
                self.function.result = self.widened(self.function.result, given)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[value])):
                kind = ListOf(self.element(value))
                if name not in self.lists:
                    self.learn(name, kind)
            case ast.Expr(value=value):
                self.of(value)
            case ast.Raise(exc=ast.Call(args=arguments)):
                for argument in arguments:
                    self.of(argument)
            case ast.Pass() | ast.Break() | ast.Continue():
                pass
            case _:
                raise unknown(statement)

    # ---- expressions

    def element(self, node: ast.expr) -> Type:
        """The type of an element or key: a tuple is one of several parts."""
        return Group(tuple(map(self.of, node.elts))) if isinstance(node, ast.Tuple) else self.of(node)

    def key(self, node: ast.expr) -> Type:
        """The type of a key: tuples in tuples are as good as one, as long as each part is a number."""
        parts = [self.of(part) for part in key_parts(node)]
        if not all(isinstance(part, Plain) for part in parts):
            raise unknown(node)
        return Group(tuple(parts)) if len(parts) > 1 else parts[0]

    def of(self, node: ast.expr) -> Type:
        """The type of an expression."""
        if self.known is None:
            return self.found(node)
        kind = self.known.get(id(node))
        if kind is None:
            kind = self.known[id(node)] = self.found(node)
        return kind

    def found(self, node: ast.expr) -> Type:
        """The type of an expression, which tells of the names in it."""
        match node:
            case ast.Constant(value=int() | str()):
                return NUMBER
            case ast.Name(id=name):
                return self.name(name)
            case ast.Subscript(value=ast.Name(id="t"), slice=ast.Constant(value=int() as slot)):
                return self.slots[slot]
            case ast.Subscript(value=values, slice=ast.Slice()):
                return self.of(values)
            case ast.Subscript(value=values, slice=place):
                self.of(place)
                return element_of(self.of(values))
            case ast.BinOp(left=left, right=right):
                self.of(left)
                self.of(right)
                return NUMBER
            case ast.UnaryOp(operand=operand):
                self.of(operand)
                return NUMBER
            case ast.Compare(left=left, comparators=others):
                self.of(left)
                for other in others:
                    self.of(other)
                return NUMBER
            case ast.BoolOp(values=operands):
                kinds = [self.of(operand) for operand in operands]
                return joined(kinds) if all(isinstance(kind, ListOf) for kind in kinds) else NUMBER
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self.of(test)
                return join(self.of(body), self.of(orelse))
            case ast.ListComp(elt=value, generators=generators) | ast.GeneratorExp(elt=value, generators=generators):
                self.generators(generators)
                return ListOf(self.element(value))
            case ast.SetComp(elt=value, generators=generators):
                self.generators(generators)
                return SetOf(self.of(value))
            case ast.DictComp(key=key, value=value, generators=generators):
                self.generators(generators)
                return DictOf(self.key(key), self.element(value))
            case ast.Dict(keys=[]):
                return DictOf(UNKNOWN, UNKNOWN)
            case ast.Set(elts=parts):
                return SetOf(joined(map(self.part, parts)))
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return ListOf(joined(map(self.part, parts)))
            case ast.Call():
                return self.call(node)
        raise unknown(node)

    def by_key(self, node: ast.expr) -> Type:
        """The type of an expression that may be a dict."""
        if isinstance(node, ast.Name) and dict_name(node.id) in self.function.locals:
            return self.function.locals[dict_name(node.id)]
        return self.of(node)

    def is_position(self, node: ast.expr) -> bool:
        """Whether an expression is one of the lists of the position."""
        return isinstance(node, ast.Name) and node.id in self.position

    def part(self, node: ast.expr) -> Type:
        """What a part of a list adds to it."""
        return element_of(self.of(node.value)) if isinstance(node, ast.Starred) else self.element(node)

    def generators(self, generators: Sequence[ast.comprehension]) -> None:
        """The names of a comprehension."""
        for one in generators:
            self.learn_target(one.target, element_of(self.of(one.iter)))
            for test in one.ifs:
                self.of(test)

    def call(self, node: ast.Call) -> Type:
        """The type of what a call gives."""
        arguments = node.args
        match node.func:
            case ast.Attribute(value=values, attr="values"):
                kind = self.by_key(values)
                return ListOf(kind.value if isinstance(kind, DictOf) else UNKNOWN)
            case ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys"):
                return self.of(arguments[0])
            case ast.Attribute(value=values, attr=method):
                kind = element_of(self.of(values))
                for argument in arguments:
                    self.of(argument)
                return kind if method == "pop" else NUMBER if method in ("count", "index") else NOTHING
            case ast.Subscript(value=ast.Name(id=table)) if table in self.tables:
                self.of(node.func.slice)
                for called in self.tables[table]:
                    if called in self.functions:
                        self.pass_on(self.functions[called], arguments)
                return NOTHING
            case ast.Name(id=name) if name in self.functions:
                return self.pass_on(self.functions[name], arguments)
            case ast.Name(id=name):
                return self.runtime_call(name, node)
        raise unknown(node)

    def pass_on(self, function: Function, arguments: Sequence[ast.expr]) -> Type:
        """The parameters of a function may be these arguments."""
        for parameter, argument in zip(function.parameters, arguments, strict=True):
            kind = self.of(argument)
            before = function.locals.get(parameter, UNKNOWN)
            now = join(before, kind)
            if now != before:
                function.locals[parameter] = now
                self.changed = True
        return function.result

    def runtime_call(self, name: str, node: ast.Call) -> Type:
        """A function of Python's or of runtime.py's."""
        arguments = node.args
        if name in ("as_long_as", "longest_row"):
            test = arguments[1]
            if not isinstance(test, ast.Lambda):
                raise unknown(node)
            first = self.of(arguments[0])
            self.learn(test.args.args[0].arg, element_of(first) if name == "as_long_as" else NUMBER)
            self.of(test.body)
            return first if name == "as_long_as" else RESULTS[name]
        kinds = [self.of(argument) for argument in arguments if not is_state(argument)]
        for keyword in node.keywords:
            self.of(keyword.value)
        if name in KEEPING:
            return kinds[0] if kinds else ListOf(UNKNOWN)
        if name == "set":
            return SetOf(element_of(kinds[0]))
        if name == "next":
            return join(element_of(kinds[0]), kinds[1])
        if name in ("highest_of", "lowest_of"):
            pair = element_of(kinds[0])
            return ListOf(pair.parts[0] if isinstance(pair, Group) else UNKNOWN)
        if name not in RESULTS:
            raise unknown(node)
        return RESULTS[name]


def is_state(node: ast.expr) -> bool:
    """Whether an argument is a part of the position that runtime functions know by themselves."""
    match node:
        case ast.Name(id="at" | "on" | "t" | "rnd"):
            return True
        case ast.Tuple(elts=parts) if parts:
            return all(isinstance(part, ast.Name) and part.id.startswith("d") for part in parts)
    return False


def key_parts(node: ast.expr) -> list[ast.expr]:
    """The parts of a key, those of tuples in it as well."""
    return [inner for part in node.elts for inner in key_parts(part)] if isinstance(node, ast.Tuple) else [node]


def is_plain(kind: Type) -> bool:
    """Whether something is a number, or a list of numbers: values that are the same if their words are."""
    return isinstance(element_of(kind) if isinstance(kind, ListOf | SetOf) else kind, Plain)


def dict_name(name: str) -> str:
    """The other name of a variable, while it is a dict."""
    return f"{name}_by_key"
