"""Find more than there is: the fifth of four, six picks from five, empty ranges, deals that no deck can supply."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression
from rulewright.dsl.checked.walk import speaks_of
from rulewright.dsl.lint.intervals import MOST, IntervalAnalysis, Range
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    ranges = rulebook.ranges
    for part in rulebook.all(checked.Operation):
        if part.operator == "item":
            yield from _beyond(part, ranges)
        elif part.operator == "range" and part.operands[0].span != part.span:
            low, high = (ranges.interval(end) for end in part.operands)
            if low[0] > high[1]:
                yield warning("wrong-range", Phrase("there-is-nothing-in", part=part.span.text), part.span)
    for choice in rulebook.all(checked.Choose):
        for pick in choice.picks:
            yield from _too_many(pick, ranges)
    for loop in rulebook.all(checked.ForEach):
        yield from _dealt(loop, rulebook)


def _beyond(part: checked.Operation, ranges: IntervalAnalysis) -> Iterator[Diagnostic]:
    """Find item numbers that are too large, or less than 1."""
    number, values = part.operands
    found = reached(number, ranges)
    most = ranges.size(values)[1]
    if found is None or part.type == checked.PLAYER:
        return
    low, high = found
    if low < 1:
        yield warning("beyond-the-end", Phrase("there-is-no-item-items-are-counted", item=low), number.span)
    elif high > most:
        yield warning(
            "beyond-the-end", Phrase("there-is-no-item-of-there-are", item=high, values=values.span.text, most=most), number.span
        )


def reached(e: Expression, ranges: IntervalAnalysis) -> Range | None:
    """Return the range of a number, if it certainly reaches both ends."""
    match e:
        case checked.Const(value=value):
            return value, value
        case checked.LocalRef(local=local):
            ways = ranges.given.sources_of(ranges.given.of_local(local))
            if len(ways) == 1 and ways[0].how == "member" and ways[0].value is not None and _is_listed(ways[0].value):
                return ranges.members(ways[0].value)
        case checked.Operation(operator="remainder", operands=(one, checked.Const(value=by))) if by > 0:
            return (0, by - 1) if ranges.interval(one)[0] >= 0 and ranges.interval(one)[1] >= by else None
        case checked.Operation(operator="plus" | "minus" as operator, operands=(one, checked.Const(value=value))):
            found = reached(one, ranges)
            by = value if operator == "plus" else -value
            return None if found is None else (found[0] + by, found[1] + by)
    return None


def _is_listed(values: Expression) -> bool:
    """Return whether a list of numbers is written as numbers."""
    return isinstance(values, checked.Operation) and values.operator in ("range", "several") and all(
        isinstance(one, checked.Const) for one in values.operands)  # fmt: skip


def _too_many(pick: checked.Pick, ranges: IntervalAnalysis) -> Iterator[Diagnostic]:
    """Find picks of more than there can be."""
    if not pick.many or pick.least is None:
        return
    least, most = ranges.interval(pick.least)[0], ranges.size(pick.choices)[1]
    if least > most:
        yield warning(
            "no-choice",
            Phrase("cannot-be-picked-of-there-are-at", least=least, choices=pick.choices.span.text, most=most),
            pick.least.span,
        )


def _dealt(loop: checked.ForEach, rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find deals to each player in turn that need more than the place can ever hold."""
    ranges = rulebook.ranges
    if not isinstance(_all_players(loop.values), checked.PlayerSet):
        return
    players = ranges.players[1]
    for line in loop.body:
        if isinstance(line, checked.Draw) and isinstance(line.source, checked.SpaceRef):
            amount, held = ranges.interval(line.amount)[0] * players, _room(line.source.space, rulebook)
            place = line.source.span.text
        elif isinstance(line, checked.Move) and isinstance(line.things, checked.Operation):
            few = line.things
            if few.operator not in ("first_few", "last_few") or speaks_of(loop.local, few.operands[1]):
                continue
            amount, held = ranges.interval(few.operands[0])[0] * players, ranges.size(few.operands[1])[1]
            place = few.operands[1].span.text
        else:
            continue
        if amount > held:
            yield warning(
                "dealt-too-much",
                Phrase("with-players-are-dealt-from-which-holds", players=players, amount=amount, place=place, held=held),
                line.span,
            )


def _all_players(values: Expression) -> Expression:
    """Return a set of players without its order."""
    while isinstance(values, checked.Operation) and values.operator in ("clockwise", "counterclockwise"):
        values = values.operands[0]
    return values


def _room(space: checked.Space, rulebook: LintedRulebook) -> int:
    """Return the number of things of all kinds that may get to a place."""
    kinds = rulebook.places.kinds_in(("place", space.name))
    found = {name: kind for game in rulebook.games for name, kind in game.kinds.items() if name in kinds}
    return MOST if "" in kinds or not kinds else sum(rulebook.ranges.of_kind(kind, None)[1] for kind in found.values())
