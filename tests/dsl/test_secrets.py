"""Check that a leak of a rulebook is reported at its line, with its way; a twin without the leak passes."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen

from rulewright.dsl.lint.whole_lint import lint_all

HEAD = """game smugglers "Smugglers":
    players {players}

values ware "Ware": silk "Silk", salt "Salt", rum "Rum"
die wind "Wind": 1 to 6
die wits "Wits", seen by owner: 1 to 6
place crate "Crate": bag, seen by nobody
place quay "Quay"
place cove "Cove"
place cellar "Cellar": place, seen by nobody
pieces boats "Boat": 1 for each player, in quay
cards chests "Chest", each "{{ware}}": 4 for each ware, in crate
each boats has:
    cargo "Cargo": number = 1
each chests has:
    price "Price": number = number of ware
    scratched "Scratched": number
each player has:
    hold "Hold": place, seen by owner
    goal "Goal": ware, seen by owner
    score "Points": number
define first-price: price of first of chests in hold of seat 2
"""
PLAY = """
to play:
    for each player in players:
        draw 3 from crate to hold of player
"""
HOLD = "`hold` is seen by its owner only"
LOOKED = "is looked at here"
PRICE = [HOLD, LOOKED, "is used for `first-price` here"]


@frozen
class Gap:
    """A rulebook that gives something away where `# here` stands, and a twin that does not."""

    name: str
    lines: str
    message: str
    notes: list[str]
    twin: str
    more: str = ""
    """Declarations and rules that both have."""
    other: str = ""
    """The declarations of the twin."""


GAPS = [
    Gap(
        "which one is moved, by a hidden index",
        "move item first-price of boats to cove  # here",
        "this move tells all players something about what lies in `hold`",
        PRICE,
        "move item (count of chests in hold of seat 2) of boats to cove",
    ),
    Gap(
        "which one is moved, of those that a hidden number picks",
        "move (boats where cargo of it is first-price) to cove  # here",
        "this move tells all players something about what lies in `hold`",
        [*PRICE, "decides here which are meant"],
        "move (chests in hold of seat 2 where price of it is first-price) to cove",
    ),
    Gap(
        "which one a rule is about, by a hidden index",
        "launch item first-price of boats  # here",
        "this move tells all players something about what lies in `hold`",
        [*PRICE, "all players notice this move"],
        "launch item (count of chests in hold of seat 2) of boats",
        more="\nto launch boat in boats:\n    move boat to cove\n",
    ),
    Gap(
        "which one is changed, by a hidden index",
        "set cargo of (item first-price of boats) to 3  # here",
        "a field that all players see tells them something about what lies in `hold`",
        PRICE,
        "set scratched of first of chests in hold of seat 2 to first-price",
    ),
    Gap(
        "which one is shown, by a hidden index",
        "show item first-price of boats to players  # here",
        "showing this tells all players something about what lies in `hold`",
        PRICE,
        "show first of (chests in hold of seat 2 with most price of it) to players",
    ),
    Gap(
        "how many are shown",
        "show (chests of rum in hold of seat 2) to seat 3  # here",
        "showing this tells all players something about what lies in `hold`",
        [HOLD, LOOKED],
        "show chests in hold of seat 2 to seat 3\n    show (chests of rum in hold of seat 2) to players",
    ),
    Gap(
        "which ones somebody sees, by what that one may not know",
        "show item (price of first of chests in hold of seat 1) of chests in hold of seat 2 to seat 3  # here",
        "showing this tells the players who see it something about what lies in `hold`",
        [HOLD, LOOKED],
        "show item (count of chests in hold of seat 1) of chests in hold of seat 2 to seat 3",
    ),
    Gap(
        "which place is shuffled",
        "shuffle heap of seat first-price  # here",
        "this event tells all players something about what lies in `hold`",
        PRICE,
        "shuffle heap of seat (count of chests in hold of seat 2)",
        more='each player has:\n    heap "Heap": pile\n',
    ),
    Gap(
        "which card is performed",
        "perform item first-price of feats in show-case  # here",
        "this event tells all players something about what lies in `hold`",
        PRICE,
        "perform item (count of chests in hold of seat 2) of feats in show-case",
        more="""place show-case "Show case"
cards feats "Feat": 2, in show-case
card leap of feats "Leap":
    perform:
        add 1 to score of player
card dive of feats "Dive":
    perform:
        add 2 to score of player
""",
    ),
    Gap(
        "who rolls",
        "roll wits as pips by seat (first-price)  # here",
        "the choice of who rolls tells all players something about what lies in `hold`",
        PRICE,
        "roll wits as pips by seat (count of chests in hold of seat 2)",
    ),
    Gap(
        "what all see on a die that something hidden changes",
        "roll wind as pips\n    add pips to score of seat 1",
        "the result of this roll tells all players something about what lies in `hold`",
        [*PRICE, "all players see here what is rolled"],
        "roll wits as pips",
        more="change wind to 6 while first-price is 1  # here\n",
    ),
    Gap(
        "what somebody sees on a die of their own",
        "roll wits as pips",
        "the result of this roll tells the rolling player something about what lies in `hold`",
        [HOLD, LOOKED, "is counted here", "the player who rolls sees here what is rolled"],
        "roll wind as pips",
        more="change wits to it + count of (chests of rum in hold of left of player)  # here\n",
    ),
    Gap(
        "who sees a place, by what a hidden place holds",
        "",
        "whether they may look tells players something about what lies in `hold`",
        [*PRICE, "decides here which are meant"],
        "",
        more="""each player has:
    shelf "Shelf": place, seen by owner and friends  # here
