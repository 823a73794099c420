"""Render screens of a fixed height, for the pages kept in `screens` and for tests of what must always be visible.

`python -m tests.cli.kept_screens` writes the pages anew; the difference is then reviewed.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from rulewright.cli.shell.terminal import Terminal
from rulewright.cli.table.settings import Settings
from rulewright.cli.table.table import Table
from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Game, Match, load
from rulewright.interpreter.views.view import View

FOLDER = Path(__file__).with_name("screens")
SIZES = ((80, 24), (120, 40))
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fred")
SEED = 7
LATER = 40
"""How many choices come before the second screen of a page, or half as many in a game that is over by then."""


@frozen
class Screen:
    """The screen of one seat when it is asked."""

    lines: list[str]
    """The lines that are not scrolled away, with the one that is typed."""
    told: list[str]
    """The news since it was asked before."""
    asked: list[str]
    """The options."""
    printed: int
    """How many lines were printed since it was asked before, with the one that is typed."""


@frozen
class Earlier:
    """Whatever a seat has seen already."""

    happened: int = 0
    """How much had happened when it was asked before."""
    view: View | None = None
    """The table after its last choice."""


def seated(match: Match, seat: int, size: tuple[int, int], language: str, *, colour: bool = False) -> Table:
    """Return the screen of a seat, before anything is on it."""
    terminal = Terminal(io.StringIO(), io.StringIO())
    terminal.width, terminal.height = size
    terminal.colour = colour
    settings = Settings(
        kinds=("human",) * match.players,
        language=language,
        again="",
        save_as=None,
        replaces=None,
        resumed=False,
        is_open=True,
        show_seed=False,
    )
    return Table(terminal, settings, [seat], seconds=60)


def shown_by(table: Table) -> list[str]:
    """Return all lines that were shown."""
    assert isinstance(table.terminal.stdout, io.StringIO)
    return table.terminal.stdout.getvalue().splitlines()


def introduction(match: Match, size: tuple[int, int], language: str) -> list[str]:
    """Return what people read before the game begins."""
    table = seated(match, 0, size, language)
    table.show_beginning(match, seed=False)
    return [*shown_by(table), "", table.say("press-enter")]


def screen(
    match: Match, seat: int, earlier: Earlier, size: tuple[int, int], language: str = "en", *, colour: bool = False
) -> Screen:
    """Return the screen of a seat that is asked now."""
    table = seated(match, seat, size, language, colour=colour)
    if earlier.view is not None:
        table.shown[seat], table.chosen[seat] = earlier.happened, earlier.view
    told = table.folded(table.new_lines(match, seat))
    table.show_table(match, seat)
    table.show_question(match, seat)
    lines = [*shown_by(table), "> "]
    return Screen(lines[-size[1] :], told, table.question(match), len(lines))


def questions(game: Game, seed: int, language: str, most: int, players: int = 0) -> Iterator[tuple[Match, Earlier]]:
    """Yield a game at random: each position in which seat 1 is asked, and what it has seen before."""
    match = game.start(players or game.least_players, seed, language=language)
    match.call(NAMES[: match.players])
    earlier = Earlier()
    for _ in range(most):
        if match.decision is None:
            return
        if match.decision.seat != 0:
            match.choose_at_random()
            continue
        yield match, earlier
        happened = match.happened
        match.choose_at_random()
        earlier = Earlier(happened, match.view(0))


def page(game: Game, language: str) -> str:
    """Return the introduction of a game, its first screen, and one in the middle, of all sizes."""
    asked = [(match.copy(), earlier) for match, earlier in questions(game, SEED, language, LATER)]
    lines: list[str] = []
    for width, height in SIZES:
        lines.append(f"==== introduction, {width}x{height} ".ljust(width, "="))
        lines += introduction(asked[0][0], (width, height), language)
        for name, (match, earlier) in (("first", asked[0]), ("middle", asked[-1])):
            lines.append(f"==== {name}, {width}x{height} ".ljust(width, "="))
            lines += screen(match, 0, earlier, (width, height), language).lines
    return "".join(f"{line.rstrip()}\n" for line in lines)


def pages(name: str) -> dict[Path, str]:
    """Return the pages of a bundled game, in all of its languages."""
    game = load(name)
    return {FOLDER / f"{name}.{language}.txt": page(game, language) for language in sorted({"en", *game.languages})}


def main() -> None:
    """Write all pages anew."""
    FOLDER.mkdir(exist_ok=True)
    written: set[Path] = set()
    for name in bundled_games():
        for path, text in pages(name).items():
            path.write_text(text, encoding="utf-8")
            written.add(path)
    for path in set(FOLDER.glob("*.txt")) - written:
        path.unlink()


if __name__ == "__main__":
    main()
