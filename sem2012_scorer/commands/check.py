"""``sem2012-scorer check``: find everything that is wrong with a submission."""

from __future__ import annotations

import re
from io import BytesIO

from ..checking import check
from ..checking.codes import CODES, ERROR, WARNING
from ..checking.files import File, read_file
from ..checking.findings import as_github, as_json, as_text, make_finding
from ..checking.kind import check_kind
from ..checking.mending import mended
from ..ground.columns import GOLD, SYSTEM
from ..ground.process import Answer
from ..ground.wording import encoded
from ..legacy.originals import ORIGINALS
from .files import NO_SIDE, Sources, check_names, notes_on_style, pair_all, source
from .options import SYSTEMS, UsageError, add_format, add_gold, add_scorer, add_systems, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from .files import PairedFiles

DESCRIPTION = """\
Find everything that is wrong with a submission, in one run: with gold, or
without (the columns and cells of the system's file alone). One line each, as
compilers print them, and under it what to do.

  error    the legacy scorer would stop here
  warning  it would score this, but not as its author expects
  note     a likely slip that scoring cannot see
"""

EPILOG = """\
With gold, there is an error if, and only if, the legacy scorer stops. Findings about
gold itself are shown if they are errors, or with --gold-too.

Folders, with their subfolders, are paired by name; a file without
partner is an error, and the others are checked nevertheless. Without -g, every
file is checked by itself.

examples:
  sem2012-scorer check -s system.txt
  sem2012-scorer check -s system.txt -g gold.txt --strict
  sem2012-scorer check -s output -g dev --scorer scorer_task2 --format json
  sem2012-scorer check -s system.txt -g gold.txt --fix mended.txt
  sem2012-scorer check --explain W103

exit status: 0 no errors, 1 errors (with --strict: or warnings), 2 wrong usage
"""

FORMATS = {"text": as_text, "json": as_json, "github": as_github}


def add_arguments(check: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    what = check.add_mutually_exclusive_group(required=True)
    add_systems(what, SYSTEMS, required=False)
    what.add_argument("--explain", metavar="CODE", help="say what a code means, and stop")
    add_gold(check, required=False)
    check.add_argument(
        "--pair",
        metavar="REGEX",
        help="pair files by what this matches in their names: its first group, or all of it",
    )
    add_scorer(check)
    check.add_argument("--gold-too", action="store_true", help="show findings about gold too")
    check.add_argument(
        "--all", action="store_true", help="list every place, not the first of many alike"
    )
    check.add_argument(
        "--fix",
        metavar="OUT",
        help="write a copy of the system's file with every unambiguous problem fixed; - is standard output",
    )
    add_format(check, FORMATS)
    check.add_argument("--strict", action="store_true", help="let warnings fail too")


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``check`` answers."""
    if options.explain is not None:
        code = options.explain.upper()
        if code not in CODES:
            raise UsageError(
                "there is no code %s; there are: %s" % (options.explain, ", ".join(CODES))
            )
        return Answer(CODES[code].page().encode(), b"", 0)
    return _checked(options, _pairing(options))


def _checked(options: argparse.Namespace, pairing: PairedFiles) -> Answer:
    """Return the findings in the files."""
    golds = dict.fromkeys(gold for _, gold, _ in pairing.pairs if gold)
    check_names([*golds, *[system for *_, system in pairing.pairs]], options.fix)
    if options.fix is not None:
        return _fix(options, pairing)
    findings = [
        make_finding(path, 1, 1, "E503", "gold's file has no partner in the submission", "gold")
        for path in pairing.missing
    ]
    findings += [
        make_finding(path, 1, 1, "E503", "there is no gold file of this name")
        for path in pairing.left
    ]
    findings += [make_finding(path, 1, 1, "E503", "it " + NO_SIDE) for path in pairing.unsided]
    sources = Sources(options.gold, options.system)
    for _, gold, system in pairing.pairs:
        findings += check(
            source(system),
            None if gold is None else sources(gold),
            options.scorer,
            options.gold_too,
            options.all,
        )
    failing = _failing(options)
    failed = any(finding.level in failing for finding in findings)
    shown = FORMATS[options.format](findings, len(pairing.pairs))
    stderr = notes_on_style(options.gold or options.system, options.scorer)
    return Answer(encoded(shown), encoded(stderr), int(failed))


def _failing(options: argparse.Namespace) -> set[str]:
    """Return the levels of findings with which the command fails."""
    return {ERROR, WARNING} if options.strict else {ERROR}


def _pairing(options: argparse.Namespace) -> PairedFiles:
    """Return the pairs of files to check; raise UsageError if that is not clear."""
    if options.pair is not None and options.gold is None:
        raise UsageError("--pair pairs files with gold's: give -g too")
    try:
        return pair_all(options.gold, options.system, options.pair)
    except re.error as error:
        raise UsageError(
            "--pair %s is not a regular expression: %s" % (options.pair, error)
        ) from error


def _fix(options: argparse.Namespace, pairing: PairedFiles) -> Answer:
    """Write a fixed copy, and say what was done."""
    if len(pairing.pairs) != 1 or pairing.missing or pairing.left or pairing.unsided:
        raise UsageError("--fix takes one system file")
    if options.scorer not in ORIGINALS:
        raise UsageError("--fix mends no files of %s" % options.scorer)
    if options.format != "text":
        raise UsageError("--fix says what it did, as text: leave out --format")
    ((_, gold, system),) = pairing.pairs
    files: dict[bytes, File] = {}
    for handle, name in ((GOLD, gold), (SYSTEM, system)):
        if name is not None:
            read = read_file(handle, source(name))
            kind = check_kind(read) if isinstance(read, File) else read
            # A blind test file can be gold, and is not a submission to be fixed.
            if kind is not None and (kind.code != "E604" or handle == SYSTEM):
                return Answer(b"", encoded(str(kind) + "\n"), 1)
            assert isinstance(read, File)
            files[handle] = read
    content, done = mended(files[SYSTEM], files.get(GOLD), ORIGINALS[options.scorer])
    against = BytesIO(files[GOLD].content) if gold else None
    left = check(BytesIO(content), against, options.scorer, every_place=True)
    failing = _failing(options)
    failed = sum(finding.level in failing for finding in left)
    done = done or ["nothing to mend"]
    if failed:
        first = next(finding for finding in left if finding.level in failing)
        words = "not fixed: %d more, the first %s in line %d; see check without --fix"
        done.append(words % (failed, first.code, first.line))
    said = encoded("".join("%s: %s\n" % (system, what) for what in done))
    if options.fix == "-":
        return Answer(content, said, int(failed > 0))
    write_whole(options.fix, content)
    return Answer(said, b"", int(failed > 0))
