"""Damages that were undone, as findings."""

from __future__ import annotations

from ..common.wording import plural
from ..reporting.rows import FIRST, row_of
from .damage import Changed, Damage, changed_lines
from .findings import CODES, Finding, Findings, bytes_in_finding
from .search import Taken

EXAMPLES = 20
"""Among as many lines an example is looked for."""


def report_taken(
    taken: Taken, findings: Findings, code: str, file: str = "", fix: str = ""
) -> None:
    """Report a damage: one of its lines, and how many there are; all of them if all places are kept."""
    damage = taken.damage
    changed = lines_of(taken)
    cause = damage.cause
    if cause == CODES[code].title or damage.found is not None:
        cause = ""
    said = Finding(code, 1, cause=cause, fix=fix or damage.fix, file=file)
    if findings.keeps_all:
        places = [_as_finding(damage, place, said) for place in changed]
    else:
        first = _as_finding(damage, _best_example(changed), said)
        if len(changed) > 1:
            first = first._replace(found=f"{first.found} (one of {len(changed):,} lines)")
        places = [first]
    findings.add_as_one(places, len(changed))


def lines_of(taken: Taken) -> list[Changed]:
    """Return the lines of a damage; where undoing only adds a line, the last one."""
    return changed_lines(taken.before, taken.after) or [_last_token(taken)]


def lines_in_words(taken: Taken) -> str:
    """Return which lines a damage has: "line 1 and 14 more"."""
    changed = lines_of(taken)
    words = f"line {changed[0].number:,}"
    if len(changed) > 1:
        words += f" and {len(changed) - 1:,} more"
    return words


def _as_finding(damage: Damage, place: Changed, said: Finding) -> Finding:
    """Return a line of a damage as a finding; `said` has what is said of all lines."""
    if damage.found is not None:
        return said._replace(line=place.number, found=damage.found(place.before))
    change = _first_change(place)
    expected = damage.expected or change.expected
    return said._replace(
        line=change.line, column=change.column, found=change.found, expected=expected
    )


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
    if changed.after is None or not changed.before:
        return Finding("", changed.number, found=bytes_in_finding(changed.before) or "a blank line")
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
