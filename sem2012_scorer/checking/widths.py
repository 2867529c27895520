"""What is wrong with the columns of a file, sentence by sentence."""

from __future__ import annotations

from ..ground.columns import FIRST_NEGATION_FIELD, STARS, TAG_FIELD, WORD_FIELD, field_at
from ..ground.wording import decoded, plural, some
from ..legacy import perl
from ..legacy.checks import misplaced_stars
from .strings import SHOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .files import File
    from .findings import Finding


def check_columns(
    system: File, sentence: range, rows: Sequence[Sequence[bytes]]
) -> Iterator[Finding]:
    """Yield what is wrong with the columns of a system sentence, one finding for each fault."""
    expected = len(rows[0])
    if expected != FIRST_NEGATION_FIELD + 1 and (expected < 1 or (expected - 1) % 3):
        yield system.finding(sentence[0], "E202", plural(expected, "column"))
        return
    if max(map(len, rows)) <= FIRST_NEGATION_FIELD:
        message = "no annotation columns in this sentence, %s"
        code = "W208" if expected > WORD_FIELD else "W119"
        yield system.finding(sentence[0], code, message % plural(expected, "column"))
    for number, row in zip(sentence, rows):
        if len(row) != expected:
            message = "%s, %d in line %d, the sentence's first"
            message %= (plural(len(row), "column"), expected, sentence[0])
            yield system.finding(number, "E201", message)
            break
    marks = [field_at(row, FIRST_NEGATION_FIELD) for row in rows]
    closed = sentence[-1] < len(system.lines)
    misplaced = misplaced_stars(marks) if closed else None
    stars = marks.count(STARS)
    if misplaced is not None:
        token, _ = misplaced
        message = "*** for %d of %s of the sentence" % (stars, plural(len(marks), "token"))
        yield system.finding(sentence[token], "E203", message, FIRST_NEGATION_FIELD)
    elif any(len(row) != expected for row in rows) and stars:
        # Two sentences may have become one: then *** is right, and what is missing is a blank line.
        return
    elif 0 < stars < len(marks) or (expected > FIRST_NEGATION_FIELD + 1 and stars):
        number = sentence[marks.index(STARS)]
        message = "*** in a sentence with annotation"
        yield system.finding(number, "W203", message, FIRST_NEGATION_FIELD)
    elif has_one_cell(rows) and not stars:
        # The line at which the legacy scorer stops if a negation has no cue.
        shown = sorted({repr(decoded(mark)) for mark in marks})
        message = "eight columns, the last of them %s" % some(shown, SHOWN)
        yield system.finding(sentence[-1], "E204", message, FIRST_NEGATION_FIELD)


COLUMN_NAMES = {b"cue", b"scope", b"event", b"negated", b"focus", b"negation"}


def is_title(rows: Sequence[Sequence[bytes]]) -> bool:
    """Return True if the first line of a sentence is a comment, or the names or numbers of the columns."""
    first, *rest = rows
    if len(first) <= FIRST_NEGATION_FIELD:
        return bool(rest) and all(len(row) > FIRST_NEGATION_FIELD for row in rest)
    if first[0] in (b"0", b"1"):
        start = int(first[0])
        if list(first) == [b"%d" % number for number in range(start, start + len(first))]:
            return True
    # The names of further columns may end in a number.
    names = {cell.lower().rstrip(b"0123456789._-") for cell in first[FIRST_NEGATION_FIELD:]}
    return COLUMN_NAMES.issuperset(names)


def is_width(number: int) -> bool:
    """Return True if a line of the column format may have this number of fields."""
    first = FIRST_NEGATION_FIELD
    return number == first + 1 or (number > first and number % 3 == first % 3)


def has_one_cell(rows: Sequence[Sequence[bytes]]) -> bool:
    """Return True if no line of a sentence has more than the first cell of a negation."""
    return max(map(len, rows)) == FIRST_NEGATION_FIELD + 1


def check_gold_columns(gold: File) -> Iterator[Finding]:
    """Yield the sentences of gold whose lines have different numbers of columns."""
    for sentence in gold.sentences():
        numbers = [len(gold.fields(number)) for number in sentence]
        if len(set(numbers)) > 1:
            last = numbers[-1]
            position = next(i for i, found in enumerate(numbers) if found != last)
            message = "%s, %d in the sentence's last line"
            message %= (plural(numbers[position], "column"), last)
            yield gold.finding(sentence[position], "W201", message)


def check_tags(gold: File) -> Iterator[Finding]:
    """Yield a finding if no tag separates words from punctuation."""
    tags = set()
    for line in gold.lines:
        if line:
            tag = field_at(line.split(b"\t", TAG_FIELD + 1), TAG_FIELD)
            # One tag with a letter is enough.
            if tag != b"_" and perl.has_word_character(tag):
                return
            tags.add(tag)
    if tags == {b"_"}:
        message = "all tags are _: punctuation counts as scope"
    elif tags and b"_" not in tags:
        message = "no tag has a letter, digit or underscore: no token counts as scope"
    else:
        return
    yield gold.finding(1, "W112", message, TAG_FIELD)
