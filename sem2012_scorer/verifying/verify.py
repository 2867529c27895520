"""Verify recorded reports, against the data or by themselves, and published rows."""

from __future__ import annotations

from ..ground.columns import GOLD, SYSTEM
from ..legacy.originals import original_of
from ..reading.in_step import held
from .against_data import Verified, verify_against
from .answers import PublishedRow
from .arithmetic import verify_alone
from .means import MEAN_OF
from .measures import GOLD_NAMES
from .published import solve
from .reports import read_recorded
from .versions import counts_of_tests

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..reading.source import File, Source
    from ..reporting.recorded import RecordedReport
    from .answers import Answered


def verify_report(
    report: File,
    gold: File | None = None,
    system: File | None = None,
    scorer: str | None = None,
) -> list[Verified]:
    """Return the verdict on each recorded report in a file, a `Verified` each.

    With `gold` and `system`: whether `scorer`, or any that prints such a table,
    gives it. Without: whether its numbers follow from each other. `report` is
    the text of a legacy scorer, or our own JSON. Raises NotAReport for
    anything else, and ScoringError for a file that cannot be read.

    >>> verify_report("fixtures/all-right/eval.cd-sco.answer")[0].verdict
    'consistent'
    """
    if (gold is None) != (system is None):
        raise TypeError("give both gold and system, or none")
    if scorer is not None:
        original_of(scorer)
    recorded = read_recorded(held(GOLD, report).content())
    if gold is None or system is None:
        return [verified(one) for one in recorded]
    files = held(GOLD, gold), held(SYSTEM, system)
    return [verified(one, files, scorer) for one in recorded]


def verified(
    recorded: RecordedReport, files: tuple[Source, Source] | None = None, scorer: str | None = None
) -> Verified:
    """Return the verdict on a recorded report: by itself, or given gold and system."""
    if files is None:
        return verify_alone(recorded)
    return verify_against(recorded, *files, scorer)


def verify_published(
    rows: Iterable[PublishedRow],
    gold_counts: Mapping[str, int] | None = None,
    mean_of: str | None = None,
) -> list[Answered]:
    """Return which counts give published rows, the rows of each system together.

    `gold_counts` are gold's numbers, as far as they are known, by the names
    ``cues``, ``scopes``, ``tokens``, ``events``, ``full`` and ``focus``. A test
    that is named like a released corpus has the numbers of that. `mean_of`
    says what rows may be means of: ``system`` (the rows of a system on several
    tests), ``test``, or ``runs`` (that are not in the table); None tries all.
    Raises ValueError for a label that no report has, a number that is none and
    another name, and TypeError for a gold count that is no whole number and for other rows.

    >>> rows = [PublishedRow("UiO1 r2", "Cues", "89.17", "93.56", "91.31")]
    >>> verify_published(rows, {"cues": 264})[0].solutions
    (Solution(true_positives=247, false_negatives=17, others=30),)
    """
    if mean_of is not None and mean_of not in MEAN_OF:
        raise ValueError("mean_of is one of %s, not %r" % (", ".join(MEAN_OF), mean_of))
    for name, number in (gold_counts or {}).items():
        if name not in GOLD_NAMES:
            raise ValueError("gold counts are %s, not %r" % (", ".join(GOLD_NAMES), name))
        if isinstance(number, bool) or not isinstance(number, int):
            raise TypeError("the gold count of %s is a whole number, not %r" % (name, number))
        if number < 0:
            raise ValueError("the gold count of %s is 0 or more, not %d" % (name, number))
    several = list(rows)
    for one in several:
        if not isinstance(one, PublishedRow):
            raise TypeError("rows are of PublishedRow, not %r" % one)
    return solve(several, gold_counts, mean_of, counts_of_tests(several))
