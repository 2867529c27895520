"""The recorded cases in ``fixtures/``: what a directory holds, and the manifest of all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from sem2012_scorer.common.process import Answer

FIXTURES = Path(__file__).resolve().parent.parent.parent / "fixtures"
MANIFEST = FIXTURES / "manifest.json"
ARGUMENTS = ["-g", "gold.txt", "-s", "system.txt"]


class Case(NamedTuple):
    """A directory of `FIXTURES`: two files, how the scorer is called, what it answers.

    The scorer runs in the directory, with ``-g gold.txt -s system.txt`` or, if
    there is a file ``arguments.txt``, with its lines as arguments. What the
    originals answer is in files ``ID.answer``: an answer that several give is
    there once, under the first of them (see `written`). Messages have SCRIPT for
    the program's name, and not Perl's own warnings.
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
        return self.answers()[identifier]

    def answers(self) -> dict[str, Answer]:
        """Return all recorded answers, by the identifier of the original."""
        found = {}
        for path in sorted(self.directory.glob("*" + SUFFIX)):
            identifiers, answer = read_answer(path.read_bytes())
            found.update(dict.fromkeys(identifiers, answer))
        return found

    def record(self, identifier: str, answer: Answer) -> bool:
        """Write the answer of the original `identifier`; tell whether it changed."""
        answers = self.answers()
        if answers.get(identifier) == answer:
            return False
        answers[identifier] = answer
        by_answer: dict[Answer, list[str]] = {}
        for other in sorted(answers):
            by_answer.setdefault(answers[other], []).append(other)
        for path in self.directory.glob("*" + SUFFIX):
            path.unlink()
        for found, identifiers in by_answer.items():
            path = self.directory / (identifiers[0] + SUFFIX)
            path.write_bytes(written(identifiers, found))
        return True


SUFFIX = ".answer"


def written(identifiers: Iterable[str], answer: Answer) -> bytes:
    """Return the file of an answer: who gives it, a line each; status; both streams with their lengths."""
    head = "".join(identifier + "\n" for identifier in identifiers) + "status %d\n" % answer.status
    streams = [(b"stdout", answer.stdout), (b"stderr", answer.stderr)]
    return head.encode() + b"".join(b"%s %d\n%s\n" % (n, len(s), s) for n, s in streams)


def read_answer(content: bytes) -> tuple[list[str], Answer]:
    """Return what `written` wrote: who gives the answer, and the answer."""
    identifiers = []
    line, _, rest = content.partition(b"\n")
    while not line.startswith(b"status "):
        identifiers.append(line.decode())
        line, _, rest = rest.partition(b"\n")
    streams = []
    for name in (b"stdout ", b"stderr "):
        length, _, rest = rest.removeprefix(name).partition(b"\n")
        streams.append(rest[: int(length)])
        rest = rest[int(length) + 1 :]
    stdout, stderr = streams
    return identifiers, Answer(stdout, stderr, int(line.removeprefix(b"status ")))


def digest(case: Case, identifier: str, answer: Answer, original_sha256: str) -> str:
    """Return what binds an answer to the files and the call that it answers, and to the original that gave it.

    `original_sha256` is the checksum of the script that was run.
    """
    parts = [original_sha256.encode(), b"\n".join(case.arguments)]
    for path in (case.gold, case.system):
        parts.append(path.read_bytes() if path.is_file() else b"no file")
    parts.append(written([identifier], answer))
    content = b"".join(b"%d\n%s" % (len(part), part) for part in parts)
    return hashlib.sha256(content).hexdigest()


def cases() -> list[Case]:
    """Return all cases of the scorers of negation, by name; those of its focus are in ``pb-foc``."""
    return [Case(path.parent.name) for path in sorted(FIXTURES.glob("*/about.txt"))]


def read_manifest() -> dict[str, Any]:
    """Return the manifest: ``originals`` (which script, run how) and ``cases`` (by name, then by original, the `digest` of each answer)."""
    if not MANIFEST.exists():
        return {"originals": {}, "cases": {}}
    manifest: dict[str, Any] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return manifest


def write_manifest(manifest: dict[str, Any]) -> None:
    """Write the manifest, its keys in order."""
    text = json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=False)
    MANIFEST.write_text(text + "\n", encoding="utf-8")
