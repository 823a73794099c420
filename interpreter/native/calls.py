"""Calls in the straight form in C: of its own functions, of Python's, and of those in runtime.py."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from rulewright.interpreter.native.expressions import Expressions
from rulewright.interpreter.native.text import declared, width
from rulewright.interpreter.native.types import NUMBER, Group, Plain, element_of, is_plain, is_state, unknown

CALLS = {
    **{
        name: name
        for name in ("times", "divided", "one_or_none", "one_and", "different", "both", "range", "sorted", "with_one")
    },
    **{name: name for name in ("take_away", "swap", "draw_last", "draw_any", "shuffle", "insort", "relink", "few")},
    "remainder": "remainder_of",
    "item": "item_of",
}
COMPARING = {*CALLS, "fromkeys", "added", "taken", "with_one", "set"} - {"few"}
"""Functions to which only numbers, and lists of them, may be given."""


class Calls(Expressions):
    """Writes calls."""

    def call(self, node: ast.Call) -> str:
        """A call."""
        arguments = [argument for argument in node.args if not is_state(argument)]
        match node.func:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in COMPARING:
                if not all(is_plain(self.types.of(argument)) for argument in arguments):
                    raise unknown(node)
        match node.func:
            case ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys"):
                return f"distinct({self.value(arguments[0])}, INT64_MIN)"
            case ast.Attribute(value=values, attr="values"):
                size = width(element_of(self.types.of(node)))
                return f"values_of({self.by_key(values)}, {self.width_of_key(values)}, {size})"
            case ast.Attribute(value=values, attr="pop") if len(arguments) == 1:
                return f"pop({self.value(values)}, {self.value(arguments[0])})"
            case ast.Attribute(value=values, attr="count"):
                return f"counted({self.looked_at(values)}, {self.value(arguments[0])})"
            case ast.Subscript(value=ast.Name(id=table), slice=number) if table in self.types.tables:
                size = len(self.types.tables[table])
                return f"{table}[{self.place(number, size)}]({self.value(arguments[0])})"
            case ast.Name(id=name) if name in self.types.functions:
                return self.called(name, arguments)
            case ast.Name(id=name):
                return self.runtime_call(name, arguments, node)
        raise unknown(node)

    def called(self, name: str, arguments: Sequence[ast.expr]) -> str:
        """A call of a function with values, worked out in their order."""
        if len(arguments) < 2 or not any(isinstance(inner, ast.Call) for one in arguments for inner in ast.walk(one)):
            return f"{name}({', '.join(self.value(argument) for argument in arguments)})"
        names = [f"part{self.number()}" for _ in arguments]
        lines = [
            f"{declared(self.types.of(argument), part)} = {self.value(argument)};"
            for part, argument in zip(names, arguments)
        ]
        return f"({{ {' '.join(lines)} {name}({', '.join(names)}); }})"

    def runtime_call(self, name: str, arguments: Sequence[ast.expr], node: ast.Call) -> str:
        """A call of a function of Python's or of runtime.py's."""
        match name, arguments:
            case "int", [ast.BinOp(left=ast.Call(func=ast.Name(id="rnd")), op=ast.Mult(), right=bound)]:
                return f"chance({self.value(bound)})"
            case "bool", [operand]:
                return f"({self.truth(operand)} ? 1 : 0)"
            case "len", [ast.ListComp(elt=value, generators=generators)] if self.may_stop(value, generators):
                return self.gathered("i64", "0", generators, lambda found: f"{found}++;")
            case "len", [values]:
                return f"({self.value(values)})->count"
            case "sum", [values]:
                return self.folded(values, "0", lambda found, one: f"{found} = sum_of({found}, {one});")
            case (("max" | "min"), [values]) if node.keywords:
                function = "larger" if name == "max" else "smaller"
                any_ = f"any{self.number()}"
                code = self.folded(
                    values,
                    self.value(node.keywords[0].value),
                    lambda found, one: (
                        f"i64 one_{any_} = {one}; {found} = {any_} ? {function}({found}, one_{any_}) : "
                        f"one_{any_}; {any_} = 1;"
                    ),
                )
                return f"({{ i64 {any_} = 0; {code}; }})"
            case "next", [ast.GeneratorExp(elt=value, generators=generators), otherwise]:
                if not isinstance(self.types.of(value), Plain):
                    raise unknown(node)
                return self.search(generators, self.value(otherwise), self.value(value))
            case "all", [ast.ListComp(elt=value, generators=generators)] if self.may_stop(value, generators):
                never = ast.UnaryOp(op=ast.Not(), operand=value)
                final = generators[-1]
                tests = ast.comprehension(target=final.target, iter=final.iter, ifs=[*final.ifs, never], is_async=0)
                return self.search([*generators[:-1], tests], "1", "0")
            case (("tuple" | "list"), []):
                return "new_list(4)"
            case (("tuple" | "list"), [values]):
                return self.own(values)
            case "set", [values]:
                return f"set_of({self.value(values)})"
            case "as_long_as", [values, ast.Lambda(args=ast.arguments(args=[local]), body=body)]:
                result, end = f"list{self.number()}", f"end{self.number()}"
                before, head, start = self.loop(ast.Name(id=local.arg), values)
                stop = f"if (!{self.truth(body)}) goto {end}; append({result}, {local.arg});"
                return f"({{ List *{result} = new_list(8); {before} {head} {start} {stop} }} {end}: {result}; }})"
            case "longest_row", [space, ast.Lambda(args=ast.arguments(args=[local]), body=body), axes]:
                return self.longest_row(space, local.arg, body, axes)
            case (("highest_of" | "lowest_of"), [pairs]):
                kind = element_of(self.types.of(pairs))
                if not isinstance(kind, Group) or kind.parts[1] is not NUMBER:
                    raise unknown(node)
                return f"best_of({self.value(pairs)}, {1 if name == 'highest_of' else -1})"
            case "numbers", [low, high]:
                least, most = f"low{self.number()}", f"high{self.number()}"
                bounds = f"i64 {least} = {self.value(low)}, {most} = {self.value(high)};"
                return f"({{ {bounds} check_numbers({least}, {most}); range({least}, {most} + 1); }})"
            case (("added" | "taken"), [values, more]):
                function = "added" if name == "added" else "without"
                other = self.value(more)
                if isinstance(self.types.of(more), Plain):
                    other = f"&(List){{(i64[]){{{other}}}, 1, 0}}"
                return f"{function}({self.value(values)}, {other})"
            case (("ray" | "steps"), [table, *rest]):
                words, size = self.words_of(table)
                return f"{name}({', '.join([words, str(size), *(self.value(one) for one in rest)])})"
            case "as_it_lies", [piles, space]:
                return f"as_it_lies({self.words_of(piles)[0]}, {self.value(space)})"
            case "unseen", [space, thing, seat]:
                place = f"part{self.number()}"
                everybody, owners = self.constants["everybody_sees"], self.constants["only_sees"]
                seen = f"{self.tables.table(everybody)}_[1 + within({place}, {len(everybody)})]"
                owner = f"{self.tables.table(owners)}_[1 + within({place}, {len(owners)})]"
                shown = f"{seen} || {owner} == {self.value(seat)} ? -1 : {self.value(thing)}"
                return f"({{ i64 {place} = {self.value(space)}; {shown}; }})"
            case "spent", _:
                return "spent()"
            case "too_large", _:
                return "fail()"
            case "nothing_said", _:
                return "(void)0"
        if name in CALLS:
            return self.called(CALLS[name], arguments)
        raise unknown(node)

    def longest_row(self, space: ast.expr, v: str, holds: ast.expr, axes: ast.expr) -> str:
        """The longest straight row through a space, over spaces that hold, from one end to the other."""
        best, row, start = (f"{name}{self.number()}" for name in ("best", "row", "start"))
        lines = [f"List *{best} = new_list(4); i64 {start} = {self.value(space)}; {v} = {start};"]
        lines.append(f"if ({v} >= 0 && {self.truth(holds)}) {{ append({best}, {start});")
        for axis in self.constant_value(axes):
            lines.append(f"{{ List *{row} = new_list(8);")
            for place, table in enumerate(axis):
                step = f"{v} = {self.tables.table(table)}_[1 + within({{}}, {len(table)})]"
                if place == 1:
                    lines.append(f"turn_round({row}); append({row}, {start});")
                lines.append(f"{step.format(start)};")
                lines.append(f"while ({v} >= 0 && {self.truth(holds)}) {{ append({row}, {v}); {step.format(v)}; }}")
            lines.append(f"if ({row}->count > {best}->count) {best} = {row}; }}")
        return f"({{ {' '.join(lines)} }} {best}; }})"

    def folded(self, values: ast.expr, first: str, step: Callable[[str, str], str]) -> str:
        """A number worked out from all numbers of a set."""
        if isinstance(values, ast.ListComp):
            value = self.value(values.elt)
            return self.gathered("i64", first, values.generators, lambda found: step(found, value))
        name, listed, i = (f"{word}{self.number()}" for word in ("found", "list", "place"))
        loop = f"for (i64 {i} = 0; {i} < {listed}->count; {i}++) {{ {step(name, f'{listed}->item[{i}]')} }}"
        return f"({{ i64 {name} = {first}; const List *{listed} = {self.value(values)}; {loop} {name}; }})"

    def words_of(self, table: ast.expr) -> tuple[str, int]:
        """The words of a table, that at -1 first, and its size."""
        match table:
            case ast.Name(id=name) if self.is_fixed(name):
                return f"now.{name}", len(self.position[name])
        value = self.constant_value(table)
        if isinstance(value, tuple):
            return f"{self.tables.table(value)}_", len(value)
        raise unknown(table)
