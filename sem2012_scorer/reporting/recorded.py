"""Reports that somebody recorded: found in a text, whatever stands around them, and read as values."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from ..ground.counts import Tally
from ..ground.errors import ScorerError
from ..ground.percentages import correct_percentage
from ..ground.records import Record
from ..ground.wording import some
from ..legacy.printing import percentages
from ..legacy.scripts import CUES, FULL, ORIGINALS, TOKENS, Original, Row


class NotAReport(ScorerError, ValueError):
    """A text in which there is no report, or one that is cut off; the line counts from 1."""

    def __init__(self, line: int, found: str, expected: str) -> None:
        super().__init__(line, found, expected)

    def __str__(self) -> str:
        return "line %d: found %s; expected %s" % self.args


Cells = dict[tuple[str, str], str]
"""Numbers as they are printed, by row and column; those below the rows have the row "sentences"."""
COUNTED = ("gold", "system", "tp", "fp", "fn")
SCORED = ("P", "R", "F1")
NIS_COLUMNS = ("gold", "system", "match", "", "", *SCORED)
SUMMARY = {
    "# sentences": "sentences",
    "# negation sentences": "negation_sentences",
    "# negation sentences with errors": "error_negation_sentences",
    "% correct sentences": "correct",
    "% correct negation sentences": "correct_negation",
}
"""What stands below the rows: how each line begins, and the column of its number."""
LAST = "% correct negation sentences"
FIRST = "Cues"  # the label of the first row of every report
MOST_LABELS = 14  # how many labels a message shows: more than any report has
_ROW = re.compile(
    r"\s*([^:|]+?)\s*:\s*(\d{1,18})\s*"
    + r"\|\s*(\d{1,18})\s*" * 4
    + r"\|\s*(\d{1,18}(?:\.\d{1,18})?)\s*" * 3,
    re.ASCII,
)
_NUMBER = re.compile(r"\d{1,18}(\.\d{1,18})?", re.ASCII)


class RecordedReport(Record):
    """A recorded report: its numbers, as printed.

    `line` is the line of its first row, from 1. `scorers` are the identifiers of the originals that
    print such rows. `lines` are the lines of the text from the rule above its header to the rule at
    its end, `nis` those of the section on negation instances after it.
    """

    line: int
    scorers: tuple[str, ...]
    cells: Cells
    lines: tuple[str, ...]
    nis: tuple[str, ...]


def read_reports(text: str) -> list[RecordedReport]:
    """Return the reports in a text, in their order; raise NotAReport if there is none.

    A report begins with its row of cues and ends with its percentages. Spaces and carriage returns
    make no difference to what is read.
    """
    lines = text.split("\n")
    names = [line.partition(":")[0].strip(" >") for line in lines]
    starts = [n for n, name in enumerate(names) if name == FIRST and _ROW.fullmatch(lines[n])]
    if not starts:
        filled = [n for n, line in enumerate(lines) if line.strip()]
        place = next(iter([n for n in filled if names[n] == FIRST] + filled), 0)
        expected = f"a report of a legacy scorer, with a row {FIRST!r}"
        raise NotAReport(place + 1, repr(lines[place].strip()[:60]), expected)
    # A table that begins, or numbers of sentences that end, belong to a report.
    heads = [n for n, line in enumerate(lines) if "| gold |" in line and line[:4] != "NIS "]
    odd = [n for n in heads if not {n + 1, n + 2, n + 3} & {*starts}]
    ends = [n for n, name in enumerate(names) if name == LAST]
    for before, n in zip([-1, *ends], ends):
        odd += [n] * (bisect_left(starts, before) == bisect_left(starts, n))
    if odd:
        raise NotAReport(min(odd) + 1, "a part of a report", f"its row {FIRST!r} too")
    return [_read(lines, *both) for both in zip(starts, [*starts[1:], len(lines)])]


def _read(lines: Sequence[str], start: int, end: int) -> RecordedReport:
    """Return the report whose first row is at index `start`; the next report begins at `end`."""
    cells: Cells = {}
    labels: list[str] = []
    last = start
    for n in range(start, end):
        match = _ROW.fullmatch(lines[n])
        name, _, value = lines[n].partition(":")
        column = SUMMARY.get(name.strip())
        if match is not None and ("sentences", "sentences") not in cells:
            label, *numbers = match.groups()
            labels.append(label)
            numbers[:5] = [str(int(number)) for number in numbers[:5]]
            cells.update(((label, c), number) for c, number in zip(COUNTED + SCORED, numbers))
        elif column is not None and _NUMBER.fullmatch(value.strip()):
            cells.setdefault(("sentences", column), value.strip())
        else:
            continue
        last = n
        if name.strip() == LAST:
            break
    scorers = [name for name, o in ORIGINALS.items() if [r.label for r in _rows(o)] == labels]
    if not scorers:
        known = "all rows of a legacy scorer's report, in their order"
        raise NotAReport(start + 1, "the rows " + some([*map(repr, labels)], MOST_LABELS), known)
    for name, column in SUMMARY.items():
        if ("sentences", column) not in cells:
            raise NotAReport(last + 1, "no such line below", f"a line {name!r} with a number")
    heads = [n for n in range(start - 1, max(start - 4, -1), -1) if "| gold |" in lines[n]]
    first = max(heads[0] - 1, 0) if heads else start
    closing = last + 1 if last + 1 < end and set(lines[last + 1].strip()) == {"-"} else last
    newline = ("",) if closing + 1 < len(lines) else ()
    after = [n for n in range(closing, end) if lines[n].startswith("NIS (punctuation by ")]
    nis = [line.rstrip("\r") for line in lines[after[0] : end] if line.strip()] if after else []
    block = (*lines[first : closing + 1], *newline)
    return RecordedReport(start + 1, tuple(scorers), cells, block, tuple(nis))


def nis_cells(lines: Sequence[str]) -> Cells:
    """Return the cells of the rows on negation instances, by row and column."""
    cells_by_row: Cells = {}
    for line in lines:
        label, colon, rest = line.partition(":")
        if colon and label.startswith("NIS "):
            cells = [cell.strip() for cell in rest.split("|")]
            cells_by_row.update(((label, c), cell) for c, cell in zip(NIS_COLUMNS, cells) if c)
    return cells_by_row


def recomputed(cells: Cells, original: Original) -> Cells:
    """Return the value that each number must have: what `original` prints for the first block's counts.

    What cannot be, such as more true positives than gold has, gets words such as "25 or fewer".
    """
    should: Cells = {}
    counts: dict[int, Tally] = {}
    first: dict[str, Tally] = {}
    for row in _rows(original):
        label = row.label
        tally = Tally._make([int(cells[label, column]) for column in COUNTED])
        # Rows that count the same things have the same numbers of them.
        same = first.setdefault("cues" if row.place == FULL else row.printed, tally)
        if row.place not in counts:
            fp = same.false_positives if row.place == FULL else tally.false_positives
            right, fn = tally.true_positives, tally.false_negatives
            # Without columns in a sentence's last line, gold may have more (quirk 26).
            gold = max(same.gold, right + fn) if row.place in (CUES, TOKENS) else same.gold
            counts[row.place] = Tally(gold, same.system, right, fp, fn)
        expected = counts[row.place]
        is_other = row.printed != row.measured
        if is_other:
            expected = expected._replace(true_positives=_true_positives(cells, row, expected))
        shown = (*expected, *percentages(expected, row))
        should.update(((label, c), str(number)) for c, number in zip(COUNTED + SCORED, shown))
        if is_other:
            # Quirk 16: another row's true positives are printed.
            should[label, "tp"] = str(same.true_positives)
        if tally.true_positives > tally.gold:
            should[label, "tp"] = "%d or fewer" % tally.gold
        elif original.rows_b and tally.true_positives + tally.false_positives > tally.system:
            # Where there are B rows, each of the system's negations is paired once.
            should[label, "system"] = "%d or more" % (tally.true_positives + tally.false_positives)
    return {**should, **_of_sentences(cells)}


def _of_sentences(cells: Cells) -> Cells:
    """Return what the numbers of sentences must be, as far as they follow from others."""
    summary = [cells["sentences", column] for column in SUMMARY.values()]
    number, with_negation, wrong = (int(n) if n.isdigit() else 0 for n in summary[:3])
    should = {("sentences", "correct_negation"): correct_percentage(wrong, with_negation)}
    if number < with_negation:
        should["sentences", "sentences"] = "%d or more" % with_negation
    elif wrong > with_negation:
        should["sentences", "error_negation_sentences"] = "%d or fewer" % with_negation
    else:
        # Sentences without negation in gold may have errors too: the nearest number of errors.
        shown = summary[3]
        most = wrong + number - with_negation
        nearest = round(number * (1 - float(shown) / 100))
        tried = [min(max(nearest + change, wrong), most) for change in (-1, 0, 1)]
        possible = [correct_percentage(errors, number) for errors in tried]
        should["sentences", "correct"] = min(possible, key=lambda p: abs(float(p) - float(shown)))
    return should


def _true_positives(cells: Cells, row: Row, tally: Tally) -> int:
    """Return the fewest true positives that give a row's precision and recall, 0 if none do.

    Both rise with them, or stay: so the first that reach both are the ones, or none are.
    """
    wanted = [float(cells[row.label, column]) for column in SCORED[:2]]

    def scores(tp: int) -> list[float]:
        return [float(p) for p in percentages(tally._replace(true_positives=tp), row)[:2]]

    candidates = range(tally.gold + tally.false_negatives + 1)
    tp = bisect_left(
        candidates,
        True,
        key=lambda tp: all(score >= least for score, least in zip(scores(tp), wanted)),
    )
    return tp if tp in candidates and scores(tp) == wanted else 0


def _rows(original: Original) -> tuple[Row, ...]:
    return original.rows + original.rows_b
