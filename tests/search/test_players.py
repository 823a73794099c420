"""Players of all names decide, alike where they know the same, and as often as not for the better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from benchmarks.players.equilibrium import Exploitability, exploitability, sampled
from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Match, load
from rulewright.interpreter.match.native_match import SilentMatch
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.budget import Budget, SearchResult, think
from rulewright.interpreter.search.determinization import deal_again
from rulewright.interpreter.search.equilibrium import MixedStrategies
from rulewright.interpreter.search.players import PLAYERS, SearchPlayer, is_player, level_of, player, slipped
from rulewright.interpreter.search.tree import RootStatistics
from rulewright.interpreter.search.utility import Utility
from tests.interpreter.helpers import ROOT, asked, loaded, written
from tests.native.handmade import QUICK

GAMES = ROOT / "tests" / "games"
REFERENCES = (
    *(str(GAMES / f"{name}.rules") for name in ("goofspiel", "kuhn-poker", "liars-dice", "nim")),
    *map(str, sorted((ROOT / "docs" / "games").glob("*.rules"))),
    str(ROOT / "tests" / "interpreter" / "rulebooks" / "kitchen-sink.rules"),
    *bundled_games(),
)


def some_game(name: str) -> str:
    """Return a rulebook of the tests."""
    return str(GAMES / f"{name}.rules")


def won(reference: str, names: tuple[str, ...], games: int) -> Counter[int | None]:
    """Return how often each seat wins alone; None is nobody, or several together."""
    found: Counter[int | None] = Counter()
    for seed in range(games):
        match = loaded(reference).start(len(names), seed)
        players = [player(name, seed * 10 + seat) for seat, name in enumerate(names)]
        while match.decision is not None:
            assert match.decision.seat is not None
            match.choose(players[match.decision.seat].choose(match))
        assert match.result is not None
        found[match.result.winners[0] if len(match.result.winners) == 1 else None] += 1
    return found


def test_the_names_of_players() -> None:
    assert all(map(is_player, (*PLAYERS, "search:2s", "search:0.5s", "search:5000", "easy:50", "hard:5s")))
    assert level_of("search:2s").budget == level_of("hard:2s").budget == Budget(seconds=2.0)
    assert level_of("search:5000").budget == Budget(playouts=5000)
    for name in ("", "human", "searches", "search:", "search:0", "search:0s", "search:-1", "search:1e9s", "random:2s", "hard:"):
        assert not is_player(name), name


def positions(each: int) -> Iterator[tuple[Match, Random]]:
    """Positions of all kinds of games, at different times."""
    for number, reference in enumerate(REFERENCES):
        chosen = Random(number)
        game = loaded(reference)
        for seed in range(each):
            match = game.start(game.least_players, seed)
            for _ in range(chosen.randrange(30)):
                if not match.over:
                    match.choose_at_random()
            if not match.over:
                yield match, chosen


@pytest.mark.parametrize("name", ["random", "easy:12", "search:12"])
@pytest.mark.sample(2)
def test_every_player_plays_every_game(name: str) -> None:
    for match, _ in positions(1):
        one = player(name, 1)
        for _ in range(3):
            if match.decision is not None:
                match.choose(one.choose(match))


@pytest.mark.parametrize("name", ["easy:8", "search:8"])
@pytest.mark.sample(1)
def test_who_knows_the_same_chooses_the_same(name: str) -> None:
    tried = 0
    for match, _ in positions(2):
        if len(asked(match).options) < 2:
            continue
        seat = asked(match).seat
        assert seat is not None
        twins = [deal_again(match, seat, seed) for seed in (1, 2)]
        choices = {player(name, 5).choose(twin) for twin in twins}
        assert len(choices) == 1
        tried += twins[0].key() != twins[1].key()
    assert tried > 5


@pytest.mark.parametrize("native", ["", "off"], ids=["native", "python"])
@pytest.mark.parametrize("seed", range(4))
def test_a_search_goes_by_things_that_name_other_things_or_nothing(
    native: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two alike things in the open, one names a thing in a hand and the other nothing: both are seen, and told apart."""
    monkeypatch.setenv("RULEWRIGHT_NATIVE", native)
    match = loaded(str(ROOT / "tests" / "cases" / "play" / "sources.rules")).start(2, seed)
    players = [player("search:20", seed), player("easy:8", seed)]
    while (decision := match.decision) is not None and decision.seat is not None:
        match.choose(players[decision.seat].choose(match))

    assert match.result is not None
    assert match.result.winners


