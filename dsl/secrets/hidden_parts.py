"""Know what is hidden in a game, and from which players."""

from __future__ import annotations

from collections import defaultdict
from typing import assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Field, Local, Space
from rulewright.dsl.checked.effects import MovedThings, effects_of
from rulewright.dsl.checked.walk import descendants, everything_in, rules_of
from rulewright.dsl.secrets.labels import ALL, ANY, LOOKER, Owner, Secret


class HiddenParts:
    """The places and fields that not everybody sees."""

    def __init__(self, game: checked.Game) -> None:
        self.game = game
        self.lying: LocationBounds | None = None
        boards: list[Space | Field] = [space for board in game.boards.values() for space in board.spaces]
        self.places: list[Space | Field] = [
            place
            for place in [*game.places.values(), *boards, *(own for own in game.fields if own.place is not None)]
            if place.seen != "all"
        ]
        self.dice = [die for die in game.dice.values() if die.seen != "all"]
        self.fields = [own for own in game.fields if own.place is None and own.seen != "all" and own.titles]
        together = (
            any(isinstance(part, checked.Together) for rule in rules_of(game) for part in descendants(rule.body))
            if self.fields
            else False
        )
        self.anything = bool(self.places or self.dice or self.fields or together)

    def places_of(self, kind: str) -> list[Space | Field]:
        """Return where things of a kind may be unseen."""
        if self.lying is None:
            self.lying = LocationBounds(self.game)
        return [place for place in self.places if kind in self.lying.kinds[place]]


class LocationBounds:
    """An upper bound of where the kinds of things may be."""

    def __init__(self, game: checked.Game) -> None:
        self.boards: list[Space | Field] = [space for board in game.boards.values() for space in board.spaces]
        own = [one for one in game.fields if one.place is not None]
        self.every: list[Space | Field] = [*game.places.values(), *self.boards, *own]
        self.sources: defaultdict[Local | Field, list[checked.Expression]] = defaultdict(list)
        """The possible values of a name or a field."""
        starts = [(kind.name, kind.start) for kind in game.kinds.values() if kind.start is not None]
        moves: list[MovedThings] = []
        for _, body in everything_in(game):
            for part in descendants(body):
                if isinstance(part, checked.Stmt):
                    moves += effects_of(part).moves
                match part:
                    case checked.Pick(local=local, choices=choices):
                        self.sources[local].append(choices)
                    case checked.ForEach(local=local, values=values) | checked.SetOperation(local=local, values=values):
                        self.sources[local].append(values)
                    case checked.Assign(to=to_what, value=value):
                        self.sources[to_what].append(value)
                    case checked.Call(rule=rule, arguments=arguments):
                        for local, value in zip(rule.parameters, arguments, strict=True):
                            self.sources[local].append(value)
        swapped = {one.things.type.name for one in moves if one.things is not None and one.way == "exchanged"}
        along = {one.things.type.name for one in moves if one.things is not None and one.way == "along"}
        self.kinds: dict[Space | Field, set[str]] = {place: set(swapped) for place in self.every}
        for place in self.boards:
            self.kinds[place] |= along
        put = [(one.things.type.name, one.to) for one in moves if one.things is not None and one.to is not None]
        drawn = [(one.source, one.to) for one in moves if one.source is not None and one.to is not None]
        ways = [({name}, *self.named_in(to)) for name, to in (*starts, *put)]
        size = -1
        while size < (size := sum(map(len, self.kinds.values()))):
            for names, places, kinds in ways:
                self.put(names, places, kinds)
            for source, to in drawn:
                found = set().union(*(self.kinds[place] for place in self.places_of(*self.named_in(source))))
                self.put(found, *self.named_in(to))

    def places_of(self, places: set[Space | Field], kinds: set[str]) -> set[Space | Field]:
        """Return some places, and all where things of some kinds may be."""
        return places | {place for place in self.every if self.kinds[place] & kinds}

    def put(self, names: set[str], places: set[Space | Field], kinds: set[str]) -> None:
        """Note that things of some kinds get to some places."""
        for place in self.places_of(places, kinds):
            self.kinds[place] |= names

    def named_in(self, e: checked.Expression) -> tuple[set[Space | Field], set[str]]:
        """Return the places that an expression may mean: those that it names, and all where things of some kinds are; or all."""
        places: set[Space | Field] = set()
        kinds: set[str] = set()
        pending, seen = [e], {e}
        while pending:
            for part in descendants(pending.pop()):
                more: list[checked.Expression] = []
                match part:
                    case checked.SpaceRef(space=space) | checked.SeriesRef(space=space):
                        places.add(space)
                    case checked.BoardRef(board=board):
                        places.update(board.spaces)
                    case checked.FieldRef(field=own) if own.place is not None:
                        places.add(own)
                    case checked.FieldRef(field=own) | checked.TableRef(field=own) if own.type.kind == "space":
                        more = self.sources[own]
                    case checked.Property(property="space", target=target):
                        kinds.add(target.type.name)
                    case checked.Property(property="neighbours" | "around" | "ray" | "direction"):
                        places.update(self.boards)
                    case checked.DefineCall(define=define):
                        more = [define.value]
                    case checked.LocalRef(local=local):
                        more = self.sources[local] if local.type.kind == "space" else []
                    case checked.FieldRef() | checked.TableRef() | checked.Property():
                        pass
                    case checked.Operation() | checked.Picture() | checked.SetOperation() | checked.Region():
                        # The loop also looks at their parts.
                        pass
                    case checked.Can() | checked.TrialExpression() | checked.KindSet() | checked.PlayerSet() | checked.ValueSet():
                        pass
                    case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue():
                        pass
                    case checked.Stmt() | checked.Pick() | checked.MenuOption():
                        # No expression holds any.
                        pass
                    case _:
                        assert_never(part)
                pending += [one for one in more if one not in seen]
                seen.update(more)
        return (places, kinds) if places or kinds else (set(self.every), kinds)


def may_see(secret: Secret, who: Owner, players: int) -> bool | None:
    """Return whether a player may know something, with at most `players` players, or None if that is uncertain."""
    if secret.kind in ("chosen", "chance"):
        # A secret choice is kept where it is hidden, and what the rules do with it at once is for all to see. Chance makes a
        # secret when a hidden field keeps its result (`Disclosures.keep`).
        return True
    seen = secret.of.seen
    if seen == "all":
        return True
    if who is None:
        return False if seen == "nobody" and not secret.seers else None
    if who in secret.seers or ALL in secret.seers:
        return True
    if who == ALL:
        # With two players, everybody knows what one has shown the other.
        known = secret.seers | ({secret.who} if seen == "owner" else set())
        return len(known) >= players and not known & {None, ANY}
    if seen == "nobody":
        return False if None not in secret.seers else None
    if who == LOOKER and secret.who == ANY:
        # It may be their own.
        return None
    if secret.who is None or None in secret.seers or who[0] == "owner" or secret.who[0] == "owner":
        return None
    if seen == "others":
        return who != secret.who and secret.who != ANY
    if who == secret.who:
        return True
    return None if getattr(secret.of, "lookers", None) is not None else False


def is_secret(own: Field) -> bool:
    """Return whether some players see a field and others do not."""
    return own.place is None and bool(own.titles) and own.seen in ("owner", "others")


def is_untold(own: Field) -> bool:
    """Return whether a field is for the rules alone."""
    return own.place is None and not own.titles and own.seen == "all"
