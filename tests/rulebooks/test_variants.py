"""Our own variants: short, clean, playable, each of the kind that it stands for, and refused where they quarrel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from rulewright.dsl import nodes
from rulewright.dsl.files.bundled import bundled_games
from rulewright.dsl.library.library import load_all
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import one_line
from rulewright.interpreter import Game, Match, RulebookError, load
from rulewright.interpreter.games.examples import run_examples
from tests.rulebooks.declared import declarations

RULEBOOKS = Path(__file__).parents[2] / "rulebooks"
FOLDER = RULEBOOKS / "variants"
FILES = sorted(FOLDER.glob("*.rules"))
NAMES = [path.stem for path in FILES]
LANGUAGES = {
    "walk-the-plank": {"en", "fr", "ru"},
    "la-planche": {"en", "fr"},
    "rette-sich-wer-kann": {"en", "fr", "ru", "de"},
    "battle-of-thieves": {"en", "fr"},
}
MOST_LINES = 30
PLAYOUTS = 30

Kind = TypeVar("Kind", bound=nodes.Node)


def variant(name: str) -> nodes.Variant:
    """Return the one variant of a file, which is called as its file is."""
    [found] = declarations(FOLDER / f"{name}.rules")
    assert isinstance(found, nodes.Variant)
    assert found.name.text == name
    return found


def of_kind(name: str, kind: type[Kind]) -> list[Kind]:
    return [line for line in variant(name).lines if isinstance(line, kind)]


def replaced(name: str, kind: type[Kind]) -> list[Kind]:
    """Return the replacements of a variant, of one kind."""
    return [line.declaration for line in of_kind(name, nodes.Replace) if isinstance(line.declaration, kind)]


def base(name: str) -> str:
    return variant(name).base.text


def file(name: str) -> str:
    return str(FOLDER / f"{name}.rules")


def check_playouts(game: Game) -> None:
    for players in range(game.least_players, game.most_players + 1):
        assert all(game.playout(players=players, seed=seed).finished for seed in range(PLAYOUTS))


def asked(match: Match) -> Iterator[Match]:
    """Yield a match before each of its decisions, played with whatever comes."""
    while match.decision is not None:
        yield match
        match.choose(match.steps * 7 % len(match.decision.options))


# ---- Each of them


def test_there_are_eight_for_all_four_games() -> None:
    assert len(NAMES) == 8
    assert {base(name) for name in NAMES} == set(LANGUAGES)
    assert set(LANGUAGES) <= set(bundled_games())


@pytest.mark.parametrize("name", NAMES)
def test_it_is_short_and_clean_and_its_examples_pass(name: str) -> None:
    lines = (FOLDER / f"{name}.rules").read_text(encoding="utf-8").splitlines()
    # Translations on lines of their own do not make it longer to read.
    assert sum(not line.strip().removeprefix("text ").startswith(("fr ", "ru ", "de ")) for line in lines) <= MOST_LINES
    assert [one_line(diagnostic.rendered()) for diagnostic in lint_all(file(name))] == []
    games, diagnostics = load_all(file(name))
    assert diagnostics == []
    results = [result for game in games for result in run_examples(game)]
    assert len(results) == len(of_kind(name, nodes.Example)) >= 1
    assert all(result.passed for result in results)


@pytest.mark.parametrize("name", NAMES)
def test_its_titles_are_in_the_languages_of_its_game(name: str) -> None:
    languages = LANGUAGES[base(name)]
    lines = declarations(RULEBOOKS.parent / bundled_games()[base(name)])
    [head] = (line for line in lines if isinstance(line, nodes.Game))
    titles = [head.title, variant(name).title, *(note.title for note in of_kind(name, nodes.Note))]
    assert all(title is not None and {language for language, _ in title.texts} == languages for title in titles)
    for card in (*of_kind(name, nodes.Card), *replaced(name, nodes.Card)):
        assert card.title is not None
        assert {language for language, _ in card.title.texts} == languages
        assert card.text is not None
        assert {language for language, _ in card.text.texts} == languages


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.sample(3)
def test_random_games_finish(name: str) -> None:
    check_playouts(load(file(name)))
    # It is the same game, whichever way it is named.
    assert load(base(name), [file(name)]).variants == load(file(name)).variants == (name,)


# ---- The kinds


@pytest.mark.parametrize("name", ["it-was-him", "parley"])
def test_some_add_a_card(name: str) -> None:
    [card] = of_kind(name, nodes.Card)
    assert card.name.text in load(file(name)).checked.cards
    assert card.name.text not in load(base(name)).checked.cards


def test_one_changes_a_card() -> None:
    [card] = replaced("sea-legs", nodes.Card)
    changed, before = load(file("sea-legs")).checked.cards, load("walk-the-plank").checked.cards
    assert set(changed) == set(before)
    assert changed[card.name.text].texts != before[card.name.text].texts


def test_one_removes_a_phase() -> None:
    [whole_round] = of_kind("sharks", nodes.Patch)
    assert whole_round.name.text == "round"
    gone = {word.text for line in of_kind("sharks", nodes.Remove) for word in line.names}
    assert "swim-phase" in gone
    prompts = {
        name: {match.decision.prompt for match in asked(load(name).start(players=3)) if match.decision is not None}
        for name in ("rette-sich-wer-kann", file("sharks"))
    }
    assert "Which of your men leaves his boat?" in prompts["rette-sich-wer-kann"]
    assert prompts[file("sharks")] == {
        prompt for prompt in prompts["rette-sich-wer-kann"] if "leaves" not in prompt and "swimmer" not in prompt
    }


@pytest.mark.parametrize("name", ["rotten-plank", "full-shark", "dead-men", "parley"])
def test_some_add_a_standing_rule(name: str) -> None:
    assert of_kind(name, nodes.Hook)


def test_some_change_how_the_game_ends() -> None:
    for players in (2, 3, 4):
        match = load(file("full-shark")).start(players=players, seed=players)
        for _ in asked(match):
            pass
        [board] = match.view(None).boards
        assert [len(space.things) for space in board.spaces if space.name == "shark"] == [10]
    for name in ("full-shark", "dead-men"):
        standing, rules = of_kind(name, nodes.Hook), of_kind(name, nodes.Rule)
        assert len(standing) == 1
        assert any(isinstance(part, nodes.GameOver) for node in (*standing, *rules) for part in nodes.nodes_in(node))


def test_one_changes_the_number_of_players() -> None:
    assert of_kind("duel", nodes.Players)
    game, before = load(file("duel")), load("walk-the-plank")
    assert (game.least_players, game.most_players) == (2, 2)
    assert (before.least_players, before.most_players) == (3, 5)
    with pytest.raises(RulebookError, match="cannot be played by 2"):
        before.playout(players=2)


# ---- Together


@pytest.mark.parametrize(
    "names",
    [("it-was-him", "sea-legs"), ("it-was-him", "duel"), ("full-shark", "rotten-plank"), ("dead-men", "parley")],
    ids=" and ".join,
)
@pytest.mark.parametrize("turned", [False, True], ids=["", "turned round"])
@pytest.mark.sample(3)
def test_what_changes_different_things_goes_together(names: tuple[str, str], turned: bool) -> None:
    ordered = names[::-1] if turned else names
    game = load(base(names[0]), [file(name) for name in ordered])
    assert game.variants == ordered
    check_playouts(game)


@pytest.mark.parametrize("names", [("sea-legs", "duel"), ("duel", "sea-legs")], ids=" and ".join)
@pytest.mark.parametrize("between", [(), ("it-was-him",)], ids=["", "with a third"])
def test_what_changes_the_same_thing_is_refused(names: tuple[str, str], between: tuple[str, ...]) -> None:
    first, second = names
    with pytest.raises(RulebookError) as caught:
        load("walk-the-plank", [file(name) for name in (first, *between, second)])
    [conflict] = caught.value.diagnostics
    assert conflict.name == "variant-conflict"
    assert str(conflict.message) == f"the variants `{first}` and `{second}` both change `run`"
    assert conflict.help
    # Both places: the later one, and the one before.
    assert conflict.span is not None
    [related] = conflict.related
    for span, name in ((conflict.span, second), (related.span, first)):
        assert Path(span.source.name) == FOLDER / f"{name}.rules"
        assert span.source.text.splitlines()[span.line - 1].strip().startswith("replace card run")
