"""Published rows without counts: which counts give these rounded numbers, and which row none gives.

A row's recall fixes the true positives where gold's number is known, its
precision then the false positives (in a B row: the system's number). Rows of one
system share numbers, so that most have one solution.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal

from ..ground.measures import f1, f1_of_printed, percentage, printed
from ..ground.records import Record
from ..legacy.rows import ROWS, ROWS_1_0, ROWS_2_0, ROWS_B

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..legacy.rows import Row

DEFINITIONS = {row.label: row for row in (*ROWS_1_0, *ROWS_2_0, *ROWS, *ROWS_B)}
"""The rows that a table may have, by label."""

COUNTED = {
    "cues": ("cues",),
    "scopes": ("scopes", "scopes_no_cue_match", "scopes_no_punctuation"),
    "tokens": ("scope_tokens",),
    "events": ("events",),
    "full": ("full_negations",),
}
"""By the name of a number of gold: what is measured with it."""

LARGEST_GOLD = 2000
"""The largest gold count tried when it is unknown."""
LARGEST_DENOMINATOR = 100_000
"""The largest denominator tried."""
MOST_SHOWN = 3


class PublishedRow(Record):
    """A published row: its system, its label, and three percentages as printed."""

    system: str
    label: str
    precision: str
    recall: str
    f1: str

    @property
    def shares(self) -> tuple[str, str, str]:
        """The three percentages."""
        return self.precision, self.recall, self.f1


class Solution(Record):
    """Counts that give a row: `others` are its false positives, in a B row what the system has."""

    true_positives: int
    false_negatives: int
    others: int


class Slip(Record):
    """A number of a row that would have to be another, and what explains the difference, if anything."""

    column: str
    recorded: str
    fitting: str
    why: str = ""


class Answered(Record):
    """What was found of a published row.

    `solutions` are the first few counts that give it, `number` how many there
    are (where gold's number is not known, up to `LARGEST_GOLD`). If there are
    none, the row is not possible as printed, and `slips` say which number would
    have to be what.
    """

    row: PublishedRow
    solutions: tuple[Solution, ...]
    number: int
    slips: tuple[Slip, ...] = ()


def solve(
    rows: Sequence[PublishedRow], gold_counts: Mapping[str, int] | None = None
) -> list[Answered]:
    """Return the counts that give each row; the rows of a system are solved together.

    `gold_counts` are gold's numbers by the names of `COUNTED`, as far as they
    are known. Raises ValueError for a label that no report has.
    """
    gold_counts = gold_counts or {}
    found: list[Answered] = []
    for system in dict.fromkeys(row.system for row in rows):
        found += _solve_system([row for row in rows if row.system == system], gold_counts)
    return found


def definition_of(label: str) -> Row:
    """Return the definition of a row; raise ValueError for a label that no report has."""
    key = label.strip().rstrip(":")
    if key not in DEFINITIONS:
        raise ValueError("there is no row %r; there are: %s" % (label, ", ".join(DEFINITIONS)))
    return DEFINITIONS[key]


def gold_of(definition: Row, gold_counts: Mapping[str, int]) -> int | None:
    """Return gold's number for a row, None if it is not known."""
    for name, measured in COUNTED.items():
        if definition.measured in measured:
            return gold_counts.get(name)
    return None


def _solve_system(
    rows: Sequence[PublishedRow], gold_counts: Mapping[str, int]
) -> Iterator[Answered]:
    """Yield the counts that give the rows of one system."""
    definitions = [definition_of(row.label) for row in rows]
    candidates = [
        list(_solutions(row, definition, gold_of(definition, gold_counts)))
        for row, definition in zip(rows, definitions)
    ]
    joined = _fitting(definitions, candidates)
    for row, definition, own, found in zip(rows, definitions, candidates, joined):
        slips: tuple[Slip, ...] = ()
        if not own:
            slips = tuple(_slips(row, definition, gold_of(definition, gold_counts)))
        # Rows that fit each one by itself, and not together, are shown by themselves.
        solutions = found or own
        yield Answered(row, tuple(solutions[:MOST_SHOWN]), len(solutions), slips)


def _solutions(row: PublishedRow, definition: Row, gold: int | None) -> Iterator[Solution]:
    """Yield the counts that give a row by itself, the smallest first."""
    if f1_of_printed(row.precision, row.recall) != row.f1:
        return
    for counted in _golds(definition, gold):
        for tp in _parts(row.recall, counted):
            for denominator in _denominators(row.precision, tp):
                others = denominator if definition.divided_by_system else denominator - tp
                yield Solution(tp, counted - tp, others)


def _golds(definition: Row, gold: int | None) -> Iterable[int]:
    """Return the possible numbers of true positives and false negatives together.

    That is gold's number, but some events count nowhere (quirk 19: an event
    that differs in the last negation).
    """
    if gold is None:
        return range(1, LARGEST_GOLD + 1)
    return range(gold, 0, -1) if definition.measured == "events" else (gold,)


def _parts(share: str, whole: int) -> Iterator[int]:
    """Yield the parts of `whole` that are printed as `share` percent."""
    near = round(float(share) * whole / 100)
    for part in range(max(near - 1, 0), min(near + 1, whole) + 1):
        if printed(percentage(part, whole)) == share:
            yield part


def _denominators(share: str, part: int) -> Iterator[int]:
    """Yield the denominators by which `part` is printed as `share` percent."""
    value = float(share)
    if not part:
        # With nothing right every denominator gives 0.00: the smallest is enough.
        yield from (0,) if share == "0.00" else ()
        return
    if not value:
        return
    smallest = int(100 * part / (value + 0.006))
    largest = int(100 * part / max(value - 0.006, 0.001)) + 1
    for whole in range(max(smallest, part), min(largest, LARGEST_DENOMINATOR) + 1):
        if printed(percentage(part, whole)) == share:
            yield whole


def _fitting(
    definitions: Sequence[Row], candidates: Sequence[list[Solution]]
) -> list[list[Solution]]:
    """Return each row's solutions that the other rows of the system allow."""
    fitting = [list(found) for found in candidates]
    changed = True
    while changed:
        changed = False
        for i, one in enumerate(definitions):
            for j, other in enumerate(definitions):
                if i == j or not fitting[j]:
                    continue
                left = [s for s in fitting[i] if any(_agree(one, s, other, t) for t in fitting[j])]
                if left and len(left) < len(fitting[i]):
                    fitting[i], changed = left, True
    return fitting


def _agree(one: Row, first: Solution, other: Row, second: Solution) -> bool:
    """Return True if the solutions of two rows of one system are possible together."""
    totals = [s.true_positives + s.false_negatives for s in (first, second)]
    if one.counted == other.counted and totals[0] != totals[1]:
        return False
    if one.measured == other.measured and first.true_positives != second.true_positives:
        return False
    same_side = one.divided_by_system == other.divided_by_system
    if same_side and one.counted == other.counted == "cues":
        # The system's unpaired negations are the false positives of cues and of full negations;
        # in the B block both are shares of its cues.
        return first.others == second.others
    if same_side and one.divided_by_system and one.counted == other.counted:
        return first.others == second.others
    return True


def _slips(row: PublishedRow, definition: Row, gold: int | None) -> Iterator[Slip]:
    """Yield the changes of one of the three numbers that would make the row fit."""
    fits: list[tuple[str, str, str]] = []
    if any(_solutions(row._replace(f1=f1_of_printed(row.precision, row.recall)), definition, gold)):
        fits.append(("f1", row.f1, f1_of_printed(row.precision, row.recall)))
    limited = gold if gold is not None else 300
    for counted in _golds(definition, limited) if gold is not None else (limited,):
        for tp in range(counted + 1):
            recall = printed(percentage(tp, counted))
            fits_f1 = f1_of_printed(row.precision, recall) == row.f1
            if fits_f1 and gold is not None and any(_denominators(row.precision, tp)):
                fits.append(("recall", row.recall, recall))
            if recall == row.recall:
                fits += [
                    ("precision", row.precision, precision)
                    for precision in _precisions(tp, counted)
                    if f1_of_printed(precision, row.recall) == row.f1
                ]
        if definition.measured == "events" and len(fits) > MOST_SHOWN:
            break
    slips = [Slip(*fit, _why(row, *fit)) for fit in dict.fromkeys(fits)]
    explained = [slip for slip in slips if slip.why]
    yield from (explained or slips)[:MOST_SHOWN]


def _precisions(tp: int, counted: int) -> list[str]:
    """Return the precisions that are possible with this number of true positives."""
    if not tp:
        return ["0.00"]
    return [printed(percentage(tp, tp + fp)) for fp in range(4 * counted + 1)]


def _why(row: PublishedRow, column: str, recorded: str, fitting: str) -> str:
    """Return which usual slip turns one number into the other, or "" if none does."""
    if column == "f1":
        exact = f1(float(row.precision), float(row.recall))
        even = Decimal(repr(exact)).quantize(Decimal("0.01"), ROUND_HALF_EVEN)
        if str(even) == recorded:
            return "a half rounded to even"
        if abs(float(recorded) - float(fitting)) < 0.0101:
            return "F1 of the unrounded numbers"
    if recorded in (fitting[:-1], "%.1f" % float(fitting)):
        return "one decimal"
    if len(recorded) == len(fitting):
        different = [n for n, pair in enumerate(zip(recorded, fitting)) if pair[0] != pair[1]]
        if len(different) == 1:
            return "one digit misread"
        if len(different) == 2 and [recorded[n] for n in different] == [
            fitting[n] for n in reversed(different)
        ]:
            return "two digits exchanged"
    if fitting == recorded[::-1].translate(UPSIDE_DOWN):
        return "read upside down"
    if recorded.translate(SIX_AND_NINE) == fitting.translate(SIX_AND_NINE):
        return "6 and 9 misread"
    return ""


SIX_AND_NINE = str.maketrans("9", "6")
UPSIDE_DOWN = str.maketrans("6927", "9672")
"""How digits look in a page that is scanned upside down; a 7 is taken for a 2."""


def read_published(text: str) -> list[PublishedRow]:
    """Return the rows of a table: TSV with a header, ``system measure precision recall f1``.

    Raises ValueError, which names the line, for any other line.
    """
    lines = [line.rstrip("\r") for line in text.split("\n")]
    header = lines[0].lstrip("\ufeff").split("\t")
    needed = ("system", "measure", "precision", "recall", "f1")
    missing = [name for name in needed if name not in header]
    if missing:
        message = "line 1: found %r; expected columns %s, separated by tabs"
        raise ValueError(message % (lines[0][:60], ", ".join(needed)))
    rows = []
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        cells = dict(zip(header, line.split("\t")))
        row = PublishedRow._make([cells.get(name, "").strip() for name in needed])
        for value in row.shares:
            if not _is_share(value):
                raise ValueError(
                    "line %d: found %r; expected a percentage with two decimals" % (number, value)
                )
        try:
            definition_of(row.label)
        except ValueError as error:
            raise ValueError("line %d: %s" % (number, error)) from None
        rows.append(row)
    return rows


def _is_share(value: str) -> bool:
    whole, point, decimals = value.partition(".")
    return bool(point) and (whole + decimals).isdigit() and whole.isascii() and float(value) <= 100
