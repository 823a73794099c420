"""Lint a rulebook in two steps: look for errors first, and if there are none, for what is probably not meant."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import evolve

from rulewright.dsl import checked
from rulewright.dsl.library.library import FirstLook, first_look, has_errors
from rulewright.dsl.lint import advice
from rulewright.dsl.lint.suppressions import apply_suppressions
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.diagnostic_names import PLAYED
from rulewright.dsl.messages.grouping import distinct_diagnostics
from rulewright.dsl.text.source import Span

DEALT = "dealt-too-much"
Limits: TypeAlias = Callable[[checked.Game], Iterable[Diagnostic]]
"""Returns the findings about a game of somebody who plays it."""
Deep: TypeAlias = Callable[[], tuple[Iterable[Diagnostic], bool]]
"""Plays a rulebook; returns the findings, and whether everything was played."""


def second_look(look: FirstLook, limits: Limits) -> Iterator[list[Diagnostic]]:
    """Yield warnings for a rulebook without errors, and those of `limits`, in several steps."""
    if look.found is not None and not has_errors(look.diagnostics):
        yield from advice(look.found, look.games)
        for game in look.games:
            yield [*limits(game)]


def reported_findings(look: FirstLook, more: Iterable[Diagnostic], unasked: Collection[str] = PLAYED) -> list[Diagnostic]:
    """Return what to report about a rulebook after both looks: each mistake once, and nothing that it allows.

    Comments may allow `unasked` warnings that nobody has looked for.
    """
    if look.found is None:
        return look.diagnostics
    # Deals in the set-up are found in two ways.
    left: list[Diagnostic] = []
    dealt: set[Span | None] = set()
    for one in more:
        if one.name != DEALT or one.span not in dealt:
            left.append(one)
        if one.name == DEALT:
            dealt.add(one.span)
    return apply_suppressions(distinct_diagnostics([*look.diagnostics, *left]), look.sources, unasked)


def lint_all(
    reference: str, limits: Limits = lambda _: (), unsaved: Mapping[str, str] | None = None, deep: Deep | None = None
) -> list[Diagnostic]:
    """Return all mistakes in a rulebook, or if there are none its warnings; `deep` is as for `lint_after_look`."""
    return lint_after_look(reference, limits, unsaved, deep)[1]


def lint_after_look(
    reference: str, limits: Limits, unsaved: Mapping[str, str] | None, deep: Deep | None
) -> tuple[FirstLook, list[Diagnostic]]:
    """Return the findings in a rulebook, with the first look.

    `deep` plays it if there are no errors, and returns its findings and whether everything was played.
    """
    look = first_look(reference, unsaved)
    more = [one for found in second_look(look, limits) for one in found]
    if deep is None or look.found is None or has_errors([*look.diagnostics, *more]):
        return look, reported_findings(look, more)
    played, complete = deep()
    own = {source.name: source for source in look.sources}
    for one in played:
        if one.span is not None and one.span.source.name in own:
            # The rulebook was read again in order to play it.
            place = Span(own[one.span.source.name], one.span.start, one.span.end)
            more.append(evolve(one, span=place))
    return look, reported_findings(look, more, frozenset() if complete else PLAYED)
