"""Mark the loops over things whose passes the log tells as one act.

A loop goes through things in the order of their declaration, no matter who holds them. So the order of the passes would say
something about things that a seat does not see. The log notes where an act begins, each of its passes, and where it ends;
`interpreter/views/log_order.py` tells each seat the passes in an order of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Routine, Statement
from rulewright.interpreter.program.rewriting import rewritten
from rulewright.interpreter.program.side_effects import decider_of, may_log
from rulewright.interpreter.program.suspension import callers_of, routines_called, statements_in


def mark_acts(layout: Layout, routines: Sequence[Routine], cards: Sequence[Routine | None]) -> None:
    """Mark the loops whose passes are one act: those over things that may be hidden from somebody."""
    spaces = zip(layout.world.spaces, layout.areas.kinds_at(), strict=True)
    hidden = frozenset().union(*(kinds for space, kinds in spaces if space.seen != "all"))
    if not hidden:
        return

    def asks(statement: Statement) -> bool:
        return decider_of(statement) == "player"

    asking = callers_of(routines, cards, asks)

    def parts_an_act(statement: Statement) -> bool:
        """Return whether players notice that time passes during a statement, or the loop may end early there."""
        if isinstance(statement, nodes.Calling):
            return any(routine in asking for routine in routines_called(statement, cards))
        return isinstance(statement, nodes.LeaveRoutine) or asks(statement)

    def marked(node: Any) -> Any:
        if not isinstance(node, nodes.ForEach) or node.values.type.kind != "thing" or node.values.type.name not in hidden:
            return node
        inside = list(statements_in(node.body))
        return evolve(node, act=True) if any(map(may_log, inside)) and not any(map(parts_an_act, inside)) else node

    for routine in routines:
        routine.body = rewritten(routine.body, marked)
