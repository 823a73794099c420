"""A position in which something that a seat does not know is another: exchanged things, fields that hold something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from rulewright.dsl import checked
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.text.source import Span
from rulewright.interpreter import Game, Match
from rulewright.interpreter.match.program import NewForms, Program
from rulewright.interpreter.passes.visibility import fields_seen_by_all
from rulewright.interpreter.position.log_entries import MoveEntry, RemovalEntry, ShowEntry, SwapEntry
from rulewright.interpreter.position.position import FORCED
from rulewright.interpreter.position.world import World
from rulewright.interpreter.views import journal
from tests.interpreter.helpers import shown


def exchanged(match: Match, one: int, other: int) -> Match:
    """Return the position, and all that led to it, with two things each in the other's place."""
    twin = match.copy()
    new = {one: other, other: one}

    def swapped(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(swapped, value))
        return new.get(value, value) if type(value) is int else value

    def entry(old: tuple[Any, ...]) -> tuple[Any, ...]:
        if old[0] == "chose" and isinstance(old[3], tuple):
            types = match.program.form.asks[old[2]].told_types
            parts = [swapped(part) if kind.kind == "thing" else part for part, kind in zip(old[3], types, strict=True)]
            return (*old[:3], tuple(parts), old[4])
        if old[0] == "told" and old[1].public:
            return (*old[:2], swapped(old[2]), *old[3:])
        return (old[0], swapped(old[1]), *old[2:]) if old[0] in ("move", "away", "shown", "each") else old

    program = match.program
    at = match.position.at
    twin.position.at[:] = [at[new.get(thing, thing)] for thing in range(len(at) - 1)] + [-1]
    twin.position.on[:] = [[new.get(thing, thing) for thing in lying] for lying in match.position.on]
    for own, old, values in zip(program.layout.fields, match.position.fields, twin.position.fields):
        if own.type.kind == "thing":
            values[:] = map(swapped, old)
        if own.public:
            # Values that all see on them stay where they were.
            values[:] = [old[new.get(thing, thing)] for thing in range(len(old))]
    for own in program.world.game.fields:
        if own.of is None and own.assigned and own.type.kind == "thing":
            slot = program.layout.slots[own]
            twin.position.table[slot] = swapped(twin.position.table[slot])
    twin.position.log = journal.linked(entry(one) for one in journal.packed(match.position.log))
    number, seat, options = match.position.asked
    if all(kind.kind == "thing" for kind in program.form.asks[number].types):
        # The rules list things by their numbers, or as they lie.
        plain = [option for option in options if option is not None]
        listed = [swapped(option) for option in plain]
        if plain == sorted(plain):
            listed.sort()
        twin.position.pending = (number, seat, (*listed, *([None] if options[-1] is None else [])))
    return twin


def hidden_pairs(match: Match, seat: int) -> list[tuple[int, int]]:
    """Pairs of things of a kind that differ, that the seat does not see now, and has not seen so far."""
    layout, words, at = match.program.layout, match.words, match.program.sight.of_things(match.position.parts)
    seen: set[int] = set()
    for entry in journal.entries(match.position.log):
        match entry:
            case MoveEntry() | RemovalEntry() if any(space >= 0 and words.sees(seat, space) for space in entry.places_seen):
                seen.add(entry.thing)
            case SwapEntry():
                seen.update((entry.one, entry.other))
            case ShowEntry() if seat in entry.seats:
                seen.update(entry.things)
    alike, things = layout.alike(), match.program.world.things
    fields = [own for own in layout.fields if own.of is not None and own.of.kind == "thing" and not own.public]
    prints = fields_seen_by_all(layout) or [()] * len(things)
    hidden = [
        thing
        for thing in range(len(things))
        if thing not in seen
        and not words.sees(seat, at[thing])
        and all(match.position.field(layout.fields.index(own))[thing] == layout.blank(own.type) for own in fields)
    ]
    return [
        (one, other)
        for one, other in combinations(hidden, 2)
        if alike[one] != alike[other]
        and things[one].kind is things[other].kind
        and things[one].owner == things[other].owner
        and prints[one] == prints[other]
    ]


def altered(match: Match, seat: int) -> Iterator[Match]:
    """Yield the position with another value in a field that the seat does not see."""
    layout, world = match.program.layout, match.program.world
    for place, own in enumerate(layout.fields):
        if own.seen in ("all", "others") or not own.titles or own.of != checked.PLAYER or own.place is not None:
            continue
        if own.type.many or own.type.kind not in ("number", "truth", "value"):
            continue
        for whose in range(match.players):
            if own.seen == "nobody" or (whose != seat and own.lookers is None):
                twin = match.copy()
                most = {"truth": 2, "number": 10**6}.get(own.type.kind) or len(world.game.values[own.type.name].names)
                values = twin.position.field(place)
                values[whose] = (values[whose] + 1) % most
                yield twin


