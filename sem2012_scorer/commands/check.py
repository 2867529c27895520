"""``sem2012-scorer check``: find everything that is wrong with a submission."""

from __future__ import annotations

import os

from ..checking import NOT_TEXT, check_files, check_read, files_of
from ..checking.codes import CODES, ERROR, WARNING, entry_of
from ..checking.files import File
from ..checking.findings import in_order, make_finding
from ..checking.kind import check_kind
from ..checking.showing import (
    View,
    as_dict,
    as_github,
    as_json,
    as_jsonl,
    as_markdown,
    as_text,
    as_tsv,
    every_finding,
)
from ..checking.slips import NEED_GOLD, ON_REQUEST
from ..checking.verdict import INVALID, Checked, sum_line
from ..ground.columns import GOLD, SYSTEM
from ..ground.process import Answer
from ..ground.records import Record
from ..ground.wording import encoded, json_of, plural, visible
from ..legacy.originals import ORIGINALS
from ..reading.source import AUTO, FormatError, NotReadable, name_of
from .files import Sources, check_names, check_twice, notes_on_style
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
from .output import add_output, delivered, output_name, terminal_of, write_whole
from .pairing import add_pair
from .reading import Systems, add_predictions, reading_of
from .run_files import pairs_given

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ..checking.findings import Finding
    from ..reading.source import Source
    from .pairing import Systems as Paired

DESCRIPTION = """\
Find everything that is wrong with a submission, in one run: with gold (or the
blind test file), or without. The verdict comes first: whether the file is valid,
why not, and whether --fix makes it so. Then the findings, a line each, as compilers
print them, and under it what to do. The last line says what was read. Of several
files, there is a line each.

  error    the legacy scorer stops here, or nothing in the file can count
  warning  it scores this, but not as its author expects
  note     a likely slip that costs little, or that cannot be judged without gold
"""

EPILOG = """\
With gold, slips that run through the file are fixed and scored again: the warning
says what they cost. Findings about gold itself are shown if they are errors, if
they say what is not read of gold, or with --gold-too.

A code's digits say what it is, its letter the level that it has in this file.

Folders, with their subfolders, are paired by name; a file without
partner is an error, and the others are checked nevertheless. Without -g, every
file is checked by itself.

examples:
  sem2012-scorer check -s system.txt
  sem2012-scorer check -s system.txt -g gold.txt --strict
  sem2012-scorer check -s output -g dev --scorer scorer_task2 --format json
  sem2012-scorer check -s system.txt -g gold.txt --fix fixed.txt --also N902
  sem2012-scorer check --about W124

exit status: 0 no errors, 1 errors (with --strict: or warnings),
2 for wrong usage, or a file that cannot be opened or written
"""

FORMATS = {
    "text": as_text,
    "json": as_json,
    "jsonl": as_jsonl,
    "tsv": as_tsv,
    "markdown": as_markdown,
    "github": as_github,
}


