"""Test who learns what: a small game for each row of the table in docs/language.md, with what all see, read and are asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from attrs import field, frozen

from rulewright.interpreter.views.view import FieldView, PlaceView, View
from tests.interpreter.helpers import ROOT, asked, written

PAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
HEAD = """\
game learning "Learning":
    players 3

values hue "Hue": red "Red", blue "Blue", white "White"
cards deal "Card", each "{hue} card": 1 for each hue, in box
place box "Box": pile, seen by nobody
"""


def place(one: PlaceView, whose: str = "") -> str:
    """Return a place as it reads on the table."""
    things = one.partly if one.things is None else one.things
    if one.count is None:
        things = [*things, "hidden"]
    elif one.count > len(things) or one.things is None:
        things = [*things, f"{one.count - len(things)} hidden"]
    return f"{whose}{one.title}: {', '.join(things)}"


def fields(found: list[FieldView], whose: str = "") -> list[str]:
    """Fields as they read on the table."""
    return [f"{whose}{one.title}: {'hidden' if one.value is None else one.value}" for one in found]


def table(view: View) -> list[str]:
    """Return all that lies on the table, to one seat."""
    lines = [*fields(view.table), *map(place, view.places)]
    for player in view.players:
        lines += [*fields(player.fields, f"{player.name}, "), *(place(one, f"{player.name}, ") for one in player.places)]
    return lines


ALL = (1, 2, 3, None)
OTHERS = (1, 3, None)


def den(seen: str, kind: str = "place") -> str:
    """Everybody has a place where something lies hidden, or not."""
    return f'each player has:\n    den "Den": {kind}, seen by {seen}\n'


# The den of Player 2 gets two cards, and loses one; then Player 2 and Player 1 choose among those there.
COME_AND_GO = """
to play:
    move deal of (red, blue) to den of seat 2
    move deal of red to box
    choose own in deal in den of seat 2 by seat 2 asking "Which card?"
    choose other in deal in den of seat 2 by seat 1 asking "Which card?"
"""


@frozen
class Row:
    """A small game, with what some seats read about it on the table, in the log, and as options."""

    rules: str
    table: Mapping[tuple[int | None, ...], Sequence[str]] = field(factory=dict)
    log: Mapping[tuple[int | None, ...], Sequence[str]] = field(factory=dict)
    options: Sequence[tuple[int, list[str]]] = ()
    after_questions: bool = False
    """Whether the table and the log are those after the questions, not before them."""


def come_and_go(seen: str, who: tuple[int | None, ...], own: str, other: str) -> Row:
    """Return the game of two cards, one of which some see afterwards."""
    unseen = tuple(seat for seat in ALL if seat not in who)
    way = "Player 2 draws {}" if seen == "owner" else "Player 2 gets {}: Box → Den"
    told = [way.format("Red card, Blue card"), "Player 2: Red card, Den → Box"]
    kinds = [way.format("Card x2"), "Player 2: one Card, Den → Box"]
    return Row(
        den(seen) + COME_AND_GO,
        {who: ["Player 2, Den: Blue card"], unseen: ["Player 2, Den: 1 hidden"]},
        {who: told, unseen: kinds},
        [(2, [own]), (1, [other])],
    )


CARD, NUMBER = "Blue card", "no. 1 of Den of Player 2"
ROWS = {
    "in a place `seen by all`": come_and_go("all", ALL, CARD, CARD),
    "in a place `seen by owner`": come_and_go("owner", (2,), CARD, NUMBER),
    "in a place `seen by others`": come_and_go("others", (1, 3), NUMBER, CARD),
    "in a place `seen by nobody`": come_and_go("nobody", (), NUMBER, NUMBER),
    "in a place `seen by owner and NAME`": Row(
        den("owner and friends")
        + """
the table has:
    friend "Friend": player
define friends: friend
to play:
    move deal of white to den of seat 2
    set friend to seat 3
    move deal of (red, blue) to den of seat 2
    set friend to seat 1
    move deal of red to box
    choose one in deal in den of seat 2 by seat 3
    choose other in deal in den of seat 2 by seat 1
""",
        {(1, 2): ["Player 2, Den: Blue card, White card"], (3, None): ["Player 2, Den: 2 hidden"]},
        {
            (1,): [
                "Player 2 draws one Card",
                "Friend: Player 3",
                "Player 2 draws Card x2",
                "Friend: Player 1",
                "Player 2: Red card, Den → Box",
            ],
            (3,): [
                "Player 2 draws one Card",
                "Friend: Player 3",
                "Player 2 draws Red card, Blue card",
                "Friend: Player 1",
                "Player 2: one Card, Den → Box",
            ],
        },
        [(3, [NUMBER, "no. 2 of Den of Player 2"]), (1, ["Blue card", "White card"])],
    ),
    "in a pile `top seen by all`": Row(
        """
each player has:
    den "Den": pile, top seen by all
