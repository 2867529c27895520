"""Damages that were undone, as findings."""

from __future__ import annotations

from ..common.wording import plural
from ..reporting.rows import FIRST, row_of
from .damage import Changed, changed_lines
from .findings import CODES, Finding, Findings, bytes_in_finding
from .search import Taken

EXAMPLES = 20
"""Among as many lines an example is looked for."""


def report_taken(
    taken: Taken, findings: Findings, code: str, file: str = "", fix: str = ""
) -> None:
    """Report a damage: at each place if it is certain, else once, with its first place and their number."""
    damage = taken.damage
    changed = changed_lines(taken.before, taken.after)
    fix = fix or damage.fix
    if damage.found is not None:
        for place in changed or [_last_token(taken)]:
            found = damage.found(place.before)
            findings.add(Finding(code, place.number, found=found, fix=fix, file=file))
        return
    first = _first_change(_best_example(changed)) if changed else Finding(code, 1)
    number = len(changed)
    found = first.found
    if number > 1:
        found += f" (one of {number:,} lines)"
    expected = damage.expected or first.expected
    cause = damage.cause
    if cause == CODES[code].title:
        cause = ""
    finding = first._replace(
        code=code, found=found, expected=expected, cause=cause, fix=fix, file=file
    )
    findings.add(finding, max(number, 1))


def _best_example(changed: list[Changed]) -> Changed:
    """Return the first line of the first changed sentence that shows more than signs."""
    for place in changed[:EXAMPLES]:
        if place.after is not None and len({*row_of(place.before).cells}) > 1:
            return place
    return changed[0]


def _last_token(taken: Taken) -> Changed:
    """Return the last line that is not blank, after which a line was added."""
    pairs = zip(taken.before.numbers, taken.before.lines)
    return max(
        (Changed(number, line, None) for number, line in pairs if line),
        default=Changed(1, b"", None),
    )


def _first_change(changed: Changed) -> Finding:
    """Return where a line was changed, and its cells there before and after."""
    if changed.after is None:
        return Finding("", changed.number, found=bytes_in_finding(changed.before))
    before, after = row_of(changed.before), row_of(changed.after)
    if before.head != after.head:
        return Finding(
            "",
            changed.number,
            found=bytes_in_finding(changed.before),
            expected=bytes_in_finding(changed.after),
        )
    if len(before.cells) != len(after.cells):
        found, expected = _joined(before.cells), _joined(after.cells)
        return Finding("", changed.number, FIRST + 1, found=found, expected=expected)
    places = [place for place, (a, b) in enumerate(zip(before.cells, after.cells)) if a != b]
    if len(places) != 1:
        return Finding(
            "",
            changed.number,
            FIRST + 1,
            found=_joined(before.cells),
            expected=_joined(after.cells),
        )
    place = places[0]
    found = f'"{bytes_in_finding(before.cells[place], 30)}" on the line of "{bytes_in_finding(before.word, 30)}"'
    return Finding(
        "",
        changed.number,
        FIRST + 1 + place,
        found=found,
        expected=f'"{bytes_in_finding(after.cells[place], 30)}"',
    )


def _joined(cells: list[bytes]) -> str:
    if not cells:
        return plural(FIRST, "column")
    return bytes_in_finding(b" ".join(cells))
