"""Reports that somebody recorded: found in a text, whatever stands around them, and read as values."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from ..ground.counts import Counts, Tally
from ..ground.errors import ScorerError
from ..ground.percentages import correct_percentage
from ..ground.records import Record
from ..ground.wording import some
from ..legacy.printing import percentages, report
from ..legacy.scripts import CUES, FULL, ORIGINALS, TOKENS, Original, Row


class NotAReport(ScorerError, ValueError):
    """A text in which there is no report, or one that is cut off: the line, what is there, what should be."""

    def __str__(self) -> str:
        return "line %d: found %s; expected %s" % self.args


Cells = dict[tuple[str, str], str]
"""Numbers as they are printed, by row and column; those below the rows have the row "sentences"."""
COUNTED = ("gold", "system", "tp", "fp", "fn")
SCORED = ("P", "R", "F1")
COLUMNS = COUNTED + SCORED
NIS_COLUMNS = (*COLUMNS[:2], "match", *COLUMNS[3:])
SUMMARY = {
    "# sentences": "sentences",
    "# negation sentences": "negation_sentences",
    "# negation sentences with errors": "error_negation_sentences",
    "% correct sentences": "correct",
    "% correct negation sentences": "correct_negation",
}
"""What stands below the rows: how each line begins, and the column of its number."""
FIRST, LAST = "Cues", "% correct negation sentences"  # of the first and the last line of a report
_ROW = re.compile(
    r"\s*([^:|]+?)\s*:\s*(\d{1,18})\s*"
    + r"\|\s*(\d{1,18})\s*" * 4
    + r"\|\s*(\d{1,18}(?:\.\d{1,18})?)\s*" * 3,
    re.ASCII,
)
_NUMBER = re.compile(r"\d{1,18}(\.\d{1,18})?", re.ASCII)


class RecordedReport(Record):
    """A recorded report: its numbers, as printed, and its text, with what follows it.

    `line` is the line of its first row, from 1. `scorers` are the identifiers of the originals that
    print such rows.
    """

    line: int
    scorers: tuple[str, ...]
    cells: Cells
    text: str

    @property
    def has_nis(self) -> bool:
        return any(row.startswith("NIS ") for row, _ in self.cells)


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
    ends = [n for n, name in enumerate(names) if name == LAST]
    known = {*starts}
    odd = [n for n in heads if not {n + 1, n + 2, n + 3} & known]
    odd += [n for before, n in zip([-1, *ends], ends) if not {*range(before + 1, n)} & known]
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
            labels.append(match[1])
            numbers = [str(int(number)) for number in match.groups()[1:6]] + [*match.groups()[6:]]
            cells.update(((match[1], c), number) for c, number in zip(COLUMNS, numbers))
        elif column is not None and _NUMBER.fullmatch(value.strip()):
            cells.setdefault(("sentences", column), value.strip())
        else:
            continue
        last = n
        if name.strip() == LAST:
            break
    rows_of = {name: [*o.rows, *o.rows_b] for name, o in ORIGINALS.items()}
    scorers = [name for name, rows in rows_of.items() if [row.label for row in rows] == labels]
    if not scorers:
        known = "all rows of a legacy scorer's report, in their order"
        raise NotAReport(start + 1, "the rows " + some([*map(repr, labels)], 14), known)
    for name, column in SUMMARY.items():
        if ("sentences", column) not in cells:
            raise NotAReport(last + 1, "no such line below", f"a line {name!r} with a number")
    for label, _, rest in (line.partition(":") for line in lines[last:end] if line[:4] == "NIS "):
        numbers = [cell.strip() for cell in rest.split("|")]
        cells.update(((label, c), number) for c, number in zip(NIS_COLUMNS, numbers) if number)
    text = "\n".join(lines[max(start - 3, 0) : end])  # with its head
    return RecordedReport(start + 1, tuple(scorers), cells, text)


def recomputed(cells: Cells, original: Original) -> Cells:
    """Return what each number must be: those of the report that `original` prints for the first block's counts.

    What cannot be, such as more true positives than gold has, gets words such as "25 or fewer".
    Raises ByZero where `original` prints no report.
    """
    every = original.rows + original.rows_b
    tallies: dict[str, Tally] = {}
    first: dict[str, Tally] = {}
    limits: Cells = {}
    for row in original.rows:
        tally = Tally._make([int(cells[row.label, column]) for column in COUNTED])
        in_gold = tally.true_positives + tally.false_negatives
        in_system = tally.true_positives + tally.false_positives
        if tally.true_positives > tally.gold:
            limits[row.label, "tp"] = "%d or fewer" % tally.gold
        elif original.rows_b and in_system > tally.system:
            # Where there are B rows, each of the system's negations is paired once.
            limits[row.label, "system"] = "%d or more" % in_system
        # Rows that count the same things have the same numbers of them.
        same = first.setdefault("cues" if row.place == FULL else row.printed, tally)
        # Without columns in a sentence's last line, gold may have more (quirk 26).
        gold = max(same.gold, in_gold) if row.place in (CUES, TOKENS) else same.gold
        fp = (same if row.place == FULL else tally).false_positives
        tally = tally._replace(gold=gold, system=same.system, false_positives=fp)
        if row.printed != row.measured:
            # Quirk 16: another row's true positives are printed.
            alike = [other for other in every if other.place == row.place]
            tp = _true_positives(cells, alike, tally) or _true_positives(cells, [row], tally)
            tally = tally._replace(true_positives=tp)
        tallies[row.measured] = tally
    shown = [cells["sentences", column] for column in SUMMARY.values()]
    sentences, with_negation, wrong = (int(n) if n.isdigit() else 0 for n in shown[:3])
    wrong_one = ""
    if sentences < with_negation:
        wrong_one, sentences, words = "sentences", with_negation, "or more"
    elif wrong > with_negation:
        wrong_one, wrong, words = "error_negation_sentences", with_negation, "or fewer"
    if wrong_one:  # nothing follows for the sentences that are correct
        limits["sentences", wrong_one] = f"{with_negation} {words}"
        limits["sentences", "correct"] = shown[3]
    # Sentences without negation in gold may have errors too: the nearest number of errors.
    most = wrong + sentences - with_negation
    nearest = round(sentences * (1 - float(shown[3]) / 100))
    tried = [min(max(nearest + change, wrong), most) for change in (-1, 0, 1)]
    off = [abs(float(correct_percentage(n, sentences)) - float(shown[3])) for n in tried]
    numbers = sentences, with_negation, tried[off.index(min(off))], wrong
    counts = Counts()._replace(**tallies, **dict(zip(Counts._fields[-5:], numbers)))
    return {**read_reports(report(counts, original))[0].cells, **limits}


def _true_positives(cells: Cells, rows: Sequence[Row], tally: Tally) -> int:
    """Return the fewest true positives that give the precision and recall of rows, 0 if none do.

    Both rise with them, or stay: so the first that reach both are the ones, or none are.
    """
    wanted = [float(cells[row.label, column]) for row in rows for column in SCORED[:2]]

    def scores(tp: int) -> list[float]:
        counted = tally._replace(true_positives=tp)
        return [float(score) for row in rows for score in percentages(counted, row)[:2]]

    candidates = range(tally.gold + tally.false_negatives + 1)
    tp = bisect_left(
        candidates, True, key=lambda tp: all(s >= least for s, least in zip(scores(tp), wanted))
    )
    return tp if tp in candidates and scores(tp) == wanted else 0
