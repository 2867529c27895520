"""Published rows by the versions of the scorer: gold's numbers as each counts them, and which a row fits."""

from __future__ import annotations

from io import BytesIO

from ..ground.counts import total
from ..legacy import stops
from ..legacy.judging import judge_files
from ..legacy.originals import EVAL_CD_SCO, EVAL_CD_SCO_1_0, EVAL_CD_SCO_2_0, ORIGINALS
from ..reading.in_step import of_streams
from ..reading.released import gold_counts as released_counts
from .answers import POSSIBLE
from .measures import measured_as
from .published import solve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .answers import Answered, PublishedRow
    from .published import GoldCounts

VERSIONS = tuple([one.identifier for one in (EVAL_CD_SCO, EVAL_CD_SCO_2_0, EVAL_CD_SCO_1_0)])
"""The scorers whose counts are tried, one for each way of counting, in this order."""


class GoldStops(ValueError):
    """A scorer stops at a gold file; the text has its words."""


def counts_of_gold(gold: bytes, scorer: str) -> GoldCounts:
    """Return gold's numbers as a scorer counts them.

    Raises GoldStops, with the scorer's words, if it stops at this gold.
    """
    try:
        counts = total(
            one.counts
            for one in judge_files(of_streams(BytesIO(gold), BytesIO(gold)), ORIGINALS[scorer])
        )
    except stops.Stop as stop:
        words = stop.message(scorer.encode()).decode("utf-8", "backslashreplace")
        message = " / ".join(line.strip() for line in words.splitlines())
        raise GoldStops("%s stops: %s" % (scorer, message)) from None
    full, tokens = counts.full_negations, counts.scope_tokens
    return {
        "cues": counts.cues.gold,
        "scopes": counts.scopes.gold,
        "tokens": tokens.true_positives + tokens.false_negatives,
        "events": counts.events.gold,
        "full": full.true_positives + full.false_negatives,
    }


def counts_of_tests(
    rows: Iterable[PublishedRow], scorer: str | None = None
) -> dict[str, GoldCounts]:
    """Return gold's numbers for those tests that are named like released corpora.

    As `scorer` counts them, or the scorer of their task.
    """
    found = {test: released_counts(test, scorer) for test in {row.test for row in rows}}
    return {test: counts for test, counts in found.items() if counts is not None}


def solve_by_versions(
    rows: Sequence[PublishedRow],
    gold_counts: Mapping[str, GoldCounts],
    mean_of: str | None = None,
    of_tests: Mapping[str, Mapping[str, GoldCounts]] | None = None,
) -> list[Answered]:
    """Return the counts that give each row under the first version, or the first that gives it.

    `gold_counts` are gold's numbers by the scorer's identifier, `of_tests` those
    of tests. What another version than the first gives has its `scorer`.
    """
    of_tests = of_tests or {}
    first, *others = gold_counts
    answered = solve(rows, gold_counts[first], mean_of, of_tests.get(first))
    for scorer in others:
        if (gold_counts[scorer], of_tests.get(scorer)) == (gold_counts[first], of_tests.get(first)):
            continue
        table = ORIGINALS[scorer].table
        printed = {(row.measured, row.divided_by_system) for row in table.rows + table.rows_b}
        wrong = {(one.row.test, one.row.system) for one in answered if not one.is_right}
        places = [
            n
            for n, row in enumerate(rows)
            if _key(row) in printed and (row.test, row.system) in wrong
        ]
        again = solve(
            [rows[n] for n in places],
            gold_counts[scorer],
            mean_of,
            of_tests.get(scorer),
            with_slips=False,
        )
        gives = {n: one for n, one in zip(places, again) if one.verdict == POSSIBLE}
        for n, one in gives.items():
            before = answered[n]
            # Of rows that contradict each other, a version gives all, or none.
            conflict = before.contradiction
            together = [k for k, other in enumerate(answered) if other.contradiction is conflict]
            if not before.is_right and (conflict is None or gives.keys() >= set(together)):
                answered[n] = one._replace(scorer=scorer, not_by=first)
    return answered


def _key(row: PublishedRow) -> tuple[str, bool]:
    measured = measured_as(row.label)
    return measured.measured, measured.divided_by_system
