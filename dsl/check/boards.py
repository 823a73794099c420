"""Check boards and places: lines, grids, maps, and the spaces beside them."""

from __future__ import annotations

from typing import Literal, cast

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import operation
from rulewright.dsl.check.scope import SymbolTable, titles_of
from rulewright.dsl.check.setup_values import constant_number, literal
from rulewright.dsl.checked import NUMBER, Board, Const, Space
from rulewright.dsl.constructs.grids import GRID_STEPS, cell_named, is_cell
from rulewright.dsl.messages.kinds import UnknownPartSeen, UnknownPlaceKind, UnknownSeers, UnknownSight, UnknownSpace
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import did_you_mean

PLACE_KINDS = ("place", "pile", "bag")
SEEN_BY = ("all", "owner", "others", "nobody")
PlaceKind = Literal["place", "pile", "bag"]
Viewers = Literal["all", "owner", "others", "nobody"]

KINDS = {"line": Phrase("a-line"), "grid": Phrase("a-grid"), "map": Phrase("a-map")}
"""The names of boards in messages."""


def place_kind(world: SymbolTable, word: nodes.Word | None) -> PlaceKind:
    """Return whether a place is a plain place, a pile or a bag."""
    if word is None:
        return "place"
    if word.text not in PLACE_KINDS:
        world.report("unknown-name", UnknownPlaceKind(word.text), word.span, way_out=did_you_mean(word.text, PLACE_KINDS))
        return "place"
    return cast("PlaceKind", word.text)


def seen_by(world: SymbolTable, node: nodes.Visibility | None, *, owned: bool, is_place: bool = False) -> Viewers:
    """Return who sees the things at a place, or a field."""
    if node is None:
        return "all"
    if node.what is not None:
        # Apart from the top, nobody sees them; `is_top` reports mistakes.
        return "nobody"
    word = node.by
    if word.text not in SEEN_BY:
        world.report("unknown-name", UnknownSeers(word.text), word.span, way_out=did_you_mean(word.text, SEEN_BY))
        return "all"
    if word.text == "others" and not is_place:
        world.report("wrong-type", Phrase("only-what-lies-in-a-place-can"), word.span)
        return "all"
    if word.text in ("owner", "others") and not owned:
        world.report(
            "no-owner",
            Phrase("nobody-owns-this-so-its-owner-cannot-see-it")
            if word.text == "owner"
            else Phrase("nobody-owns-this-so-the-others-cannot-see-it"),
            word.span,
        )
        return "all"
    return cast("Viewers", word.text)


def is_counted(world: SymbolTable, node: nodes.Visibility | None, *, is_place: bool) -> bool:
    """Return whether those who do not see the things at a place see how many there are."""
    if node is None or node.more is None:
        return True
    word = node.more
    if word.text == "always":
        return True
    if word.text != "uncounted":
        world.report("unknown-name", UnknownSight(word.text), word.span, way_out=did_you_mean(word.text, ["uncounted", "always"]))
    elif not is_place:
        world.report("wrong-type", Phrase("only-what-lies-in-a-place-can-be"), word.span)
    elif node.by.text == "all" and node.what is None:
        world.report("wrong-type", Phrase("what-all-see-all-can-count"), word.span)
    return False


def has_lookers(world: SymbolTable, node: nodes.Visibility | None, of: checked.Type | None, *, is_place: bool) -> bool:
    """Return whether others than its owner can see something; the define about them is looked up later (`shown_defines.py`)."""
    if node is None or node.others is None:
        return False
    word = node.others
    if node.what is not None or node.by.text != "owner":
        world.report(
            "wrong-type",
            Phrase("only-what-its-owner-sees-can-be"),
            word.span,
            way_out=Phrase("write-seen-by-owner-and-or-leave", word=word.text),
        )
    elif of is None and is_place:
        # It has no owner, which has been reported.
        return False
    elif of is None or (of.kind == "thing" and not is_place):
        world.report("wrong-type", Phrase("what-a-thing-or-a-die-shows"), word.span)
    else:
        return True
    return False


