"""Running an original that the user has, and saying its answer in a comparable form."""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
from pathlib import Path

from sem2012_scorer.commands.dropin import original_copied
from sem2012_scorer.common.process import Answer
from sem2012_scorer.port.scripts import ORIGINALS

from .recorded import Case, read_manifest

PROGRAM = b"SCRIPT"
"""Stands for the program's name in messages."""

SECONDS = 60

PROBES = (
    "larger-english",
    "larger-spanish",
    "no-negation-in-gold",
    "event-in-second-negation-only",
    "two-blank-lines-after-negation",
)
"""Cases whose recorded answers, taken together, differ between any two originals."""

RUNNABLE_COPY = """\
Version 2.2, 2.0 and 1.0 as published need a Perl older than 5.22. Make a copy that any Perl compiles: the
script asks sixteen times (1.0: twelve times) whether an inner array of negations is defined, and applies
the question to the dereferenced array; in the copy, ask it of the element itself, without dereferencing
it, and change nothing else. Such a copy is recognized by its answers."""
"""How a copy of a script that no longer compiles is made, in words."""

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

    `original` is found by the script's hash, if that is the hash of a public copy or of a copy that was
    recorded. Any other script is recognized by what it answers to `PROBES`, if these are the recorded
    answers of one original; otherwise `taken_for` has to name it. Raises UnusableOriginal.
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
        self._check_that_it_compiles()
        if taken_for is not None:
            self.original = ORIGINALS[taken_for]
        else:
            self.original = ORIGINALS[self._identifier()]

    def _check_that_it_compiles(self) -> None:
        try:
            run = subprocess.run([self.perl, "-c", self.path], capture_output=True, timeout=SECONDS)
        except OSError as error:
            raise UnusableOriginal("cannot run %s: %s" % (self.perl, error.strerror)) from error
        if run.returncode:
            reason = run.stderr.decode(errors="replace").splitlines()[0]
            words = "this Perl does not compile %s:\n%s\n%s"
            raise UnusableOriginal(words % (self.path, reason, RUNNABLE_COPY))

    def _identifier(self) -> str:
        """Return which original this is: by its hash, else by its answers."""
        recordings = read_manifest()["originals"]
        for identifier, recording in recordings.items():
            if recording["sha256"] == self.sha256:
                return str(identifier)
        copy = original_copied(self.sha256)
        if copy is not None:
            return copy[0]
        answers = {case: self.answer(case.arguments, case.directory) for case in map(Case, PROBES)}
        alike = [
            identifier
            for identifier in ORIGINALS
            if all(case.answers().get(identifier) == answer for case, answer in answers.items())
        ]
        if len(alike) == 1:
            return alike[0]
        raise UnusableOriginal(
            "%s is not one of the known copies, and does not answer as one of them;\n"
            "say which it stands for with --take-for ID, one of: %s"
            % (self.path, ", ".join(ORIGINALS))
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


def comparable(stderr: bytes, program: bytes) -> bytes:
    """Return `stderr` without Perl's own warnings, and with SCRIPT for the program's name."""
    stderr = stderr.replace(b" at %s line " % program, b" at %s line " % PROGRAM)
    return _WARNING.sub(b"", stderr)
