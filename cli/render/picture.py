"""Show what a seat sees of the table as plain text, for any game.

The scene says what there is, in which order; the viewer comes last, nearest to the question. If the picture does not fit on
the screen, long lists become shorter first, and what lies aside is only counted. Next, things of other players are shown
without those that they hold. Then boards show only the part around the last play. At last, the sides of other players lose
their ends, but the viewer's own never loses more than lists.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from attrs import evolve, frozen
from rich.cells import cell_len

from rulewright.cli.render.board import board_lines, legend
from rulewright.cli.render.columns import fold_text, in_columns, wrap_parts
from rulewright.cli.render.speech import phrase
from rulewright.cli.render.writing import EMPTY, OWNERS, Writer, counted_sign, symbol
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.views.scene import grouped, scene_of

if TYPE_CHECKING:
    from rulewright.interpreter.views.scene import Board, Scene, Side, Thing, Zone
    from rulewright.interpreter.views.view import View

_SHORT, _MOST_SHORT = 36, 4
_FEWEST_ROWS = 3
_DEGREES = ((9, 27), (3, 9), (1, 3), (1, 1))
"""The degrees of brevity, from the least: the entries of a long list, of others and of one's own."""
_LIMITS = (None, 7, 5, 4, 3, 2, 1)
"""The lines of each other player, if there is a limit."""
_ROUND_TABLE = 60
"""The widest that a table with players around it is drawn."""
_DEEPEST = 12
_HANGING = "    "
_SHORT_LIST = 3
"""The entries of a list that is no long one."""
_BETWEEN, _LEAST_BESIDE, _LEAST_BESIDE_NAMES = 1, 40, 60
"""The columns between a board and its list, and those that a list of signs or of names needs beside it."""
_TIGHT = 3
"""At so few entries of a list, other players share lines."""


def render(
    view: View, width: int = 80, language: str = "en", room: int | None = None, spare: int = 0, before: View | None = None
) -> list[str]:
    """Return the lines to show; with `room`, as much as fits, and up to `spare` more before anything is left out.

    With the view that the seat had `before`, everything that has changed since is marked.
    """
    scene, forms, width = scene_of(view, before=before), {forms[0]: forms for forms in view.forms}, max(width, 40)

    @cache
    def painted(few: int | None, own: int | None, rows: int | None = None) -> _Parts:
        folds = few is not None and few <= _TIGHT
        others, mine = (Writer(language, forms, most, folds) for most in (few, own))
        return _Picture(scene, others, mine, width, rows, is_tightest=own == 1).parts()

    if room is None:
        return painted(None, None).spaced()
    parts = painted(*_DEGREES[0])
    if len(parts.lines()) > room:
        fitting = bisect_left(_DEGREES, True, 1, len(_DEGREES) - 1, key=lambda degree: len(painted(*degree).lines()) <= room)
        parts = painted(*_DEGREES[fitting])
    lines = parts.spaced()
    if len(lines) <= room:
        return lines
    if len(parts.lines()) > room:
        room += spare
        over = len(parts.lines()) - room
        if over > 0 and scene.boards:
            parts = painted(*_DEGREES[-1], max(_FEWEST_ROWS, max(board.rows for board in scene.boards) - over))
    for most in _LIMITS:
        lines = parts.lines(most)
        if len(lines) <= room:
            return lines
    parts = parts.with_less(len(lines) - room)
    lines = parts.lines(_LIMITS[-1])
    if len(lines) <= room:
        return lines
    return _cut(lines, parts.own, max(room, 1), width, language)


@frozen
class _Parts:
    """The lines of a picture, part by part."""

    common: list[list[str]]
    others: list[list[str]]
    """Those of each other player."""
    own: list[str]
    lists: int
    """How many lines at the end of one's own are long lists."""
    width: int
    is_tight: bool

    def with_less(self, over: int) -> _Parts:
        """Return the parts with so many lines fewer at the end of one's own long lists, if there are as many."""
        return evolve(self, own=_cut_end(self.own, len(self.own) - min(over, self.lists), self.width))

    def groups(self, most: int | None = None) -> list[list[str]]:
        """Return the parts that have lines, with no more of them for each other player than allowed."""
        others, own = [_cut_end(side, most, self.width) for side in self.others], self.own
        if self.is_tight and len(own) == 1 and len(own[0]) < self.width // 2:
            others, own = [*others, own], []
        if self.is_tight and sum(map(len, others)) == len(others) > 1:
            entries = [line for side in others for line in side]
            others = [[line[2:] for line in in_columns(entries, self.width + 2, 1)]]
        return [group for group in (*self.common, [line for side in others for line in side], own) if group]

    def lines(self, most: int | None = None) -> list[str]:
        """Return the parts one after the other."""
        return [line for group in self.groups(most) for line in group]

    def spaced(self) -> list[str]:
        """Return the parts with an empty line between them."""
        return [line for group in self.groups() for line in ("", *group)][1:]


