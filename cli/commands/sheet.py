"""`rulewright sheet`: show a game's rules on the screen, as Markdown, or as a page to print."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.shell.game_choice import GameChoice, game_options
from rulewright.cli.shell.help_layout import HelpCommand

if TYPE_CHECKING:
    from rulewright.dsl.sheet import Sheet
    from rulewright.interpreter import Match

FORMATS = ("text", "markdown", "html")
PICTURE = 640
"""The width of the picture on a page."""


@click.command(
    name="sheet",
    cls=HelpCommand,
    examples=[
        ("rulewright sheet GAME", "read the rules on the screen"),
        ("rulewright sheet GAME --output rules.html", "a page to print, with cards"),
        ("rulewright sheet GAME --lang fr --format markdown", "French, as Markdown"),
    ],
)
@game_options
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE, in the format of its ending (.html, .md)."
)
@click.option(
    "--format", "style", type=click.Choice(FORMATS), help="Write text (default), Markdown, or HTML: one page, also for print."
)
@click.option(
    "--lang",
    "language",
    metavar="LANGUAGE",
    help="Write in this language, such as fr (default: that of LANG if the rulebook has it).",
)
@click.option("--plain", is_flag=True, help="Leave out the margin and colours on the screen, for a screen reader.")
def command(chosen: GameChoice, language: str | None, style: str | None, output: Path | None, *, plain: bool) -> int:
    """Show a game's rules for people to read: components, how to play, each card, the end, and rulings.

    The numbers in the margin are those of the rules, from examples and rulings. HTML also has the cards to print and cut
    out: all copies that N players need, or the largest number of players.
    """
    from rulewright.cli.shell.game_choice import check_language, player_count, usual_language
    from rulewright.cli.shell.marked_files import write_over
    from rulewright.cli.shell.problems import GOOD
    from rulewright.dsl.library.library import find_game
    from rulewright.dsl.sheet import languages_of, write_sheet

    game = chosen.load()
    if chosen.players is not None:
        player_count(game, chosen.players)
    found, _ = find_game(chosen.reference, chosen.variants)
    assert found is not None, "it has just been loaded"
    languages = languages_of(found)
    if language is not None:
        check_language(game.name, languages, language)
    spoken = language or (usual_language() if usual_language() in languages else languages[0])
    options = {name: option.value for name, option in game.options.items()}
    sheet = write_sheet(found, spoken, options, chosen.players)
    kind = style or _kind_of(output)
    text = rendered(
        sheet, kind, game.start(chosen.players, language=spoken) if kind == "html" else None, plain=plain or output is not None
    )
    if output is None:
        print(text)
    else:
        write_over(output, text, MARK)
    return GOOD


def _kind_of(output: Path | None) -> str:
    """Return the format for a file, by its ending."""
    suffix = output.suffix.lower() if output is not None else ""
    return {".html": "html", ".htm": "html", ".md": "markdown"}.get(suffix, "text")


def rendered(sheet: Sheet, kind: str, match: Match | None, *, plain: bool) -> str:
    """Return a sheet in a format; a page in HTML begins with a picture of the boards, as they are when a match begins."""
    if kind == "html":
        from rulewright.cli.render import sheet_html
        from rulewright.interpreter.views.svg import draw_boards

        return sheet_html.render(sheet, draw_boards(match.view(), PICTURE) if match is not None else "")
    from rulewright.cli.render import sheet_markdown, sheet_text

    if kind == "text":
        from rulewright.cli.shell.problems import wants_colour, width_of

        return sheet_text.render(sheet, width_of(sys.stdout), plain=plain, colour=not plain and wants_colour(sys.stdout))
    return sheet_markdown.render(sheet)


MARK = "rulewright sheet"
"""Marks a sheet in HTML or Markdown, near its beginning."""
