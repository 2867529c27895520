"""What is wrong with the negations of a file: their cells, cues and parts."""

from __future__ import annotations

from ..legacy.annotations import (
    PUNCTUATION,
    Fields,
    is_without_negation,
    negation_words,
    read_annotation,
    read_meant,
)
from ..legacy.columns import (
    DASHED_EMPTY_CELLS,
    EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    STARS,
    WORD_FIELD,
    writes_dashes,
)
from ..legacy.deaths import SYSTEM
from ..wording import decoded, some
from .findings import make_finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.annotations import Annotation, Part
    from ..legacy.originals import Original
    from .files import File
    from .findings import Finding

SHOWN = 5
"""How many sentences are named before "and N more"."""


def check_cells(file: File, tagged: File, original: Original) -> Iterator[Finding]:
    """Yield what is wrong with the negations of a file, sentence by sentence.

    Punctuation is told by the tags of the file `tagged`.
    """
    dashes: list[range] = []
    with_event = 0
    no_event: list[tuple[int, str]] = []
    underscores = False
    for sentence in file.sentences():
        rows = [file.fields(number) for number in sentence]
        lines = [file.lines[number - 1] for number in sentence]
        if is_without_negation(lines[0]) or max(map(len, rows)) <= FIRST_NEGATION_FIELD:
            continue
        dash = writes_dashes(rows)
        if dash:
            dashes.append(sentence)
        underscores = underscores or not dash
        empty = DASHED_EMPTY_CELLS if dash else EMPTY_CELLS
        yield from _check_strings(file, sentence, rows, empty)
        meant = read_meant(b"\n".join(lines), empty)
        yield from _check_negations(file, sentence, rows, meant)
        yield from _check_missing_parts(file, tagged, sentence, original)
        for negation in meant.negations:
            if negation.scope and negation.cue:
                if negation.event:
                    with_event += 1
                else:
                    no_event.append((sentence[negation.cue[0][0]], decoded(negation.cue[0][1])))
    if dashes:
        names = some([file.name_of(sentence) for sentence in dashes], SHOWN)
        several = [s for s in dashes if len(negation_words(file.fields(s[-1]))) > 1]
        message = "- stands for empty in %d sentences: %s" % (len(dashes), names)
        if several:
            message = (
                "- stands for empty in %d sentences; in those with several negations, %d, the "
                "order of the columns decides: %s"
                % (
                    len(dashes),
                    len(several),
                    some([file.name_of(sentence) for sentence in several], SHOWN),
                )
            )
        column = file.column(dashes[0][0], FIRST_NEGATION_FIELD)
        yield make_finding(file.name, dashes[0][0], column, "W103", message)
    elif underscores and original.needs_all_parts:
        first = next(s for s in file.sentences() if not is_without_negation(file.lines[s[0] - 1]))
        message = "_ stands for empty: every negation needs a cue, a scope and an event"
        yield make_finding(file.name, first[0], 1, "W104", message)
    if with_event > len(no_event) > 0:
        message = "%d of %d negations with a scope have no event: %s"
        places = ["%r in line %d" % (cue, number) for number, cue in no_event]
        message %= (len(no_event), with_event + len(no_event), some(places, SHOWN))
        number = no_event[0][0]
        yield make_finding(file.name, number, file.column(number, WORD_FIELD), "N103", message)


def _check_strings(
    file: File, sentence: range, rows: Sequence[Sequence[bytes]], empty: tuple[bytes, ...]
) -> Iterator[Finding]:
    """Yield cells that are empty, have a space in them, or hold a string that is not of the word."""
    for number, row in zip(sentence, rows):
        for field in range(FIRST_NEGATION_FIELD, len(row)):
            cell = row[field]
            if cell in empty or cell == STARS:
                continue
            if not cell:
                code, message = "W106", "the cell is empty"
            elif b" " in cell:
                code, message = "W105", "%r has a space in it" % decoded(cell)
            elif len(row) > WORD_FIELD and cell.lower() not in row[WORD_FIELD].lower():
                code = "N101"
                message = "%r is no part of the word %r" % (decoded(cell), decoded(row[WORD_FIELD]))
            else:
                continue
            yield make_finding(file.name, number, file.column(number, field), code, message)


def _check_negations(
    file: File, sentence: range, rows: Sequence[Sequence[bytes]], meant: Annotation
) -> Iterator[Finding]:
    """Yield cues that are the same or overlap, and cues inside their own scopes."""
    seen: list[tuple[Part, set[int]]] = []
    for index, negation in enumerate(meant.negations):
        field = FIRST_NEGATION_FIELD + 3 * index
        if not negation.cue:
            seen.append(((), set()))
            continue
        position, word = negation.cue[0]
        number = sentence[position]
        place = file.name, number, file.column(number, field)
        tokens = {token for token, _ in negation.cue}
        for other, (cue, other_tokens) in enumerate(seen, start=1):
            if cue == negation.cue:
                message = "negation %d has the cue of negation %d, %r" % (
                    index + 1,
                    other,
                    decoded(word),
                )
                yield make_finding(*place, "W109", message)
                break
            if tokens & other_tokens:
                message = "the cues of negations %d and %d share a token" % (other, index + 1)
                yield make_finding(*place, "W110", message)
                break
        seen.append((negation.cue, tokens))
        scope = dict(negation.scope)
        for token, string in negation.cue:
            if scope.get(token) == string == rows[token][WORD_FIELD]:
                number = sentence[token]
                message = "%r is cue and scope of the same negation" % decoded(string)
                yield make_finding(
                    file.name, number, file.column(number, field + 1), "N102", message
                )


def _check_missing_parts(
    file: File, tagged: File, sentence: range, original: Original
) -> Iterator[Finding]:
    """Yield negations without a part that they need, as the legacy scorer reads the cells.

    It does not read the last line of a file.
    """
    read = sentence[: max(min(len(file.lines), len(tagged.lines)) - sentence[0], 0)]
    if not read:
        return
    own, tags = (
        Fields(b"\n".join([side.lines[number - 1] for number in read])) for side in (file, tagged)
    )
    annotation = read_annotation(own, PUNCTUATION[original.punctuation].words(tags), 0)
    needed = original.needs_all_parts
    number = sentence[-1]
    for index, negation in enumerate(annotation.negations):
        column = file.column(number, FIRST_NEGATION_FIELD + 3 * index)
        for name, part in zip(negation._fields, negation):
            if part:
                continue
            message = "negation %d of sentence %s has no %s" % (
                index + 1,
                file.name_of(sentence),
                name,
            )
            if needed:
                yield make_finding(file.name, number, column, "E302", message)
                break
            if name == "cue":
                code = "E301" if file.handle == SYSTEM else "W116"
                yield make_finding(file.name, number, column, code, message)
