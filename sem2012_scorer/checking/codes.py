"""What ``check`` can find: each code with its title, its meaning, an example, and what to do.

They stand in the file `codes.txt`, in which ``{empty}`` stands for the sign for an empty cell in
the data of the scorer's task.
"""

from __future__ import annotations

import re
from os.path import dirname, join

from ..ground.records import Record
from ..ground.wording import folded

ERROR = "error"
WARNING = "warning"
NOTE = "note"


class Code(Record):
    """A kind of finding.

    The digits of a code say what it is, the letter its level in a file: E, the legacy scorer stops or
    nothing can count; W, it scores, but not as the author expects; N, a likely slip that
    scoring cannot see. `code` has the usual level. ``--about`` prints `meaning` and `example`; `advice`
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
        """Return what ``--about`` prints."""
        parts = (self.meaning, "Example: " + self.example, "What to do: " + self.hint + ".")
        wrapped = ("\n".join(folded(part, 79)) for part in parts)
        return "%s: %s\n\n%s\n" % (self.code, self.title, "\n\n".join(wrapped))


SIGN = "{empty}"
"""What stands for the sign for an empty cell in `Code.advice`: it is that of the data."""


# The loader reads it in a zip archive too; pkgutil, which asks it as well, takes long to import.
PATH = join(dirname(__file__), "codes.txt")
TABLE: str = __spec__.loader.get_data(PATH).decode()  # type: ignore[union-attr]
ENTRY = re.compile(r"(\w+): (.*)\n((?:.*\n)*?)Example: ((?:.*\n)*?)What to do: ((?:.+\n)+)\n?")
"""An entry of the table: its code and title, its meaning, an example, and what to do."""

CODES = {
    entry[0]: Code._make([" ".join(part.split("\n")).strip() for part in entry])
    for entry in ENTRY.findall(TABLE)
}
"""The kinds of findings, by code."""

KINDS = tuple(code for code in CODES if code.startswith("E6"))
"""The codes of files that are not in the column format."""

COUNTS_NOTHING = (*KINDS, "E805")
"""The codes of files in which nothing can count: errors, also where no scorer stops."""

BY_DIGITS = {code[1:]: entry for code, entry in CODES.items()}
LETTERS = {ERROR: "E", WARNING: "W", NOTE: "N"}


def entry_of(code: str) -> Code | None:
    """Return the entry of a code with the letter of any level, None if there is no such code."""
    return BY_DIGITS.get(code[1:]) if code[:1] in LETTERS.values() else None
