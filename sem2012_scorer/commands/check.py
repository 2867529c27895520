"""``sem2012-scorer check``: find everything that is wrong with a submission."""

from __future__ import annotations

import os

from ..checking import check_read, check_submission
from ..checking.codes import CODES, ERROR, WARNING
from ..checking.files import File, read_file
from ..checking.findings import in_order, make_finding
from ..checking.kind import check_kind
from ..checking.mending import mended
from ..checking.showing import as_dict, as_github, as_json, as_text
from ..checking.slips import NEED_GOLD, ON_REQUEST
from ..focus import IDENTIFIER as FOCUS
from ..ground.columns import GOLD, SYSTEM
from ..ground.process import Answer
from ..ground.wording import encoded, json_of, plural
from ..legacy.originals import ORIGINALS
from ..reading.source import AUTO, FormatError, NotReadable, name_of
from .files import Sources, check_names, notes_on_style, shown_name, source
from .options import (
    SYSTEMS,
    FileTrouble,
    UsageError,
    add_format,
    add_gold,
    add_scorer,
    add_systems,
    notes_of,
)
from .output import add_output, delivered, output_name, write_whole
from .pairing import add_pair, pair_systems
from .reading import Systems, add_predictions

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..checking.findings import Finding
    from ..checking.verdict import Checked
    from ..reading.source import Source
    from .pairing import Systems as Paired

DESCRIPTION = """\
Find everything that is wrong with a submission, in one run: with gold (or the
blind test file), or without. One line each, as compilers print them, and under it
what to do. The last line says what was read, and whether it is valid.

  error    the legacy scorer stops here, or nothing in the file can count
  warning  it scores this, but not as its author expects
  note     a likely slip that costs little, or that cannot be judged without gold
"""

EPILOG = """\
With gold, slips that run through the file are mended and scored again: the warning
says what they cost. Findings about gold itself are shown if they are errors, if
they say what is not read of gold, or with --gold-too.

Folders, with their subfolders, are paired by name; a file without
partner is an error, and the others are checked nevertheless. Without -g, every
file is checked by itself.

examples:
  sem2012-scorer check -s system.txt
  sem2012-scorer check -s system.txt -g gold.txt --strict
  sem2012-scorer check -s output -g dev --scorer scorer_task2 --format json
  sem2012-scorer check -s system.txt -g gold.txt --fix mended.txt --also N102
  sem2012-scorer check --explain W103

exit status: 0 no errors, 1 errors (with --strict: or warnings),
2 for wrong usage, or a file that cannot be opened or written
"""

FORMATS = {"text": as_text, "json": as_json, "github": as_github}


