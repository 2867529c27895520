"""A report by itself: does every number follow from its counts, and do the rows fit each other?

If not, the fewest numbers are named that would have to be others (`fewest`).
"""

from __future__ import annotations

from itertools import combinations

from ..ground.measures import correct_percentage, error_percentage
from ..legacy.originals import ORIGINALS
from .against_data import CONSISTENT, INCONSISTENT, Verified
from .fewest import Change, digits_apart, fewest_changes, one_digit_off
from .values import SENTENCES, OtherNumber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.table import Printed
    from ..reporting.recorded import RecordedReport
    from .fewest import Fitting

MOST_ALTERNATIVES = 24


def verify_alone(recorded: RecordedReport) -> Verified:
    """Return the verdict on a report by itself: do its numbers follow from each other?

    If not, `differences` are the fewest numbers that would have to be others,
    and `alternatives` all ways to change as few, the first among them.
    """
    scorer, *also = recorded.scorers
    fewest = fewest_changes(ORIGINALS[scorer], recorded.rows)
    below = [()] if recorded.printed is None else of_sentences(recorded.printed)
    ways = [
        (*_other_numbers(way), *_sentence_numbers(more)) for way in fewest.ways for more in below
    ][:MOST_ALTERNATIVES]
    if not ways[0]:
        odd = "; ".join(fewest.ways[0].odd)
        return Verified(CONSISTENT, scorer, tuple(also), detail=odd and odd + " (quirks 26, 27)")
    detail = "" if fewest.is_all else "there may be other ways: too many numbers do not fit"
    return Verified(
        INCONSISTENT,
        scorer,
        tuple(also),
        differences=ways[0],
        detail=detail,
        alternatives=tuple(ways),
    )


def _other_numbers(way: Fitting) -> Iterator[OtherNumber]:
    """Yield the changes of a way, with what is unusual about it."""
    for change in way.changes:
        why = "then all rows fit"
        if way.odd:
            why += ", but %s" % "; ".join(way.odd)
        yield OtherNumber._make([*change, why])


def _sentence_numbers(changes: Sequence[Change]) -> Iterator[OtherNumber]:
    for change in changes:
        yield OtherNumber._make([*change, "then the numbers of sentences fit"])


COUNTS = ("sentences", "negation_sentences", "error_negation_sentences")
SHARES = ("correct", "correct_negation")


def of_sentences(shown: Printed) -> list[tuple[Change, ...]]:
    """Return the fewest numbers of sentences that would have to be others, in all ways.

    An empty way if they fit.
    """
    recorded = {name: str(getattr(shown, name)) for name in (*COUNTS, *SHARES)}
    for number in range(len(recorded) + 1):
        ways: dict[tuple[Change, ...], None] = {}
        for names in combinations(recorded, number):
            for values in _assigned(recorded, [name for name in names if name in COUNTS]):
                for shares in _shares(values, recorded, names):
                    fitting = {**values, **shares}
                    changed = [name for name in recorded if fitting[name] != recorded[name]]
                    if len(changed) == number and _fit(fitting):
                        changes = [
                            Change(SENTENCES, name, recorded[name], fitting[name])
                            for name in changed
                        ]
                        ways[tuple(changes)] = None
        if ways:
            return sorted(ways, key=_apart)[:MOST_ALTERNATIVES]
    raise AssertionError("any numbers fit after all of them are changed")


def _apart(changes: tuple[Change, ...]) -> tuple[int, float]:
    """Return how many digits are changed, and how far the numbers are off."""
    digits = sum(digits_apart(change.recorded, change.fitting) for change in changes)
    far = sum(abs(float(change.recorded or 0) - float(change.fitting)) for change in changes)
    return digits, far


def _assigned(recorded: dict[str, str], names: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the numbers of sentences, those named as others: a digit off, or as other numbers say."""
    if not names:
        yield {name: recorded[name] for name in COUNTS}
        return
    first, *rest = names
    every, negation, errors = (int(recorded[name]) for name in COUNTS)
    values = dict.fromkeys(one_digit_off(int(recorded[first])))
    if first == "negation_sentences":
        values.update(dict.fromkeys((every, errors)))
        wrong = _wrong(recorded["correct_negation"])
        if wrong:
            values[round(errors * 10_000 / wrong)] = None
    elif first == "error_negation_sentences":
        near = round(negation * (_wrong(recorded["correct_negation"]) or 0) / 10_000)
        values.update(dict.fromkeys((near, negation)))
    else:
        values.update(dict.fromkeys((negation, 2 * negation + errors)))
    for value in values:
        if str(value) != recorded[first]:
            yield from _assigned({**recorded, first: str(value)}, rest)


def _wrong(share: str) -> int | None:
    """Return the printed share of errors in hundredths of a percent, from that of what is right."""
    digits = share.replace(".", "")
    return 10_000 - int(digits) if digits.isdigit() and share[-3:-2] == "." else None


def _shares(
    values: dict[str, str], recorded: dict[str, str], changed: Sequence[str]
) -> Iterator[dict[str, str]]:
    """Yield the two percentages; those that are changed follow from the counts, or are a digit off."""
    every, negation, errors = (int(values[name]) for name in COUNTS)
    found = {name: recorded[name] for name in SHARES}
    if not errors <= negation <= every:
        return
    if "correct_negation" in changed:
        found["correct_negation"] = correct_percentage(error_percentage(errors, negation))
    if "correct" not in changed:
        yield found
        return
    shown = _wrong(recorded["correct"])
    numbers = dict.fromkeys((errors, errors + every - negation))
    for digits in (*one_digit_off(10_000 - shown), 10_000 - shown) if shown is not None else ():
        near = round((10_000 - digits) * every / 10_000)
        numbers[min(max(near, errors), errors + every - negation)] = None
    for number in numbers:
        yield {**found, "correct": correct_percentage(error_percentage(number, every))}


def _fit(values: dict[str, str]) -> bool:
    """Return True if the numbers of sentences fit each other.

    Sentences with errors are those with negation, and some without.
    """
    every, negation, errors = (int(values[name]) for name in COUNTS)
    if not errors <= negation <= every:
        return False
    if values["correct_negation"] != correct_percentage(error_percentage(errors, negation)):
        return False
    wrong = _wrong(values["correct"])
    if wrong is None:
        return False
    near = wrong * every // 10_000
    step = every // 20_000 + 1
    possible = {near, errors, errors + every - negation, near - step, near + step}
    possible.update(range(near - 2, near + 3) if step == 1 else ())
    return any(
        errors <= number <= errors + every - negation
        and values["correct"] == correct_percentage(error_percentage(number, every))
        for number in possible
    )