def add_arguments(check: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    what = check.add_mutually_exclusive_group(required=True)
    add_systems(what, SYSTEMS, required=False)
    what.add_argument("--about", metavar="CODE", help="say what a code means, and stop")
    add_gold(check, required=False)
    add_pair(check)
    add_scorer(check, ORIGINALS)
    check.add_argument("--gold-too", action="store_true", help="show findings about gold too")
    check.add_argument(
        "--all",
        action="store_true",
        help="list every finding and place: what others cause, notes on invalid files, findings on "
        "several files, and not only the first of many alike",
    )
    check.add_argument(
        "--fix",
        type=output_name,
        metavar="OUT",
        help="write a copy of the system's file with everything fixed that has one right answer, placed on "
        "gold's sentences; - is standard output; of several files, OUT is a folder",
    )
    check.add_argument(
        "--also",
        metavar="CODE",
        nargs="+",
        type=_code_of_slip,
        choices=ON_REQUEST,
        help="with --fix: fix a systematic slip too, which changes what the system said: %s"
        % ", ".join(ON_REQUEST),
    )
    add_format(check, FORMATS)
    add_output(check)
    add_predictions(check)
    check.add_argument("--strict", action="store_true", help="let warnings fail too")


def _code_of_slip(code: str) -> str:
    """Return the code of a slip, whatever its level."""
    return "N" + code[1:] if code[:1].upper() in ("N", "W") else code


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``check`` answers."""
    if options.about is not None:
        found = entry_of(options.about.upper())
        if found is None:
            raise UsageError(
                "there is no code %s; there are: %s" % (options.about, ", ".join(CODES))
            )
        return delivered(found.page(), options.output, b"")
    systems = pairs_given(options.gold, options.system, options.pair, must_pair=False)
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
        make_finding(one.path, "E503" if one.side else "E502", one.why, one.side or "system")
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
    stderr = (
        of_systems.said()
        + notes_of(pairing.notes)
        + notes_on_style(options.gold or options.system, options.scorer, sources)
    )
    return _delivered(options, findings, checked, stderr)


def _delivered(
    options: argparse.Namespace,
    findings: Sequence[Finding],
    checked: Sequence[Checked],
    stderr: str,
) -> Answer:
    """Return the answer that shows findings and verdicts in the format asked for."""
    view = View(options.all, *terminal_of(options))
    shown = FORMATS[options.format](findings, checked, view)
    return delivered(shown, options.output, encoded(stderr), _status(options, findings, checked))


def _status(
    options: argparse.Namespace, findings: Sequence[Finding], checked: Sequence[Checked]
) -> int:
    """Return 1 if something is an error, or with --strict a warning."""
    failing = {ERROR, WARNING} if options.strict else {ERROR}
    every = every_finding(findings, checked)
    return int(any(finding.level in failing for finding in every))


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
        files, errors = files_of(of_system, gold, options.scorer)
        if errors:
            return Checked(name_of(of_system), tuple([finding for finding, _ in errors]))
        reading = of_systems.reading
        return check_files(files, options.scorer, options.gold_too, options.all, reading)

    try:
        of_system.head()
        if gold is not None:
            gold.head()
        asked = of_systems.format_of(of_system, gold)
    except NotReadable:
        if is_alone:
            raise
        return found(of_system)
    except FormatError:
        # In no format that is known: that is a finding.
        return found(of_system)
    if not asked:
        if gold is not None:
            of_systems.suspect(of_system, gold)
        return found(of_system)
    if options.read_as != AUTO:
        if gold is None:
            raise UsageError("--from %s checks predictions on gold's tokens: give -g" % asked)
        return found(of_systems(gold, system))
    result = ""
    if gold is not None:
        try:
            made = of_systems(gold, system)
            result = "; its result: " + str(found(made, gold))
        except (FileTrouble, UsageError) as error:
            result = "; that says: %s" % error
    shown = "GOLD" if gold is None or system == "-" or "-" in options.gold else name_of(gold)
    return _not_columns(found(of_system), shown, result)


def _not_columns(checked: Checked, gold: str, result: str) -> Checked:
    """Return the findings about a file in another format, the one about that with its result as columns."""
    findings = [
        finding._replace(hint=finding.hint.replace("GOLD", gold) + result)
        if (finding.code, finding.side) == ("E607", "system")
        else finding
        for finding in checked.findings
    ]
    return checked._replace(findings=tuple(findings))


def _fix(options: argparse.Namespace, pairing: Paired) -> Answer:
    """Write a fixed copy of each file, and say what was done, what is left, and what the copy is worth."""
    if pairing.unpaired:
        raise UsageError(str(pairing.unpaired[0]))
    for code in options.also or ():
        if not options.gold and code in NEED_GOLD:
            raise UsageError("--also %s takes what gold has: give -g too" % code)
    paths = [pair.system for pair in pairing.pairs]
    is_folder = len(paths) > 1 or options.fix.endswith(os.sep) or os.path.isdir(options.fix)
    if options.fix == "-" and is_folder:
        raise UsageError("--fix - takes one system file; of several, --fix FOLDER/")
    if is_folder and "-" in paths:
        raise UsageError("- (standard input) has no name in a folder: --fix OUT, a file")
    if is_folder and os.path.isfile(options.fix):
        raise UsageError("--fix %s is a file: of several files, give a folder" % options.fix)
    real = os.path.realpath
    if options.output not in (None, "-") and real(options.output) == real(options.fix):
        raise UsageError("-o and --fix are the same file: write to two")
    check_twice(paths)
    outs = _names_in(options.fix, paths) if is_folder else [options.fix]
    for out in outs:
        check_names([*(options.gold or ()), *options.system], out)
    sources = Sources()
    copies = [
        _copy(options, None if pair.gold is None else sources(pair.gold), sources(pair.system), out)
        for pair, out in zip(pairing.pairs, outs)
    ]
    if not is_folder and copies[0].content is None:
        return Answer(b"", encoded(copies[0].said), 1)
    if options.fix != "-":
        _write(copies, is_folder)
    status = _status(options, (), [copy.checked for copy in copies])
    said = _said(options, copies, is_folder)
    if options.fix != "-":
        return delivered(said, options.output, b"", status)
    # Standard output has the copy: what is said goes beside it, or where -o says.
    content = copies[0].content or b""
    if options.output in (None, "-"):
        return Answer(content, encoded(said), status)
    write_whole(options.output, encoded(said))
    return Answer(content, b"", status)


def _write(copies: Sequence[Copy], is_folder: bool) -> None:
    """Write each copy whole, its folder with it."""
    for copy in copies:
        if copy.content is not None:
            if is_folder:
                os.makedirs(os.path.dirname(copy.out), exist_ok=True)
            write_whole(copy.out, copy.content)


def _said(options: argparse.Namespace, copies: Sequence[Copy], is_folder: bool) -> str:
    """Return the findings on fixed copies, in the format asked for."""
    checked = [copy.checked for copy in copies]
    if options.format == "json":
        fixed = [{"output": copy.out, "fixed": list(copy.done)} for copy in copies]
        head = {"copies": fixed} if is_folder else fixed[0]
        return json_of({**head, **as_dict((), checked)}, indent=2) + "\n"
    if options.format != "text":
        return FORMATS[options.format]((), checked, View(options.all))
    said = ""
    for copy in copies:
        said += copy.said
        if copy.content is not None:
            name = copy.out + ": " if is_folder else ""
            said += visible(name + str(copy.checked)) + "\n"
    return said + (sum_line(checked) + "\n" if is_folder else "")


def _names_in(folder: str, files: Sequence[str]) -> list[str]:
    """Return the names of copies in a folder: those of the files, with their folders where these differ."""
    names = [os.path.basename(name) for name in files]
    if len({*names}) < len(names):
        common = os.path.commonpath([os.path.abspath(name) for name in files])
        names = [os.path.relpath(name, common) for name in files]
    return [os.path.join(folder, name) for name in names]


class Copy(Record):
    """A fixed copy: where it goes, its bytes (None if none is made), the words on it, and its check."""

    out: str
    content: bytes | None
    done: tuple[str, ...]
    said: str
    checked: Checked

    @classmethod
    def none(cls, out: str, system: Source, why: Sequence[Finding]) -> Copy:
        """Return why no copy of a system's file is made."""
        return cls(out, None, (), "%s\n" % str(why[0]), Checked(system.name, tuple(why)))


def _copy(options: argparse.Namespace, gold: Source | None, system: Source, out: str) -> Copy:
    """Return a fixed copy of a system's file; none of a file that is not a submission."""
    from ..checking.fixing import fixed

    files, unreadable = files_of(system, gold, options.scorer)
    in_gold = files.get(GOLD)
    kind = None if in_gold is None else check_kind(in_gold)
    # A blind test file can be gold.
    refused = [
        *[finding for finding, _ in unreadable],
        *([kind] if kind is not None and kind.code != "E604" else []),
    ]
    if refused:
        if refused[0].side == "gold" and "--fix" in refused[0].hint:
            refused[0] = refused[0]._replace(hint="fix gold first: check -s GOLD --fix OUT")
        return Copy.none(out, system, refused)
    before = check_kind(files[SYSTEM])
    if before is not None and before.code in NOT_TEXT:
        return Copy.none(out, system, [before])
    original = ORIGINALS[options.scorer]
    made = fixed(files[SYSTEM], in_gold, original, options.also or (), reading_of(options))
    copy = File(SYSTEM, system.name if out == "-" else out, made.content, files[SYSTEM].empty)
    kind = check_kind(copy)
    if kind is not None:
        return Copy.none(out, system, [before or kind])
    checked = check_read(copy, in_gold, options.scorer)
    checked = checked._replace(findings=tuple(in_order(checked.findings)))
    nothing = "nothing could be fixed" if checked.verdict == INVALID else "nothing to fix"
    said = list(made.done or [nothing])
    if made.refused and checked.verdict == INVALID:
        said.append("not placed on gold's sentences: %s" % made.refused)
    said = ["%s: %s" % (system.name, what) for what in [*said, *_left(checked.findings)]]
    shown = "".join(visible(line) + "\n" for line in said)
    return Copy(out, made.content, made.done, shown, checked)


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
