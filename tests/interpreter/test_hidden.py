"""Check that facts a seat must not know make no difference to anything that it sees."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from tests.interpreter.exchanging import exchanged, hidden_pairs
from tests.interpreter.helpers import all_deals, asked, loaded, shown, some_matches, written

pytestmark = pytest.mark.usefixtures("shared_cache")

GAMES = Path(__file__).parents[1] / "games"
SINK = str(Path(__file__).parent / "rulebooks" / "kitchen-sink.rules")


# ---- hidden things exchanged in the position itself


def test_hidden_things_may_be_exchanged_unnoticed() -> None:
    tried: dict[str, int] = defaultdict(int)
    for game, match, chosen in some_matches(60, seed=5):
        for _ in range(12):
            if match.over:
                break
            for seat in range(match.players):
                pairs = hidden_pairs(match, seat)
                for one, other in chosen.sample(pairs, min(3, len(pairs))):
                    tried[game.name] += 1
                    assert shown(exchanged(match, one, other), seat) == shown(match, seat)
            match.choose_at_random()
    assert set(tried) >= {"la-planche", "walk-the-plank", "kuhn-poker", "kitchen-sink", "marks", "tops", "lookers"}
    assert sum(tried.values()) > 1000


# ---- other outcomes of chance, the same choices


def test_another_players_stone_or_card_is_not_to_be_seen() -> None:
    """Other secret draws before the same choices make no difference to players who must not know the secrets."""
    for reference, draws in (("la-planche", 4), (str(GAMES / "kuhn-poker.rules"), 3)):
        game = loaded(reference)
        for length in range(0, 12, 3):
            found: dict[tuple[int, str], set[str]] = defaultdict(set)
            for mine, others in permutations(range(draws), 2):
                match = game.start(2, chance="ask")
                match.choose(mine)
                match.choose(others - (others > mine))
                chosen = Random(length)
                for _ in range(length):
                    if not match.over:
                        match.choose(chosen.randrange(len(asked(match).options)))
                if not match.over:
                    # A seat can tell only its own stone or card apart.
                    found[0, str(mine)].add(str(shown(match, 0)))
                    found[1, str(others)].add(str(shown(match, 1)))
            assert all(len(views) == 1 for views in found.values())


# ---- secret choices


def test_a_secret_choice_is_not_to_be_seen_before_all_have_chosen() -> None:
    tried = 0
    for reference in ("walk-the-plank", str(GAMES / "goofspiel.rules"), SINK):
        game = loaded(reference)
        for seed in range(6):
            match = game.start(game.least_players, seed)
            first = asked(match).seat
            found: dict[int, set[str]] = defaultdict(set)
            for way in range(20):
                twin, chosen = match.copy(), Random(way)
                steps = 0
                while asked(twin).seat == first:
                    steps += 1
                    twin.choose(chosen.randrange(len(asked(twin).options)))
                second = asked(twin).seat
                assert second is not None
                for seat in range(match.players):
                    if seat != first:
                        found[seat].add(str(shown(twin, seat)))
                        tried += 1
            assert all(len(views) == 1 for views in found.values())
    assert tried > 300


def test_how_much_somebody_has_chosen_is_for_nobody_else() -> None:
    match = loaded("walk-the-plank").start(3, seed=1)
    before = [shown(match, seat) for seat in range(3)]
    first = asked(match).seat
    match.choose(0)
    assert asked(match).seat == first
    assert asked(match).picked == 1
    assert all(shown(match, seat) == before[seat] for seat in range(3) if seat != first)


# ---- rulebooks that tempt


PEEK = """game peek "Peek":
    players 2

cards sorts "Card": 1, in deck
place deck "Deck": bag, seen by nobody
place stack "Stack": pile, seen by nobody
card ace of sorts:
    copies 1
card king of sorts:
    copies 1
card queen of sorts:
    copies 1
card jack of sorts:
    copies 1

each player has:
    hand "Hand": place, seen by owner
    liked "Liked": sorts
each sorts has:
    bent "Bent": truth
"""


def peeks(tmp_path: Path, rules: str, deals: tuple[int, ...], seat: int = 0) -> set[str]:
    """Return the views of a seat after each order of dealing two cards to the other one."""
    game = written(tmp_path, PEEK + rules)
    return {str(shown(match, seat)) for _, match in all_deals(game, len(deals), forced="done")}


def test_neither_order_nor_key_of_the_options_tells_hidden_cards_apart(tmp_path: Path) -> None:
    assert (
        len(
            peeks(
                tmp_path,
                """
