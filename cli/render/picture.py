"""Show what a seat sees of the table as plain text, for any game.

First comes everything common: the table's own fields, the boards, and the places beside them. Then come the other players
with their things, and last the viewer, nearest to the question. Empty things are left out. The picture fits on the screen:
first long lists are shortened, then the sides of other players, but never the viewer's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import evolve, frozen
from rich.cells import cell_len

from rulewright.cli.render import board as boards
from rulewright.cli.render.columns import in_columns, wrap_parts
from rulewright.cli.render.details import field_drawing, is_holder, with_details
from rulewright.cli.render.marks import OWNERS, OwnerSigns, covered_text, owner_of, title_of
from rulewright.cli.render.speech import phrase
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.views.cells import marks_on
from rulewright.interpreter.views.view import UNSAID, ThingName

if TYPE_CHECKING:
    from rulewright.interpreter.views.view import BoardView, FieldView, PlaceView, PlayerView, ValueView, View

SCORE = "score"
_MOST_ROWS = 12
_SHORT, _MOST_SHORT = 36, 4
_FEW = (None, 8, 4, 3)
"""How many entries of a long list are shown at each degree of brevity."""
_DEGREES = ((0, None), (1, None), *((2, most) for most in (9, 7, 5, 4, 3, 2)), (3, 1))
"""The degrees of brevity, from the least. Each has a limit of lines for each other player, if any."""
_TOP_OF_A_PILE = 3
_DEEPEST = 12


def render(view: View, width: int = 80, language: str = "en", room: int | None = None, spare: int = 0) -> list[str]:
    """Return the lines to show; with `room`, as much as fits, and up to `spare` more before anything is left out."""
    width = max(width, 40)
    if room is None:
        return _spaced(_Picture.from_view(view, width, language, _MOST_ROWS, 0).parts(view))
    lines: list[str] = []
    for brevity, others in _DEGREES:
        shown = evolve(_Picture.from_view(view, width, language, max(4, room // 2), brevity), others=others)
        parts = shown.parts(view)
        for part in (_spaced(parts), [text for one in parts for text in one]):
            if len(part) <= room:
                return part
        lines = part
    return lines if len(lines) <= room + spare else _cut(lines, parts[-1], max(room + spare, 1), width, language)


def _spaced(parts: Sequence[Sequence[str]]) -> list[str]:
    """Join the parts, with an empty line between them."""
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if lines and part else part
    return lines


def _cut(lines: list[str], own: list[str], room: int, width: int, language: str) -> list[str]:
    """Return as many lines as fit. The viewer's own side is complete; before it, a line says that lines are missing."""
    most = room - 1 if room > 2 else room
    if len(own) > most:
        own = [*own[: most - 1], _shortened(own[most - 1], width)]
    before = room - 1 - len(own)
    if before < 0:
        return own
    return [*lines[:before], phrase(language, "more-lines", len(lines) - before - len(own)), *own]


