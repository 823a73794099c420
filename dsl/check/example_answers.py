"""Check whether the answers that examples give for players and chance are possible anywhere in the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, assert_never

from attrs import define, field

from rulewright.dsl import checked
from rulewright.dsl.check.coercions import quoted
from rulewright.dsl.check.scope import SymbolTable
from rulewright.dsl.check.types import element, type_in_words
from rulewright.dsl.checked import NUMBER, Example, Expression, Rule, Type
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.messages.kinds import NeverChosen, NeverShown, UnknownMenuOption
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import did_you_mean


@define
class PossibleAnswers:
    """The possible answers: values of some types, the names of menus' options, any thing, any words."""

    types: set[Type] = field(factory=set)
    names: set[str] = field(factory=set)
    things: bool = False
    words: bool = False

    def allows(self, of: Type) -> bool:
        """Return whether a value of a type is possible; a named card stands for a thing that is that card."""
        if of.many or of.kind == "nothing" or of in self.types or (self.things and of.kind in ("card", "thing")):
            return True
        return of.kind == "card" and any(
            one.kind in ("card", "thing") and (one.name == of.name or not one.name or not of.name) for one in self.types
        )


Never: TypeAlias = Callable[[str, Phrase], Phrase]
"""A function that says that a value of some type is never there to be named."""


def never_chosen(value: str, kind: Phrase) -> Phrase:
    """Say that nobody is ever asked for a value."""
    return NeverChosen(value=value, kind=kind)


def never_shown(value: str, kind: Phrase) -> Phrase:
    """Say that chance never shows a value."""
    return NeverShown(value=value, kind=kind)


def check_answers(world: SymbolTable, rules: Iterable[Rule], examples: list[Example]) -> None:
    """Report the answers in examples that no choice, or no chance, ever offers."""
    if not any(step.kind in ("picks", "cannot_pick", "shows") for example in examples for step in example.steps):
        return
    chosen, shown = PossibleAnswers(), PossibleAnswers()
    for rule in rules:
        hooks = (*rule.before, *rule.instead, *rule.after)
        _gather(chosen, shown, (rule.body, *(hook.rule.body for hook in hooks)))
    for example in examples:
        _gather(chosen, shown, tuple(step.rule.body for step in example.steps))
    for example in examples:
        for step in example.steps:
            for value in step.values:
                if step.kind in ("picks", "cannot_pick"):
                    _check(world, chosen, value, never_chosen)
                elif step.kind == "shows":
                    _check(world, shown, value, never_shown)


def _gather(chosen: PossibleAnswers, shown: PossibleAnswers, bodies: object) -> None:
    """Collect what some statements ask players, and chance."""
    for part in descendants(bodies):
        if not isinstance(part, checked.Deciding):
            continue
        match part:
            case checked.Choose(picks=picks, random=random):
                (shown if random else chosen).types.update(element(pick.local.type) for pick in picks)
                offered = [pick.choices.values for pick in picks if isinstance(pick.choices, checked.ValueSet)]
                names = (shown if random else chosen).names
                names.update(name for values in offered if " " in values.name for name in values.names)
            case checked.Menu(options=options):
                chosen.names.update(option.name for option in options)
                chosen.types.update(element(pick.local.type) for option in options for pick in option.picks)
            case checked.ChooseWords():
                chosen.words = True
            case checked.Roll(die=die):
                shown.types.add(NUMBER if isinstance(die, checked.NumberDie) else Type("value", die.name))
            case checked.Draw():
                shown.things = True
            case checked.Act():
                shown.things = shown.things or part.action.by_chance
            case _:
                assert_never(part)


def _check(world: SymbolTable, answers: PossibleAnswers, value: Expression, never: Never) -> None:
    if isinstance(value, checked.TextConst):
        if not answers.words and value.text not in answers.names:
            world.report(
                "unknown-name",
                UnknownMenuOption(value.text),
                value.span,
                way_out=did_you_mean(value.text, answers.names),
                severity="warning",
            )
    elif not answers.allows(value.type):
        world.report(
            "wrong-type",
            never(quoted(value.span), type_in_words(value.type)),
            value.span,
            Phrase("never-among-the-options"),
            Phrase("write-what-the-choice-or-the-chance"),
            severity="warning",
        )
