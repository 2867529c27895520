"""Which rows of a table are means of those above them, and what they say then.

In: the rows of a table, each judged alone. Out: the verdicts of those that are means (`judge_means_of_rows`).
"""

from __future__ import annotations

from collections.abc import Sequence

from .advice import f1_for_advice, f1_in_words
from .judging import IMPOSSIBLE, ONLY_MEAN, POSSIBLE_AS
from .means import (
    MeanFound,
    RowsToAverage,
    is_deviation_of_mean,
    is_named_mean,
    is_named_pooled,
    is_run_of_mean,
    may_be_mean,
    name_without_mean,
    published_mean_of_rows,
)
from .numbers import PrintedScore
from .rows import NOT_CHECKED, POSSIBLE, PrintedRow

LEAST_RUNS = 3  # a row that is possible alone may be the mean of two others by chance


def judge_means_of_rows(entries: Sequence[PrintedRow]) -> None:
    """Say which rows are means of those above them, and which would be if one score were another."""
    blocks = RowsToAverage()
    for entry in entries:
        if is_deviation_of_mean(entry):
            continue
        is_mean = entry.is_mean or is_named_mean(entry)
        has_counts = bool(entry.fits) or not {"tp", "fp", "fn"}.isdisjoint(entry.counts)
        if not has_counts and not is_run_of_mean(entry):
            is_mean = _is_judged_mean(entry, blocks, is_mean)
        # A pooled row is scored on all files at once: no mean includes it.
        if not is_named_pooled(entry):
            blocks.add(entry, is_mean)


def _is_judged_mean(entry: PrintedRow, blocks: RowsToAverage, is_named: bool) -> bool:
    """Return whether a row is a mean of those above it, after it was judged as one."""
    mean = _mean_among(entry, blocks, is_named)
    if mean.wrong and not mean.right and (block := _block_with_doubt(entry, blocks)):
        _judge_mean_of_doubtful(entry, block)
    else:
        _judge_mean(entry, mean, is_named)
    return is_named or mean.right != ""


def _mean_among(entry: PrintedRow, blocks: RowsToAverage, is_named: bool) -> MeanFound:
    """Return of which block a row is the mean, and what is wrong with one that nearly is.

    Without a word for a mean, it is one of runs of the same system, or cannot be anything else.
    """
    name = name_without_mean(entry)
    right = wrong = ""
    for block in blocks.blocks_above(entry):
        are_runs = len(block) >= LEAST_RUNS and all(name_without_mean(row) == name for row in block)
        mean = published_mean_of_rows(entry, block)
        if is_named or are_runs or entry.verdict == IMPOSSIBLE:
            right = right or mean.right
        if is_named or are_runs:
            wrong = wrong or mean.wrong
    return MeanFound(right, wrong)


def _is_doubtful(row: PrintedRow) -> bool:
    """Return whether a row of a block cannot be, or only as a mean over runs itself."""
    is_only_mean = row.verdict == POSSIBLE_AS and row.words[0].startswith(ONLY_MEAN)
    return row.verdict == IMPOSSIBLE or is_only_mean


def _block_with_doubt(entry: PrintedRow, blocks: RowsToAverage) -> list[PrintedRow]:
    """Return the block of which a row is nearly the mean, if a row of it is doubtful; else none."""
    for block in blocks.blocks_above(entry):
        if published_mean_of_rows(entry, block).wrong and any(map(_is_doubtful, block)):
            return block
    return []


def _judge_mean_of_doubtful(entry: PrintedRow, block: Sequence[PrintedRow]) -> None:
    """Decide what a mean says that does not fit: a doubtful row above it may be the wrong one."""
    doubtful = [row for row in block if _is_doubtful(row)]
    entry.verdict = NOT_CHECKED
    entry.words = [
        f"nearly a mean of the rows above, of which line {doubtful[0].line} may be wrong"
    ]
    row = doubtful[0]
    f = row.scores[2]
    if len(doubtful) > 1 or f is None or not row.has_all_scores:
        return
    p, r, _ = row.scores
    f_computed = PrintedScore.read(f1_for_advice(row), f.is_fraction)
    corrected = list(block)
    corrected[block.index(row)] = row.with_other_numbers(scores=(p, r, f_computed))
    mean = published_mean_of_rows(entry, corrected)
    if mean.right:
        entry.verdict = POSSIBLE_AS
        entry.words = [f"{mean.right}, with F1 {f1_for_advice(row)} in line {row.line}"]
        row.verdict = IMPOSSIBLE
        row.words = [
            f"with this P and R, F1 is {f1_in_words(row)}; the mean in line {entry.line} fits that"
        ]


def _judge_mean(entry: PrintedRow, mean: MeanFound, is_named: bool) -> None:
    """Decide what a row is that is a mean, or would be if one score were another."""
    if mean.right:
        entry.verdict, entry.words = POSSIBLE_AS, [mean.right]
    elif mean.wrong and (is_named or entry.verdict != POSSIBLE):
        entry.verdict, entry.words = IMPOSSIBLE, [mean.wrong]
    elif is_named and entry.verdict == IMPOSSIBLE and may_be_mean(entry):
        entry.verdict, entry.words = (
            NOT_CHECKED,
            [
                "no counts give these scores; they may be means over runs or rows that are not in the table"
            ],
        )