def add_arguments(check: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    what = check.add_mutually_exclusive_group(required=True)
    add_systems(what, SYSTEMS, required=False)
    what.add_argument("--explain", metavar="CODE", help="say what a code means, and stop")
    add_gold(check, required=False)
    add_pair(check)
    add_scorer(check)
    check.add_argument("--gold-too", action="store_true", help="show findings about gold too")
    check.add_argument(
        "--all", action="store_true", help="list every place, not the first of many alike"
    )
    check.add_argument(
        "--fix",
        type=output_name,
        metavar="OUT",
        help="write a copy of the system's file with everything fixed that has one right answer; "
        "- is standard output",
    )
    check.add_argument(
        "--also",
        metavar="CODE",
        nargs="+",
        type=str.upper,
        choices=ON_REQUEST,
        help="with --fix: mend a systematic slip too, which changes what the system said: %s"
        % ", ".join(ON_REQUEST),
    )
    add_format(check, FORMATS)
    add_output(check)
    add_predictions(check)
    check.add_argument("--strict", action="store_true", help="let warnings fail too")


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``check`` answers."""
    if options.explain is not None:
        code = options.explain.upper()
        if code not in CODES:
            raise UsageError(
                "there is no code %s; there are: %s" % (options.explain, ", ".join(CODES))
            )
        return delivered(CODES[code].page(), options.output, b"")
    systems = pair_systems(options.gold, options.system, options.pair, must_pair=False)
    return _checked(options, systems)


def _checked(options: argparse.Namespace, pairing: Paired) -> Answer:
    """Return the findings in the files."""
    for output in (options.fix, options.output):
        check_names([*(options.gold or ()), *options.system], output)
    if options.fix is not None:
        return _fix(options, pairing)
    if options.also:
        raise UsageError("--also goes with --fix")
    findings = [
        make_finding(one.path, 1, 1, "E503" if one.side else "E502", one.why, one.side or "system")
        for one in pairing.unpaired
    ]
    sources = Sources()
    of_systems = Systems(options, sources)
    checked = []
    is_alone = len(pairing.pairs) == 1 and not pairing.unpaired
    for pair in pairing.pairs:
        gold = None if pair.gold is None else sources(pair.gold)
        checked.append(_checked_pair(gold, pair.system, options, of_systems, is_alone))
        sources.done(pair.system, None if pairing.is_one_gold else pair.gold)
    findings += [finding for one in checked for finding in one.findings]
    failing = _failing(options)
    failed = any(finding.level in failing for finding in findings)
    shown = FORMATS[options.format](findings, checked)
    stderr = (
        of_systems.said()
        + notes_of(pairing.notes)
        + notes_on_style(options.gold or options.system, options.scorer, sources)
    )
    return delivered(shown, options.output, encoded(stderr), int(failed))


def _checked_pair(
    gold: Source | None,
    system: str,
    options: argparse.Namespace,
    of_systems: Systems,
    is_alone: bool,
) -> Checked:
    """Return what `check` finds in a system's file.

    With ``--from``, that is what stands in the columns that `convert` makes of it. Without, a file
    in another format is not a submission: the error says how to make one, and what it will be.
    """
    of_system = of_systems.sources(system)

    def found(of_system: Source, gold: Source | None = gold) -> Checked:
        return check_submission(of_system, gold, options.scorer, options.gold_too, options.all)

    try:
        of_system.head()
        if gold is not None:
            gold.head()
        asked = options.scorer != FOCUS and of_systems.format_of(of_system, gold)
    except NotReadable:
        if is_alone:
            raise
        asked = None
    except FormatError:
        # In no format that is known: that is a finding.
        asked = None
    if not asked:
        return found(of_system)
    if options.read_as != AUTO:
        if gold is None:
            raise UsageError("--from %s checks predictions on gold's tokens: give -g" % asked)
        return found(of_systems(gold, system))
    outcome = ""
    if gold is not None:
        try:
            made = of_systems(gold, system)
            outcome = "; its outcome: " + str(found(made, gold))
        except (FileTrouble, UsageError) as error:
            outcome = "; that says: %s" % error
    shown = "GOLD" if gold is None or system == "-" or "-" in options.gold else name_of(gold)
    return _not_columns(found(of_system), shown, outcome)


def _not_columns(checked: Checked, gold: str, outcome: str) -> Checked:
    """Return the findings about a file in another format, the one about that with its outcome."""
    findings = [
        finding._replace(hint=finding.hint.replace("GOLD", gold) + outcome)
        if (finding.code, finding.side) == ("E607", "system")
        else finding
        for finding in checked.findings
    ]
    return checked._replace(findings=tuple(findings))


def _failing(options: argparse.Namespace) -> set[str]:
    """Return the levels of findings with which the command fails."""
    return {ERROR, WARNING} if options.strict else {ERROR}


def _fix(options: argparse.Namespace, pairing: Paired) -> Answer:
    """Write a fixed copy, and say what was done, what is left, and what the copy is worth."""
    if len(pairing.pairs) != 1 or pairing.unpaired:
        raise UsageError("--fix takes one system file")
    if options.scorer not in ORIGINALS:
        raise UsageError("--fix mends no files of %s" % options.scorer)
    ((_, gold, system, _),) = pairing.pairs
    for code in options.also or ():
        if gold is None and code in NEED_GOLD:
            raise UsageError("--also %s takes what gold has: give -g too" % code)
    files: dict[bytes, File] = {}
    for handle, name in ((GOLD, gold), (SYSTEM, system)):
        if name is not None:
            read = read_file(handle, source(name))
            kind = check_kind(read) if isinstance(read, File) and handle == GOLD else None
            refused = read if not isinstance(read, File) else kind
            # A blind test file can be gold.
            if refused is not None and refused.code != "E604":
                if handle == GOLD and "--fix" in refused.hint:
                    refused = refused._replace(hint="mend gold first: check -s GOLD --fix OUT")
                return Answer(b"", encoded(str(refused) + "\n"), 1)
            assert isinstance(read, File)
            files[handle] = read
    content, done = mended(
        files[SYSTEM], files.get(GOLD), ORIGINALS[options.scorer], options.also or ()
    )
    named = shown_name(system) if options.fix == "-" else options.fix
    copy = File(SYSTEM, named, content, files[SYSTEM].empty)
    kind = check_kind(copy)
    if kind is not None:
        return Answer(b"", encoded(str(check_kind(files[SYSTEM]) or kind) + "\n"), 1)
    checked = check_read(copy, files.get(GOLD), options.scorer)
    checked = checked._replace(findings=tuple(in_order(checked.findings)))
    if options.format == "json":
        fixed = {"output": options.fix, "fixed": done}
        said = json_of({**fixed, **as_dict(checked.findings, [checked])}, indent=2) + "\n"
    elif options.format == "github":
        said = as_github(checked.findings, [checked])
    else:
        lines = ["%s: %s" % (shown_name(system), what) for what in done or ["nothing to mend"]]
        said = "".join(line + "\n" for line in [*lines, *_left(checked.findings), str(checked)])
    failed = any(finding.level in _failing(options) for finding in checked.findings)
    if options.fix == "-":
        # Standard output has the copy: what is said goes beside it, or where -o says.
        if options.output in (None, "-"):
            return Answer(content, encoded(said), int(failed))
        write_whole(options.output, encoded(said))
        return Answer(content, b"", int(failed))
    if options.output is not None and os.path.realpath(options.output) == os.path.realpath(
        options.fix
    ):
        raise UsageError("-o and --fix are the same file: write to two")
    write_whole(options.fix, content)
    return delivered(said, options.output, b"", int(failed))


def _left(findings: Sequence[Finding]) -> list[str]:
    """Return a line on the errors and warnings that are left in a fixed copy, none if there are none."""
    left = [finding for finding in findings if finding.level in (ERROR, WARNING)]
    if not left:
        return []
    codes = dict.fromkeys(finding.code for finding in left)
    numbers = [(code, sum(f.places for f in left if f.code == code)) for code in codes]
    named = ["%s in %s" % (code, plural(number, "place")) for code, number in numbers]
    first = "the first in line %d: %s" % (left[0].line, left[0].hint)
    return ["not fixed: %s; %s" % (", ".join(named), first)]
