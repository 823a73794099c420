"""`rulewright lint`: everything that is wrong with rulebooks."""

import sys

import click


@click.command(name="lint", no_args_is_help=True)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["full", "concise", "json"]),
    default="full",
    show_default=True,
    help="With the lines they speak of, one a line, or for programs.",
)
def command(paths: tuple[str, ...], style: str) -> int:
    """Check rulebooks: files, folders, and bundled games.

    The base game is checked, each variant in the file, and all combinations that its examples name. The exit code is 1
    if there is anything to mend, be it an error or a warning.
    """
    from rulewright.cli.files import named_files
    from rulewright.cli.problems import FINDINGS, exit_code, rendered
    from rulewright.dsl.diagnostic import in_order
    from rulewright.dsl.library import lint_all
    from rulewright.interpreter.lower.limits import limits

    files, diagnostics = named_files(paths)
    for name in files:
        diagnostics += lint_all(name, limits)
    diagnostics = in_order(diagnostics)
    text = rendered(diagnostics, style, sys.stdout)
    if text:
        print(text)
    if style == "full":
        print(("\n" if text else "") + summary([diagnostic.severity for diagnostic in diagnostics], len(files)))
    return exit_code(diagnostics) or (FINDINGS if diagnostics else 0)


def summary(severities: list[str], files: int) -> str:
    """How much there is of what, in one line."""
    counts = [(severities.count("error"), "error"), (severities.count("warning"), "warning")]
    found = " and ".join(f"{number} {word}{'s' * (number != 1)}" for number, word in counts if number)
    return f"{found or 'nothing to mend'} in {files} file{'s' * (files != 1)}"
