"""Student's t distribution, of any number of degrees of freedom: what a test over runs needs."""

from __future__ import annotations

from math import exp, lgamma, log, log1p

ENOUGH = 1e-15
TINY = 1e-300


def two_sided_p(t: float, freedom: float) -> float:
    """Return the probability of a value at least as far from 0 as `t`, with `freedom` degrees of freedom."""
    if t == 0:
        return 1.0
    return _beta_share(freedom / (freedom + t * t), freedom / 2, 0.5)


def critical_value(p: float, freedom: float) -> float:
    """Return the value t of which `p` is the two-sided probability; `p` is above 0 and at most 1."""
    low, high = 0.0, 1.0
    while two_sided_p(high, freedom) > p:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        if two_sided_p(middle, freedom) > p:
            low = middle
        else:
            high = middle
    return high


def _beta_share(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function I_x(a, b).

    By its continued fraction (DLMF 8.17.22), on the side on which that converges fast.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    # The fraction is computed from its front (Lentz): each step multiplies what there is.
    upper = 1.0
    lower = found = 1 / (1 - (a + b) * x / (a + 1) or TINY)
    for m in range(1, 10_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            lower = 1 / (1 + step * lower or TINY)
            upper = 1 + step / upper or TINY
            found *= lower * upper
        if abs(lower * upper - 1) < ENOUGH:
            break
    return front * found
