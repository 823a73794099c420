"""Find problems with supplies.

These are kinds that never come into play, cards that nobody performs, decks that run out or are never shuffled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Field, Rule, Space
from rulewright.dsl.checked.effects import MovedThings, effects_of
from rulewright.dsl.checked.walk import Part, descendants, everything_in
from rulewright.dsl.lint.endless_loops import Loop, end_conditions
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.lint.whereabouts import LocationAnalysis, Place
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.text.source import Span


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    yield from _never_placed(rulebook)
    yield from _never_dealt(rulebook)
    yield from _never_filled(rulebook)
    yield from _never_performed(rulebook)
    yield from _runs_out(rulebook)
    yield from _never_shuffled(rulebook)


def _never_placed(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find kinds that start nowhere, and that no rule brings in."""
    told: set[str] = set()
    anywhere = {things.type.name for part in rulebook.parts for things in _moved(part)}
    for game in rulebook.games:
        waiting = {name: kind for name, kind in game.kinds.items() if kind.start is None and name not in told}
        if not waiting:
            continue
        parts = list(descendants(*(body for _, body in everything_in(game))))
        named = {part.kind.name for part in parts if isinstance(part, checked.KindSet)}
        named |= {part.type.name for part in parts if isinstance(part, checked.CardConst)}
        brought: set[str] = set()
        for part in parts:
            for things in _moved(part):
                if rulebook.places.may_wait(things):
                    brought.add(things.type.name)
        for name, kind in waiting.items():
            shown = name not in anywhere and rulebook.mentions[name] > 1
            if (name in named or shown) and name not in brought and "" not in brought:
                told.add(name)
                yield warning("never-placed", Phrase("no-ever-come-into-play-they-start", name=name), kind.span)
            elif "player" in kind.groups and name in brought:
                seats = _seats(name, [one for part in parts for one in _moved(part) if rulebook.places.may_wait(one)])
                left = [seat + 1 for seat in range(game.least_players) if seats and seat not in seats]
                if left:
                    told.add(name)
                    yield warning("never-placed", Phrase("no-of-seat-ever-come-into-play", name=name, left=left[0]), kind.span)


def _seats(kind: str, moved: list[Expression]) -> set[int]:
    """Return the seats whose things of a kind are moved in, if the rules name single seats; nothing if it may be all."""
    seats: set[int] = set()
    for things in moved:
        if things.type.name == kind:
            whose = [part.target for part in descendants(things) if isinstance(part, checked.KindSet) and part.kind.name == kind]
            if not whose or not all(isinstance(one, checked.Const) for one in whose):
                return set()
            seats |= {one.value for one in whose if isinstance(one, checked.Const)}
    return seats


