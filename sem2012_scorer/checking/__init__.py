"""Everything that is wrong with a submission, found in one run, and a verdict on it.

The legacy scorers stop at the first fault, and score some files differently from
what their author expects. `check` finds both. With gold, some finding has
`stops` if, and only if, the original stops.
"""

from __future__ import annotations

from ..ground.columns import GOLD, SYSTEM
from ..ground.wording import counted, decoded, some
from ..legacy.originals import EVAL_CD_SCO, original_of
from ..reading.in_step import ScoringError
from ..reading.released import are_exchanged, recognised_in
from ..reading.source import as_source
from .alignment import Phantoms, check_agreement, other_text
from .cells import Cells, check_empty_sign
from .codes import ERROR, LETTERS, NOTE, WARNING
from .files import File, check_double_blanks, not_read, read_file
from .findings import Finding, grouped, in_order
from .kind import check_kind
from .numbering import check_numbering
from .reading import FileCheck, contents_of
from .slips import slips_alone
from .stopping import run_scorer, with_stops, with_stops_alone
from .verdict import INVALID, Checked, Contents, Remedy, scores_of
from .widths import check_gold_columns, check_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..legacy.originals import Original
    from ..reading.options import Reading
    from ..reading.released import Recognised
    from ..reading.source import File as Source


def check(
    system: Source,
    *,
    gold: Source | None = None,
    scorer: str = EVAL_CD_SCO.identifier,
    gold_too: bool = False,
    every_place: bool = False,
) -> list[Finding]:
    """Return what is wrong with a system's file, compared with gold's if that is given.

    The findings of `check_submission`, whose arguments these are.

    >>> for finding in check("fixtures/word-differs/system.txt",
    ...                      gold="fixtures/word-differs/gold.txt"):
    ...     print(finding.line, finding.level, finding.code, finding.hint)
    4 error E101 copy the first four fields from the gold or test file
    """
    found = check_submission(
        system, gold=gold, scorer=scorer, gold_too=gold_too, every_place=every_place
    )
    return list(found.findings)


def check_submission(
    system: Source,
    *,
    gold: Source | None = None,
    scorer: str = EVAL_CD_SCO.identifier,
    gold_too: bool = False,
    every_place: bool = False,
    reading: Reading | None = None,
) -> Checked:
    """Check a system's file, against gold's if that is given; return findings and a verdict.

    `scorer` is one of `ORIGINALS`. `system`
    and `gold` are paths or binary streams, each read once; gold may be a blind file,
    without annotation. With gold, some finding has `stops` if, and only if, the legacy
    scorer stops at the files; without, the system's file up to its last sentence with
    annotation columns serves as gold. Findings about gold are returned if they are
    errors or concern what is read of it, or with `gold_too`. If there are many findings
    of one kind, they are returned as one with the first places, unless `every_place` is
    true. Errors come first, then the order is the files'. `reading` are the options with which a
    fixed copy would be placed on gold's sentences. Raises OSError, which is a ScoringError too, for a file
    that cannot be read.

    >>> print(check_submission("fixtures/all-right/system.txt", gold="fixtures/all-right/gold.txt"))
    valid: 3 sentences, 20 tokens, 3 negations (3 scopes, 3 events) in 2 sentences; gold has 3
    """
    if reading is not None:
        from ..reading.options import valid

        valid(reading)
    of_system = as_source(system)
    of_gold = None if gold is None else as_source(gold)
    try:
        files, errors = files_of(of_system, of_gold, scorer)
        for _, error in errors:
            raise error
        return check_files(files, scorer, gold_too, every_place, reading)
    finally:
        of_system.close()
        if of_gold is not None:
            of_gold.close()


def check_files(
    files: Mapping[bytes, File],
    scorer: str,
    gold_too: bool = False,
    every_place: bool = False,
    reading: Reading | None = None,
) -> Checked:
    """Check files that have been opened, by their handles: see `check_submission`."""
    checked = check_read(files[SYSTEM], files.get(GOLD), scorer, gold_too)
    checked = with_remedy(checked, files, scorer, reading)
    findings = in_order(checked.findings) if every_place else grouped(checked.findings)
    return checked._replace(findings=tuple(findings))


