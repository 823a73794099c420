"""The results of `explore`, for people and for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.dsl.messages.diagnostic import Diagnostic, visible
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.interpreter import Match
    from rulewright.interpreter.search.defects import Line
    from rulewright.interpreter.search.explore import Counts
    from rulewright.interpreter.search.game_value import GameValue, RandomPlay
    from rulewright.interpreter.search.path_counts import PlyCounts

MOST_SHOWN = 12
"""The most choices of a line of play that are shown to people."""
MOST_READ = 10**30
MOST_BITS = 13_000
"""The most bits of a number: most programs cannot read numbers with more digits."""

STOPPED = {
    "depth": "nothing beyond the depth was looked at",
    "limit": "it is larger than the limit; `--limit` may be more",
    "time": "the time was over; `--seconds` may be more",
    "memory": "the memory was used up; `--memory` may be more",
    "interrupted": "it was interrupted",
    "words": "one thing stands for all that may be said",
    "information": "there are more information states than the limit lets it count",
}
WHY_NOT = {
    "unfinished": Phrase("not-all-of-the-game-was-looked-at"),
    "words": Phrase("anything-may-be-said-in-it"),
    "limit-reached": Phrase("its-rules-reach-a-limit"),
    "comes-again": Phrase("best-play-where-a-position-comes-again-is-not-known"),
    "hidden-together": Phrase("hidden-choices-at-once-are-not-told-apart"),
    "many-with-secrets": Phrase("three-or-more-play-with-secrets"),
    "shared-with-secrets": Phrase("nobody-plays-against-anybody-with-secrets"),
    "too-many-histories": Phrase("there-are-too-many-ways-with-secrets"),
}
COUNTED_BY = {
    "scores": "in points",
    "margins": "in points more than the others have on average",
    "wins": "1 for a win, -1 for a loss",
    "success": "1 if it is won, -1 if not",
}
ENDLESS = "without end: a position can come again"


@frozen
class LineStep:
    """One choice of a line of play; seat -1 is chance."""

    seat: int
    key: str
    label: str
    player: str


def steps_of(start: Match, line: Line) -> list[LineStep]:
    """Return the steps of a line of play, in words."""
    from rulewright.interpreter import PlayError
    from rulewright.interpreter.search.game_state import SAID as WORDS

    match = start.copy()
    steps: list[LineStep] = []
    for place in line:
        decision = match.decision
        assert decision is not None
        seat, player = (-1, "chance") if decision.seat is None else (decision.seat, match.player_name(decision.seat))
        way: int | str = place
        if place == len(decision.options):
            steps.append(LineStep(seat, WORDS, WORDS, player))
            way = WORDS
        else:
            option = decision.options[place]
            steps.append(LineStep(seat, option.key, option.label, player))
        try:
            match.choose(way)
        except PlayError:
            break
    return steps


def as_text(steps: Sequence[LineStep]) -> str:
    """Return a line of play for people."""
    if not steps:
        return "at the beginning"
    shown = "; ".join(f"{step.player}: {step.label}" for step in steps[:MOST_SHOWN])
    more = f"; and {len(steps) - MOST_SHOWN} more" if len(steps) > MOST_SHOWN else ""
    return visible(shown + more)


def recorded(steps: Sequence[LineStep]) -> list[dict[str, Any]]:
    """Return a line of play for programs; chance has no seat."""
    return [{"seat": None if step.seat < 0 else step.seat, "key": step.key} for step in steps]


def count_text(count: int) -> str:
    """Return a count for people, rounded if it is very large."""
    return str(count) if count < MOST_READ else f"about 10^{round(math.log10(count))}"


def recorded_count(count: int | None) -> int | None:
    """Return a count for programs, or None if it has too many digits."""
    return None if count is None or count.bit_length() > MOST_BITS else count


def number_text(number: Fraction | float) -> str:
    """Return a number for people, exact if it is a fraction of reasonable length."""
    if isinstance(number, Fraction) and number.denominator.bit_length() > MOST_BITS:
        number = float(number)
    # Do not print a minus before zero.
    return f"{round(number, 5) + 0.0:.5f}" if isinstance(number, float) else str(number)


@frozen(kw_only=True)
class ExploreResults:
    counts: Counts
    shortest: int | None
    longest: int | None
    stopped: Sequence[str]
    names: Sequence[str]
    """The names of the players."""
    plies: Sequence[PlyCounts] | None = None
    circle: tuple[Sequence[LineStep], Sequence[LineStep]] | None = None
    """The line of play to a position that can come again, and from there back to it."""
    dead_end: tuple[Sequence[LineStep], int] | None = None
    """The line of play to a position without a way out, and the number of such positions."""
    breaks: tuple[Sequence[LineStep], int, Diagnostic] | None = None
    """The line of play to a limit of the engine, the number of such lines, and what happened."""
    value: GameValue | None = None
    random_play: RandomPlay | None = None
    counted_by: str = ""
    best: Sequence[tuple[Sequence[LineStep], Sequence[LineStep]]] = ()
    """For each first decision, the line of play that leads to it, and the best moves."""
    listening: bool = True
    """Whether information states were counted."""

    def as_data(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "decisions": recorded_count(self.counts.decisions),
            "endings": recorded_count(self.counts.endings),
            "positions": self.counts.positions,
            "information_states": recorded_count(self.counts.information_states),
            "complete": self.counts.complete,
            "stopped": list(self.stopped),
            "shortest": self.shortest,
            "longest": self.longest,
            "comes_again": None if self.circle is None else {"line": recorded(self.circle[0]), "again": recorded(self.circle[1])},
            "dead_end": None if self.dead_end is None else {"line": recorded(self.dead_end[0]), "positions": self.dead_end[1]},
            "limit_reached": None
            if self.breaks is None
            else {
                "line": recorded(self.breaks[0]),
                "positions": self.breaks[1],
                "name": self.breaks[2].name,
                "message": str(self.breaks[2].message),
            },
        }
        if self.plies is not None:
            data["plies"] = [
                {name: recorded_count(getattr(ply, name)) for name in ("paths", "decisions", "endings")} for ply in self.plies
            ]
        if self.value is not None:
            data["value"] = self.value_data(self.value)
            played = self.random_play
            data["random_play"] = (
                None if played is None else {name: list(map(number_text, getattr(played, name))) for name in ("wins", "worth")}
            )
        return data

    def value_data(self, value: GameValue) -> dict[str, Any]:
        """Return the value of the game for programs; exact numbers are texts such as `-1/18`."""
        worth = None
        if value.worth is not None:
            worth = [one if isinstance(one, float) else number_text(one) for one in value.worth]
        return {
            "counted_by": self.counted_by,
            "worth": worth,
            "exact": value.exact,
            "why_not": value.why_not or None,
            "low": None if value.bounds is None else value.bounds.low,
            "high": None if value.bounds is None else value.bounds.high,
            "rounds": None if value.bounds is None else value.bounds.rounds,
            "only": value.best is None or value.best.only,
            "best_first_moves": [
                {"after": recorded(there), "seat": moves[0].seat, "moves": [move.key for move in moves]}
                for there, moves in self.best
            ],
        }

    def lines(self) -> Iterator[str]:
        if self.plies is not None:
            yield from self.ply_lines(self.plies)
        else:
            yield from self.count_lines()
        if self.value is not None:
            yield from self.value_lines(self.value)
        yield from self.trouble_lines()
        if self.counts.decisions is None:
            yield "Paths are counted up to a depth: try `--depth 10`."
        # With `--perft`, everybody knows that there are more plies.
        reasons = [reason for reason in self.stopped if self.plies is None or reason != "depth"]
        if reasons:
            yield f"This is not all: {', and '.join(STOPPED[reason] for reason in reasons)}."

    def count_lines(self) -> Iterator[str]:
        counts = self.counts
        for title, number in (
            ("decisions", counts.decisions),
            ("endings", counts.endings),
            ("positions", counts.positions),
            *([("information states", counts.information_states)] if self.listening else []),
        ):
            unknown = ENDLESS if counts.decisions is None else "too many to count"
            yield f"{title:<20}{unknown if number is None else count_text(number)}"
        if self.shortest is not None:
            yield f"{'shortest game':<20}{choices(self.shortest)}"
            yield f"{'longest game':<20}{ENDLESS if self.longest is None else choices(self.longest)}"

    def ply_lines(self, plies: Sequence[PlyCounts]) -> Iterator[str]:
        yield f"{'choices':<9}{'ways':>16}{'decisions':>16}{'endings':>16}"
        for number, ply in enumerate(plies):
            ways, decisions, endings = map(count_text, (ply.paths, ply.decisions, ply.endings))
            yield f"{number:<9}{ways:>16}{decisions:>16}{endings:>16}"
        yield f"{'positions':<25}{self.counts.positions:>48}".rstrip()

    def value_lines(self, value: GameValue) -> Iterator[str]:
        """Yield the lines on the value of the game."""
        if value.worth is None:
            yield f"Nobody can say what it is worth: {WHY_NOT[value.why_not]}."
        else:
            yield f"{'value':<20}{self.by_seat(value.worth)} ({COUNTED_BY[self.counted_by]})"
        if value.bounds is not None:
            low, high = value.bounds.low, value.bounds.high
            yield f"{'':<20}for {self.names[0]} between {low:.6f} and {high:.6f}, after {value.bounds.rounds} rounds"
        if value.best is not None and not value.best.only:
            yield f"{'':<20}it may be worth something else, where somebody has several moves that are best for them"
        for there, moves in self.best[:MOST_SHOWN]:
            after = f" ({as_text(there)})" if there else ""
            best = visible(", ".join(move.label for move in moves))
            yield f"{'best first moves':<20}{visible(moves[0].player)}{after}: {best}"
        if len(self.best) > MOST_SHOWN:
            yield f"{'':<20}and {len(self.best) - MOST_SHOWN} more, by what falls first: see `--json`"
        if self.random_play is not None:
            shares = ((name, share) for name, share in zip(self.names, self.random_play.wins, strict=True))
            wins = ", ".join(f"{name} wins {number_text(share)} ({100 * float(share):.2f} %)" for name, share in shares)
            yield f"{'at random':<20}{visible(wins)}"
            yield f"{'':<20}worth {self.by_seat(self.random_play.worth)}"

    def by_seat(self, worth: Sequence[Fraction | float]) -> str:
        """Return a value for each player, by name."""
        return visible(", ".join(f"{name}: {number_text(number)}" for name, number in zip(self.names, worth, strict=True)))

    def trouble_lines(self) -> Iterator[str]:
        if self.circle is not None:
            there, again = self.circle
            yield f"A position can come again. The nearest: {as_text(there)}. And from there, again and again: {as_text(again)}."
        if self.dead_end is not None:
            there, positions = self.dead_end
            lead = "1 position leads" if positions == 1 else f"{positions} positions lead"
            yield f"{lead} to no end, whatever is done. The nearest: {as_text(there)}."
        if self.breaks is not None:
            there, positions, _ = self.breaks
            times = "once" if positions == 1 else f"in {positions} places"
            yield f"The rules come to a limit of the engine {times}. The nearest: {as_text(there)}."


def choices(number: int) -> str:
    """Return `1 choice` or `9 choices`."""
    return f"{number} choice{'' if number == 1 else 's'}"
