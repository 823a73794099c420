"""Test who learns what, where one row of the table in docs/language.md is not enough (test_learning.py)."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from rulewright.interpreter import Match
from tests.interpreter.helpers import all_deals, asked, shown, written

SECRETS = """\
game secrets "Secrets":
    players 3

values hue "Hue": red "Red", blue "Blue"
die cup "Cup", seen by owner: red-side "red side"
cards deal "Card", each "{hue} card": 1 for each player and hue, in start of owner

each player has:
    start "Start": place, seen by SEEN
    goal "Goal": place, seen by nobody
    own "Own": number, seen by owner
    closed "Closed": number, seen by nobody
    unsaid: number
each deal has:
    mark "Mark": number

to play:
    for each player in (seat 2):
        set own of player to 7
        set closed of player to 8
        set unsaid of player to 9
        set mark of (deal of red in start of player) to 6
        roll cup as side by player
        show deal of red in start of player to seat 3
        move deal of red in start of player to goal of player
    choose card in deal in start of seat 2 by seat 1
    game over
"""
RED, KIND = "Player 2: Red card, Start → Goal", "Player 2: one Card, Start → Goal"


@pytest.mark.parametrize(("seen", "who"), [("all", {0, 1, 2, None}), ("owner", {1}), ("others", {0, 2}), ("nobody", set())])
def test_a_place_is_seen_by_whom_it_says(tmp_path: Path, seen: str, who: set[int | None]) -> None:
    match = written(tmp_path, SECRETS.replace("SEEN", seen)).start(forced="ask")

    for seat in (0, 1, 2, None):
        place = next(place for place in match.view(seat).players[1].places if place.name == "start")
        assert place.count == 1
        assert (place.things == ["Blue card"] or place.things == ["Blue card of Player 2"]) is (seat in who), seat
        assert (RED in match.log(seat), KIND in match.log(seat)) == (seat in who, seat not in who), seat
        assert ("Red card of Player 2, Mark: 6" in match.log(seat)) is (seat in who), seat
    label = asked(match).options[0].label
    assert ("Blue card" in label) is (0 in who)
    assert (label == "no. 1 of Start of Player 2") is (0 not in who)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_fields_rolls_and_what_is_shown(tmp_path: Path, seat: int | None) -> None:
    match = written(tmp_path, SECRETS.replace("SEEN", "nobody")).start()
    fields = {field.name: field.value for field in match.view(seat).players[1].fields}
    log = match.log(seat)

    assert fields == {"own": "7" if seat == 1 else None, "closed": None}
    assert ("Player 2, Own: 7" in log) is (seat == 1)
    assert not any("Closed" in line or "nsaid" in line for line in log)
    assert ("Player 2 rolls Cup: red side" in log) is (seat == 1)
    assert ("Player 2 rolls Cup in secret" in log) is (seat != 1)
    assert ("Player 2 shows Red card of Player 2 to Player 3" in log) is (seat == 2)
    assert ("Player 2 shows one Card to Player 3" in log) is (seat != 2)
    assert written(tmp_path, SECRETS.replace("SEEN", "nobody")).resume(match.save()).log(seat) == log


UNCOUNTED = """\
game uncounted "Uncounted":
    players 3

values hue "Hue": red "Red", blue "Blue"
place pit "Pit": place, seen by nobodyMORE
cards deals "Card", each "{hue} card": 8 for each hue

each player has:
    start "Start": KIND, seen by OWNMORE
    goal "Goal": KIND, seen by nobodyMORE

each deals has:
    pouch "Pouch": pile, seen by nobodyMORE

to setup:
    move last 2 of deals to start of seat 2
    move AMOUNT of deals to start of seat 2

to play:
    let those be deals in start of seat 2
    say "There: {those}"
    show those to seat 3
    repeat HIDDEN times:
        draw 1 from start of seat 2 to goal of seat 2
        draw 1 from start of seat 2 to pit
    draw HIDDEN from goal of seat 2 to pouch of last of deals in pit
    choose card in last 1 of deals in start of seat 2 by seat ASKED
    game over
