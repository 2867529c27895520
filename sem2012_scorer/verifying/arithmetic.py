"""A report by itself: does every number follow from its counts, and do the rows fit each other?

The rules come from the definitions of the rows: which tally a row shows, whose
true positives it prints, what its precision is a share of, and of what its
gold and system are the numbers.
"""

from __future__ import annotations

from ..ground.counts import Tally
from ..ground.measures import (
    SCORES,
    PrintedScores,
    correct_percentage,
    error_percentage,
    f1_of_printed,
)
from ..legacy.originals import ORIGINALS
from .against_data import CONSISTENT, INCONSISTENT, Verified
from .values import SENTENCES, OtherNumber

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..legacy.originals import Original
    from ..legacy.rows import Row
    from ..legacy.table import Printed, ReportRow
    from ..reporting.recorded import RecordedReport


def verify_alone(recorded: RecordedReport) -> Verified:
    """Return the verdict on a report by itself: do its numbers follow from each other?"""
    original = ORIGINALS[recorded.scorers[0]]
    table = original.table
    definitions = {row.label: row for row in table.rows + table.rows_b}
    rows = {row.label: row for row in recorded.rows}
    found: list[OtherNumber] = []
    for label, row in rows.items():
        found += _in_row(definitions[label], row)
    if not found:
        found += _between_rows(original, definitions, rows)
    else:
        found += [d for d in _between_rows(original, definitions, rows) if not _is_in(d, found)]
    if recorded.printed is not None:
        found += _of_sentences(recorded.printed, original)
    if found:
        verdict, detail = INCONSISTENT, ""
    else:
        verdict, detail = CONSISTENT, _uncounted(rows[table.rows[0].label])
    return Verified(
        verdict, recorded.scorers[0], recorded.scorers[1:], differences=tuple(found), detail=detail
    )


def _uncounted(cues: ReportRow) -> str:
    """Return a remark if some of gold's cues are neither right nor missed, which is rare, or ""."""
    left = cues.gold - cues.true_positives - cues.false_negatives
    if not left:
        return ""
    message = (
        "%d of gold's %d cues %s neither found nor missed (quirk 27: negation without negations)"
    )
    return message % (left, cues.gold, "is" if left == 1 else "are")


def _is_in(difference: OtherNumber, found: list[OtherNumber]) -> bool:
    return any((d.row, d.column) == (difference.row, difference.column) for d in found)


def _scores(definition: Row, row: ReportRow, tp: int) -> PrintedScores:
    """Return precision, recall and F1 as they are printed with a number of true positives."""
    return definition.scores(Tally._make([*row[1:3], tp, *row[4:6]])).printed


def own_true_positives(definition: Row, row: ReportRow) -> list[int]:
    """Return the numbers of true positives that give a row's percentages; it may not print its own."""
    if definition.printed_true_positives == definition.measured:
        candidates: range | list[int] = [row.true_positives]
    else:
        candidates = range(row.gold + 1)
    shown = PrintedScores(row.precision, row.recall, row.f1)
    return [tp for tp in candidates if _scores(definition, row, tp) == shown]


def _in_row(definition: Row, row: ReportRow) -> Iterator[OtherNumber]:
    """Yield the numbers of a row that do not follow from its counts."""
    if own_true_positives(definition, row):
        return
    shown = dict(zip(SCORES, (row.precision, row.recall, row.f1)))
    f1 = f1_of_printed(row.precision, row.recall)
    if definition.printed_true_positives != definition.measured:
        # Its own true positives are not printed: those that fit two of the three numbers decide.
        fits = [
            (
                sum(
                    one == other for one, other in zip(_scores(definition, row, tp), shown.values())
                ),
                tp,
            )
            for tp in range(row.gold + 1)
        ]
        tp = max(fits, key=lambda pair: (pair[0], -pair[1]))[1]
    else:
        tp = row.true_positives
        count = _other_count(definition, row)
        if count is not None:
            column, value = count
            why = "precision and recall are those of this number"
            yield OtherNumber(row.label, column, str(getattr(row, column)), str(value), why)
            return
    expected = dict(zip(SCORES, _scores(definition, row, tp)))
    if shown["precision"] == expected["precision"] and shown["recall"] == expected["recall"]:
        yield OtherNumber(row.label, "f1", shown["f1"], f1, "F1 of the two as they are printed")
        return
    for name in SCORES[:2]:
        if shown[name] != expected[name]:
            yield OtherNumber(row.label, name, shown[name], expected[name], "its counts give it")
    if shown["f1"] not in (f1, expected["f1"]):
        yield OtherNumber(row.label, "f1", shown["f1"], expected["f1"], "its counts give it")


