"""Running an original that the user has, and saying its answer in a comparable form."""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
from pathlib import Path

from sem2012_scorer.commands.dropin import copy_of
from sem2012_scorer.ground.process import Answer
from sem2012_scorer.legacy.scripts import EVAL_CD_SCO, ORIGINALS

EVAL_CD_SCO_PATCHED = ORIGINALS["eval.cd-sco-patched"]

PROGRAM = b"SCRIPT"
"""Stands for the program's name in messages."""

SECONDS = 60

_WARNING = re.compile(
    rb"^(Use of uninitialized value\b.*|Argument \".*\" isn't numeric\b.*"
    rb"|Unsuccessful open on filename containing newline)"
    rb" at SCRIPT line \d+(, <\w+> line \d+)?\.\n",
    re.MULTILINE,
)


class UnusableOriginal(Exception):
    """The script cannot serve as a reference; the text says why and what to do."""


def add_original(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name an original and say how to run it."""
    parser.add_argument("original", metavar="ORIGINAL.pl", help="path of the original")
    parser.add_argument("--perl", default="perl", help="the Perl to run the original with")
    parser.add_argument(
        "--take-for",
        choices=ORIGINALS,
        metavar="ID",
        help="what a script of unknown hash stands for",
    )


class PerlOriginal:
    """An original script: `path`, the Perl to run it with, and which original it is.

    `original` is found by the script's hash; a script that is not known is
    taken for the one whose identifier is `taken_for`. Raises UnusableOriginal.
    """

    def __init__(self, path: str, perl: str = "perl", taken_for: str | None = None) -> None:
        self.path = str(Path(path).resolve())
        self.perl = perl
        try:
            self.sha256 = hashlib.sha256(Path(path).read_bytes()).hexdigest()
        except OSError as error:
            raise UnusableOriginal(
                "cannot read the original %s: %s" % (path, error.strerror)
            ) from error
        copy = copy_of(self.sha256)
        if taken_for is not None:
            self.original = ORIGINALS[taken_for]
        elif copy is not None:
            self.original = ORIGINALS[copy[0]]
        else:
            raise UnusableOriginal(
                "%s is not one of the known copies;\n"
                "say which it stands for with --take-for ID, one of: %s"
                % (path, ", ".join(ORIGINALS))
            )
        try:
            run = subprocess.run([perl, "-c", self.path], capture_output=True, timeout=SECONDS)
        except OSError as error:
            raise UnusableOriginal("cannot run %s: %s" % (perl, error.strerror)) from error
        if run.returncode:
            raise UnusableOriginal(
                "this Perl does not compile %s (2.2, 2.0 and 1.0 as published need one before\n"
                "5.22; eval.cd-sco-patched stands in for 2.2):\n%s"
                % (path, run.stderr.decode(errors="replace").splitlines()[0])
            )

    def perl_version(self) -> str:
        """Return the version of Perl, as v5.36.0."""
        script = 'printf "v%vd", $^V'
        return subprocess.run([self.perl, "-e", script], capture_output=True).stdout.decode()

    def answer(self, arguments: list[bytes], directory: Path) -> Answer:
        """Return what the original answers when called with `arguments` in `directory`."""
        run = subprocess.run(
            [self.perl, self.path, *arguments],
            cwd=directory,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
        )
        return Answer(run.stdout, comparable(run.stderr, self.path.encode()), run.returncode)

    def answers(self, arguments: list[bytes], directory: Path) -> dict[str, Answer]:
        """Return its answers by identifier of original.

        The patched copy answers for 2.2 too, as it is not to be had on a
        modern Perl: see `answer_of_2_2`.
        """
        answer = self.answer(arguments, directory)
        answers = {self.original.identifier: answer}
        if self.original == EVAL_CD_SCO_PATCHED:
            gold, system = (_contents(arguments, option, directory) for option in (b"-g", b"-s"))
            answers[EVAL_CD_SCO.identifier] = answer_of_2_2(answer, gold, system)
        return answers


def comparable(stderr: bytes, program: bytes) -> bytes:
    """Return `stderr` without Perl's own warnings, and with SCRIPT for the program's name."""
    stderr = stderr.replace(b" at %s line " % program, b" at %s line " % PROGRAM)
    return _WARNING.sub(b"", stderr)


def answer_of_2_2(patched: Answer, gold: bytes, system: bytes) -> Answer:
    """Return what 2.2 as published answers where the patched copy answers `patched`.

    The two differ only in the division by the number of sentences with
    negation, which the copy leaves out if that is zero, and in the numbers of
    the lines after it. Where 2.2 stops for that reason, it has just read `gold` to its
    end, and exits with 255; but with 25 if it had already asked for gold's end
    (which leaves errno alone), because gold's last line is not blank, and
    `system` has more lines.
    """
    if b"\n # negation sentences: 0\n" in patched.stdout:
        gold_lines, system_lines = (
            len(text.split(b"\n")) - text.endswith(b"\n") for text in (gold, system)
        )
        asked = gold.endswith(b"\n") and not (b"\n" + gold).endswith(b"\n\n")
        text = b"Illegal division by zero at %s line %d, <GOLD> line %d.\n"
        return Answer(
            b"",
            text % (PROGRAM, EVAL_CD_SCO.lines.no_negation, gold_lines),
            25 if asked and system_lines > gold_lines else 255,
        )
    here, there = (
        b"Illegal division by zero at %s line %d" % (PROGRAM, original.lines.no_sentence)
        for original in (EVAL_CD_SCO, EVAL_CD_SCO_PATCHED)
    )
    return patched._replace(stderr=patched.stderr.replace(there, here))


def _contents(arguments: list[bytes], option: bytes, directory: Path) -> bytes:
    """Return the bytes of the file named after `option`, or none if there is no such file."""
    try:
        return Path(directory, arguments[arguments.index(option) + 1].decode()).read_bytes()
    except (OSError, ValueError, IndexError):
        return b""
