"""Going through a checked game leaves nothing out."""

from __future__ import annotations

from pathlib import Path

from attrs import fields

from rulewright.dsl.checked import walk
from rulewright.dsl.library.library import load_checked

ROOT = Path(__file__).parents[2]


def everything(value: object) -> list[walk.Part]:
    """Return all parts, by looking at every attribute there is."""
    found: list[walk.Part] = []
    pending: list[object] = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            pending.extend(part)
        elif isinstance(part, dict):
            pending.extend(part.values())
        elif isinstance(part, walk.PARTS):
            found.append(part)  # type: ignore[arg-type]
            pending.extend(getattr(part, one.name) for one in fields(type(part)))
    return found


def test_nothing_is_left_out() -> None:
    """The walk reaches the parts in an attribute with any annotation."""
    names = ("docs/games/masked-ball", "docs/games/up-the-ridges", "tests/games/chess", "rulebooks/gin-rummy")
    for name in names:
        game, _ = load_checked(str(ROOT / f"{name}.rules"))
        assert game is not None
        roots = tuple(body for _, body in walk.everything_in(game))
        assert set(walk.descendants(*roots)) == set(everything(roots))