to play:
    move deal of red to den of seat 2
    move deal of blue to den of seat 2
    move deal of red to box
    say "And now."
    move deal of blue to box
    move deal of red to den of seat 2
    move deal of white to den of seat 2
    choose one in deal in den of seat 2 by seat 2
""",
        {ALL: ["Player 2, Den: White card, 1 hidden"]},
        {
            ALL: [
                "Player 2 gets Red card, Blue card: Box → Den",
                "Player 2: one Card, Den → Box",
                "And now.",
                "Player 2: Blue card, Den → Box",
                "Player 2 gets Red card, White card: Box → Den",
            ]
        },
        [(2, ["White card", NUMBER])],
    ),
    "in a place `uncounted`": Row(
        """
each player has:
    den "Den": place, seen by owner, uncounted
    lair "Lair": place, seen by nobody, uncounted
to play:
    move deal to den of seat 2
    move deal of (red, blue) to lair of seat 2
    move deal of red to box
    choose one in deal in lair of seat 2 by seat 2
""",
        {
            (2,): ["Player 2, Den: White card", "Player 2, Lair: hidden"],
            OTHERS: ["Player 2, Den: hidden", "Player 2, Lair: hidden"],
        },
        {
            (2,): [
                "Player 2 draws Red card, Blue card, White card",
                "Player 2: Red card, Blue card, Den → Lair",
                "Player 2: one Card, Lair → Box",
            ],
            OTHERS: ["Player 2 draws Card x3", "Player 2: Card, Den → Lair", "Player 2: one Card, Lair → Box"],
        },
        [(2, ["no. 1 of Lair of Player 2"])],
    ),
    "what is shown with `show`": Row(
        den("owner")
        + """
to play:
    move deal of (red, blue) to den of seat 2
    show deal of red to seat 3
    choose one in deal in den of seat 2 by seat 3
""",
        {(1, 3, None): ["Player 2, Den: 2 hidden"], (2,): ["Player 2, Den: Red card, Blue card"]},
        {
            (1, None): ["Player 2 draws Card x2", "Player 2 shows one Card to Player 3"],
            (2,): ["Player 2 draws Red card, Blue card", "Player 2 shows Red card to Player 3"],
            (3,): ["Player 2 draws Card x2", "Player 2 shows Red card to Player 3"],
        },
        [(3, [NUMBER, "no. 2 of Den of Player 2"])],
    ),
    "a field `seen by owner`": Row(
        """
each player has:
    bid "Bid": number, seen by owner
to play:
    set bid of seat 2 to 3
    choose one in 1 to 2
""",
        {(2,): ["Player 2, Bid: 3"], OTHERS: ["Player 2, Bid: hidden"]},
        {(2,): ["Player 2, Bid: 3"], OTHERS: []},
    ),
    "a field `seen by nobody`": Row(
        """
each player has:
    bid "Bid": number, seen by nobody
to play:
    set bid of seat 2 to 3
    choose one in 1 to 2
""",
        {ALL: ["Player 2, Bid: hidden"]},
        {ALL: []},
    ),
    "a field without a text": Row(
        """
each player has:
    bid: number
to play:
    set bid of seat 2 to 3
    choose one in 1 to 2
""",
        {ALL: []},
        {ALL: []},
    ),
    "a field of a thing": Row(
        den("owner")
        + """
pieces chips "Chip": 2
each chips has:
    worn "Worn": number
to play:
    move chips to den of seat 2
    set worn of first of chips to 2
    choose own in chips in den of seat 2 by seat 2
    choose other in chips in den of seat 2 by seat 1
""",
        {(2,): ["Player 2, Den: Chip, Chip [Worn 2]"], OTHERS: ["Player 2, Den: 2 hidden"]},
        {(2,): ["Player 2 gets Chip x2: Den", "Chip, Worn: 2"], OTHERS: ["Player 2 gets Chip x2: Den"]},
        [(2, ["Chip", "Chip [Worn 2]"]), (1, [NUMBER, "no. 2 of Den of Player 2"])],
    ),
    "one `seen by all, always`": Row(
        den("owner")
        + """
each deal has:
    ear "Ear": truth, seen by all, always
to play:
    move deal of (red, blue) to den of seat 2
    set ear of deal of red to yes
    choose one in deal in den of seat 2 by seat 1
""",
        {(2,): ["Player 2, Den: Red card [Ear], Blue card"], OTHERS: ["Player 2, Den: Ear, 1 hidden"]},
        {
            (2,): ["Player 2 draws Red card, Blue card", "Red card, Ear: yes"],
            OTHERS: ["Player 2 draws Card x2", "Card in Den of Player 2, Ear: yes"],
        },
        [(1, [NUMBER, "no. 2 of Den of Player 2 [Ear]"])],
    ),
    "a choice": Row(
        den("owner")
        + """
each player has:
    bid "Bid": number, seen by owner
    open-bid "Open bid": number
to play:
    move deal of (red, blue) to den of seat 2
    choose openly-named in 1 to 3 by seat 2
    set open-bid of seat 2 to openly-named + 3
    choose secretly in 4 to 6 by seat 2
    set bid of seat 2 to secretly
    choose unseen in deal in den of seat 2 by seat 2
    choose told in 1 to 2 by seat 3
