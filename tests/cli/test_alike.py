"""Check that at one screen, the questions give nothing away: an onlooker's view depends on public facts alone."""

from __future__ import annotations

import io
import itertools
import random
from pathlib import Path

import pytest

from rulewright.cli.shell.terminal import Terminal
from rulewright.cli.table.session import Session
from rulewright.cli.table.settings import Settings
from rulewright.interpreter import Match, load
from rulewright.interpreter.search.players import Player

MOST = 40
FOLLOW = """\
game follow "Follow":
    players 2 to 3

values suit: red "Red", blue "Blue"
cards leaves "Leaf", each "{suit} leaf": 4 for each suit, in deck
place deck "Deck": pile, seen by nobody
place middle "Middle": pile, seen by nobody
each player has:
    hand "Hand": place, seen by owner
    held "Held": number = 0, seen by nobody

define led: suit of first of leaves on middle
define fitting: leaves in hand of player where suit of it is led

to setup:
    shuffle deck
    for each one in players:
        draw 2 from deck to hand of one

to play:
    repeat 2 times:
        for each player in players:
            choose leaf in fitting if any fitting otherwise leaves in hand of player asking "Which leaf?"
            move leaf to middle
        move leaves in middle to deck
    game over, winners players
"""


class Watched(Terminal):
    """A terminal whose screen others may see, except while somebody is alone before it."""

    def __init__(self, session_of: list[Session], seed: int) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self.session_of = session_of
        self.chance = random.Random(seed)
        self.seen: list[tuple[object, str]] = []
        """The screens that an onlooker sees, with all public facts at that moment."""
        self.is_alone = self.comes = False
        self.keyboard = self.interactive = True

    def note(self, text: str) -> None:
        if not self.is_alone:
            match = self.session_of[0].match if self.session_of else None
            public = None if match is None else (match.view(None).as_data(), match.log(None))
            self.seen.append((public, text))

    def show(self, text: str = "", style: str | None = None, paint: object = None) -> None:
        assert paint is None
        self.note(text if style is None else f"{style}: {text}")

    def clear(self) -> None:
        # Before who sits down the screen is cleared for all to see, and then for one alone.
        self.is_alone, self.comes = self.comes, False
        self.note("(cleared)")

    def ask(self, prompt: str, _who: object = None, _completing: object = None) -> str:
        if "when you are alone" in prompt:
            self.note(prompt)
            self.comes = True
            return ""
        if "Press Enter" in prompt:
            return ""
        decision = self.session_of[0].match.decision
        assert decision is not None
        return str(1 + self.chance.randrange(len(decision.options)))


def watched(match: Match, seed: int, people: int, timer: float = 0) -> list[tuple[object, str]]:
    """Return all that an onlooker sees of a game from here on, played at one screen."""
    sessions: list[Session] = []
    terminal = Watched(sessions, seed)
    kinds = ("human",) * people + ("random",) * (match.players - people)
    if timer:
        # The leader has most to think about.
        kinds = kinds[::-1]
    settings = Settings(
        kinds=kinds,
        language="en",
        again="",
        save_as=None,
        replaces=None,
        resumed=False,
        is_open=False,
        show_seed=False,
        timer=timer,
    )
    session = Session(match, terminal, settings)
    sessions.append(session)

    session._ask_first()
    for _ in range(MOST):
        if session.match.decision is not None:
            session._decide(session.match.decision)
    terminal.is_alone = False
    if timer:
        session._end()
    terminal.note("(the end)")
    return terminal.seen


@pytest.mark.parametrize("name", ["follow", "hearts", "walk-the-plank"])
def test_what_an_onlooker_sees_hangs_on_public_facts_alone(name: str, tmp_path: Path) -> None:
    path = tmp_path / "follow.rules"
    path.write_text(FOLLOW, encoding="utf-8")
    game = load(str(path) if name == "follow" else name)
    compared = 0
    seen = [watched(game.start(seed=seed), seed, game.least_players) for seed in range(12 if name == "follow" else 4)]
    for one, other in itertools.combinations(seen, 2):
        for here, there in zip(one, other, strict=False):
            if here[0] != there[0]:
                # Something public is different: from here on all may be.
                break
            assert here[1] == there[1]
            compared += 1
        if one[-1][0] == other[-1][0]:
            # All that became public is the same in the end: so everything looked the same, be anybody asked or not.
            assert [text for _, text in one] == [text for _, text in other]
            compared += len(one)
    assert compared > 8


class Clock:
    """A clock that goes on only when somebody thinks or waits, with the lengths of all turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def process_time(self) -> float:
        return 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.parametrize("people", [2, 3])
def test_nobodys_thinking_shows_not_even_a_players_of_the_program(
    people: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "follow.rules"
    path.write_text(FOLLOW, encoding="utf-8")
    game, took = load(str(path)), set()
    think, ask, clock, chance = Session._think, Watched.ask, Clock(), random.Random(7)

    def thinking(session: Session, player: Player, seat: int) -> int | str:
        clock.sleep(chance.choice([0.1, 3.0]))
        return think(session, player, seat)

    def asking(terminal: Watched, prompt: str, *_more: object) -> str:
        if "when you are alone" not in prompt:
            clock.sleep(chance.choice([1.0, 4.0]))
        return ask(terminal, prompt)

    monkeypatch.setattr("rulewright.cli.table.session.time", clock)
    monkeypatch.setattr(Session, "_think", thinking)
    monkeypatch.setattr(Watched, "ask", asking)
    for seed in range(16):
        clock.now = 0.0
        watched(game.start(3, seed=seed), seed, people, timer=5)
        took.add(round(clock.now, 6))
    # Twice three leaves, whether there was a choice or not.
    assert took == {6 * 5}


def test_who_has_nothing_to_choose_is_asked_as_well(tmp_path: Path) -> None:
    path = tmp_path / "follow.rules"
    path.write_text(FOLLOW, encoding="utf-8")
    game = load(str(path))
    for seed in range(8):
        seen = [text for _, text in watched(game.start(2, seed=seed), seed, 2)]
        asked = [text for text in seen if "when you are alone" in text]
        # Twice two leaves, whether there was a choice or not.
        assert len(asked) == 4, seed
