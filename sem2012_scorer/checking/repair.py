"""A repaired copy of a file: the safe damages that the search has taken, undone; and the command that makes it.

`repair_copy_of_file` makes the copy that `check --fix` writes; `with_command` suggests it, after the scorer has
run on the copy.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..common.wording import plural
from ..reading.facts import ONLY_LABELS
from ..reading.pair import Pair
from ..reading.sentences import ShapeError
from ..reading.source import Source
from .check import check_pair
from .examined import Examined
from .findings import CODES, OF_CELLS
from .result import INVALID, NOT_READ, REFUSED, SCORABLE, VALID, Checked
from .suggest import can_be_typed, convert_command, fix_command, fix_gold_command
from .verdict import NOTHING_COUNTS, verdict_on

FOR_COLUMNS = "--fix is for files in columns; convert turns predictions into columns"
OTHER_TOKENS = "E106"
"""If the tokenization differs, `convert` may place the annotation on gold's tokens."""
FIRST_ONLY = ("E101", "E102", "E103", "E104", "E105", "E106", "E107", "E108")
"""Differences from gold's tokens: only the first one is looked for."""


# ---------------------------------------------------------------------------
# The command that is suggested


def with_command(checked: Checked, examined: Examined) -> Checked:
    """Return a verdict with the command that makes a valid file of this one, if one does: it is tried."""
    pair = examined.pair
    if not checked.places or not can_be_typed(pair):
        return checked
    for command, after, is_of_gold in _tried(checked, examined):
        if _is_better(after, checked):
            return _command_with_what_is_left(checked, command, after, is_of_gold)
    return checked


def _tried(checked: Checked, examined: Examined) -> Iterator[tuple[str, Checked, bool]]:
    """Yield the commands that may help, with the verdict after each, and whether it repairs gold."""
    pair = examined.pair
    if (examined.safe or examined.golds_safe) and examined.undone.stop is None:
        yield from _repairs_tried(examined)
    converted = _as_converted(pair) if checked.findings[0].code == OTHER_TOKENS else None
    if converted is not None:
        after, _ = check_pair(pair._replace(system=converted), 1)
        yield convert_command(pair), after, False


def _repairs_tried(examined: Examined) -> Iterator[tuple[str, Checked, bool]]:
    """Yield the commands that repair one of both files, if something is safe to repair, as `_tried` does."""
    pair = examined.pair
    causes = {one.damage.cause for one in examined.golds_taken}
    if any(one.damage.cause not in causes for one in examined.safe):
        assert examined.repaired is not None, "it has a safe damage"
        yield fix_command(pair), verdict_on(examined.repaired, 1), False
    if pair.gold is not None and examined.golds_safe:
        repaired = pair.gold.with_content(examined.golds_safe[-1].after.content())
        yield fix_gold_command(pair), check_pair(pair._replace(gold=repaired), 1)[0], True


def finds_wrong_cells(checked: Checked) -> bool:
    """Return whether a file is invalid because of its cells, which `convert` does not mend."""
    if "E302" in checked.places or "E605" in checked.places:
        return True
    return checked.findings[0].code in OF_CELLS


def _as_converted(pair: Pair) -> Source | None:
    """Return the file's annotation on gold's tokens, as `convert` places it, None if it cannot."""
    from ..reading.predictions.convert import convert

    if pair.gold is None:
        return None
    how = pair.reading._replace(format="columns")
    try:
        content = convert(pair._replace(reading=how, is_scorer_named=True)).content
    except (ShapeError, OSError):
        return None
    return pair.system.with_content(content)


def _command_with_what_is_left(
    checked: Checked, command: str, after: Checked, is_of_gold: bool
) -> Checked:
    """Return a verdict with a command, and what will be left after it."""
    of_system = {finding.code for finding in after.findings if not finding.file}
    of_gold = {finding.code for finding in after.findings if finding.file}
    return checked._replace(
        commands=(command,),
        repaired_f1=after.f1,
        left=tuple(sorted(of_system)),
        left_in_gold=tuple(sorted(of_gold)),
        repairs_gold=is_of_gold,
    )


def _is_better(after: Checked, before: Checked) -> bool:
    """Return whether a repaired pair is valid, and has a higher F1 or fewer findings."""
    is_empty = after.contents.negations == 0 or after.f1 == "0.00"
    if after.verdict != VALID or is_empty:
        return False
    if before.verdict != VALID or any(code in NOTHING_COUNTS for code in before.places):
        return True
    if before.f1 and after.f1 and float(after.f1) != float(before.f1):
        return float(after.f1) > float(before.f1)
    return sum(after.places.values()) < sum(before.places.values())


# ---------------------------------------------------------------------------
# The copy that is written


def repair_copy_of_file(
    examined: Examined | None, before: Checked, target: str
) -> tuple[bytes | None, Checked, str]:
    """Return the repaired copy of a system's file, called `target`, the verdict on it, and a line on both.

    `before` is the verdict on the file, and `examined` what was found in it. There is no copy (None) of what is not
    in columns, nor where it would abort and the file does not.
    """
    name = before.file
    if before.verdict in (NOT_READ, SCORABLE, REFUSED):
        return None, before, f"{name}: not repaired: {_why_no_columns(before, name)}"
    if examined is None or examined.pair.facts.cells == ONLY_LABELS:
        return None, before, f"{name}: not repaired: {FOR_COLUMNS}"
    repaired = examined.repaired or examined
    after = verdict_on(repaired)._replace(file=target)
    if "E601" in after.places:
        return None, after, f"{name}: not repaired: {after.findings[0].found}"
    verdict = after.headline.partition("\n")[0]
    is_worse = after.verdict == INVALID and before.verdict != INVALID
    if is_worse or (after.aborts and not before.aborts):
        why = f"the repaired copy would be {verdict}"
        if examined.golds_taken:
            why = "gold has the same fault; repair gold first"
        return None, after, f"{target}: not written: {why}"
    names = dict.fromkeys(one.damage.name for one in examined.safe)
    repairs = ", ".join(names) or "nothing, this is an unchanged copy"
    text = f"{target}: {verdict}; repaired: {repairs}"
    left = _places_left(after)
    if left:
        text += f"; not repaired: {', '.join(left)}"
    return repaired.pair.system.content(), after, text


def _why_no_columns(checked: Checked, name: str) -> str:
    """Return why there is nothing to repair in a file that is not in columns."""
    if checked.verdict == SCORABLE:
        return FOR_COLUMNS
    why = checked.reason.partition("\n")[0]
    return why.removeprefix(f"{name}:")  # where a line is named, the file is named too


def _places_left(checked: Checked) -> list[str]:
    """Return the codes that a repaired copy has, with the number of places or the first one."""
    left = []
    for code, number in sorted(checked.places.items()):
        where = plural(number, "place")
        if code in FIRST_ONLY:
            line = next(finding.line for finding in checked.findings if finding.code == code)
            where = f"first in line {line:,}"
        files = {finding.file for finding in checked.findings if finding.code == code}
        if files and "" not in files:
            where += ", in gold"
        left.append(f"{code} {CODES[code].title} ({where})")
    return left
