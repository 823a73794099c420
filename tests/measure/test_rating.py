"""Players are rated fairly: everybody plays every seat equally often, and the ratings are those behind the results."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.interpreter.measure.figures import Figures
from rulewright.interpreter.measure.rating import Rated, Rating, Seating, seatings


def games(seating: Seating, *winners: tuple[int, ...]) -> Figures:
    """Return the figures of some finished games."""
    return Figures(players=len(seating.side_of), games=len(winners), finished=len(winners), winners=Counter(winners))


def duel(wins: int, draws: int, losses: int) -> list[Rating]:
    rated = Rated(2)
    for seating, (first, second) in zip(seatings(2, (0, 1)), ((0, 1), (1, 0)), strict=True):
        rated.add(seating, games(seating, *[(first,)] * wins, *[()] * draws, *[(second,)] * losses))
    return rated.ratings()


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (3, 2), (2, 3), (2, 4), (3, 4), (2, 5), (5, 3)])
def test_every_player_plays_every_seat_equally_often(players: int, seats: int) -> None:
    found = Counter((seat, player) for one in seatings(players, range(seats)) for seat, player in enumerate(one.seats))
    assert len(found) == players * seats
    assert len({*found.values()}) == 1


def test_partners_are_one_player() -> None:
    assert [one.seats for one in seatings(2, (0, 1, 0, 1))] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_three_wins_to_one_are_190_points() -> None:
    first, second = duel(300, 0, 100)
    assert first.points - second.points == pytest.approx(190.8, abs=1)
    assert first.points == pytest.approx(-second.points)
    # Half of the interval of a share of 75 % in 800 games is 3 %, which is 28 points of the difference, shared by two.
    assert first.interval[1] - first.points == pytest.approx(14, abs=1)


def test_draws_count_half() -> None:
    assert duel(200, 200, 0)[0].points == pytest.approx(duel(300, 0, 100)[0].points, abs=1e-6)


def test_somebody_who_always_wins_is_not_stronger_without_limit() -> None:
    first, second = duel(10, 0, 0)
    assert 200 < first.points < 600
    assert first.interval[0] > second.interval[1]


def test_the_strengths_behind_the_results_are_found_with_any_number_of_sides() -> None:
    strengths = (4, 2, 1)
    rated = Rated(3)
    for seating in seatings(3, (0, 1, 2)):
        total = sum(strengths[one] for one in seating.sides)
        won = [(side,) for side, one in enumerate(seating.sides) for _ in range(700 * strengths[one] // total)]
        rated.add(seating, games(seating, *won))
    best, middle, last = (one.points for one in rated.ratings())
    assert best - middle == pytest.approx(120.4, abs=2)
    assert middle - last == pytest.approx(120.4, abs=2)


def test_wins_draws_and_losses_are_those_of_the_player_and_not_of_the_seat() -> None:
    rated = Rated(2)
    first, second = seatings(2, (0, 1))
    rated.add(first, games(first, (0,), (0,), (0, 1)))
    rated.add(second, games(second, (0,), (), (1,)))
    record = rated.records[0]
    assert (record.wins, record.draws, record.losses, record.share) == (3, 2, 1, 4.0)
