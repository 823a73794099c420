"""Test what people see: pages of every bundled game in each of its languages, and the screen at any moment."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from rulewright.cli.shell.game_choice import table_languages
from rulewright.cli.shell.terminal import Terminal
from rulewright.dsl.files.bundled import bundled_games
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter import load
from tests.cli.kept_screens import FOLDER, introduction, pages, questions, screen, seated, shown_by

SMALL = (80, 24)


@pytest.mark.parametrize("name", bundled_games())
def test_the_screens_are_as_they_are_kept(name: str) -> None:
    """`python -m tests.cli.kept_screens` writes them anew."""
    for path, text in pages(name).items():
        assert text == path.read_text(encoding="utf-8"), path.name


@pytest.mark.parametrize("name", bundled_games())
def test_the_introduction_fits_on_a_small_screen(name: str) -> None:
    game = load(name)
    for language in table_languages(game):
        lines = introduction(game.start(game.most_players, 1, language=language), SMALL, language)
        assert len(lines) <= SMALL[1], lines
        assert all(cell_len(line) <= SMALL[0] for line in lines)


def test_no_screen_is_kept_of_a_game_that_is_not_there() -> None:
    assert {path.name.split(".")[0] for path in FOLDER.glob("*.txt")} == set(bundled_games())


@pytest.mark.parametrize("name", bundled_games())
def test_question_own_side_and_last_act_are_always_on_a_small_screen(name: str) -> None:
    game = load(name)
    for players in {game.least_players, game.most_players}:
        for match, earlier in questions(game, 5, "en", 120, players):
            decision = match.decision
            assert decision is not None
            shown = screen(match, 0, earlier, SMALL)
            asked = shown.asked
            page = "\n".join(shown.lines)

            assert shown.lines[-1 - len(asked) : -1] == asked, page
            assert any(visible(decision.prompt).split()[-1] in line for line in shown.lines[-3 - len(asked) :]), page
            assert any("Ann (you)" in line for line in shown.lines), page
            assert not shown.told or shown.told[-1] in shown.lines, page
            # Only the introduction may scroll away.
            assert earlier.view is None or shown.printed <= SMALL[1], page
            assert all(cell_len(line) <= SMALL[0] for line in shown.lines[: -1 - len(asked)]), page


@pytest.mark.parametrize(("typed", "shown"), [([""], 40), (["q"], 23), (None, 40)])
def test_a_long_log_comes_a_screen_at_a_time_and_whole_in_a_pipe(
    typed: list[str] | None, shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seated(load("hearts").start(4), 0, (80, 24), "en")
    table.terminal.interactive = typed is not None
    asked: list[str] = []

    def answer(_: Terminal, prompt: str) -> str:
        asked.append(prompt)
        return (typed or []).pop()

    monkeypatch.setattr(Terminal, "ask", answer)

    table.show_pages([f"line {number}" for number in range(40)])

    assert len(shown_by(table)) == shown
    assert asked == (["... 17 lines more: Enter goes on, q stops "] if table.terminal.interactive else [])