to play:
    draw 3 from deck to hand of seat 2
    choose taken in sorts in hand of seat 2 by seat 1
    move taken to hand of seat 1
""",
                (0, 1, 2),
            )
        )
        == 1
    )


def test_nor_among_cards_that_are_seen(tmp_path: Path) -> None:
    # One card is open and always known, and the others are all alike.
    found = peeks(
        tmp_path,
        """
place open "Open"
to play:
    draw 1 from deck to open
    draw 2 from deck to hand of seat 2
    choose taken in sorts in (open, hand of seat 2), other in sorts in hand of seat 2 by seat 1
    move taken to hand of seat 1
""",
        (0, 1, 2),
    )
    assert len(found) == 4


def test_the_place_in_a_hidden_pile_is_told_and_nothing_else(tmp_path: Path) -> None:
    found = peeks(
        tmp_path,
        """
to play:
    draw 3 from deck to stack
    choose taken in sorts in stack by seat 1
    move taken to hand of seat 1
""",
        (0, 1, 2),
    )
    assert len(found) == 1
    assert [f"'no-{place}@stack'" in next(iter(found)) for place in range(1, 5)] == [True, True, True, False]


def test_the_order_in_which_hidden_cards_move_together_tells_nothing(tmp_path: Path) -> None:
    found = peeks(
        tmp_path,
        """
to play:
    draw 1 from deck to hand of seat 1
    draw 2 from deck to hand of seat 2
    move sorts in (hand of seat 1, hand of seat 2) to stack
    choose go in 1 to 2
""",
        (0, 1, 2),
    )
    assert len(found) == 4
    assert (
        len(
            peeks(
                tmp_path,
                """
to play:
    draw 1 from deck to hand of seat 1
    draw 2 from deck to hand of seat 2
    remove sorts in (hand of seat 1, hand of seat 2)
    choose go in 1 to 2
""",
                (0, 1, 2),
            )
        )
        == 4
    )


@pytest.mark.parametrize(
    "line",
    [
        "set liked of seat 2 to first of sorts in hand of seat 2",
        "set bent of (sorts in hand of seat 2) to yes",
        'let own be first of sorts in hand of seat 2\n    let both be sorts in hand of seat 2\n    say "{own} and {both}"',
        "swap (first of sorts in hand of seat 2) with (first of sorts in deck)",
        "move sorts in hand of seat 2 to deck",
        "move first of sorts in hand of seat 2 to stack",
        "remove sorts in hand of seat 2",
    ],
)
def test_what_is_said_of_a_hidden_card_does_not_name_it(tmp_path: Path, line: str) -> None:
    assert (
        len(
            peeks(
                tmp_path,
                f"""
to play:
    draw 2 from deck to hand of seat 2
    {line}
    choose go in 1 to 2
""",
                (0, 1),
            )
        )
        == 1
    )


def test_a_choice_that_lapses_in_secret_is_told_to_nobody_else(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        PEEK
        + """
to play:
    draw 2 from deck to hand of seat 2
    draw 1 from deck to hand of seat 1
    together for each player in (seat 2, seat 1):
        choose known in sorts in hand of player where it is ace or player is seat 1
        move known to deck
""",
    )
    found: dict[int, set[str]] = defaultdict(set)
    lapses = 0
    for deal, match in all_deals(game, 3):
        if asked(match).seat == 1:
            match.choose(0)
        lapses += "Player 2: nothing to choose, no effect" in match.log(1)
        assert asked(match).seat == 0
        found[deal[2]].add(str(shown(match, 0)))
    assert lapses == 12
    assert [len(views) for views in found.values()] == [1, 1, 1, 1]


POCKETS = """
pieces coins "Coin": 3
each sorts has:
    pocket "Pocket": place
    pouch "Pouch": pile, seen by nobody
the table has:
    marked "Marked": space
to play:
    draw 2 from deck to hand of seat 2
    move first of coins to pocket of first of sorts in hand of seat 2
