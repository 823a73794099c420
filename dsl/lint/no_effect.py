"""Find lines without effect, equal branches and answers, and choices with one answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rulewright.dsl import checked, nodes
from rulewright.dsl.checked import Expression
from rulewright.dsl.lint.equivalence import is_equivalent
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase

MOST_COMPARED = 200
"""The most neighbours that are compared with each other."""


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    yield from _does_nothing(rulebook)
    yield from _same_branches(rulebook)
    yield from _same_answers(rulebook)
    yield from _no_choice(rulebook)
    for variant in rulebook.variants:
        if all(isinstance(line, nodes.Note | nodes.Ruling | nodes.Example | nodes.Position) for line in variant.lines):
            yield warning("changes-nothing", Phrase("changes-nothing-of-the-game", variant=variant.name.text), variant.name.span)


def _does_nothing(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find fields set to their own value, and things moved to where they are."""
    for line in rulebook.all(checked.Assign):
        if line.quiet:
            continue
        zero = isinstance(line.value, checked.Const) and line.value.value == 0 and line.value.type == checked.NUMBER
        if (line.how in ("add", "take") and zero) or (line.how == "set" and _is_itself(line)):
            yield _nothing(line, Phrase("this-line-does-nothing-it-is-what"))
    for move in rulebook.all(checked.Move):
        match move.to:
            case checked.Property(property="space", target=thing) if is_equivalent(thing, move.things):
                yield _nothing(move, Phrase("this-line-does-nothing-it-lies-where"))
    for game in rulebook.games:
        for named in (*game.defines.values(), *game.dice.values()):
            for change in named.changes:
                if isinstance(change.value, checked.LocalRef) and change.value.local is change.it:
                    yield _nothing(change, Phrase("this-line-does-nothing-it-stays-what"))


def _is_itself(line: checked.Assign) -> bool:
    match line.value:
        case checked.TableRef(field=field):
            return field is line.to
        case checked.FieldRef(field=field, target=target):
            return field is line.to and line.target is not None and is_equivalent(target, line.target)
        case checked.LocalRef(local=local):
            return local is line.to
    return False


def _nothing(line: checked.Stmt | checked.Change, message: Phrase) -> Diagnostic:
    return warning("does-nothing", message, line.span, Phrase("changes-nothing"),
                   Phrase("write-what-it-becomes-or-take-the"))  # fmt: skip


def _same_branches(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find conditions with the same effect or value whether they hold or not."""
    for part in rulebook.all(checked.If):
        blocks = [*(block for _, block in part.branches), part.otherwise]
        if len(blocks) < 2 or not part.otherwise:
            continue
        last, condition = blocks[-2], part.branches[-1][0]
        if last and is_equivalent(last, part.otherwise):
            yield _same(condition, Phrase("the-same-is-done-whether-this-is"))
    for e in rulebook.all(checked.Operation):
        if e.operator == "if" and is_equivalent(e.operands[1], e.operands[2]):
            yield _same(e.operands[0], Phrase("it-is-the-same-whether-this-is"))


def _same(condition: Expression, message: Phrase) -> Diagnostic:
    return warning("same-outcome", message, condition.span, Phrase("makes-no-difference"),
                   Phrase("let-one-of-the-two-be-something"))  # fmt: skip


def _same_answers(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find lines of a menu with the same effect."""
    for menu in rulebook.all(checked.Menu):
        for one, other in combinations(menu.options[:MOST_COMPARED], 2):
            if one.picks or other.picks or not is_equivalent(one.body, other.body):
                continue
            if (one.condition is None) == (other.condition is None):
                yield warning(
                    "same-outcome",
                    Phrase("and-come-to-the-same", one=one.name, other=other.name),
                    other.span,
                    related=[(one.span, Phrase("the-same"))],
                )
                break


def _no_choice(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find choices that never have more than one option, or have an option twice."""
    for choice in rulebook.all(checked.Choose):
        for pick in choice.picks:
            match pick.choices:
                case checked.Operation(operator="range", operands=(low, high)) if not pick.many and is_equivalent(low, high):
                    yield _one(pick.choices)
                case checked.Operation(operator="several", operands=operands):
                    twice = next((pair for pair in combinations(operands[:MOST_COMPARED], 2) if is_equivalent(*pair)), None)
                    if twice is not None:
                        yield _one(pick.choices, twice[1])


def _one(choices: Expression, twice: Expression | None = None) -> Diagnostic:
    if twice is not None:
        return warning("no-choice", Phrase("is-there-twice-and-offered-once", twice=twice.span.text), twice.span)
    return warning("no-choice", Phrase("there-is-one-answer-alone-in", choices=choices.span.text), choices.span)
