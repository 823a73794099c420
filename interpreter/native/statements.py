"""Statements and functions of the straight form in C."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence

from rulewright.interpreter.native.calls import Calls
from rulewright.interpreter.native.expressions import ARITHMETIC
from rulewright.interpreter.native.reading import Names, only_part, stored_or_changed
from rulewright.interpreter.native.text import declared, is_nothing, width
from rulewright.interpreter.native.types import (
    DictOf,
    Function,
    Group,
    ListOf,
    SetOf,
    Type,
    dict_name,
    element_of,
    unknown,
)


class Statements(Calls):
    """Writes functions, line by line."""

    names: Names
    counted: set[str]
    """The functions whose calls inside each other are counted."""

    def head(self, function: Function) -> str:
        """How a function begins."""
        parameters = [declared(function.locals[name], name) for name in function.parameters]
        kind = function.result
        result = "void " if is_nothing(kind) else declared(kind, "")
        return f"static {result}{function.name}({', '.join(parameters) or 'void'})"

    def function(self, function: Function) -> str:
        """A function."""
        self.now = self.types.function = function
        self.name_counts = self.names.of(function.node)
        self.lines: list[str] = []
        self.ends: list[str] = []
        self.indent = 1
        declarations = [
            f"{declared(kind, name)} = 0;"
            for name, kind in function.locals.items()
            if name not in function.parameters and not isinstance(kind, Group)
        ]
        for start in range(0, len(declarations), 8):
            self.put(" ".join(declarations[start : start + 8]))
        self.put("i64 *mark = top;")
        if function.name in self.counted:
            self.put("if (++depth > DEEPEST) fail();")
        self.block(function.node.body)
        if is_nothing(function.result):
            self.return_(None)
        else:
            self.put("fail();")
        return f"{self.head(function)}\n{{\n" + "\n".join(self.lines) + "\n}\n"

    def put(self, line: str) -> None:
        """One line."""
        self.lines.append("    " * self.indent + line)

    def nested(self, statements: Sequence[ast.stmt]) -> None:
        """A block inside the present one."""
        self.indent += 1
        self.block(statements)
        self.indent -= 1

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """Some statements."""
        for statement in statements:
            self.statement(statement)

    def statement(self, statement: ast.stmt) -> None:
        """A statement."""
        match statement:
            case ast.Assign(targets=[target], value=value):
                self.assign(target, value)
            case ast.AugAssign(target=target, op=operator, value=value):
                self.change(target, operator, value)
            case ast.If(test=test, body=body, orelse=orelse):
                self.put(f"if ({self.truth(test)}) {{")
                self.nested(body)
                while len(orelse) == 1 and isinstance(orelse[0], ast.If):
                    inner = orelse[0]
                    self.put(f"}} else if ({self.truth(inner.test)}) {{")
                    self.nested(inner.body)
                    orelse = inner.orelse
                if orelse:
                    self.put("} else {")
                    self.nested(orelse)
                self.put("}")
            case ast.While(test=test, body=body, orelse=[]):
                release = self.release(statement)
                self.put(f"while ({self.truth(test)}) {{")
                self.looped(release, body)
                self.put("}")
            case ast.For(target=target, iter=values, body=body, orelse=orelse):
                done = f"done{self.number()}" if orelse else ""
                self.for_(statement, target, values, body, done)
                if orelse:
                    self.block(orelse)
                    self.put(f"{done}:;")
            case ast.Return(value=value):
                self.return_(value)
            case ast.Raise(exc=ast.Call(func=ast.Name(id="GameOver"), args=[winners])):
                self.put(f"game_over({self.value(winners)});")
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=value):
                self.put(f"{self.effect(value)};")
            case ast.Break():
                self.put(f"goto {self.ends[-1]};" if self.ends[-1] else "break;")
            case ast.Continue():
                self.put("continue;")
            case _:
                raise unknown(statement)

    def return_(self, value: ast.expr | None) -> None:
        """Leave the function, with all that was made in it."""
        back = "top = mark; " + ("depth--; " if self.now.name in self.counted else "")
        kind = self.now.result
        if value is None:
            self.put(f"{back}return;")
        elif isinstance(kind, ListOf):
            if isinstance(kind.element, ListOf):
                back = back.replace("top = mark; ", "")
                self.put(f"{{ List *result = {self.value(value)}; {back}return result; }}")
                return
            back = back.replace("top = mark; ", "")
            result = f"handed_back({self.value(value)}, mark, {width(kind.element)})"
            self.put(f"{{ List *result = {result}; {back}return result; }}")
        else:
            self.put(f"{{ i64 result = {self.value(value)}; {back}return result; }}")

    # ---- loops

    def release(self, loop: ast.For | ast.While) -> str:
        """What drops the lists of the last pass of a loop, if none of them is known outside a pass."""
        counts = sum((self.names.of(statement) for statement in loop.body), Counter[str]())
        made = [name for name in stored_or_changed(loop.body) if self.holds_list(name)]
        if all(counts[name] == self.name_counts[name] and self.names.set_before_use(name, loop.body) for name in made):
            return self.released()
        return ""

    def holds_list(self, name: str) -> bool:
        """Whether a local is a list or a dict at any time."""
        found = self.now.locals.get(name)
        return dict_name(name) in self.now.locals or isinstance(found, ListOf | SetOf)

    def released(self) -> str:
        """A mark before a loop; what sets everything back to it."""
        name = f"mark{self.number()}"
        self.put(f"i64 *{name} = top;")
        return f"top = {name};"

    def looped(self, release: str, body: Sequence[ast.stmt], end: str = "") -> None:
        """The body of a loop; `end` is where to go when it is broken off, if not right behind it."""
        if release:
            self.put(f"    {release}")
        self.ends.append(end)
        self.nested(body)
        self.ends.pop()

    def for_(self, loop: ast.For, target: ast.expr, values: ast.expr, body: Sequence[ast.stmt], end: str) -> None:
        """A loop over a set."""
        single = only_part(values)
        if single is not None:
            self.put("do {")
            self.indent += 1
            self.put(self.bound(target, self.types.of(single), self.word(single)))
            self.indent -= 1
            self.looped("", body, end)
            self.put("} while (0);")
            return
        before, head, first = self.loop(target, values)
        self.put("{")
        self.indent += 1
        self.put(before)
        release = self.release(loop)
        self.put(head)
        self.put(f"    {first}")
        self.looped(release, body, end)
        self.put("}")
        self.indent -= 1
        self.put("}")

    # ---- changes

    def assign(self, target: ast.expr, value: ast.expr) -> None:
        """Something becomes a value."""
        match target:
            case ast.Tuple(elts=targets) if isinstance(value, ast.Tuple) and len(targets) == len(value.elts):
                names = [f"part{self.number()}" for _ in targets]
                kinds = [self.types.of(part) for part in value.elts]
                parts = [f"{declared(k, n)} = {self.value(part)};" for k, n, part in zip(kinds, names, value.elts)]
                ends = [f"{self.value(one)} = {name};" for one, name in zip(targets, names)]
                self.put(f"{{ {' '.join(parts + ends)} }}")
            case ast.Tuple(elts=targets):
                self.unpack(targets, value)
            case ast.Name(id=name):
                kind = self.types.of(value)
                if isinstance(kind, DictOf):
                    self.put(f"{dict_name(name)} = {self.by_key(value)};")
                else:
                    self.put(f"{name} = {self.value(value)};")
            case ast.Subscript(value=ast.Name(id="t"), slice=ast.Constant(value=int() as slot)):
                self.put(f"now.t{slot} = {self.kept(value, self.types.slots[slot])};")
            case ast.Subscript(value=ast.Name(id=name), slice=place) if self.is_fixed(name):
                place_code = self.value(place)
                kind = element_of(self.types.lists[name])
                self.put(f"now.{name}[1 + writable({place_code}, SIZE_{name})] = {self.kept(value, kind)};")
            case ast.Subscript(value=ast.Name(id=name), slice=key) if dict_name(name) in self.now.locals:
                self.put(self.put_into(dict_name(name), key, value))
            case _:
                raise unknown(target)

    def unpack(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        """Several names get the parts of a value."""
        kind = self.types.of(value)
        match value, kind:
            case ast.Subscript(value=values, slice=place), Group(parts):
                words = f"words{self.number()}"
                listed = f"list{self.number()}"
                self.put(f"{{ const List *{listed} = {self.value(values)};")
                self.put(f"  const i64 *{words} = parts({listed}, {self.value(place)}, {len(parts)});")
                for number, (one, part) in enumerate(zip(targets, parts, strict=True)):
                    self.put(f"  {self.bound(one, part, f'{words}[{number}]')}")
                self.put("}")
            case _, ListOf(element) if len(targets) == 1:
                self.put(self.bound(targets[0], element, f"nth({self.value(value)}, 0)"))
            case _:
                raise unknown(value)

    def kept(self, value: ast.expr, kind: Type) -> str:
        """A value for the position: a list is copied to where it lasts."""
        if not isinstance(kind, ListOf):
            return self.value(value)
        if isinstance(value, ast.List | ast.Tuple) and not value.elts:
            return "new_kept_list(8)"
        return f"copied_to_keep({self.value(value)})"

    def change(self, target: ast.expr, operator: ast.operator, value: ast.expr) -> None:
        """Something becomes more, or less."""
        if isinstance(self.types.of(target), ListOf):
            if not isinstance(operator, ast.Add):
                raise unknown(target)
            self.put(
                f"append_all({self.value(target)}, {self.value(value)}, {width(element_of(self.types.of(target)))});"
            )
            return
        function = ARITHMETIC.get(type(operator))
        if function is None:
            raise unknown(value)
        match target:
            case ast.Subscript(value=ast.Name(id=name), slice=place) if name != "t":
                if not self.is_fixed(name):
                    raise unknown(target)
                slot = f"slot{self.number()}"
                more = f"more{self.number()}"
                self.put(f"{{ i64 {more} = {self.value(value)};")
                self.put(f"  i64 *{slot} = &now.{name}[1 + writable({self.value(place)}, SIZE_{name})];")
                self.put(f"  *{slot} = {function}(*{slot}, {more}); }}")
            case _:
                code = self.value(target)
                self.put(f"{code} = {function}({code}, {self.value(value)});")

    def effect(self, node: ast.expr) -> str:
        """A call that stands alone."""
        match node:
            case ast.Call(func=ast.Attribute(value=values, attr="append"), args=[value]):
                return self.append(self.value(values), value, element_of(self.types.of(values)))
            case ast.Call(func=ast.Attribute(value=values, attr="remove"), args=[value]):
                return f"remove_from({self.value(values)}, {self.value(value)})"
            case ast.Call(func=ast.Attribute(value=values, attr="insert"), args=[place, value]):
                return f"insert({self.value(values)}, {self.value(place)}, {self.value(value)})"
        return self.value(node)
