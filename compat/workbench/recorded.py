"""The recorded cases in ``fixtures/``: what a directory holds, and the manifest of all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from sem2012_scorer.dropin import Answer

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
MANIFEST = FIXTURES / "manifest.json"
ARGUMENTS = ["-g", "gold.txt", "-s", "system.txt"]


class Case(NamedTuple):
    """A directory of `FIXTURES`: two files, how the scorer is called, what it answers.

    The scorer runs in the directory, with ``-g gold.txt -s system.txt`` or, if
    there is a file ``arguments.txt``, with its lines as arguments. The answer
    of each original is in the directory of its identifier: ``stdout``,
    ``stderr`` with SCRIPT for the program's name and without Perl's own
    warnings, ``status``.
    """

    name: str

    @property
    def directory(self) -> Path:
        """Where the case lies."""
        return FIXTURES / self.name

    @property
    def gold(self) -> Path:
        """Its gold file."""
        return self.directory / "gold.txt"

    @property
    def system(self) -> Path:
        """Its system file."""
        return self.directory / "system.txt"

    @property
    def files(self) -> tuple[str, str]:
        """The names of its gold and its system file."""
        return str(self.gold), str(self.system)

    @property
    def is_plain(self) -> bool:
        """Whether it is called with its two files, and nothing else."""
        return not (self.directory / "arguments.txt").exists()

    @property
    def about(self) -> str:
        """What the case is about, one line."""
        return (self.directory / "about.txt").read_text(encoding="utf-8").strip()

    @property
    def arguments(self) -> list[bytes]:
        """The arguments of the call."""
        path = self.directory / "arguments.txt"
        if not path.exists():
            return [argument.encode() for argument in ARGUMENTS]
        return path.read_bytes().split(b"\n")[:-1]

    def answer(self, identifier: str) -> Answer:
        """Return the recorded answer of the original `identifier`."""
        directory = self.directory / identifier
        return Answer(
            (directory / "stdout").read_bytes(),
            (directory / "stderr").read_bytes(),
            int((directory / "status").read_text()),
        )

    def record(self, identifier: str, answer: Answer) -> bool:
        """Write the answer of the original `identifier`; tell whether it changed."""
        directory = self.directory / identifier
        changed = not directory.exists() or self.answer(identifier) != answer
        directory.mkdir(exist_ok=True)
        (directory / "stdout").write_bytes(answer.stdout)
        (directory / "stderr").write_bytes(answer.stderr)
        (directory / "status").write_text("%d\n" % answer.status)
        return changed


def cases() -> list[Case]:
    """Return all cases that have a directory, by name."""
    return [Case(path.name) for path in sorted(FIXTURES.iterdir()) if path.is_dir()]


def read_manifest() -> dict[str, Any]:
    """Return the manifest: ``originals`` (which, run how) and ``cases`` (who says what, by case)."""
    if not MANIFEST.exists():
        return {"originals": {}, "cases": {}}
    manifest: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return manifest


def write_manifest(manifest: dict[str, Any]) -> None:
    """Write the manifest, its keys in order."""
    text = json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=False)
    MANIFEST.write_text(text + "\n", encoding="utf-8")
