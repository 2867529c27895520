"""The styles of the tasks, and which scorer a file needs, judging by its first sentences."""

from __future__ import annotations

from ..ground.columns import FIRST_NEGATION_FIELD, writes_dashes
from .sentences import Layout

STYLES = {"cd-sco": Layout("_", "\n"), "neges": Layout("-", "\t\n")}
"""The styles of *SEM 2012 (CD-SCO), which numbers tokens from 0, and of NEGES: from 1."""


def style_of(name: str) -> Layout:
    """Return the style with a name; raise ValueError, which lists the styles, for another."""
    if name not in STYLES:
        raise ValueError("style is one of {}, not {!r}".format(", ".join(STYLES), name))
    return STYLES[name]


def style_of_lines(lines: list[bytes]) -> str:
    """Return the style that `lines` show, for sentences whose own cells do not show theirs."""
    rows = [line.rstrip(b"\t\r\n").split(b"\t") for line in lines]
    annotated = [row for row in rows if len(row) > FIRST_NEGATION_FIELD + 1]
    if writes_dashes(annotated):
        return "neges"
    if any(b"_" in row[FIRST_NEGATION_FIELD:] for row in annotated):
        return "cd-sco"
    ends = [line[len(line.rstrip(b"\t\r\n")) :] for line in lines if line.strip()]
    return "neges" if any(end.startswith(b"\t") for end in ends) else "cd-sco"