def is_top(world: SymbolTable, node: nodes.Visibility | None, place: str | None) -> bool:
    """Return whether all see the top of a pile, and nobody the things below; `place` is the kind of place, if it is one."""
    if node is None or node.what is None:
        return False
    word = node.what
    if word.text != "top":
        world.report("unknown-name", UnknownPartSeen(word.text), word.span, way_out=did_you_mean(word.text, ["top"]))
    elif place != "pile":
        world.report(
            "wrong-type",
            Phrase("only-a-pile-has-a-top"),
            word.span,
            way_out=Phrase("write-seen-by-alone") if place is None else Phrase("write-pile-for-the-kind-of-place"),
        )
    elif node.by.text != "all":
        world.report("wrong-type", Phrase("the-top-of-a-pile-is-seen"), node.by.span)
    else:
        return True
    return False


def is_public(world: SymbolTable, node: nodes.Visibility | None, of: checked.Type | None, field: checked.Type | None) -> bool:
    """Return whether all see a field of a thing that they do not see; `field` is its type, None for a place or a die."""
    if node is None or node.more is None or node.more.text != "always":
        return False
    word = node.more
    if field is None or of is None or of.kind != "thing":
        world.report("wrong-type", Phrase("only-a-field-of-pieces-or-cards"), word.span)
    elif node.by.text != "all" or node.what is not None:
        world.report("wrong-type", Phrase("what-some-do-not-see-cannot-be"), word.span)
    elif field.kind == "thing" or field.many:
        world.report("wrong-type", Phrase("what-is-seen-upon-a-hidden-thing"), word.span)
    else:
        return True
    return False


def declare_place(world: SymbolTable, node: nodes.Place, variant: str) -> None:
    """Declare a shared place."""
    space = Space(
        name=node.name.text,
        titles=titles_of(world, node.title),
        kind=place_kind(world, node.kind),
        seen=seen_by(world, node.seen, owned=False),
        span=node.name.span,
        counted=is_counted(world, node.seen, is_place=True),
        top=is_top(world, node.seen, "place" if node.kind is None else node.kind.text),
    )
    is_public(world, node.seen, None, None)
    has_lookers(world, node.seen, None, is_place=True)
    if world.declare(node.name, Phrase("a-place"), space, variant):
        world.places[space.name] = space


def declare_board(world: SymbolTable, node: nodes.Line | nodes.Grid | nodes.Map, variant: str) -> None:
    """Declare a board with its spaces and directions."""
    directions: tuple[str, ...] = ()
    shape = (node.shape if isinstance(node, nodes.Grid) else None) or "squares"
    if isinstance(node, nodes.Line):
        directions = tuple(word.text for word in node.directions or ())
        for word in node.directions or ():
            world.declare_direction(word)
        if len(set(directions)) == 1 and node.directions is not None:
            world.report("duplicate-name", Phrase("the-two-directions-of-a-line-must"), node.directions[1].span)
    elif isinstance(node, nodes.Grid):
        directions = tuple(GRID_STEPS[shape])
        for direction in directions:
            world.declare_direction(nodes.Word(span=node.name.span, text=direction))
    kind: Literal["line", "grid", "map"] = (
        "line" if isinstance(node, nodes.Line) else "grid" if isinstance(node, nodes.Grid) else "map"
    )
    titles, span = titles_of(world, node.title), node.name.span
    board = Board(name=node.name.text, titles=titles, kind=kind, shape=shape, directions=directions, span=span)
    if world.declare(node.name, KINDS[kind], board, variant):
        world.boards[board.name] = board
    if isinstance(node, nodes.Line):
        for entry in node.spaces:
            # The size of a series is looked up later; until then the series has a mark of its own.
            times = None if entry.times is None else checked.Const(value=1, type=checked.NUMBER, span=entry.times.span)
            space = Space(
                name=entry.name.text,
                titles=titles_of(world, entry.title),
                kind=place_kind(world, entry.kind),
                times=times,
                board=board,
                span=entry.name.span,
            )
            what = Phrase("a-space-of", board=board.name) if times is None else Phrase("a-series-of-spaces-of", board=board.name)
            if world.declare(entry.name, what, space, variant):
                board.spaces.append(space)
    elif isinstance(node, nodes.Map):
        for line in node.lines:
            space = Space(
                name=line.name.text, titles=titles_of(world, line.title), kind="place", board=board, span=line.name.span
            )
            if world.declare(line.name, Phrase("a-space-of", board=board.name), space, variant):
                board.spaces.append(space)


