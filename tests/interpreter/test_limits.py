"""A stranger's rulebook: whatever it asks for, the engine says what is too much and where, soon."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.library.library import load_checked
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.interpreter import Game, Match, PlayError, RulebookError, WrongChoice, load
from rulewright.interpreter.games.examples import run_examples
from rulewright.interpreter.position import runtime
from tests.interpreter.helpers import asked, loaded, written

LONGEST = 15.0
"""Seconds; most take a fraction of one, but the machine may be busy."""
HEAD = """game limits "Limits":
    players 2

the table has:
    n: number = 3

"""
GRID = """grid board: 32 by 32
each board has:
    v: number

"""
CHAIN = "".join(f"to r{i}:\n    r{i - 1}\n    r{i - 1}\n" for i in range(1, 41)) + "to r0:\n    add 1 to n\n"
TOWER = "define d0: n + 1\n" + "".join(f"define d{i}: d{i - 1} + d{i - 1}\n" for i in range(1, 41))

# The mistake, the name of the diagnostic, and a part of its line.
REFUSED = {
    "a loop": ("to play:\n    while n is 3:\n        set n to 3\n", "endless-loop", "while n is 3"),
    "a loop that looks afterwards": ("to play:\n    repeat until n is 1:\n        set n to 0\n", "endless-loop", "repeat until"),
    "a loop that tells": ('to play:\n    while n is 3:\n        say "again"\n', "endless-loop", "while n is 3"),
    "a loop whose choice lapses": ("to play:\n    while n is 3:\n        choose k in 4 to n\n", "endless-loop", "while n is 3"),
    "a loop with chance": ("die d6: 1 to 6\nto play:\n    while n is 3:\n        roll d6 as k\n", "endless-loop", "while n is 3"),
    "loops in loops": (
        "to play:\n    for each a in 1 to 90000:\n        for each b in 1 to 90000:\n            add 1 to n\n",
        "endless-loop",
        "for each",
    ),
    "repetitions in repetitions": (
        "to play:\n    repeat 90000 times:\n        repeat 90000 times:\n            add 1 to n\n",
        "endless-loop",
        "repeat",
    ),
    "loops over spaces": (
        "grid board: 60 by 60\nto play:\n    for each a in board:\n        for each b in board:\n"
        "            for each c in board:\n                add 1 to n\n",
        "endless-loop",
        "for each",
    ),
    "loops in which somebody may be asked": (
        "to play:\n    for each a in 1 to 90000:\n        for each b in 1 to 90000:\n            if n is 0:\n"
        "                choose z in 1 to 2\n",
        "endless-loop",
        "for each",
    ),
    "a loop that looks at much": (
        GRID + "define a of p in board: count of (board where v of it is v of p)\ndefine b: sum of (a of it) among board\n"
        "to play:\n    while n is 3:\n        if b is 0:\n            set n to 1\n",
        "endless-loop",
        "while n is 3",
    ),
    "rules that carry each other out": ("to play:\n    a\nto a:\n    b\nto b:\n    a\n", "endless-calls", "to "),
    "rules that ask and carry each other out": (
        "to play:\n    a 1\nto a k in number:\n    if k is 0:\n        choose z in 1 to 2\n    a k\n",
        "endless-calls",
        "to a k",
    ),
    "a rule that carries itself out twice": (
        "to play:\n    a 60\nto a k in number:\n    if k is more than 0:\n        a (k - 1)\n        a (k - 1)\n",
        "endless-loop",
        "to a k",
    ),
    "a rule that asks and carries itself out twice": (
        "to play:\n    a 60\nto a k in number:\n    if k is more than 0:\n        a (k - 1)\n        a (k - 1)\n"
        "    if k is 100:\n        choose z in 1 to 2\n",
        "endless-loop",
        "to a k",
    ),
    "rules that double": ("to play:\n    r40\n" + CHAIN, "endless-loop", "to r"),
    "defines that double": (TOWER + "to play:\n    set n to d40\n", "too-much-work", "define d"),
    "defines in a circle": (
        "define a of k in number: b of (k + 1)\ndefine b of k in number: a of (k + 1)\nto play:\n    set n to a of 1\n",
        "circular-define",
        "define a",
    ),
    "a choice among a billion": ("to play:\n    choose k in 1 to 1000000000\n", "number-too-large", "choose k"),
    "a choice among as many as a rule says": (
        "to play:\n    set n to 900000\n    choose k in 1 to n\n",
        "too-many-options",
        "to play",
    ),
    "a joint choice": ("to play:\n    choose a in 1 to 1000, b in 1 to 1000, c in 1 to 1000\n", "too-much-work", "choose a"),
    "a joint choice of which little is left": (
        "to play:\n    choose a in 1 to 90000, b in (1 to 90000) where it is 0\n",
        "too-much-work",
        "choose a",
    ),
    "joint choices that are found to be too many": (
        "to play:\n    set n to 1000\n    choose a in 1 to n, b in 1 to n\n",
        "too-many-options",
        "to play",
    ),
    "products": ("to play:\n    repeat 1000 times:\n        set n to n * n\n", "number-too-large", "to play"),
    "doubled sums": ("to play:\n    repeat 1000 times:\n        set n to n + n\n", "number-too-large", "set n to n + n"),
    "sums onto themselves": ("to play:\n    repeat 1000 times:\n        add n to n\n", "number-too-large", "add n to n"),
    "sums of a local": (
        "to play:\n    let k be 1\n    repeat 1000 times:\n        set k to k + k\n    set n to k\n",
        "number-too-large",
        "set k to",
    ),
    "differences": ("to play:\n    repeat 1000 times:\n        set n to (0 - n) - n\n", "number-too-large", "set n to"),
    "sets within sets": (
        GRID
        + "define a of p in board: count of (board where v of it is v of p)\n"
        + "define b of p in board: sum of (a of it) among board\n"
        "define c of p in board: sum of (b of it) among board\ndefine d: sum of (c of it) among board\n"
        "to play:\n    choose k in board\n    set n to d\n",
        "too-much-work",
        "define",
    ),
    "too many pieces": ("pieces x: 500000 for each player\nto play:\n    choose k in 1 to 2\n", "too-many-things", "pieces x"),
    "too many spaces": ("grid board: 5000 by 5000\nto play:\n    choose k in 1 to 2\n", "too-many-spaces", "grid board"),
    "a long line": ("line l:\n    a * 900000\nto play:\n    choose k in 1 to 2\n", "too-many-spaces", "a * 900000"),
}


def line_of(diagnostic: Diagnostic) -> str:
    """Return the line of the rulebook that a diagnostic points at."""
    assert diagnostic.span is not None
    text, start = diagnostic.span.source.text, diagnostic.span.start
    return text[text.rfind("\n", 0, start) + 1 : text.find("\n", start)]


def first_error(what: str, folder: Path) -> tuple[list[Diagnostic], float]:
    """Return the first errors of loading, playing and a playout, and how long all that took."""
    began = time.process_time()
    found = []
    try:
        game = written(folder, HEAD + REFUSED[what][0])
    except RulebookError as error:
        return [error.diagnostics[0]], time.process_time() - began
    for form in (play_on, Game.playout):
        try:
            form(game)
        except PlayError as error:
            found.append(error.diagnostic)
        except RulebookError as error:
            found.append(error.diagnostics[0])
    return found, time.process_time() - began


def play_on(game: Game) -> None:
    """Begin, and go on for a while."""
    match = game.start()
    for _ in range(10):
        if match.over:
            break
        match.choose_at_random()


@pytest.mark.parametrize("what", REFUSED)
@pytest.mark.sample(15)
def test_what_is_too_much_is_said_where_it_stands(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "PATIENCE", 0.2)
    found, seconds = first_error(what, tmp_path)
    _, name, line = REFUSED[what]
    assert found
    assert {diagnostic.name for diagnostic in found} == {name}
    assert line in line_of(found[0])
    assert all(diagnostic.help for diagnostic in found)
    assert seconds < LONGEST


def test_a_game_without_an_end_is_one_that_goes_on(tmp_path: Path) -> None:
    game = written(
        tmp_path, HEAD + "to play:\n    while n is 3:\n        for each player in players:\n            choose k in 1 to 3\n"
    )
    began = time.process_time()
    assert not game.playout().finished
    match = game.start()
    for _ in range(1000):
        match.choose_at_random()
    assert not match.over
    assert time.process_time() - began < LONGEST


def test_a_loop_without_an_end_is_found_after_many_decisions(tmp_path: Path) -> None:
    game = written(
        tmp_path, HEAD + "to play:\n    repeat 3000 times:\n        choose k in 1 to 3\n    while n is 3:\n        set n to 3\n"
    )
    with pytest.raises(PlayError) as caught:
        game.playout()
    assert caught.value.diagnostic.name == "endless-loop"


def test_a_long_game_is_not_taken_for_an_endless_one(tmp_path: Path) -> None:
    # Each round looks at some hundred thousand combinations, which adds up to more than any one decision may.
    game = written(
        tmp_path,
        HEAD
        + GRID
        + """define a of p in board: count of (board where v of it is v of p)
