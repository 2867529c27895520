"""The recorded cases of the focus scorer: their files and answers."""

from __future__ import annotations

from compat.tools.against_focus import CASES

NAMES = sorted(path.name for path in CASES.iterdir())
FILES = ["system.txt", "gold.txt"]


def arguments(name: str) -> list[str]:
    """Return how the script was called."""
    path = CASES / name / "arguments.txt"
    return path.read_text().split() if path.exists() else FILES


def recorded(name: str, part: str) -> bytes:
    """Return what it answered: a part of `PARTS`."""
    return (CASES / name / part).read_bytes()


def files(name: str) -> tuple[str, str]:
    """Return the paths of gold and system."""
    return str(CASES / name / "gold.txt"), str(CASES / name / "system.txt")


PLAIN = [name for name in NAMES if arguments(name) == FILES]
