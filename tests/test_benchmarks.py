"""The programs by hand that compiled rulebooks are measured against play the same games: their random games end alike."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean, variance

import pytest

from benchmarks import cluster
from benchmarks.by_hand import rette_sich_wer_kann
from benchmarks.peers import by_hand, compare, open_spiel
from benchmarks.peers.games import PEERS, Peer
from benchmarks.peers.ours import choices_of
from benchmarks.run import GAMES, Game
from rulewright.interpreter import load

PLAYOUTS = 1500
MANY_PLAYOUTS = 100_000  # in C, where they cost nothing
STANDARD_ERRORS = 4  # how far two means may be apart; the seeds are fixed, so that it is the same on every day


def assert_alike(ours: Sequence[float], theirs: Sequence[float], what: str) -> None:
    """Compare the means of two samples."""
    error = (variance(ours) / len(ours) + variance(theirs) / len(theirs)) ** 0.5
    assert abs(fmean(ours) - fmean(theirs)) <= STANDARD_ERRORS * error, what


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_as_many_games_are_won_from_each_seat(game: Game) -> None:
    rulebook = load(game.rulebook)
    rng = random.Random(1)
    compiled = [rulebook.playout(game.players, seed).winners for seed in range(PLAYOUTS)]
    by_hand = [game.by_hand(game.players, rng) for _ in range(PLAYOUTS)]
    for seat in range(game.players):
        assert_alike([seat in winners for winners in compiled], [seat in winners for winners in by_hand], f"seat {seat}")
    assert_alike([len(winners) for winners in compiled], [len(winners) for winners in by_hand], "winners")


@pytest.mark.parametrize("players", [3, 4, *(pytest.param(players, marks=pytest.mark.long) for players in (5, 6))])
@pytest.mark.long
def test_rette_sich_wer_kann_scores_alike_after_as_many_choices(players: int) -> None:
    game = load("rette-sich-wer-kann")
    rng = random.Random(1)
    draws = 0

    def draw() -> float:
        nonlocal draws
        draws += 1
        return rng.random()

    compiled = [game.playout(players, seed) for seed in range(PLAYOUTS)]
    by_hand: list[tuple[list[int], int]] = []
    for _ in range(PLAYOUTS):
        draws = 0
        scores = rette_sich_wer_kann.play(players, draw).scores
        # The first player is drawn; all else that is drawn is somebody's choice.
        by_hand.append((scores, draws - 1))
    ours = [list(result.scores or ()) for result in compiled]
    theirs = [scores for scores, _ in by_hand]
    choices = [choices_of(game, players, seed) for seed in range(PLAYOUTS)], [number for _, number in by_hand]
    assert_alike(*choices, "choices")
    assert_alike([number**2 for number in choices[0]], [number**2 for number in choices[1]], "choices squared")
    for place in range(players):
        assert_alike([sorted(scores)[place] for scores in ours], [sorted(scores)[place] for scores in theirs], f"rank {place}")
        assert_alike([scores[place] for scores in ours], [scores[place] for scores in theirs], f"seat {place}")


@pytest.mark.parametrize("peer", [peer for peer in PEERS if peer.by_hand], ids=lambda peer: peer.name)
def test_programs_in_c_play_the_games_of_the_rulebooks(peer: Peer) -> None:
    played = by_hand.play(peer.by_hand, MANY_PLAYOUTS)
    if isinstance(played, str) or peer.missing:
        pytest.skip(str(peer.missing or played))
    game = peer.load()
    results = [game.playout(peer.players, seed) for seed in range(PLAYOUTS)]
    # A draw has no winner in some rulebooks, and two in others.
    outcomes = [result.winners[0] if len(result.winners) == 1 else by_hand.DRAWN for result in results]
    for outcome, count in enumerate(played.outcomes):
        in_c = [True] * count + [False] * (MANY_PLAYOUTS - count)
        assert_alike([each == outcome for each in outcomes], in_c, f"outcome {outcome}")
    moves = [choices_of(game, peer.players, seed) for seed in range(PLAYOUTS)]
    error = (variance(moves) / PLAYOUTS) ** 0.5
    assert abs(fmean(moves) - played.moves / MANY_PLAYOUTS) <= STANDARD_ERRORS * error


def test_a_game_is_measured_and_what_is_not_there_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_spiel, "pyspiel", None)
    results = compare.measure(1, 0.001, 1, ["tic-tac-toe"])
    assert results[0]["ours_batch"] > 0
    assert results[0]["ours_stepped"] > 0
    assert results[0]["open_spiel_stepped"] is None
    assert "OpenSpiel (tic-tac-toe): OpenSpiel is not installed (it is in the extra `bench`)" in compare.report(results)


def test_a_game_whose_rulebook_is_not_there_is_left_out() -> None:
    contest = compare.Contest(Peer("no-such-game", 2, "no_such_game", 1), games=1)
    assert contest.skipped["ours"] == "there is no no-such-game.rules"
    assert "ours_batch" not in contest.works


@pytest.mark.parametrize("name", ["tic-tac-toe", "kuhn-poker", "liars-dice", "hearts"])
def test_open_spiel_has_as_many_choices_a_game(name: str) -> None:
    pytest.importorskip("pyspiel")
    peer = next(peer for peer in PEERS if peer.name == name)
    game = peer.load()
    ours = [choices_of(game, peer.players, seed) for seed in range(PLAYOUTS)]
    theirs = [open_spiel.choices(peer, 1) for _ in range(PLAYOUTS)]
    assert_alike(ours, theirs, "choices")


def test_a_hundred_workers_are_kept_busy_though_they_die() -> None:
    games = int(20 * sum(map(cluster.speed_of, range(100))))

    _, busy, batches = cluster.calculated(100, games, 0.002)
    _, without, _ = cluster.calculated(100, games, 0.002, lives=10.0)

    assert busy > 0.95
    # Each is away for half of the time, and loses what it was at.
    assert 0.35 < without < 0.5
    assert batches > 1000
