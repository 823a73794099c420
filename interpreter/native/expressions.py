"""Expressions of the straight form in C: conditions, numbers, lists and dicts.

A set worked out in the middle of an expression becomes a GNU statement expression, `({ ... })`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.interpreter.native.reading import changes, is_truth, names_called, only_part
from rulewright.interpreter.native.text import Tables, declared, from_word, literal, width
from rulewright.interpreter.native.types import (
    NUMBER,
    DictOf,
    Function,
    Group,
    ListOf,
    Plain,
    SetOf,
    Type,
    Types,
    dict_name,
    element_of,
    is_plain,
    key_parts,
    unknown,
)

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
ARITHMETIC: dict[type[ast.operator], str] = {ast.Add: "sum_of", ast.Sub: "minus", ast.Mult: "product"}
ARITHMETIC |= {ast.FloorDiv: "divided", ast.Mod: "remainder_of"}
RISKY = {"times", "numbers", "few", "added", "rnd", "spent", "too_large"}
"""Functions that may fail, or draw a random number: what calls them is never skipped."""


class Expressions:
    """Writes the expressions of the functions of one form."""

    now: Function
    """The function that is being written."""

    def __init__(
        self,
        module: ast.Module,
        position: Mapping[str, list[Any]],
        growing: frozenset[str],
        constants: Mapping[str, Any],
    ) -> None:
        self.position = position
        self.growing = growing
        self.constants = constants
        self.types = Types(module, position, constants)
        self.tables = Tables()
        self.numbers = 0
        self.risky: set[str] = set()

    def number(self) -> int:
        """A number for names that nothing else has."""
        self.numbers += 1
        return self.numbers

    def call(self, node: ast.Call) -> str:
        """A call."""
        raise NotImplementedError

    # ---- conditions

    def truth(self, node: ast.expr) -> str:
        """An expression of which only the truth counts."""
        match node:
            case ast.BoolOp(op=operator, values=operands):
                word = " && " if isinstance(operator, ast.And) else " || "
                return f"({word.join(self.truth(operand) for operand in operands)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!{self.truth(operand)}"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self.truth(test)} ? {self.truth(body)} : {self.truth(orelse)})"
            case ast.Call(func=ast.Name(id="bool"), args=[operand]):
                return self.truth(operand)
            case ast.ListComp(elt=value, generators=generators) if self.may_stop(value, generators):
                return self.search(generators, "0", "1")
            case ast.ListComp(generators=generators):
                return f"({self.gathered('i64', '0', generators, lambda found: f'{found} = 1;')})"
        match self.types.of(node):
            case ListOf():
                return f"(({self.value(node)})->count != 0)"
            case SetOf():
                return f"(({self.value(node)})->all->count != 0)"
            case DictOf():
                return f"(({self.by_key(node)})->entries.count != 0)"
        return f"({self.value(node)} != 0)" if not isinstance(node, ast.Compare) else self.value(node)

    def compare(self, node: ast.Compare) -> str:
        """A comparison, or a chain of them."""
        if len(node.ops) == 1:
            return self.compared(node.left, node.ops[0], node.comparators[0])
        names: list[str] = []
        lines: list[str] = []
        parts = [node.left, *node.comparators]
        for part in parts:
            if isinstance(part, ast.Name | ast.Constant):
                names.append(self.value(part))
            else:
                names.append(f"part{self.number()}")
                lines.append(f"i64 {names[-1]} = {self.value(part)};")
        tests = []
        for one, operator, other in zip(names, node.ops, names[1:]):
            if type(operator) not in COMPARISONS:
                raise unknown(node)
            tests.append(f"{one} {COMPARISONS[type(operator)]} {other}")
        code = f"({' && '.join(tests)})"
        return f"({{ {' '.join(lines)} {code}; }})" if lines else code

    def compared(self, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> str:
        """One comparison."""
        match operator:
            case ast.In():
                return self.member(left, right)
            case ast.NotIn():
                return f"!{self.member(left, right)}"
        kinds = self.types.of(left), self.types.of(right)
        word = COMPARISONS.get(type(operator))
        if all(isinstance(kind, SetOf) for kind in kinds) and word in ("==", "!="):
            return f"({'!' if word == '!=' else ''}same_set({self.value(left)}, {self.value(right)}))"
        if word is None or any(not isinstance(kind, Plain) for kind in kinds):
            raise unknown(right)
        return f"({self.value(left)} {word} {self.value(right)})"

    def member(self, value: ast.expr, values: ast.expr) -> str:
        """Whether a value is in a set."""
        if (
            isinstance(values, ast.Tuple)
            and values.elts
            and not any(isinstance(one, ast.Starred) for one in values.elts)
        ):
            name = f"part{self.number()}"
            tests = " || ".join(f"{name} == {self.value(one)}" for one in values.elts)
            return f"({{ i64 {name} = {self.value(value)}; {tests}; }})"
        if not is_plain(self.types.of(values)):
            raise unknown(values)
        match values, self.types.of(values):
            case ast.Set() | ast.SetComp(), _:
                return f"contains({self.listed_set(values)}, {self.value(value)})"
            case _, SetOf():
                return f"in_set({self.value(values)}, {self.value(value)})"
            case _, ListOf():
                pass
            case _:
                raise unknown(values)
        return f"contains({self.looked_at(values)}, {self.value(value)})"

    def listed_set(self, node: ast.Set | ast.SetComp) -> str:
        """What is in a set, perhaps repeatedly."""
        match node:
            case ast.Set(elts=[ast.Starred(value=values)]):
                return self.value(values)
            case ast.Set(elts=parts):
                return self.made(parts)
        return self.listed(node.elt, node.generators)

    def looked_at(self, values: ast.expr) -> str:
        """A list that is only looked at: a part of a field's list need not be copied."""
        match values:
            case ast.Subscript(
                value=ast.Name(id=name),
                slice=ast.Slice(
                    lower=ast.Constant(value=int() as first), upper=ast.Constant(value=int() as end), step=None
                ),
            ) if self.is_fixed(name) and 0 <= first <= end <= len(self.position[name]):
                return f"&(List){{now.{name} + {1 + first}, {end - first}, 0}}"
        return self.value(values)

    def may_stop(self, value: ast.expr, generators: Sequence[ast.comprehension]) -> bool:
        """Whether nobody could tell if some elements of a comprehension were never looked at."""
        parts: list[ast.AST] = [value, *generators]
        called = {name for part in parts for name in names_called(part, self.types.tables)}
        return not called & (RISKY | self.risky) and not any(changes(part) for part in parts)

    # ---- values

    def value(self, node: ast.expr) -> str:
        """An expression: a number, or a pointer to a list."""
        match node:
            case ast.Constant(value=int() | str() as value):
                return self.tables.word_of(value)
            case ast.Name(id=name):
                return self.name(name, node)
            case ast.Subscript(value=values, slice=place):
                return self.subscript(values, place)
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in ARITHMETIC:
                return f"{ARITHMETIC[type(operator)]}({self.value(left)}, {self.value(right)})"
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
                return literal(-value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"minus(0, {self.value(operand)})"
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return f"(~{self.value(operand)})"
            case ast.UnaryOp(op=ast.Not()):
                return self.truth(node)
            case ast.Compare():
                return self.compare(node)
            case ast.BoolOp():
                return self.either(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self.truth(test)} ? {self.value(body)} : {self.value(orelse)})"
            case ast.SetComp() | ast.Set():
                return f"set_of({self.listed_set(node)})"
            case ast.ListComp(elt=value, generators=generators):
                return self.listed(value, generators)
            case ast.GeneratorExp(elt=value, generators=generators):
                return self.listed(value, generators)
            case ast.List(elts=[ast.Starred(value=values)]) | ast.Tuple(elts=[ast.Starred(value=values)]):
                return self.own(values)
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return self.made(parts)
            case ast.Call():
                return self.call(node)
        raise unknown(node)

    def word(self, node: ast.expr) -> str:
        """An expression as one word."""
        code = self.value(node)
        return code if isinstance(self.types.of(node), Plain) else f"(i64)({code})"

    def name(self, name: str, node: ast.expr) -> str:
        """A name of the function, of the position, or of a constant."""
        if name in self.now.locals:
            return name
        if name in self.growing:
            return f"now.{name}"
        if name in self.constants and not self.is_fixed(name):
            value = self.constants[name]
            return (
                f"((List *)&{self.tables.table(value)})"
                if isinstance(value, list | tuple)
                else self.tables.word_of(value)
            )
        raise unknown(node)

    def is_fixed(self, name: str) -> bool:
        """Whether a name is a list of the position that has always the same length."""
        return name in self.position and name not in self.growing and name not in self.now.locals

    def subscript(self, values: ast.expr, place: ast.expr) -> str:
        """One of a list, or a part of it."""
        if isinstance(place, ast.Slice):
            return self.slice(values, place)
        kind = element_of(self.types.of(values))
        if isinstance(kind, Group):
            raise unknown(values)
        if isinstance(values, ast.Name):
            if values.id == "t" and isinstance(place, ast.Constant):
                return f"now.t{place.value!r}"
            if self.is_fixed(values.id):
                return f"now.{values.id}[{self.place(place, len(self.position[values.id]))}]"
        table = self.constant_value(values)
        if table is not None:
            number = self.constant_value(place)
            if isinstance(number, int) and -len(table) <= number < len(table):
                found = table[number]
                return (
                    f"((List *)&{self.tables.table(found)})"
                    if isinstance(found, list | tuple)
                    else self.tables.word_of(found)
                )
            return from_word(kind, f"{self.tables.table(table)}_[{self.place(place, len(table))}]")
        return from_word(kind, f"nth({self.value(values)}, {self.value(place)})")

    def place(self, place: ast.expr, size: int) -> str:
        """The index of a word of a table, whose first word is its last one."""
        number = self.constant_value(place)
        if isinstance(number, int) and 0 <= number < size:
            return str(1 + number)
        return f"1 + within({self.value(place)}, {size})"

    def constant_value(self, node: ast.expr) -> Any:
        """What a constant expression is; None if it is none."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
                return -value
            case ast.Name(id=name) if name not in self.now.locals and name not in self.position:
                return self.constants.get(name)
            case ast.Subscript(value=values, slice=place) if not isinstance(place, ast.Slice):
                table, number = self.constant_value(values), self.constant_value(place)
                if isinstance(table, tuple) and isinstance(number, int) and -len(table) <= number < len(table):
                    return table[number]
        return None

    def slice(self, values: ast.expr, part: ast.Slice) -> str:
        """A copy of a part of a list."""
        match part:
            case ast.Slice(lower=None, upper=None, step=None):
                return self.own(values)
            case ast.Slice(lower=None, upper=None, step=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))):
                return f"reversed({self.value(values)})"
            case ast.Slice(lower=ast.Constant(value=int() as first), upper=ast.Constant(value=int() as end), step=None):
                if isinstance(values, ast.Name) and self.is_fixed(values.id):
                    whole = f"&(List){{now.{values.id} + 1, SIZE_{values.id}, 0}}"
                    return f"slice({whole}, {first}, {end})"
                return f"slice({self.value(values)}, {first}, {end})"
        raise unknown(part)

    def either(self, node: ast.BoolOp) -> str:
        """`and` or `or` where the value counts: that of the operand that decides."""
        kind = self.types.of(node)
        if not isinstance(kind, ListOf) and (
            all(is_truth(operand) for operand in node.values)
            or any(not isinstance(self.types.of(operand), Plain) for operand in node.values)
        ):
            return self.truth(node)
        code = self.value(node.values[-1])
        for operand in reversed(node.values[:-1]):
            name = f"part{self.number()}"
            test = f"{name}->count" if isinstance(kind, ListOf) else name
            ends = (name, code) if isinstance(node.op, ast.Or) else (code, name)
            code = f"({{ {declared(kind, name)} = {self.value(operand)}; {test} ? {ends[0]} : {ends[1]}; }})"
        return code

    # ---- lists

    def own(self, values: ast.expr) -> str:
        """A list that nothing else knows."""
        code = self.value(values)
        return code if self.is_new(values) else f"copied({code}, {width(element_of(self.types.of(values)))})"

    def is_new(self, node: ast.expr) -> bool:
        """Whether an expression makes a list of its own."""
        match node:
            case ast.ListComp() | ast.GeneratorExp() | ast.List() | ast.Tuple():
                return True
            case ast.Call(func=ast.Name(id=name)):
                # These may give what they were given.
                return name not in self.types.functions and name not in ("as_it_lies", "with_one")
            case ast.Call(func=ast.Attribute(attr="values" | "fromkeys")):
                return True
        return False

    def made(self, parts: Sequence[ast.expr]) -> str:
        """A list of some parts."""
        name = f"list{self.number()}"
        lines = [f"List *{name} = new_list({max(len(parts), 4)});"]
        for part in parts:
            if isinstance(part, ast.Starred):
                size = width(element_of(self.types.of(part.value)))
                lines.append(f"append_all({name}, {self.value(part.value)}, {size});")
            else:
                lines.append(f"{self.append(name, part, NUMBER)};")
        return f"({{ {' '.join(lines)} {name}; }})"

    def listed(self, value: ast.expr, generators: Sequence[ast.comprehension]) -> str:
        """A comprehension as a list."""
        name = f"list{self.number()}"
        inner = f"{self.append(name, value, NUMBER)};"
        return f"({{ List *{name} = new_list(16); {self.loops(generators, inner)} {name}; }})"

    def loops(self, generators: Sequence[ast.comprehension], inner: str, release: bool = False) -> str:
        """The loops and conditions of a comprehension around something; with `release` only numbers come out of it."""
        for place, one in reversed(list(enumerate(generators))):
            for test in reversed(one.ifs):
                inner = f"if ({self.truth(test)}) {{ {inner} }}"
            single = only_part(one.iter)
            if single is not None:
                inner = f"{{ {self.bound(one.target, self.types.of(single), self.word(single))} {inner} }}"
                continue
            before, head, first = self.loop(one.target, one.iter)
            if release and place == len(generators) - 1 and "(" in inner:
                mark = f"mark{self.number()}"
                before += f" i64 *{mark} = top;"
                first = f"top = {mark}; {first}"
            inner = f"{{ {before} {head} {first} {inner} }} }}"
        return inner

    def gathered(
        self, kind: str, first: str, generators: Sequence[ast.comprehension], inner: Callable[[str], str]
    ) -> str:
        """A number worked out by going through a comprehension."""
        name = f"found{self.number()}"
        loops = self.loops(generators, inner(name), release=True)
        mark = f"mark{self.number()}"
        return f"({{ {kind} {name} = {first}; i64 *{mark} = top; {loops} top = {mark}; {name}; }})"

    def search(self, generators: Sequence[ast.comprehension], first: str, found: str) -> str:
        """What is found at the first element of a comprehension, or else something else."""
        end = f"end{self.number()}"
        mark = f"mark{self.number()}"
        name = f"found{self.number()}"
        loops = self.loops(generators, f"{name} = {found}; goto {end};", release=True)
        return f"({{ i64 {name} = {first}; i64 *{mark} = top; {loops} {end}: top = {mark}; {name}; }})"

    # ---- dicts

    def by_key(self, node: ast.expr) -> str:
        """An expression that is a dict."""
        match node:
            case ast.Dict(keys=[]):
                return "new_map()"
            case ast.Name(id=name) if dict_name(name) in self.now.locals:
                return dict_name(name)
            case ast.DictComp(key=key, value=value, generators=generators):
                name = f"map{self.number()}"
                return f"({{ Map *{name} = new_map(); {self.loops(generators, self.put_into(name, key, value))} {name}; }})"
        raise unknown(node)

    def put_into(self, name: str, key: ast.expr, value: ast.expr) -> str:
        """The statement that puts a value into a dict."""
        keys = key_parts(key)
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        names = [f"part{self.number()}" for _ in parts]
        words = f"words{self.number()}"
        lines = [f"i64 {part} = {self.word(one)};" for part, one in zip(names, parts)]
        code = f"(i64[]){{{', '.join(self.value(one) for one in keys)}}}"
        lines.append(f"i64 *{words} = put({name}, {code}, {len(keys)}, {len(parts)});")
        lines += [f"{words}[{place}] = {part};" for place, part in enumerate(names)]
        return f"{{ {' '.join(lines)} }}"

    # ---- loops

    def loop(self, target: ast.expr, values: ast.expr) -> tuple[str, str, str]:
        """What stands before a loop over a set, its head, and what gives the target its value."""
        place, end, listed = (f"{name}{self.number()}" for name in ("place", "end", "list"))
        match values:
            case ast.Call(func=ast.Name(id="range" | "numbers" as name), args=[low, high]):
                before = f"i64 {place} = {self.value(low)}, {end} = {self.value(high)};"
                if name == "numbers":
                    before += f" check_numbers({place}, {end}); {end}++;"
                return before, f"for (; {place} < {end}; {place}++) {{", self.bound(target, NUMBER, place)
        kind = self.types.of(values)
        if not isinstance(kind, ListOf):
            raise unknown(values)
        before, stride, skipped = f"const List *{listed} = {{}};", width(kind.element), 0
        if isinstance(values, ast.Call) and isinstance(values.func, ast.Attribute) and values.func.attr == "values":
            # The values of a dict stand behind their keys.
            skipped = self.width_of_key(values.func.value)
            stride += skipped
            before = before.format(f"&({self.by_key(values.func.value)})->entries")
        else:
            before = before.format(self.value(values))
        head = f"for (i64 {place} = 0; {place} < {listed}->count; {place}++) {{"
        words = [f"{listed}->item[{place} * {stride} + {skipped + number}]" for number in range(width(kind.element))]
        if not isinstance(kind.element, Group):
            return before, head, self.bound(target, kind.element, words[0])
        if not isinstance(target, ast.Tuple):
            raise unknown(target)
        parts = zip(target.elts, kind.element.parts, words, strict=True)
        return before, head, " ".join(self.bound(one, part, word) for one, part, word in parts)

    def width_of_key(self, node: ast.expr) -> int:
        """How many words a key of a dict takes."""
        kind = self.types.by_key(node)
        if not isinstance(kind, DictOf):
            raise unknown(node)
        return width(kind.key)

    def bound(self, target: ast.expr, kind: Type, word: str) -> str:
        """The line that gives a name a value, from a word."""
        if isinstance(target, ast.Tuple) and isinstance(kind, ListOf):
            parts = [
                self.bound(one, kind.element, f"nth((List *){word}, {place})") for place, one in enumerate(target.elts)
            ]
            return " ".join(parts)
        if not isinstance(target, ast.Name):
            raise unknown(target)
        return f"{target.id} = {from_word(kind, word)};"

    def append(self, listed: str, value: ast.expr, kind: Type) -> str:
        """Put one more into a list; tuples as so many words."""
        if isinstance(value, ast.Tuple):
            names = [f"part{self.number()}" for _ in value.elts]
            words = f"words{self.number()}"
            parts = [f"i64 {name} = {self.word(part)};" for name, part in zip(names, value.elts)]
            ends = [f"{words}[{place}] = {name};" for place, name in enumerate(names)]
            return f"({{ {' '.join(parts)} i64 *{words} = appended({listed}, {len(names)}); {' '.join(ends)} }})"
        if isinstance(kind, Group):
            raise unknown(value)
        return f"append({listed}, {self.word(value)})"
