"""The table as plain text."""

from __future__ import annotations

import io
import json
import re
from typing import cast

import pytest
from attrs import evolve
from rich.cells import cell_len

from rulewright.cli.remote.wire_format import decoded, encoded
from rulewright.cli.render import plain
from rulewright.cli.render.colours import colours_of, painter
from rulewright.cli.render.picture import render
from rulewright.cli.render.writing import NEW, OWNERS
from rulewright.cli.shell.terminal import Terminal
from rulewright.interpreter.views.looks import letters_for
from rulewright.interpreter.views.scene import scene_of
from rulewright.interpreter.views.view import BoardView, FieldView, PlaceView, PlayerView, SpaceView, ThingName, ValueView, View
from tests.interpreter.helpers import ROOT, asked, loaded


def space(title: str, *things: str, row: int = 0, column: int = 0, fields: tuple[FieldView, ...] = ()) -> SpaceView:
    """Return a space with some things."""
    return SpaceView(name=title.lower(), title=title, row=row, column=column, things=list(things), fields=list(fields))


def board(kind: str, *spaces: SpaceView, columns: int = 0, rows: int = 0) -> BoardView:
    """Return a board of such spaces."""
    return BoardView(name="b", title="The board", kind=kind, columns=columns, rows=rows, spaces=list(spaces))


def view(
    *boards: BoardView,
    players: tuple[PlayerView, ...] = (),
    places: tuple[PlaceView, ...] = (),
    table: tuple[FieldView, ...] = (),
    values: tuple[ValueView, ...] = (),
    seat: int | None = 0,
) -> View:
    """Return the view of a seat."""
    return View(
        seat=seat, table=list(table), players=list(players), boards=list(boards), places=list(places), values=list(values)
    )


def field(title: str, value: str | None) -> FieldView:
    """Return a field."""
    return FieldView(name=title.lower(), title=title, value=value)


def place(title: str, count: int | None, things: list[str] | None) -> PlaceView:
    """Return a place."""
    return PlaceView(name=title.lower(), title=title, things=things, count=count)


def test_a_line_has_a_row_for_each_space() -> None:
    hill = space("Hill", fields=(field("Toll", "2"), field("Closed", "no")))
    line = board("line", space("Shore", "Red ant", "Red ant", "Ant"), space("日本"), hill)

    assert render(view(line)) == ["The board", "  Shore  Red ant x2, Ant", "  日本   ·", "  Hill   Toll: 2"]


def test_a_grid_is_a_matrix_with_marks_that_are_explained() -> None:
    def stone(seat: int) -> ThingName:
        return ThingName(f"Red stone of Player {seat + 1}", seat, "Red stone", sign="R")

    grid = board(
        "grid",
        space("a1", row=1, column=1),
        space("b1", row=1, column=2, fields=(field("Colour", "X"), field("Level", "0"))),
        space("a2", stone(0), row=2, column=1),
        space("b2", stone(1), ThingName("Crown", -1, "Crown", sign="♛"), row=2, column=2),
        columns=2,
        rows=2,
    )

    assert render(view(grid)) == ["        a     b", "  2    Ro  Rx+♛", "  1     ·     X", "  R = Red stone"]


def test_players_show_what_the_seat_may_see() -> None:
    mine = PlayerView(
        seat=0,
        name="Player 1",
        fields=[field("Points", "3"), field("Vote", "red")],
        places=[place("Hand", 2, ["Ace", "King"]), place("Won", 0, [])],
    )
    other = PlayerView(
        seat=1, name="Player 2", fields=[field("Points", "0"), field("Vote", None)], places=[place("Hand", 7, None)]
    )
    seen = view(players=(mine, other), places=(place("Deck", 12, None), place("Pile", 1, ["Two"])), table=(field("Round", "2"),))

    assert render(seen, width=80) == [
        "Round: 2  Deck: 12 hidden  Pile: Two",
        "",
        "Player 2:  Vote: hidden  Hand: 7 hidden",
        "",
        "Player 1 (you):  Points: 3  Vote: red  Hand: Ace, King",
    ]


