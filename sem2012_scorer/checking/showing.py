"""How findings and verdicts are shown: as text, as JSON, and beside the lines of a diff."""

from __future__ import annotations

from collections import Counter

from ..ground.records import Record
from ..ground.version import __version__
from ..ground.wording import folded, in_colour, json_lines, json_of, plural, visible
from ..reporting.grid import Grid
from .codes import ERROR, NOTE, WARNING
from .verdict import INVALID, ROWS, VALID, VALID_BUT, sum_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .findings import Finding
    from .verdict import Checked


class View(Record):
    """How findings are shown: whether all are, in lines of `width` (None: not folded), coloured or not."""

    every: bool = False
    width: int | None = None
    colour: bool = False

    def line(self, words: str, level: str = "", indent: str = "    ") -> str:
        """Return words as lines, in the colour of a level."""
        words = visible(words)
        lines = [words] if self.width is None else folded(words, self.width, indent)
        text = "\n".join(lines) + "\n"
        return in_colour(text, COLOURS[level]) if self.colour and level in COLOURS else text


COLOURS = {ERROR: "31", WARNING: "33", VALID: "32", VALID_BUT: "33", INVALID: "1;31"}
"""The colours of levels and verdicts on a terminal."""


def every_finding(findings: Iterable[Finding], checked: Iterable[Checked]) -> list[Finding]:
    """Return findings about files that could not be checked, and those of what was checked."""
    return [*findings, *[finding for one in checked for finding in one.findings]]


def counts_of(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many findings there are of each level."""
    counted = Counter(finding.level for finding in findings)
    return {level: counted[level] for level in (ERROR, WARNING, NOTE)}


def as_text(findings: Sequence[Finding], checked: Sequence[Checked], view: View) -> str:
    """Return the verdict first, then what decides it and the rest, their numbers, and what was read.

    Of several submissions, that is a line on each; the findings come with `view.every`. `findings`
    are about files that could not be checked.
    """
    is_one = len(checked) == 1 and not findings
    pieces = []
    for one in checked:
        head = one.headline() if is_one else "%s: %s" % (one.file, one.headline())
        pieces.append(view.line(head, one.verdict))
    shown = list(findings)
    hidden = 0
    for one in checked:
        own = list(one.findings) if view.every else one.visible_findings() if is_one else []
        shown += own
        hidden += len(one.findings) - len(own)
    for finding in shown:
        first, hint = str(finding).split("\n", 1)
        pieces.append(view.line(first, finding.level) + view.line("    " + hint.strip()))
    if hidden:
        why = "that the first ones cause, or that cost little" if is_one else "on the files"
        pieces.append(view.line("%s %s: --all lists them" % (plural(hidden, "more finding"), why)))
    every = every_finding(findings, checked)
    counts = ", ".join(plural(n, level) for level, n in counts_of(every).items())
    pieces.append(view.line(counts))
    if not is_one:
        pieces.append(view.line(sum_line(checked)))
        return "".join(pieces)
    (one,) = checked
    if one.remedy is not None and one.remedy.refused and one.verdict == INVALID:
        pieces.append(view.line("It cannot be placed on gold's sentences: " + one.remedy.refused))
    if one.contents is not None:
        pieces.append(view.line("The file has " + one.read()))
    return "".join(pieces)


def as_json(findings: Sequence[Finding], checked: Sequence[Checked], view: View) -> str:
    """Return the findings, their number at each level, and the verdicts as a JSON object."""
    return json_of(as_dict(findings, checked), indent=2) + "\n"


def as_dict(findings: Sequence[Finding], checked: Sequence[Checked]) -> dict[str, Any]:
    """Return the findings, their number at each level, and the verdicts for JSON."""
    every = every_finding(findings, checked)
    return {
        "submissions": len(checked),
        "counts": counts_of(every),
        "verdicts": [one.to_dict() for one in checked],
        "findings": [finding._asdict() for finding in every],
    }


def as_jsonl(findings: Sequence[Finding], checked: Sequence[Checked], view: View) -> str:
    """Return a line for each finding, in JSON."""
    every = every_finding(findings, checked)
    return json_lines(finding._asdict() for finding in every)


COLUMNS = ("file", "verdict", "errors", "warnings", "reason", "fixed by --fix")
SENT, AS_FIXED = "F1 of %s as sent", "F1 of %s as fixed"


def _table(findings: Sequence[Finding], checked: Sequence[Checked]) -> Grid:
    """Return a row for each file: its verdict, why, and its scores as sent and as fixed."""
    names = [*ROWS.values()]
    head = [*COLUMNS, *[SENT % name for name in names], *[AS_FIXED % name for name in names]]
    rows = []
    for finding in findings:
        rows.append([finding.file, INVALID, "1", "0", finding.message, "no"])
    for one in checked:
        counts = counts_of(one.findings)
        remedy = one.remedy
        is_fixed = "" if one.verdict == VALID else "no"
        if one.is_fixed and remedy is not None:
            is_fixed = "yes" if remedy.verdict == VALID else "yes, with warnings"
        fixed = one.f1 if remedy is None else remedy.f1
        scores = [*(one.f1 or [""] * len(names)), *(fixed or [""] * len(names))]
        numbers = [str(counts[ERROR]), str(counts[WARNING])]
        rows.append([one.file, one.verdict.rstrip(","), *numbers, one.reason(), is_fixed, *scores])
    width = len(head)
    padded = [tuple([visible(cell) for cell in row] + [""] * (width - len(row))) for row in rows]
    return Grid(tuple(head), tuple(padded), "sem2012_scorer %s, check" % __version__)


def as_tsv(findings: Sequence[Finding], checked: Sequence[Checked], view: View) -> str:
    """Return the table of the files as tab-separated values."""
    return _table(findings, checked).tsv()


def as_markdown(findings: Sequence[Finding], checked: Sequence[Checked], view: View) -> str:
    """Return the table of the files in Markdown."""
    return _table(findings, checked).markdown(left=len(COLUMNS))


GITHUB_LEVELS = {ERROR: "error", WARNING: "warning", NOTE: "notice"}


def as_github(findings: Sequence[Finding], checked: Sequence[Checked], view: View) -> str:
    """Return the findings as GitHub workflow commands, which are shown beside a diff's lines.

    The verdicts stand in the log alone.
    """
    lines = []
    for finding in every_finding(findings, checked):
        place = "file=%s,line=%d,col=%d,title=%s" % (
            _escaped(visible(finding.file)).replace(",", "%2C").replace(":", "%3A"),
            finding.line,
            finding.column,
            finding.code,
        )
        message = _escaped(visible("%s: %s" % (finding.message, finding.hint)))
        lines.append("::%s %s::%s\n" % (GITHUB_LEVELS[finding.level], place, message))
    # What is not a command is shown as it is.
    named = ["%s: %s" % (one.file, one) if len(checked) > 1 else str(one) for one in checked]
    lines += [visible(line) + "\n" for line in named]
    return "".join(lines)


def _escaped(words: str) -> str:
    """Return words escaped for use as the value of a workflow command."""
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
