"""Comparing the port with an original on a pair of files, and shrinking a pair that differs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from difflib import unified_diff
from pathlib import Path
from typing import Callable, NamedTuple

from sem2012_scorer.common.process import Answer
from sem2012_scorer.dropin import answer
from sem2012_scorer.port.scripts import ORIGINALS

from .generator import Pair
from .perl_side import PROGRAM, PerlOriginal, comparable

ARGUMENTS = [b"-g", b"gold.txt", b"-s", b"system.txt"]
PACKAGE_ROOT = Path(__file__).resolve().parent.parent.parent


class Difference(NamedTuple):
    """Where the two sides part: which original, and what each answered."""

    identifier: str
    expected: Answer
    found: Answer

    def __str__(self) -> str:
        lines = ["%s: original and port differ" % self.identifier]
        for name in Answer._fields:
            expected, found = getattr(self.expected, name), getattr(self.found, name)
            if expected == found:
                lines.append("  %s: the same" % name)
            elif name == "status":
                lines.append("  status: original %d, port %d" % (expected, found))
            else:
                lines.append("  %s:" % name)
                ours, theirs = (
                    [ascii(line)[2:-1] for line in text.split(b"\n")] for text in (found, expected)
                )
                lines += unified_diff(theirs, ours, "original", "port", lineterm="")
        return "\n".join(lines)


def port_answer(identifier: str, arguments: list[bytes], as_process: bool = False) -> Answer:
    """Return what the port of `identifier` answers in the current directory."""
    if not as_process:
        return answer(ORIGINALS[identifier], PROGRAM, arguments)
    code = "from sem2012_scorer.start import stand_in; stand_in(%r)" % identifier
    run = subprocess.run(
        [sys.executable, "-c", code, *map(os.fsdecode, arguments)],
        env=dict(os.environ, PYTHONPATH=str(PACKAGE_ROOT)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    return Answer(run.stdout, comparable(run.stderr, b"-c"), run.returncode)


def compare(
    original: PerlOriginal, gold: bytes, system: bytes, as_process: bool = False
) -> Difference | None:
    """Return how the port differs from `original` on two files, or None if it does not."""
    with tempfile.TemporaryDirectory() as directory:
        Path(directory, "gold.txt").write_bytes(gold)
        Path(directory, "system.txt").write_bytes(system)
        here = os.getcwd()
        os.chdir(directory)
        try:
            identifier = original.original.identifier
            expected = original.answer(ARGUMENTS, Path(directory))
            found = port_answer(identifier, ARGUMENTS, as_process)
            if found != expected:
                return Difference(identifier, expected, found)
        finally:
            os.chdir(here)
    return None


def shrink(pair: Pair, differs: Callable[[bytes, bytes], bool]) -> Pair:
    """Return a smaller pair that still `differs`: fewer lines, then fewer fields and bytes.

    Pieces are taken out of both files at once where that keeps the
    difference, else out of one, until none can be taken any more.
    """
    gold, system = pair.gold, pair.system
    for separator in (b"\n", b"\t", b""):
        size = max(len(_pieces(gold, separator)), len(_pieces(system, separator)))
        while size:
            place = 0
            while place < max(len(_pieces(gold, separator)), len(_pieces(system, separator))):
                less = [_without(text, separator, place, size) for text in (gold, system)]
                for candidate in ((less[0], less[1]), (less[0], system), (gold, less[1])):
                    if candidate != (gold, system) and differs(*candidate):
                        gold, system = candidate
                        break
                else:
                    place += size
            size //= 2
    return Pair(gold, system, "shrunk from: " + pair.made)


def _pieces(text: bytes, separator: bytes) -> list[bytes]:
    """Return the pieces of `text`, each with the separator after it; single bytes for none."""
    if not separator:
        return [bytes([byte]) for byte in text]
    pieces = [piece + separator for piece in text.split(separator)]
    pieces[-1] = pieces[-1][: -len(separator)]
    return pieces if pieces[-1] else pieces[:-1]


def _without(text: bytes, separator: bytes, place: int, size: int) -> bytes:
    pieces = _pieces(text, separator)
    return b"".join(pieces[:place] + pieces[place + size :])
