"""Every class of a family is in its closed union, so that mypy names each place that a new class has to reach."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import get_args

import pytest

from rulewright.dsl.checked import checked_expressions, checked_statements
from rulewright.dsl.checked.checked_expressions import Expr
from rulewright.dsl.checked.checked_statements import Stmt
from rulewright.dsl.nodes import statement_nodes
from rulewright.dsl.nodes.expression_nodes import Node
from rulewright.interpreter.passes.jump_threading import LABELS
from rulewright.interpreter.program import lowered_blocks, lowered_expressions
from rulewright.interpreter.program import lowered_statements as lowered_nodes


def declared_in(module: ModuleType, base: type) -> Iterator[type]:
    """Yield the classes that a module declares below a base."""
    for one in vars(module).values():
        if isinstance(one, type) and one.__module__ == module.__name__ and issubclass(one, base) and one is not base:
            yield one


@pytest.mark.parametrize(
    ("module", "base", "union", "parts"),
    [
        (statement_nodes, Node, statement_nodes.Statement, {"Pick", "MenuOption", "Target"}),
        (checked_statements, Stmt, checked_statements.Statement, set()),
        (checked_expressions, Expr, checked_expressions.Expression, set()),
        (lowered_expressions, lowered_expressions.Node, lowered_expressions.Expression, set()),
        (lowered_nodes, object, lowered_nodes.Statement, {"ChoicePart"}),
        (
            lowered_blocks,
            object,
            lowered_blocks.End | lowered_blocks.OfBlocks,
            {"Block", "Function", "Routine", "LoweredProgram"},
        ),
    ],
    ids=["statements", "checked statements", "checked expressions", "lowered expressions", "lowered statements", "blocks"],
)
def test_a_new_class_is_in_the_union_of_its_kind(module: ModuleType, base: type, union: object, parts: set[str]) -> None:
    classes = {one.__name__ for one in declared_in(module, base)}
    assert parts <= classes
    assert {one.__name__ for one in get_args(union) if one.__module__ == module.__name__} == classes - parts


def test_an_expression_looks_at_the_position_or_not() -> None:
    looking, of_its_parts = set(get_args(lowered_expressions.Looking)), set(get_args(lowered_expressions.OfItsParts))
    assert looking.isdisjoint(of_its_parts)


def test_every_end_of_a_block_says_which_blocks_come_next() -> None:
    assert set(LABELS) == set(get_args(lowered_blocks.End))
