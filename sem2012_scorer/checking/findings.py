"""A finding, which is one thing that is wrong, and how findings are shown."""

from __future__ import annotations

from collections import Counter

from ..ground.records import Record
from ..ground.wording import json_of, plural, shortened, some, visible
from .codes import CODES, ERROR, NOTE, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS = {"E": ERROR, "W": WARNING, "N": NOTE}


class Finding(Record):
    """One thing that is wrong.

    `line` and `column` count from 1, the column in characters; `level` is one of
    ``error``, ``warning``, ``note``; `code` is a key of `codes.CODES`; `side` is
    ``gold`` or ``system``. ``str()`` gives two lines: the finding as a compiler
    would print it, and what to do.
    """

    file: str
    line: int
    column: int
    level: str
    code: str
    message: str
    hint: str
    side: str = "system"

    def __str__(self) -> str:
        file = visible(self.file)
        place = "%s:%d:%d: %s %s" % (file, self.line, self.column, self.level, self.code)
        return "%s: %s\n    %s" % (place, visible(self.message), self.hint)


def make_finding(
    name: str, line: int, column: int, code: str, message: str, side: str = "system"
) -> Finding:
    """Return a finding with a code, at its usual level and with its usual hint."""
    hint = CODES[code].hint
    return Finding(name, line, column, LEVELS[code[0]], code, shortened(message), hint, side)


MOST_PLACES = 10
"""How many findings of one code are listed; if there are more, they are shown as one."""
PLACES_NAMED = 5


def in_order(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings in the order in which to read them: errors first, gold first."""
    levels = (ERROR, WARNING, NOTE)
    return sorted(
        findings,
        key=lambda found: (
            levels.index(found.level),
            found.side == "system",
            found.line,
            found.column,
        ),
    )


def grouped(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings in order; if a code has many, one finding stands for all of them."""
    together: dict[tuple[str, str, str, str], list[Finding]] = {}
    for finding in findings:
        kind = finding.file, finding.side, finding.code, finding.level
        together.setdefault(kind, []).append(finding)
    shown = []
    for several in together.values():
        if len(several) <= MOST_PLACES:
            shown += several
            continue
        # The one that quotes the legacy scorer says the most.
        first = max(several, key=lambda finding: " stops: " in finding.message)
        lines = some([str(finding.line) for finding in several], PLACES_NAMED)
        message = "%d times, in lines %s; here: %s" % (len(several), lines, first.message)
        shown.append(first._replace(message=message))
    return in_order(shown)


def as_text(findings: Sequence[Finding], pairs: int) -> str:
    """Return the findings as text, with counts of them and of the files, or pairs of files."""
    counted = Counter(finding.level for finding in findings)
    counts = ", ".join(plural(counted[level], level) for level in (ERROR, WARNING, NOTE))
    files = plural(pairs, "submission")
    return "".join(str(finding) + "\n" for finding in findings) + "%s: %s\n" % (files, counts)


def as_json(findings: Sequence[Finding], pairs: int) -> str:
    """Return the findings, and their number at each level, as a JSON object."""
    counted = Counter(finding.level for finding in findings)
    result = {
        "submissions": pairs,
        "counts": {level: counted[level] for level in (ERROR, WARNING, NOTE)},
        "findings": [finding._asdict() for finding in findings],
    }
    return json_of(result, indent=2) + "\n"


GITHUB_LEVELS = {ERROR: "error", WARNING: "warning", NOTE: "notice"}


def as_github(findings: Sequence[Finding], pairs: int) -> str:
    """Return the findings as GitHub workflow commands, which are shown beside a diff's lines."""
    lines = []
    for finding in findings:
        place = "file=%s,line=%d,col=%d,title=%s" % (
            _escaped(visible(finding.file)).replace(",", "%2C").replace(":", "%3A"),
            finding.line,
            finding.column,
            finding.code,
        )
        message = _escaped(visible("%s: %s" % (finding.message, finding.hint)))
        lines.append("::%s %s::%s\n" % (GITHUB_LEVELS[finding.level], place, message))
    return "".join(lines)


def _escaped(words: str) -> str:
    """Return words escaped for use as the value of a workflow command."""
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
