"""The command `rulewright`: a table of commands, each imported only when it is called."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# Names and short helps are here, so that `--help` imports no command.
COMMANDS = {
    "list": ("list_games", "List the bundled games with their variants and options."),
    "play": ("play", "Play a game in the terminal."),
    "host": ("host", "Host a game for people on other computers, in their browsers."),
    "join": ("join", "Join a game that somebody else hosts."),
    "games": ("games", "List the unfinished games that you can resume."),
    "replay": ("replay", "Step through a saved game, forward and back."),
    "lint": ("lint", "Check rulebooks for mistakes."),
    "explain": ("explain", "Explain a message, with a wrong example and a right one."),
    "fmt": ("fmt", "Format rulebooks."),
    "new": ("new", "Write a new game or variant to start from."),
    "test": ("test", "Run the examples in rulebooks."),
    "explore": ("explore", "Count a game's whole tree, or solve it."),
    "simulate": ("simulate", "Play many games and count who wins."),
    "compare": ("compare", "Measure what a variant or a setting changes."),
    "sweep": ("sweep", "Play every combination of settings."),
    "arena": ("arena", "Rate players by games between them."),
    "rules": ("rules", "Look up rules and cards by number or by name."),
    "sheet": ("sheet", "Show a game's rules to read, or write a page to print."),
    "diff": ("diff", "List the rules in which two games or variants differ."),
    "lsp": ("lsp", "Run the language server for editors."),
    "inside": ("inside", "Show what the engine makes of a rulebook."),
}


class LazyGroup(click.Group):
    """A group that imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command and return it, or None if there is none."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"rulewright.cli.commands.{COMMANDS[cmd_name][0]}")
        return cast("click.Command", module.command)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command as click does, and suggest a similar name for an unknown one."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from rulewright.dsl.messages.diagnostic import visible
            from rulewright.dsl.messages.suggestions import did_you_mean

            way_out = did_you_mean(args[0], COMMANDS) or f"there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command `{visible(args[0])}`: {way_out}", ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Complete from the table, so that Tab does not import all commands."""
        from click.shell_completion import CompletionItem

        named = [CompletionItem(name, help=said) for name, (_, said) in COMMANDS.items() if name.startswith(incomplete)]
        return named + click.Command.shell_complete(self, ctx, incomplete)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. A reader that closes the pipe early has seen enough: that is no failure."""
        try:
            code = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            from rulewright.cli.shell.terminal import drop_output

            drop_output()
            return 0
        return code

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, short_help) for name, (_, short_help) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulewright", message="%(prog)s %(version)s")
def command() -> None:
    """Tabletop games written as rulebooks: check them, play them, measure them.

    GAME is the name of a bundled game (see `rulewright list`), or the path of a rulebook or a variant.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line, with a diagnostic for every failure; return the exit code."""
    _prepare_streams()
    try:
        code = command.main(arguments, prog_name="rulewright", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        with undisturbed():
            click.echo("stopped", err=True)
        return 130
    except Exception as error:
        with undisturbed():
            return _told(error)
    return code if isinstance(code, int) else 0


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ignore Ctrl-C during the last words, so that a second one does not print a traceback."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _told(error: Exception) -> int:
    """Print what has failed, in the plainest words if memory is short; return the exit code."""
    try:
        return _failed(error)
    except Exception:
        # The error and its context hold on to the memory.
        error.__traceback__ = error.__context__ = None
    name = type(error).__name__
    with suppress(Exception):
        sys.stderr.write(
            f"error[internal-error]: {name}\n  = help: this is a mistake in rulewright: please report it, with what you typed\n"
        )
    return 2


def _prepare_streams() -> None:
    """Make the standard streams usable, whatever the caller has done to them."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # The caller closed this stream before we began.
            nowhere = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(nowhere, "r" if name == "stdin" else "w", encoding="utf-8"))
        elif hasattr(stream, "reconfigure"):
            # A letter that the terminal cannot show must not end a game.
            stream.reconfigure(errors="backslashreplace")


def _failed(error: Exception) -> int:
    from rulewright.cli.shell.problems import exit_code, problems_of, show_problems

    found = problems_of(error)
    show_problems(found, err=True)
    return exit_code(found)


if __name__ == "__main__":
    sys.exit(main())
