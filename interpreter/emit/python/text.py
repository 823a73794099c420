"""The lines of one Python function while they are written, and what its writer needs to know of the whole form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from rulewright.dsl.checked import Type
from rulewright.interpreter.position.position import FIRST_LOCAL
from rulewright.interpreter.program.nodes import Cell, Expression, Function, LoweredProgram, Routine, ThingsWithin, Variable

DEEPEST_LOOPS = 16
"""Python has 20 loops inside each other at most; what lies deeper becomes a function of its own."""
DEEPEST_INDENT = 70
"""And 100 steps of indentation."""


class WholeForm(Protocol):
    """The whole form, as the writer of one function needs it."""

    program: LoweredProgram
    logging: bool
    """Whether the position is an argument, and what happens is written into the log."""
    remembers_alike: bool
    """Whether it is remembered which alike things are one option."""

    def call(self, function: Function, arguments: Sequence[str]) -> str:
        """Write a call of a function that works something out."""

    def carry_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """Write a call of a routine that is a function."""

    def try_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """Write a call of a routine whose effects are taken back."""

    def dispatch(self, card: str, player: str) -> str:
        """Write a call that carries out what a named card says."""

    def message_value(self, value: object) -> str:
        """Return a name for a value that messages use."""

    def constant(self, value: object) -> str:
        """Return a name for a value that never changes."""

    def view(self, standing: ThingsWithin) -> str | None:
        """Return the list that is kept of what stands somewhere, if there is one."""

    def row_length(self, variable: Variable, condition: Expression, axes: int, whole: bool) -> tuple[str, list[Variable]]:
        """Write a function that measures straight rows, or lists the longest, and the variables that are its arguments."""

    def outlined(self, value: Expression) -> tuple[str, list[Variable]]:
        """Write a function that works out one expression, and the variables that are its arguments."""


class FunctionText:
    """The lines of one function."""

    def __init__(self, form: WholeForm, in_frame: bool = False) -> None:
        self.form = form
        self.in_frame = in_frame
        """Whether variables with a slot are kept in a frame `f`, not in variables of the function."""
        self.lines: list[str] = []
        self.indent = 1
        self.loops: list[int] = []
        """The indentation of each loop around the present line."""
        self.names: dict[Variable, str] = {}
        self.parts: set[str] = set()
        """The lists of the position that are used."""
        self.changing: set[Variable] = set()
        """The variables that may stand for lists which the position changes."""
        self.wanted_once: dict[Variable, tuple[str, Expression]] = {}
        """The variables that are worked out where they are first read: the name of each, None until then, and its value."""
        self.number = 0

    # ---- lines

    def put(self, line: str) -> None:
        """Write one line at the present indentation."""
        self.lines.append("    " * self.indent + line)

    def fresh(self) -> str:
        """Return a variable that no other part of the function uses."""
        self.number += 1
        return f"x{self.number}"

    def kept(self, code: str) -> str:
        """Write a value that is worked out once, and return its name."""
        if is_short(code):
            return code
        name = self.fresh()
        self.put(f"{name} = {code}")
        return name

    def open(self, line: str) -> None:
        """Write a line with a block below it; a loop can be left again."""
        if line.startswith(("for ", "while ")):
            self.loops.append(self.indent)
        self.put(line)
        self.indent += 1

    @contextmanager
    def below(self, line: str = "") -> Iterator[None]:
        """Open a block below a line for a while; it may open more on its way."""
        indent, loops = self.indent, len(self.loops)
        if line:
            self.open(line)
        start = len(self.lines)
        yield
        if len(self.lines) == start and line:
            self.put("pass")
        self.indent = indent
        del self.loops[loops:]

    def apart(self, write: Callable[[], str]) -> tuple[str, list[str]]:
        """Write code that is worked out only sometimes; return also the lines it needs before it, one step deeper."""
        outer, self.lines = self.lines, []
        self.indent += 1
        code = write()
        lines, self.lines = self.lines, outer
        self.indent -= 1
        return code, lines

    @property
    def too_deep(self) -> bool:
        """Whether no more loops should stand here."""
        return len(self.loops) >= DEEPEST_LOOPS or self.indent >= DEEPEST_INDENT

    # ---- names

    def name(self, variable: Variable) -> str:
        """Return the Python name of a variable."""
        name = self.names.get(variable)
        if name is None:
            if variable.slot < 0:
                name = self.fresh()
            else:
                self_slot = variable.slot
                name = f"f[{self_slot + FIRST_LOCAL}]" if self.in_frame else f"v{self_slot}"
            self.names[variable] = name
        return name

    @contextmanager
    def named(self, variable: Variable, name: str) -> Iterator[None]:
        """Give a variable a name for a while."""
        before = self.names.get(variable)
        self.names[variable] = name
        yield
        if before is None:
            del self.names[variable]
        else:
            self.names[variable] = before

    def part(self, name: str) -> str:
        """Return the code of one of the lists of the position."""
        self.parts.add(name)
        return name

    def cell(self, cell: Cell) -> str:
        """Return the code of the list of a cell that everything of a kind has."""
        return self.part(f"{'d' if cell.direction else 'f'}{cell.place}")


def is_short(code: str) -> bool:
    """Return whether code is a name or a number, which may as well be written twice."""
    return code.isidentifier() or code.isdigit() or code == "(-1)"


def is_number(kind: Type) -> bool:
    """Return whether a value is a number, so that nothing else than a number is its blank."""
    return kind.kind in ("number", "truth")


def blank_text(kind: Type) -> str:
    """Write the value of a variable when nothing was chosen."""
    if kind.many:
        return "()"
    return {"number": "0", "truth": "False", "text": "''"}.get(kind.kind, "-1")