define b: sum of (a of it) among board where row of it is 1
to play:
    set n to 0
    while n is less than 300:
        add 1 to n
        choose k in board
        if b is 0:
            set n to 0
""",
    )
    assert game.playout().finished
    assert game.playout().decisions == 300


def test_an_estimate_that_is_far_too_high_ends_no_game(tmp_path: Path) -> None:
    # All pairs of spaces could be looked at in each pass, and hardly any are.
    game = written(
        tmp_path,
        HEAD
        + GRID
        + """to play:
    set n to 0
    while n is less than 3000:
        add 1 to n
        if n is more than 0:
            choose one in board where v of it is n, other in board where v of it is v of one
    choose k in 1 to 2
""",
    )
    assert game.playout().finished
    assert asked(game.start()).seat == 0


def test_an_example_without_an_end_fails(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(
        HEAD
        + """to play:
    choose k in 1 to 3
to turn-round:
    while n is 3:
        set n to 3

example X1 "Round and round":
    players 2
    when:
        turn-round
    then n is 1
""",
        encoding="utf-8",
    )
    checked, _ = load_checked(str(path), ())
    assert checked is not None
    [result] = run_examples(checked)
    assert result.diagnostic is not None
    assert result.diagnostic.name == "endless-loop"


@pytest.mark.parametrize(
    "choice",
    [
        -1,
        10**30,
        -(10**30),
        1.0,
        0.5,
        None,
        [],
        {},
        (),
        object(),
        b"0",
        "",
        "0",
        "x" * 100_000,
        "\ud800",
        "\x00",
        "pass",
        float("nan"),
        1 + 2j,
        range(3),
    ],
    ids=range(20),
)
def test_a_choice_of_anything_else_is_refused(choice: object) -> None:
    match = loaded("walk-the-plank").start(3, seed=1)
    before = match.save()
    with pytest.raises(WrongChoice) as caught:
        match.choose(choice)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200
    assert match.save() == before


def test_whatever_counts_as_a_number_is_an_index() -> None:
    class Two:
        def __index__(self) -> int:
            return 2

    found = set()
    for choice in (2, Two()):
        match = loaded("walk-the-plank").start(3, seed=1)
        match.choose(choice)  # type: ignore[arg-type]
        found.add(match.save())
    assert len(found) == 1


def over(match: Match) -> Match:
    """Return a match at its end."""
    while not match.over:
        match.choose_at_random()
    return match


def test_nothing_can_be_chosen_when_the_game_is_over() -> None:
    match = over(loaded("la-planche").start(2))
    with pytest.raises(WrongChoice):
        match.choose(0)
    with pytest.raises(WrongChoice):
        match.choose_at_random()


WORDS = [
    "",
    " ",
    "yes",
    "no",
    "YES ",
    "-1",
    "0",
    "3",
    "1e1",
    "٣",
    "9" * 10_000,
    "\x00",
    "\ud800",
    "tiles",
    "{}",
    "3.0",
    "None",
    "²",
    "inf",
]


@pytest.mark.usefixtures("shared_cache")
@pytest.mark.parametrize("text", WORDS, ids=range(len(WORDS)))
def test_any_text_as_the_value_of_an_option(text: str) -> None:
    for reference, name in (("walk-the-plank", "tiles"), ("la-planche", "push")):
        try:
            game = load(reference, (), {name: text})
        except RulebookError as error:
            [diagnostic] = error.diagnostics
            assert diagnostic.name == "option-value"
            assert len(str(diagnostic.message)) < 200
        else:
            assert game.start(3).decision is not None
    with pytest.raises(RulebookError):
        load("walk-the-plank", (), {f"{text}?": 1})


def test_free_text_is_kept_within_limits(tmp_path: Path) -> None:
    game = written(tmp_path, HEAD + 'to play:\n    choose what as words\n    say "{what}"\n    choose go in 1 to 2\n')
    for text in ("", "hello", "x" * 10**6, "\x00\x1b[2J\ud800\u202e", 5, None, object()):
        match = game.start()
        assert asked(match).kind == "words"
        match.choose(text)  # type: ignore[arg-type]
        assert asked(match).kind != "words"
        said = match.log(0)[-1]
        assert len(said) <= 500
        assert said.isprintable()
        assert game.resume(match.save()).log(0) == match.log(0)


def test_what_parts_words_stays_between_them(tmp_path: Path) -> None:
    match = written(tmp_path, HEAD + 'to play:\n    choose what as words\n    say "{what}"\n').start()
    match.choose("a\nb\u00a0c\td\u2028e\x07f")
    assert match.log(0)[-1] == "a b c d ef"


ODD: list[Any] = [10**5000, -(10**5000), 1.5, b"1", None, [0], float("nan"), float("inf"), "\x1b[2J" * 10**6]


@pytest.mark.parametrize("choice", ODD, ids=range(len(ODD)))
def test_a_choice_of_any_kind_is_told_to_be_none_of_the_options(tmp_path: Path, choice: Any) -> None:
    match = written(tmp_path, HEAD + "to play:\n    choose go in 1 to 2\n").start()
    with pytest.raises(WrongChoice) as found:
        match.choose(choice)
    assert str(found.value).endswith("is none of the options")
    assert len(str(found.value)) < 100


@pytest.mark.parametrize("value", [*ODD, True], ids=range(len(ODD) + 1))
def test_an_option_of_any_kind_is_a_diagnostic(value: Any) -> None:
    with pytest.raises(RulebookError, match="option `tiles` cannot be"):
        load("walk-the-plank", (), {"tiles": value})
    with pytest.raises(RulebookError, match="has no option `3`"):
        load("walk-the-plank", (), {3: value})  # type: ignore[dict-item]


def test_where_nobody_is_named_whoever_acts_chooses(tmp_path: Path) -> None:
    game = written(
        tmp_path,
        HEAD
        + """the table has:
    leader: player
