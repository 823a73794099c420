"""An act on several things is told in an order that says nothing: small games of each kind of act, dealt in all ways."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.interpreter import Game, Match
from rulewright.interpreter.views import journal
from tests.interpreter.helpers import all_deals, asked, shown, some_matches, written

pytestmark = pytest.mark.usefixtures("shared_cache")

HANDS = """game hands "Hands":
    players 3

values rank "Rank": 1 to 5
die coin-flip "Flip": 1 to 2
place deck "Deck": bag, seen by nobody
place stack "Stack": pile, seen by nobody
place cellar "Cellar": place, seen by nobody, uncounted
place tray "Tray"
cards deals "Card", each "{rank}": 1 for each rank, in deck
pieces chips "Chip": 9, in tray
each player has:
    hand "Hand": place, seen by owner
    shelf "Shelf": pile, seen by nobody
    score "Points": number
each deals has:
    mark "Mark": number, seen by all, always
    bent "Bent": number
    flipped "Flipped": coin-flip, seen by all, always
    turned "Turned": coin-flip
"""
DEALT = """
to play:
    for each player in players:
        draw 1 from deck to hand of player
"""
RANKS = range(1, 6)


def dealt(game: Game) -> Iterator[tuple[tuple[int, ...], list[Match]]]:
    """Deal one of five cards to each of three seats in all ways, and give all that chance may make of it after that."""
    for deal in ((one, two, three) for one in RANKS for two in RANKS for three in RANKS if len({one, two, three}) == 3):
        match = game.start(3, chance="ask", forced="ask")
        for rank in deal:
            names = [option.label.split(" ")[0] for option in asked(match).options]
            match.choose(names.index(str(rank)))
        yield deal, list(to_the_next_question(match))


def to_the_next_question(match: Match) -> Iterator[Match]:
    """Yield all that chance may make of a match until somebody is asked."""
    if match.decision is None or match.decision.seat is not None:
        yield match
        return
    for number in range(len(match.decision.options)):
        other = match.copy()
        other.choose(number)
        yield from to_the_next_question(other)


def read(match: Match, seat: int | None) -> str:
    """Return all that a seat reads and sees, and what it remembers; of an onlooker, the log and the tale."""
    told = [act.lines for act in match.tale(seat)]
    return str((told, match.log(seat)) if seat is None else (told, shown(match, seat), match.information(seat)))


LINES = {
    "hands to the left": "move deals in hand of players to hand of left of owner of space of it",
    "to a hidden pile": "move deals in hand of players to stack",
    "under a hidden pile": "move deals in hand of players under stack",
    "to hidden piles": "move deals in hand of players to shelf of owner of space of it",
    "where nobody counts": "move deals in hand of players to cellar",
    "out of play": "remove deals in hand of players",
    "a mark": "set mark of (deals in hand of players) to 1",
    "a mark with a reason": 'add 1 to mark of (deals in hand of players) for "being held"',
    "a mark that goes down": "set mark of (deals in hand of players) to 2\n    count down mark of (deals in hand of players)",
    "a field": "set bent of (deals in hand of players) to 1",
    "dice upon things": "roll turned of deals in hand of players",
    "dice that all see": "roll flipped of deals in hand of players",
    "shown to one": "show deals in hand of players to seat 1",
    "said": 'let all-held be deals in hand of players\n    say "{all-held}"',
    "one by one": "for each one in deals in hand of players:\n        move one to stack",
    "one by one, with dice": "for each one in deals in hand of players:\n"
    "        roll coin-flip as fallen\n        move one to shelf of owner of space of one",
    "one by one, and something in the open": "for each one in deals in hand of players:\n"
    "        move first of chips in tray to hand of owner of space of one\n        set bent of one to 1",
    "one by one, said": 'for each one in deals in hand of players:\n        say "Look at {one}"\n        move one to cellar',
    "one by one, by a rule": "for each one in deals in hand of players:\n        hide one, owner of space of one",
    "a loop in a loop": "for each player in players:\n        for each one in deals in hand of players:\n"
    "            set mark of one to number of player\n    for each one in deals in hand of players:\n"
    "        for each chip in first 2 of chips in tray:\n            move chip to hand of owner of space of one",
    "points": "for each one in deals in hand of players:\n        add 2 to score of owner of space of one",
    "while there are any": "while any deals in hand of players:\n        move first of deals in hand of players to stack",
}
RULE = """
to hide one in deals, someone in player:
    move one to shelf of someone
    add 1 to score of someone
    say "{someone} hides {one}"