def test_so_many_playouts_give_the_same_choice_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "")
    match = load("la-planche").start(2, 4)
    assert match.program.playouts.make_native(QUICK)
    alone = think(match, Budget(playouts=6000), 3)
    together = think(match, Budget(playouts=6000), 3, cores=3)
    assert alone.playouts == 6000
    assert (alone.choice, alone.share, alone.sure) == (together.choice, together.share, together.sure)


def test_thinking_can_be_interrupted() -> None:
    match = loaded("walk-the-plank").start(3, 4)
    calls: list[int] = []

    def enough() -> bool:
        calls.append(1)
        return len(calls) > 7

    thought = think(match, Budget(playouts=100_000_000), 1, 1, enough)
    assert 0 < thought.playouts < 1_000_000
    assert thought.seconds < 5


def test_time_is_kept() -> None:
    match = loaded("walk-the-plank").start(3, 4)
    thought = think(match, Budget(seconds=0.2), 1)
    assert thought.playouts > 0
    assert thought.seconds < 2


def test_a_player_keeps_what_it_thought() -> None:
    match = loaded("la-planche").start(2, 4)
    one = SearchPlayer(1, Budget(playouts=50))
    match.choose(one.choose(match))
    assert [thought.playouts for thought in one.thoughts] == [50]
    assert 0 <= one.thoughts[0].share <= 1
    assert 0 < one.thoughts[0].sure <= 1


def test_what_endings_are_worth() -> None:
    def worth(reference: str, players: int) -> Utility:
        return Utility.of_match(loaded(reference).start(players, 0))

    assert worth(some_game("kuhn-poker"), 2).stakes == 2
    assert worth("hearts", 4).direction == -1
    assert worth(some_game("goofspiel"), 2).direction == 1
    draw = worth(some_game("tic-tac-toe"), 2)
    assert (draw.direction, draw.together) == (0, False)


ENDLESS = """game endless "Endless":
    players 2
each player has:
    tally: number
to play:
    choose n in 0 to 1
    choose m in 0 to 1
    if n is 1:
        while tally of player is at least 0:
            add 1 to tally of player
    game over, winners player
"""


def test_a_limit_that_is_met_in_thought_does_not_end_the_game(tmp_path: Path) -> None:
    game = written(tmp_path, ENDLESS)
    for name in ("easy:8", "search:8"):
        match = game.start(2, 1)
        assert match.decision is not None
        assert player(name, 1).choose(match) in (0, 1)


# ---- what a rulebook says for those who think

HILL = """game hill "Hill":
    players 2
each player has:
    height: number
define outlook of someone in player: height of someone
to play:
    players take turns:
        choose:
            slide "Slide down":
                take 1 from height of player
            climb "Climb":
                add 1 to height of player
        if height of player is 30:
            game over, winners player
"""


def climbs(folder: Path, text: str) -> int:
    """Return how often of eight times a player that thinks climbs."""
    game = written(folder, text)
    games = [(game.start(2, seed), player("search:16", seed)) for seed in range(8)]
    return sum(asked(match).options[int(one.choose(match))].key.startswith("climb") for match, one in games)


def test_where_random_games_tell_nothing_positions_are_judged_by_the_outlook(tmp_path: Path) -> None:
    assert climbs(tmp_path, HILL) == 8
    downhill = HILL.replace("someone in player: height of", "someone in player: -height of")
    assert climbs(tmp_path, downhill) == 0
    # One that says the same of all, all the time, helps nobody to choose.
    level = HILL.replace("in player: height of someone", "in player: 5")
    assert not Utility.of_match(written(tmp_path, level).start(2)).foresees


def test_an_outlook_of_all_together_is_worth_what_it_grows_by(tmp_path: Path) -> None:
    together = HILL.replace("in player: height of someone", "in player: sum of height of it among players")
    together = together.replace("winners player", "winners players")
    assert climbs(tmp_path, together) == 8


