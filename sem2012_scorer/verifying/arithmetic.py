"""A report by itself: does every number follow from its counts, and do the rows fit each other?

If not, the fewest numbers are named that would have to be others (`fewest`).
"""

from __future__ import annotations

from itertools import combinations, product

from ..ground.measures import correct_percentage, error_percentage
from ..legacy.originals import ORIGINALS
from .against_data import CONSISTENT, INCONSISTENT, Verified
from .fewest import apart, fewest_changes, in_print
from .near_numbers import one_digit_off
from .values import SENTENCES, OtherNumber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.originals import Original
    from ..legacy.table import Printed, ReportRow
    from ..reporting.recorded import RecordedReport
    from .fewest import Fewest, Fitting

MOST_ALTERNATIVES = 24


def verify_alone(recorded: RecordedReport) -> Verified:
    """Return the verdict on a report by itself: do its numbers follow from each other?

    If not, `differences` are the fewest numbers that would have to be others,
    and `alternatives` all ways to change as few, the first among them.
    """
    scorer, *also = recorded.scorers
    fewest = fewest_of(ORIGINALS[scorer], recorded.rows)
    below = [()] if recorded.printed is None else of_sentences(recorded.printed)
    ways = [(*_other_numbers(way), *more) for way in fewest.ways for more in below]
    ways = ways[:MOST_ALTERNATIVES]
    if not ways[0] and fewest.is_all:
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


def fewest_of(original: Original, rows: Sequence[ReportRow]) -> Fewest:
    """Return the fewest numbers of a report's rows that would have to be others: see `fewest`."""
    definitions = {row.label: row for row in original.table.rows + original.table.rows_b}
    several = [in_print(definitions[row.label], row) for row in rows]
    return fewest_changes(several, is_paired_once=original.pairing == "first unpaired")


def _other_numbers(way: Fitting) -> Iterator[OtherNumber]:
    """Return the changes of a way, with what is unusual about it."""
    why = "then all rows fit" + (", but %s" % "; ".join(way.odd) if way.odd else "")
    return (change._replace(why=why) for change in way.changes)


COUNTS = ("sentences", "negation_sentences", "error_negation_sentences")
SHARES = ("correct", "correct_negation")


def of_sentences(shown: Printed) -> list[tuple[OtherNumber, ...]]:
    """Return the fewest numbers of sentences that would have to be others, in all ways.

    An empty way if they fit.
    """
    recorded = [str(getattr(shown, name)) for name in (*COUNTS, *SHARES)]
    numbers = [int(number) for number in recorded[:3]]
    ways: dict[tuple[OtherNumber, ...], None] = {}
    for most in range(len(COUNTS) + 1):
        for counts in _counts(numbers, recorded[4], most):
            for fitting in _in_print(counts, recorded[3]):
                changes = [
                    OtherNumber(SENTENCES, name, one, other, "then the numbers of sentences fit")
                    for name, one, other in zip((*COUNTS, *SHARES), recorded, fitting)
                    if one != other
                ]
                ways[tuple(changes)] = None
        fewest = min(map(len, ways), default=len(recorded))
        if fewest <= most:
            # More counts that are others are more changes.
            break
    found = [way for way in ways if len(way) == fewest]
    return sorted(found, key=apart)[:MOST_ALTERNATIVES]


def _counts(numbers: Sequence[int], share: str, changed: int) -> Iterator[tuple[int, ...]]:
    """Yield numbers of sentences, of which so many are others: a digit off, or as other numbers say."""
    every, negation, errors = numbers
    wrong = _wrong(share) or 0
    others = (
        (negation, 2 * negation + errors),
        (every, errors, *([round(errors * 10_000 / wrong)] if wrong else [])),
        (negation, round(negation * wrong / 10_000)),
    )
    for places in combinations(range(len(numbers)), changed):
        options = [
            dict.fromkeys((*one_digit_off(number), *others[place]))
            if place in places
            else (number,)
            for place, number in enumerate(numbers)
        ]
        # Sentences with errors are those with negation, and some without.
        yield from (one for one in product(*options) if one[2] <= one[1] <= one[0])


def _wrong(share: str) -> int | None:
    """Return the printed share of errors in hundredths of a percent, from that of what is right."""
    digits = share.replace(".", "")
    return 10_000 - int(digits) if digits.isdigit() and share[-3:-2] == "." else None


def _in_print(counts: tuple[int, ...], share: str) -> Iterator[tuple[str, ...]]:
    """Yield the numbers of sentences as printed; of all, the share right is as recorded, or near."""
    every, negation, errors = counts
    of_negation = correct_percentage(error_percentage(errors, negation))
    wrong = _wrong(share)
    shown: dict[str, None] = {}
    off = () if wrong is None else (wrong, *[10_000 - n for n in one_digit_off(10_000 - wrong)])
    for printed in off:
        middle = printed * every // 10_000
        for number in range(middle - 1, middle + 3):
            possible = min(max(number, errors), errors + every - negation)
            shown[_correct(possible, every)] = None
        if share in shown:
            shown = {share: None}
            break
    for correct in shown or [_correct(errors, every)]:
        yield (*map(str, counts), correct, of_negation)


def _correct(wrong: int, every: int) -> str:
    return correct_percentage(error_percentage(wrong, every))