define friends of someone in player: players where first-price is 3
""",
        other="""each player has:
    shelf "Shelf": place, seen by owner and friends
define friends: players where any chests of rum in hold of it
""",
    ),
    Gap(
        "who sees a field, by a hidden field",
        "set mate of seat 2 to seat 1",
        "whether they may look tells players something about what `mate` is",
        ["`mate` is seen by its owner only", LOOKED, "decides here which are meant"],
        "set mate of seat 2 to seat 1",
        more="""each player has:
    mate "Mate": player, seen by owner
    stake "Stake": number, seen by owner and friends  # here
define friends of someone in player: players where it is mate of someone
""",
        other="""each player has:
    mate "Mate": player, seen by owner and friends
    stake "Stake": number, seen by owner and friends
define friends of someone in player: players where it is mate of someone
""",
    ),
    Gap(
        "what chance has put where it is hidden is said",
        """choose aim in ware at random
    set goal of seat 2 to aim
    say "It is {aim}."  # here""",
        "this announcement tells all players something about what `goal` is",
        ["`goal` is seen by its owner only", "is left to chance here", "goes into `goal` here"],
        """choose aim in ware at random
    set goal of seat 2 to aim
    choose reply in 1 to number of aim by seat 2
    say "It is {reply}." """.rstrip(),
    ),
    Gap(
        "what chance has decided and a rule has hidden decides what happens",
        """choose aim in 1 to 3 at random
    keep-it seat 2, aim
    if aim is 1:  # here
        move boats of seat 1 to cove""",
        "this move tells all players something about what `goal` is",
        ["`goal` is seen by its owner only", "is left to chance here", "goes into `goal` here", "all players notice this move"],
        """choose aim in 1 to 3 at random
    if aim is 1:
        move boats of seat 1 to cove""",
        more="\nto keep-it someone in player, size in number:\n    set goal of someone to item size of ware\n",
    ),
    Gap(
        "in which order a loop comes to the cards of several hands",
        """for each one in chests in hold of players:
        move first of boats in quay to dock of owner of space of one  # here""",
        "this move tells all players something about what lies in `hold`",
        [HOLD, LOOKED],
        """for each one in chests in hold of seat 2:
        move first of boats in quay to dock of owner of space of one
    for each player in players:
        for each one in chests in hold of player:
            move first of boats in quay to dock of player
    for each one in chests in hold of players:
        move one to cellar""",
        more='each player has:\n    dock "Dock": place\n',
    ),
    Gap(
        "in which order the cards of several hands are shown to somebody",
        """for each one in chests in hold of (seat 1, seat 2):
        show one to seat 3  # here""",
        "showing this tells all players something about what lies in `hold`",
        [HOLD, LOOKED],
        """for each one in chests in hold of seat 2:
        show one to seat 3
    show chests in hold of (seat 1, seat 2) to seat 3""",
    ),
    Gap(
        "in whose hand the first card of several hands lies",
        "move first of chests in hold of players to cellar  # here",
        "this move tells all players something about what lies in `hold`",
        [HOLD, LOOKED],
        "move first of chests in hold of seat 2 to cellar\n    move first of chests in hold of players to cove",
    ),
    Gap(
        "what only one of two others has been shown",
        """show chests in hold of seat 2 to seat 1
    add first-price to score of seat 1  # here""",
        "a field that all players see tells them something about what lies in `hold`",
        PRICE,
        "show chests in hold of seat 2 to players\n    add first-price to score of seat 1",
    ),
]


def linted(tmp_path: Path, lines: str, more: str, players: int = 3) -> tuple[list[str], list[tuple[int, str, str, list[str]]]]:
    """Return the lines of a rulebook, and its errors: where they are, what they say, and what their notes say."""
    path = tmp_path / "g.rules"
    text = HEAD.format(players=players) + more + PLAY + f"    {lines}\n    choose bet in 1 to 2\n"
    path.write_text(text + "    game over, winners players with most score of it\n", encoding="utf-8")
    found = [one for one in lint_all(str(path)) if one.severity == "error"]
    return text.splitlines(), [
        (one.span.line, one.name, str(one.message), [str(note.label) for note in one.related]) for one in found if one.span
    ]


@pytest.mark.parametrize("gap", GAPS, ids=lambda gap: gap.name)
def test_what_a_rulebook_gives_away_is_named(tmp_path: Path, gap: Gap) -> None:
    lines, found = linted(tmp_path, gap.lines, gap.more)
    here = 1 + next(number for number, line in enumerate(lines) if line.endswith("# here"))
    assert found == [(here, "gives-away", gap.message, gap.notes)]


@pytest.mark.parametrize("gap", GAPS, ids=lambda gap: gap.name)
def test_its_harmless_twin_is_let_through(tmp_path: Path, gap: Gap) -> None:
    assert linted(tmp_path, gap.twin, gap.other or gap.more)[1] == []


def test_with_two_players_everybody_knows_what_one_shows_the_other(tmp_path: Path) -> None:
    lines = """show (chests of rum in hold of seat 2) to seat 1
    show chests in hold of seat 2 to seat 1
    add first-price to score of seat 1"""
    assert linted(tmp_path, lines, "", players=2)[1] == []
    assert linted(tmp_path, lines, "", players=3)[1] != []
