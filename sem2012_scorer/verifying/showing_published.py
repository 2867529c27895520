"""What was found of published rows, as text, Markdown, JSON and TSV."""

from __future__ import annotations

from collections import Counter

from ..ground.wording import json_of, plural, some, visible
from ..legacy.originals import ORIGINALS
from ..reporting.grid import Grid
from .answers import (
    CONTRADICTS,
    IS_MEAN,
    MAY_BE_MEAN,
    NOT_DECIDED,
    NOT_POSSIBLE,
    POSSIBLE,
)
from .measures import measured_as
from .printed_numbers import OFFICIAL
from .printing import FRACTIONS
from .solving import LARGEST_GOLD, MOST_OF_F1, MOST_OF_UNKNOWN, needed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from .answers import Answered, Contradiction
    from .slips import Slip

HEADS = ("measure", "P", "R", "F1", "tp", "fn", "fp")

SUMMARY = {
    POSSIBLE: "possible",
    IS_MEAN: "given as a mean of other rows",
    MAY_BE_MEAN: "only as a mean over runs",
    CONTRADICTS: "possible alone, and not together",
    NOT_DECIDED: "not decided",
    NOT_POSSIBLE: "not possible as printed",
}
"""How many rows are what, in the last line."""


def as_text(answered: Sequence[Answered]) -> str:
    """Return the counts of each published row, and the remarks on those that no counts give.

    The rows of a system stand together, wherever they stand in the table.
    """
    usual = usual_reading(answered)
    order = {name: place for place, name in enumerate(dict.fromkeys(map(_name, answered)))}
    answered = sorted(answered, key=lambda one: order[_name(one)])
    rows, remarks = [], []
    has_system = any(map(_is_of_system, answered))
    for one in answered:
        shares = [share or "-" for share in one.row.shares]
        rows.append((one.row.label, *shares, *_cells(one, has_system)))
        remarks.append(remark(one, usual))
    heads = (*HEADS, "system") if has_system else HEADS
    head, *shown = Grid(heads, rows).text(is_ruled=False, indent="  ")
    lines: list[str] = []
    last = None
    for n, (one, line, words) in enumerate(zip(answered, shown, remarks)):
        name = _name(one)
        if name != last:
            last = name
            lines += [*([""] if lines else []), visible(name), head]
        lines.append(line + ("  " + words if words else ""))
        lines += ["    " + other for other in other_readings(one)]
        found = one.contradiction
        if found is not None and not any(o.contradiction is found for o in answered[n + 1 :]):
            lines += ["  " + words for words in contradiction_in_words(found)]
    return "".join(line + "\n" for line in [*lines, "", *_end(answered, usual)])


def _name(one: Answered) -> str:
    """Return the head of a system's rows: its test and its name."""
    return ": ".join(word for word in (one.row.test, one.row.system) if word) or "row"


def _end(answered: Sequence[Answered], usual: str) -> Iterator[str]:
    """Yield the last lines: what the numbers are, and how many rows are what."""
    if usual != OFFICIAL.name and any(one.reading for one in answered):
        yield "the numbers are read as: %s" % usual
    yield summary(answered)


def summary(answered: Sequence[Answered]) -> str:
    """Return how many rows of how many systems were read, and how many are what."""
    number = Counter(one.verdict for one in answered)
    parts = [
        "%d %s" % (number[verdict], words) for verdict, words in SUMMARY.items() if number[verdict]
    ]
    systems = len({(one.row.test, one.row.system) for one in answered})
    of = " of %s" % plural(systems, "system") if systems > 1 else ""
    return "%s%s: %s" % (plural(len(answered), "row"), of, ", ".join(parts))


def usual_reading(answered: Sequence[Answered]) -> str:
    """Return the reading that most rows have."""
    found = Counter(one.reading for one in answered if one.reading).most_common(1)
    return found[0][0] if found else OFFICIAL.name


def _counts(one: Answered) -> tuple[str, str, str]:
    if not one.solutions or one.mean is not None:
        return "", "", ""
    first = one.solutions[0]
    if one.number is None and len(one.ranges) == 1:
        least = one.ranges[0].least
        return str(first[0]), str(first[1]), "%d+" % least if least else "any"
    return tuple(map(str, first))  # type: ignore[return-value]


