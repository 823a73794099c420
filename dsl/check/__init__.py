"""From the syntax tree to the checked rulebook: variants merged, every name resolved, every type known."""

from __future__ import annotations

from rulewright.dsl.check.game import check, example_combinations

__all__ = ["check", "example_combinations"]
