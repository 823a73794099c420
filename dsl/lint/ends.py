"""Find games that nobody can win, and rules that call themselves without end."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Game, Rule
from rulewright.dsl.checked.walk import descendants, place_name, rules_of
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find what keeps a game from a good end."""
    head = rulebook.head
    wins = any(part.winners is not None for part in rulebook.all(checked.GameOver))
    if head is not None and rulebook.games and not wins:
        yield warning("nobody-wins", Phrase("nobody-can-win-no-rule-says-who", head=head.name.text), head.name.span)
    yield from _ties(rulebook)
    told: set[str] = set()
    for game in rulebook.games:
        for rule, next_one in _circles(game):
            if place_name(rule) not in told:
                told.add(place_name(rule))
                yield warning(
                    "endless-calls",
                    Phrase("always-carries-out-itself", rule=rule.name)
                    if next_one is rule
                    else Phrase("always-carries-out-and-that-one-leads", rule=rule.name, next_one=next_one.name),
                    rule.span,
                )


def _ties(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find the first of the players with most or fewest of something, in the order of seats."""
    for part in rulebook.all(checked.Operation):
        if part.operator in ("first", "last") and part.type == checked.PLAYER and _is_by_seat(part.operands[0], rulebook):
            yield warning("tie-by-seat", Phrase("of-those-who-are-equal-whoever-sits"), part.span)


def _is_by_seat(players: checked.Expression, rulebook: LintedRulebook) -> bool:
    """Return whether players are those with most or fewest of something, in the order of seats."""
    if isinstance(players, checked.LocalRef):
        ways = rulebook.value_sources.sources_of(rulebook.value_sources.of_local(players.local))
        if len(ways) != 1 or ways[0].how != "is" or ways[0].value is None:
            return False
        players = ways[0].value
    match players:
        case checked.SetOperation(operator="with_most" | "with_fewest", values=values, body=body):
            if _differs(body, rulebook):
                return False
            while isinstance(values, checked.SetOperation):
                values = values.values
            return not (isinstance(values, checked.Operation) and values.operator in ("clockwise", "counterclockwise"))
    return False


def _differs(number: checked.Expression, rulebook: LintedRulebook) -> bool:
    """Return whether a number differs for each, since it is on a card without copies."""
    kinds = {name: kind for game in rulebook.games for name, kind in game.kinds.items()}
    while isinstance(number, checked.Property | checked.FieldRef):
        kind = kinds.get(number.target.type.name) if number.target.type.kind == "thing" else None
        if kind is None:
            number = number.target
            continue
        if rulebook.ranges.interval(kind.amount) != (1, 1) or any(card.copies is not None for card in kind.cards):
            return False
        if isinstance(number, checked.Property):
            return number.property == "group" and len(kind.groups) == 1 and not kind.named_cards
        values = [card.values.get(number.field) for card in kind.cards]
        known = {value.value for value in values if isinstance(value, checked.Const)}
        return not kind.groups and len(known) == len(values) > 0
    return False


def _circles(game: Game) -> Iterator[tuple[Rule, Rule]]:
    """Yield the rules that always lead back to themselves, each with the rule it calls to get there."""
    ending = _ending(game)
    sure = {rule: _sure_of(rule, ending) for rule in rules_of(game)}
    circle = _circle_of(sure)
    for rule, following in sure.items():
        first = next((one for one in following if circle.get(one) is circle[rule]), None)
        if first is not None:
            yield rule, first


def _circle_of(following: dict[Rule, list[Rule]]) -> dict[Rule, Rule]:
    """Return one rule of the strongly connected component of each rule, by Tarjan's algorithm."""
    circle: dict[Rule, Rule] = {}
    order: dict[Rule, int] = {}
    lowest: dict[Rule, int] = {}
    waiting: list[Rule] = []
    for start, first in following.items():
        path = [(start, iter(first))] if start not in order else []
        while path:
            node, left = path[-1]
            if node not in order:
                order[node] = lowest[node] = len(order)
                waiting.append(node)
            new = next((one for one in left if one not in order), None)
            if new is not None:
                path.append((new, iter(following.get(new, ()))))
                continue
            path.pop()
            for one in following.get(node, ()):
                if one not in circle:
                    lowest[node] = min(lowest[node], lowest[one])
            if lowest[node] == order[node]:
                while True:
                    member = waiting.pop()
                    circle[member] = node
                    if member is node:
                        break
    return circle


def _ending(game: Game) -> set[Rule]:
    """Return the rules in which the game may end, or about which nothing is known."""
    callers: dict[Rule, list[Rule]] = {}
    pending: list[Rule] = []
    for rule in rules_of(game):
        hooks = (*rule.before, *rule.instead, *rule.after)
        for part in descendants(rule.body, tuple(hook.rule.body for hook in hooks)):
            if isinstance(part, checked.GameOver | checked.Perform):
                pending.append(rule)
            elif isinstance(part, checked.Call):
                callers.setdefault(part.rule, []).append(rule)
    found: set[Rule] = set()
    while pending:
        one = pending.pop()
        if one not in found:
            found.add(one)
            pending.extend(callers.get(one, ()))
    return found


def _sure_of(rule: Rule, ending: set[Rule]) -> list[Rule]:
    """Return the rules that a rule always calls."""
    if rule.needs or rule.forbids:
        return []
    found: list[Rule] = []
    for hook in rule.before:
        if hook.condition is None:
            found += _sure(hook.rule.body, ending)
    if not rule.instead:
        found += _sure(rule.body, ending)
    if rule not in ending:
        for hook in rule.after:
            if hook.condition is None:
                found += _sure(hook.rule.body, ending)
    return found


def _sure(body: Block, ending: set[Rule]) -> list[Rule]:
    """Return the rules that a block certainly calls."""
    found: list[Rule] = []
    for statement in body:
        match statement:
            case checked.Call(rule=rule):
                found.append(rule)
                if rule in ending:
                    break
            case checked.RepeatUntil(body=inner):
                found += _sure(inner, ending)
        # A choice may be skipped, with everything that depends on it.
        if isinstance(statement, checked.Choose | checked.Menu | checked.Perform) or any(
            isinstance(part, checked.Stop | checked.GameOver | checked.Perform)
            or (isinstance(part, checked.Call) and part.rule in ending)
            for part in descendants(statement)
        ):
            break
    return found