def test_an_outlook_is_shown_to_nobody_and_asking_for_it_leaves_no_trace(tmp_path: Path) -> None:
    tried = HILL.replace("in player: height of someone", "in player: height of someone after (rest)") + (
        "to rest:\n    add 7 to height of player\n"
    )
    match = written(tmp_path, tried).start(2, 1)
    before = match.key(), match.view(0).as_data(), match.log(0)
    assert match.outlook == (7, 7)
    assert (match.key(), match.view(0).as_data(), match.log(0)) == before
    assert "outlook" not in str(before)


def test_an_outlook_that_never_ends_does_not_end_the_thinking(tmp_path: Path) -> None:
    endless = HILL.replace("in player: height of someone", "in player: height of someone after (rise)") + (
        "to rise:\n    while height of player is less than 99:\n        take 1 from height of player\n"
    )
    match = written(tmp_path, endless).start(2, 1)
    for name in ("easy:8", "search:8"):
        assert player(name, 1).choose(match) in (0, 1)


# ---- how well they play


def test_a_search_beats_random_choices() -> None:
    assert won(some_game("connect-three"), ("search:100", "random"), 10)[0] >= 8
    assert won(some_game("nim"), ("random", "search:200"), 10)[1] >= 9
    assert won(some_game("goofspiel"), ("search:200", "random"), 16)[0] >= 8


def test_a_search_wins_where_random_games_say_nothing() -> None:
    assert won("gin-rummy", ("search:20", "random"), 1)[0] == 1


def test_easy_is_weaker_than_a_search_and_stronger_than_chance() -> None:
    assert won(some_game("connect-three"), ("easy:60", "random"), 10)[0] >= 8
    assert won(some_game("connect-three"), ("search:60", "easy:60"), 10)[0] >= 7


def test_easy_slips_but_never_blunders() -> None:
    tally = RootStatistics((100, 80, 70, 60, 2), (60.0, 47.0, 37.1, 27.0, 1.2), (None,) * 5, 312)
    best = SearchResult(0, 0, 0.6, 0.3, False, 312, 0.1, tally=tally)
    choices = Counter(slipped(best, Random(seed)).choice for seed in range(400))
    # The fourth option costs too much, and the last was hardly tried.
    assert set(choices) == {0, 1, 2}
    assert choices[0] > choices[1] > choices[2] > 0

    for certain in (evolve(best, share=0.97), evolve(best, proved=True)):
        assert {slipped(certain, Random(seed)).choice for seed in range(50)} == {0}


def best_replies(match: Match, known: dict[object, tuple[float, list[int]]]) -> tuple[float, list[int]]:
    """Return the value of a position for the first seat under perfect play, and all perfect choices."""
    key = match.key()
    if key not in known:
        if match.result is not None:
            value = {(): 0.5, (0,): 1.0, (1,): 0.0}[match.result.winners]
            known[key] = value, []
        else:
            best = max if asked(match).seat == 0 else min
            values = []
            for place in range(len(asked(match).options)):
                after = match.copy()
                after.choose(place)
                values.append(best_replies(after, known)[0])
            worth = best(values)
            known[key] = worth, [place for place, value in enumerate(values) if value == worth]
    return known[key]


@pytest.mark.long
def test_a_search_never_loses_tic_tac_toe() -> None:
    known: dict[object, tuple[float, list[int]]] = {}
    for seed in range(8):
        seat, chance = seed % 2, Random(seed)
        one = player("search:3000", seed)
        match = loaded(some_game("tic-tac-toe")).start(2, seed)
        while match.decision is not None:
            if match.decision.seat == seat:
                match.choose(one.choose(match))
            elif seed % 4 < 2:
                match.choose(chance.choice(best_replies(match, known)[1]))
            else:
                match.choose_at_random()
        assert match.result is not None
        assert match.result.winners in ((), (seat,))


def test_a_search_is_near_an_equilibrium_where_one_may_be_guessed() -> None:
    """In Kuhn's game a jack is never called with, a king always; and a queen now this, now that."""
    match = loaded(some_game("kuhn-poker")).start(2, 0)
    chosen: dict[str, Counter[int]] = {}
    for seed in range(60):
        match = loaded(some_game("kuhn-poker")).start(2, seed)
        match.choose("bet")
        held = match.view(1).players[1].places[0].things
        choice = player("search:1500", seed).choose(match)
        assert isinstance(choice, int)
        chosen.setdefault(str(held), Counter())[choice] += 1
    calls = {held: counts[0] / counts.total() for held, counts in chosen.items()}
    assert calls["['Jack']"] < 0.1
    assert calls["['King']"] > 0.9
    assert 0.1 < calls["['Queen']"] < 0.65


