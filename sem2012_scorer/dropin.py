"""The door for the legacy command line: what the original takes, prints and leaves, nothing else.

`answer` is the whole behaviour as a value; `main` prints it and exits.
"""

from __future__ import annotations

import os
import sys
from collections import namedtuple

from . import perl
from .originals import EVAL_CD_SCO, ORIGINALS, SCORER_TASK2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from .originals import Original

WRONG_USAGE = 2
"""Exit status for a wrong use of an option that the originals do not have."""

FLUSH_FAILED = 1
"""Exit status of Perl when the report cannot be written."""


class Answer(namedtuple("Answer", ("stdout", "stderr", "status"))):
    """What a run prints on standard output and standard error, and its exit status."""

    __slots__ = ()
    stdout: bytes
    stderr: bytes
    status: int


def answer(
    original: Original, program: bytes, arguments: Sequence[bytes], choose: bool = False
) -> Answer:
    """Return what `original`, called as `program` with `arguments`, answers.

    2.2, lines 189-357: ``-r``, or nothing to do, prints the explanation, ``-h``
    the usage; both files must be named. With `choose`, the option ``--scorer
    ID`` takes another original instead. ``--version`` is told on standard
    error; like ``--help``, it is passed over otherwise, as by the originals.
    """
    notices: list[bytes] = []

    def choose_scorer(rest: list[bytes]) -> None:
        nonlocal original
        identifier = os.fsdecode(rest.pop(0)) if rest else ""
        if identifier not in ORIGINALS:
            raise ValueError(
                "%s: --scorer takes one of %s, not %r\n"
                % (os.fsdecode(program), ", ".join(ORIGINALS), identifier)
            )
        original = ORIGINALS[identifier]

    def tell_version(rest: list[bytes]) -> None:
        from . import __version__

        notices.append(b"sem2012_scorer %s\n" % __version__.encode())

    def pass_over(rest: list[bytes]) -> None:
        """Do nothing."""

    extensions = {b"--help": pass_over, b"--version": tell_version}
    if choose:
        extensions[b"--scorer"] = choose_scorer
    try:
        options, warnings = perl.getopts(b"g:s:hr", list(arguments), extensions)
    except ValueError as error:
        return Answer(b"", os.fsencode(str(error)), WRONG_USAGE)
    warnings += b"".join(notices)

    gold, system = options.get(b"g"), options.get(b"s")
    if b"r" in options or (gold is None and system is None and b"h" not in options):
        from . import manual

        return Answer(manual.explanation(original).encode(), warnings, 0)
    if b"h" in options:
        from . import manual

        return Answer(manual.usage(original).encode(), warnings, 0)
    try:
        if gold is None:
            raise perl.Death(b"Gold standard file (-g) missing\n", error_number=0)
        if system is None:
            raise perl.Death(b"System output file (-s) missing\n", error_number=0)
        from .scoring import score

        return Answer(str(score(gold, system, original)).encode(), warnings, 0)
    except perl.Death as death:
        return Answer(b"", warnings + death.message(program), death.status)


def main(original: Original, program: str | None = None, choose: bool = False) -> NoReturn:
    """Answer the command line, print, and exit with the original's status.

    The report is written in one piece. `program` is the script's name in
    messages, by default as it was called. An interrupted run, or one whose
    reader has gone, ends by the signal, as Perl's does.
    """
    name = sys.argv[0] if program is None else program
    try:
        result = answer(original, os.fsencode(name), [*map(os.fsencode, sys.argv[1:])], choose)
        status = result.status
        _write(2, result.stderr)
        try:
            _write(1, result.stdout)
        except BrokenPipeError:
            _end_by_signal("SIGPIPE")
        except OSError as error:
            status = FLUSH_FAILED
            _write(2, b"Unable to flush stdout: %s\n" % os.fsencode(os.strerror(error.errno or 0)))
    except KeyboardInterrupt:
        _end_by_signal("SIGINT")
    sys.exit(status)


def _write(descriptor: int, text: bytes) -> None:
    """Write all of `text`; what standard error does not take is lost, as in Perl."""
    try:
        while text:
            text = text[os.write(descriptor, text) :]
    except OSError:
        if descriptor != 2:
            raise


def _end_by_signal(name: str) -> NoReturn:
    """End this process by the signal `name`, as if it had not been caught."""
    import signal

    number = signal.Signals[name]
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    sys.exit(128 + number)


def eval_cd_sco() -> NoReturn:
    """Be ``eval.cd-sco.pl`` 2.2: the installed command ``eval.cd-sco``."""
    main(EVAL_CD_SCO)


def scorer_task2() -> NoReturn:
    """Be ``scorer_task2.pl``: the installed command ``scorer_task2``."""
    main(SCORER_TASK2)


def module() -> NoReturn:
    """Be ``eval.cd-sco.pl`` 2.2 or what ``--scorer`` names: ``python -m sem2012_scorer``."""
    main(EVAL_CD_SCO, program="sem2012_scorer", choose=True)
