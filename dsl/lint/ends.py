"""Games that nobody can win, and rules that carry themselves out without an end."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Game, Rule
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.lint.rulebook import Rulebook, warning
from rulewright.dsl.walk import inside, place, rules_of


def find(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """What keeps a game from coming to a good end."""
    head = rulebook.head
    wins = any(
        isinstance(part, checked.GameOver) and part.winners is not None
        for _, body in rulebook.bodies()
        for part in inside(body)
    )
    if head is not None and rulebook.games and not wins:
        yield warning(
            "nobody-wins",
            f"nobody can win `{head.name.text}`: no rule says who",
            head.name.span,
            "who wins?",
            "write for example `game over, winners players with most score of it`",
        )
    for _, body in rulebook.bodies():
        for part in inside(body):
            if isinstance(part, checked.GameOver) and part.winners is not None and _by_seat(part.winners):
                yield warning(
                    "tie-by-seat",
                    "of those who are equal, whoever sits first wins here",
                    part.winners.span,
                    "only one of them",
                    "leave `first of` out, so that they share the win; or say what decides between them",
                )
    told: set[str] = set()
    for game in rulebook.games:
        for rule, next_one in _circles(game):
            if place(rule) not in told:
                told.add(place(rule))
                way = "itself" if next_one is rule else f"`{next_one.name}`, and that one leads back here"
                yield warning(
                    "endless-calls",
                    f"`{rule.name}` always carries out {way}",
                    rule.span,
                    "has no end",
                    "put a condition before it, or use `repeat` or `while`",
                )


def _by_seat(winners: checked.Expression) -> bool:
    """Whether these are one of the players with most or fewest of something."""
    match winners:
        case checked.Operation(operator="as_set", operands=(one,)):
            return _by_seat(one)
        case checked.Operation(operator="first" | "last", operands=(checked.Each(operator="with_most" | "with_fewest"),)):
            return True
    return False


def _circles(game: Game) -> Iterator[tuple[Rule, Rule]]:
    """The rules that lead back to themselves whatever happens, each with the rule that it carries out for that."""
    ending = _ending(game)
    sure = {id(rule): (rule, _sure_of(rule, ending)) for rule in rules_of(game)}
    circle = _circle_of({number: [id(one) for one in following] for number, (_, following) in sure.items()})
    for number, (rule, following) in sure.items():
        first = next((one for one in following if circle.get(id(one)) == circle[number]), None)
        if first is not None:
            yield rule, first


def _circle_of(following: dict[int, list[int]]) -> dict[int, int]:
    """A number for each of some nodes, the same for those that lead to each other (as Tarjan found them)."""
    circle: dict[int, int] = {}
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    waiting: list[int] = []
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
                    if member == node:
                        break
    return circle


def _ending(game: Game) -> set[int]:
    """The rules in which the game may end, or of which nothing is known."""
    callers: dict[int, list[int]] = {}
    pending: list[int] = []
    for rule in rules_of(game):
        hooks = (*rule.before, *rule.instead, *rule.after)
        for part in inside(rule.body, tuple(hook.rule.body for hook in hooks)):
            if isinstance(part, checked.GameOver | checked.Perform):
                pending.append(id(rule))
            elif isinstance(part, checked.Call):
                callers.setdefault(id(part.rule), []).append(id(rule))
    found: set[int] = set()
    while pending:
        one = pending.pop()
        if one not in found:
            found.add(one)
            pending.extend(callers.get(one, ()))
    return found


def _sure_of(rule: Rule, ending: set[int]) -> list[Rule]:
    """The rules that are carried out whenever this one is."""
    if rule.needs or rule.forbids:
        return []
    found: list[Rule] = []
    for hook in rule.before:
        if hook.condition is None:
            found += _sure(hook.rule.body, ending)
    if not rule.instead:
        found += _sure(rule.body, ending)
    if id(rule) not in ending:
        for hook in rule.after:
            if hook.condition is None:
                found += _sure(hook.rule.body, ending)
    return found


def _sure(body: Block, ending: set[int]) -> list[Rule]:
    """The rules that a block carries out in any case, as far as one can see."""
    found: list[Rule] = []
    for statement in body:
        match statement:
            case checked.Call(rule=rule):
                found.append(rule)
                if id(rule) in ending:
                    break
            case checked.RepeatUntil(body=inner):
                found += _sure(inner, ending)
        # A choice may lapse, and with it what follows.
        if isinstance(statement, checked.Choose | checked.Menu | checked.Perform) or any(
            isinstance(part, checked.Stop | checked.GameOver | checked.Perform)
            or (isinstance(part, checked.Call) and id(part.rule) in ending)
            for part in inside(statement)
        ):
            break
    return found
