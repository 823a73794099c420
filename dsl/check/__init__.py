"""Check the syntax tree: merge variants, resolve every name and find every type."""

from __future__ import annotations

from rulewright.dsl.check.game import check, example_combinations

__all__ = ["check", "example_combinations"]