def finish_board(world: SymbolTable, node: nodes.Line | nodes.Grid | nodes.Map) -> None:
    """Find the sizes and neighbours of a board."""
    board = world.boards.get(node.name.text)
    if board is None or board.span != node.name.span:
        return
    if isinstance(node, nodes.Line):
        entries = {entry.name.span: entry for entry in node.spaces}
        for space in board.spaces:
            entry = entries[space.span]
            if entry.times is not None:
                times = constant_number(
                    world,
                    entry.times,
                    Phrase("the-number-of", space=space.name),
                    Phrase("the-number-of-is-fixed-before-the", space=space.name),
                    0,
                )
                space.times = times or space.times
        if not node.spaces and not world.broken:
            world.report("empty-board", Phrase("has-no-spaces", board=board.name), node.name.span)
    elif isinstance(node, nodes.Grid):
        _measure(world, node, board)
    else:
        _neighbours(world, node, board)


def _measure(world: SymbolTable, node: nodes.Grid, board: Board) -> None:
    """Find the size of a grid, and the cells that it lacks."""
    shape = node.shape
    if shape is None:
        span = node.words[0].span if node.words else node.columns.span
        message, way_out = Phrase("a-grid-is-made-of-squares-or"), Phrase("write-a-size-such-as")
        world.report("unknown-name", message, span, Phrase("no-shape"), way_out)
        return
    board.columns = board.rows = constant_number(
        world,
        node.columns,
        Phrase("the-number-of-columns-of", board=board.name),
        Phrase("the-number-of-columns-of-is-fixed", board=board.name),
        1,
    )
    if node.rows is not None:
        board.rows = constant_number(
            world,
            node.rows,
            Phrase("the-number-of-rows-of", board=board.name),
            Phrase("the-number-of-rows-of-is-fixed", board=board.name),
            1,
        )
    elif board.columns is not None:
        one, two = (Const(value=value, type=NUMBER, span=node.columns.span) for value in (1, 2))
        across = operation("times", (two, board.columns), NUMBER, node.columns.span)
        board.columns = board.rows = operation("minus", (across, one), NUMBER, node.columns.span)
    # If options decide the size, a cell beyond it is only lacking from the larger boards.
    side, rows = literal(node.columns), None if node.rows is None else literal(node.rows)
    columns, rows = (side, rows) if node.rows is not None or side is None else (2 * side - 1, 2 * side - 1)
    cells = {word: cell_named(word.text) for word in node.without}
    for word, cell in cells.items():
        if cell is None or (columns is not None and rows is not None and not is_cell(shape, columns, rows, *cell)):
            world.unknown(word.text, word.span, (), UnknownSpace(board=board.name, word=word.text))
    board.without = tuple(sorted({cell for cell in cells.values() if cell is not None}))


def _neighbours(world: SymbolTable, node: nodes.Map, board: Board) -> None:
    spaces = {space.name: space for space in board.spaces}
    seen: set[frozenset[str]] = set()
    for line in node.lines:
        for word in line.beside:
            pair = frozenset((line.name.text, word.text))
            if word.text == line.name.text:
                world.report("own-neighbour", Phrase("cannot-be-beside-itself", word=word.text), word.span)
            elif word.text not in spaces:
                symbol = world.symbols.get(word.text)
                if symbol is None or symbol.meaning is None:
                    world.unknown(word.text, word.span, spaces, UnknownSpace(board=board.name, word=word.text))
                else:
                    world.report(
                        "wrong-type",
                        Phrase("is-not-a-space-of", word=word.text, kind=symbol.what, board=board.name),
                        word.span,
                        declared=symbol.span,
                    )
            elif pair not in seen and line.name.text in spaces:
                seen.add(pair)
                board.beside.append((spaces[line.name.text], spaces[word.text]))