"""


@pytest.mark.parametrize(
    "lines",
    [
        "",
        "move coins to pouch of first of sorts in hand of seat 2",
        "move coins to pocket of last of sorts in hand of seat 2",
        "remove coins in pocket of first of sorts in hand of seat 2",
        "move last of coins to pouch of last of sorts in hand of seat 2\n    swap (first of coins) with (last of coins)",
        "shuffle pouch of first of sorts in hand of seat 2",
        "set marked to pocket of first of sorts in hand of seat 2",
        'let spot be pocket of first of sorts in hand of seat 2\n    say "Look into {spot}"',
        "choose spot in pocket of (sorts in hand of seat 2) by seat 1",
        "choose spot in pocket of (sorts in hand of seat 2), taken in coins by seat 1",
        "choose number in 1 to 2, spot in pocket of (sorts in hand of seat 2) by seat 1",
        "move last of coins to pocket of last of sorts in hand of seat 2\n    choose taken in coins by seat 1",
        "let spot be pocket of first of sorts in hand of seat 2\n"
        '    choose often in 1 to 2 asking "How often into {spot}?" by seat 1',
    ],
)
def test_the_places_of_a_hidden_card_do_not_name_it(tmp_path: Path, lines: str) -> None:
    found = peeks(tmp_path, f"{POCKETS}    {lines}\n    choose go in 1 to 2 by seat 1\n", (0, 1))
    assert len(found) == 1
    assert "something" in next(iter(found)) or "no. 1" in next(iter(found))


def test_they_name_it_to_who_sees_it(tmp_path: Path) -> None:
    found = peeks(tmp_path, f"{POCKETS}    choose go in 1 to 2 by seat 1\n", (0, 1), seat=1)
    assert sum("Coin → Pocket of ace" in one for one in found) == 6
    assert not any("something" in one for one in found)


@pytest.mark.parametrize(
    "picks",
    [
        "amount in 1 to 2, taken in sorts in hand of seat 2",
        "taken in sorts in hand of seat 2, amount in 1 to 2",
        "who in players, taken in sorts in hand of seat 2, other in sorts in hand of seat 2 where it is not taken",
        "taken in sorts in hand of seat 2, amount in (2, 1, 3)",
    ],
)
def test_the_order_of_what_is_chosen_with_a_hidden_card_tells_nothing(tmp_path: Path, picks: str) -> None:
    rules = f"""
to play:
    draw 3 from deck to hand of seat 2
    choose {picks} by seat 1
    choose go in 1 to 2
"""
    assert len(peeks(tmp_path, rules, (0, 1, 2))) == 1


def test_a_choice_that_lapsed_in_secret_does_not_part_what_is_told_together(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        PEEK
        + """
pieces coins "Coin": 2
place box "Box": bag
to play:
    draw 1 from deck to hand of seat 1
    draw 1 from deck to hand of seat 2
    move first of coins to box
    together for each player in (seat 2, seat 1):
        choose known in sorts in hand of player where it is ace or player is seat 1
        if player is seat 1:
            move last of coins to box
    choose go in 1 to 2 by seat 1
""",
    )
    found: dict[int, set[str]] = defaultdict(set)
    lapses = 0
    for mine, other in permutations(range(4), 2):
        match = game.start(2, chance="ask")
        match.choose(mine)
        match.choose(other - (other > mine))
        if asked(match).seat == 1:
            match.choose(0)
        match.choose(0)
        lapses += "Player 2: nothing to choose, no effect" in match.log(1)
        assert "Coin x2 → Box" in match.log(0)
        found[mine].add(str(shown(match, 0)))
    assert lapses == 9
    assert [len(views) for views in found.values()] == [1, 1, 1, 1]


TOKENS = """game tokens "Tokens":
    players 2

pieces tokens "Token": 3 for each player, on start
line path "Path":
    start "Start"
    goal "Goal"
    directions forward, back

each tokens has:
    trap "Trap": truth, seen by owner
    curse "Curse": truth, seen by nobody

to play:
    choose mine in tokens of seat 1 by seat 1
    set SIDE of mine to yes
    choose moved in tokens of seat 1 by seat CHOOSER
    move moved forward
    choose go in 1 to 2
"""


@pytest.mark.parametrize(
    ("side", "chooser", "counts"), [("trap", 1, {2}), ("trap", 2, {3}), ("curse", 1, {3}), ("curse", 2, {3})]
)
def test_a_hidden_side_neither_keeps_pieces_apart_nor_makes_them_one(
    tmp_path: Path, side: str, chooser: int, counts: set[int]
) -> None:
    game = written(tmp_path, TOKENS.replace("SIDE", side).replace("CHOOSER", str(chooser)))
    match = game.start(2, forced="ask")
    match.choose(0)
    assert asked(match).seat == chooser - 1
    assert {len(asked(match).options)} == counts
    for seed in range(20):
        other = game.start(2, seed)
        while not other.over:
            other.choose_at_random()
        assert other.result == game.playout(2, seed)