def test_values_and_what_lies_in_things() -> None:
    def value(name: str, *fields: FieldView, places: tuple[PlaceView, ...] = ()) -> ValueView:
        return ValueView(type="heap", name=name.lower(), title=name, fields=list(fields), places=list(places))

    inside = PlaceView(name="nest-2", title="Nest of Ant 2", things=[], count=0, inside=True)
    seen = view(
        values=(value("Small", field("Size", "0")), value("Large", field("Size", "5"), field("Votes", None)), value("None")),
        table=(field("Unseen", None), field("Round", "2")),
        places=(place("Pile", 0, []), place("Nest of Ant 1", 2, ["Red ant", "Blue ant"]), inside),
    )

    assert render(seen) == ["Round: 2", "Nest of Ant 1: Red ant, Blue ant", "", "  Large:  Size: 5"]
    many = view(values=tuple(value(f"Heap {number}", field("Size", "1")) for number in range(6)))
    assert render(many)[0] == "  Heap 0:  Size: 1   Heap 3:  Size: 1"
    nested = value("Red", field("Eggs", "1"), places=(place("Nest", 2, ["Ant", "Ant"]), place("Den", 0, [])))
    assert render(view(values=(nested,))) == ["  Red:  Eggs: 1  Nest: Ant x2"]


def test_what_is_not_so_is_not_said() -> None:
    score = FieldView(name="score", title="Points", value="0")
    player = PlayerView(seat=0, name="Player 1", fields=[field("Asleep", "no"), field("Turns", "0"), score], places=[])

    assert render(view(players=(player,))) == ["Player 1 (you):  Points: 0"]


def owned(kind: str, seat: int) -> ThingName:
    """Return a thing of a player."""
    return ThingName(f"{kind} of Player {seat + 1}", seat, kind)


def test_a_place_that_is_uncounted_is_there_and_says_nothing() -> None:
    shown = view(players=two_players(place("Stash", None, None)), places=(place("Deck", None, None), place("Box", 0, None)))
    assert render(shown) == ["Deck: hidden", "", "Ben:  Stash: hidden", "", "Ann (you)"]


def two_players(*places: PlaceView) -> tuple[PlayerView, ...]:
    """Two players, the second with something before them."""
    return (PlayerView(seat=0, name="Ann", fields=[], places=[]), PlayerView(seat=1, name="Ben", fields=[], places=list(places)))


def test_where_all_are_of_one_kind_the_owner_s_sign_says_everything() -> None:
    pawns = [owned("Pawn", 0), owned("Pawn", 0), owned("Pawn", 1)]
    line = board("line", space("Shore", *pawns), space("Hill", "Stone", owned("Pawn", 1)))
    mine = place("Box", 1, [owned("Pawn", 1)])

    assert render(view(line, players=two_players(mine))) == [
        "The board",
        "  Shore  o o  x",
        "  Hill   x  Stone",
        "",
        "x Ben:  Box: Pawn",
        "",
        "o Ann (you)",
    ]


def test_where_there_are_several_kinds_each_owner_s_stand_together() -> None:
    pawns = [ThingName(f"Pawn of Player {seat + 1}", seat, "Pawn", sign="P") for seat in (0, 1)]
    hold = place("Hold", 4, [*pawns, ThingName("King of Player 2", 1, "King", sign="K"), "Stone"])

    assert render(view(places=(hold,), players=two_players()))[0] == "Hold: o Pawn, x Pawn, King, Stone"
    assert len(OWNERS) == 12