def _other_count(definition: Row, row: ReportRow) -> tuple[str, int] | None:
    """Return the one count, with its column, that has to be another to give all three percentages."""
    shown = PrintedScores(row.precision, row.recall, row.f1)
    if shown[2] != f1_of_printed(*shown[:2]):
        return None
    columns = ["true_positives", "false_negatives"]
    columns.append("system" if definition.divided_by_system else "false_positives")
    found = []
    for column in columns:
        most = 2 * max(row.gold, row.system, row.true_positives) + 10
        for value in range(most):
            changed = row._replace(**{column: value})
            if _scores(definition, changed, changed.true_positives) == shown:
                found.append((column, value))
                break
    return found[0] if len(found) == 1 else None


def _between_rows(
    original: Original, definitions: dict[str, Row], rows: dict[str, ReportRow]
) -> Iterator[OtherNumber]:
    """Yield the counts of a row that are not those of another row that must have the same.

    The first row that has a number decides.
    """
    labels = {row.measured: row.label for row in reversed(original.table.rows)}
    shared: dict[tuple[str, str], tuple[str, int]] = {}
    for label, row in rows.items():
        definition = definitions[label]
        source = labels[definition.printed_true_positives]
        places = [
            ("gold", ("gold", definition.counted)),
            ("system", ("system", definition.counted)),
            ("false_positives", ("false_positives", definition.measured)),
            ("false_negatives", ("false_negatives", definition.measured)),
            ("true_positives", ("true_positives", definition.printed_true_positives)),
        ]
        for column, key in places:
            value = getattr(row, column)
            first, expected = shared.setdefault(key, (label, value))
            if value != expected:
                why = "the row %s has it" % (source if column == "true_positives" else first)
                yield OtherNumber(label, column, str(value), str(expected), why)
        if definition.measured == "full_negations":
            # A gold negation without cue adds no cue, and is counted here.
            continue
        tp = min(own_true_positives(definition, row), default=row.true_positives)
        total = tp + row.false_negatives
        if total > row.gold:
            why = "true positives and false negatives are %d" % total
            yield OtherNumber(label, "gold", str(row.gold), "%d or more" % total, why)
        total = tp + row.false_positives
        if total > row.system and original.pairing == "first unpaired":
            why = "true and false positives are %d" % total
            yield OtherNumber(label, "system", str(row.system), "%d or more" % total, why)


def _of_sentences(shown: Printed, original: Original) -> Iterator[OtherNumber]:
    """Yield the numbers of sentences that do not fit each other."""
    errors, negation, every = (
        shown.error_negation_sentences,
        shown.negation_sentences,
        shown.sentences,
    )
    for column, number, most, of in (
        ("negation_sentences", negation, every, "the number of sentences"),
        ("error_negation_sentences", errors, negation, "the number of sentences with negation"),
    ):
        if number > most:
            yield OtherNumber(SENTENCES, column, str(number), "%d or less" % most, of)
    if negation and errors <= negation:
        expected = correct_percentage(error_percentage(errors, negation))
        if shown.correct_negation != expected:
            why = "%d of %d have an error" % (errors, negation)
            yield OtherNumber(SENTENCES, "correct_negation", shown.correct_negation, expected, why)
    if every and negation <= every:
        possible = [
            correct_percentage(error_percentage(number, every))
            for number in range(errors, errors + every - negation + 1)
        ]
        if shown.correct not in possible:
            nearest = min(possible, key=lambda one: abs(float(one) - float(shown.correct or 0)))
            why = "a share of %d sentences, %d of them or more with an error" % (every, errors)
            yield OtherNumber(SENTENCES, "correct", shown.correct, nearest, why)
