"""The page of the manual says what the commands say, and looks like one."""

from __future__ import annotations

import re
import shutil
import subprocess

import click
import pytest

from rulewright.cli.main import COMMANDS, command
from tests.docs.fences import ROOT
from tests.docs.manual import PAGE, page


def test_the_page_is_the_present_one() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "`python -m tests.docs.manual` writes it afresh"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff makes pages of it")
def test_every_command_and_option_can_be_read_in_it() -> None:
    made = subprocess.run(["groff", "-man", "-ww", "-Tascii", "-P-cbou", PAGE], capture_output=True, text=True, timeout=60,
                          check=True)  # fmt: skip
    assert made.stderr == ""
    shown = made.stdout
    context = click.Context(command, info_name="rulewright", **command.context_settings)
    for name in COMMANDS:
        _, _, part = shown.partition(f"\n   {name}\n")
        assert f"rulewright {name} " in part.splitlines()[0], name
        part = re.split(r"\n(?=   \w|\w)", part)[0]
        one = command.get_command(context, name)
        assert one is not None
        for option in (option for each in one.params for option in each.opts if option.startswith("--")):
            assert option in part, (name, option)


def test_the_page_on_commands_has_each_of_them() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    row = re.compile(r"^\| `rulewright (\w+)", re.MULTILINE)

    assert set(row.findall(page)) == set(COMMANDS)
    assert len(COMMANDS) == len(row.findall(readme)) + 14
    assert "[fourteen more](docs/commands.md)" in readme
