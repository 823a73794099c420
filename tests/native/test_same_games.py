"""Check that every game is the same in C as in Python, at every decision: places of things, questions, and keys."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Game, Match
from rulewright.interpreter.native import build
from rulewright.interpreter.native.flat_memory import PositionCodec
from rulewright.interpreter.native.library import ENDED, NativePosition
from rulewright.interpreter.native.native_game import outcome
from rulewright.interpreter.position.chance import word_of
from rulewright.interpreter.position.position import BUDGET, DECISIONS
from rulewright.interpreter.search.game_state import comparable_views
from tests.interpreter.helpers import ROOT, SMALL, loaded, reopened, some_ways, written
from tests.native.games import native
from tests.native.handmade import QUICK

pytestmark = [
    pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine"),
    pytest.mark.usefixtures("shared_cache"),
]
OTHERS = [str(path) for folder in ("docs/games", "rulebooks/variants") for path in sorted((ROOT / folder).glob("*.rules"))]
FILES = (
    *map(str, SMALL),
    *map(str, sorted((ROOT / "tests" / "cases" / "play").glob("*.rules"))),
    str(ROOT / "tests" / "cases" / "check" / "good" / "everything.rules"),
)
LEFT = 2
"""The most games that may be left to Python, because something between two choices costs very much."""
KEPT_FIRST = 12
"""Each game is saved once and resumed, at one of this many of its first decisions."""
LONGEST = 120
"""Decisions after which a game has been looked at enough."""


class Twins:
    """A match in Python and a position in C, taken on side by side."""

    def __init__(self, game: Game, players: int, flags: tuple[str, ...] = QUICK) -> None:
        self.game = game
        self.players = players
        self.flat, self.library = native(game, players, flags)
        self.keys: dict[Any, Any] = {}
        self.digests: dict[Any, Any] = {}
        self.sights: dict[Any, Any] = {}
        self.looks: dict[Any, Any] = {}
        self.moves: dict[Any, Any] = {}
        self.codes: dict[Any, Any] = {}

    def same(self, match: Match, position: NativePosition, other: NativePosition) -> None:
        """Both are the same, and C makes the same of it when it comes from Python."""
        found, right = self.flat.decode(position), match.position.copy()
        right.log = None
        # A match counts its decisions by itself; and what is paid in a game without any does not matter.
        for slot in (DECISIONS,) if match.steps else (BUDGET, DECISIONS):
            right.table[slot] = found.table[slot]
        assert found.parts == right.parts
        assert len(found.stack) == len(right.stack)
        for one, two in zip(found.stack, right.stack):
            # A slot that no rule reads again is None in C's.
            assert one == [None if value is None else same for value, same in zip(one, two, strict=True)]
        self.flat.encode(match.position, other)
        assert other.canonical() == position.canonical()
        # Positions that are equal for Python are equal for C, and no others.
        key, digest = (match.position.asks, match.key()), (match.position.asks, position.key())
        assert self.keys.setdefault(key, digest) == digest
        assert self.digests.setdefault(digest, key) == key

    def looked_at(self, match: Match, position: NativePosition) -> None:
        """Check that the search in C takes the same positions and options for equal as in Python."""
        assert position.outlooks() == match.outlook
        twin, other = match.copy(), position.copy()
        found, (count, seat, look, codes) = comparable_views(match.program).look(twin), other.look()
        assert self.flat.decode(other).random == twin.position.random
        if found is None:
            assert count == 0
            return
        assert (count, seat) == (len(found[1]), found[0])
        sight = found[2]
        assert self.sights.setdefault(sight, look) == look
        assert self.looks.setdefault(look, sight) == sight
        asked = twin.position.question
        for move, code in zip(found[1], codes, strict=True):
            assert self.moves.setdefault((asked, move), code) == code
            assert self.codes.setdefault((asked, code), move) == move

    def play(self, seed: int, chance: str, rng: Random, forced: str = "done") -> None:
        """One game by choices at random."""
        match = self.game.start(players=self.players, seed=seed, chance=chance, forced=forced)
        position, other = NativePosition(self.library), NativePosition(self.library)
        count = position.start(word_of(seed), match.position.asks)
        if count < 0:
            self.flat.encode(match.position, position)
            count = position.count
        kept = rng.randrange(KEPT_FIRST)
        for number in range(LONGEST):
            if number == kept:
                match = self.reopened(match, position)
            self.same(match, position, other)
            self.looked_at(match, position)
            if match.over:
                assert count == 0
                return
            assert count == max(1, len(match.position.options))
            place = rng.randrange(count)
            if match.position.options:
                match.take(place)
                count = position.choose(place)
            else:
                match.say("Ahoy!")
                count = position.choose_text(self.flat.texts.number("Ahoy!"))
            # C leaves a position that is too much for it as it was, and Python goes on.
            if count < 0 or rng.random() < 0.3:
                position, other = other, position
                self.flat.encode(match.position, position)
                count = position.count

    def reopened(self, match: Match, position: NativePosition) -> Match:
        """Return the match, saved and resumed; a position in C can also be saved, and gives the same save."""
        held = Match(self.game, match.program, match.seed, match.position.asks, "en")
        held.position = self.flat.decode(position)
        held.whole = True
        again = self.game.resume(held.save())
        assert again.key() == match.key()
        assert again.position.random == match.position.random
        return reopened(match)

    def playouts(self, games: int) -> int:
        """Play whole games at random; return how many of them were left to Python."""
        ended, left = self.library.opened.playouts(True, games, 0), 0
        straight = self.game.program(self.players).playouts.straight
        for seed in range(games):
            found = outcome(ended, seed, self.players)
            if found is None:
                left += 1
            else:
                assert found == straight.playout(seed), seed
        return left


@pytest.mark.parametrize("reference", [*bundled_games(), *FILES, *OTHERS], ids=lambda reference: Path(reference).stem)
@pytest.mark.sample(24)
def test_every_game(reference: str) -> None:
    game = loaded(reference)
    for players in sorted({game.least_players, game.most_players}):
        twins, rng = Twins(game, players), Random(players)
        for seed in range(2 if reference in bundled_games() else 1):
            for chance in ("seed", "ask"):
                twins.play(seed, chance, rng)
        twins.play(players, "seed", rng, forced="ask")
        assert twins.playouts(30 if reference in bundled_games() else 10) <= LEFT


@pytest.mark.parametrize("reference", [*some_ways()], ids=lambda reference: Path(reference).stem)
@pytest.mark.sample(10)
def test_variants_and_options(reference: str) -> None:
    ways = [way for way in some_ways()[reference] if way[1] or way[2]]
    for number, (_, variants, options) in enumerate(ways[:: max(1, len(ways) // 2)]):
        game = loaded(reference, variants, options)
        players = game.least_players + number % (game.most_players - game.least_players + 1)
        twins = Twins(game, players)
        twins.play(number, "seed", Random(number))
        twins.play(number, "ask", Random(number))
        assert twins.playouts(15) <= LEFT


def test_the_largest_board_is_played_to_the_end_in_native_code() -> None:
    """Go on nineteen lines keeps sets of all 361 points and the positions that there have been."""
    twins = Twins(loaded("go", (), (("size", 19),)), 2)
    ended = twins.library.opened.playouts(True, 20, 0)
    assert list(ended.ends[:20]) == [ENDED] * 20
    assert min(ended.decisions[:20]) > 100
    twins.play(5, "seed", Random(5))


def test_any_seed() -> None:
    twins = Twins(loaded(str(ROOT / "tests" / "games" / "nim.rules")), 2)
    for seed in (-1, 2**63, 2**64 - 1, 2**64, 2**200, -(2**70)):
        twins.play(seed, "seed", Random(0))
    assert isinstance(twins.flat, PositionCodec)


def test_what_is_picked_out_of_a_pile_keeps_its_order(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        """game order "Order":
    players 2
