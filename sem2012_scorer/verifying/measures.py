"""What a published row may measure: its label, under the names that people give it, and its rules."""

from __future__ import annotations

from ..ground.records import Record
from ..legacy.rows import ROWS, ROWS_1_0, ROWS_2_0, ROWS_B

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Measured(Record):
    """What a row measures.

    `label` is its name, `measured` the tally (see `ground.counts`), `counted`
    what gold and the system have of it, `gold_name` the name of gold's number.
    `is_divided_by_system` is True in the B block and for the focus task. If
    `some_count_nowhere`, true positives and false negatives may be fewer than
    gold has.
    """

    label: str
    measured: str
    counted: str
    gold_name: str
    is_divided_by_system: bool
    some_count_nowhere: bool = False

    @property
    def is_focus(self) -> bool:
        """True for the row of the focus task, whose F1 is computed from unrounded numbers."""
        return self.measured == FOCUS

    @property
    def is_nis(self) -> bool:
        """True for a row of negation-instance scoring: no counts in print give it."""
        return self.measured == NIS

    def totals(self, gold: int) -> Iterable[int]:
        """Return what true positives and false negatives may be together, the most usual first."""
        return range(gold, -1, -1) if self.some_count_nowhere else (gold,)

    def gold_of(self, counts: Mapping[str, int]) -> int | None:
        """Return gold's number for the row, None if it is not known.

        Full negations are as many as cues, if nothing else is said.
        """
        found = counts.get(self.gold_name)
        return counts.get("cues") if found is None and self.gold_name == "full" else found


FOCUS = "focus"
NIS = "nis"

GOLD_NAMES = {
    "cues": ("cues",),
    "scopes": ("scopes", "scopes_no_cue_match", "scopes_no_punctuation"),
    "tokens": ("scope_tokens",),
    "events": ("events",),
    "full": ("full_negations",),
    "focus": (FOCUS,),
}
"""By the name of a number of gold: what is measured with it."""

COUNT_NOWHERE = ("events", "scopes_no_punctuation")
"""What gold may have more of than is counted: different events (quirk 19), scopes of punctuation alone."""

MEASURES = {
    **{
        row.label: Measured(
            row.label,
            row.measured,
            row.counted,
            next(name for name, measured in GOLD_NAMES.items() if row.measured in measured),
            row.divided_by_system,
            row.measured in COUNT_NOWHERE,
        )
        for row in (*ROWS_1_0, *ROWS_2_0, *ROWS, *ROWS_B)
    },
    "Focus": Measured("Focus", FOCUS, "foci", "focus", True),
}
"""The rows that a table may have, by label."""

SHORT = {
    "scopes": "Scopes(cue match)",
    "scm": "Scopes(cue match)",
    "snc": "Scopes(no cue match)",
    "scopesb": "Scopes B (cue match)",
    "tokens": "Scope tokens(no cue match)",
    "scopetokens": "Scope tokens(no cue match)",
    "st": "Scope tokens(no cue match)",
    "events": "Negated(no cue match)",
    "eventsb": "Negated B (no cue match)",
    "negatedb": "Negated B (no cue match)",
    "full": "Full negation",
    "fullb": "Full negation B",
    "foci": "Focus",
}
"""Short names of rows, in lower case and without spaces and signs."""


def _key(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


BY_KEY = {**{_key(label): label for label in MEASURES}, **SHORT}


def measured_as(name: str) -> Measured:
    """Return what a row of this name measures; raise ValueError, with those there are, for another."""
    key = _key(name)
    if key.startswith("nis"):
        return Measured(name.strip(), NIS, "instances", "", False)
    if key not in BY_KEY:
        there = ", ".join([*MEASURES, "NIS tok"])
        raise ValueError(
            "there is no row %r; there are: %s; or short: cues, scopes, tokens, events, full, focus"
            % (name.strip(), there)
        )
    return MEASURES[BY_KEY[key]]
