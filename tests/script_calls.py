"""How tests call the drop-ins: two recorded cases, one with a report and one where the script stops."""

from __future__ import annotations

import os
import shutil

from compat.tools.perl_side import comparable
from compat.tools.recorded import Case

FILES = ["-g", "gold.txt", "-s", "system.txt"]
REPORT = Case("larger-spanish")
STOP = Case("two-blank-lines-after-negation")
PERL = shutil.which("perl")


def assert_same(answer, program, expected) -> None:
    """Assert that a program's answer is the recorded one, whatever the program is called."""
    assert answer._replace(stderr=comparable(answer.stderr, os.fsencode(program))) == expected