def test_cards_are_held_suit_by_suit_and_told_by_their_signs_alone() -> None:
    def card(rank: str, suit: str) -> ThingName:
        return ThingName(f"{rank} of {suit}", -1, f"{rank} of {suit}", sign=rank + suit, suit=suit)

    hand = place("Hand", 4, [card("9", "♠"), card("Q", "♠"), card("7", "♥"), card("A", "♥")])
    heap = PlaceView(name="heap", title="Heap", things=[card("10", "♦")], count=5, is_pile=True)
    player = PlayerView(seat=0, name="Ann", fields=[], places=[hand])

    assert render(view(players=(player,), places=(heap,))) == ["Heap: 10♦ on top of 5", "", "Ann (you)", "    Hand: ♠ 9 Q  ♥ 7 A"]


def test_a_long_line_is_a_track_that_bends_and_keeps_its_shape() -> None:
    def track(*crowd: str) -> list[str]:
        spaces = [space(f"House {number}", "Ant", row=0) for number in range(1, 12)]
        return render(view(evolve(board("line", *spaces, space("Sea", *crowd)), bend=5)))

    assert track() == [
        "The board",
        "  1   2   3   4   5",
        "  A   A   A   A   A",
        "  10  9   8   7   6",
        "  A   A   A   A   A",
        "  11  Sea",
        "  A   ·",
        "  A = Ant",
    ]
    assert track(*["Bee", "Ant", "Bee", "Ant"])[6:8] == ["  A   ×4", "  Sea: Ant x2, Bee x2"]


def test_of_a_long_list_and_a_pile_the_beginning_and_the_top_are_enough_where_there_is_little_room() -> None:
    pool = place("Pool", 30, [f"Ant {number}" for number in range(30)])
    pile = PlaceView(name="heap", title="Heap", things=["Ace", "King", "Queen", "Jack"], count=4, is_pile=True)

    assert "Ant 29" in str(render(view(places=(pool, pile))))
    crowded = render(view(places=(*[pool] * 4, pile)), room=6)
    assert crowded == [
        *["Pool: Ant 0, Ant 1, Ant 2, Ant 3, Ant 4, Ant 5, Ant 6, Ant 7, Ant 8 and 21 more"] * 4,
        "Heap: Ace, King, Queen, Jack",
    ]
    large = [f"Large, old ant {number}" for number in range(9)]
    assert "Heap: Jack on top of 4" in render(view(places=(*[evolve(pool, things=large, count=9)] * 2, pile)), room=3)


def test_what_is_seen_upon_hidden_things_stands_behind_their_number() -> None:
    hand = PlaceView(name="hand", title="Hand", things=None, count=4, partly=["Marked", "Marked", "Bent 2"])
    bag = PlaceView(name="bag", title="Bag", things=None, count=None, partly=["Marked"])

    assert render(view(places=(hand, bag))) == ["Hand: 4 hidden [Marked x2, Bent 2]  Bag: hidden [Marked]"]


def test_of_a_pile_of_which_only_the_top_is_seen_that_is_there_with_their_number() -> None:
    pile = PlaceView(name="heap", title="Heap", things=["Jack"], count=4, is_pile=True)
    uncounted = evolve(pile, count=None)
    marked = evolve(pile, partly=["no. 2: Marked"])

    assert render(view(places=(pile,))) == ["Heap: Jack on top of 4"]
    assert render(view(places=(uncounted,))) == ["Heap: Jack, hidden"]
    assert plain.render(view(places=(pile, uncounted, marked))) == [
        "Heap: Jack, 3 hidden",
        "Heap: Jack, hidden",
        "Heap: Jack, 3 hidden [no. 2: Marked]",
    ]
    assert render(view(places=(marked,))) == ["Heap: Jack, 3 hidden [no. 2: Marked]"]


