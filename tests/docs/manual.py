"""The page for `man rulewright`, made of what `--help` says of each command.

`python -m tests.docs.manual` writes it into docs/rulewright.1, from where the wheel takes it.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterator

import click

from rulewright.cli.main import COMMANDS, command
from tests.docs.fences import ROOT

PAGE = ROOT / "docs" / "rulewright.1"
OTHERS = {
    "EXIT STATUS": {
        "0": "All is well.",
        "1": "The command found a mistake in a rulebook or an example that fails, or did not find what you searched for.",
        "2": "The command could not do its work: a wrong word on the command line, or a file that cannot be read.",
        "130": "You stopped it.",
    },
    "ENVIRONMENT": {
        "RULEWRIGHT_CACHE": 'The whole path of the folder that keeps checked rulebooks and compiled games, or "off".',
        "RULEWRIGHT_NATIVE": '"off" keeps games from being compiled to native code.',
        "CC": "The C compiler to use. Without it, the first of cc, gcc and clang that is there.",
        "LC_ALL, LC_MESSAGES, LANG": "The language of the table and of messages, if it is en, fr or ru.",
        "NO_COLOR": "If it is set, nothing is coloured.",
    },
    "FILES": {"~/.cache/rulewright": "The cache, or $XDG_CACHE_HOME/rulewright if that is set. You may delete it at any time."},
}


def plain(text: str) -> str:
    """A text that the formatter takes for nothing but text."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return f"\\&{text}" if text.startswith(".") else text


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text, each on one line."""
    return [plain(" ".join(one.split())) for one in re.split(r"\n\s*\n", inspect.cleandoc(text)) if one.strip()]


def told(name: str, context: click.Context) -> Iterator[str]:
    """The lines on one command."""
    one = command.get_command(context, name)
    assert one is not None
    below = click.Context(one, info_name=name, parent=context)
    yield f".SS {plain(name)}"
    yield f".B {plain(' '.join(('rulewright', name, *one.collect_usage_pieces(below))))}"
    for paragraph in paragraphs(one.help or ""):
        yield from (".PP", paragraph)
    for parameter in one.get_params(below):
        record = parameter.get_help_record(below)
        if isinstance(parameter, click.Option) and record is not None and "--help" not in parameter.opts:
            yield from (".TP", f".B {plain(record[0])}", plain(" ".join(record[1].split())))


def page() -> str:
    """The whole page."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    context = click.Context(command, info_name="rulewright")
    first, *rest = paragraphs(command.help or "")
    lines = [
        '.\\" Made by `python -m tests.docs.manual`, of what the commands say of themselves.',
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
    lines += [".PP", plain("Each command explains itself with --help.")]
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
