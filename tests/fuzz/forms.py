"""The forms of one game against each other, at every decision of games at random: what each has where, and what it asks."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from attrs import evolve

from rulewright.interpreter import Game, Match, PlayError
from rulewright.interpreter.native.straight import StraightGame
from rulewright.interpreter.passes.joint_blocks import joint_choices
from rulewright.interpreter.position.chance import draw_below
from rulewright.interpreter.position.runtime import GameTooLong, LimitReached
from rulewright.interpreter.program.nodes import Cell
from tests.interpreter.helpers import reopened

LONGEST, MOST_OFFERED = 60, 200_000
"""Decisions, and options in all of them, after which a game has been looked at enough."""
MOST_PASSED = 300
"""How often somebody who can only pass is asked in a game."""
LOOKED_AT = 0.05
"""At how many decisions all is looked at that anybody may ask for: for every seat that takes longer than to play on."""
KEPT, KEPT_FIRST = 0.03, 6
"""How often the game is saved and resumed, and among how many first decisions it certainly is once."""
BY_ITSELF = 0.2
"""How many games are played by a match as well that does not stop where there is nothing to choose."""
OWN = 2
"""How many numbers of the table are the forms' own: the budget, and the decisions so far."""
ANSWERED = re.compile(r"\bn \+= ([^;\n]+)")
"""Where the straight form counts answers, and how many; a menu counts in a line with more behind it."""
Seen = tuple[Any, ...]


class Difference(AssertionError):
    """Two forms are not one game."""


class Enough(Exception):
    """The game has been looked at long enough."""


def compare(what: str, one: Any, other: Any) -> None:
    """Check that both are the same, or say where they differ."""
    if one != other:
        raise Difference(f"{what}: {parted(one, other)}")


