"""The styles of the tasks: how sentences are written."""

from __future__ import annotations

from ..port.scripts import Original
from .sentences import Layout

STYLES = {"cd-sco": Layout("_", "\n"), "neges": Layout("-", "\t\n")}
"""The styles of *SEM 2012 (CD-SCO), which numbers tokens from 0, and of NEGES: from 1."""


def style_of(name: str) -> Layout:
    """Return the style with a name; raise ValueError, which lists the styles, for another."""
    if name not in STYLES:
        raise ValueError("style is one of {}, not {!r}".format(", ".join(STYLES), name))
    return STYLES[name]


def task_sign(original: Original) -> bytes:
    """Return the sign for empty cells of the scorer's task; b"" if it reads both."""
    return b"_" if original.style == "CD-SCO" else b""
