"""The drop-in commands: what the original takes, prints and leaves, nothing else.

`answer` is the whole behavior as a value; `main` prints it and exits.
"""

from __future__ import annotations

import errno
import os
import sys

from .common.columns import GOLD_HANDLE, ROLES, SYSTEM_HANDLE
from .common.process import Answer, emit
from .port import perl
from .port.counting import sums_of_files
from .port.printing import report
from .port.reading import Files
from .port.scripts import ORIGINALS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from .port.scripts import Original


def answer(original: Original, program: bytes, arguments: Sequence[bytes]) -> Answer:
    """Return the answer of `original`, called as `program` with `arguments`.

    2.2, 192-193 and 325-326 (190 reads the options): ``-r``, or nothing to do, prints the explanation, ``-h``
    the usage; both files must be named. ``--version``, like ``--help`` passed over by Getopt::Std with a
    remark, prints the version of this package on standard error.
    """
    options, warnings, versions = _read_options(arguments)
    if versions:
        from .common.version import __version__

        warnings += b"sem2012_scorer %s\n" % __version__.encode() * versions
    gold, system = options.get(b"g"), options.get(b"s")
    if options.keys() & {b"r", b"h"} or (gold is None and system is None):
        from .port.usage import long_usage, usage

        is_usage = b"r" not in options and b"h" in options
        text = usage(original) if is_usage else long_usage(original)
        return Answer(text.encode(), warnings, 0)
    try:
        return Answer(
            _report_of_files(gold, system, original, NIS_OPTION in options).encode(), warnings, 0
        )
    except perl.Abort as stop:
        return Answer(b"", warnings + stop.message(program), stop.status)


NIS_OPTION = b"--nis"


def _read_options(arguments: Sequence[bytes]) -> tuple[dict[bytes, bytes | None], bytes, int]:
    """Return the options, what is printed about them, and how often ``--version`` was given.

    For Getopt::Std, ``--nis`` is ``-s`` with the next word. It is our option only where that reading
    lacks one of the two files, so that the script could not score.
    """
    read = perl.getopts(b"g:s:hr", arguments)
    if NIS_OPTION in arguments and (read[0].get(b"g") is None or read[0].get(b"s") is None):
        with_nis = perl.getopts(b"g:s:hr", arguments, NIS_OPTION)
        if NIS_OPTION in with_nis[0]:
            return with_nis
    return read


def _report_of_files(
    gold_name: bytes | None, system_name: bytes | None, original: Original, has_nis: bool
) -> str:
    """Return the report of two files (2.2, 349-357 and 1902-2416), with `has_nis` the section after it."""
    if gold_name is None or system_name is None:
        what = b"Gold standard file (-g)" if gold_name is None else b"System output file (-s)"
        raise perl.Abort("option", what + b" missing\n", 0, SYSTEM_HANDLE)
    with _open_files(GOLD_HANDLE, gold_name) as gold:
        if gold_name.strip(perl.SPACE) == b"-" == system_name.strip(perl.SPACE):
            # The scripts find the second one empty.
            words = b"Standard input cannot be both files\n"
            words += NOT_OPEN % (ROLES[SYSTEM_HANDLE], system_name)
            raise perl.Abort("opening", words, errno.EBADF, SYSTEM_HANDLE)
        with _open_files(SYSTEM_HANDLE, system_name) as system:
            files = Files(gold, system, original)
            if has_nis:
                from .reporting.nis import nis_section_after_report

                return nis_section_after_report(files)
            return report(sums_of_files(files), original)


NOT_OPEN = b"Could not open %s file %s\n"


def _open_files(handle: bytes, name: bytes) -> perl.Input:
    try:
        return perl.perl_open(handle, name)
    except OSError as error:
        # 2.2, 1911-1912
        words = NOT_OPEN % (ROLES[handle], name)
        raise perl.Abort("opening", words, error.errno or 0, handle) from error


def main(identifier: str) -> NoReturn:
    """Be the script of an original: answer the command line, and exit with the original's status."""
    name = os.fsencode(sys.argv[0])
    original = ORIGINALS[identifier]
    emit(lambda: answer(original, name, [*map(os.fsencode, sys.argv[1:])]))