def test_one_s_own_side_is_there_in_any_case_and_what_is_left_out_is_said() -> None:
    line = board("line", *(space(f"House {number}", "Ant " * 30) for number in range(1, 9)))
    others = [PlayerView(seat=seat, name=f"P{seat}", fields=[field("A", "long " * 30)], places=[]) for seat in (1, 2)]
    own = PlayerView(seat=0, name="Ann", fields=[field("B", "mine")], places=[])

    shown = render(view(line, players=(own, *others)), 80, room=12)
    assert len(shown) == 12
    assert shown[-2:] == ["... 9 lines more: type board", "Ann (you):  B: mine"]
    assert len(render(view(line, players=(own, *others)), 80, room=12, spare=3)) == 15


def test_marks_say_what_tells_things_of_a_kind_apart() -> None:
    assert letters_for(["Ant (Red)", "Ant (Blue) [Tired]", "Ant (Blue)", "Bee (Red)"]) == {
        "Ant (Blue)": "B",
        "Ant (Blue) [Tired]": "Bl",
        "Ant (Red)": "R",
        "Bee (Red)": "Be",
    }


def test_nothing_is_wider_than_the_screen_if_it_can_be_helped() -> None:
    line = board("line", space("Shore", *(f"Ant {number}" for number in range(40))))
    player = PlayerView(seat=0, name="Player 1", fields=[field(f"Field {n}", "1") for n in range(30)], places=[])

    lines = render(view(line, players=(player,)), width=60)

    assert max(map(cell_len, lines)) <= 60
    assert lines[2].startswith("         Ant ")


def test_marks_are_different_and_at_most_a_few_letters() -> None:
    things = [f"Ant of Player {number}" for number in range(1, 8)] + ["Art", "X", "***", "*****"]

    marks = letters_for(things)

    assert len(set(marks.values())) == len(things)
    assert all(mark.isprintable() for mark in marks.values())


def test_things_are_counted_where_they_lie_together_in_order() -> None:
    assert render(view(places=(place("Box", 4, ["a", "a", "b", "a"]),))) == ["Box: a x2, b, a"]


def test_what_a_rulebook_writes_cannot_command_the_terminal() -> None:
    lines = render(view(board("line", space("\x1b[2J", "\u202e\n")), table=(field("\x07", "\x1b"),)))

    assert all(character.isprintable() for line in lines for character in line)


def test_hearts_bars_and_dice_are_drawn_where_a_rulebook_asks_for_them() -> None:
    def drawn(value: str, how: str, most: int) -> FieldView:
        return FieldView(name="n", title="N", value=value, drawn=how, most=most)

    fields = [drawn("2", "hearts", 3), drawn("45", "bar", 100), drawn("30", "hearts", 40), drawn("0", "bar", 10)]
    fields += [drawn("5", "die", 6), drawn("12", "die", 6)]
    player = PlayerView(seat=0, name="Ann", fields=fields, places=[])
    assert render(view(players=(player,))) == ["Ann (you):  N: ♥♥·  N: ▓▓▓▓▓░░░░░ 45  N: 30  N: 5 ⚄  N: 12"]

    ant = ThingName(
        "Ant of Bob [Life 1, Tired]",
        1,
        "Ant [Life 1, Tired]",
        " [Life 1, Tired]",
        (FieldView("life", "Life", "1", "hearts", 2), field("Tired", "yes"), field("Old", "no")),
    )
    assert render(view(places=(place("Field", 1, [ant]),)))[0] == "Field: x Ant ♥· [Tired]"


def test_what_lies_in_a_thing_stands_beside_it() -> None:
    sack = PlaceView(name="sack", title="Sack", things=["Leaf", "Leaf"], count=2)
    own, other = ThingName("Ant of Ann", 0, "Ant", upon=(sack,)), ThingName("Ant of Bob", 1, "Ant")
    inside = PlaceView(name="sack-1", title="Sack of Ant", things=["Leaf", "Leaf"], count=2, inside=True, on_thing=True)
    ann = PlayerView(seat=0, name="Ann", fields=[], places=[place("House", 1, [own])])
    grid = board("grid", space("a1", own, row=1, column=1), columns=1, rows=1)

    assert render(view(players=(ann,), places=(inside,))) == ["Ann (you)", "    House: Ant  Sack: Leaf x2"]
    assert render(view(places=(place("Field", 2, [own, other]), inside))) == ["Field: x", "       o Ant  Sack: Leaf x2"]
    assert render(view(grid, places=(inside,))) == ["    a   o, a1 = o Ant  Sack: Leaf x2", "  1 o"]