def _is_of_system(one: Answered) -> bool:
    """Return True for a row whose precision divides by all that the system has: a B row, or the focus task's."""
    return measured_as(one.row.label).divided_by_system


def _cells(one: Answered, has_system: bool) -> tuple[str, ...]:
    """Return the cells of a row's counts: tp, fn, fp, and where the table has such rows the system's number."""
    tp, fn, others = _counts(one)
    if not has_system:
        return tp, fn, others
    return (tp, fn, "", others) if _is_of_system(one) else (tp, fn, others, "")


def remark(one: Answered, usual: str) -> str:
    """Return the remark after a row's numbers: other counts, another reading, or why none."""
    parts = []
    if one.scorer:
        first, own = (ORIGINALS[scorer].version for scorer in (one.not_by, one.scorer))
        parts.append("%s: no; %s: %s" % (first, own, "/".join(_counts(one))))
    if one.mean is not None:
        parts.append(str(one.mean))
    elif one.solutions:
        parts += _more(one)
    elif one.verdict == POSSIBLE:
        parts.append("F1 follows from the other two")
    if one.reading not in ("", usual) and one.mean is None:
        parts.append(one.reading)
    if one.odd:
        parts.append("but %s, which is rare" % "; ".join(one.odd))
    slips = some([slip_in_words(slip) for slip in one.slips], 3)
    if one.contradiction is not None and not one.contradiction.needs:
        parts = ["not possible as printed: its numbers do not follow from each other"]
    elif one.contradiction is not None:
        others = [row for row in one.contradiction.rows if row != one.row.label]
        but = "" if one.verdict == CONTRADICTS else ", unless it is a mean over runs"
        parts.append("contradicts %s%s" % (some(others, 3), but))
    elif one.verdict == NOT_DECIDED:
        parts.append("not decided: the search was cut off")
    elif one.verdict == NOT_POSSIBLE:
        why = ": " + slips if slips else ""
        parts.append("not possible as printed, nor as a mean over runs" + why)
    elif one.verdict == MAY_BE_MEAN and one.is_over_runs:
        parts.append("a mean over runs")
    elif one.verdict == MAY_BE_MEAN:
        either = slips + "; or it" if slips else "it"
        parts.append("no counts give it: %s may be a mean over runs" % either)
    return "; ".join(parts)


def other_readings(one: Answered) -> list[str]:
    """Return in words the counts that other readings give, a line for each; the unit is the same."""
    measured = measured_as(one.row.label)
    several = () if one.mean is not None else one.others
    return [
        "or %s: %s" % (needed(other.ranges, measured), other.reading.removesuffix(", " + FRACTIONS))
        for other in several
    ]


def _more(one: Answered) -> Iterator[str]:
    """Yield how many other counts give a row."""
    if one.number is None:
        if len(one.ranges) > 1:
            yield "and others without end"
    elif one.number > 1 and len(one.ranges) in (MOST_OF_F1, MOST_OF_UNKNOWN):
        yield "one of %d or more" % one.number
    elif not one.is_all:
        which = "one of %d" % one.number if one.number > 1 else "the only one"
        yield "%s with up to %d in gold" % (which, max(LARGEST_GOLD, one.ranges[-1].total))
    elif one.number > 1:
        yield "and %d more" % (one.number - 1)


def slip_in_words(slip: Slip, with_row: bool = False) -> str:
    """Return what a number would have to be, and why it may be another."""
    column = slip.column.replace("_", " ")
    where = "%s of %s" % (column, slip.row) if with_row else column
    return "%s would be %s%s" % (where, slip.fitting, " (%s)" % slip.why if slip.why else "")


def contradiction_in_words(found: Contradiction) -> Iterator[str]:
    """Yield what contradicts what, and the smallest changes after which it does not."""
    needs = "; ".join("%s needs %s" % pair for pair in zip(found.rows, found.needs))
    if needs:
        yield "no counts of one run give these together: %s" % needs
    for n, slips in enumerate(found.changes):
        words = " and ".join(slip_in_words(slip, with_row=True) for slip in slips)
        yield ("smallest change: " if not n else "or: ") + words


