"""Everything that is wrong with a submission, in one run.

The legacy scorers stop at the first fault, and score some files otherwise than
their author thinks. `check` finds both. With gold, there is an error among its
findings exactly if the original stops.
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

    from ..inputs import File as Source
    from ..legacy.originals import Original


def check(
    system: Source,
    gold: Source | None = None,
    scorer: str = EVAL_CD_SCO.identifier,
    gold_too: bool = False,
    every_place: bool = False,
) -> list[Finding]:
    """Return what is wrong with a system's file, compared with gold's if that is given.

    `scorer` is one of `ORIGINALS`, or ``pb-foc``, the focus of negation.
    `system` and `gold` are paths or binary streams, each read once. With gold,
    there is an error among the findings exactly if the legacy scorer `scorer`
    stops at the files; without, if it stops at the system's file with itself as
    gold, that ends with the last sentence that has annotation columns. Findings
    about gold are returned if they are errors, or with `gold_too`. Many findings of one kind are one, with the first places,
    unless `every_place` is asked for. Errors come first, then as in the files.

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
    """Return findings without the warning that the system's file ends as gold does: no blank line.

    It is gold's own: with the blank line, the files would not agree any more.
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
    # A blind test file has no annotation, and can be compared with.
    kinds = [kind for kind in kinds if kind.side == "system" or kind.code != "E604"]
    agreement = list(check_agreement(gold, system))
    agree = not any(finding.level == ERROR for finding in agreement)
    if kinds and not agree:
        # The cause is named, not the many lines that differ.
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
        # A part that is missing there may stand in what is not read.
        end = len(gold.lines)
        findings = [found for found in findings if found.code not in MISSING or found.line < end]
    if agree:
        findings += check_phantoms(gold, system, original)
    else:
        findings += [*check_double_blanks(gold), *check_double_blanks(system)]
    return with_verdict(findings, gold, system, original)


MOST_COLUMNS = 3007
"""The columns of a thousand negations; what has more is not a sentence, and its cells are not looked at."""

MISSING = ("E301", "E302")
"""The codes of negations that lack a part."""


def _check_file(file: File, cells: Cells) -> Iterator[Finding]:
    """Yield what is wrong with a file by itself; its `cells` see all sentences."""
    yield from check_bytes(file)
    yield from check_blank_lines(file)
    for sentence in file.sentences():
        # Most sentences: eight columns, the last of them ***.
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