""",
        {},
        {
            (2,): [
                "Player 2 draws Red card, Blue card",
                "Player 2 chooses 1",
                "Player 2, Open bid: 4",
                "Player 2, Bid: 4",
                "Player 2 chooses Red card",
            ],
            OTHERS: ["Player 2 draws Card x2", "Player 2 chooses 1", "Player 2, Open bid: 4"],
        },
        [(2, ["1", "2", "3"]), (2, ["4", "5", "6"]), (2, ["Red card", "Blue card"])],
        after_questions=True,
    ),
    "a choice made `together`": Row(
        """
each player has:
    bid "Bid": number
to play:
    together for each player in players:
        choose amount in 1 to 2
        set bid of player to amount + player-number
    choose one in 1 to 2
define player-number: number of player
""",
        {ALL: ["Player 2, Bid: 3"]},
        {ALL: ["Player 1, Bid: 2", "Player 2, Bid: 3", "Player 3, Bid: 4"]},
        [(1, ["1", "2"]), (2, ["1", "2"]), (3, ["1", "2"])],
        after_questions=True,
    ),
    "a roll of a die `seen by owner`": Row(
        """
die cup "Cup", seen by owner: 3 to 3
to play:
    roll cup as side by seat 2
    choose one in 1 to 2
""",
        {},
        {(2,): ["Player 2 rolls 3"], OTHERS: ["Player 2 rolls Cup in secret"]},
    ),
}


def test_every_row_of_the_page_has_its_game() -> None:
    part = PAGE[PAGE.index("### Who learns what") : PAGE.index("## 4. ")]
    rows = re.findall(r"^\| ([^|]+?) \|", part, re.MULTILINE)
    assert set(rows) - {"what", "---"} == set(ROWS)


def seat_index(number: int | None) -> int | None:
    """Return the seat of that number, as the engine counts them; nobody's is that of who only looks on."""
    return None if number is None else number - 1


@pytest.mark.parametrize("name", ROWS)
def test_who_learns_what(name: str, tmp_path: Path) -> None:
    row = ROWS[name]
    match = written(tmp_path, HEAD + row.rules).start(seed=1, forced="ask")
    before = match.copy()
    for seat, labels in row.options:
        assert asked(match).seat == seat - 1
        assert sorted(option.label for option in asked(match).options) == sorted(labels)
        match.choose(0)
    known = match if row.after_questions else before
    for seats, lines in row.table.items():
        for who in seats:
            seen = table(known.view(seat_index(who)))
            assert [line for line in seen if line.startswith("Player 2, ")] == lines, who
    for seats, lines in row.log.items():
        for who in seats:
            assert known.log(seat_index(who)) == lines, who


TOLD = """\
game told "Told":
    players 2

values colour "Colour": red "Red", blue "Blue"
pieces snails "Snail": 1 for each player
cards tricks "Trick": 1, in hand of seat 1
card leap of tricks "Leap":
    text "A leap costs a life."
    perform:
        count down lives of player
card rose of tricks "Rose"
each player has:
    hand "Hand": place
    lives "Lives": number = 3
    score "Points": number

to play:
    perform leap
    let sleeper be first of snails of seat 1
    say "And now {sleeper} sleeps."
    choose gift in tricks in hand of seat 1 where it is rose
    move gift to hand of seat 2
    bet
    choose one in 1 to 2

to bet:
    may choose number-bid in 1 to 6, tint in colour showing "{number-bid} times {tint}" asking "Your bet?" or "Not now"
    add number-bid to score of player for "daring to say {tint}"
"""


def test_the_game_is_told_in_the_words_that_stand_on_the_page(tmp_path: Path) -> None:
    part = PAGE[PAGE.index("### How the game is told") : PAGE.index("### Who learns what")]
    quoted = [line.replace("\n", " ") for line in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", part)]
    match = written(tmp_path, TOLD).start()
    assert (asked(match).prompt, asked(match).options[-1].label) == ("Your bet?", "Not now")
    match.choose(next(option for option in asked(match).options if option.label == "3 times Red"))

    read = [*match.log(1), *(act.text for act in match.tale(0))]
    assert len(quoted) == 5
    assert [line for line in quoted if line != "you" and not any(line in one for one in read)] == []


def test_the_table_shows_what_stands_first_first(tmp_path: Path) -> None:
    rules = """
each player has:
    zeal "Zeal": number
    den "Den": place
    bid "Bid": number
the table has:
    turns "Turns": number
    round-number "Round": number
each player has:
    aim "Aim": number
to play:
    choose one in 1 to 2
"""
    shown = table(written(tmp_path, HEAD + rules).start().view(0))
    assert shown[:2] == ["Turns: 0", "Round: 0"]
    assert [line.partition(", ")[2] for line in shown if line.startswith("Player 2")] == ["Zeal: 0", "Bid: 0", "Aim: 0", "Den: "]