def parted(one: Any, other: Any) -> str:
    """Return the first place where two values are not the same."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for number, (left, right) in enumerate(zip(one, other)):
            if left != right:
                return f"[{number}]{parted(left, right)}"
    return f" {str(one)[:200]} is not {str(other)[:200]}"


class Watched:
    """The straight form of a game, which tells at each decision where it is."""

    def __init__(self, game: Game, players: int) -> None:
        program = game.program(players)
        form = program.forms.playouts()
        source = ANSWERED.sub(r"\g<0>; looked(z, \1)", form.source)
        # The code of a form shows in a trace under a name that begins with `<`.
        watched = evolve(form, code=compile(source, "<watched>", "exec"))
        names = program.namespace(watched, program.straight_purse)
        names["looked"] = self.look
        self.layout, self.keys = program.layout, program.keys
        lowered = program.forms.lowered()
        self.patient = form.patient
        self.together = joint_choices(lowered.blocks)
        # A set whose order nobody sees is put into order by the form that compares positions, and by no other.
        self.unseen = [one for one in lowered.unseen if isinstance(one, Cell)]
        self.seen: list[Seen] = []
        self.straight = StraightGame(watched, players, program.straight_purse, names)

    def look(self, state: int, count: int) -> None:
        """Note where everything is, before some answers; nobody can see what chance does between them."""
        if count:
            held = self.held()
            self.seen += [(state, held), *[(None, held)] * (count - 1)]
        if len(self.seen) >= LONGEST:
            raise Enough

    def held(self) -> list[Any]:
        """Return the lists as they are now, in the order that a position has them in."""
        names = self.straight.names
        return self.tidy([names[name] for name in self.layout.initial()])

    def tidy(self, lists: list[Any]) -> list[Any]:
        """Return the lists of a position without parts of one form; things outside piles are sorted."""
        table, at, on, *fields = lists
        parts = [table[:], *(values[:] for values in fields)]
        for cell in self.unseen:
            if cell.kind == "one":
                parts[0][cell.place] = sorted(table[cell.place])
            else:
                parts[1 + cell.place] = [sorted(members) for members in parts[1 + cell.place]]
        lying = [list(things) if pile else sorted(things) for things, pile in zip(on, self.keys.is_pile)]
        return [parts[0][OWN:], at[:], lying, *parts[1:]]

    def game(self, seed: int) -> tuple[list[Seen], object]:
        """One game: what was seen at each answer, and how it ended, with how many decisions."""
        self.seen = []
        try:
            winners, (decisions, _) = self.straight.playout(seed)
        except Enough:
            return self.seen[:LONGEST], None
        except (LimitReached, GameTooLong, RecursionError) as error:
            return self.seen, ending_of(error)
        return self.seen, (winners, decisions)

    def is_open(self, match: Match) -> bool:
        """Return whether nobody has chosen yet of those who choose together.

        The straight form does at once what nobody can see.
        """
        frame = match.position.top
        return not any(frame[one.rows] for one in self.together[frame.block])


def ending_of(error: BaseException) -> str:
    """Return the kind of limit that a game has met."""
    if isinstance(error, PlayError):
        return error.diagnostic.name
    if isinstance(error, LimitReached):
        return error.name
    return "endless-loop" if isinstance(error, GameTooLong) else "endless-calls"


def look_at(match: Match) -> None:
    """Everything that anybody may ask of a match."""
    for seat in (None, *range(match.players)):
        match.view(seat).as_data()
        match.log(seat)
    decision = match.decision
    if decision is not None:
        str(decision.prompt)
        compare("keys of options", len({option.key for option in decision.options}), len(decision.options))
    compare("a copy", match.copy().key(), match.key())


def onwards(match: Match) -> Match:
    """Return the match after a choice at random."""
    match.choose_at_random()
    return match


def going_on(step: Callable[[], Match]) -> Match | None:
    """Return a match one step on, or None at a limit: one that stops on the way must also reach it."""
    try:
        return step()
    except PlayError:
        return None


def same_in_python(game: Game, players: int, seed: int, chance: Random) -> int:
    """Play one seed in both Python forms, and in blocks that stop at forced choices; return how many answers there were."""
    watched = Watched(game, players)
    seen, winners = watched.game(seed)
    number = decisions = 0
    ended: object = None
    try:
        match = game.start(players, seed, forced="ask")
        by_itself, limited = None, False
        if chance.random() < BY_ITSELF:
            by_itself = going_on(partial(game.start, players, seed))
            limited = by_itself is None
        passed = offered = 0
        kept = 1 + chance.randrange(KEPT_FIRST)
        while not match.over and number < LONGEST:
            offered += match.count
            if offered > MOST_OFFERED:
                # Choices of ten thousands, one after the other, and saves of all of them: that is as much work as it looks.
                return number
            if match.position.options == (None,):
                # The straight form does not ask a player who can only pass; a match that stops there may do so for ever.
                passed += 1
                if passed > MOST_PASSED:
                    return number
                match.choose_at_random()
                continue
            compare(f"decisions of seed {seed}, at least", len(seen) > number, True)
            state, lists = seen[number]
            number += 1
            where = f"decision {number} of seed {seed}, straight and stepping"
            # Some choices are counted before the draw, and some after it; a forced choice draws nothing.
            forced, before = match.forced, match.position.random
            after = before if forced else draw_below(before, match.count)[0]
            compare(f"chance at {where}", state in (None, before, after), True)
            if watched.is_open(match):
                compare(where, lists, watched.tidy(match.position.lists))
            if chance.random() < LOOKED_AT:
                look_at(match)
            if number == kept or chance.random() < KEPT:
                match = reopened(match)
            if by_itself is not None and number == kept:
                by_itself = reopened(by_itself)
            if by_itself is not None and not forced:
                compare(f"{where}, stopping or not", by_itself.key(), match.key())
                by_itself = going_on(partial(onwards, by_itself))
                limited = by_itself is None
            match.choose_at_random()
            decisions += not forced
        if number < LONGEST and match.result is not None:
            ended = match.result.winners, match.result.decisions
            compare(f"decisions of seed {seed}, counted", match.result.decisions, decisions)
            compare(f"a limit of seed {seed} that only one comes to who does not stop", limited, False)
            if by_itself is not None:
                compare(f"the end of seed {seed}, stopping or not", by_itself.result, match.result)
    except PlayError as error:
        ended = ending_of(error)
    if "endless-loop" in (winners, ended) and watched.patient:
        # Where estimates are too high to decide alone, the clock decides, and each form looks at it when it comes by.
        return number
    compare(f"answers of seed {seed}", len(seen), number)
    compare(f"the end of seed {seed}", winners, ended)
    return number
