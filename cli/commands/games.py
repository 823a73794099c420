"""`rulewright games`: list the games that can be resumed."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.shell.help_layout import HelpCommand
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.cli.table.unfinished import UnfinishedGame

SPANS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@click.command(name="games", cls=HelpCommand, examples=[("rulewright games ~/saved", "the games saved in a folder")])
@click.argument("folders", nargs=-1, metavar="[FOLDER]...", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(folders: tuple[Path, ...], *, as_json: bool) -> int:
    """List your unfinished games, the latest first, each with the command that resumes it.

    Without FOLDER, look in the current folder and in the folder for temporary files, where `play` saves games by default.
    """
    from rulewright.cli.shell.problems import GOOD, problem
    from rulewright.cli.table.unfinished import unfinished_games, usual_folders

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
        print("\n\n".join("\n".join(_lines(one, time.time())) for one in found))
    else:
        print("no game was left here")
    return GOOD


def _record(one: UnfinishedGame) -> dict[str, object]:
    from attrs import asdict

    told = asdict(one, filter=lambda own, _: own.name not in ("path", "played"))
    return {"file": str(one.path), **told}


def _lines(one: UnfinishedGame, now: float) -> list[str]:
    name = ", ".join([one.game, *one.variants])
    choices = "1 choice" if one.decisions == 1 else f"{one.decisions} choices"
    lines = [f"{name}: {', '.join(one.names) or f'{one.players} players'}, {choices}, {_ago(now - one.played)}"]
    file = shlex.quote(str(one.path))
    if one.over:
        lines.append(f"    it is over: rulewright replay {file}")
    elif one.in_use:
        lines.append("    it is being played in another window")
    else:
        lines.append(f"    rulewright {'host' if one.apart else 'play'} {shlex.quote(one.game)} --resume {file}")
    return [visible(line) for line in lines]


def _ago(seconds: float) -> str:
    """Return a span of time such as `3 hours ago`."""
    for length, name in SPANS:
        if seconds >= length:
            count = int(seconds // length)
            return f"{count} {name}{'' if count == 1 else 's'} ago"
    return "just now"
