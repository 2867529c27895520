"""The rows of a report by one vocabulary: short names, the labels of reports, and the names of papers.

In: a name, as a report, a paper or an option has it. Out: the row (`row_by_name`). The names of papers
stand in ``names.txt``: a line for each row, with what gold has of it.
"""

from __future__ import annotations

import unicodedata
from pkgutil import get_data
from typing import NamedTuple

from ..common.measures import measure_short_name
from ..port.scripts import ORIGINALS


class RowKind(NamedTuple):
    """A row that has scores: its short name, and what gold has of it, by the names of gold's totals.

    `is_b`: precision divides by all that the system has. `has_counts` is False for rows whose scores
    follow from no whole numbers in print.
    """

    name: str
    counted: str
    is_b: bool = False
    has_counts: bool = True

    @property
    def total(self) -> str:
        """The name of gold's total. Full negations have the total of cues."""
        if self.counted == "full":
            return "cues"
        return self.counted

    @property
    def is_rounded_once(self) -> bool:
        """Whether F1 is computed from unrounded scores, as by NIS and the scorer of the focus: the others round first."""
        return self.name == "focus" or self.name.startswith("nis")

    @property
    def base(self) -> str:
        """The short name without its block: true positives of both blocks are the same."""
        return self.name.removesuffix("-b")


_LINES = (get_data(__package__, "names.txt") or b"").decode().splitlines()
_ROW_NAMES = {tuple(line.split(": ")[0].split()): line.split(": ")[1].split() for line in _LINES}
"""By short name and what gold has of a row, the names of papers: small letters and digits alone."""
DIVIDED_BY_SYSTEM = ("focus", "nis-cues")
MEASURES = {
    name: RowKind(name, counted, name.endswith("-b") or name in DIVIDED_BY_SYSTEM, counted != "-")
    for name, counted in _ROW_NAMES
}
"""The rows by their short names."""
_BY_NAME = {word: name for (name, _), words in _ROW_NAMES.items() for word in words}
OTHER_LABELS = {"nis ex": "nis-ex"}
"""Labels of our own that papers use, without the space, for another row."""
AMBIGUOUS = {
    **dict.fromkeys(("scope", "scopes", "scopef1"), ("scopes-cm", "scopes-ncm", "tokens")),
    "st": ("tokens", "nis-tokens"),
    "nis": ("nis-tok", "nis-ex"),
}
"""Names that papers use for more than one row."""


def vocabulary_key(name: str) -> str:
    """Return a name in small letters without accents, spaces and signs: "Precisión" is "precision"."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters.lower() if letter.isalnum())


def row_by_name(name: str) -> RowKind:
    """Return the row with a name; raise ValueError, with the short names, for an unknown or ambiguous one.

    >>> row_by_name("Scopes(cue match)").name, row_by_name("Full neg.").name
    ('scopes-cm', 'full')
    """
    small = " ".join(name.lower().split())
    short = OTHER_LABELS.get(small, small)
    if short in MEASURES:
        return MEASURES[short]
    key = vocabulary_key(name)
    if key in AMBIGUOUS:
        *others, last = AMBIGUOUS[key]
        raise ValueError(f"{name!r} may be {', '.join(others)} or {last}; write one of them")
    if key not in _BY_NAME:
        raise ValueError(
            "%r is not the name of a row; expected one of %s" % (name[:40], ", ".join(MEASURES))
        )
    return MEASURES[_BY_NAME[key]]


def is_ambiguous_name(name: str) -> bool:
    """Return whether papers use a name for more than one row."""
    return vocabulary_key(name) in AMBIGUOUS


OF_SENTENCES = ("cns", "sentences")
"""The percentages of correct sentences, which every scorer prints."""
NOT_OF_A_BLOCK = (*OF_SENTENCES, "focus")
"""Rows that every scorer prints, or that belong to the focus task."""


def why_scorer_has_no_row(scorer: str, name: str) -> str:
    """Return in words that a scorer prints no row that may have a name, "" if it prints one; rows of NIS may stand below each report."""
    original = ORIGINALS[scorer]
    printed = []
    for line in (*original.rows, *original.rows_b):
        printed.append(measure_short_name(line.place, line.divided_by_system))
    for meant in AMBIGUOUS.get(vocabulary_key(name), (name,)):
        row = row_by_name(meant).name
        if row in printed or row in NOT_OF_A_BLOCK or row.startswith("nis"):
            return ""
    rows = ", ".join([*printed, *OF_SENTENCES])
    return f"{scorer} prints no row {name!r}; its rows: {rows}"
