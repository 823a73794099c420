"""`rulewright games`: list the games that can be resumed."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.shell.help_layout import HelpCommand
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.cli.table.unfinished import UnfinishedGame


@click.command(name="games", cls=HelpCommand, examples=[("rulewright games ~/saved", "the games saved in a folder")])
@click.argument("folders", nargs=-1, metavar="[FOLDER]...", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(folders: tuple[Path, ...], *, as_json: bool) -> int:
    """List your unfinished games, the latest first, each with the command that resumes it.

    Without FOLDER, look among your saved games, where `play` and `host` keep them by default.
    """
    from rulewright.cli.render.speech import phrase
    from rulewright.cli.shell.game_choice import message_language
    from rulewright.cli.shell.problems import GOOD, problem
    from rulewright.cli.shell.save_files import usual_folders
    from rulewright.cli.table.unfinished import unfinished_games

    for folder in folders:
        if not folder.is_dir():
            shown = visible(str(folder)[:200])
            raise problem(
                "no-such-folder", Phrase("there-is-no-folder", shown=shown), Phrase("name-a-folder-that-games-were-left")
            )
    found = list(unfinished_games(folders or usual_folders()))
    if as_json:
        import json

        print(json.dumps([_record(one) for one in found], indent=2))
    elif found:
        print("\n\n".join("\n".join(_lines(one, message_language(()))) for one in found))
    else:
        print(phrase(message_language(()), "no-game-left"))
    return GOOD


def _record(one: UnfinishedGame) -> dict[str, object]:
    from attrs import asdict

    told = asdict(one, filter=lambda own, _: own.name not in ("path", "played"))
    return {"file": str(one.path), **told}


def _lines(one: UnfinishedGame, language: str) -> list[str]:
    from rulewright.cli.render.speech import phrase
    from rulewright.cli.shell.save_files import name_of_save
    from rulewright.cli.table.unfinished import described

    file = shlex.quote(name_of_save(one.path))
    lines = [phrase(language, "game-left", described(one, language), one.decisions)]
    if one.over:
        lines.append("    " + phrase(language, "game-over", f"rulewright replay {file}"))
    elif one.in_use:
        lines.append("    " + phrase(language, "game-in-use"))
    else:
        lines.append(f"    rulewright {'host' if one.apart else 'play'} {shlex.quote(one.game)} --resume {file}")
    return [visible(line) for line in lines]
