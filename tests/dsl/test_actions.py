"""Every action that is declared is complete: its words and phrases, the page that explains it, and a game that needs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import pytest

from rulewright.dsl.constructs.actions import ACTIONS, TOLD, ActionWord, OrderChange
from rulewright.dsl.messages.speech import COMMON, SOURCE
from tests.docs.fences import ROOT, fences


def stands_in(word: ActionWord, texts: Iterable[str]) -> bool:
    """Whether a line of some texts begins with a word."""
    return any(line.strip().startswith(f"{word} ") for text in texts for line in text.splitlines())


def test_each_word_of_an_action_is_declared() -> None:
    assert set(get_args(ActionWord)) == set(ACTIONS)
    assert set(get_args(OrderChange)) == set(TOLD)
    assert [action.shape.split()[0] for action in ACTIONS.values()] == list(ACTIONS)


@pytest.mark.parametrize("word", ACTIONS)
def test_an_action_has_its_phrases(word: ActionWord) -> None:
    action, phrases = ACTIONS[word], COMMON.own(SOURCE)

    assert phrases[word].count("{") == len(action.operands)
    # Nobody sees a pile change its order, so the log tells of it.
    assert (action.told is not None) == action.orders
    assert action.told is None or "{0}" in phrases[action.told]


@pytest.mark.parametrize("word", ACTIONS)
def test_an_action_is_shown_on_the_page_of_the_language(word: ActionWord) -> None:
    assert stands_in(word, [fence.text for fence in fences(ROOT / "docs" / "language.md") if fence.kind.startswith("rules")])


@pytest.mark.parametrize("word", ACTIONS)
def test_a_game_needs_an_action(word: ActionWord) -> None:
    games = [path for folder in ("docs/games", "rulebooks") for path in (ROOT / folder).rglob("*.rules")]

    assert games
    assert stands_in(word, [path.read_text(encoding="utf-8") for path in games])
