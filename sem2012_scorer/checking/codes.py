"""What ``check`` can find: each code with its title, its meaning, an example, and what to do."""

from __future__ import annotations

import re

from ..ground.records import Record
from ..ground.wording import folded
from .meanings import TABLE

ERROR = "error"
WARNING = "warning"
NOTE = "note"


class Code(Record):
    """A kind of finding.

    The digits of a code say what it is, the letter its level in a file: E, the legacy scorer stops or
    nothing can count; W, it scores, but not as the author expects; N, a likely slip that
    scoring cannot see. `code` has the usual level. ``--explain`` prints `meaning` and `example`; `advice`
    stands under every finding, with the sign for an empty cell in place of `SIGN`.
    """

    code: str
    title: str
    meaning: str
    example: str
    advice: str

    @property
    def hint(self) -> str:
        """What to do, for any scorer."""
        return self.hint_with("_ (- in NEGES data)")

    def hint_with(self, empty: str) -> str:
        """Return what to do, with `empty` as the sign for an empty cell."""
        return self.advice.replace(SIGN, empty)

    def page(self) -> str:
        """Return what ``--explain`` prints."""
        parts = (self.meaning, "Example: " + self.example, "What to do: " + self.hint + ".")
        wrapped = ("\n".join(folded(part, 79)) for part in parts)
        return "%s: %s\n\n%s\n" % (self.code, self.title, "\n\n".join(wrapped))


SIGN = "{empty}"
"""What stands for the sign for an empty cell in `Code.advice`: it is that of the data."""


ENTRY = re.compile(r"(\w+): (.*)\n((?:.*\n)*?)Example: ((?:.*\n)*?)What to do: ((?:.+\n)+)\n?")
"""An entry of the table: its code and title, its meaning, an example, and what to do."""

CODES = {
    entry[0]: Code._make([" ".join(part.split("\n")).strip() for part in entry])
    for entry in ENTRY.findall(TABLE)
}
"""The kinds of findings, by code."""

COUNTS_NOTHING = (
    "E601",
    "E602",
    "E603",
    "E604",
    "E605",
    "E606",
    "E607",
    "E608",
    "E609",
    "E703",
    "E805",
)
"""The codes of files in which nothing can count: errors, also where no scorer stops."""

BY_DIGITS = {code[1:]: entry for code, entry in CODES.items()}
LETTERS = {ERROR: "E", WARNING: "W", NOTE: "N"}


def entry_of(code: str) -> Code | None:
    """Return the entry of a code with the letter of any level, None if there is no such code."""
    return BY_DIGITS.get(code[1:]) if code[:1] in LETTERS.values() else None
