"""The rows of a report by one vocabulary: short names, the labels of reports, and the names of papers."""

from __future__ import annotations

from pkgutil import get_data
from typing import NamedTuple


class RowKind(NamedTuple):
    """A row that has scores: its short name, and what gold has of it, by the names of gold's totals.

    `is_b`: precision divides by all the system has. `has_counts` is False for negation instances and
    for percentages, whose scores follow from no whole numbers in print.
    """

    name: str
    counted: str
    is_b: bool = False
    has_counts: bool = True

    @property
    def total(self) -> str:
        """The name of gold's total. Full negations have the total of cues."""
        return "cues" if self.counted == "full" else self.counted


_LINES = (get_data(__package__, "row_names.txt") or b"").decode().splitlines()
_ROW_NAMES = {tuple(line.split(": ")[0].split()): line.split(": ")[1].split() for line in _LINES}
"""By short name and what gold has of a row, the names of papers: small letters and digits alone."""
MEASURES = {
    name: RowKind(name, counted, name.endswith("-b") or name == "focus", counted != "-")
    for name, counted in _ROW_NAMES
}
"""The rows by their short names."""
_BY_NAME = {word: name for (name, _), words in _ROW_NAMES.items() for word in words}
AMBIGUOUS = {
    **dict.fromkeys(("scope", "scopes", "scopef1"), ("scopes-cm", "scopes-ncm")),
    "st": ("tokens", "nis-tokens"),
    "nis": ("nis-tok", "nis-ex"),
}
"""Names that papers use for more than one row."""


def key_of(name: str) -> str:
    """Return a name in small letters, without spaces and signs."""
    return "".join(character for character in name.lower() if character.isalnum())


def measure_of(name: str) -> RowKind:
    """Return the row with a name; raise ValueError, with the short names, for an unknown or ambiguous one.

    >>> measure_of("Scopes(cue match)").name, measure_of("Full neg.").name
    ('scopes-cm', 'full')
    """
    if name.lower() in MEASURES:
        return MEASURES[name.lower()]
    key = key_of(name)
    if key in AMBIGUOUS:
        raise ValueError("%r may be %s or %s; write one of them" % (name, *AMBIGUOUS[key]))
    if key not in _BY_NAME:
        raise ValueError("unknown measure %r; it is one of %s" % (name[:40], ", ".join(MEASURES)))
    return MEASURES[_BY_NAME[key]]


_BY_PLACE = "cues scopes-cm scopes-ncm tokens events full scopes-no-punc".split()
"""The short names of rows by the place of what they measure."""
_OTHERS = ("NIS cues", "NIS tok", "NIS ex", "NIS scope tokens")
_OTHERS += ("% correct sentences", "% correct negation sentences")  # type: ignore[assignment]
NAMES = {label: measure_of(label).name for label in _OTHERS}
"""The short names of what is no row of a legacy report, by label."""


def name_of_row(place: int, is_b: bool) -> str:
    """Return the short name of a row by the place of what it measures, and by its block."""
    return _BY_PLACE[place] + "-b" * is_b
