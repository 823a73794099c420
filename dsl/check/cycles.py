"""Find rules that can be carried out only if they can be, and standing rules that change what they ask for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.dsl import checked
from rulewright.dsl.check.scope import SymbolTable
from rulewright.dsl.checked import Define, Rule
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.text.source import Span

Asking = Rule | Define


def check_circles(world: SymbolTable, rules: Iterator[Rule]) -> bool:
    """Report what cannot be evaluated because it asks for itself. Return whether there is nothing of the kind."""
    good = True
    done: set[Asking] = set()
    everything: list[Asking] = [*rules, *world.defines.values()]
    for start in everything:
        if start in done:
            continue
        done.add(start)
        path = {start: _asked(start)}
        while path:
            last = next(reversed(path))
            following = next(path[last], None)
            if following is None:
                del path[last]
                continue
            asked, span = following
            if asked in path:
                ways = list(path)
                good = False
                _report(world, asked, ways[ways.index(asked) + 1 :], span)
            elif asked not in done:
                done.add(asked)
                path[asked] = _asked(asked)
    return good


def _asked(one: Asking) -> Iterator[tuple[Asking, Span]]:
    """Yield what is evaluated to know whether a rule can be carried out, or the value of a define."""
    if isinstance(one, Rule):
        parts: object = (one.needs, tuple(ban.condition for ban in one.forbids))
    else:
        parts = (one.value, tuple((change.value, change.condition) for change in one.changes))
    for part in descendants(parts):
        if not isinstance(part, checked.Application):
            continue
        match part:
            case checked.Can(rule=rule, span=span):
                yield rule, span
            case checked.DefineCall(define=define, span=span):
                yield define, span
            case checked.TrialExpression():
                # The check of rules that carry themselves out also covers a rule that is tried out.
                pass
            case _:
                assert_never(part)


def _report(world: SymbolTable, asked: Asking, between: list[Asking], span: Span) -> None:
    what = (
        Phrase("whether-can-be-carried-out", asked=asked.name) if isinstance(asked, Rule) else Phrase("what-is", asked=asked.name)
    )
    names = WordList.quoted((one.name for one in between), "")
    world.report(
        "circular-needs",
        Phrase("hangs-on-itself-by-way-of", what=what, names=names) if between else Phrase("hangs-on-itself", what=what),
        span,
    )
