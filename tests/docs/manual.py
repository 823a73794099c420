"""Make the page for `man rulewright` from the help of each command.

`python -m tests.docs.manual` writes it into docs/rulewright.1, which the wheel includes.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator

import click

from rulewright.cli.main import COMMANDS, command
from rulewright.cli.shell.help_layout import OPTIONS, HelpCommand
from tests.docs.fences import ROOT

PAGE = ROOT / "docs" / "rulewright.1"
OTHERS = {
    "EXIT STATUS": {
        "0": "Success.",
        "1": "The command found something: a mistake in a rulebook, a failing example, or nothing to show.",
        "2": "The command could not run: a mistake on the command line, or a file that cannot be read.",
        "130": "You stopped the command.",
    },
    "ENVIRONMENT": {
        "RULEWRIGHT_CACHE": 'The absolute path of the cache for checked rulebooks and compiled games, or "off".',
        "RULEWRIGHT_NATIVE": '"off" turns off native code.',
        "CC": "The C compiler (default: the first of cc, gcc and clang that exists).",
        "LC_ALL, LC_MESSAGES, LANG": "The language of the table and of messages: en, fr or ru.",
        "NO_COLOR": "Turns colours off.",
    },
    "FILES": {"~/.cache/rulewright": "The cache ($XDG_CACHE_HOME/rulewright if that is set). You may delete it at any time."},
}


def plain(text: str) -> str:
    """Escape a text, so that the formatter reads it as text."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return f"\\&{text}" if text.startswith(".") else text


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text, each on one line."""
    return [plain(" ".join(one.split())) for one in re.split(r"\n\s*\n", inspect.cleandoc(text)) if one.strip()]


def groups(one: click.Command, context: click.Context) -> dict[str, list[tuple[str, str]]]:
    """Return the options of a command with their help, by heading, but for `--help`."""
    if not isinstance(one, HelpCommand):
        records = [parameter.get_help_record(context) for parameter in one.get_params(context)]
        found = {OPTIONS: [record for record in records if record is not None]}
    else:
        found = one.option_groups(context)
    return {heading: kept for heading, of_it in found.items() if (kept := [one for one in of_it if "--help" not in one[0]])}


def told(name: str, context: click.Context) -> Iterator[str]:
    """Yield the lines on one command."""
    one = command.get_command(context, name)
    assert one is not None
    below = click.Context(one, info_name=name, parent=context)
    yield f".SS {plain(name)}"
    yield f".B {plain(' '.join(('rulewright', name, *one.collect_usage_pieces(below))))}"
    for paragraph in paragraphs(one.help or ""):
        yield from (".PP", paragraph)
    for heading, records in groups(one, below).items():
        if heading != OPTIONS:
            yield from (".PP", f".I {plain(heading)}")
        for option, meaning in records:
            yield from (".TP", f".B {plain(option)}", plain(" ".join(meaning.split())))
    if isinstance(one, HelpCommand) and one.examples:
        yield from (".PP", ".I Examples")
        for line, meaning in one.examples:
            yield from (".TP", f".B {plain(line)}", plain(meaning))


def page() -> str:
    """Return the whole page."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    context = click.Context(command, info_name="rulewright", **command.context_settings)
    first, *rest = paragraphs(command.help or "")
    lines = [
        '.\\" Made by `python -m tests.docs.manual`, from the help of the commands.',
        f'.TH RULEWRIGHT 1 "" "Rulewright {version}" "Rulewright"',
        ".SH NAME",
        f"rulewright \\- {first.partition(':')[0][0].lower()}{first.partition(':')[0][1:]}",
        ".SH SYNOPSIS",
        ".B rulewright COMMAND [OPTIONS] [ARGUMENTS]",
        ".SH DESCRIPTION",
        first,
    ]
    for paragraph in rest:
        lines += [".PP", paragraph]
    lines += [".PP", plain("For one command, see rulewright COMMAND --help.")]
    lines.append(".SH COMMANDS")
    for name in COMMANDS:
        lines += told(name, context)
    for title, entries in OTHERS.items():
        lines.append(f".SH {title}")
        for name, meaning in entries.items():
            lines += [".TP", f".B {plain(name)}", plain(meaning)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
