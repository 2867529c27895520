"""How findings and verdicts are shown: as text, as JSON, and beside the lines of a diff."""

from __future__ import annotations

from collections import Counter

from ..ground.wording import json_of, plural, visible
from .codes import ERROR, NOTE, WARNING
from .verdict import verdict_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .findings import Finding
    from .verdict import Checked


def counts_of(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many findings there are of each level."""
    counted = Counter(finding.level for finding in findings)
    return {level: counted[level] for level in (ERROR, WARNING, NOTE)}


def as_text(findings: Sequence[Finding], checked: Sequence[Checked]) -> str:
    """Return the findings as text, their numbers, and the verdict on each submission."""
    counts = ", ".join(plural(n, level) for level, n in counts_of(findings).items())
    lines = [*map(str, findings), "%s: %s" % (plural(len(checked), "submission"), counts)]
    return "".join(line + "\n" for line in [*lines, *verdict_lines(checked)])


def as_json(findings: Sequence[Finding], checked: Sequence[Checked]) -> str:
    """Return the findings, their number at each level, and the verdicts as a JSON object."""
    return json_of(as_dict(findings, checked), indent=2) + "\n"


def as_dict(findings: Sequence[Finding], checked: Sequence[Checked]) -> dict[str, Any]:
    """Return the findings, their number at each level, and the verdicts for JSON."""
    return {
        "submissions": len(checked),
        "counts": counts_of(findings),
        "verdicts": [one.to_dict() for one in checked],
        "findings": [finding._asdict() for finding in findings],
    }


GITHUB_LEVELS = {ERROR: "error", WARNING: "warning", NOTE: "notice"}


def as_github(findings: Sequence[Finding], checked: Sequence[Checked]) -> str:
    """Return the findings as GitHub workflow commands, which are shown beside a diff's lines.

    The verdicts stand in the log alone.
    """
    lines = []
    for finding in findings:
        place = "file=%s,line=%d,col=%d,title=%s" % (
            _escaped(visible(finding.file)).replace(",", "%2C").replace(":", "%3A"),
            finding.line,
            finding.column,
            finding.code,
        )
        message = _escaped(visible("%s: %s" % (finding.message, finding.hint)))
        lines.append("::%s %s::%s\n" % (GITHUB_LEVELS[finding.level], place, message))
    # What is not a command is shown as it is.
    lines += [line + "\n" for line in verdict_lines(checked)]
    return "".join(lines)


def _escaped(words: str) -> str:
    """Return words escaped for use as the value of a workflow command."""
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