"""


def uncounted(tmp_path: Path, more: str, own: str, kind: str, amount: int, asks: int) -> Match:
    """As many cards more than four as are said; some of them go on their ways unseen."""
    text = UNCOUNTED.replace("MORE", more).replace("OWN", own).replace("KIND", kind).replace("ASKED", str(asks))
    text = text.replace("AMOUNT", f"first {amount + 2}").replace("HIDDEN", str(1 + amount // 4))
    return written(tmp_path, text).start(forced="ask")


@pytest.mark.parametrize("kind", ["place", "pile", "bag"])
@pytest.mark.parametrize(("own", "who"), [("owner", {1}), ("others", {0, 2}), ("nobody", set())])
def test_how_many_lie_uncounted_is_for_nobody_who_does_not_see_them(
    tmp_path: Path, kind: str, own: str, who: set[int | None]
) -> None:
    few, many = (uncounted(tmp_path, ", uncounted", own, kind, amount, 1) for amount in (0, 4))
    for seat in (0, 1, 2, None):
        # The third sees what is shown to it, and with it how many there are.
        same = seat not in who | {2}
        assert (few.log(seat) == many.log(seat)) is same, (seat, few.log(seat), many.log(seat))
        assert (few.view(seat).as_data() == many.view(seat).as_data()) is (seat not in who), seat
    if 0 not in who:
        assert shown(few, 0) == shown(many, 0)
        assert few.information(0) == many.information(0)
        assert asked(few).options[0].label == "no. 1 of Start of Player 2"
        assert "Card: Start of Player 2 → Pit" in few.log(0) or "Player 2: Card, Start → Pit" in few.log(0)


def test_without_that_word_everybody_counts(tmp_path: Path) -> None:
    few, many = (uncounted(tmp_path, "", "nobody", "pile", amount, 1) for amount in (0, 4))
    assert few.log(0) != many.log(0)
    assert few.view(0) != many.view(0)
    assert few.information(0) != many.information(0)


PUBLIC = """game marks "Marks":
    players 3

cards deals "Card": 1, in deck
place deck "Deck": bag, seen by nobody
place tray "Tray": KIND, seen by nobody
card ace of deals:
    back = small
card king of deals:
    back = small
card queen of deals:
    back = tall
card jack of deals:
    back = tall
values size "Size": small "small", tall "tall"

each player has:
    hand "Hand": place, seen by owner
each deals has:
    back "Back": size, seen by all, always
    marked "Marked": truth, seen by all, always
    bent "Bent": number

to play:
    draw 2 from deck to hand of seat 2
    move deals in deck to hand of seat 3
    set marked of last of deals in hand of seat 2 to yes
    set bent of first of deals in hand of seat 2 to 2
    move deals in hand of seat 3 to tray
    set marked of (deals in (tray, hand of seat 2)) to yes
    choose card in deals in (tray, hand of seat 2) by seat 1
    game over
"""


@pytest.mark.parametrize("kind", ["place", "pile", "bag"])
def test_a_mark_that_is_always_seen_tells_nothing_but_itself(tmp_path: Path, kind: str) -> None:
    game = written(tmp_path, PUBLIC.replace("KIND", kind))
    found: dict[object, set[str]] = {}
    for deal, match in all_deals(game, 2):
        # The first two have one back, the last two another: that is all that the first seat may know.
        found.setdefault(sum(card // 2 for card in deal), set()).add(str((shown(match, 0), match.information(0))))
        assert sum("Marked: yes" in line for line in match.log(0)) >= 2
        assert not any("Bent" in line for line in match.log(0))
        assert "Marked" in str(match.view(0).players[1].places)
        assert "Back tall" in str(match.view(0))
        assert all("Marked" in option.label and "Back" in option.label for option in asked(match).options)
    assert [len(views) for views in found.values()] == [1] * len(found)
    assert len(found) == 3


def test_how_many_are_marked_among_those_that_nobody_counts_is_seen_and_no_more(tmp_path: Path) -> None:
    text = UNCOUNTED.replace("MORE", ", uncounted").replace("OWN", "owner").replace("KIND", "pile").replace("ASKED", "1")
    text = text.replace("each deals has:", 'each deals has:\n    marked "Marked": truth, seen by all, always')
    text = text.replace("to play:", "to play:\n    set marked of first of deals in start of seat 2 to yes")
    text = text.replace("HIDDEN", "1")
    few, many = (written(tmp_path, text.replace("AMOUNT", f"first {n}")).start(forced="ask") for n in (2, 6))
    for seat in (0, None):
        assert few.view(seat) == many.view(seat)
        assert few.log(seat) == many.log(seat)
        assert few.view(seat).players[1].places[0].partly == ["Marked"]
    assert few.information(0) == many.information(0)


TOPS = """game tops "Tops":
    players 2

values hue "Hue": red "Red", blue "Blue", green "Green", grey "Grey"
place pile-up "Pile": pile, top seen by all
place sack "Sack": bag, seen by nobody
cards deals "Card", each "{hue} card": 1 for each hue, in sack

each player has:
    hand "Hand": place, seen by owner

to play:
    draw 3 from sack to hand of seat 2
    for each card in deals in hand of seat 2:
        move card under pile-up
    LINE
    choose card in deals in pile-up by seat 1
    choose go in 1 to 2 by seat 1
