"""Everything that is wrong with a submission, in one run.

The legacy scorers stop at the first fault, and score some files otherwise than
their author thinks. `check` finds both. With gold, there is an error among its
findings exactly if the original stops.
"""

from __future__ import annotations

from ..legacy.deaths import GOLD, SYSTEM
from ..legacy.originals import EVAL_CD_SCO, ORIGINALS
from .agreement import check_agreement, check_phantoms
from .cells import check_cells
from .codes import ERROR
from .columns import check_columns, check_gold_columns, check_tags
from .files import File, check_blank_lines, check_bytes, check_double_blanks
from .findings import make_finding
from .verdict import with_verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .findings import Finding


def check(
    system: str, gold: str | None = None, scorer: str = EVAL_CD_SCO.identifier
) -> list[Finding]:
    """Return what is wrong with a system's file, and with gold's if it is given.

    In the order of the files and lines, gold's first. With gold, there is an
    error among them exactly if the legacy scorer `scorer` stops at the files.
    """
    original = ORIGINALS[scorer]
    findings: list[Finding] = []
    files = {}
    for handle, name in ((GOLD, gold), (SYSTEM, system)):
        if name is None:
            continue
        try:
            with open(name, "rb") as stream:
                files[handle] = File(handle, name, stream.read())
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            findings.append(make_finding(name, 1, 1, "E502", "cannot be read: %s" % reason))
    if findings:
        return findings

    for file in files.values():
        findings += check_bytes(file)
        findings += check_blank_lines(file)
        findings += check_cells(file, files.get(GOLD, file), original)
    findings += check_columns(files[SYSTEM])
    if GOLD not in files:
        findings += check_double_blanks(files[SYSTEM])
    else:
        findings += check_gold_columns(files[GOLD])
        findings += check_tags(files[GOLD])
        agreement = list(check_agreement(files[GOLD], files[SYSTEM]))
        findings += agreement
        if not any(finding.level == ERROR for finding in agreement):
            findings += check_phantoms(files[GOLD], files[SYSTEM], original)
        else:
            for file in files.values():
                findings += check_double_blanks(file)
        assert gold is not None
        findings = with_verdict(findings, files, gold, system, original)
    order = [file.name for file in files.values()]
    return sorted(
        findings, key=lambda finding: (order.index(finding.file), finding.line, finding.column)
    )
