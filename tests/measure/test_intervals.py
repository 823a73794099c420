"""Check intervals and tests against tables and other programs."""

from __future__ import annotations

import math
from random import Random

import pytest

from rulewright.interpreter.measure.distribution import LARGEST_BITS, LAST_BIN, Distribution, bin_of, bounds_of
from rulewright.interpreter.measure.intervals import (
    beta_share,
    interim_looks,
    joint_confidence,
    mean_interval,
    student_distribution,
    student_quantile,
    wilson_interval,
)


def test_wilson_as_in_newcombes_table() -> None:
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
    table = ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718))
    for times, count, low, high in table:
        assert wilson_interval(times, count) == pytest.approx((low, high), abs=5e-5)
    assert wilson_interval(0, 0) == (0, 1)
    assert wilson_interval(7, 7)[1] == 1


def test_students_distribution_as_in_tables() -> None:
    table = ((0.975, 1, 12.7062), (0.975, 10, 2.2281), (0.95, 5, 2.0150), (0.995, 30, 2.7500), (0.975, 10**6, 1.96))
    for share, freedom, t in table:
        assert student_quantile(share, freedom) == pytest.approx(t, abs=5e-5)
        assert student_distribution(t, freedom) == pytest.approx(share, abs=1e-5)
    assert student_quantile(0.025, 10) == -student_quantile(0.975, 10)
    assert student_distribution(0, 7) == 0.5


def test_the_beta_distribution_is_the_tail_of_the_binomial() -> None:
    for n, k, p in ((10, 3, 0.2), (50, 25, 0.5), (9, 9, 0.9)):
        tail = sum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))
        assert beta_share(p, k, n - k + 1) == pytest.approx(tail, abs=1e-12)


def test_a_mean_as_in_students_own_example() -> None:
    # Student 1908, the hours of sleep gained by ten patients: t = 4.0621 for the difference of the drugs.
    more = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    mean = sum(more) / 10
    variance = sum((one - mean) ** 2 for one in more) / 9
    assert 2 * (1 - student_distribution(mean / math.sqrt(variance / 10), 9)) == pytest.approx(0.002833, abs=1e-6)
    assert mean_interval(mean, variance, 10) == pytest.approx((0.7001, 2.4599), abs=1e-4)
    assert mean_interval(1, 0, 1) == (-math.inf, math.inf)


def test_many_looks_at_once_are_corrected() -> None:
    assert joint_confidence(5) ** 5 == pytest.approx(0.95)


def test_who_stops_at_a_look_is_as_sure_as_was_said() -> None:
    half = 0.05
    plan = interim_looks(half)
    assert sum(1 - sure for _, sure in plan) == pytest.approx(0.05)
    random, wrong = Random(1), 0
    for _ in range(400):
        share = random.choice((0.03, 0.2, 0.5))
        times = count = 0
        for games, sure in plan:
            times += sum(random.random() < share for _ in range(games - count))
            count = games
            low, high = wilson_interval(times, count, sure)
            if high - low <= 2 * half:
                break
        assert high - low <= 2 * half
        wrong += not low <= share <= high
    # It is 5 of 100 at most; 400 runs of 5 in 100 have 35 and more in 1 of 1000 cases.
    assert wrong < 35


def test_bins_are_exact_near_nothing_and_narrow_far_away() -> None:
    for number in (*range(-4200, 9000), 2**LARGEST_BITS - 1, 10**12):
        low, high = bounds_of(bin_of(number))
        assert low <= number <= high
        assert high - low <= (abs(number) / 32 if abs(number) > 4095 else 0)
        assert bin_of(low) == bin_of(high) == bin_of(high + 1) - 1
    assert bin_of(2**LARGEST_BITS - 1) == LAST_BIN


def test_a_spread_knows_its_mean_its_variance_and_its_quarters() -> None:
    numbers = [3, 3, 5, 40, -2, 11, 11, 11]
    spread, other = Distribution(), Distribution()
    for place, number in enumerate(numbers):
        (spread if place % 3 else other).add(number)
    spread.merge(other)
    assert (spread.least, spread.most, spread.mean) == (-2, 40, 10.25)
    assert spread.variance == pytest.approx(sum((one - 10.25) ** 2 for one in numbers) / 7)
    assert [spread.quantile(share) for share in (0, 0.25, 0.5, 0.75, 1)] == [-2, 3, 5, 11, 40]
    assert sum(times for _, _, times in spread.bars()) == 8
    assert spread.bars(4) == [(-20, -1, 1), (0, 19, 6), (20, 39, 0), (40, 59, 1)]


def test_quarters_are_exact_or_known_to_lie_in_a_range() -> None:
    exact, wide = Distribution(), Distribution()
    for number in range(1, 3001):
        exact.add(100 + number % 71)
        wide.add(10 * number)
    ordered = sorted(100 + number % 71 for number in range(1, 3001))
    for share in (0.25, 0.5, 0.75):
        there = ordered[round(share * 3000) - 1]
        assert exact.quantile_within(share) == (there, there)
        assert exact.quantile(share) == there
        low, high = wide.quantile_within(share)
        assert low < 30_000 * share < high
        assert abs(wide.quantile(share) - 30_000 * share) < 0.02 * 30_000 * share
    assert Distribution().quantile(0.5) == 0
