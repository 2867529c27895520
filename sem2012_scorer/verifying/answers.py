"""What may be said of a published row: its counts, what it is a mean of, what it contradicts."""

from __future__ import annotations

from ..ground.records import Record
from .measures import NIS
from .solving import NO_COUNTS, PrintedCounts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..legacy.rows import Row
    from .printing import Scores
    from .slips import Slip
    from .solving import Range

POSSIBLE = "possible"
IS_MEAN = "a mean"
MAY_BE_MEAN = "may be a mean over runs"
CONTRADICTS = "contradicts"
NOT_DECIDED = "not decided"
NOT_POSSIBLE = "not possible"
VERDICTS = (POSSIBLE, IS_MEAN, MAY_BE_MEAN, CONTRADICTS, NOT_DECIDED, NOT_POSSIBLE)
"""What may be said of a row."""


class PublishedRow(Record):
    """A published row: its system, its label, and three scores as printed.

    A score is "" where the table has none. `test` is what it was tested on, if
    the table says so; `is_over_runs` if a deviation stands with its scores: they
    are means over runs then, which no counts need give. `counts` are those that
    the table prints.
    """

    system: str
    label: str
    precision: str
    recall: str
    f1: str
    test: str = ""
    is_over_runs: bool = False
    counts: PrintedCounts = NO_COUNTS

    @property
    def shares(self) -> tuple[str, str, str]:
        """The three scores."""
        return self.precision, self.recall, self.f1


class Parsed(Record):
    """A row as it is solved: its place in the table, its scores by unit, and gold's number."""

    index: int
    row: PublishedRow
    measured: Row
    scores: tuple[Scores, ...]
    gold: int | None

    @property
    def has_counts(self) -> bool:
        """True if counts may give the row: it is not of instances, and no mean over runs."""
        return not (self.measured.measured == NIS or self.row.is_over_runs)


class Solution(Record):
    """Counts that give a row: `others` are its false positives, in a B row what the system has."""

    true_positives: int
    false_negatives: int
    others: int


class Contradiction(Record):
    """Rows of one system that no counts give together.

    Or rows whose own counts and scores do not fit. `rows` are their labels,
    `needs` says for each what it needs, and if they print counts, `changes` are
    the smallest changes that reconcile them: alternatives, each with the numbers
    that would have to be others.
    """

    system: str
    test: str
    rows: tuple[str, ...]
    needs: tuple[str, ...]
    changes: tuple[tuple[Slip, ...], ...]


class Mean(Record):
    """What a row is the mean of: the `kind`, which rows in words, and the means in percent, with
    three decimals.

    `rows` are the places of these rows in the table, from 0.
    """

    kind: str
    of: str
    values: tuple[str, ...]
    rows: tuple[int, ...]

    def __str__(self) -> str:
        shown = "/".join(self.values)
        return "%s of %s: %s" % (self.kind, self.of, shown)


class OtherReading(Record):
    """Counts that give a row under another reading than the first that does, and not under that."""

    reading: str
    ranges: tuple[Range, ...]


class Answered(Record):
    """What was found of a published row.

    `verdict` is one of `VERDICTS`. `reading` says what its numbers were rounded
    from, `others` what gives it under other readings; `ranges` are all counts that
    give it so, with what the other rows of the system leave of them, `solutions` the first few of these, and `number`
    how many there are: None if there is no end. `is_all` is False if there may
    be more than were listed: gold's number is not known, or the search was cut
    off. If no counts give the row, `slips` say which number would have to be
    what, and `mean` what it is a mean of, if it is one. `contradiction` is that
    with other rows; `scorer` is set if another version
    of the scorer gives the row than the first that was tried, which is `not_by`.
    `is_over_runs` is True if the row is known to be a mean over runs, or has no
    counts in print. `odd` are sums of its counts that are unusual.
    """

    row: PublishedRow
    solutions: tuple[Solution, ...]
    number: int | None
    slips: tuple[Slip, ...] = ()
    verdict: str = POSSIBLE
    reading: str = ""
    ranges: tuple[Range, ...] = ()
    is_all: bool = True
    mean: Mean | None = None
    contradiction: Contradiction | None = None
    scorer: str = ""
    not_by: str = ""
    is_over_runs: bool = False
    others: tuple[OtherReading, ...] = ()
    odd: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """True if counts give the row, alone and with the others, or a mean of other rows does.

        A mean over runs is enough where it is known to be one (`is_over_runs`), and for
        instances, which have no counts in print.
        """
        return self.verdict in (POSSIBLE, IS_MEAN) or (
            self.verdict == MAY_BE_MEAN and self.is_over_runs
        )