MOST_RANGES = 1000
"""How many ranges of a row are in JSON."""


def as_dict(one: Answered) -> dict[str, Any]:
    """Return what was found of a row for JSON."""
    found = one.contradiction
    return {
        **one.row._asdict(),
        "counts": one.row.counts.there,
        "verdict": one.verdict,
        "right": one.is_right,
        "possible": one.verdict == POSSIBLE,
        "reading": one.reading,
        "scorer": one.scorer,
        "not_by": one.not_by,
        "number_of_solutions": one.number,
        "is_all": one.is_all,
        "others": [
            {
                "reading": other.reading,
                "ranges": [one_range._asdict() for one_range in other.ranges[:MOST_RANGES]],
            }
            for other in one.others
        ],
        "solutions": [solution._asdict() for solution in one.solutions],
        "ranges": [one_range._asdict() for one_range in one.ranges[:MOST_RANGES]],
        "odd": one.odd,
        "slips": [slip._asdict() for slip in one.slips],
        "mean": None if one.mean is None else {**one.mean._asdict(), "words": str(one.mean)},
        "contradiction": None
        if found is None
        else {
            "rows": found.rows,
            "needs": found.needs,
            "changes": [[slip._asdict() for slip in slips] for slips in found.changes],
        },
    }


def as_json(answered: Sequence[Answered]) -> str:
    """Return an object with all published rows, what gives them, and what would."""
    return json_of({"rows": list(map(as_dict, answered)), "number": len(answered)}, indent=2) + "\n"


TSV = (
    *("test", "system", "measure", "precision", "recall", "f1", "verdict", "reading", "scorer"),
    *("number_of_solutions", "true_positives", "false_negatives", "others", "mean", "slips"),
)


def as_tsv(answered: Sequence[Answered]) -> str:
    """Return a header and a line for each published row, with its first solution."""
    lines = []
    for one in answered:
        counts = tuple(map(str, one.solutions[0])) if one.solutions else ("", "", "")
        found = one.contradiction
        # What one number would have to be, or the numbers of rows that do not fit together.
        several = [(slip,) for slip in one.slips] if found is None else found.changes
        slips = " or ".join(
            "; ".join(_slip_in_tsv(slip, found is not None) for slip in way) for way in several
        )
        number = "" if one.number is None else str(one.number)
        row = (one.row.test, one.row.system, one.row.label, *one.row.shares)
        mean = str(one.mean or "")
        lines.append((*row, one.verdict, one.reading, one.scorer, number, *counts, mean, slips))
    return Grid(TSV, lines).tsv()


def _slip_in_tsv(slip: Slip, with_row: bool) -> str:
    words = (*([slip.row] if with_row else []), slip.column, slip.fitting, slip.why)
    return " ".join(filter(None, words))


def as_markdown(answered: Sequence[Answered]) -> str:
    """Return a table of all rows with what was found of each, and the last lines below."""
    usual = usual_reading(answered)
    has_test = any(one.row.test for one in answered)
    rows = []
    for one in answered:
        first = (one.row.test, one.row.system) if has_test else (one.row.system,)
        # If gold's number is not known, the first of many counts says little.
        has_counts = one.solutions and (one.is_all or one.number == 1)
        counts = "/".join(_counts(one)) if has_counts else ""
        if counts and _is_of_system(one):
            counts = "%s/%s, system %s" % _counts(one)
        words = "; ".join(filter(None, [remark(one, usual), *other_readings(one)]))
        rows.append((*first, one.row.label, *one.row.shares, counts, words))
    heads = (*(("test",) if has_test else ()), "system", *HEADS[:4], "tp/fn/fp", "")
    said = list(dict.fromkeys(one.contradiction for one in answered if one.contradiction))
    below = [" ".join(contradiction_in_words(found)) for found in said]
    table = Grid(heads, rows).markdown(left=len(heads) - 5).partition("\n<!--")[0]
    return table + "".join("\n%s\n" % line for line in [*below, *_end(answered, usual)])


PUBLISHED_FORMATS = {"text": as_text, "json": as_json, "tsv": as_tsv, "markdown": as_markdown}
