"""Write functions, and routines that do not wait, as C functions."""

from __future__ import annotations

from rulewright.interpreter.emit.c.held import BitWord, ListStorage, Scalar, Storage, Universe, blank_of
from rulewright.interpreter.emit.c.parts import WriterPart
from rulewright.interpreter.emit.c.statements import Statements
from rulewright.interpreter.emit.c.text import MARK, SetName, WholeProgram
from rulewright.interpreter.emit.c.writer import writer_of
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Function, Routine, Variable
from rulewright.interpreter.program.queries import everything_in


def passed_as(held: Storage, universe: Universe, variable: Variable) -> str:
    """Return the type of an argument in C: a list where a set is listed."""
    if isinstance(held, Scalar):
        return "i64"
    return held.name if isinstance(held, BitWord) else f"Seq{universe.element(variable.type).width}"


class FunctionWriter(WriterPart):
    """Writes one function, or one routine that does not wait."""

    def __init__(self, whole: WholeProgram, what: Function | Routine) -> None:
        super().__init__(writer_of(whole))
        self.statements = Statements(self.writer, self.leave)
        self.what = what
        self.memory = whole.memory
        self.deep = whole.is_recursive(what)

    def head(self) -> str:
        """Write the first line, with the names of the parameters."""
        parts = ["Position *p", "Work *w"]
        for variable in self.what.parameters:
            held, name = self.memory.variable(variable), f"given{len(parts) - 2}"
            parts.append(f"{passed_as(held, self.whole.universe, variable)} {name}")
            if isinstance(held, Scalar):
                self.text.names[variable] = name
            else:
                self.text.set_names[variable] = SetName(name, 8 * held.width if isinstance(held, BitWord) else 0)
        if isinstance(self.what, Function):
            return f"static {self.result()} {self.whole.function(self.what)}({', '.join(parts)})"
        return f"static {self.result()} {self.whole.routine(self.what)}({', '.join(parts)})"

    def result(self) -> str:
        """Return the type of the result in C."""
        of = self.what.type if isinstance(self.what, Function) else self.what.gives
        if of is None:
            return "void"
        if not of.many:
            return "i64"
        bits = self.text.bits(of)
        return f"u{bits}" if bits and self.what not in self.whole.orders.unordered else self.text.list_type(of)

    def depth(self) -> tuple[str, str]:
        """Write the code that counts how deep calls are, where they may go in a circle."""
        return ("DEEPER(w);", "w->depth--;") if self.deep else ("", "")

    # ---- functions

    def function(self) -> tuple[str, str]:
        """Write the prototype, and the whole function."""
        function = self.what
        assert isinstance(function, Function)
        assert function.value is not None
        head, (deeper, back) = self.head(), self.depth()
        code = self.return_value(function.value, function.type.many, self.result())
        noted = self.noted(function)
        return f"{head};", f"{head}\n{{\n{deeper} {self.result()} result = {code}; {back}{noted}\nreturn result;\n}}\n"

    def noted(self, function: Function) -> str:
        """Write the count of a ban or a standing rule, once in each game, if lines are counted."""
        if not (self.whole.program.traced and function.counts):
            return ""
        number = self.whole.counting.numbers[function.place]
        return f"\n{'if (result) ' if function.counts == 'holds' else ''}counted[{number}] = 1;"

    def return_value(self, value: Expression, many: bool, result: str) -> str:
        """Write the return of a value; a set lies in the scratch memory until the caller is done with it."""
        if not many:
            return self.text.value_tidily(lambda: self.expressions.value(value))
        if result.startswith("u"):
            mark, made, before = self.text.fresh("m"), self.text.fresh("r"), self.text.takes
            code = self.bits.made_word(value)
            if self.text.takes == before:
                return code
            return f"({{ Mark {mark} = marked(w); {result} {made} = {code}; release(w, {mark}); {made}; }})"
        return self.lists.listed(value)

    # ---- routines

    def routine(self) -> tuple[str, str]:
        """Write the prototype, and the whole routine."""
        routine = self.what
        assert isinstance(routine, Routine)
        head, (deeper, _) = self.head(), self.depth()
        declared = [self.parameter(variable) for variable in routine.parameters]
        used = {one.variable for one in everything_in(routine.body) if hasattr(one, "variable")}
        used |= {one.result for one in everything_in(routine.body) if isinstance(one, nodes.CallRoutine) and one.result}
        for one in everything_in(routine.body):
            if isinstance(one, nodes.Together):
                used |= {one.player, *one.chosen}
        rest = [one for one in routine.variables if one in used and one not in routine.parameters]
        declared += [self.statements.declare(variable) for variable in rest]
        body = self.statements.body(routine.body)
        end = self.leave(None if routine.gives is None else self.blank_value(routine))
        return (
            f"{head};",
            f"{head}\n{{\nMark {MARK} = marked(w); (void){MARK}; {deeper}\n"
            + "\n".join(filter(None, declared))
            + f"\n{body}\n{end}\n}}\n",
        )

    def parameter(self, variable: Variable) -> str:
        """Write a variable for a set that is a parameter, since a parameter may be assigned."""
        held = self.memory.variable(variable)
        if not isinstance(held, ListStorage):
            return ""
        name = self.text.set_names[variable].code
        self.text.set_names[variable] = SetName(f"k{name}")
        return f"{held.name} k{name}; KEEP(w, k{name}, {name});"

    def blank_value(self, routine: Routine) -> Expression:
        """Return the result of a routine that ends without giving one."""
        of = routine.gives
        assert of is not None
        if of.many:
            return nodes.FixedSet(of, -1, ())
        return nodes.Value(of, blank_of(of))

    def leave(self, value: Expression | None) -> str:
        """Leave the routine."""
        assert isinstance(self.what, Routine)
        _, back = self.depth()
        result = self.result()
        if result == "void":
            return f"{{ {back} release(w, {MARK}); return; }}"
        if value is None:
            value = self.blank_value(self.what)
        if result.startswith("Seq"):
            # A list that is kept in this function is gone when it returns.
            return f"{{ {back} return copied{result[3:]}(w, {self.lists.listed(value)}); }}"
        code = self.return_value(value, value.type.many, result)
        return f"{{ {result} result = {code}; {back} release(w, {MARK}); return result; }}"
