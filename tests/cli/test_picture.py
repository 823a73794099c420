"""The table as plain text."""

from __future__ import annotations

import re

from attrs import evolve
from rich.cells import cell_len

from rulewright.cli.render import plain
from rulewright.cli.render.colours import painter
from rulewright.cli.render.marks import OWNERS, group_marks
from rulewright.cli.render.picture import render
from rulewright.interpreter.views.looks import letters_for
from rulewright.interpreter.views.view import BoardView, FieldView, PlaceView, PlayerView, SpaceView, ThingName, ValueView, View


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
    grid = board(
        "grid",
        space("a1", row=1, column=1),
        space("b1", row=1, column=2, fields=(field("Colour", "X"), field("Level", "0"))),
        space("a2", "Mark of Player 1", row=2, column=1),
        space("b2", "Mark of Player 2", row=2, column=2),
        columns=2,
        rows=2,
    )

    assert render(view(grid)) == [
        "The board",
        "     a  b",
        "  2 M1 M2",
        "  1  ·  X",
        "  M1 = Mark of Player 1, M2 = Mark of Player 2",
    ]


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
        "Round: 2",
        "",
        "Deck: 12 hidden  Pile: Two",
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

    assert render(seen) == ["Round: 2", "", "Nest of Ant 1: Red ant, Blue ant", "", "  Large:  Size: 5"]
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
    hold = place("Hold", 4, [owned("Pawn", 0), owned("Pawn", 1), owned("King", 1), "Stone"])

    assert render(view(places=(hold,), players=two_players()))[0] == "Hold: o Pawn, x Pawn, King, Stone"
    assert len(OWNERS) == 12


def test_things_of_one_kind_in_a_row_are_called_by_what_tells_them_apart() -> None:
    line = board("line", space("Left", "Ant (Red)", "Ant (Red)"), space("Right", "Ant (Blue)"))

    assert render(view(line)) == ["The board (Ant)", "  Left   Red x2", "  Right  Blue"]


def test_a_long_line_stands_in_columns_where_there_is_little_room() -> None:
    line = board("line", *(space(f"House {number}", "Ant") for number in range(1, 20)), space("Sea", "Ant " * 20))

    narrow = render(view(line), 80, room=12)
    assert narrow[1] == "  House 1   Ant   House 5   Ant   House 9   Ant   House 13  Ant   House 17  Ant"
    assert narrow[-2].startswith("  Sea       Ant Ant")
    assert render(view(line), 80, room=60)[1:3] == ["  House 1   Ant", "  House 2   Ant"]


def test_of_a_long_list_and_a_pile_the_beginning_and_the_top_are_enough_where_there_is_little_room() -> None:
    pool = place("Pool", 30, [f"Ant {number}" for number in range(30)])
    pile = PlaceView(name="heap", title="Heap", things=["Ace", "King", "Queen", "Jack"], count=4, is_pile=True)

    assert "Ant 29" in str(render(view(places=(pool, pile))))
    crowded = render(view(places=(*[pool] * 4, pile)), room=6)
    assert crowded == [
        "Heap: Jack on top of 4",
        *["Pool: Ant 0, Ant 1, Ant 2, Ant 3, Ant 4, Ant 5, Ant 6, Ant 7 and 22 more"] * 4,
    ]


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
    line = board("line", *(space(f"House {number}", "Ant " * 12) for number in range(1, 20)))
    others = [PlayerView(seat=seat, name=f"P{seat}", fields=[field("A", "long " * 30)], places=[]) for seat in (1, 2)]
    own = PlayerView(seat=0, name="Ann", fields=[field("B", "mine")], places=[])

    shown = render(view(line, players=(own, *others)), 80, room=12)
    assert len(shown) == 12
    assert shown[-2:] == ["... 12 lines more: type board", "Ann (you):  B: mine"]
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
    assert group_marks(["a", "a", "b", "a"]) == ["a x2", "b", "a"]


def test_what_a_rulebook_writes_cannot_command_the_terminal() -> None:
    lines = render(view(board("line", space("\x1b[2J", "\u202e\n")), table=(field("\x07", "\x1b"),)))

    assert all(character.isprintable() for line in lines for character in line)


def test_hearts_and_bars_are_drawn_where_a_rulebook_asks_for_them() -> None:
    def drawn(value: str, how: str, most: int) -> FieldView:
        return FieldView(name="n", title="N", value=value, drawn=how, most=most)

    fields = [drawn("2", "hearts", 3), drawn("45", "bar", 100), drawn("30", "hearts", 40), drawn("0", "bar", 10)]
    player = PlayerView(seat=0, name="Ann", fields=fields, places=[])
    assert render(view(players=(player,))) == ["Ann (you):  N: ♥♥·  N: ▓▓▓▓▓░░░░░ 45  N: 30"]

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
    assert render(view(grid, places=(inside,)))[-1].endswith("Ant  Sack: Leaf x2")


def test_a_map_is_drawn_where_its_spaces_are_called_so_that_it_can_be_and_else_says_what_is_beside_what() -> None:
    corners = [space("a3", "Ant"), space("c3"), space("b1")]
    drawn = render(view(board("map", *corners)))
    assert drawn[:6] == ["The board", "    a b c", "  3 A   ·", "  2", "  1   ·", "  A = Ant"]

    hill, shore = evolve(space("Hill", "Ant"), beside=["Shore", "Tree"]), evolve(space("Shore"), beside=["Hill"])
    assert render(view(board("map", hill, shore))) == ["The board", "  Hill   Ant  - Shore, Tree", "  Shore  ·  - Hill"]


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


def test_names_and_signs_have_the_colours_of_their_seats() -> None:
    paint = painter(["Ann", "Bo", "Bo Peep"])

    assert paint("  Ship  o o  x  Annals") == "  Ship  \x1b[36mo\x1b[39m \x1b[36mo\x1b[39m  \x1b[33mx\x1b[39m  Annals"
    assert paint("Bo Peep and Bo") == "\x1b[35mBo Peep\x1b[39m and \x1b[33mBo\x1b[39m"
    assert re.sub("\x1b\\[[0-9]+m", "", paint("Ann: + x2 (Bo)")) == "Ann: + x2 (Bo)"


def test_of_others_as_much_is_shown_as_there_is_room_for() -> None:
    places = [place(f"Place {number}", 3, [f"Ant {number}{letter}" for letter in "abc"]) for number in range(1, 16)]
    other = PlayerView(seat=1, name="Bob", fields=[], places=places)
    own = PlayerView(seat=0, name="Ann", fields=[], places=[place("Hand", 1, ["Leaf"])])

    assert [len(render(view(players=(own, other)), room=room)) for room in (3, 4, 6, 12)] == [3, 4, 6, 10]
    assert render(view(players=(own, other)), room=6)[-1] == "Ann (you):  Hand: Leaf"