def test_of_the_other_side_those_who_act_are_there_in_any_case() -> None:
    match = loaded("battle-of-thieves").start(2, 2)
    for _ in range(40):
        match.choose_at_random()
    theirs = next(place.things or [] for place in match.view(0).players[1].places if place.title == "Ship zone")
    for room in range(9, 16):
        lines = render(match.view(0), room=room)
        assert len(lines) <= room
        assert all(thing.plain.split(" [")[0] in "\n".join(lines) for thing in theirs if isinstance(thing, ThingName))


def test_where_there_is_little_room_the_names_alone_are_no_reason_to_crop_a_board() -> None:
    lines = render(loaded("chess").start(2, 1).view(0), room=10)

    assert [line[2] for line in lines[1:9]] == list("87654321")
    assert "Player 2" in lines[9]
    assert "Player 1 (you)" in lines[9]


def test_values_above_a_grid_stand_over_its_columns() -> None:
    lines = render(loaded("rette-sich-wer-kann").start(3, 1).view(0))
    officer, sailor, names = (next(line for line in lines if word in line) for word in ("Officer", "Sailor", "a b c"))

    assert [officer[names.index(name)] for name in "abcdefg"] == list("8866777")
    assert [sailor[names.index(name)] for name in "abcdefg"] == list("6644555")


def test_a_map_is_drawn_if_it_fits_and_else_says_what_is_beside_what() -> None:
    corners = [space("a3", "Ant", row=3, column=1), space("c3", row=3, column=3), space("c1", row=1, column=3)]
    joined = [evolve(one, beside=[other]) for one, other in zip(corners, ("c3", "c1", "c3"), strict=True)]
    assert render(view(board("map", *joined))) == ["    a b c", "  3 A───·", "  2     │", "  1     ·", "  A = Ant"]

    hill, shore = evolve(space("Hill", "Ant"), beside=["Shore", "Tree"]), evolve(space("Shore"), beside=["Hill"])
    tree = evolve(space("Tree"), beside=["Hill"])
    drawn = render(view(board("map", hill, shore, tree)))

    assert drawn[0] == "The board"
    assert {"Hill", "Shore", "Tree"} <= set(" ".join(drawn).split())
    assert sum(sign in "".join(drawn) for sign in "─│╱╲") >= 1
    assert drawn[-1] == "  A = Ant"
    too_wide = render(view(board("map", evolve(hill, title="Hill " * 20), shore, tree)))

    assert not any("- Hill" in line for line in drawn)
    assert any("- Hill" in line for line in too_wide)


def test_who_has_it_read_aloud_gets_one_fact_a_line() -> None:
    line = board("line", space("Shore", "Ant", "Ant", fields=(field("Toll", "2"),)), space("Hill"))
    ann = PlayerView(seat=0, name="Ann", fields=[field("Points", "3"), field("Tired", "no")], places=[place("Hand", 1, ["Ace"])])
    bob = PlayerView(seat=1, name="Bob", fields=[field("Vote", None)], places=[place("Hand", 4, None)])

    shown = plain.render(view(line, players=(ann, bob), places=(place("Deck", 9, None),), table=(field("Round", "2"),)))
    assert shown == [
        "Round: 2",
        "The board, Shore: Ant x2",
        "The board, Shore, Toll: 2",
        "Deck: 9 hidden",
        "Bob, Vote: hidden",
        "Bob, Hand: 4 hidden",
        "Ann (you), Points: 3",
        "Ann (you), Hand: Ace",
    ]


