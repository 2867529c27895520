"""The styles of the tasks: how sentences are written."""

from __future__ import annotations

from ..common.columns import DASHED_EMPTY_CELLS
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


def expected_sign(golds_sign: bytes, original: Original) -> bytes:
    """Return what a file should have in empty cells: what gold has, unless no scorer knows it; else the task's sign."""
    if golds_sign in DASHED_EMPTY_CELLS:
        return golds_sign
    return task_sign(original)