"""


@pytest.mark.parametrize("seat", [2, None])
@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
@pytest.mark.sample(15)
def test_where_a_line_stands_does_not_say_which_card_it_is_about(tmp_path: Path, lines: str, seat: int | None) -> None:
    game = written(tmp_path, f"{HANDS}{DEALT}    {lines}\n    choose go in 1 to 2 by seat 3\n{RULE}")
    # The third knows its own card, and the one that the second hands on to it.
    known = {None: (), 2: (2, 1) if "left of" in lines else (2,)}[seat]
    found: dict[tuple[int, ...], set[str]] = defaultdict(set)
    for deal, matches in dealt(game):
        found[tuple(deal[one] for one in known)].add(str(sorted(read(match, seat) for match in matches)))

    assert {len(views) for views in found.values()} == {1}
    if known:
        assert len(set.union(*found.values())) == len(found)


def test_a_choice_of_several_names_those_that_one_sees_first(tmp_path: Path) -> None:
    lines = "choose those as 3 of deals in hand of players by seat 1\n    add 1 to score of seat 1\n"
    game = written(tmp_path, f"{HANDS}{DEALT}    {lines}    choose go in 1 to 2 by seat 3\n")
    found: dict[int, set[str]] = defaultdict(set)
    for deal, (match,) in dealt(game):
        while asked(match).seat == 0:
            match.choose(0)
        found[deal[2]].add(str((match.log(2), match.tale(2)[-1].lines)))
        assert f"Player 1 chooses {deal[2]}, Card x2" in match.log(2)
    assert {len(views) for views in found.values()} == {1}


def test_what_is_picked_in_order_is_told_in_that_order(tmp_path: Path) -> None:
    lines = "choose those as 2 of deals in tray, ordered by seat 1\n    add 1 to score of seat 1\n"
    lines = f"    move deals in deck to tray\n    {lines}    choose go in 1 to 2 by seat 3\n"
    game = written(tmp_path, f"{HANDS}\nto play:\n{lines}")
    match = game.start(3, 1)
    for label in ("4 on Tray", "2 on Tray"):
        match.choose([option.label for option in asked(match).options].index(label))
    assert any(line.startswith("Player 1 chooses 4 on Tray, 2 on Tray") for line in match.log(2))


ALIKE = """game alike "Alike":
    players 3

values rank "Rank": 1 to 2
place tray "Tray"
cards deals "Card", each "{rank}": 2 for each rank
each player has:
    hand "Hand": place, seen by owner
    table-of "Table": place
to play:
    move ONE of (deals of item 1 of rank) to hand of seat 1
    move OTHER of (deals of item 1 of rank) to hand of seat 2
    LINES
    choose go in 1 to 2 by seat 3
"""


@pytest.mark.parametrize(
    "lines",
    [
        "move deals in hand of players to tray",
        "move deals in hand of players to table-of of owner of space of it",
        "for each one in deals in hand of players:\n        move one to table-of of owner of space of one",
        "move deals in hand of players to table-of of owner of space of it\n    move deals in table-of of players to tray",
        "move deals in hand of players to table-of of owner of space of it\n"
        "    for each one in deals in table-of of players:\n        move one to tray",
    ],
)
def test_which_of_two_alike_cards_somebody_had_is_not_told(tmp_path: Path, lines: str) -> None:
    both = ("first", "last")
    texts = [ALIKE.replace("ONE", one).replace("OTHER", other).replace("LINES", lines) for one, other in (both, both[::-1])]
    first, second = (written(tmp_path, text).start(3, 1) for text in texts)
    for seat in (0, 2, None):
        assert read(first, seat) == read(second, seat), seat


STORY = """game story "Story":
    players 2

values rank "Rank": 1 to 4
place deck "Deck": bag, seen by nobody
cards deals "Card", each "{rank}": 1 for each rank, in deck
each player has:
    hand "Hand": place, seen by owner
    score "Points": number
to play:
    draw 2 from deck to hand of seat 1
    for each one in deals in hand of players:
        add 1 to score of seat 2
        move one to deck
    choose go in 1 to 2 by seat 2
"""


def test_the_last_line_about_something_says_what_is_so_now(tmp_path: Path) -> None:
    log = written(tmp_path, STORY).start(2, 1).log(1)
    assert [line for line in log if "Points" in line] == ["Player 2, Points: 1", "Player 2, Points: 2"]


TOPPED = """game topped "Topped":
    players 2

values hue "Hue": red "Red", blue "Blue", green "Green", grey "Grey"
place sack "Sack": bag, seen by nobody
place shown "Shown": pile, top seen by all
cards deals "Card", each "{hue} card": 1 for each hue, in sack
each player has:
    hand "Hand": place, seen by owner
    spent "Spent": pile, top seen by all
    chest "Chest": place, seen by nobody
    score "Points": number
