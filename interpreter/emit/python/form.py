"""Write the functions of one of a program's two Python forms, each when it is first called.

Names and texts of the rulebook never reach the source: a list of objects keeps what messages need, by number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any

from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError, place_of_span
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.emit.python.parts import Writer
from rulewright.interpreter.position.position import TABLE
from rulewright.interpreter.program.nodes import Expression, Function, LoweredProgram, Routine, ThingsWithin, Variable
from rulewright.interpreter.program.queries import free_variables

LARGEST_SOURCE = 4_000_000


class PythonForm:
    """One of the two Python forms while it is written."""

    logging = False
    remembers_alike = False
    """Whether it is remembered which alike things are one option: an example may name any of them."""
    title = ""

    def __init__(self, program: LoweredProgram) -> None:
        self.program = program
        self.objects: list[object] = []
        self.constants: dict[str, Any] = {f"c{number}": table for number, table in enumerate(program.tables)}
        self.names: dict[object, str] = {}
        """The names of constants, by type and contents."""
        self.places: dict[str, int] = {}
        self.functions: list[str] = []
        self.rows: dict[tuple[str, ...], str] = {}
        self.known: set[str] = set()
        self.pending: list[Callable[[], None]] = []
        self.size = 0
        self.dispatches = False
        """Whether a card that is known only in the game is carried out anywhere."""
        self.lists = {
            name: TABLE + place
            for place, name in enumerate(
                [
                    "t",
                    "at",
                    "on",
                    *(f"f{number}" for number, _ in enumerate(program.layout.fields)),
                    *(f"d{number}" for number, _ in enumerate(program.layout.direction_names)),
                ]
            )
        }

    def writer(self) -> Writer:
        """Return the writer of a function."""
        raise NotImplementedError

    # ---- names

    def message_value(self, value: object) -> str:
        """Return a name for a value that messages use."""
        for number, known in enumerate(self.objects):
            if known is value:
                return f"objects[{number}]"
        self.objects.append(value)
        return f"objects[{len(self.objects) - 1}]"

    def constant(self, value: object) -> str:
        """Return a name for a value that never changes; equal values share one."""
        key = (type(value), value)
        name = self.names.get(key)
        if name is None:
            name = self.names[key] = f"e{len(self.names)}"
            self.constants[name] = value
        return name

    def view(self, standing: ThingsWithin) -> str | None:  # noqa: ARG002 - the straight form has some
        """Return the list that is kept of what stands somewhere, if there is one."""
        return None

    # ---- functions

    def called(self, name: str, arguments: Sequence[str], write: Callable[[], None]) -> str:
        """Write a call of a function, which is written when it is first called."""
        if name not in self.known:
            self.known.add(name)
            self.pending.append(write)
        return f"{name}({', '.join(['s', *arguments] if self.logging else arguments)})"

    def call(self, function: Function, arguments: Sequence[str]) -> str:
        """Write a call of a function that works something out."""
        return self.called(f"g{function.number}", arguments, lambda: self.write_function(function))

    def write_function(self, function: Function) -> None:
        """Write the text of a function."""
        assert function.value is not None
        writer = self.writer()
        value = writer.statements.kept_value(function.value)
        if not self.program.traced:
            writer.text.put(f"return {value}")
        elif function.counts == "holds":
            writer.text.put(f"return {value} and (reached({function.place}) or True)")
        else:
            writer.text.put(f"reached({function.place})")
            writer.text.put(f"return {value}")
        parameters = [writer.text.name(variable) for variable in function.parameters]
        self.function(f"g{function.number}", parameters, writer, function.place)

    def carry_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """Write a call of a routine that is a function."""
        return self.called(f"r{routine.number}", arguments, lambda: self.write_routine(routine))

    def write_routine(self, routine: Routine) -> None:
        """Write the text of a routine."""
        raise NotImplementedError

    def try_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """Write a call of a routine whose effects are taken back."""
        return self.carry_out(routine, arguments)

    def dispatch(self, card: str, player: str) -> str:
        """Write a call that carries out what a named card says."""
        if card.isdigit():
            routine = self.program.cards[int(card)]
            return "pass" if routine is None else self.carry_out(routine, [player])
        if not self.dispatches:
            self.dispatches = True
            for routine in self.program.cards:
                if routine is not None and self.is_function(routine):
                    self.carry_out(routine, ["-1"])
        return f"cards[{card}]({f's, {player}' if self.logging else player})"

    def is_function(self, routine: Routine) -> bool:
        """Return whether a routine is a function in this form."""
        return not (self.logging and routine.waits)

    def row_length(self, variable: Variable, condition: Expression, axes: int, whole: bool) -> tuple[str, list[Variable]]:
        """Write a function that measures straight rows, or lists the longest, and the variables that are its arguments."""
        writer = self.writer()
        free = [one for one in free_variables(condition) if one is not variable]
        parameters = [f"p{number}" for number, _ in enumerate(free)]
        writer.text.names.update(zip(free, parameters, strict=True))
        writer.text.names[variable] = "place"
        writer.text.put("place = space")
        with writer.text.below("if place < 0:"):
            writer.text.put(f"return {'[]' if whole else '0'}")
        writer.text.put(f"if not {writer.expressions.condition(condition)}: return {'[]' if whole else '0'}")
        writer.text.put("best = [space]" if whole else "best = 1")
        with writer.text.below(f"for one, other in c{axes}:"):
            writer.text.put("row = [space]" if whole else "length = 1")
            for table, add in (("one", "row.insert(0, place)"), ("other", "row.append(place)")):
                writer.text.put("place = space")
                code, lines = writer.text.apart(lambda: writer.expressions.condition(condition))
                with writer.text.below(f"while (place := {table}[place]) >= 0{'' if lines else f' and {code}'}:"):
                    if lines:
                        writer.text.lines += lines
                        writer.text.put(f"if not {code}: break")
                    writer.text.put(add if whole else "length += 1")
            writer.text.put("if len(row) > len(best): best = row" if whole else "if length > best: best = length")
        writer.text.put("return best")
        key = (*writer.text.lines, *parameters)
        if key not in self.rows:
            self.rows[key] = f"m{len(self.rows)}"
            self.function(self.rows[key], ["space", *parameters], writer, self.program.main.place)
        return self.rows[key], free

    def outlined(self, value: Expression) -> tuple[str, list[Variable]]:
        """Write a function that works out one expression, and the variables that are its arguments."""
        name = f"h{len(self.known)}"
        self.known.add(name)
        free = free_variables(value)
        parameters = [f"p{number}" for number, _ in enumerate(free)]

        def write() -> None:
            writer = self.writer()
            writer.text.names.update(zip(free, parameters, strict=True))
            writer.text.put(f"return {writer.statements.kept_value(value)}")
            self.function(name, parameters, writer, self.program.main.place)

        self.pending.append(write)
        return name, free

    def function(self, name: str, parameters: Sequence[str], writer: Writer, place: int) -> None:
        """Write a function with its lines."""
        head = ", ".join(["s", *parameters] if self.logging else parameters)
        self.text(f"def {name}({head}):", writer, name, place)

    def text(self, head: str, writer: Writer, name: str, place: int) -> None:
        """Write a function with its lines, and the lists of the position that they use."""
        self.places[name] = place
        lines = [f"{head}  # {place_of_span(self.program.spans[place])}", *self.prologue(writer), *writer.text.lines, ""]
        text = "\n".join(lines)
        self.functions.append(text)
        self.size += len(text)
        self.check_size()

    def prologue(self, writer: Writer) -> list[str]:
        """Return the lines that a function begins with."""
        if not self.logging:
            outer = [name for name in ("z", "n", "u", "b") if name in writer.text.parts]
            return [f"    nonlocal {', '.join(outer)}"] if outer else []
        return [f"    {name} = s[{place}]" for name, place in self.lists.items() if name in writer.text.parts]

    # ---- the whole

    def finish(self) -> None:
        """Write all that is called, and what that calls."""
        while self.pending:
            self.pending.pop()()

    def check_size(self) -> None:
        """Refuse a rulebook whose parts multiply when they are compiled."""
        if self.size > LARGEST_SOURCE:
            help = Phrase("have-rules-use-fewer-defines-inside-defines")
            raise self.refused("too-large", Phrase("this-game-becomes-too-large-when-it"), Phrase("too-large"), help)

    def refused(self, name: str, message: Phrase, label: Phrase, help: Phrase) -> RulebookError:
        """Return the error of a game that cannot be compiled."""
        span = self.program.world.game.span
        return RulebookError([Diagnostic(name=name, message=message, span=span, label=label, help=help)])

    def source(self) -> str:
        """Write the form as Python source."""
        parts = [f"# {self.program.world.game.name}: {self.title} form\n", *self.functions]
        if self.dispatches:
            names = [
                "nothing_said" if routine is None or not self.is_function(routine) else f"r{routine.number}"
                for routine in self.program.cards
            ]
            parts.append(f"cards = ({', '.join([*names, 'nothing_said'])},)\n")
        return "\n".join(parts)

    def compiled(self, source: str) -> CodeType:
        """Compile the form. Its code shows in a trace under a name that begins with `<`."""
        try:
            return compile(source, f"<{self.program.world.game.name} {self.title}>", "exec")
        except (SyntaxError, RecursionError, MemoryError):
            # Python itself limits how deep loops, blocks and brackets may stand in one function.
            raise self.refused(
                "too-deep",
                Phrase("this-game-has-too-much-inside-each"),
                Phrase("too-deep"),
                Phrase("make-rules-or-defines-of-some-of"),
            ) from None