values suit "Suit": sun "Sun", moon "Moon"
place urn "Urn": bag
place stock "Stock": pile, seen by nobody
place heap "Heap": pile
pieces gems "Gem": 2 for each suit, in urn
cards deals "Deal": 3 for each suit, in stock
each player has:
    hand "Hand": place, seen by owner
    score "Points": number
to setup:
    shuffle stock
to play:
    repeat 4 times:
        draw 1 from urn to heap
        draw 1 from stock to heap
        choose:
            look "Look" if any (deals on heap):
                add count of ((deals on heap) as long as suit of it is moon) to score of seat 1
            wait "Wait":
                stop
    game over, winners (seat 1)
""",
    )
    twins = Twins(game, 2)
    for seed in range(10):
        twins.play(seed, "seed", Random(seed))


def test_names_in_a_function_hide_none_that_it_speaks_of(tmp_path: Path) -> None:
    tried = " and ".join(f"turns is {number} after (go {number})" for number in range(40))
    game = written(
        tmp_path,
        f"""game named "Named":
    players 2
grid lawn "Lawn": 5 by 4
each lawn has:
    mark "Mark": number
the table has:
    turns "Turns": number
each player has:
    score "Points": number
define rowed of cell in lawn, one in number, other in number: (
    count of longest line through cell of (lawn where mark of it is other or mark of it is one))
define fine: {tried}
to play:
    for each cell in lawn:
        set mark of cell to (column of cell + 2 * row of cell) mod 4
    repeat 3 times:
        choose cell in lawn, one in 0 to 3
        add rowed of (cell, one, (one + 1) mod 4) to score of seat 1
        if fine:
            add 1 to score of seat 2
    game over, winners players with most score of it
to go many in number:
    set turns to many
""",
    )
    twins = Twins(game, 2)
    for seed in range(10):
        twins.play(seed, "seed", Random(seed))
