"""`rulewright fmt`: format rulebooks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from rulewright.cli.shell.help_layout import HelpCommand
from rulewright.cli.shell.shell_completion import files

if TYPE_CHECKING:
    from rulewright.dsl.messages.diagnostic import Diagnostic
    from rulewright.dsl.text.source import Source

STANDARD_INPUT = "-"


@click.command(
    name="fmt",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright fmt .", "format the rulebooks in this folder"),
        ("rulewright fmt --check .", "fail if one is not formatted"),
    ],
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=files)
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if anything would change.")
@click.option("--diff", "as_diff", is_flag=True, help="Like --check, and also show the changes.")
def command(paths: tuple[str, ...], *, check: bool, as_diff: bool) -> int:
    """Format rulebooks: files, and all rulebooks in folders.

    Only the layout changes, never the meaning or a comment. With `-`, read a rulebook from standard input and print it
    formatted.
    """
    from rulewright.cli.shell.files import single_files
    from rulewright.cli.shell.problems import FINDINGS, GOOD, exit_code, show_problems
    from rulewright.cli.shell.rewrites import difference, rewrite
    from rulewright.dsl.editing.formatter import formatted
    from rulewright.dsl.messages.diagnostic import RulebookError, visible

    files, diagnostics = single_files(paths)
    changed = left = 0
    for name in files:
        source, found = _read(name)
        text = None
        if source is not None:
            text, found = formatted(source)
        diagnostics += found
        if source is None or text is None:
            continue
        if name == STANDARD_INPUT and not (check or as_diff):
            click.echo(text, nl=False)
        elif text == source.text:
            left += 1
        elif as_diff:
            changed += 1
            click.echo(difference(source, text), nl=False)
        else:
            try:
                if not check:
                    rewrite(source, text)
            except RulebookError as error:
                diagnostics += error.diagnostics
                continue
            changed += 1
            click.echo(f"{'to be ' * check}laid out: {visible(name)}")
    show_problems(diagnostics, err=True)
    if not as_diff and files != [STANDARD_INPUT]:
        ready = f"{left} as {'it' if left == 1 else 'they'} should be"
        click.echo(f"{changed} file{'s' * (changed != 1)} {'to be ' * check}laid out, {ready}")
    return exit_code(diagnostics) or (FINDINGS if changed and (check or as_diff) else GOOD)


def _read(name: str) -> tuple[Source | None, list[Diagnostic]]:
    from rulewright.dsl.files.folders import source_in
    from rulewright.dsl.files.reading import MAXIMUM_BYTES, source_of_bytes

    if name == STANDARD_INPUT:
        return source_of_bytes(sys.stdin.buffer.read(MAXIMUM_BYTES + 1), "standard input")
    return source_in(name)
