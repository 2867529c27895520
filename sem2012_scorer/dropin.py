"""The drop-in commands: what the original takes, prints and leaves, nothing else.

`answer` is the whole behaviour as a value; `main` prints it and exits.
"""

from __future__ import annotations

import os
import sys

from .ground.process import Answer, emit
from .legacy import perl
from .legacy.originals import EVAL_CD_SCO, ORIGINALS, SCORER_TASK2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import NoReturn

    from .legacy.originals import Original
    from .reporting.nis import Rules
    from .reporting.report import Report

WRONG_USAGE = 2
"""Exit status for a wrong use of an option that the originals do not have."""


def answer(
    original: Original, program: bytes, arguments: Sequence[bytes], choose: bool = False
) -> Answer:
    """Return the answer of `original`, called as `program` with `arguments`.

    2.2, lines 189-357 (line 190 reads the options): ``-r``, or nothing to do, prints the explanation, ``-h``
    the usage; both files must be named. With `choose`, the option ``--scorer
    ID`` takes another original instead. ``--nis`` and ``--nis-punctuation``
    ask for the section on negation instances. ``--version`` is printed on
    standard error; like ``--help``, it is passed over otherwise, as by the
    originals.
    """
    try:
        options, warnings, original, nis = _options(arguments, original, choose)
    except _WrongUsage as error:
        return Answer(b"", b"%s: %s\n" % (program, os.fsencode(str(error))), WRONG_USAGE)

    gold, system = options.get(b"g"), options.get(b"s")
    if options.keys() & {b"r", b"h"} or (gold is None and system is None):
        from .legacy import manual

        is_usage = b"r" not in options and b"h" in options
        shown = manual.usage(original, choose) if is_usage else manual.explanation(original)
        return Answer(shown.encode(), warnings, 0)
    try:
        report, notes = _with_notes(gold, system, original, nis)
        return Answer(str(report).encode(), warnings + notes, 0)
    except perl.Die as stop:
        return Answer(b"", warnings + stop.message(program), stop.status)
    except perl.Unreadable as error:
        words = b"%s: cannot read: %s\n" % (program, os.fsencode(str(error)))
        return Answer(b"", warnings + words, error.error_number & 255)


def _with_notes(
    gold: bytes | None, system: bytes | None, original: Original, nis: Rules | None
) -> tuple[Report, bytes]:
    """Return the report of two files, and notes on punctuation by form."""
    if nis is None or nis.punctuation == original.punctuation:
        return _report_of(gold, system, original, nis), b""
    from warnings import catch_warnings, simplefilter

    with catch_warnings(record=True) as caught:
        simplefilter("always")
        report = _report_of(gold, system, original, nis)
    notes = dict.fromkeys("note: %s\n" % warning.message for warning in caught)
    return report, "".join(notes).encode()


def _report_of(
    gold_name: bytes | None, system_name: bytes | None, original: Original, nis: Rules | None
) -> Report:
    """Return the report of two files by their names; raise perl.Die where the original stops."""
    from .ground.columns import GOLD, SYSTEM
    from .legacy.checks import open_named, open_second
    from .legacy.reading import InStep
    from .reporting.counting import make_report

    if gold_name is None or system_name is None:
        from .legacy import stops

        raise stops.option_missing(GOLD if gold_name is None else SYSTEM)
    with open_named(GOLD, gold_name) as gold, open_second(gold_name, system_name) as system:
        return make_report(InStep(gold, system), original, nis)


class _WrongUsage(Exception):
    """An option that the originals do not have was used wrongly; the text says how."""


OWN = (b"--help", b"--version", b"--nis", b"--nis-punctuation", b"--scorer")
"""The options that the originals do not have; `WITH_VALUE` those that take one."""
WITH_VALUE = OWN[3:]


def _options(
    arguments: Sequence[bytes], original: Original, choose: bool
) -> tuple[dict[bytes, bytes | None], bytes, Original, Rules | None]:
    """Return the originals' options, the messages on them, the original, and the rules of NIS."""
    given: dict[bytes, list[str]] = {name: [] for name in OWN}

    def taking(name: bytes) -> Callable[[list[bytes]], None]:
        def take(rest: list[bytes]) -> None:
            has_value = name in WITH_VALUE and rest
            given[name].append(os.fsdecode(rest.pop(0)) if has_value else "")

        return take

    extensions = {name: taking(name) for name in (OWN if choose else OWN[:-1])}
    extensions |= {name + b"=": extensions[name] for name in WITH_VALUE if name in extensions}
    options, warnings = perl.getopts(b"g:s:hr", list(arguments), extensions)
    for identifier in given[b"--scorer"]:
        _check_value("--scorer", ORIGINALS, identifier)
        original = ORIGINALS[identifier]
    nis = _nis_rules(bool(given[b"--nis"]), given[b"--nis-punctuation"])
    if given[b"--version"]:
        from .ground.version import __version__

        line = b"sem2012_scorer %s\n" % __version__.encode()
        warnings += line * len(given[b"--version"])
    return options, warnings, original, nis


def _nis_rules(is_wanted: bool, punctuations: Sequence[str]) -> Rules | None:
    """Return the rules for negation instances, or None if they are not asked for."""
    if not is_wanted:
        if punctuations:
            raise _WrongUsage("--nis-punctuation goes with --nis")
        return None
    from .reporting.nis import BY_FORM, BY_TAG, PUNCTUATION, Rules, check_form

    punctuation = punctuations[-1] if punctuations else BY_TAG
    _check_value("--nis-punctuation", PUNCTUATION, punctuation)
    if punctuation == BY_FORM:
        try:
            check_form()
        except ModuleNotFoundError as error:
            raise _WrongUsage(str(error)) from error
    return Rules(punctuation)


def _check_value(option: str, values: Collection[str], value: str) -> None:
    """Raise _WrongUsage if an option does not take a value."""
    if value not in values:
        raise _WrongUsage("%s takes one of %s, not %r" % (option, ", ".join(values), value))


def main(original: Original, program: str | None = None, choose: bool = False) -> NoReturn:
    """Answer the command line and exit with the original's status.

    `program` is the script's name in messages, by default as it was called.
    """
    name = os.fsencode(sys.argv[0] if program is None else program)
    emit(lambda: answer(original, name, [*map(os.fsencode, sys.argv[1:])], choose))


def eval_cd_sco() -> NoReturn:
    """Be ``eval.cd-sco.pl`` 2.2: the installed command ``eval.cd-sco``."""
    main(EVAL_CD_SCO)


def scorer_task2() -> NoReturn:
    """Be ``scorer_task2.pl``: the installed command ``scorer_task2``."""
    main(SCORER_TASK2)


def stand_in(identifier: str) -> NoReturn:
    """Be the script of the original `identifier`: what the files of ``sem2012-scorer dropin`` call."""
    if identifier in ORIGINALS:
        main(ORIGINALS[identifier])
    from .focus_dropin import main as focus_main

    focus_main()


def module() -> NoReturn:
    """Be ``eval.cd-sco.pl`` 2.2 or what ``--scorer`` names: ``python -m sem2012_scorer``."""
    main(EVAL_CD_SCO, program="sem2012_scorer", choose=True)