@cache
def traced(game: Game, players: int) -> Program:
    """Return a game that can say which lines have been carried out."""
    return Program(NewForms(World(game.checked, players, game.values), traced=True), players, game.values)


def noticed(game: Game, seed: int, steps: int, pairs: int = 2, skipped: int = 0) -> Iterator[tuple[int, str]]:
    """Yield which seats notice, after a choice, that something hidden from them is different, and what they notice.

    Anything that is said to be open is left out, and so are the first choices.
    """
    open_lines = openly(game.checked)
    players = game.least_players + seed % (game.most_players - game.least_players + 1)
    program = traced(game, players)
    match, chosen = Match(game, program, seed, FORCED, "en"), Random(seed)
    match.begin()
    for step in range(skipped + steps):
        if match.over:
            return
        number, _, options = match.position.asked
        plain = [place for place, option in enumerate(options) if option is not None or len(options) == 1]
        place = chosen.choice(plain) if match.program.asks[number].kind != "words" else -1
        if place < 0:
            return
        after = match.copy()
        program.reached()
        after.take(place)
        carried = program.reached()
        # Picks of a set are where nothing is exchanged.
        several = match.program.asks[number].kind == "many"
        for seat in [] if several or step < skipped else range(match.players):
            twins: list[tuple[Match, tuple[int, int] | None]] = [(twin, None) for twin in altered(match, seat)]
            found = hidden_pairs(match, seat)
            for two in chosen.sample(found, min(pairs, len(found))):
                if not holds(options[place], two, match, number):
                    twins.append((exchanged(match, *two), two))
            for twin, pair in twins:
                others = twin.position.options
                if options[place] not in others:
                    continue
                program.reached()
                twin.take(others.index(options[place]))
                if any(span in open_lines for span in carried | program.reached()):
                    continue
                if pair is not None and not all(pair in hidden_pairs(one, seat) for one in (after, twin)):
                    continue
                one, other = shown(after, seat), shown(twin, seat)
                if one != other:
                    yield seat, difference(one, other)
        match = after


def holds(option: Any, pair: Sequence[int], match: Match, number: int) -> bool:
    """Return whether an option is about one of two things."""
    types = match.program.form.asks[number].types
    parts = option if isinstance(option, tuple) else (option,)
    return any(kind.kind == "thing" and part in pair for part, kind in zip(parts, types))


def difference(one: Any, other: Any) -> str:
    """Return the first thing that is not the same."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        return next((difference(first, second) for first, second in zip(one, other) if first != second), "")
    if isinstance(one, dict) and isinstance(other, dict):
        return next((f"{key}: {difference(one[key], other.get(key))}" for key in one if one[key] != other.get(key)), "")
    if isinstance(one, list) and isinstance(other, list):
        return f"{[part for part in one if part not in other]} rather than {[part for part in other if part not in one]}"
    return f"{one!r} rather than {other!r}"


def openly(game: checked.Game) -> set[Span]:
    """Return the lines, and the rules and defines, in which something may become known to everybody."""
    opened = set(game.openly)
    defines: set[checked.Define] = set()
    found: set[Span] = set()

    def speaks(*roots: object) -> bool:
        return any(
            part in opened or (isinstance(part, checked.DefineCall) and part.define in defines) for part in descendants(*roots)
        )

    before = -1
    while before < len(defines):
        before = len(defines)
        for define in game.defines.values():
            if speaks(define.value, tuple((change.value, change.condition) for change in define.changes)):
                defines.add(define)
    for rule in every_rule(game):
        if speaks(rule.needs, tuple(ban.condition for ban in rule.forbids)):
            found.add(rule.span)
            found.update(part.span for part in descendants(rule.body) if isinstance(part, checked.Stmt))
        for hook in (*rule.before, *rule.instead, *rule.after):
            if speaks(hook.condition):
                found.update(part.span for part in descendants(rule.body, hook.rule.body) if isinstance(part, checked.Stmt))
        for part in descendants(rule.body):
            if isinstance(part, checked.Stmt) and speaks(part):
                found.add(part.span)
    return found


def every_rule(game: checked.Game) -> Iterator[checked.Rule]:
    """Rules, what cards do, and standing rules."""
    performed = [card.perform for card in game.cards.values() if card.perform is not None]
    for rule in (*game.rules.values(), game.performing, *performed):
        yield rule
        yield from (hook.rule for hook in (*rule.before, *rule.instead, *rule.after))