to play:
    draw 3 from sack to hand of seat 2
    LINES
    choose go in 1 to 2 by seat 1
"""


@pytest.mark.parametrize(
    ("lines", "known"),
    [
        ("move deals in hand of seat 2 to shown", {2}),
        ("move deals in hand of seat 2 under shown", {0}),
        ("move deals in hand of seat 2 to spent of owner of space of it", {2}),
        ("for each one in deals in hand of seat 2:\n        move one to shown", {2}),
        ("for each one in deals in hand of seat 2:\n        move one to shown\n        add 1 to score of seat 2", {0, 1, 2}),
        ("move deals in hand of seat 2 to chest of seat 2\n    draw 3 from chest of seat 2 to shown", {0}),
        ("move deals in hand of seat 2 to shown\n    move deals in shown to chest of seat 2", {2}),
        ("move deals in hand of seat 2 to shown\n    draw 2 from shown to chest of seat 2", {0, 2}),
        ("move deals in hand of seat 2 to shown\n    remove deals in shown", {2}),
    ],
)
def test_of_what_comes_on_a_pile_in_one_act_only_the_top_is_told(tmp_path: Path, lines: str, known: set[int]) -> None:
    """The three cards in order of declaration: which of them all have seen, on top of a pile."""
    game = written(tmp_path, TOPPED.replace("LINES", lines))
    found: dict[tuple[int, ...], set[str]] = defaultdict(set)
    for deal, match in all_deals(game, 3):
        lying = sorted(deal)
        found[tuple(lying[place] for place in sorted(known))].add(read(match, 0))
    assert {len(views) for views in found.values()} == {1}


Entries = list[tuple[Any, ...]]


def mixed(match: Match, seat: int, parts: list[Entries], wheres: list[int], chosen: Random) -> tuple[Entries, int]:
    """Parts of an act in another order, if the seat may not know in which they came; and how many such acts there are."""
    spaces, space, sees = match.program.world.spaces, match.program.sight.space, match.words.sees
    entries = [entry for part in parts for entry in part]
    on_pile = any(one[0] == "move" and sees(seat, one[3]) and spaces[space(one[3])].kind == "pile" for one in entries)
    told = [(one[1].name, one[2]) for one in entries if one[0] == "told"]
    if on_pile or len(set(told)) < len(told) or all(sees(seat, where) for where in wheres):
        return entries, 0
    return [entry for part in chosen.sample(parts, len(parts)) for entry in part], 1


def shuffled(match: Match, seat: int, chosen: Random) -> tuple[Any, int]:
    """Reorder the parts of all acts in the log of a match where that must tell a seat nothing; return also how many."""
    count = 0
    acts: list[list[Entries]] = [[[]]]
    for entry in journal.packed(match.position.log):
        last = acts[-1][-1] if acts[-1] else []
        if entry[0] == "begun":
            acts.append([])
        elif entry[0] == "each":
            acts[-1].append([entry])
        elif entry[0] == "done":
            parts = acts.pop()
            told, acted = mixed(match, seat, parts, [part[0][2] for part in parts], chosen)
            acts[-1][-1] += [("begun",), *told, entry]
            count += acted
        elif entry[0] in ("move", "away") and entry[-1] and last[-1][0] == entry[0]:
            run = [entry]
            while run[0][-1] and last[-1][0] == entry[0]:
                run.insert(0, last.pop())
            if run[0][-1]:
                # The entry before it is told with it, and is no move.
                last += run
                continue
            told, acted = mixed(match, seat, [[one] for one in run], [one[2] for one in run], chosen)
            last += [(*one[:-1], number > 0) for number, one in enumerate(told)]
            count += acted
        else:
            last.append(entry)
    return journal.linked(acts[0][0]), count


def test_the_games_read_alike_in_whatever_order_an_act_goes_through_things() -> None:
    tried = Counter[str]()
    for game, match, chosen in some_matches(100, seed=11):
        for _ in range(25):
            if match.over:
                break
            match.choose_at_random()
        for seat in range(match.players):
            twin = match.copy()
            twin.position.log, count = shuffled(match, seat, chosen)
            tried[game.name] += count
            assert twin.log(seat) == match.log(seat), game.name
            assert [act.lines for act in twin.tale(seat)] == [act.lines for act in match.tale(seat)], game.name
    assert {"battle-of-thieves", "cribbage", "hearts", "texas-hold-em", "walk-the-plank"} <= set(+tried)
    assert sum(tried.values()) > 100
