"""Put the writer of one C function's expressions together from its parts."""

from __future__ import annotations

from rulewright.interpreter.emit.c.bits import BitSets
from rulewright.interpreter.emit.c.expressions import Expressions
from rulewright.interpreter.emit.c.lists import Lists
from rulewright.interpreter.emit.c.loops import Loops
from rulewright.interpreter.emit.c.parts import Writer
from rulewright.interpreter.emit.c.pending_options import SetQueries
from rulewright.interpreter.emit.c.predicates import Predicates
from rulewright.interpreter.emit.c.text import FunctionText, WholeProgram


def writer_of(whole: WholeProgram) -> Writer:
    """Return a writer of one function of a program."""
    writer = Writer()
    writer.text = FunctionText(whole)
    writer.expressions = Expressions(writer)
    writer.questions = SetQueries(writer)
    writer.lists = Lists(writer)
    writer.loops = Loops(writer)
    writer.bits = BitSets(writer)
    writer.predicates = Predicates(writer)
    return writer
