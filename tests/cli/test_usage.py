"""The help of each command: its options in groups, and examples that can be typed."""

from __future__ import annotations

import shlex

import click
import pytest

from rulewright.cli.main import COMMANDS, command
from rulewright.cli.shell.help_layout import HelpCommand
from tests.cli.running import Runner


def one_of(name: str) -> click.Command:
    found = command.get_command(click.Context(command, info_name="rulewright", **command.context_settings), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_listed_once(run: Runner, name: str) -> None:
    shown = [line.split()[0] for line in run(name, "--help").out.splitlines() if line.startswith("  --")]

    wanted = [one.opts[0] for one in one_of(name).params if isinstance(one, click.Option)]
    assert sorted(shown) == sorted(wanted)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_command_can_be_typed(name: str) -> None:
    one = one_of(name)
    for line, _ in one.examples if isinstance(one, HelpCommand) else ():
        program, typed, *words = shlex.split(line)

        assert (program, typed) == ("rulewright", name)
        # Click remembers the names of the help option from the first context of a command.
        one.make_context(name, words, help_option_names=["-h", "--help"])


def test_options_that_need_another_one_stand_below_it(run: Runner) -> None:
    help_of_lint = run("lint", "--help").out

    _, _, deep = help_of_lint.partition("\nPlaying the rulebook:\n")
    assert [line.split()[0] for line in deep.split("\n\n")[0].splitlines() if line.startswith("  --")] == [
        "--deep",
        "--budget",
        "--jobs",
    ]
