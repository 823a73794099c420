"""Show the table with one fact on each line, without frames or signs, for a screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulewright.cli.render.marks import OwnerSigns, covered_text
from rulewright.cli.render.speech import phrase
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.views.view import UNSAID

if TYPE_CHECKING:
    from rulewright.interpreter.views.view import FieldView, PlaceView, View

_AND = ", "


def render(view: View, language: str = "en") -> list[str]:
    """Return the lines in the order of the picture: what is common, the other players, the viewer."""
    signs = OwnerSigns.signs_for(view, language)
    lines = [*_fields("", view.table, language)]
    for board in view.boards:
        for space in board.spaces:
            where = visible(board.title) + _AND + visible(space.title)
            if space.things:
                lines.append(phrase(language, "titled", where, _AND.join(signs.grouped(space.things))))
            lines += _fields(where + _AND, space.fields, language)
    lines += _places("", view.places, signs)
    for value in view.values:
        head = visible(value.title) + _AND
        seen = [field for field in value.fields if field.value is not None]
        lines += [*_fields(head, seen, language), *_places(head, value.places, signs)]
    for player in sorted(view.players, key=lambda one: one.seat == view.seat):
        name = visible(player.name)
        head = (phrase(language, "you", name) if player.seat == view.seat else name) + _AND
        lines += [*_fields(head, player.fields, language), *_places(head, player.places, signs)]
    return lines


def _fields(head: str, fields: Iterable[FieldView], language: str) -> Iterator[str]:
    for field in fields:
        if field.value not in UNSAID:
            value = phrase(language, "hidden-value") if field.value is None else visible(field.value)
            yield phrase(language, "titled", head + visible(field.title), value)


def _places(head: str, places: Iterable[PlaceView], signs: OwnerSigns) -> Iterator[str]:
    for place in places:
        if place.count == 0:
            continue
        seen = place.things is not None and place.count == len(place.things)
        content = _AND.join(signs.grouped(place.things or ())) if seen else covered_text(place, signs.language)
        yield phrase(signs.language, "titled", head + visible(place.title), content)
