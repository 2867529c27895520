"""Which numbers may stand in place of others: those that a printed share leaves, and those a digit away."""

from __future__ import annotations

from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .printed_numbers import Limits


def rests(share: Limits, part: int, hints: Sequence[int]) -> list[int]:
    """Return numbers that, added to `part`, make a denominator of which it is printed as `share`."""
    low, high, unit = share
    if not part:
        return [] if low > 0 else list(hints)
    least = max(-(-part * unit // high), part)
    most = part * unit // low if low > 0 else least + 10 * max([*hints, 1])
    return [n - part for n in _few(least, most, [hint + part for hint in hints])]


def parts_of(share: Limits, other: int, hints: Sequence[int], is_rest: bool = False) -> list[int]:
    """Return numbers that are printed as `share` of another, or of the other and themselves together."""
    low, high, unit = share
    if not is_rest:
        return _few(-(-low * other // unit), min(high * other // unit, other), hints)
    least = -(-low * other // (unit - low)) if low < unit else 0
    most = least + 10 * max([*hints, other, 1])
    return _few(least, high * other // (unit - high) if high < unit else most, hints)


FEW = 8
MOST_AWAY = 1000
"""How far from what is printed another number is looked for, if nothing but the scores leads to it."""


def nearest(hints: Sequence[int], shares: Sequence[Limits]) -> Iterator[int]:
    """Yield the few numbers nearest to others that each of the shares may be of."""
    near = (
        hint + sign * away
        for away in range(1, MOST_AWAY)
        for hint in hints
        for sign in (-1, 1)
        if hint + sign * away > 0
    )
    return islice((n for n in near if all(rests(share, n, ()) for share in shares)), FEW)


def _few(least: int, most: int, hints: Sequence[int]) -> list[int]:
    """Return the numbers of a range; of many, those nearest to what is printed, and a digit from it."""
    if most - least < FEW:
        return list(range(least, most + 1))
    found = dict.fromkeys((least, most))
    for hint in filter(lambda number: number >= 0, hints):
        found[min(max(hint, least), most)] = None
        found.update(dict.fromkeys(n for n in one_digit_off(hint) if least <= n <= most))
    return list(found)


def one_digit_off(number: int) -> Iterator[int]:
    """Yield the numbers that differ from one in a single digit, which may be a first one that is lost."""
    text = str(number)
    yield from (int(digit + text) for digit in "123456789")
    for place in range(len(text)):
        for digit in "0123456789":
            if digit != text[place]:
                yield int(text[:place] + digit + text[place + 1 :])


def digits_apart(one: str, other: str) -> int:
    """Return in how many digits two numbers differ; of unequal length, a first digit may be lost."""
    if len(one) != len(other):
        return 1 if one in (other[1:], other) or other == one[1:] else 3
    return sum(a != b for a, b in zip(one, other))
