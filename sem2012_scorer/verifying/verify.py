"""Verify recorded reports, against the data or by themselves, and published rows."""

from __future__ import annotations

from ..ground.columns import GOLD, SYSTEM
from ..inputs import held
from ..legacy.originals import original_of
from .against_data import verify_against
from .arithmetic import verify_alone
from .published import solve
from .reports import read_recorded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..corpora.sources import File
    from .against_data import Verified
    from .published import Answered, PublishedRow


def verify_report(
    report: File,
    gold: File | None = None,
    system: File | None = None,
    scorer: str | None = None,
) -> list[Verified]:
    """Return the verdict on each recorded report in a file, a `Verified` each.

    With `gold` and `system`: whether `scorer`, or any that prints such a table,
    gives it. Without: whether its numbers follow from each other. `report` is
    the text of a legacy scorer, or our own JSON or TSV. Raises NotAReport for
    anything else, and ScoringError for a file that cannot be read.

    >>> verify_report("fixtures/all-right/eval.cd-sco.answer")[0].verdict
    'consistent'
    """
    if (gold is None) != (system is None):
        raise TypeError("give both gold and system, or none")
    if scorer is not None:
        original_of(scorer)
    recorded = read_recorded(held(GOLD, report).getvalue())
    if gold is None or system is None:
        return [verify_alone(one) for one in recorded]
    contents = held(GOLD, gold).getvalue(), held(SYSTEM, system).getvalue()
    return [verify_against(one, *contents, scorer) for one in recorded]


def verify_published(
    rows: Iterable[PublishedRow], gold_counts: Mapping[str, int] | None = None
) -> list[Answered]:
    """Return which counts give published rows, the rows of each system together.

    `gold_counts` are gold's numbers, as far as they are known, by the names
    ``cues``, ``scopes``, ``tokens``, ``events`` and ``full``. Raises ValueError
    for a label that no report has.

    >>> rows = [PublishedRow("UiO1 r2", "Cues", "89.17", "93.56", "91.31")]
    >>> verify_published(rows, {"cues": 264})[0].solutions
    (Solution(true_positives=247, false_negatives=17, others=30),)
    """
    return solve(list(rows), gold_counts)
