"""Check `CONDITION after (RULE VALUES)`: what would be, if a rule were carried out. Check where nobody may be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from attrs import evolve

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import quoted
from rulewright.dsl.check.scope import Scope, SymbolTable
from rulewright.dsl.check.types import type_in_words
from rulewright.dsl.checked import Expr, Expression, Local, LocalRef, Region, SetOperation
from rulewright.dsl.checked.effects import effects_of, is_bag
from rulewright.dsl.checked.walk import carried_out, descendants, rules_of
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.frozen import attributes

Called = Callable[[Scope, nodes.Word, tuple[nodes.Expression, ...]], tuple[checked.Rule | None, tuple[Expression, ...] | None]]


def check_after(
    scope: Scope, node: nodes.Operation, expression: Callable[[Scope, nodes.Expression], Expression | None], called: Called
) -> Expression | None:
    """Return a rule that carries out the other one and then evaluates the condition; the names it reads are its parameters."""
    if node.name is None:
        return None
    ahead, scope.ahead = scope.ahead, None
    asked = expression(scope, node.operands[0])
    rule, arguments = called(scope, node.name, node.operands[1:])
    scope.ahead = ahead
    if asked is None or rule is None or arguments is None:
        return None
    if asked.type.many or asked.type.kind in ("text", "nothing"):
        scope.world.report(
            "wrong-type",
            Phrase("is-and-a-trial-gives-one-value", asked=quoted(asked.span), kind=type_in_words(asked.type)),
            asked.span,
        )
        return None
    if rule.name in ("play", "setup"):
        scope.world.report("cannot-call", Phrase("is-carried-out-once-by-itself", rule=rule.name), node.name.span)
        return None
    scope.uses_player = True
    own = {part.local for part in descendants(asked, arguments) if isinstance(part, SetOperation | Region)}
    player = Local("player", checked.PLAYER, 0)
    if scope.locals:
        own.add(scope.locals[0])
    read = {part.local: part for part in descendants(asked, arguments) if isinstance(part, LocalRef) and part.local not in own}
    parameters = tuple(Local(part.local.name, part.local.type, slot) for slot, part in enumerate(read.values(), start=1))
    names = dict(zip(read, parameters))
    if scope.locals:
        names[scope.locals[0]] = player
    call = checked.Call(rule=rule, arguments=_renamed(arguments, names), giving=None, span=node.span)
    give = checked.Stop(value=_renamed(asked, names), span=node.span)
    trial = checked.Rule(
        name=rule.name, parameters=parameters, gives=asked.type, body=(call, give), locals=[player, *parameters], span=node.span
    )
    scope.world.trials.append(trial)
    given = tuple(evolve(part, span=node.span) for part in read.values())
    return checked.TrialExpression(rule=trial, arguments=given, type=asked.type, span=node.span)


def check_trials(world: SymbolTable, game: checked.Game) -> bool:
    """Report trials in which somebody would be asked, something left to chance, or the game ended.

    Return whether there are none.
    """
    good = True
    for trial in world.trials:
        for line in carried_out(game, trial.body):
            why = _leaves_a_trace(line)
            if why is not None:
                good = False
                world.report(
                    "trial-asks",
                    Phrase("cannot-be-tried-out-since-it", trial=trial.name, why=why),
                    trial.span,
                    related=[(line.span, Phrase("here"))],
                )
                break
    return good


def check_sentences(world: SymbolTable, game: checked.Game) -> bool:
    """Report blocks that one sentence tells, but in which somebody is asked, or the game may end.

    Return whether there are none.
    """
    good = True
    rules = list(rules_of(game))
    rules += [hook.rule for rule in rules for hook in (*rule.before, *rule.instead, *rule.after)]
    for told in (part for rule in rules for part in descendants(rule.body) if isinstance(part, checked.Tell)):
        for line in carried_out(game, told.body):
            effects = effects_of(line)
            if effects.ends or effects.decided == "player":
                good = False
                why = Phrase("may-end-the-game") if effects.ends else Phrase("asks-somebody")
                world.report(
                    "tell-asks",
                    Phrase("one-sentence-cannot-tell-this", why=why),
                    told.span,
                    related=[(line.span, Phrase("here"))],
                )
                break
    return good


def _leaves_a_trace(line: checked.Statement) -> Phrase | None:
    """Return why a line cannot be in a trial, or None if it can."""
    effects = effects_of(line)
    if effects.ends:
        return Phrase("may-end-the-game")
    if isinstance(line, checked.Draw):
        return Phrase("draws-at-random") if is_bag(line.source) else None
    match effects.decided:
        case "player":
            return Phrase("asks-somebody")
        case "chance":
            return Phrase("leaves-something-to-chance")
        case "":
            return None
        case _:
            assert_never(effects.decided)


def _renamed(value: Any, names: dict[Local, Local]) -> Any:
    """Return an expression, or several, with other locals in place of some."""
    if isinstance(value, tuple):
        return tuple(_renamed(one, names) for one in value)
    if isinstance(value, LocalRef):
        return evolve(value, local=names.get(value.local, value.local))
    if not isinstance(value, Expr):
        return value
    return evolve(value, **{name: _renamed(getattr(value, name), names) for name in attributes(type(value))})
