"""`rulewright join`: play at a table that somebody else hosts."""

from __future__ import annotations

import click

from rulewright.cli.shell.help_layout import HelpCommand


@click.command(
    name="join",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[("rulewright join 'http://192.0.2.5:8127/#...'", "with the link from the host")],
)
@click.argument("address", metavar="ADDRESS")
@click.option("--name", metavar="NAME", help="Take this name at the table.")
@click.option("--lang", "language", metavar="LANGUAGE", help="Play in this language, such as fr (default: that of the table).")
@click.option("--bell", is_flag=True, help="Ring the bell of the terminal when your turn comes.")
def command(address: str, name: str | None, language: str | None, *, bell: bool) -> int:
    """Join a game that somebody else hosts, and play it in this terminal.

    ADDRESS is the whole link from the host, including the part behind `#`. Put it in quotes. If it is the link for all, you
    take a free seat, or look on.
    """
    from rulewright.cli.shell.terminal import hanging_up

    heard = click.get_current_context().with_resource(hanging_up())

    from rulewright.cli.remote.connection import TableConnection, TableLink
    from rulewright.cli.remote.guest_terminal import GuestSession, ListeningTerminal
    from rulewright.cli.remote.remote_speech import said
    from rulewright.dsl.messages.speech import SOURCE

    terminal = ListeningTerminal(heard=heard)
    again = ["rulewright", "join", address]
    again += ["--name", name] if name is not None else []
    again += ["--lang", language] if language is not None else []
    again += ["--bell"] if bell else []

    def tell(key: str) -> None:
        terminal.pass_by("")
        terminal.show(said(remote.language or SOURCE, key))
        terminal.stdout.flush()

    remote = TableConnection(TableLink.parse(address), language, name, lambda: tell("lost"), lambda: tell("join-back"))
    remote.open()
    return GuestSession(remote, terminal, again, bell=bell).play()
