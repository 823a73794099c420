"""`rulewright new`: write a rulebook or a variant that has no lint warnings and can be played at once."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import TypeVar

import click

from rulewright.cli.shell.help_layout import HelpCommand, option
from rulewright.cli.shell.shell_completion import games
from rulewright.dsl.messages.said import Phrase

Answer = TypeVar("Answer")
MADE_OF = {
    "cards": "cards, a hand for each player, and a deck",
    "dice": "a die, which one rolls as often as one dares",
    "track": "a track, along which pieces run",
    "grid": "a board of squares, on which pieces are put",
}
"""The possible beginnings of a game; the texts are in `cli/beginnings`."""
MOST_PLAYERS = 12
_PLAYERS = re.compile(r"(\d{1,4})(?: *(?:-|to) *(\d{1,4}))?")


@click.command(
    name="new",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright new my-game", "asks what it begins with"),
        ("rulewright new my-game --from dice --players 2-4", "a game of dice for 2 to 4"),
        ("rulewright new my-variant --of GAME", "a variant of GAME"),
    ],
)
@click.argument("name")
@click.option("--title", help="Call it TEXT at the table (default: made from NAME).", metavar="TEXT")
@option("A new game", "--from", "kind", type=click.Choice(list(MADE_OF)), help="Begin with cards, dice, a track or a grid.")
@option("A new game", "--players", metavar="N or N-M", help="Make a game for this many players.")
@option("A new variant", "--of", "base", metavar="GAME", shell_complete=games, help="Write a variant of GAME.")
@option("A new variant", "--change", metavar="WHAT", help="Change this option, card or rule of GAME first.")
def command(name: str, base: str | None, change: str | None, kind: str | None, players: str | None, title: str | None) -> int:
    """Write NAME.rules in this folder: a small game that you can play at once, or a variant of GAME with one change.

    In a terminal, you are asked for what the options leave out. Elsewhere, the first answer is taken.
    """
    from rulewright.cli.commands.first_variant import VariantBase
    from rulewright.cli.shell.problems import GOOD, problem
    from rulewright.dsl.files.bundled import SUFFIX

    name = name.removesuffix(SUFFIX)
    check_name(name)
    path = Path(f"{name}{SUFFIX}")
    if os.path.lexists(path):
        raise problem(
            "file-exists", Phrase("exists-already", name=name, suffix=SUFFIX), Phrase("choose-another-name-or-move-that-file")
        )
    if base is not None and (kind or players):
        raise problem("bad-setting", Phrase("from-and-players-are-for-a-game"), Phrase("leave-them-out-or-of"))
    if base is None and change is not None:
        raise problem("bad-setting", Phrase("change-is-for-a-variant"), Phrase("say-of-game-which-game-it-changes"))
    if base is not None:
        game = VariantBase.named(base)
        wanted = change or _asked("What do you change first?", [one.name for one in game.changeable], lambda text: text)
        one = game.thing(wanted)
        text = game.variant(name, title or _titled(name), one)
        told = f"it changes {one.kind} `{one.name}`, which stands in {one.place}"
    else:
        made_of = kind or _asked(_list_of_kinds(), list(MADE_OF), lambda text: text)
        least, most = players_of(players) if players else _asked("How many can play?", ["2-4"], players_of)
        text = beginning(name, title or _titled(name), made_of, least, most)
        told = f"it begins with {MADE_OF[made_of]}"
    path.write_text(text, encoding="utf-8")
    if base is not None:
        path.write_text(text + without_changed(path), encoding="utf-8")
    print(f"{path}: {told}")
    for verb in ("play", "lint", "test"):
        print(f"  rulewright {verb} {path}")
    return GOOD


def check_name(name: str) -> None:
    """Raise RulebookError if a rulebook cannot have this name, or a bundled one has it."""
    from rulewright.cli.shell.problems import problem
    from rulewright.dsl import nodes
    from rulewright.dsl.files.bundled import bundled_games, bundled_variants
    from rulewright.dsl.messages.diagnostic import visible
    from rulewright.dsl.syntax.parser import parse
    from rulewright.dsl.text.source import Source

    shown = visible(name[:80])
    rulebook, diagnostics = parse(Source("", f"game {name}:\n    players 2\n"))
    head = next((one for one in rulebook.declarations if isinstance(one, nodes.Game)), None)
    if diagnostics or head is None or head.name.text != name or not name.isprintable():
        reason = next((one.message for one in diagnostics if one.name == "reserved-word"), None)
        message = (
            Phrase("a-rulebook-cannot-be-called", shown=shown)
            if reason is None
            else Phrase("a-rulebook-cannot-be-called-because", shown=shown, reason=reason)
        )
        raise problem("bad-rulebook-name", message, Phrase("a-name-is-one-word-or-several"))
    if name in (*bundled_games(), *bundled_variants()):
        raise problem(
            "bad-rulebook-name", Phrase("there-is-a-bundled-rulebook-called", shown=shown), Phrase("choose-another-name")
        )


def players_of(text: str) -> tuple[int, int]:
    """Return the fewest and the most players in `3`, `2-4` or `2 to 4`."""
    from rulewright.cli.shell.problems import problem
    from rulewright.dsl.messages.diagnostic import visible

    found = _PLAYERS.fullmatch(text.strip())
    least, most = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= least <= most <= MOST_PLAYERS:
        way_out = Phrase("write-a-number-from-1-to-or", most_players=MOST_PLAYERS)
        raise problem("player-count", Phrase("is-no-number-of-players", text=visible(text[:40])), way_out)
    return least, most


def beginning(name: str, title: str, kind: str, least: int, most: int) -> str:
    """Return the text of a small game."""
    text = resources.files("rulewright.cli").joinpath("beginnings", f"{kind}.rules").read_text(encoding="utf-8")
    players = f"{least} to {most}" if least < most else f"{least}"
    head = f"game {name} {quoted(title)}:\n    players {players}\n"
    return text.replace('game new-game "New Game":\n    players 2 to 4\n', head)


def without_changed(path: Path) -> str:
    """Return the line that lists the game's examples with another outcome in this variant, if any."""
    from rulewright.dsl.library.library import load_all
    from rulewright.interpreter.games.variant_examples import run_inherited

    games, _ = load_all(str(path))
    numbers = dict.fromkeys(number for game in games for number in run_inherited(game, game.inherited).changed)
    return f"    remove example {', '.join(numbers)}\n" if numbers else ""


def quoted(title: str) -> str:
    """Return a title as a text of a rulebook, in quotation marks."""
    plain = " ".join("".join(letter if letter.isprintable() else " " for letter in title).split())
    return '"' + re.sub(r'([\\"{}])', r"\\\1", plain) + '"'


def _titled(name: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in name.split("-"))


def _list_of_kinds() -> str:
    return "\n".join(["What does it begin with?", *(f"  {kind}: {what}" for kind, what in MADE_OF.items())])


def _asked(question: str, answers: list[str], read: Callable[[str], Answer]) -> Answer:
    """Ask at a terminal and return the answer; elsewhere, return the first of the answers."""
    from rulewright.cli.shell.problems import show_problems
    from rulewright.dsl.messages.diagnostic import RulebookError

    while sys.stdin.isatty():
        text = click.prompt(question, default=answers[0])
        try:
            return read(text)
        except RulebookError as error:
            show_problems(error.diagnostics)
    return read(answers[0])
