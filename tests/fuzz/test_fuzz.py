"""The fuzzers at work for a few seconds; and that they would find something, make it small, and go on where they stood."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.interpreter import load
from rulewright.interpreter.emit.python.straight import StraightForm
from tests.emit.generated import made
from tests.fuzz.__main__ import Run, again
from tests.fuzz.forms import Difference, same_in_python
from tests.fuzz.kinds import KINDS, drawn
from tests.fuzz.reduce import reduced
from tests.interpreter.helpers import ROOT

SECONDS = 2.0
MOST = 150


def test_for_a_few_seconds(tmp_path: Path) -> None:
    run = Run(7, [], tmp_path)
    run.go_on(MOST, SECONDS)
    assert not run.faults, run.told()
    assert run.next > 0


def test_an_input_is_the_same_whatever_came_before_it() -> None:
    inputs = [drawn(3, number, []) for number in range(100)]
    assert inputs[40] == drawn(3, 40, [])
    assert {kind for kind, _ in inputs} == set(KINDS)


class Faulty:
    """Instead of the process at work: everything with a certain line in it is a fault."""

    def ask(self, kind: str, text: str, seed: str) -> dict[str, Any]:
        """Return the result of one input."""
        del kind, seed
        bad = "to play:" in text.split("\n")
        fault = {"outcome": "fault", "name": "odd", "trace": ""} if bad else {"outcome": "refused"}
        return fault | {"seconds": 0.1}

    def end(self) -> None:
        """Nothing to end."""


def test_what_is_found_is_made_small_and_a_run_goes_on_where_it_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.__main__.Boss", lambda _: Faulty())
    first = Run(1, ["changes"], tmp_path)
    first.go_on(30, 100.0)
    (kept,) = tmp_path.glob("changes-*.txt")
    head, *lines = kept.read_text(encoding="utf-8").splitlines()
    assert head.startswith("# fuzz changes 1 ")
    assert lines == ["to play:"]
    assert again(kept) == 1
    second = Run(1, ["changes"], tmp_path)
    assert second.next == 30
    assert second.faults == first.faults
    second.go_on(5, 100.0)
    assert json.loads(second.state.read_text(encoding="utf-8"))["next"] == 35


def test_only_the_lines_that_a_fault_needs_are_left() -> None:
    text = "\n".join(map(str, range(100)))
    assert reduced(text, lambda less: {"17", "61"} <= set(less.split("\n"))) == "17\n61"


@pytest.mark.parametrize(
    ("game", "right", "wrong"),
    [
        ("games/nim", " -= ", " += "),
        # At a forced choice, something is drawn, or it is counted as a choice.
        ("interpreter/rulebooks/nothing-to-choose", " > 1 else", " > 0 else"),
        ("interpreter/rulebooks/nothing-to-choose", "u += ", "u -= "),
        ("interpreter/rulebooks/nothing-to-choose", "u += x", "u += 0 * x"),
    ],
)
@pytest.mark.sample(2)
def test_a_form_that_plays_another_game_is_found(game: str, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path, written = str(ROOT / "tests" / f"{game}.rules"), StraightForm.source
    for seed in range(5):
        assert same_in_python(load(path), 2, seed, Random(seed)) > 5
    assert right in load(path).program(2).forms.playouts().source
    monkeypatch.setattr(StraightForm, "source", lambda self: written(self).replace(right, wrong))
    other = load(path)
    with pytest.raises(Difference):
        sum(same_in_python(other, 2, seed, Random(seed)) for seed in range(5))


def test_a_rulebook_that_is_made_has_much_to_compare(tmp_path: Path) -> None:
    path = tmp_path / "made.rules"
    path.write_text(made(12), encoding="utf-8")
    assert same_in_python(load(str(path)), 3, 12, Random(1)) > 5
