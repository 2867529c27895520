"""A pair of files for tests of what commands show and say, whose subject is not the numbers of a large case."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

from compat.tools.recorded import Case

SENTENCES = 100
"""How many there are: every fourth of 400, so that all documents are in it."""


class Smaller:
    """Every fourth sentence of a recorded case: no answer is recorded for them."""

    def __init__(self, name: str) -> None:
        self.directory = Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, self.directory, ignore_errors=True)
        for file in map(Path, Case(name).files):
            kept = file.read_bytes().split(b"\n\n")[3:400:4]
            (self.directory / file.name).write_bytes(b"\n\n".join(kept) + b"\n\n")
        self.gold, self.system = (self.directory / name for name in ("gold.txt", "system.txt"))
        self.files = str(self.gold), str(self.system)


SMALLER = Smaller("larger-english")
