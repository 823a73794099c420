"""Compute confidence intervals for figures."""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist

SURE = 0.95
"""The usual confidence of an interval."""
_NORMAL = NormalDist()
Interval = tuple[float, float]


def normal_quantile(share: float) -> float:
    """Return a quantile of the normal distribution."""
    return _NORMAL.inv_cdf(share)


def wilson_interval(times: int, count: int, sure: float = SURE) -> Interval:
    """Return the interval of a true share, given a count (Wilson's interval, which also holds for rare events)."""
    return wilson_within(times, count, normal_quantile((1 + sure) / 2))


def wilson_within(times: int, count: int, z: float) -> Interval:
    """Return Wilson's interval for a number of standard deviations."""
    if not count:
        return 0.0, 1.0
    share, square = times / count, z * z / count
    middle = (share + square / 2) / (1 + square)
    half = z / (1 + square) * math.sqrt(share * (1 - share) / count + square / (4 * count))
    # At the ends, rounding would leave small amounts where there is nothing.
    return (0.0 if times == 0 else max(0.0, middle - half)), (1.0 if times == count else min(1.0, middle + half))


def mean_interval(mean: float, variance: float, count: int, sure: float = SURE) -> Interval:
    """Return the interval of a true mean, by Student's distribution; it is unbounded if there are too few numbers."""
    if count < 2:
        return -math.inf, math.inf
    half = student_quantile((1 + sure) / 2, count - 1) * math.sqrt(variance / count)
    return mean - half, mean + half


def joint_confidence(many: int, sure: float = SURE) -> float:
    """Return the confidence that each of many intervals needs for all to hold together (Šidák's correction)."""
    return float(sure ** (1 / max(1, many)))


def student_distribution(t: float, freedom: int) -> float:
    """Return the cumulative share of Student's distribution at t."""
    tail = 0.5 * beta_share(freedom / (freedom + t * t), freedom / 2, 0.5)
    return 1 - tail if t > 0 else tail


@cache
def student_quantile(share: float, freedom: int) -> float:
    """Return a quantile of Student's distribution."""
    if share == 0.5:
        return 0.0
    if share < 0.5:
        return -student_quantile(1 - share, freedom)
    low, high = 0.0, 1.0
    while student_distribution(high, freedom) < share and high < 1e12:
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if student_distribution(middle, freedom) < share else (low, middle)
    return (low + high) / 2


def beta_share(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    found = d
    for m in range(1, 1000):
        for part in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + part * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + part / c
            c = c if abs(c) > tiny else tiny
            found *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * found


LOOKS = (0.25, 0.5, 0.75, 1.0)
"""After which shares of the games it is checked whether an interval is narrow enough."""


def interim_looks(half: float, sure: float = SURE) -> list[tuple[int, float]]:
    """Return when to check whether all shares are known to within `half`, and the confidence of the intervals at each check.

    The probability of an error is divided among the checks, so stopping at any of them keeps the confidence (group
    sequential tests). Early checks get little: it grows with the third power of the games. By the last check any share is
    known this well.
    """
    spent = [(1 - sure) * share**3 for share in LOOKS]
    errors = [now - before for before, now in zip([0.0, *spent], spent, strict=False)]
    z = normal_quantile(1 - errors[-1] / 2)
    games = math.ceil((z / (2 * half)) ** 2)
    return [(math.ceil(games * share), 1 - error) for share, error in zip(LOOKS, errors, strict=True)]
