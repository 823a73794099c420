"""Put the writer of one Python function together from its parts."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.interpreter.emit.python.expressions import Expressions
from rulewright.interpreter.emit.python.parts import EffectWriter, Writer
from rulewright.interpreter.emit.python.set_queries import SetQueries
from rulewright.interpreter.emit.python.sets import Sets
from rulewright.interpreter.emit.python.statements import Statements
from rulewright.interpreter.emit.python.text import FunctionText, WholeForm


def writer_of(form: WholeForm, way: Callable[[Writer], EffectWriter], in_frame: bool = False) -> Writer:
    """Return a writer of one function of a form; `way` makes what that form does in its own way."""
    writer = Writer()
    writer.form, writer.text = form, FunctionText(form, in_frame)
    writer.expressions = Expressions(writer)
    writer.questions = SetQueries(writer)
    writer.sets = Sets(writer)
    writer.statements = Statements(writer, way(writer))
    return writer
