"""A finding, which is one thing that is wrong; their order, and many of a kind as one."""

from __future__ import annotations

from ..ground.records import Record
from ..ground.wording import shortened, some, visible
from .codes import BY_DIGITS, ERROR, NOTE, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS = {"E": ERROR, "W": WARNING, "N": NOTE}


class Finding(Record):
    """One thing that is wrong.

    `line` and `column` count from 1, the column in characters; `level` is one of
    ``error``, ``warning``, ``note``; `code` is a key of `codes.CODES`; `side` is
    ``gold`` or ``system``; `stops` is true if the legacy scorer stops there;
    `places` is the number of places that it stands for; `points` how far a row of
    the report moves if it is mended, in points of F1, where that is known. ``str()``
    gives two lines: the finding as a compiler would print it, and what to do.
    """

    file: str
    line: int
    column: int
    level: str
    code: str
    message: str
    hint: str
    side: str = "system"
    stops: bool = False
    places: int = 1
    points: float = 0.0

    def __str__(self) -> str:
        file = visible(self.file)
        place = "%s:%d:%d: %s %s" % (file, self.line, self.column, self.level, self.code)
        return "%s: %s\n    %s" % (place, visible(self.message), self.hint)


def make_finding(
    name: str,
    code: str,
    message: str,
    side: str,
    line: int = 1,
    column: int = 1,
    empty: str = "_",
) -> Finding:
    """Return a finding with a code, at its usual level and with its usual hint.

    `empty` is the sign for an empty cell that the hint tells people to write.
    """
    entry = BY_DIGITS[code[1:]]
    hint = entry.hint_with(empty)
    return Finding(name, line, column, LEVELS[code[0]], code, shortened(message), hint, side)


MOST_PLACES = 10
"""How many findings of one code are listed; if there are more, they are shown as one."""
PLACES_NAMED = 5


def in_order(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings in the order in which to read them: errors first, gold first.

    Of the errors, that at which the scorer stops comes first; of those of one level and
    side, what costs most.
    """
    levels = (ERROR, WARNING, NOTE)
    return sorted(
        findings,
        key=lambda found: (
            levels.index(found.level),
            not found.stops,
            found.side == "system",
            -found.points,
            found.line,
            found.column,
        ),
    )


def grouped(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings in order; if a code has many, one finding stands for all of them."""
    together: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in findings:
        kind = finding.file, finding.side, finding.code
        together.setdefault(kind, []).append(finding)
    shown = []
    for several in together.values():
        if len(several) <= MOST_PLACES:
            shown += several
            continue
        # The one that quotes the legacy scorer says the most.
        first = max(several, key=lambda finding: finding.stops)
        lines = some([str(finding.line) for finding in several], PLACES_NAMED)
        message = "%d times, in lines %s; here: %s" % (len(several), lines, first.message)
        places = sum(finding.places for finding in several)
        shown.append(first._replace(message=message, places=places))
    return in_order(shown)