def files_of(
    system: Source, gold: Source | None, scorer: str
) -> tuple[dict[bytes, File], list[tuple[Finding, ScoringError]]]:
    """Return the files that are checked, by handle, and a finding and the error for each that cannot be read."""
    files: dict[bytes, File] = {}
    unreadable = []
    sources = [(SYSTEM, system)] if gold is None else [(GOLD, gold), (SYSTEM, system)]
    for handle, source in sources:
        try:
            files[handle] = read_file(handle, source, _sign_of(scorer))
        except ScoringError as error:
            unreadable.append((not_read(handle, error), error))
    return files, unreadable


def check_read(system: File, gold: File | None, scorer: str, gold_too: bool = False) -> Checked:
    """Check files that have been read: see `check_submission`. The findings are in no order."""
    if gold is None:
        checked = _check_alone(system, original_of(scorer))
    else:
        checked = _check_pair(gold, system, original_of(scorer), gold_too)
        checked = checked._replace(findings=tuple(_about_golds_end(checked.findings)))
    findings = [
        _lettered(_with_golds_hint(one))
        for one in checked.findings
        if gold_too or one.side == "system" or one.level == ERROR or is_of_gold(one)
    ]
    return checked._replace(findings=tuple(findings))


def _lettered(finding: Finding) -> Finding:
    """Return a finding whose code has the letter of its level."""
    return finding._replace(code=LETTERS[finding.level] + finding.code[1:])


NOT_TEXT = ("E502", "E601", "E602")
"""The codes of files of which no copy is made."""


def with_remedy(
    checked: Checked,
    files: Mapping[bytes, File],
    scorer: str,
    reading: Reading | None,
) -> Checked:
    """Return what was checked, with what a fixed copy would be.

    A file that is invalid is always tried; another where something is found that is fixed.
    """
    codes = {finding.code for finding in checked.findings if finding.side == "system"}
    fixable = {code[1:] for code in codes if code[0] == LETTERS[WARNING]} & FIXED
    if not codes.isdisjoint(NOT_TEXT):
        return checked
    if checked.verdict != INVALID and not fixable:
        return checked
    from .fixing import fixed

    system, gold = files[SYSTEM], files.get(GOLD)
    made = fixed(system, gold, original_of(scorer), (), reading)
    copy = checked
    if made.done:
        copy = check_read(File(SYSTEM, system.name, made.content, system.empty), gold, scorer)
    left = frozenset(finding.code for finding in copy.findings)
    remedy = Remedy(copy.verdict, left, copy.f1, made.done, *made[2:])
    checked = checked._replace(remedy=remedy)
    if not checked.is_fixed:
        return checked
    first = next((one for one in in_order(checked.findings) if one.side == "system"), None)
    done = "check --fix OUT: " + some(list(made.done), DONE_NAMED)
    findings = [
        one._replace(hint=done)
        if one is first
        else one._replace(hint=PLACED)
        if one.code in PLACEABLE and made.ways
        else one
        for one in checked.findings
    ]
    return checked._replace(findings=tuple(findings))


FIXED = frozenset("104 106 108 117 119 120 121 126 204 303 401 402 404 605 911".split())
"""The digits of what is fixed in a file that is not invalid."""
DONE_NAMED = 4
PLACEABLE = ("E101", "E102", "E103")
PLACED = "check --fix OUT places the file on gold's sentences, and changes no annotation"


def _with_golds_hint(finding: Finding) -> Finding:
    """Return a finding; one about gold that --fix fixes says that gold is fixed by itself."""
    if finding.side == "system" or "--fix" not in finding.hint:
        return finding
    return finding._replace(hint="fix gold by itself: check -s GOLD --fix OUT")


