"""Show the table with one fact on each line, without frames or signs, for a screen reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulewright.cli.render.writing import Writer
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.views.scene import scene_of

if TYPE_CHECKING:
    from rulewright.interpreter.views.scene import Counter, Zone
    from rulewright.interpreter.views.view import View

_AND = ", "


def render(view: View, language: str = "en") -> list[str]:
    """Return the lines in the order of the picture: what is common, the other players, the viewer."""
    scene, writer = scene_of(view), Writer(language, {forms[0]: forms for forms in view.forms})

    def told(head: str, counters: Iterable[Counter], zones: Iterable[Zone] = ()) -> Iterator[str]:
        for one in counters:
            value = writer.say("hidden-value") if one.value is None else visible(one.value) or writer.say("yes")
            yield writer.say("titled", head + visible(one.title), value)
        for zone in zones:
            yield writer.say(
                "titled", head + visible(zone.title), _AND.join(writer.with_hidden(zone, writer.counted(zone.groups)))
            )

    lines = [*told("", scene.counters)]
    for board in scene.boards:
        for rim in board.rims:
            values = (f"{name} {value}" for name, value in zip(board.across, rim.values, strict=True) if value)
            lines.append(writer.say("titled", visible(board.name) + _AND + visible(rim.title), visible(_AND.join(values))))
        for cell in board.cells:
            where = visible(board.name) + _AND + visible(cell.title)
            if cell.groups:
                lines.append(writer.say("titled", where, _AND.join(writer.counted(cell.groups))))
            lines += told(where + _AND, cell.counters)
    lines += told("", (), scene.zones)
    if scene.middle is not None:
        lines += told("", scene.middle.counters, scene.middle.zones)
    for section in scene.sections:
        lines += told(visible(section.title) + _AND, section.counters, section.zones)
    for side in scene.sides:
        name = visible(side.name)
        head = (writer.say("you", name) if side.is_viewer else name) + _AND
        front = [side.front] if side.front is not None and side.front.things else []
        lines += told(head, side.counters, [*front, *side.zones])
    return lines
