"""The drop-in commands: what the original takes, prints and leaves, nothing else.

`answer` is the whole behavior as a value; `main` prints it and exits.
"""

from __future__ import annotations

import errno
import os
import sys

from .ground.columns import GOLD, ROLES, SYSTEM
from .ground.process import Answer, emit
from .legacy import perl
from .legacy.counting import Sums, counted, judged
from .legacy.reading import Files
from .legacy.report import report
from .legacy.scripts import EVAL_CD_SCO, ORIGINALS, SCORER_TASK2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any, NoReturn

    from .legacy.scripts import Original
    from .reporting.nis import Rules

WRONG_USAGE = 2
"""Exit status for a wrong use of an option that the originals do not have."""


def answer(
    original: Original, program: bytes, arguments: Sequence[bytes], choose: bool = False
) -> Answer:
    """Return the answer of `original`, called as `program` with `arguments`.

    2.2, 189-192 and 325 (190 reads the options): ``-r``, or nothing to do, prints the explanation, ``-h``
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
        is_usage = b"r" not in options and b"h" in options
        return Answer(_manual(original, is_usage, choose).encode(), warnings, 0)
    try:
        return Answer(_scored(gold, system, original, nis).encode(), warnings, 0)
    except perl.Die as stop:
        return Answer(b"", warnings + stop.message(program), stop.status)


def _scored(
    gold_name: bytes | None, system_name: bytes | None, original: Original, nis: Rules | None
) -> str:
    """Return the report of two files (2.2, 349-357 and 1902-2416)."""
    if gold_name is None or system_name is None:
        what = b"Gold standard file (-g)" if gold_name is None else b"System output file (-s)"
        raise perl.Die("option", what + b" missing\n", 0, SYSTEM)
    with _opened(GOLD, gold_name) as gold:
        if gold_name.strip(perl.SPACE) == b"-" == system_name.strip(perl.SPACE):
            # The scripts find the second one empty.
            words = b"Standard input cannot be both files\n"
            words += NOT_OPEN % (ROLES[SYSTEM], system_name)
            raise perl.Die("opening", words, errno.EBADF, SYSTEM)
        with _opened(SYSTEM, system_name) as system:
            files = Files(gold, system, original)
            if nis is not None:
                return _with_instances(files, nis)
            return report(counted(files), original)


def _with_instances(files: Files, rules: Rules) -> str:
    from .ground.counts import InstanceCounts
    from .reporting.nis import instances_of, section

    sums, instances = Sums(), InstanceCounts()
    for sentence in judged(files, sums=sums):
        instances += instances_of(sentence, files.script, rules)
    return report(sums.counts(), files.script) + section(instances, rules)


NOT_OPEN = b"Could not open %s file %s\n"


def _opened(handle: bytes, name: bytes) -> perl.Input:
    try:
        return perl.open_input(handle, name)
    except OSError as error:
        # 2.2, 1911-1912, 1965, 2023-2024
        words = NOT_OPEN % (ROLES[handle], name)
        raise perl.Die("opening", words, error.errno or 0, handle) from error


def _manual(original: Original, is_usage: bool, choose: bool) -> str:
    """Return what ``-h`` (2.2, 325-347) or ``-r`` (192-260, 261-323) prints, in own words: see ``usage.txt``."""
    assert __spec__ is not None
    place = os.path.join(os.path.dirname(__spec__.origin or ""), "legacy", "usage.txt")
    loader: Any = __spec__.loader
    text: str = loader.get_data(place).decode("utf-8")
    parts = dict(part.split("]\n", 1) for part in text.split("\n[")[1:])
    parts = {name: part.strip("\n") for name, part in parts.items()}
    words = {
        "name": "python -m sem2012_scorer" if choose else original.identifier,
        "version": original.version,
        "date": original.date,
        "scorer": parts["scorer"] + "\n" if choose else "",
    }
    if is_usage:
        return parts["usage"].format(**words) + "\n"
    meanings = dict(row.split(" | ", 1) for row in parts["rows"].split("\n"))
    meant = {label: words.replace(" | ", "\n" + " " * 30) for label, words in meanings.items()}
    words["rows"] = "\n".join(row.label.ljust(30) + meant[row.label] for row in original.rows)
    words["name"] = original.identifier
    words["rows_b"] = parts["rows_b"] if original.rows_b else ""
    words["nothing"] = parts["stops" if original.lines.shares else "zero"]
    words["paired"] = parts["paired" if original.pairs_once else "paired, 2.0"]
    words["columns"] = parts["columns " + original.style]
    words["example"] = parts["example " + original.style]
    return parts["explanation"].format(**words) + "\n"


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
    try:
        from .reporting.nis import BY_FORM, BY_TAG, Rules, rules_of

        punctuation = punctuations[-1] if punctuations else BY_TAG
        _check_value("--nis-punctuation", (BY_TAG, BY_FORM), punctuation)
        return rules_of(Rules(punctuation))
    except ModuleNotFoundError as error:
        standalone = "--nis needs the installed package: this file has no part for it"
        raise _WrongUsage(standalone if error.name else str(error)) from error


def _check_value(option: str, values: Collection[str], value: str) -> None:
    if value not in values:
        raise _WrongUsage("{} takes one of {}, not {!r}".format(option, ", ".join(values), value))


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
