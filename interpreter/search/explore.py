"""Exact counts of a game's tree.

The tree of even a small game has far more paths than positions. Paths to an end are therefore added up from the ends
backwards: each position is looked at once, and what was counted behind it is remembered by its key. The walk keeps a
stack of its own, so that no game is too long for it.

A depth makes how far it is still to go a part of what is remembered. Without a depth, a position that can be reached
from itself has endlessly many paths behind it; then positions are counted, and paths are not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.interpreter.search.bots import WORDS

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Game, Match

DEFAULT_LIMIT = 1_000_000
"""How many positions are looked at, those of chance included."""


@frozen(kw_only=True)
class Counts:
    """What there is in a game's tree."""

    decisions: int | None
    """Distinct paths to a point where a player decides; None if there are endlessly many."""
    endings: int | None
    """Distinct paths to an end, outcomes of chance and the order of choices included; None as above."""
    positions: int
    """Distinct positions in which a player decides or the game is over."""
    information_states: int
    """Distinct things that a player who decides can know of the position and the decision."""
    complete: bool
    """Whether nothing was left out for the depth, the limit, or because it cannot be listed."""


@define
class _Frame:
    """A position on the way down: which way is next, and the paths counted so far behind it."""

    key: Hashable
    match: Match
    ways: Sequence[int | str]
    left: int | None
    decisions: int
    endings: int = 0
    next: int = 0


@define
class _Walk:
    """One exploration."""

    limit: int
    deep: bool
    behind: dict[Hashable, tuple[int, int]] = field(factory=dict)
    """Paths behind a position that was walked to its end: to decisions, its own included, and to ends."""
    under_way: set[Hashable] = field(factory=set)
    positions: set[Hashable] = field(factory=set)
    seen: set[bytes] = field(factory=set)
    complete: bool = True
    endless: bool = False

    def enter(self, match: Match, left: int | None) -> _Frame | tuple[int, int]:
        """Look at a position: a frame if it has to be walked through, or the paths behind it."""
        position = match.key()
        key = (position, left) if self.deep else position
        if key in self.behind:
            return self.behind[key]
        if key in self.under_way:
            self.endless = True
            return 0, 0
        decision = match.decision
        decides = decision is not None and decision.seat is not None
        if len(self.behind) + len(self.under_way) >= self.limit:
            self.complete = False
            return 0, 0
        if position not in self.positions and (decides or match.over):
            self.positions.add(position)
            if decision is not None and decision.seat is not None:
                self.seen.add(known(match, decision))
        if match.over or decision is None:
            self.behind[key] = (0, 1)
            return 0, 1
        if left == 0:
            self.complete = False
            return int(decides), 0
        ways: Sequence[int | str] = range(len(decision.options))
        if decision.kind == "words":
            # One thing that may be said stands for all of them.
            ways = (*ways, WORDS)
            self.complete = False
        self.under_way.add(key)
        return _Frame(key, match, ways, left, int(decides))

    def walk(self, start: Match, depth: int | None) -> tuple[int, int]:
        """The paths behind a position."""
        entered = self.enter(start, depth)
        if not isinstance(entered, _Frame):
            return entered
        stack = [entered]
        while True:
            frame = stack[-1]
            if frame.next < len(frame.ways):
                way = frame.ways[frame.next]
                frame.next += 1
                # The last one may have the position itself: nobody needs it afterwards.
                following = frame.match if frame.next == len(frame.ways) else frame.match.copy()
                following.choose(way)
                entered = self.enter(following, None if frame.left is None else frame.left - 1)
                if isinstance(entered, _Frame):
                    stack.append(entered)
                else:
                    frame.decisions += entered[0]
                    frame.endings += entered[1]
                continue
            stack.pop()
            found = (frame.decisions, frame.endings)
            self.behind[frame.key] = found
            self.under_way.discard(frame.key)
            if not stack:
                return found
            stack[-1].decisions += found[0]
            stack[-1].endings += found[1]


def explore(game: Game, players: int | None = None, depth: int | None = None, limit: int = DEFAULT_LIMIT) -> Counts:
    """Count everything that can happen, at most `depth` choices deep, and at most so many positions."""
    walk = _Walk(limit=limit, deep=depth is not None)
    decisions, endings = walk.walk(game.start(players, chance="ask"), depth)
    return Counts(
        decisions=None if walk.endless else decisions,
        endings=None if walk.endless else endings,
        positions=len(walk.positions),
        information_states=len(walk.seen),
        complete=walk.complete and not walk.endless,
    )


def known(match: Match, decision: Decision) -> bytes:
    """A digest of all that the deciding seat knows: what it sees, and what it is asked."""
    options = [(option.key, option.label) for option in decision.options]
    text = repr((decision.seat, match.view(decision.seat).as_data(), decision.prompt, options))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
