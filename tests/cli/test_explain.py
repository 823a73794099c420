"""`explain` says what a message means, and lists them all."""

from __future__ import annotations

import json

from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from tests.cli.running import Runner


def test_a_message_is_explained_by_its_name(run: Runner) -> None:
    ran = run("explain", "never-set")

    assert ran.code == 0
    title, category, *_ = ran.out.splitlines()
    assert title == "never-set (warning): a field is read, and no rule sets it"
    assert category == "Playable, but probably not what you meant"
    wrong, right = ran.out.partition("Wrong, in the Orchard:\n")[2].split("Right, in the Orchard:\n")
    assert "    add 1 to hope of player" not in wrong
    assert "    add 1 to hope of player" in right


def test_the_name_may_be_copied_with_its_brackets(run: Runner) -> None:
    assert run("explain", "error[unknown-name]:").out == run("explain", "unknown-name").out != ""


def test_all_messages_are_listed_with_their_level(run: Runner) -> None:
    lines = run("explain").out.splitlines()

    assert {line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "} == set(CATALOGUE)
    assert any(line.split()[:2] == ["unused-name", "warning"] for line in lines)
    assert any(line.split()[:2] == ["unknown-name", "error"] for line in lines)
    assert "Words, lines and layout" in lines
    assert max(map(len, lines)) <= 100


def test_a_misspelt_name_is_put_right(run: Runner) -> None:
    ran = run("explain", "unknown-nmae")

    assert ran.code == 2
    assert "error[no-such-message]: there is no message called `unknown-nmae`" in ran.err
    assert "did you mean `unknown-name`?" in ran.err


def test_pages_as_json(run: Runner) -> None:
    one = json.loads(run("explain", "tab", "--json").out)
    everything = json.loads(run("explain", "--json").out)

    assert (one["name"], one["level"], one["category"]) == ("tab", "error", "Words, lines and layout")
    assert [(piece["kind"], piece["where"]) for piece in one["pieces"]] == [("wrong", "lines"), ("right", "lines")]
    assert one in everything
    assert len(everything) == len(CATALOGUE)


def test_the_game_of_the_pages_is_shown(run: Runner) -> None:
    assert 'game orchard "The Orchard":' in run("explain", "orchard").out
