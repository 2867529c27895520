"""What is found: one thing that is wrong, and how all of them are shown."""

from __future__ import annotations

import json
from collections import Counter

from ..records import Record
from .codes import CODES, ERROR, NOTE, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LEVELS = {"E": ERROR, "W": WARNING, "N": NOTE}


class Finding(Record):
    """One thing that is wrong.

    `line` and `column` count from 1, characters of the line; `level` is one of
    ``error``, ``warning``, ``note``; `code` is a key of `codes.CODES`.
    ``str()`` is two lines: as compilers print it, and what to do.
    """

    file: str
    line: int
    column: int
    level: str
    code: str
    message: str
    hint: str

    def __str__(self) -> str:
        return "%s:%d:%d: %s %s: %s\n    %s" % self


def make_finding(name: str, line: int, column: int, code: str, message: str) -> Finding:
    """Return the finding of a code, at its usual level."""
    return Finding(name, line, column, LEVELS[code[0]], code, message, CODES[code].hint)


def as_text(findings: Sequence[Finding], pairs: int) -> str:
    """Return the findings as text, and a count of them and of the files, or pairs of files."""
    counted = Counter(finding.level for finding in findings)
    counts = ", ".join(
        "%d %s%s" % (counted[level], level, "" if counted[level] == 1 else "s")
        for level in (ERROR, WARNING, NOTE)
    )
    files = "1 submission" if pairs == 1 else "%d submissions" % pairs
    return "".join(str(finding) + "\n" for finding in findings) + "%s: %s\n" % (files, counts)


def as_json(findings: Sequence[Finding], pairs: int) -> str:
    """Return the findings, and how many there are of each level, as a JSON object."""
    counted = Counter(finding.level for finding in findings)
    result = {
        "submissions": pairs,
        "counts": {level: counted[level] for level in (ERROR, WARNING, NOTE)},
        "findings": [finding._asdict() for finding in findings],
    }
    return json.dumps(result, indent=2, ensure_ascii=False) + "\n"
