"""Everything that is wrong with a submission, found in one run.

The legacy scorers stop at the first fault, and score some files differently from
what their author expects. `check` finds both. With gold, its findings include an
error if, and only if, the original stops.
"""

from __future__ import annotations

from ..focus import IDENTIFIER as FOCUS
from ..ground.columns import GOLD, SYSTEM
from ..ground.wording import decoded
from ..legacy.originals import EVAL_CD_SCO, original_of
from .alignment import check_agreement, check_phantoms
from .cells import Cells, check_empty_sign
from .codes import ERROR, WARNING
from .files import File, check_blank_lines, check_bytes, check_double_blanks, read_file
from .findings import Finding, grouped, in_order
from .kind import check_kind
from .verdict import with_verdict, with_verdict_alone
from .widths import check_columns, check_gold_columns, check_tags, is_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..corpora.sources import File as Source
    from ..legacy.originals import Original


def check(
    system: Source,
    gold: Source | None = None,
    scorer: str = EVAL_CD_SCO.identifier,
    gold_too: bool = False,
    every_place: bool = False,
) -> list[Finding]:
    """Return what is wrong with a system's file, compared with gold's if that is given.

    `scorer` is one of `ORIGINALS`, or ``pb-foc``, for the focus of negation. `system`
    and `gold` are paths or binary streams, each read once. With gold, the findings
    include an error if, and only if, the legacy scorer stops at the files; without,
    the system's file up to its last sentence with annotation columns serves as gold.
    Findings about gold are returned if they are errors, or with `gold_too`. If there
    are many findings of one kind, they are returned as one with the first places,
    unless `every_place` is true. Errors come first, then the order is the files'.

    >>> for finding in check("fixtures/word-differs/system.txt", "fixtures/word-differs/gold.txt"):
    ...     print(finding.line, finding.level, finding.code, finding.hint)
    4 error E101 copy the first four fields from the gold or test file
    """
    original = None if scorer == FOCUS else original_of(scorer)
    files: dict[bytes, File] = {}
    unreadable: list[Finding] = []
    sources = [(SYSTEM, system)] if gold is None else [(GOLD, gold), (SYSTEM, system)]
    for handle, source in sources:
        read = read_file(handle, source)
        if isinstance(read, File):
            files[handle] = read
        else:
            unreadable.append(read)
    if unreadable:
        return unreadable
    if original is None:
        from .focus import check_focus

        findings = check_focus(files[SYSTEM], files.get(GOLD))
    elif GOLD in files:
        findings = _without_golds_end(_check_pair(files[GOLD], files[SYSTEM], original, gold_too))
    else:
        findings = _check_alone(files[SYSTEM], original)
    if not gold_too:
        findings = [found for found in findings if found.side == "system" or found.level == ERROR]
    return in_order(findings) if every_place else grouped(findings)


def _without_golds_end(findings: list[Finding]) -> list[Finding]:
    """Return findings without the warning about a final blank line that gold does not have either.

    That fault is gold's: with the blank line, the files would no longer agree.
    """
    gold_ends = {found.line for found in findings if (found.side, found.code) == ("gold", "W101")}
    return [
        found
        for found in findings
        if (found.side, found.code, found.level) != ("system", "W101", WARNING)
        or found.line not in gold_ends
    ]


def _check_alone(system: File, original: Original) -> list[Finding]:
    """Return what is wrong with a system's file, without gold."""
    kind = check_kind(system)
    if kind is not None:
        return [kind]
    cells = Cells(system, system, original)
    findings = list(_check_file(system, cells))
    findings += check_double_blanks(system)
    return with_verdict_alone(findings, system, original)


def _check_pair(gold: File, system: File, original: Original, gold_too: bool) -> list[Finding]:
    """Return what is wrong with two files."""
    gold_cells, cells = Cells(gold, gold, original), Cells(system, gold, original)
    kinds = [kind for kind in map(check_kind, (gold, system)) if kind is not None]
    # A blind test file as gold has no annotation, but can be compared with.
    kinds = [kind for kind in kinds if kind.side == "system" or kind.code != "E604"]
    agreement = list(check_agreement(gold, system))
    agree = not any(finding.level == ERROR for finding in agreement)
    if kinds and not agree:
        # Report the cause, not the many lines that differ.
        return with_verdict(kinds, gold, system, original)
    findings = [*kinds, *_check_file(gold, gold_cells), *_check_file(system, cells)]
    findings += check_empty_sign(gold_cells, cells, system)
    if gold_too:
        findings += check_gold_columns(gold)
        findings += check_tags(gold)
    findings += agreement
    if any(finding.code == "E105" for finding in agreement):
        findings = [found for found in findings if (found.code, found.side) != ("N104", "system")]
    if any(finding.code == "W122" for finding in agreement):
        # A part that seems missing after that may be in lines that are not read.
        end = len(gold.lines)
        findings = [found for found in findings if found.code not in MISSING or found.line < end]
    if agree:
        findings += check_phantoms(gold, system, original)
    else:
        findings += [*check_double_blanks(gold), *check_double_blanks(system)]
    return with_verdict(findings, gold, system, original)


MOST_COLUMNS = 3007
"""The columns of a thousand negations; with more, it is not a sentence and is not looked at."""

MISSING = ("E301", "E302")
"""The codes for negations with a missing part."""


def _check_file(file: File, cells: Cells) -> Iterator[Finding]:
    """Yield what is wrong with a file by itself; `cells` checks its sentences in turn."""
    yield from check_bytes(file)
    yield from check_blank_lines(file)
    for sentence in file.sentences():
        # Most sentences have eight columns, the last of which is ***.
        if file.is_plainly_without_negation(sentence):
            continue
        most = max(line.count(b"\t") for line in file.lines_of(sentence)) + 1
        if most > MOST_COLUMNS:
            yield file.finding(sentence[0], 1, "E205", "%d columns" % most)
            continue
        rows = [file.fields(number) for number in sentence]
        if is_title(rows):
            message = "%r is not a token" % decoded(file.lines[sentence[0] - 1])
            yield file.finding(sentence[0], 1, "W119", message)
            sentence, rows = sentence[1:], rows[1:]
            if not rows:
                continue
        if file.handle == SYSTEM:
            yield from check_columns(file, sentence, rows)
        yield from cells.check(sentence, rows)
    yield from cells.at_the_end()
