"""Show a guest the table as the seat saw it earlier, and all that had happened by then.

Only what the seat sees tells two moments apart. So neither their number nor their pictures give away anything unseen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.cli.remote.table_state import TableState
from rulewright.interpreter.views.svg import draw

if TYPE_CHECKING:
    from rulewright.interpreter import Match


@frozen
class Moment:
    """The table as a seat saw it at a moment of the game; drawn for guests who have said how wide their screen is."""

    back: int
    """How many moments ago that was: less than wanted, if there are no more."""
    scene: str
    tale: list[str]
    """All that had happened. At the last moment, acts since the seat's last choice are left out: its state has those."""


def moment(now: TableState, seat: int | None, back: int, width: int, speaking: Callable[[Match], Match]) -> Moment:
    """Return what a seat, or an onlooker, saw some moments ago; 0 is now. This may take a while."""
    match = speaking(now.match)
    view, found = match.view(seat), 0
    for step in reversed(now.steps.made):
        if found == back:
            break
        earlier = speaking(step.before)
        seen = earlier.view(seat)
        if seen != view:
            match, view, found = earlier, seen, found + 1
    if found:
        told, scene = match.tale(seat), draw(view, width, styled=False) if width else ""
    else:
        told, scene = now.told_before(match, seat), ""
    return Moment(found, scene, [act.text for act in told])
