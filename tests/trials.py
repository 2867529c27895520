"""What trials with files share: a call in this process, and folders of gold files."""

from __future__ import annotations

from pathlib import Path

from conftest import ROOT, command_answer
from smaller import SMALLER

CASE = ROOT / "fixtures/larger-english"
LARGER_GOLD, LARGER_SYSTEM = str(CASE / "gold.txt"), str(CASE / "system.txt")
GOLD, SYSTEM = SMALLER.files
"""A quarter of these: for all that is not about their numbers."""
CDSCO = "cdsco-test"
"""The counts of gold that `verify` knows by name: CD-SCO test."""


def said(*words: object) -> tuple[int, str, str]:
    """Return the status, the standard output and the standard error of a call."""
    found = command_answer([*map(str, words)])
    return found.status, found.stdout.decode(), found.stderr.decode()


def folders(tmp_path: Path, *names: str) -> list[Path]:
    """Return a folder for each name, with two files that have the same names in all."""
    for name in names:
        (tmp_path / name).mkdir()
        for file in ("first.txt", "second.txt"):
            (tmp_path / name / file).write_bytes(Path(GOLD).read_bytes())
    return [tmp_path / name for name in names]


def verify(name: str, text: str, *words: str) -> tuple[int, str, str]:
    """Return the status, the output and the errors of `verify` for a published table, written to a file of this name."""
    Path(name).write_text(text, encoding="utf-8")
    return said("verify", "--published", name, *words)