def _never_dealt(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find kinds in places that nobody sees, if no rule mentions the kind or the place."""
    named: set[str] = set()
    spoken_of: set[str] = set()
    for part in rulebook.parts:
        match part:
            case checked.KindSet(kind=kind):
                named.add(kind.name)
            case checked.CardConst(card=card):
                named.add(card.kind.name)
            case checked.SpaceRef(space=space) | checked.SeriesRef(space=space):
                spoken_of.add(space.name)
            case checked.FieldRef(field=field):
                spoken_of.add(field.name)
                named.add(field.of.name if field.of is not None else "")
    told: set[str] = set()
    for game in rulebook.games:
        for name, kind in game.kinds.items():
            match kind.start:
                case checked.SpaceRef(space=checked.Space(board=None) as place) | checked.FieldRef(field=place):
                    # Visible things may be there to be looked at.
                    if place.seen == "nobody" and name not in named | told and place.name not in spoken_of:
                        told.add(name)
                        yield warning(
                            "unused-name", Phrase("no-rule-speaks-of-nor-of-where", name=name, place=place.name), kind.span
                        )


def _never_filled(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find places that are only filled from places that are themselves empty."""
    places = rulebook.places
    looked: dict[Place, Span] = {}
    for part in rulebook.parts:
        source = part.source if isinstance(part, checked.Draw) else None
        for place in (*_looked(part), *((source,) if source is not None else ())):
            for one in places.places_of(place) or ():
                looked.setdefault(one, place.span)
    empty = [
        (place, what)
        for place, what in _declared(rulebook).items()
        if place in looked and place in places.targets and not places.kinds_in(place)
    ]
    if empty:
        # If one place is empty, so are those that are filled from it.
        place, what = empty[0]
        names = [one.name for _, one in empty]
        yield warning(
            "never-filled",
            Phrase("nothing-ever-comes-into-what-is-moved", names=WordList.quoted(names, "and")),
            what.span,
            related=[(looked[place], Phrase("looked-into-here"))],
        )


def _declared(rulebook: LintedRulebook) -> dict[Place, Space | Field]:
    """Return the places off all boards."""
    found: dict[Place, Space | Field] = {}
    for game in rulebook.games:
        found |= {("place", space.name): space for space in game.places.values()}
        found |= {("field", field.name): field for field in game.fields if field.place is not None}
    return found


def _moved(part: Part) -> tuple[Expression, ...]:
    """Return the things that are put elsewhere, wherever they were, even out of play."""
    return tuple(one.things for one in _moves(part) if one.things is not None and one.way in ("to", "exchanged"))


def _moves(part: Part) -> tuple[MovedThings, ...]:
    return effects_of(part).moves if isinstance(part, checked.Stmt) else ()


def _never_performed(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find cards with effects, of kinds that no rule performs."""
    performed: set[str] = set()
    named: set[str] = set()
    for perform in rulebook.all(checked.Perform):
        if isinstance(perform.card, checked.CardConst):
            named.add(perform.card.card.name)
        else:
            performed.add(perform.card.type.name)
    told: set[str] = set()
    for game in rulebook.games:
        for card in game.cards.values():
            kind = card.kind.name
            if card.perform is None or not card.perform.body or card.name in named or kind in told:
                continue
            if kind not in performed and "" not in performed:
                told.add(kind)
                yield warning("never-performed", Phrase("no-rule-performs-so-what-their-cards", kind=kind), card.span)


def _runs_out(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find places that are drawn from again and again, never refilled, and never checked."""
    places = rulebook.places
    told: set[Place] = set()
    for game in rulebook.games[:1]:
        for loop in _loops(game.play):
            body = list(rulebook.call_graph.within(loop.condition, loop.body))
            # Refilling a hand takes what is left; drawing a number of cards expects that many.
            drawn = [part for part in body if isinstance(part, checked.Draw) and rulebook.ranges.interval(part.amount)[0] >= 1]
            if not drawn:
                continue
            filled: set[Place] = set()
            asked: set[Place] = set()
            unknown = False
            for part in body:
                for move in _moves(part):
                    found = None if move.to is None else places.places_of(move.to)
                    unknown = unknown or (move.to is not None and found is None)
                    filled |= found or set()
                for looked in _looked(part):
                    asked |= places.places_of(looked) or set()
            ending = rulebook.call_graph.within(*end_conditions(loop))
            emptied = {place for part in ending for one in _looked(part) for place in places.places_of(one) or ()}
            for draw in drawn:
                if emptied & (places.places_of(draw.to) or set()):
                    # The loop ends when the things drawn have been used, some time after the last draw.
                    continue
                for place in places.places_of(draw.source) or ():
                    if unknown or place in filled | asked | told or place[0] == "boards":
                        continue
                    told.add(place)
                    yield warning(
                        "runs-out",
                        Phrase("runs-out-it-is-drawn-from-again", place=place[1]),
                        draw.span,
                        related=[(loop.span, Phrase("again-and-again"))],
                    )


def _loops(play: Rule) -> Iterator[Loop]:
    """Yield the outermost loops of a game that run for an unknown number of times."""
    seen: set[str] = set()
    pending: list[checked.Stmt] = list(play.body)
    while pending:
        one = pending.pop()
        if isinstance(one, Loop):
            yield one
        elif isinstance(one, checked.Call):
            if one.rule.name not in seen:
                seen.add(one.rule.name)
                pending += one.rule.body
        else:
            pending += _lines_in(one)


def _lines_in(one: checked.Stmt) -> Iterable[checked.Stmt]:
    match one:
        case checked.If(branches=branches, otherwise=otherwise):
            return [line for lines in (*(lines for _, lines in branches), otherwise) for line in lines]
        case checked.ForEach(body=body):
            return body
    return ()


def _looked(part: Part) -> tuple[Expression, ...]:
    """Return the places that an expression looks into: to count or list the contents, or to check for any."""
    match part:
        case checked.Operation(operator="on" | "inside" | "outside", operands=(_, place)) if place.type.kind == "space":
            return (place,)
    return ()


def _never_shuffled(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find piles that nobody sees and rules draw from, but never shuffle."""
    places = rulebook.places
    drawn: dict[Place, Span] = {}
    for draw in rulebook.all(checked.Draw):
        for place in places.places_of(draw.source) or ():
            drawn.setdefault(place, draw.span)
    for move in rulebook.all(checked.Move):
        source = _top_of(move.things, places)
        if source is not None:
            drawn.setdefault(source, move.span)
    shuffles = [act.operands[0] for act in rulebook.all(checked.Act) if act.action.orders and act.action.by_chance]
    shuffled = {place for pile in shuffles for place in places.places_of(pile) or ()}
    mixed = any(places.places_of(pile) is None for pile in shuffles)
    filled = {place for one in rulebook.all(checked.Move) if one.things.type.many for place in places.places_of(one.to) or ()}
    declared = _declared(rulebook)
    for game in rulebook.games:
        for kind in game.kinds.values():
            filled |= (places.places_of(kind.start) or set()) if kind.start is not None else set()
    for key, at in drawn.items():
        what = declared.get(key)
        if what is None or what.seen != "nobody" or key in shuffled or mixed or key not in filled:
            continue
        if (what.kind if isinstance(what, Space) else what.place) == "pile":
            yield warning(
                "never-shuffled",
                Phrase("nobody-shuffles-its-cards-come-in-the", what=what.name),
                what.span,
                related=[(at, Phrase("taken-from-it-here"))],
            )


def _top_of(things: Expression, places: LocationAnalysis) -> Place | None:
    """Return the place whose top is an expression."""
    if isinstance(things, checked.LocalRef):
        ways = places.given.sources_of(places.given.of_local(things.local))
        if len(ways) == 1 and ways[0].how == "is" and ways[0].value is not None:
            things = ways[0].value
    match things:
        case checked.Operation(operator="last" | "first", operands=(checked.Operation(operator="on", operands=(_, place)),)):
            found = places.places_of(place)
            return next(iter(found)) if found and len(found) == 1 else None
    return None