def _cut(lines: list[str], own: list[str], room: int, width: int, language: str) -> list[str]:
    """Return as many lines as fit. The viewer's own side is complete; before it, a line says that lines are missing."""
    own = _cut_end(own, room - 1 if room > 2 else room, width)
    before = room - 1 - len(own)
    return own if before < 0 else [*lines[:before], phrase(language, "more-lines", len(lines) - before - len(own)), *own]


def _cut_end(lines: list[str], most: int | None, width: int) -> list[str]:
    """Return as many lines as there may be, with a sign that there are more."""
    if most is None or len(lines) <= most:
        return lines
    last = lines[most - 1]
    while cell_len(last) > width - 2:
        last = last[:-1]
    return [*lines[: most - 1], last.rstrip(" ,") + " …"]


@frozen
class _Picture:
    scene: Scene
    writer: Writer
    own: Writer
    """Writes the viewer's lists, which are shortened last."""
    width: int
    rows: int | None = None
    """The most rows of a board, if there is a limit."""
    is_tightest: bool = False
    """Whether there is no room for what lies aside, nor for what others hold."""

    @property
    def is_tight(self) -> bool:
        """Return whether there is so little room that other players share lines."""
        return self.writer.few is not None and self.writer.few <= _TIGHT

    def parts(self) -> _Parts:
        """Return all parts."""
        scene = self.scene
        counters = list(map(self.writer.counter, scene.counters))
        common = [self.wrapped("", counters), *map(self.board, scene.boards)] if scene.boards else []
        common += [self.zones([] if scene.boards else counters), self.sections(), self.middle()]
        others = [[*head, *lists] for head, lists in (self.side(side) for side in scene.sides if not side.is_viewer)]
        head, lists = next((self.side(side) for side in scene.sides if side.is_viewer), ([], []))
        return _Parts(common, others, [*head, *lists], len(lists), self.width, self.is_tight)

    def board(self, board: Board) -> list[str]:
        """Return a board, and beside or below it the things that hold others, with these."""
        lines, is_signed = board_lines(board, self.writer, self.width, self.rows)
        held = [(f"{symbol(thing)}, {visible(cell.title)} = ", thing) for cell, thing in board.holders]
        left = max(map(cell_len, lines), default=0) + _BETWEEN
        is_beside = bool(held) and self.width - left >= (_LEAST_BESIDE if self.is_tight else _LEAST_BESIDE_NAMES)
        width = self.width - left if is_beside else self.width
        if self.is_tight:
            # In little room, the things that others hold are also told by their signs; where most lie needs no name.
            usual = max((thing.zones for _, thing in held), key=len, default=())
            entries = [
                self.writer.say("titled", f"{where}{self.writer.thing(thing)}", ", ".join(
                    " ".join([*([] if zone.title == usual[0].title else [visible(zone.title)]), *map(counted_sign, zone.groups)])
                    for zone in thing.zones
                ))
                for where, thing in held
            ]  # fmt: skip
            columns = in_columns(entries, width, 1) if held else []
            told = [line for row in columns for line in fold_text(row, width, "", _HANGING)]
        else:
            told = [f"  {line}" for where, thing in held for line in self.holder(where, thing, -1, width - 2)]
        if is_signed:
            told += legend(board, width, inner=self.is_tight)
        if not is_beside:
            return [*lines, *told]
        rows = zip_longest(lines, told, fillvalue="")
        return [(line + " " * (left - cell_len(line)) + beside).rstrip() for line, beside in rows]

    def side(self, side: Side) -> tuple[list[str], list[str]]:
        """Return one line if possible, below it the things that hold others and hands; and long lists, which are cut first."""
        name = self.writer.say("you", visible(side.name)) if side.is_viewer else visible(side.name)
        if self.is_signed:
            name = f"{OWNERS[side.seat]} {name}"
        parts = list(map(self.writer.counter, side.counters))
        writer = self.own if side.is_viewer else self.writer
        holders: list[str] = []
        lists: list[list[str]] = []
        hands: list[str] = []
        for zone in side.zones:
            is_folded = writer.folds and zone.is_aside
            if is_folded and self.is_tightest:
                continue
            if any(thing.zones for thing in zone.things) and not is_folded:
                if side.is_viewer or not self.is_tightest:
                    holders += self.holders(zone, side.seat, _HANGING)
                else:
                    parts += evolve(writer, few=None).zone(zone, side.seat)
            elif zone.is_hand and side.is_viewer:
                hands += self.wrapped(_HANGING, writer.zone(zone, side.seat), _HANGING * 2)
            else:
                written = writer.zone(zone, side.seat)
                (lists if len(zone.groups) > _SHORT_LIST and not is_folded else parts).extend(written)
        if not parts and not holders:
            parts, lists = lists, []
        head = self.writer.say("titled", name, "") + " " if parts else name
        return [*self.wrapped(head, parts, _HANGING), *holders, *hands], self.wrapped(_HANGING, lists)

    @property
    def is_signed(self) -> bool:
        """Return whether signs of owners are visible, so that players need theirs beside their names."""
        shown = [thing for board in self.scene.boards for cell in board.cells for thing in cell.things]
        shown += [thing for zone in self.scene.zones for thing in zone.things]
        held = [inner for thing in shown for zone in thing.zones for inner in zone.things]
        before = [thing for side in self.scene.sides for zone in side.zones for thing in zone.things if thing.owner != side.seat]
        return any(thing.owner >= 0 for thing in (*shown, *held, *before))

    def middle(self) -> list[str]:
        """Return the middle of the table: what lies before each player, as they sit, and what lies there for all."""
        scene, width = self.scene, min(self.width, _ROUND_TABLE)
        if scene.middle is None:
            return []

        def sitting(where: str) -> str:
            return "   ".join(
                f"{visible(side.name)} {' '.join(map(self.writer.thing, side.front.things)) or EMPTY}"
                for side in scene.sides
                if side.sits == where and side.front is not None
            )

        left, right, title = sitting("left"), sitting("right"), visible(scene.middle.title)
        across = left + " " * max(3, width - 2 * cell_len(title) - cell_len(left + right)) + right
        above = title + _centred(sitting("above"), width)[cell_len(title) :]
        parts = [*(part for zone in scene.middle.zones for part in self.writer.zone(zone))]
        parts += map(self.writer.counter, scene.middle.counters)
        lines = [above, _centred(across, width), *self.wrapped("", parts), _centred(sitting("below"), width)]
        return [line for line in lines if line.strip()]

    def sections(self) -> list[str]:
        """Return the values with what they have, in columns if they are short."""
        lines: list[str] = []
        for section in self.scene.sections:
            parts = [
                *map(self.writer.counter, section.counters),
                *(part for one in section.zones for part in self.writer.zone(one)),
            ]
            lines += self.wrapped(self.writer.say("titled", visible(section.title), "") + " ", parts, _HANGING)
        short = all(cell_len(line) <= _SHORT and not line.startswith(" ") for line in lines)
        return in_columns(lines, self.width, _MOST_SHORT) if lines and short else lines

    def zones(self, short: list[list[str]]) -> list[str]:
        """Return the zones beside the boards, after short parts; one with many things gets a line of its own."""
        long: list[str] = []
        for zone in self.scene.zones:
            parts = self.writer.zone(zone)
            if any(thing.zones for thing in zone.things):
                long += self.holders(zone)
            elif zone.inside or len(parts) + len(parts[0]) > 2:
                long += self.wrapped("", parts, _HANGING)
            else:
                short += parts
        return [*self.wrapped("", short, _HANGING), *long]

    def holders(self, zone: Zone, seat: int = -1, indent: str = "") -> list[str]:
        """Return a zone with things that hold others: a row for each of these, the rest after the title."""
        others = tuple(thing for thing in zone.things if not thing.zones)
        head = indent + self.writer.say("titled", visible(zone.title), "").rstrip() + " "
        lines: list[str] = []
        if others or zone.hidden != 0:
            lines += self.wrapped(
                indent, self.writer.zone(evolve(zone, things=others, groups=grouped(others)), seat), indent + "  "
            )
            head = " " * cell_len(head)
        for thing in zone.things:
            if thing.zones:
                lines += self.holder(head, thing, seat, self.width)
                head = " " * cell_len(head)
        return lines

    def holder(self, head: str, thing: Thing, seat: int, width: int) -> list[str]:
        """Return a thing after a head, with the things that it holds."""
        writer = evolve(self.writer, few=None)
        parts = [
            next(writer.groups(grouped([thing]), seat)),
            *(part for one in thing.zones for part in writer.zone(one, thing.owner)),
        ]
        return list(wrap_parts(head, parts, width, " " * min(cell_len(head) + 2, _DEEPEST)))

    def wrapped(self, head: str, parts: Sequence[Sequence[str]], hanging: str = _HANGING) -> list[str]:
        """Return parts after a head, on as many lines as they need."""
        return list(wrap_parts(head, parts, self.width, hanging)) if parts or head.strip() else []


def _centred(text: str, width: int) -> str:
    return " " * max(0, (width - cell_len(text)) // 2) + text