@frozen
class _Picture:
    width: int
    language: str
    most: int
    brevity: int
    signs: OwnerSigns
    few: int | None
    marked: bool
    """Whether signs of owners are visible, so that players need theirs beside their names."""
    others: int | None = None
    """The most lines for each other player, if there is a limit."""

    @classmethod
    def from_view(cls, view: View, width: int, language: str, most: int, brevity: int) -> _Picture:
        """Prepare to show a view."""
        common = [thing for place in view.places for thing in place.things or ()]
        signs = OwnerSigns.signs_for(view, language)
        before = [
            owner_of(thing) not in (-1, player.seat)
            for player in view.players
            for place in player.places
            for thing in place.things or ()
        ]
        marks = (mark for board in view.boards for space in board.spaces for mark in marks_on(space))
        marked = any(mark.owner >= 0 for mark in marks) or any(owner_of(thing) >= 0 for thing in common) or any(before)
        return cls(width, language, most, brevity, signs, _FEW[brevity], marked)

    def parts(self, view: View) -> list[list[str]]:
        """Return all parts, in groups, with the viewer last."""
        groups = [self.table(view), *(self.board(board) for board in view.boards), self.off_boards(view)]
        groups.append(self.values(view.values))
        others = [player for player in view.players if player.seat != view.seat]
        groups.append([line for player in others for line in self.player(player, view)])
        groups.append([line for player in view.players if player.seat == view.seat for line in self.player(player, view)])
        return [group for group in groups if group] or [[]]

    def board(self, board: BoardView) -> list[str]:
        board = boards.drawn_out(board)
        if board.kind == "grid":
            return boards.grid(board, self.width, self.holder)
        return boards.line(board, self.signs, self.width, self.language, self.most, self.holder)

    def player(self, player: PlayerView, view: View) -> list[str]:
        """Return one line if possible; for other players, no more lines than allowed."""
        name = visible(player.name)
        if player.seat == view.seat:
            name = phrase(self.language, "you", name)
        if self.marked:
            name = f"{OWNERS[player.seat]} {name}"
        fields = [field for field in player.fields if field.name == SCORE or field.value not in UNSAID]
        there = [place for place in player.places if place.count != 0]
        parts = [*self.fields(fields), *(self.place(one, player.seat) for one in there if not _has_holders(one))]
        lines = self.headed(name, parts)
        lines += [line for place in there if _has_holders(place) for line in self.holders(place, player.seat, "    ")]
        most = len(lines) if player.seat == view.seat or self.others is None else self.others
        return lines if len(lines) <= most else [*lines[: most - 1], _shortened(lines[most - 1], self.width)]

    def values(self, values: Iterable[ValueView]) -> list[str]:
        lines: list[str] = []
        for value in values:
            # Something hidden here is hidden from everyone: only the rules use it.
            parts = boards.titled(boards.said(value.fields), self.language)
            parts += [self.place(place) for place in value.places if place.count != 0]
            lines += self.headed(visible(value.title), parts) if parts else []
        short = all(cell_len(line) <= _SHORT and not line.startswith(" ") for line in lines)
        return in_columns(lines, self.width, _MOST_SHORT if self.brevity < 2 else 1) if lines and short else lines

    def table(self, view: View) -> list[str]:
        parts = boards.titled(boards.said(view.table), self.language)
        return list(wrap_parts("", parts, self.width, hanging="    ")) if parts else []

    def off_boards(self, view: View) -> list[str]:
        """Return the places beside the boards; one with many things gets a line of its own."""
        parts: list[list[str]] = []
        long: list[str] = []
        for place in view.places:
            if place.on_thing:
                continue
            if _has_holders(place):
                long += self.holders(place)
                continue
            pieces = self.place(place) if place.count != 0 else []
            if len(pieces) > 1 or (pieces and place.inside):
                long += wrap_parts("", [pieces], self.width, hanging="    ")
            elif pieces:
                parts.append(pieces)
        return [*(wrap_parts("", parts, self.width, hanging="    ") if parts else ()), *long]

    def holders(self, place: PlaceView, seat: int = -1, indent: str = "") -> list[str]:
        """Return a place with things that hold others: a row for each of these, the rest after the title."""
        others = [thing for thing in place.things or () if not is_holder(thing)]
        head = indent + phrase(self.language, "titled", visible(place.title), "").rstrip() + " "
        lines: list[str] = []
        if others:
            pieces = self.place(evolve(place, things=others, count=len(others)), seat)
            lines += wrap_parts(indent, [pieces], self.width, indent + "  ")
            head = " " * cell_len(head)
        for thing in place.things or ():
            if isinstance(thing, ThingName) and is_holder(thing):
                lines += self.holder(head, thing, seat)
                head = " " * cell_len(head)
        return lines

    def holder(self, head: str, thing: ThingName, seat: int = -1) -> list[str]:
        sign = f"{OWNERS[thing.owner]} " if self.marked and thing.owner not in (-1, seat) else ""
        name = title_of(thing) if sign else with_details(thing, plain=thing.owner == seat)
        parts = [[sign + name], *(self.place(place, thing.owner) for place in thing.upon if place.count != 0)]
        return list(wrap_parts(head, parts, self.width, " " * min(cell_len(head) + 2, _DEEPEST)))

    def headed(self, name: str, parts: Sequence[Sequence[str]]) -> list[str]:
        head = phrase(self.language, "titled", name, "") + " " if parts else name
        return list(wrap_parts(head, parts, self.width, hanging="    "))

    def place(self, place: PlaceView, seat: int = -1) -> list[str]:
        """Return a place in pieces, so that a line can end between them; `seat` is the owner, who need not be named."""
        if place.things is None:
            return [phrase(self.language, "titled", visible(place.title), covered_text(place, self.language))]
        if place.count != len(place.things):
            if place.count is None or place.partly:
                return [phrase(self.language, "titled", visible(place.title), covered_text(place, self.language))]
            return [phrase(self.language, "top-of", visible(place.title), visible(place.things[-1]), place.count)]
        if all(owner_of(thing) in (-1, seat) for thing in place.things):
            things = self.signs.grouped([title_of(thing) for thing in place.things])
        else:
            things = self.signs.beside(place.things)
        if place.is_pile and self.few is not None and len(place.things) > _TOP_OF_A_PILE:
            # Of a pile, people see the top.
            return [phrase(self.language, "top-of", visible(place.title), visible(place.things[-1]), len(place.things))]
        if self.few is not None and len(things) > 2 * self.few:
            more = len(things) - self.few
            things = [*things[: self.few - 1], phrase(self.language, "and-more", things[self.few - 1], more)]
        return [phrase(self.language, "titled", visible(place.title), things[0]), *things[1:]]

    def fields(self, fields: Iterable[FieldView]) -> list[list[str]]:
        unseen = phrase(self.language, "hidden-value")
        told = [field for field in fields if field.value == "0" or field.value not in UNSAID]
        values = [unseen if field.value is None else field_drawing(field) for field in told]
        return boards.titled(zip((field.title for field in told), values, strict=True), self.language)


def _has_holders(place: PlaceView) -> bool:
    return any(map(is_holder, place.things or ()))


def _shortened(line: str, width: int) -> str:
    """Cut a line, with a sign that there is more."""
    while cell_len(line) > width - 2:
        line = line[:-1]
    return line.rstrip(" ,") + " …"