def is_of_gold(finding: Finding) -> bool:
    """Return True if a finding about gold says what is not read of it, which everybody must know."""
    return finding.code == "W122" or (finding.code == "W404" and finding.level == NOTE)


def _sign_of(scorer: str) -> str:
    """Return the sign for an empty cell in the data of a scorer's task."""
    return decoded(original_of(scorer).empty_cells[-1])


def _about_golds_end(findings: tuple[Finding, ...]) -> list[Finding]:
    """Return findings of which one says that gold's last token is not read, and none blames the system.

    With a blank line at its end, the system's file would no longer agree with gold.
    """
    ends = {f.line for f in findings if (f.side, f.code, f.level) == ("gold", "W404", WARNING)}
    kept = []
    for found in findings:
        if (found.code, found.level) == ("W404", WARNING) and found.line in ends:
            if found.side == "system":
                continue
            found = found._replace(level=NOTE)
        kept.append(found)
    return kept


def _check_alone(system: File, original: Original) -> Checked:
    """Return what is wrong with a system's file, without gold."""
    cells = Cells(system, system, original)
    kind = check_kind(system)
    if kind is not None:
        findings = with_stops_alone([kind], system, original)
        return Checked(system.name, tuple(findings), _blind_contents(kind, system, cells))
    findings = FileCheck(system, cells).finish()
    findings += check_double_blanks(system)
    corpus = recognised_in(system.open)
    if corpus is None:
        findings += check_numbering(system)
    if not cells.contents.negations:
        findings += _no_negation(system, cells, findings, NOTE)
    findings = slips_alone(_without_echoes(findings), system)
    if not any(found.code == "E805" for found in findings):
        findings += _lacks(system, cells, corpus)
    findings = with_stops_alone(findings, system, original)
    return Checked(system.name, tuple(findings), cells.contents, None, corpus)


def _no_negation(
    system: File, cells: Cells, findings: list[Finding], level: str
) -> Iterator[Finding]:
    """Yield the finding that no sentence of the system's has a negation.

    Where columns are wrong, negations may be there and were not read.
    """
    if not any(found.code in ("E201", "E202", "E203") for found in findings):
        words = "no negation in %s" % counted(cells.contents.sentences, "sentence")
        yield system.finding(1, "W801", words)._replace(level=level)


def _lacks(system: File, cells: Cells, corpus: Recognised | None) -> list[Finding]:
    """Return notes on parts that no negation has, where gold may have them; - is written for cues alone.

    `corpus` is that whose tokens the files have: where it has no events, none are missed.
    """
    read = cells.contents
    if cells.sign != "_" or read.negations < FEWEST:
        return []
    found = []
    if not read.events and (corpus is None or corpus.corpus.events):
        found.append(("N909", "an event"))
    if not read.scopes:
        found.append(("N910", "a scope"))
    message = "none of %s has %s; if gold's have, that costs every row in which they count"
    return [
        system.finding(1, code, message % (counted(read.negations, "negation"), part))
        for code, part in found
    ]


FEWEST = 5
"""The number of negations from which on it is no chance that none of them has a part."""


def _blind_contents(kind: Finding, file: File, cells: Cells) -> Contents | None:
    """Return what there is in a file without annotation columns, None for one of another kind."""
    return contents_of(file, cells) if kind.code == "E604" else None


