"""The verdict on predictions: `score` converts them to columns, and these are checked."""

from __future__ import annotations

from ..common.wording import plural
from ..reading.pair import Pair
from ..reading.predictions.convert import Converted, convert, convert_without_gold
from ..reading.sentences import ShapeError
from ..reading.source import Source
from .findings import REPAIR_BOTH, Finding
from .lacks import MARK_FURTHER
from .result import INVALID, REFUSED, SCORABLE, Checked
from .suggest import convert_command


def verdict_without_gold(pair: Pair, form: str) -> Checked:
    """Return whether predictions can be read."""
    source = pair.system
    try:
        number = len(convert_without_gold(source, form, pair.reading)[0])
    except (ShapeError, OSError) as error:
        return Checked(source.name, REFUSED, str(error))
    reason = f"({form}, {plural(number, 'sentence')}) if its sentences are gold's; add -g GOLD"
    return Checked(source.name, SCORABLE, reason)


def predictions_as_columns(pair: Pair) -> Converted | Checked:
    """Return predictions as columns, or the verdict that they are refused."""
    try:
        return convert(pair)
    except (ShapeError, OSError) as error:
        return Checked(pair.system.name, REFUSED, str(error))


def verdict_on_predictions(pair: Pair, columns: Checked, converted: Converted) -> Checked:
    """Return the verdict on predictions, by that on their columns; lines are those of the columns."""
    assert pair.gold is not None
    found = [_on_predictions(finding, columns.file, pair.gold) for finding in columns.findings]
    checked = columns._replace(file=pair.system.name, findings=tuple(found))
    if checked.verdict == INVALID:
        return checked
    numbers = checked.contents.sentences, checked.contents.negations
    what = ", ".join(map(plural, numbers, ("sentence", "negation")))
    command = convert_command(pair, "submission.txt")
    reason = f"({converted.summary.format}, {what}); to submit it:\n    {command}"
    notes = converted.notes_on(pair.system.name)[1:]
    reason += "".join("\n    note: " + note for note in notes)
    return checked._replace(verdict=SCORABLE, reason=reason)


def _on_predictions(finding: Finding, columns: str, gold: Source) -> Finding:
    """Return a finding on predictions in columns: what gold has too, they have from gold, whose lines they take over."""
    if finding.fix.endswith(REPAIR_BOTH):
        return finding._replace(file=gold.name, fix=finding.fix.removesuffix(REPAIR_BOTH))
    if finding.code == "W404":
        return finding._replace(file=gold.name, fix="end gold with a blank line")
    if finding.code == "W905":
        finding = finding._replace(fix="add --affixes gold")
    if finding.fix == MARK_FURTHER:
        fix = (
            "predict each further negation, too, or ignore this if your system predicts one at most"
        )
        finding = finding._replace(fix=fix)
    return finding._replace(file=finding.file or columns)