@pytest.mark.long
def test_little_can_be_won_of_a_search_by_who_knows_it_through_and_through() -> None:
    """In Kuhn's game: who knows how often the usual search does what in each state wins less than 0.05 more than is due."""
    start = Exploitability(reference="kuhn-poker", samples=0).start()
    assert 0 <= exploitability(start, sampled("search", 1000)) < 0.05


def test_where_something_can_be_done_for_ever_a_way_down_ends(tmp_path: Path) -> None:
    text = """game rests "Rests":
    players 2
pieces pebbles "Pebble": 2, in heap
place heap "Heap"
to play:
    players take turns until no pebbles in heap:
        choose asking "What do you do?":
            rest "Rest"
            take-one "Take one":
                remove last of pebbles in heap
                if no pebbles in heap:
                    game over, winners players where it is not player
"""
    thought = think(written(tmp_path, text).start(2, seed=1), Budget(playouts=60), 1)
    assert thought.playouts == 60


def test_several_think_at_once_as_they_do_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """In threads of one process, in native code, which lets go of Python's lock."""
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "on")

    def thoughts(jobs: int) -> list[tuple[int, float, int]]:
        # Each time anew: what was thought through once is kept with the game.
        match = load(some_game("liars-dice")).start(seed=5)
        assert match.program.playouts.make_native(QUICK), match.program.playouts.why_not
        with ThreadPoolExecutor(jobs) as threads:
            found = list(threads.map(lambda seed: think(match.copy(), Budget(playouts=300), seed), range(6)))
        return [(thought.choice, thought.share, thought.playouts) for thought in found]

    assert thoughts(6) == thoughts(1)


def test_a_small_game_is_thought_through_alike_in_native_memory_and_on_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    match = load(some_game("goofspiel")).start(2, 1)
    on_lists = MixedStrategies(match.copy(), small=True)
    monkeypatch.delenv("RULEWRIGHT_NATIVE")
    assert match.program.playouts.make_native(QUICK), match.program.playouts.why_not
    in_memory = MixedStrategies(game_state.on_native_memory(match), small=True)
    assert isinstance(in_memory.match, SilentMatch)
    for mixed in (on_lists, in_memory):
        mixed.think(60, lambda: False)
    first, second = (mixed.known(match) for mixed in (on_lists, in_memory))
    assert first is not None
    assert second is not None
    assert first.chosen == second.chosen
    all_known = [sorted((one.met, one.chosen, one.regrets) for one in mixed.knowns.values()) for mixed in (on_lists, in_memory)]
    assert all_known[0] == all_known[1]


MANY_WAYS = """\
game many "Many":
    players 2
each player has:
    held "Held": number = 1
    kept "Kept": number, seen by owner
to play:
    repeat 9 times:
        for each player in players:
            choose amount in 1 to 4
            set kept of player to amount mod 2
    game over, winners players with most kept of it
"""


def test_a_game_of_many_ways_is_not_thought_through(tmp_path: Path) -> None:
    """Few things are seen in it, and yet a round would go a quarter of a million ways for each seat."""
    assert not MixedStrategies.of_match(written(tmp_path, MANY_WAYS).start(2, 0)).small
    assert MixedStrategies.of_match(written(tmp_path, MANY_WAYS.replace("9 times", "3 times")).start(2, 0)).small


@pytest.mark.parametrize("name", ["walk-the-plank", "contract-bridge"])
@pytest.mark.sample(1)
def test_what_is_chosen_hangs_neither_on_the_language_nor_on_names(name: str) -> None:
    usual, french, named = (loaded(name).start(seed=3, language=language) for language in ("en", "fr", "en"))
    named.call([f"Somebody {seat}" for seat in range(named.players)])
    chosen: list[list[int | str]] = []
    for match in (usual, french, named):
        one = SearchPlayer(1, Budget(playouts=30))
        chosen.append([])
        for _ in range(8):
            chosen[-1].append(one.choose(match))
            match.choose(chosen[-1][-1])

    assert chosen[0] == chosen[1] == chosen[2]
