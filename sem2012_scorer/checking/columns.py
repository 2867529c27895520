"""What is wrong with the columns of a file, sentence by sentence."""

from __future__ import annotations

from collections import Counter

from ..legacy import perl
from ..legacy.agreement import misplaced_stars
from ..legacy.columns import FIRST_NEGATION_FIELD, STARS, TAG_FIELD, field_at
from .findings import make_finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .files import File
    from .findings import Finding


def check_columns(system: File) -> Iterator[Finding]:
    """Yield the sentences of the system whose columns are wrong, one finding each."""
    for sentence in system.sentences():
        expected = len(system.fields(sentence[0]))
        if expected != FIRST_NEGATION_FIELD + 1 and (expected < 1 or (expected - 1) % 3):
            message = "%d columns" % expected
            yield make_finding(system.name, sentence[0], 1, "E202", message)
            continue
        for number in sentence:
            found = len(system.fields(number))
            if found != expected:
                message = "%d columns, %d in line %d, the sentence's first"
                message %= (found, expected, sentence[0])
                yield make_finding(system.name, number, 1, "E201", message)
                break
        marks = [field_at(system.fields(number), FIRST_NEGATION_FIELD) for number in sentence]
        closed = sentence[-1] < len(system.lines)
        misplaced = misplaced_stars(marks) if closed else None
        if misplaced is not None:
            token, _ = misplaced
            stars = marks.count(STARS)
            message = "*** for %d of the sentence's %d tokens" % (stars, len(marks))
            number = sentence[token]
            column = system.column(number, FIRST_NEGATION_FIELD)
            yield make_finding(system.name, number, column, "E203", message)
        elif 0 < marks.count(STARS) < len(marks) or (
            expected > FIRST_NEGATION_FIELD + 1 and STARS in marks
        ):
            number = sentence[marks.index(STARS)]
            column = system.column(number, FIRST_NEGATION_FIELD)
            message = "*** in a sentence with annotation"
            yield make_finding(system.name, number, column, "W115", message)


def check_gold_columns(gold: File) -> Iterator[Finding]:
    """Yield the sentences of gold whose lines have different numbers of columns."""
    for sentence in gold.sentences():
        numbers = [len(gold.fields(number)) for number in sentence]
        if len(set(numbers)) > 1:
            last = numbers[-1]
            position = next(i for i, found in enumerate(numbers) if found != last)
            message = "%d columns, %d in the sentence's last line" % (numbers[position], last)
            yield make_finding(gold.name, sentence[position], 1, "W113", message)


def check_tags(gold: File) -> Iterator[Finding]:
    """Yield a finding if no tag tells words and punctuation apart."""
    tags = Counter(
        field_at(gold.fields(number), TAG_FIELD)
        for sentence in gold.sentences()
        for number in sentence
    )
    if set(tags) == {b"_"}:
        message = "all tags are _: punctuation counts as scope"
    elif tags and not any(map(perl.has_word_character, tags)):
        message = "no tag has a letter, digit or underscore: no token counts as scope"
    else:
        return
    yield make_finding(gold.name, 1, gold.column(1, TAG_FIELD), "W112", message)
