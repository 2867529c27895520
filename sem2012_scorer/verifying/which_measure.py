"""Which measure of two files gives a printed number: the rows of a report, NIS and other measures."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from statistics import fmean

from ..ground.measures import SCORES, printed
from ..ground.records import Record
from ..ground.wording import json_of
from ..reporting.grid import Grid
from .printed_numbers import CUT, READINGS, printed_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from ..reporting.report import Report
    from .printed_numbers import PrintedNumber

CLOSEST = 5
"""How many measures are shown where none gives the numbers."""

NOT_RECOMPUTED = (
    "scores of word pieces, or of words by a vote of their pieces (NegBERT and its copies)",
    "sentences cut off at a length, 128 word pieces in NegBERT: what is cut is in neither gold nor system",
    "random splits: another test set at each run, or items left out of a file used whole (NegBERT)",
    "means over batches, such as NegBERT's validation accuracy",
    "other tokens than the files have: NegNN and LuciusLan split affixes and n't off (approximately)",
)
"""What papers call by the same names, and cannot be recomputed from two files in columns."""


class Candidate(Record):
    """A measure of two files: its label, and its scores in percent, unrounded and as printed.

    A score that the measure does not have is missing; so is one that is 0/0, if it is not printed
    as 0.00. The share of rows that are right counts as F1, because papers print it in that place.
    `is_scorers` is False for what is not a row of the legacy scorer.
    """

    label: str
    values: Mapping[str, float]
    printed: Mapping[str, str]
    is_scorers: bool


class Given(Record):
    """A measure beside the printed numbers: how each number comes of it, None where one does not.

    `distance` is the largest difference to a printed number, in percent.
    """

    measure: Candidate
    readings: tuple[str, ...] | None
    distance: float


class WhichMeasure(Record):
    """Which measures give the numbers of `asked`; if none does, `given` are the closest ones.

    `tried` is the number of measures that have all the scores asked for.
    """

    asked: Mapping[str, str]
    scorer: str
    given: tuple[Given, ...]
    tried: int

    @property
    def is_given(self) -> bool:
        """Whether a measure gives the numbers."""
        return bool(self.given) and self.given[0].readings is not None


def measures_of(report: Report) -> Iterator[Candidate]:
    """Yield all measures of a report: its rows, negation instances, and the other measures."""
    for label in report.labels:
        row = report[label]
        # What is 0/0 is printed as 0.00 here.
        values = {score: getattr(row, score) for score in SCORES}
        shown = {score: getattr(row.printed, score) for score in SCORES}
        yield Candidate(label, values, shown, hasattr(row, "true_positives"))
    others = report.others
    for label in () if others is None else others.labels:
        assert others is not None
        one = others[label]
        f1 = one.value if one.f1 is None else one.f1
        scores = dict(zip(SCORES, (one.precision, one.recall, f1)))
        values = {
            score: value
            for score, value in scores.items()
            if value is not None and score not in one.undefined and "value" not in one.undefined
        }
        shown = {score: printed(value) for score, value in values.items()}
        yield Candidate(label, values, shown, False)


def means_of(reports: Sequence[Report]) -> Iterator[Candidate]:
    """Yield the means over files of the rows of their reports: plain, and of values as printed, as NEGES has them."""
    for label in reports[0].labels:
        rows = [one[label] for one in reports]
        of_printed = [row.printed for row in rows]
        for words, several in (("plain mean over %d files", rows), (OF_PRINTED, of_printed)):
            columns = {score: [float(getattr(one, score)) for one in several] for score in SCORES}
            values = {score: fmean(column) for score, column in columns.items()}
            shown = {score: printed(value) for score, value in values.items()}
            yield Candidate("%s, %s" % (label, words % len(reports)), values, shown, False)


OF_PRINTED = "mean over %d files of printed values"


def which(asked: Mapping[str, str], report: Report, files: Sequence[Report] = ()) -> WhichMeasure:
    """Return which measures of a report give printed scores, such as ``{"f1": "92.4"}``.

    If the report is the pool of several `files`, the means over these are tried too. A number with
    decimals that is not greater than 1 is a fraction. Raises ValueError for what is not a number.
    """
    numbers: dict[str, PrintedNumber] = {}
    for score, text in asked.items():
        bare = text.strip().rstrip("%").strip().replace(",", ".")
        is_fraction = "." in bare and _at_most_one(bare)
        try:
            number = printed_number(text, is_fraction)
        except ValueError as error:
            raise ValueError("%s: %s" % (score, error)) from None
        if number is None:
            raise ValueError("%s: found %r; expected a number" % (score, text))
        numbers[score] = number
    found = [
        _given(measure, numbers)
        for measure in [*measures_of(report), *(means_of(files) if len(files) > 1 else ())]
        if all(score in measure.values for score in numbers)
    ]
    found.sort(key=lambda one: one.distance)
    right = tuple([one for one in found if one.readings is not None])
    closest = tuple(found[:CLOSEST])
    return WhichMeasure(asked, report.original.identifier, right or closest, len(found))


def _at_most_one(text: str) -> bool:
    try:
        return Decimal(text) <= 1
    except ArithmeticError:
        return False


def _given(measure: Candidate, numbers: Mapping[str, PrintedNumber]) -> Given:
    readings = [_reading(number, measure, score) for score, number in numbers.items()]
    distance = max(abs(measure.values[score] - number.percent) for score, number in numbers.items())
    whole = tuple([one for one in readings if one is not None])
    return Given(measure, whole if len(whole) == len(readings) else None, distance)


def _reading(number: PrintedNumber, measure: Candidate, score: str) -> str | None:
    """Return how a score comes to be printed as a number, None if it does not.

    The scorer's rows are printed with two decimals; of other measures unrounded scores come first.
    """
    unrounded_first = sorted(READINGS, key=lambda reading: reading.is_official)
    for reading in READINGS if measure.is_scorers else unrounded_first:
        if reading.from_printed or (reading.has_two_decimals and number.decimals != 2):
            continue
        low, high, unit = number.limits(reading.rounding == CUT)
        value = (measure.printed if reading.is_official else measure.values)[score]
        units = Fraction(value) / 100 * unit
        # A value that was computed with doubles may be a little off.
        near = 0 if reading.is_official else Fraction(unit, TINY)
        if low - near <= units <= high + (0 if reading.rounding == CUT else near):
            return reading.name if measure.is_scorers else reading.name.replace(OF_SCORER, "")
    return None


TINY = 10**12
OF_SCORER = "the scorer's "


def as_text(found: WhichMeasure, names: Sequence[str]) -> str:
    """Return the answer for people; `names` are those of the gold and system files."""
    asked = ", ".join("%s %s" % (NAMES[score], text) for score, text in found.asked.items())
    what = "%s: of %s and %s, --scorer %s" % (asked, *names, found.scorer)
    lines = [what]
    if found.is_given:
        lines.append("given by %d of %d measures:" % (len(found.given), found.tried))
    else:
        lines.append("given by none of the %d measures known here; the closest:" % found.tried)
    head = ["", "", *[NAMES[score] + " (%)" for score in found.asked]]
    rows = [
        [
            one.measure.label,
            _how(one) or "%.2f away" % one.distance,
            *[one.measure.printed[score] for score in found.asked],
        ]
        for one in found.given
    ]
    lines += Grid(head, rows).text(is_ruled=False, left=2, indent="  ")
    if not found.is_given:
        lines.append("cannot be recomputed from two files, and go by the same names:")
        lines += ["  - " + one for one in NOT_RECOMPUTED]
        lines.append("more measures, and who reports which: docs/definitions.md")
    return "".join(line + "\n" for line in lines)


def _how(given: Given) -> str:
    """Return how the numbers come of a measure, "" if they do not."""
    return ", ".join(dict.fromkeys(given.readings or ()))


NAMES = {"precision": "P", "recall": "R", "f1": "F1"}


def as_json(found: WhichMeasure, names: Sequence[str]) -> str:
    """Return the answer as JSON."""
    given: list[dict[str, Any]] = [
        {
            "measure": one.measure.label,
            "values": dict(one.measure.values),
            "printed": dict(one.measure.printed),
            "distance": one.distance,
            "readings": None if one.readings is None else list(one.readings),
        }
        for one in found.given
    ]
    answer = {
        "files": dict(zip(("gold", "system"), names)),
        "asked": dict(found.asked),
        "scorer": found.scorer,
        "tried": found.tried,
        "is_given": found.is_given,
        "given" if found.is_given else "closest": given,
        "not_recomputed": [] if found.is_given else list(NOT_RECOMPUTED),
    }
    return json_of(answer, 2) + "\n"


def as_tsv(found: WhichMeasure, names: Sequence[str]) -> str:
    """Return a line for each measure shown: whether it gives the numbers, and how far it is off."""
    head = ["measure", "is_given", *SCORES, "distance", "reading"]
    rows = [
        [
            one.measure.label,
            str(one.readings is not None).lower(),
            *[repr(one.measure.values[s]) if s in one.measure.values else "" for s in SCORES],
            repr(one.distance),
            _how(one),
        ]
        for one in found.given
    ]
    return Grid(head, rows).tsv()


FORMATS = {"text": as_text, "json": as_json, "tsv": as_tsv}
"""The formats by name: each a function from the answer and the names of the files to text."""
