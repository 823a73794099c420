"""Statements that no rulebook writes: how a rule is surrounded by its needs, bans and standing rules."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.checked import Block, Hook, Local, Rule, Stmt


@frozen(eq=False, kw_only=True)
class Guarded(Stmt):
    """Leave the rule, and say so, unless its needs hold and no ban does."""

    rule: Rule


@frozen(eq=False, kw_only=True)
class HookCall(Stmt):
    """Carry out standing rules whose conditions hold; with `instead` only the first, or else the block."""

    rule: Rule
    hooks: list[Hook]
    instead: bool = False
    otherwise: Block = ()
    result: Local | None = None


@frozen(eq=False, kw_only=True)
class RawCall(Stmt):
    """The body of a rule alone, as a function or frame of its own, so that `stop` in it does not skip what comes after."""

    rule: Rule
    result: Local | None = None


@frozen(eq=False, kw_only=True)
class Dispatch(Stmt):
    """What the named card in a local says."""

    local: Local
