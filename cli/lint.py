"""`rulewright lint`: everything that is wrong with rulebooks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.cli.lint_settings import LintSettings
    from rulewright.dsl.diagnostic import Diagnostic, Severity

FORMATS = ("full", "concise", "json", "github", "sarif", "junit")


@click.command(name="lint", no_args_is_help=True)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    default="full",
    show_default=True,
    help="With the lines they speak of, one a line, or for programs.",
)
@click.option("--select", multiple=True, metavar="NAME", help="Of the warnings, show only these; several with commas.")
@click.option("--ignore", multiple=True, metavar="NAME", help="Do not show these warnings.")
@click.option("--level", type=click.Choice(["error", "warning"]), help="Show errors alone, or warnings as well.")
def command(
    paths: tuple[str, ...], style: str, select: tuple[str, ...], ignore: tuple[str, ...], level: Severity | None
) -> int:
    """Check rulebooks: files, folders, and bundled games.

    The base game is checked, each variant in the file, and all combinations that its examples name. The exit code is 1
    if there is anything to mend, be it an error or a warning. Errors are always shown; which warnings are, the table
    `[lint]` of a `rulewright.toml` beside the rulebook or above it may say, too.
    """
    from rulewright.cli.files import named_files
    from rulewright.cli.lint_settings import typed_settings
    from rulewright.cli.problems import FINDINGS, exit_code, rendered
    from rulewright.dsl.diagnostic import in_order

    typed = typed_settings(select, ignore)
    files, diagnostics = named_files(paths)
    for name in files:
        diagnostics += _findings(name, typed, level)
    diagnostics = in_order(diagnostics)
    text = rendered(diagnostics, style, sys.stdout, files)
    if text:
        print(text)
    if style == "full":
        print(("\n" if text else "") + summary([diagnostic.severity for diagnostic in diagnostics], len(files)))
    return exit_code(diagnostics) or (FINDINGS if diagnostics else 0)


def _findings(name: str, typed: LintSettings, level: Severity | None) -> list[Diagnostic]:
    """What is to be shown of one rulebook."""
    from rulewright.cli.lint_settings import settings_for
    from rulewright.dsl.library import lint_all
    from rulewright.interpreter.lower.limits import limits

    settings, wrong = settings_for(name)
    shown = settings.under(typed, level)
    return [*wrong, *(diagnostic for diagnostic in lint_all(name, limits) if shown.shows(diagnostic))]


def summary(severities: list[str], files: int) -> str:
    """How much there is of what, in one line."""
    counts = [(severities.count("error"), "error"), (severities.count("warning"), "warning")]
    found = " and ".join(f"{number} {word}{'s' * (number != 1)}" for number, word in counts if number)
    return f"{found or 'nothing to mend'} in {files} file{'s' * (files != 1)}"