to play:
    for each player in (seat 2):
        choose go in 1 to 3 by leader
        set n to go
    game over, winners players where n is 2
""",
    )
    match = game.start()
    assert asked(match).seat == 1
    match.choose(1)
    assert match.over


@pytest.mark.parametrize(("outer", "inner"), [(13, 0), (12, 12), (9, 4), (4, 11)])
def test_loops_as_deep_as_a_rulebook_may_have_them_can_be_played(tmp_path: Path, outer: int, inner: int) -> None:
    def nested(count: int, name: str, lines: list[str]) -> str:
        loops = [f"{'    ' * (depth + 1)}for each {name}{depth} in things:" for depth in range(count)]
        return "\n".join([*loops, *(f"{'    ' * (count + 1)}{line}" for line in lines)])

    choice = "choose one in things where any things where n of it is n of one, two in things without one"
    path = tmp_path / "deep.rules"
    path.write_text(
        'game deep "Deep":\n    players 2\npieces things: 1\neach things has:\n    n: number\nto play:\n'
        + nested(outer, "a", ["small a0", "add 1 to n of a0"])
        + "\n    game over, winners seat 1\nto small thing in things:\n"
        + nested(inner, "b", ["add 1 to n of thing", choice.replace("n of one", "n of thing"), "add 1 to n of two"])
        + "\n",
        encoding="utf-8",
    )
    game = load(str(path))
    match = game.start(2, seed=1)

    assert match.over
    assert game.playout(2, seed=1) == match.result


def test_a_rule_may_ask_as_often_as_it_has_lines(tmp_path: Path) -> None:
    asked_for = 1200
    lines = [f"    choose a{number} in things\n    add 1 to n of a{number}\n" for number in range(asked_for)]
    path = tmp_path / "talk.rules"
    path.write_text(
        'game talk "Talk":\n    players 2\npieces things: 1 for each player\neach things has:\n    n: number\nto play:\n'
        + "".join(lines)
        + f"    if sum of n of it among things is {asked_for}:\n        game over, winners seat 2\n",
        encoding="utf-8",
    )
    game = load(str(path))
    match = game.start(2, seed=1)
    while not match.over:
        match.choose_at_random()

    assert match.result is not None
    assert (match.result.winners, match.result.decisions) == ((1,), asked_for)
    assert game.playout(2, seed=1) == match.result
