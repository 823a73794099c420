"""Check `region of cell in SET`: the connected part of some spaces that contains one of them, or several."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import as_space, fit
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.types import set_of
from rulewright.dsl.checked import SPACE, Expression
from rulewright.dsl.messages.said import Phrase

WORD = "region"


def is_region(scope: Scope, node: nodes.Operation) -> bool:
    """Return whether this is a region, even one that lacks a word, and the rulebook calls nothing else so."""
    if node.operator != "located":
        return False
    first = node.operands[0]
    named = isinstance(first, nodes.Of) and first.name.text == WORD
    return node.name is not None or (named and WORD not in scope.world.symbols and WORD not in scope.world.fields)


def check_region(
    scope: Scope, node: nodes.Operation, expression: Callable[[Scope, nodes.Expression], Expression | None]
) -> Expression | None:
    """Check a region; `through` is followed by the neighbours of a space, if these are special."""
    first, among = node.operands
    if not isinstance(first, nodes.Of) or first.name.text != WORD:
        for operand in node.operands:
            expression(scope, operand)
        if node.name is not None:
            scope.world.report("wrong-type", Phrase("nothing-goes-through-anything-here"), node.name.span)
        return None
    start = as_space(scope, expression(scope, first.target))
    start = None if start is None else fit(scope, start, set_of(SPACE))
    spaces = as_space(scope, expression(scope, among))
    spaces = None if spaces is None else fit(scope, spaces, set_of(SPACE))
    local = scope.new_local("it", SPACE)
    beside = node.name or nodes.Word(span=first.name.span, text="neighbours")
    ahead, scope.ahead = scope.ahead, None
    scope.its.append(local)
    nexts = as_space(
        scope, expression(scope, nodes.Of(span=beside.span, name=beside, target=nodes.Constant(span=beside.span, word="it")))
    )
    scope.its.pop()
    scope.ahead = ahead
    nexts = None if nexts is None else fit(scope, nexts, set_of(SPACE))
    if start is None or spaces is None or nexts is None:
        return None
    return checked.Region(start=start, spaces=spaces, local=local, nexts=nexts, type=set_of(SPACE), span=node.span)
