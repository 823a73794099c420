"""List everything that is measured: games, opponents, and the result to be reached with a second a move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

from attrs import frozen

from benchmarks.players import cribbage, gin, holdem
from benchmarks.players.equilibrium import Exploitability
from benchmarks.players.push_or_fold import BLINDS, PushOrFold
from benchmarks.strength import backgammon, bridge, chess_and_go, connect_four, draughts, open_spiel, own
from benchmarks.strength.contest import Contest, Played, game_of, nothing_else
from benchmarks.strength.engines import missing
from benchmarks.strength.gin_bot import OpenSpielGin
from benchmarks.strength.hearts import Hearts
from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Match

MONEY: Mapping[str, int | str] = {"match-length": 1, "with-cube": False}
HAND: Mapping[str, int | str] = {"limit": 10, "queen-breaks": True}
HANDS: Mapping[str, int | str] = {"most-hands": 20, "doubled-every": 0}
PARTNERS = ((0, 2),)


class Measured(Protocol):
    """The thing that a row measures, one unit at a time."""

    def play(self, row: str, name: str, number: int) -> Played:
        """Measure the unit with a number for a player of ours."""


@frozen(kw_only=True)
class Row:
    """A row of the table."""

    game: str
    against: str
    reach: str
    what: Measured
    units: int = 100
    short: int = 4
    """How many units the short version measures."""
    missing: Callable[[], str] = lambda: ""
    """Return how to install what the row needs; empty if it is there."""

    @property
    def key(self) -> str:
        """The name of the row in files."""
        return f"{self.game}: {self.against}"


def points_won(match: Match, seats: Sequence[int]) -> dict[str, float]:
    """Return how many more points our seats have than the others, for each of ours."""
    scores = match.scores or (0,) * match.players
    ours = sum(scores[seat] for seat in seats)
    return {"points won": (2 * ours - sum(scores)) / len(seats)}


def blinds_won(match: Match, seats: Sequence[int]) -> dict[str, float]:
    """Return how many big blinds a player of two has won."""
    stacks = [int(one.value or 0) for who in match.view(None).players for one in who.fields if one.name == "stack"]
    return {"blinds won": (stacks[seats[0]] - stacks[1 - seats[0]]) / 2 / int(match.game.options["big-blind"].value)}


def length(match: Match, seats: Sequence[int]) -> dict[str, float]:
    """Return how many turns a game took, by its headings."""
    turns = sum(line.startswith("Turn ") for line in match.log(None))
    return {"turns": turns, "within 60 turns": turns <= 60}


def bundled() -> Iterator[Row]:
    """Yield rows for all bundled games, with each number of players, against random ones and against less thinking."""
    for reference in bundled_games():
        game = game_of(reference)
        for players in range(max(2, game.least_players), game.most_players + 1):
            sides = PARTNERS if reference == "contract-bridge" or (reference, players) == ("cribbage", 4) else ()
            for against, opponent in (("`random`", own.named("random")), ("a quarter of its thinking", own.with_a_quarter)):
                yield Row(
                    game=f"{reference.replace('-', ' ')}, {players} players",
                    against=against,
                    reach="",
                    what=Contest(reference=reference, players=players, sides=sides, opponent=opponent),
                    short=0,
                )


ROWS: Sequence[Row] = [
    Row(
        game="connect four",
        against="OpenSpiel MCTS, equal time",
        reach="60 %",
        what=Contest(reference="connect-four", opponent=open_spiel.searching(open_spiel.CONNECT_FOUR)),
        missing=open_spiel.missing,
    ),
    Row(
        game="connect four",
        against="perfect play, moving first",
        reach="100 %",
        what=Contest(reference="connect-four", sides=((0,),), swapped=False, opponent=connect_four.Perfect),
        missing=connect_four.missing,
    ),
    Row(
        game="breakthrough",
        against="OpenSpiel MCTS, equal time",
        reach="65 %",
        what=Contest(reference="breakthrough", opponent=open_spiel.searching(open_spiel.BREAKTHROUGH)),
        missing=open_spiel.missing,
    ),
    Row(
        game="go 9x9",
        against="OpenSpiel MCTS, equal time",
        reach="65 %",
        what=Contest(reference="go", opponent=open_spiel.searching(open_spiel.GO)),
        missing=open_spiel.missing,
    ),
    Row(
        game="hearts, one hand",
        against="OpenSpiel IS-MCTS, equal time",
        reach="65 %",
        what=Contest(reference="hearts", players=4, options=HAND, opponent=Hearts),
        short=12,
        missing=open_spiel.missing,
    ),
    Row(
        game="backgammon, one game",
        against="OpenSpiel MCTS, equal time",
        reach="65 %",
        what=Contest(reference="backgammon", options=MONEY, opponent=backgammon.Mcts, figures=points_won),
        missing=open_spiel.missing,
    ),
    Row(
        game="backgammon, one game",
        against="gnubg without look-ahead",
        reach="40 %, and at most 0.4 points lost",
        what=Contest(reference="backgammon", options=MONEY, opponent=backgammon.Gnubg, figures=points_won),
        missing=partial(missing, "gnubg"),
    ),
    *(
        Row(
            game="go 9x9",
            against=f"GNU Go, level {level}",
            reach=reach,
            what=Contest(reference="go", opponent=partial(chess_and_go.GnuGo, level=level)),
            missing=partial(missing, "gnugo"),
        )
        for level, reach in ((1, "60 %"), (10, "30 %"))
    ),
    Row(
        game="chess",
        against="GNU Chess, depth 1",
        reach="60 %",
        what=Contest(reference="chess", opponent=chess_and_go.uci(["gnuchess", "--uci"], "depth 1")),
        missing=partial(missing, "gnuchess"),
    ),
    Row(
        game="chess",
        against="Fairy-Max, depth 1",
        reach="60 %",
        what=Contest(reference="chess", opponent=chess_and_go.fairymax),
        missing=partial(missing, "fairymax"),
    ),
    Row(
        game="chess",
        against="Stockfish, skill 0, 10 ms",
        reach="30 %",
        what=Contest(
            reference="chess", opponent=chess_and_go.uci(["stockfish"], "movetime 10", "setoption name Skill Level value 0")
        ),
        missing=partial(missing, "stockfish"),
    ),
    Row(
        game="draughts",
        against="OpenSpiel MCTS, equal time",
        reach="",
        what=Contest(reference="english-draughts", opponent=open_spiel.searching(open_spiel.DRAUGHTS)),
        missing=open_spiel.missing,
    ),
    Row(
        game="draughts",
        against=f"rapid-draughts, depth {draughts.DEPTH}",
        reach="",
        what=Contest(reference="english-draughts", opponent=draughts.RapidDraughts),
        missing=draughts.missing,
    ),
    Row(
        game="nine men's morris",
        against="OpenSpiel MCTS, equal time",
        reach="",
        what=Contest(reference="nine-mens-morris", opponent=open_spiel.searching(open_spiel.MORRIS)),
        missing=open_spiel.missing,
    ),
    Row(
        game="contract bridge, bidding",
        against="double dummy",
        reach="within 2 tricks, no slam without the tricks for it",
        what=bridge.Auctions(),
        short=8,
        missing=bridge.missing,
    ),
    Row(
        game="contract bridge, one deal",
        against="equal bidding, then always the lowest card",
        reach="",
        what=Contest(
            reference="contract-bridge",
            players=4,
            options={"deals": 1},
            sides=PARTNERS,
            opponent=bridge.FollowLow,
            figures=points_won,
        ),
    ),
    *(
        Row(
            game="hold'em for two, 20 hands",
            against=against,
            reach="beaten beyond chance",
            what=Contest(reference="texas-hold-em", options=HANDS, opponent=opponent, figures=blinds_won),
            units=400,
        )
        for against, opponent in (("always calls", holdem.AlwaysCall), ("pot odds", holdem.PotOdds), ("tight", holdem.Tight))
    ),
    *(
        Row(
            game=game,
            against="best response",
            reach=reach,
            what=Exploitability(reference=reference, samples=samples, options=options),
            units=1,
            short=short,
        )
        for game, reference, reach, samples, options, short in (
            ("Kuhn poker", "kuhn-poker", "0.01", 1000, {}, 1),
            ("Leduc poker", "leduc-poker", "0.05", 50, {}, 0),
            ("liar's dice, three faces", "liars-dice", "0.02", 200, {"wild": True}, 0),
        )
    ),
    Row(
        game=f"hold'em for two, {BLINDS} blinds",
        against="best response in push-or-fold",
        reach="0.1 blinds lost a hand",
        what=PushOrFold(samples=2),
        units=1,
        short=0,
    ),
    Row(
        game="cribbage for two",
        against="a beginner's book",
        reach="55 %",
        what=Contest(reference="cribbage", opponent=cribbage.Cribbage),
        short=2,
    ),
    Row(
        game="gin rummy",
        against="fewest points, and knock at once",
        reach="55 %",
        what=Contest(reference="gin-rummy", opponent=gin.Gin, figures=points_won),
        short=2,
    ),
    Row(
        game="gin rummy",
        against="OpenSpiel's simple bot",
        reach="55 %",
        what=Contest(reference="gin-rummy", opponent=OpenSpielGin, figures=points_won),
        short=2,
        missing=open_spiel.missing,
    ),
    *(
        Row(
            game=f"{game.replace('-', ' ')}, {players} players",
            against=f"`search` as of {own.BASELINE}, for as long",
            reach="65 %",
            what=Contest(
                reference=game,
                players=players,
                opponent=own.earlier,
                figures=length if game == "battle-of-thieves" else nothing_else,
            ),
            short=2,
            missing=own.missing,
        )
        for game, players in (("walk-the-plank", 4), ("la-planche", 3), ("rette-sich-wer-kann", 4), ("battle-of-thieves", 2))
    ),
    *bundled(),
]