def _check_pair(gold: File, system: File, original: Original, gold_too: bool) -> Checked:
    """Return what is wrong with two files."""
    gold_cells = Cells(gold, gold, original, is_outlined=not gold_too)
    cells = Cells(system, gold, original, like=gold_cells)
    kinds = {kind.side: kind for kind in map(check_kind, (gold, system)) if kind is not None}
    # A blind test file as gold has no annotation, but can be compared with.
    is_blind = "gold" in kinds and kinds["gold"].code == "E604"
    if is_blind:
        del kinds["gold"]
    agreement = list(check_agreement(gold, system))
    agree = not any(finding.level == ERROR for finding in agreement)
    corpus = recognised_in(gold.open)
    is_recoded = any(finding.code == "E105" for finding in agreement)
    other = "" if agree or kinds or is_recoded else other_text(gold, system)
    if other:
        ours = recognised_in(system.open)
        names = [one.corpus.name for one in (ours, corpus) if one is not None]
        if len(names) == 2:
            other = "its text is that of %s, and gold's of %s: " % tuple(names) + other
        agreement = [system.finding(1, "E107", other)]
    if kinds and not agree:
        # Report the cause, not the many lines that differ.
        run = run_scorer(gold, system, original)
        findings, _ = with_stops([*kinds.values()], gold, system, run, original)
        read, in_gold = (
            _blind_contents(kinds[side], file, own) if side in kinds else contents_of(file, own)
            for side, file, own in (("system", system, cells), ("gold", gold, gold_cells))
        )
        return Checked(system.name, tuple(findings), read, in_gold, corpus)
    checks = FileCheck(gold, gold_cells), FileCheck(system, cells)
    phantoms = Phantoms(gold, system, original)
    heard = phantoms.hear if phantoms.are_heard else None
    run = run_scorer(gold, system, original, checks, heard)
    findings = [*kinds.values(), *checks[0].finish(), *checks[1].finish()]
    findings += check_empty_sign(gold_cells, cells, system)
    if gold_too:
        findings += check_gold_columns(gold)
        findings += check_tags(gold)
    findings += agreement
    if is_recoded:
        findings = [found for found in findings if (found.code, found.side) != ("N904", "system")]
    if any(finding.code == "W122" for finding in agreement):
        # A part that seems missing after that may be in lines that are not read.
        end = len(gold.lines)
        findings = [
            found
            for found in findings
            if (found.code not in MISSING or found.line < end)
            and (found.side, found.code) != ("gold", "W404")
        ]
    if agree:
        findings += phantoms.found()
    else:
        findings += [*check_double_blanks(gold), *check_double_blanks(system)]
    if gold.lines.returns and system.lines.returns:
        hint = "take them out of both files, of gold too (dos2unix)"
        findings = [f._replace(hint=hint) if f.code == "W401" else f for f in findings]
    if is_blind:
        findings = slips_alone(findings, system) + _lacks(system, cells, corpus)
    elif are_exchanged(corpus, system.open):
        words = "the system's file is a corpus as released, and gold has other annotation"
        findings.append(system.finding(1, "W803", words))
    may_have = is_blind or gold_cells.contents.negations
    if may_have and not cells.contents.negations and not kinds:
        findings += _no_negation(system, cells, findings, NOTE if is_blind else WARNING)
    if "system" in kinds:
        # That there are no annotation columns is said once.
        findings = [found for found in findings if (found.side, found.code) not in SAID_ONCE]
    findings, costs = with_stops(_without_echoes(findings), gold, system, run, original)
    f1 = scores_of(run.counts, original) if gold_cells.contents.negations else ()
    read, in_gold = cells.contents, gold_cells.contents
    return Checked(system.name, tuple(findings), read, in_gold, corpus, costs, f1)


ECHOES = ("W126", "W106", "N127", "W128", "N902")
"""What is found in cells that hold labels or marks, and means nothing there."""


def _without_echoes(findings: list[Finding]) -> list[Finding]:
    """Return findings without those that others explain: what E805 is about, and lines of titles."""
    if any(found.code == "E805" for found in findings):
        findings = [f for f in findings if f.code not in ECHOES or f.side == "gold"]
    titles = {found.line for found in findings if (found.side, found.code) == ("system", "W119")}
    return [found for found in findings if found.code != "E103" or found.line not in titles]


SAID_ONCE = (("system", "W119"), ("system", "W208"))
"""The codes of findings that every sentence of a file without annotation columns would have: left out there."""

MISSING = ("E301", "E302")
"""The codes for negations with a missing part."""