def test_names_and_signs_have_colours_and_words_have_none() -> None:
    boat, king = ThingName("Red boat", -1, "Red boat", sign="R", colour="red"), ThingName("King of Bo", 1, "King", sign="♚")
    players = tuple(PlayerView(seat=seat, name=name, fields=[], places=[]) for seat, name in enumerate(("Ann", "Bo", "Bo Peep")))
    scene = scene_of(view(places=(place("Sea", 2, [boat, king]),), players=players))
    drawn, told = (painter(colours_of(scene, letters=letters)) for letters in (True, False))

    assert drawn("  Ship  o o›x  Annals") == "  Ship  \x1b[36mo\x1b[39m \x1b[36mo\x1b[39m›\x1b[33mx\x1b[39m  Annals"
    assert told("Bo Peep and Bo") == "\x1b[35mBo Peep\x1b[39m and \x1b[33mBo\x1b[39m"
    assert drawn("R ♚x+R") == "\x1b[31mR\x1b[39m \x1b[33m♚x\x1b[39m+\x1b[31mR\x1b[39m"
    assert told("R x: Red boat") == "R x: \x1b[31mRed boat\x1b[39m"
    assert re.sub("\x1b\\[[0-9]+m", "", drawn("Ann: + x2 (Bo)")) == "Ann: + x2 (Bo)"


def test_of_others_as_much_is_shown_as_there_is_room_for() -> None:
    places = [place(f"Place {number}", 3, [f"Ant {number}{letter}" for letter in "abc"]) for number in range(1, 16)]
    other = PlayerView(seat=1, name="Bob", fields=[], places=places)
    own = PlayerView(seat=0, name="Ann", fields=[], places=[place("Hand", 1, ["Leaf"])])

    assert [len(render(view(players=(own, other)), room=room)) for room in (3, 4, 6, 12)] == [3, 4, 6, 10]
    assert render(view(players=(own, other)), room=6)[-1] == "Ann (you):  Hand: Leaf"


def test_a_track_keeps_its_place_and_its_shape_for_a_whole_game() -> None:
    match, shapes = loaded("la-planche").start(3, 4), set()
    while not match.over:
        lines = render(match.view(0), 80, room=16)
        shapes.add(tuple((number, line) for number, line in enumerate(lines) if " Shark " in line or line.endswith("  10")))
        match.choose_at_random()

    ((first, second),) = shapes
    assert first[0] + 2 == second[0]


def test_whatever_has_changed_since_a_player_s_last_choice_is_marked() -> None:
    draughts, hearts = loaded("english-draughts").start(2, 1), loaded("hearts").start(4, 3)
    before = draughts.view(1)
    draughts.choose(next(option for option in asked(draughts).options if option.label == "Man on c3 to d4"))
    drawn = render(draughts.view(1), before=before)
    assert [line for line in drawn if "›" in line] == ["  3   o   o  ›·   o", "  4 ·   ·  ›o   ·"]
    assert not any("›" in line for line in render(draughts.view(1), before=draughts.view(1)))

    held = hearts.view(0)
    for _ in range(12):
        hearts.choose_at_random()
    assert re.search("Hand: .*›", "\n".join(render(hearts.view(0), before=held)))


@pytest.mark.parametrize("name", ["hearts", "rette-sich-wer-kann"])
def test_a_terminal_that_joins_draws_the_table_as_the_host_s_own(name: str) -> None:
    match = loaded(name).start(max(2, loaded(name).least_players), 2)
    for _ in range(40):
        match.choose_at_random()
    seen = match.view(0)
    arrived = decoded(json.loads(json.dumps(encoded(seen))), View)

    assert render(arrived, 80, room=18) == render(seen, 80, room=18)


