"""Find conditions with a known result: from ranges and counts, from their other parts, or from earlier conditions."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expression
from rulewright.dsl.checked.walk import Part, descendants
from rulewright.dsl.lint.equivalence import is_equivalent
from rulewright.dsl.lint.implications import OPPOSITE, Fact, facts, is_contradictory
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

JOINING = ("and", "or")
ITSELF = {"same": True, "at_least": True, "at_most": True, "different": False, "more_than": False, "less_than": False}
"""The results of comparing something with itself."""
MOST_HELD = 100
"""The most earlier or other conditions to compare with one."""


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find conditions that always or never hold; only the innermost, on which the others depend."""
    known = dict(_known(rulebook))
    told: set[Span] = set()
    for part, outcome in known.items():
        if part.span in told or any(one in known and one is not part for one in descendants(part)):
            continue
        told.add(part.span)
        yield warning(
            "constant-condition",
            Phrase("is-always-true", part=part.span.text) if outcome else Phrase("is-always-false", part=part.span.text),
            part.span,
            Phrase("always-true") if outcome else Phrase("always-false"),
        )
    for part, message in (*_never_equal(rulebook), *_needless(rulebook)):
        if part.span not in told:
            told.add(part.span)
            way_out = Phrase("compare-with-something-else-or-take-it")
            yield warning("constant-condition", message, part.span, Phrase("always-the-same"), way_out)
    for line in rulebook.all(checked.If):
        for condition, before in _asked_before(line, [], rulebook):
            if condition.span not in told:
                told.add(condition.span)
                yield warning(
                    "constant-condition",
                    Phrase("is-never-so-here", condition=condition.span.text),
                    condition.span,
                    related=[(before, Phrase("with-what-was-asked-here"))],
                )


def _known(rulebook: LintedRulebook) -> Iterator[tuple[Expression, bool]]:
    """Yield the conditions with a known result, with that result."""
    ranges = rulebook.ranges
    for part in rulebook.all(checked.Operation):
        if part.type != checked.TRUTH or not (part.operator in OPPOSITE or part.operator in JOINING):
            continue
        if part.operands[0].span == part.span:
            # The parser wrote this condition: players still in the game take turns.
            continue
        if part.operator in ITSELF and is_equivalent(part.operands[0], part.operands[1]):
            yield part, ITSELF[part.operator]
            continue
        if part.operator in ("same", "different") and ranges.players[0] > 1 and _are_neighbours(*part.operands):
            yield part, part.operator == "different"
            continue
        outcome = next((not holds for holds in (True, False) if is_contradictory(facts(part, ranges, holds=holds), ranges)), None)
        if outcome is not None and not any(_is_told_of(one, rulebook) for one in descendants(part)):
            yield part, outcome


def _never_equal(rulebook: LintedRulebook) -> Iterator[tuple[Expression, Phrase]]:
    """Find numbers after `if` and `otherwise` that can never equal what they are compared with."""
    ranges = rulebook.ranges
    for part in rulebook.all(checked.Operation):
        if part.operator != "same" or part.operands[0].type != checked.NUMBER:
            continue
        for one, other in (part.operands, part.operands[::-1]):
            for leaf in _leaves(other) if isinstance(other, checked.Operation) and other.operator == "if" else ():
                if isinstance(leaf, checked.Const) and is_contradictory([Fact(one, leaf.value, leaf.value)], ranges):
                    yield leaf, Phrase("is-never", one=one.span.text, leaf=leaf.value)


def _leaves(e: Expression) -> Iterator[Expression]:
    """Yield all values that an expression with `if` may have."""
    if isinstance(e, checked.Operation) and e.operator == "if":
        yield from _leaves(e.operands[1])
        yield from _leaves(e.operands[2])
    else:
        yield e


def _needless(rulebook: LintedRulebook) -> Iterator[tuple[Expression, Phrase]]:
    """Find conditions that the rest of an `or` makes needless: `x is not a` in `x is not a and y or x is not b`."""
    ranges = rulebook.ranges
    for part in rulebook.all(checked.Operation):
        if part.operator != "or":
            continue
        for place, one in enumerate(part.operands):
            if not (isinstance(one, checked.Operation) and one.operator == "and"):
                continue
            others = [other for at, other in enumerate(part.operands) if at != place][:MOST_HELD]
            held = [fact for other in others for fact in facts(other, ranges, holds=False)]
            for piece in one.operands:
                opposite = facts(piece, ranges, holds=False)
                if is_contradictory(opposite, ranges, held) and not is_contradictory(opposite, ranges):
                    yield piece, Phrase("is-always-true-here-because-of-what", piece=piece.span.text)


def _is_told_of(part: Part, rulebook: LintedRulebook) -> bool:
    """Return whether a part is a field that another warning already calls constant."""
    if not isinstance(part, checked.TableRef | checked.FieldRef) or part.field.place is not None:
        return False
    key = rulebook.value_sources.of_field(part.field)
    return key not in rulebook.value_sources.changed and (
        part.field.of in (None, checked.PLAYER) or not rulebook.value_sources.sources_of(key)
    )


def _are_neighbours(one: Expression, other: Expression) -> bool:
    """Return whether one of two players is the other's neighbour, so they are never the same."""
    for beside, whose in ((one, other), (other, one)):
        while isinstance(beside, checked.DefineCall) and not beside.define.changes and not beside.arguments:
            beside = beside.define.value
        if isinstance(beside, checked.Property) and beside.property in ("left", "right"):
            target = beside.target
            acting = isinstance(target, checked.LocalRef) and target.local.slot == 0
            if acting and isinstance(whose, checked.LocalRef) and whose.local.slot == 0:
                return True
            if is_equivalent(target, whose):
                return True
    return False


def _asked_before(part: checked.If, held: list[Fact], rulebook: LintedRulebook) -> Iterator[tuple[Expression, Span]]:
    """Yield the conditions that cannot hold after an earlier or surrounding one, each with that one."""
    ranges = rulebook.ranges
    before, asked = held, part.branches[0][0].span if part.branches else part.span
    for condition, body in part.branches:
        own = facts(condition, ranges)
        if before and is_contradictory(own, ranges, before[-MOST_HELD:]) and not is_contradictory(own, ranges):
            yield condition, asked
        inner = _first(body)
        if inner is not None:
            yield from _asked_before(inner, [*before, *own], rulebook)
        before = [*before, *facts(condition, ranges, holds=False)]


def _first(body: Block) -> checked.If | None:
    """Return the condition at the beginning of a block, before anything has changed."""
    return body[0] if body and isinstance(body[0], checked.If) else None
