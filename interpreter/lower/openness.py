"""A checked game comes in; which of its choices stay secret goes out: those of which a trace goes into something hidden.

A choice at a table is open, unless the rules keep it where not all see it. So what is chosen is followed through `let`,
the conditions that ask about it and the rules it is handed to; where a field is changed by it that is not seen by all, the
choice is not told. A field of things counts as hidden where a place is: the thing may lie there.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Field, Game, Local, Rule
from rulewright.dsl.walk import inside, rules_of

ASKING = (checked.Choose, checked.Menu, checked.Words)


def secret_choices(game: Game) -> frozenset[int]:
    """The identities of the statements that ask and are not told of."""
    rules = [*rules_of(game)]
    rules += [hook.rule for rule in rules for hook in (*rule.before, *rule.instead, *rule.after)]
    following = Following(game)
    asked = [(rule, part) for rule in rules for part in inside(rule.body)]
    unseen = {id(one) for _, part in asked if isinstance(part, checked.Together) for one in inside(part.choices)}
    return frozenset(
        id(part)
        for rule, part in asked
        if isinstance(part, ASKING) and (id(part) in unseen or following.hides(rule.body, part))
    )


class Following:
    """Follows what is chosen through the rules of a game."""

    def __init__(self, game: Game) -> None:
        places: list[checked.Space | Field] = [
            *game.places.values(),
            *(own for own in game.fields if own.place is not None),
        ]
        self.hidden_places = any(place.seen != "all" for place in places)
        self.known: dict[tuple[int, frozenset[int], bool], bool] = {}

    def hides(self, body: Block, choice: checked.Stmt) -> bool:
        """Whether a trace of a choice in a rule goes into something hidden."""
        match choice:
            case checked.Choose(picks=picks):
                marked = {id(pick.local) for pick in picks}
            case checked.Words(local=local):
                marked = {id(local)}
            case checked.Menu(options=options):
                marked = {id(pick.local) for option in options for pick in option.picks}
            case _:
                marked = set()
        # What goes round in a loop is carried on to what stands before it.
        return any(self.block(body, marked, False, choice) for _ in range(2))

    def hidden(self, own: Field) -> bool:
        """Whether somebody may not see a field."""
        return own.seen != "all" or (own.of is not None and own.of.kind == "thing" and self.hidden_places)

    def block(self, body: Block, marked: set[int], guarded: bool, choice: checked.Stmt | None = None) -> bool:
        """Whether some statements, carried out because of a choice if they are `guarded`, hide what is marked."""
        return any(self.statement(one, marked, guarded, choice) for one in body)

    def statement(self, one: checked.Statement, marked: set[int], guarded: bool, choice: checked.Stmt | None) -> bool:
        """The same for one statement."""

        def about(*parts: object) -> bool:
            return guarded or speaks_of(parts, marked)

        match one:
            case checked.Assign(to=to, target=target, value=value):
                if not about(target, value):
                    return False
                if isinstance(to, Local):
                    marked.add(id(to))
                    return False
                return self.hidden(to)
            case checked.CountDown(field=own, targets=targets):
                return about(targets) and self.hidden(own)
            case checked.Choose(picks=picks):
                marked.update(id(pick.local) for pick in picks if about(pick.choices))
                return False
            case checked.Menu(options=options):
                offered = [pick for option in options for pick in option.picks]
                marked.update(id(pick.local) for pick in offered if about(pick.choices))
                return any(self.block(option.body, marked, guarded or one is choice, choice) for option in options)
            case checked.If(branches=branches, otherwise=otherwise):
                inner = about(*(condition for condition, _ in branches))
                bodies = [*(body for _, body in branches), otherwise]
                return any(self.block(body, marked, inner, choice) for body in bodies)
            case checked.ForEach(local=local, values=values, body=body):
                inner = about(values)
                if inner:
                    marked.add(id(local))
                return self.block(body, marked, inner, choice)
            case checked.Together(local=local, values=values, choices=choices, effects=effects):
                inner = about(values)
                return self.block(choices, marked, inner, choice) or self.block(effects, marked, inner, choice)
            case checked.While(condition=asked, body=body) | checked.RepeatUntil(condition=asked, body=body):
                return self.block(body, marked, about(asked), choice)
            case checked.RepeatTimes(times=times, body=body):
                return self.block(body, marked, about(times), choice)
            case checked.Call(rule=rule, arguments=arguments, giving=giving):
                handed = frozenset(place for place, value in enumerate(arguments) if speaks_of([value], marked))
                if giving is not None and (handed or guarded):
                    marked.add(id(giving))
                return bool(handed or guarded) and self.rule(rule, handed, guarded)
        return False

    def rule(self, rule: Rule, handed: frozenset[int], guarded: bool) -> bool:
        """Whether a rule hides some of its values."""
        key = id(rule), handed, guarded
        if key not in self.known:
            self.known[key] = False
            bodies = [rule, *(hook.rule for hook in (*rule.before, *rule.instead, *rule.after))]
            self.known[key] = any(
                self.block(one.body, {id(one.parameters[place]) for place in handed}, guarded)
                for one in bodies
                if len(one.parameters) > max(handed, default=-1)
                for _ in range(2)
            )
        return self.known[key]


def speaks_of(parts: Iterable[object], marked: set[int]) -> bool:
    """Whether some expressions speak of marked names."""
    return any(isinstance(part, checked.LocalRef) and id(part.local) in marked for part in inside(tuple(parts)))