def test_a_board_that_is_larger_than_the_screen_shows_the_part_around_the_last_play() -> None:
    def stone(row: int, column: int, *things: ThingName) -> SpaceView:
        return evolve(space(f"{chr(96 + column)}{row}", *things, row=row, column=column), number=100 * row + column)

    spaces = [stone(row, column) for row in range(1, 20) for column in range(1, 20)]
    played = stone(16, 17, ThingName("Stone", -1, "Stone", sign="●"))
    after = [played if one.number == played.number else one for one in spaces]
    drawn = render(view(board("grid", *after)), 40, room=6, before=view(board("grid", *spaces)))

    assert drawn == [
        "←    b c d e f g h i j k l m n o p q r s",
        "↑ 18 · · · · · · · · · · · · · · · · · ·",
        "  17 · · · · · · · · · · · · · · · · · ·",
        "  16 · · · · · · · · · · · · · · ·›● · ·",
        "  15 · · · · · · · · · · · · · · · · · ·",
        "↓ 14 · · · · · · · · · · · · · · · · · ·",
    ]


def test_a_terminal_that_has_ascii_only_gets_letters_for_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    terminal = Terminal(io.StringIO(), io.StringIO())
    for name in ("chess", "hearts", "nine-mens-morris"):
        match = loaded(name).start(loaded(name).least_players, 1)
        before = match.view(0)
        match.choose_at_random()
        terminal.show_all(render(match.view(0), before=before))
    shown = cast("io.StringIO", terminal.stdout).getvalue()

    assert shown.isascii()
    assert "Rx Nx Bx Qx Kx Bx Nx Rx" in shown
    assert re.search("Hand: C [^D]+ D ", shown)


HONEYCOMB = """\
    5 · · ·
   4 · · x ·
  3 · o o · ·
   2 · · · · e
    1 x · · d
       a b c
"""
FROM_ABOVE = """\
    1 · · x
   2 · · · ·
  3 · · o o ·
   4 · x · · a
    5 · · · b
       e d c
"""


def test_hexagons_lie_half_a_cell_further_in_every_row_and_are_turned_like_squares() -> None:
    match = loaded(str(ROOT / "docs/games/yavalath.rules"), (), (("size", 3),)).start(2, 1)
    for cell in ("c3", "d4", "b3", "a1"):
        match.choose(cell)

    for seat, drawn, way in ((0, HONEYCOMB, 1), (1, FROM_ABOVE, -1)):
        assert render(match.view(seat), 80)[:6] == render(match.view(seat), 40)[:6] == drawn.splitlines()
        corners = dict(re.findall(r'data-name="(\w\d)"><polygon class="cell \w+" points="([^"]+)"', match.picture(seat, 390)))
        assert len(corners) == 19
        middle = {}
        for name, points in corners.items():
            both = [[float(part) for part in point.split(",")] for point in points.split()]
            middle[name] = [sum(parts) / 6 for parts in zip(*both, strict=True)]
            wide, tall = (max(parts) - min(parts) for parts in zip(*both, strict=True))
            assert wide / tall == pytest.approx(0.866, abs=0.01)
        (x, y), (right, above) = middle["c3"], middle["d4"]
        assert ((right - x) * way, (y - above) * way) == pytest.approx((wide / 2, tall * 3 / 4), abs=0.2)


def test_of_a_large_board_of_hexagons_the_part_around_the_last_play_is_shown() -> None:
    match = loaded(str(ROOT / "docs/games/hex.rules"), (), (("size", 19),)).start(2, 1)
    before = match.view(0)
    match.choose("r2")

    for width, room in ((80, 24), (40, 24), (40, 14)):
        lines = render(match.view(0), width, "en", room, before=before)
        assert max(map(cell_len, lines)) <= width
        row = next(line for line in lines if f"{NEW}R" in line)
        names = next(line for line in lines if line.endswith((" r s", " r s →")))
        # The column runs up to the right, so in the second row it is two halves of a cell further right than its name.
        assert row.split()[0] == "2"
        assert row.index("R") - names.index("r") == 2
        assert names.startswith("←") == (width == 40)
    assert lines[0].startswith("↑")
