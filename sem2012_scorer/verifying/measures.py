"""What a published row may measure: its label, under the names that people give it, and its rules."""

from __future__ import annotations

from ..ground.records import Record
from ..legacy.rows import CUES, ROWS, ROWS_1_0, ROWS_2_0, ROWS_B

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..legacy.rows import Row


class Measured(Record):
    """What a row measures: its name, its rules (see `legacy.rows`), the name of gold's number."""

    label: str
    definition: Row
    gold_name: str

    @property
    def measured(self) -> str:
        """The tally that the row shows (see `ground.counts`)."""
        return self.definition.measured

    @property
    def counted(self) -> str:
        """What gold and the system have of it."""
        return self.definition.counted

    @property
    def is_divided_by_system(self) -> bool:
        """True in the B block and for the focus task: precision divides by all that the system has."""
        return self.definition.divided_by_system

    @property
    def prints_another(self) -> bool:
        """True if reports print the true positives of another row in this one (quirk 16)."""
        return self.definition.printed_true_positives != self.measured

    @property
    def some_count_nowhere(self) -> bool:
        """True if true positives and false negatives may be fewer than gold has."""
        return self.measured in COUNT_NOWHERE

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

FOCUS_ROW = CUES._replace(
    label="Focus",
    measured=FOCUS,
    printed_true_positives=FOCUS,
    counted="foci",
    divided_by_system=True,
)
"""The rules of the focus task's one row."""

_INSTANCES = CUES._replace(measured=NIS, printed_true_positives=NIS, counted="instances")

MEASURES = {
    row.label: Measured(
        row.label,
        row,
        next(name for name, measured in GOLD_NAMES.items() if row.measured in measured),
    )
    for row in (*ROWS_1_0, *ROWS_2_0, *ROWS, *ROWS_B, FOCUS_ROW)
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
        return Measured(name.strip(), _INSTANCES, "")
    if key not in BY_KEY:
        there = ", ".join([*MEASURES, "NIS tok"])
        raise ValueError(
            "there is no row %r; there are: %s; or short: cues, scopes, tokens, events, full, focus"
            % (name.strip(), there)
        )
    return MEASURES[BY_KEY[key]]
