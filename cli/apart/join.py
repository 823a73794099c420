"""`rulewright join`: a link comes in; a seat at a table elsewhere is played at this terminal."""

from __future__ import annotations

import shlex

import click


@click.command(name="join", no_args_is_help=True)
@click.argument("address", metavar="ADDRESS")
@click.option("--name", metavar="NAME", help="What you are called at the table.")
@click.option("--lang", "language", metavar="LANGUAGE", help="The language, such as fr; if not said, the one of the table.")
def command(address: str, name: str | None, language: str | None) -> int:
    """Take a seat at a table that somebody else hosts, at this terminal.

    ADDRESS is the link that the host has given you, with what stands behind the `#`: put it in quotes.
    """
    from rulewright.cli.terminal import hanging_up

    heard = click.get_current_context().with_resource(hanging_up())

    from rulewright.cli.apart.joining import Joining, ListeningTerminal
    from rulewright.cli.apart.remote import Link, Remote
    from rulewright.cli.apart.telling import told

    terminal = ListeningTerminal(heard=heard)
    again = ["rulewright", "join", address]
    again += ["--name", name] if name is not None else []
    again += ["--lang", language] if language is not None else []

    def tell(key: str) -> None:
        terminal.pass_by("")
        terminal.show(told(remote.language or "en", key))
        terminal.stdout.flush()

    remote = Remote(Link.of(address), language, name, lambda: tell("join-lost"), lambda: tell("join-back"))
    remote.open()
    return Joining(remote, terminal, shlex.join(again)).play()
