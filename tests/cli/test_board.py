"""The table as plain text."""

from __future__ import annotations

from rich.cells import cell_len

from rulewright.cli.render.board import grouped, render, short_marks
from rulewright.interpreter.see.view import BoardView, FieldView, PlaceView, PlayerView, SpaceView, ValueView, View


def space(title: str, *things: str, row: int = 0, column: int = 0, fields: tuple[FieldView, ...] = ()) -> SpaceView:
    """A space with some things."""
    return SpaceView(name=title.lower(), title=title, row=row, column=column, things=list(things), fields=list(fields))


def board(kind: str, *spaces: SpaceView, columns: int = 0, rows: int = 0) -> BoardView:
    """A board of such spaces."""
    return BoardView(name="b", title="The board", kind=kind, columns=columns, rows=rows, spaces=list(spaces))


def view(
    *boards: BoardView,
    players: tuple[PlayerView, ...] = (),
    places: tuple[PlaceView, ...] = (),
    table: tuple[FieldView, ...] = (),
    values: tuple[ValueView, ...] = (),
    seat: int | None = 0,
) -> View:
    """What a seat sees."""
    return View(
        seat=seat,
        table=list(table),
        players=list(players),
        boards=list(boards),
        places=list(places),
        values=list(values),
    )


def field(title: str, value: str | None) -> FieldView:
    """A field."""
    return FieldView(name=title.lower(), title=title, value=value)


def place(title: str, count: int, things: list[str] | None) -> PlaceView:
    """A place."""
    return PlaceView(name=title.lower(), title=title, things=things, count=count)


def test_a_line_has_a_row_for_each_space() -> None:
    hill = space("Hill", fields=(field("Toll", "2"), field("Closed", "no")))
    line = board("line", space("Shore", "Red ant", "Red ant", "Ant"), space("日本"), hill)

    assert render(view(line)) == [
        "The board",
        "  Shore  Red ant x2, Ant",
        "  日本   ·",
        "  Hill   Toll: 2",
    ]


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
        "      a   b",
        "  2  M1  M2",
        "  1   ·   X",
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
    seen = view(
        players=(mine, other), places=(place("Deck", 12, None), place("Pile", 1, ["Two"])), table=(field("Round", "2"),)
    )

    assert render(seen, width=80) == [
        "Player 1 (you):  Points: 3  Vote: red  Hand: Ace, King",
        "Player 2:  Points: 0  Vote: hidden  Hand: 7 hidden",
        "",
        "Round: 2  Deck: 12 hidden  Pile: Two",
    ]


def test_values_and_what_lies_in_things() -> None:
    def value(name: str, *fields: FieldView, places: tuple[PlaceView, ...] = ()) -> ValueView:
        return ValueView(type="heap", name=name.lower(), title=name, fields=list(fields), places=list(places))

    inside = PlaceView(name="nest-2", title="Nest of Ant 2", things=[], count=0, inside=True)
    seen = view(
        values=(
            value("Small", field("Size", "0")),
            value("Large", field("Size", "5"), field("Votes", None)),
            value("None"),
        ),
        table=(field("Unseen", None), field("Round", "2")),
        places=(place("Pile", 0, []), place("Nest of Ant 1", 2, ["Red ant", "Blue ant"]), inside),
    )

    assert render(seen) == [
        "  Small:  Size: 0",
        "  Large:  Size: 5",
        "",
        "Round: 2  Pile: ·",
        "Nest of Ant 1: Red ant, Blue ant",
    ]
    many = view(values=tuple(value(f"Heap {number}", field("Size", "1")) for number in range(6)))
    assert render(many)[0] == "  Heap 0:  Size: 1   Heap 3:  Size: 1"
    nested = value("Red", field("Eggs", "1"), places=(place("Nest", 2, ["Ant", "Ant"]), place("Den", 0, [])))
    assert render(view(values=(nested,))) == ["  Red:  Eggs: 1  Nest: Ant x2"]


def test_a_long_list_is_cut_short_unless_all_is_wanted() -> None:
    seen = view(places=(place("Pool", 30, [f"Ant {number}" for number in range(30)]),))

    assert render(seen, whole=False) == ["Pool: Ant 0, Ant 1, Ant 2, Ant 3, Ant 4, Ant 5, Ant 6, Ant 7 and 22 more"]
    assert "Ant 29" in render(seen)[-1]


def test_what_is_not_so_is_not_said() -> None:
    player = PlayerView(seat=0, name="Player 1", fields=[field("Asleep", "no"), field("Points", "0")], places=[])

    assert render(view(players=(player,))) == ["Player 1 (you):  Points: 0"]


def test_a_long_line_stands_in_columns_on_a_low_screen() -> None:
    line = board("line", *(space(f"House {number}", "Ant") for number in range(1, 20)))

    assert render(view(line), 80, height=24)[:2] == ["The board", "  House 1   Ant   House 11  Ant"]
    assert render(view(line), 80, height=60)[1:3] == ["  House 1   Ant", "  House 2   Ant"]
    assert len(render(view(line), 80, height=24)) == 11
    assert max(map(cell_len, render(view(line), 40, height=24))) <= 40


def test_marks_say_what_tells_things_of_a_kind_apart() -> None:
    assert short_marks(["Ant (Red)", "Ant (Blue) [Tired]", "Ant (Blue)", "Bee (Red)"]) == {
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
    things = [f"Ant of Player {number}" for number in range(1, 8)] + ["Art", "X", "\x1b[2J", "***", "*****"]

    marks = short_marks(things)

    assert len(set(marks.values())) == len(things)
    assert all(mark.isprintable() for mark in marks.values())


def test_things_are_counted_where_they_lie_together_in_order() -> None:
    assert grouped(["a", "a", "b", "a"]) == ["a x2", "b", "a"]


def test_what_a_rulebook_writes_cannot_command_the_terminal() -> None:
    lines = render(view(board("line", space("\x1b[2J", "\u202e\n")), table=(field("\x07", "\x1b"),)))

    assert all(character.isprintable() for line in lines for character in line)
