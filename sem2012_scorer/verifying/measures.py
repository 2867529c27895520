"""What a published row may measure: its rules (see `legacy.rows`), by the names that people give it."""

from __future__ import annotations

from ..legacy.rows import CUES, ROWS, ROWS_1_0, ROWS_2_0, ROWS_B

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..legacy.rows import Row


FOCUS = "focus"
NIS = "nis"
"""Rows of the focus task, whose F1 is of unrounded scores, and of negation instances, of which no
counts are in print."""

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


def totals(row: Row, gold: int) -> Iterable[int]:
    """Return what true positives and false negatives may be together, the most usual first."""
    return range(gold, -1, -1) if row.measured in COUNT_NOWHERE else (gold,)


def gold_of(row: Row, counts: Mapping[str, int]) -> int | None:
    """Return gold's number for a row, None if it is not known.

    Full negations are as many as cues, if nothing else is said.
    """
    names = [name for name, several in GOLD_NAMES.items() if row.measured in several]
    names += ["cues"] if row.measured == "full_negations" else []
    return next((counts[name] for name in names if name in counts), None)


MEASURES = {row.label: row for row in (*ROWS_1_0, *ROWS_2_0, *ROWS, *ROWS_B, FOCUS_ROW)}
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


def measured_as(name: str) -> Row:
    """Return the rules of a row of this name; raise ValueError, with those there are, for another."""
    key = _key(name)
    if key.startswith("nis"):
        return _INSTANCES._replace(label=name.strip())
    if key not in BY_KEY:
        there = ", ".join([*MEASURES, "NIS tok"])
        raise ValueError(
            "there is no row %r; there are: %s; or short: cues, scopes, tokens, events, full, focus"
            % (name.strip(), there)
        )
    return MEASURES[BY_KEY[key]]
