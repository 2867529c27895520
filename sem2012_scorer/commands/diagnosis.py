"""An error of an input as `check` puts it, for every command."""

from __future__ import annotations

from ..checking.check import check_pair
from ..checking.examined import Examined
from ..checking.repair import with_command
from ..checking.result import INVALID, Checked
from ..checking.suggest import check_command
from ..common.wording import plural
from ..reading.pair import Pair
from ..reading.sentences import ShapeError

MOST_PLACES = 3
"""How many places of a code are shown; all are counted."""


class Diagnosis(ShapeError):
    """An error in the words of `check`: the finding that decides, and what to do."""

    def __str__(self) -> str:
        return "\n".join(self.args)


def diagnose_with_commands(pair: Pair, most: int) -> tuple[Checked, Examined | None]:
    """Return the verdict of `check` with the command that repairs the file, and what was found, None for predictions."""
    checked, examined = check_pair(pair, most)
    if examined is not None:
        checked = with_command(checked, examined)
    return checked, examined


def diagnose_error(error: Exception, pair: Pair) -> Exception:
    """Return an error as `check` puts it, the error itself if `check` finds nothing that explains it."""
    try:
        checked, _ = diagnose_with_commands(pair, MOST_PLACES)
    except (ShapeError, OSError):
        return error
    if checked.verdict != INVALID or not checked.findings:
        return error
    lines = checked.first_finding()
    others = checked.errors + checked.warnings - 1
    if others > 0:
        lines.append(f"    {plural(others, 'more finding')}: {check_command(pair)}")
    return Diagnosis(*lines)
