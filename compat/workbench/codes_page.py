#!/usr/bin/env python3
"""Write docs/codes.md: everything that check can find, from the table of codes.

codes_page.py > docs/codes.md
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from sem2012_scorer.checking.codes import CODES

PAGE = """\
# The codes of check

What `check` can find ([check.md](check.md)); `sem2012-scorer check --about CODE` says more of one. This page is made from the table of
codes by `compat/workbench/codes_page.py`, and a test holds it to that.

| code | what | example | what to do |
|---|---|---|---|
%s
The letter here is the usual one. What would stop the scorer on its own, but does not in these files, is a
warning; carriage returns, byte-order marks, lines that only look blank and lines that are not tokens are errors where
the scorer stops at them; a slip is a warning if it costs a point.
"""


def page() -> str:
    """Return the page."""
    rows = [(code.code, code.title, code.example, code.hint) for code in CODES.values()]
    return PAGE % "".join("| `%s` | %s | %s | %s |\n" % row for row in rows)


if __name__ == "__main__":
    sys.stdout.write(page())
