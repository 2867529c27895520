"""What rows of a report divide, and the short names that head their columns."""

from __future__ import annotations

from ..ground.counts import Counts, Tally
from ..ground.measures import Scores, Shares, scores_of
from ..legacy.report import divisors
from ..legacy.scripts import Row

SHORT = {
    "cues": "Cues",
    "scopes": "Scopes",
    "scopes_no_cue_match": "Scopes, any cue",
    "scopes_no_punctuation": "Scopes, no punc.",
    "scope_tokens": "Tokens",
    "events": "Events",
    "full_negations": "Full",
}
"""The heads of columns, by what is measured."""


def short(row: Row) -> str:
    """Return the head of a row's column."""
    return SHORT[row.measured] + " B" * row.divided_by_system


def tally_of(counts: Counts, row: Row) -> Tally:
    """Return what a row shows of some counts."""
    tally: Tally = counts[row.place]
    return tally


def shares(counts: Counts, row: Row) -> Shares:
    """Return what precision and recall of a row divide, and by what: numbers that add up."""
    tally = tally_of(counts, row)
    system, gold = divisors(tally, row)
    return Shares(tally.true_positives, system, tally.true_positives, gold)


def scores(counts: Counts, row: Row) -> Scores:
    """Return precision, recall and F1 of a row, unrounded."""
    return scores_of(*shares(counts, row))


_SHORT_NAMES = "cues scopes-cm scopes-ncm tokens events full scopes-no-punc".split()
"""The short names of rows for options and tables, by the place of what they measure."""
NAMES = {
    "NIS cues": "nis-cues",
    "NIS tok": "nis-tok",
    "NIS ex": "nis-ex",
    "NIS scope tokens": "nis-tokens",
    "% correct sentences": "sentences",
    "% correct negation sentences": "cns",
}
"""The short names of what is no row of a legacy report, by label."""


def name_of_row(row: Row) -> str:
    """Return the short name of a row."""
    return _SHORT_NAMES[row.place] + "-b" * row.divided_by_system