"""


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ('say "Look"', {0}),
        ("draw 1 from pile-up to sack", {0, 1}),
        ("move first of deals in pile-up to hand of seat 2", {0}),
        ("move last of deals in pile-up under pile-up", {0, 1}),
        ("swap (first of deals in pile-up) with (last of deals in pile-up)", {0, 2}),
        ("move first of deals in pile-up to pile-up", {0, 2}),
        ('let low be first of deals in pile-up\n    say "{low}"', {0}),
    ],
)
def test_of_a_pile_only_what_was_on_top_is_known(tmp_path: Path, line: str, known: set[int]) -> None:
    """Of the three cards, the first comes on top and the next ones below it, one by one."""
    game = written(tmp_path, TOPS.replace("LINE", line))
    found: dict[object, set[str]] = {}
    for deal, match in all_deals(game, 3):
        lying = sorted(deal)
        seen = str((shown(match, 0), match.information(0)))
        found.setdefault(tuple(lying[place] for place in known), set()).add(seen)
        labels = [option.label for option in asked(match).options]
        (top,) = match.view(0).places[0].things or ["nothing"]
        assert f"{top} on Pile" in labels
        assert sum(label.startswith("no. ") for label in labels) == len(labels) - 1
        assert match.view(0).places[0].count == len(labels)
        assert match.view(None).places[0].things == [top]
        again = game.resume(match.save())
        assert [again.log(seat) for seat in (0, 1, None)] == [match.log(seat) for seat in (0, 1, None)]
    assert {len(views) for views in found.values()} == {1}


LOOKERS = """game lookers "Lookers":
    players 4

values part "Part": plain "Plain", spy "Spy"
cards deals "Card", each "Card {part}": 1 for each player and part, in hand of owner

each player has:
    hand "Hand": KIND, seen by owner and spies, uncounted
    role "Role": part, seen by owner and spies
    ready "Ready": truth

define spies: players where role of it is spy

to play:
    choose those as 2 of players at random
    set role of those to spy
    set role of (players without those) to plain
    set ready of players to yes
    move first of deals in hand of seat 4 to hand of seat 3
    choose taken in deals in hand of seat 4 by seat 1
    set role of seat 1 to plain
    swap taken with (first of deals in hand of seat 2)
    choose go in 1 to 2 by seat 1
    choose again in deals in hand of seat 4 by seat 1
"""


@pytest.mark.parametrize("kind", ["place", "pile", "bag"])
def test_who_sees_something_as_well_is_worked_out_at_each_moment(tmp_path: Path, kind: str) -> None:
    game = written(tmp_path, LOOKERS.replace("KIND", kind))
    found: dict[bool, set[str]] = {True: set(), False: set()}
    later: dict[bool, set[str]] = {True: set(), False: set()}
    remembered: dict[bool, set[str]] = {True: set(), False: set()}
    for one, other in permutations(range(4), 2):
        match = game.start(chance="ask", forced="ask")
        match.choose(one)
        match.choose(other - (other > one))
        is_spy = 0 in (one, other)
        assert asked(match).seat == 0
        hand = match.view(0).players[3].places[0]
        roles = [player.fields[0].value for player in match.view(0).players]
        assert hand.things == (["Card Spy"] if is_spy else None)
        assert (hand.count is None) is not is_spy
        assert roles == (
            [("Spy" if seat in (one, other) else "Plain") for seat in range(4)] if is_spy else ["Plain", None, None, None]
        )
        assert any(line.startswith("Player 3 gets Card Plain") for line in match.log(0)) is is_spy
        assert (asked(match).options[0].label == "no. 1 of Hand of Player 4") is not is_spy
        found[is_spy].add(str((shown(match, 0), match.information(0))))
        match.choose(0)
        # Now the first is no spy any more: it sees nothing of the others, and what it was told stays told.
        assert match.view(0).players[3].places[0].things is None
        assert match.view(None).players[3].places[0].things is None
        assert any(line.startswith("Player 3 gets Card Plain") for line in match.log(0)) is is_spy
        later[is_spy].add(str((match.view(0), match.log(0)[-1])))
        remembered[is_spy].add(match.information(0))
        again = game.resume(match.save())
        assert [again.log(seat) for seat in (0, 1, None)] == [match.log(seat) for seat in (0, 1, None)]
        assert again.information(0) == match.information(0)
        deal = match.deal_again(0, 1)
        assert deal.view(0) == match.view(0)
    # A player who is no spy sees the same with any spy; a spy sees who the other is.
    assert (len(found[False]), len(found[True])) == (1, 3)
    assert later[True] == later[False]
    assert len(remembered[True]) == 3
    assert not remembered[True] & remembered[False]
