"""A match as an example of its rulebook: what is written down leads to where the match stands, and nowhere else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from rulewright.dsl.files.bundled import bundled_games
from rulewright.dsl.library.library import load_all, load_checked
from rulewright.dsl.messages.diagnostic import one_line
from rulewright.interpreter import Game, Match, load
from rulewright.interpreter.games.examples import ExampleResult, run_examples
from rulewright.interpreter.match.choice_log import key_of
from rulewright.interpreter.match.forced_answers import choose_by_steps
from rulewright.interpreter.match.recording import NotRecorded, example_text
from tests.interpreter.helpers import ROOT, written

pytestmark = pytest.mark.usefixtures("shared_cache")

MOMENTS = (9, 70)
"""After how many choices, or at the end if it comes before."""


def play_on(match: Match, chosen: Random, choices: int) -> None:
    """Choose as people at a table do."""
    for _ in range(choices):
        decision = match.decision
        if decision is None:
            return
        choice = "Arr! It's \u00e9t\u00e9" if decision.kind == "words" else chosen.choice(list(decision.options))
        choose_by_steps(match, key_of(decision, choice))


def some_settings(game: Game, chosen: Random) -> dict[str, bool | str]:
    """Return other settings than the defaults."""
    return {
        name: chosen.choice(option.words) if option.words else not option.value
        for name, option in game.options.items()
        if option.kind in ("words", "truth")
    }


def pasted(folder: Path, reference: str, text: str) -> Path:
    """Return a bundled rulebook with something behind it: a file, or the first file of a folder."""
    place = ROOT / bundled_games()[reference]
    if place.parent.name == reference:
        place = Path(shutil.copytree(place.parent, folder / reference)) / place.name
    else:
        place = Path(shutil.copy(place, folder / place.name))
    place.write_text(place.read_text(encoding="utf-8") + "\n" + text, encoding="utf-8")
    return place


def played(path: Path) -> list[ExampleResult]:
    """Return the results of the recordings at the end of a rulebook."""
    game, diagnostics = load_checked(str(path))
    assert game is not None, [one_line(diagnostic.rendered()) for diagnostic in diagnostics]
    return run_examples(game, lambda example: example.numbers == ("recorded",))


@pytest.mark.parametrize("reference", bundled_games())
@pytest.mark.sample(6)
def test_what_was_recorded_holds_behind_the_rulebook(reference: str, tmp_path: Path) -> None:
    chosen = Random(reference)
    texts = []
    for moment in MOMENTS:
        game = load(reference, (), some_settings(load(reference), chosen))
        match = game.start(chosen.randint(game.least_players, game.most_players), chosen.randrange(10**6))
        play_on(match, chosen, moment)
        texts.append(example_text(match))

    results = played(pasted(tmp_path, reference, "\n".join(texts)))

    assert [one_line(result.diagnostic.rendered()) for result in results if result.diagnostic is not None] == []
    assert len(results) == len(MOMENTS)


def test_with_a_variant_it_says_so(tmp_path: Path) -> None:
    match = load("walk-the-plank", ("kraken",)).start(4, 12)
    play_on(match, Random(2), 30)
    path = pasted(tmp_path, "walk-the-plank", example_text(match))

    games, _ = load_all(str(path))
    results = [result for game in games for result in run_examples(game, lambda one: one.numbers == ("recorded",))]

    assert [(result.example.variants, result.passed) for result in results] == [(("kraken",), True)]


def test_another_seed_and_another_choice_lead_elsewhere(tmp_path: Path) -> None:
    match = load("hearts").start(4, 12)
    play_on(match, Random(2), 30)
    text = example_text(match)
    picks = re.findall("    seat .*\n", text)

    for number, wrong in enumerate((text.replace("chance by 12", "chance by 13"), text.replace(picks[-1], ""))):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert [result.passed for result in played(pasted(folder, "hearts", wrong))] == [False]


TELLING = """\
game telling "Telling":
    players 2
place basket
pieces stones "Stone": 2 for each player
each player has:
    secret "Secret": number, seen by owner
    open-hand "Open": number
to play:
    players take turns:
        choose stone in stones of player, amount in 1 to 3 asking "Which, and how many?"
        set secret of player to amount
        add 1 to open-hand of player
        choose rhyme as words asking "Say something"
        if open-hand of player is 3:
            game over, winners players
"""


def test_it_says_in_words_of_the_rulebook_what_was_chosen_and_what_everybody_sees(tmp_path: Path) -> None:
    match = written(tmp_path, TELLING).start(2, 5)
    decision = match.decision
    assert decision is not None
    match.choose(2)
    match.choose("What a # day")

    assert example_text(match).splitlines() == [
        'example recorded "As it was played, up to choice 2":',
        "    players 2",
        "    chance by 5",
        f"    seat 1 picks item 2 of stones of seat 1, 3  # {decision.options[2].label}",
        '    seat 1 picks "What a # day"',
        "    then seat 2 chooses",
        "    then open-hand of seat 1 is 1",
        "    then open-hand of seat 2 is 0",
    ]


def test_the_last_choices_begin_with_what_everybody_saw_before_them(tmp_path: Path) -> None:
    match = written(tmp_path, TELLING).start(2, 5, forced="ask")
    for choice in (2, "Arr", 0, "Well"):
        match.choose(choice)

    lines = [line.strip() for line in example_text(match, 2).splitlines()]
    place = lines.index("then seat 2 chooses")
    assert lines[place : place + 3] == ["then seat 2 chooses", "then open-hand of seat 1 is 1", "then open-hand of seat 2 is 0"]
    assert [line.split(" ")[0] for line in lines[place + 3 :]] == ["seat", "seat", "then", "then", "then"]
    for last in (0, 4, 9):
        assert example_text(match, last) == example_text(match)


@pytest.mark.parametrize("reference", ["hearts", "rette-sich-wer-kann"])
def test_a_game_of_people_apart_is_recorded_alike(reference: str, tmp_path: Path) -> None:
    match = load(reference).start(None, 3, forced="ask")
    chosen = Random(reference)
    for _ in range(30):
        assert match.decision is not None
        match.choose(0 if match.forced else chosen.randrange(len(match.decision.options)))
    text = example_text(match, 5)

    assert [result.passed for result in played(pasted(tmp_path, reference, text))] == [True]


def test_who_took_a_choice_back_has_not_made_it(tmp_path: Path) -> None:
    match = written(tmp_path, TELLING).start(2, 5)
    before = match.copy()
    match.choose(1)
    before.taken_back(0)

    assert "picks" not in example_text(before)
    assert "picks" in example_text(match)


def test_what_no_example_can_lead_to_is_refused(tmp_path: Path) -> None:
    game = written(tmp_path, TELLING)
    match = game.start(2, 10**9)
    with pytest.raises(NotRecorded) as refused:
        example_text(match)
    assert refused.value.reason == "seed"

    match = game.start(2, 5)
    match.choose(0)
    assert example_text(game.resume(match.save())) == example_text(match)
    with pytest.raises(NotRecorded) as refused:
        example_text(game.start(position=match, seed=5))
    assert refused.value.reason == "begun"

    match.choose('say "no"')
    with pytest.raises(NotRecorded) as refused:
        example_text(match)
    assert (refused.value.reason, refused.value.words) == ("said", 'say "no"')
