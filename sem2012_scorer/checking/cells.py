"""What is wrong with the negations of a file: their cells, cues and parts."""

from __future__ import annotations

from ..ground.columns import (
    DASHED_EMPTY_CELLS,
    EMPTY_CELLS,
    FIRST_NEGATION_FIELD,
    GOLD,
    STARS,
    SYSTEM,
    WORD_FIELD,
    writes_dashes,
)
from ..ground.wording import decoded, plural, some
from ..legacy.annotations import AnnotationRules, read_meant
from ..legacy.fields import Fields, is_without_negation, negation_words
from ..legacy.parts import PARTS_NEEDED
from .slips import SHOWN, TOLD, Slip
from .widths import has_one_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.annotations import Annotation, Part
    from ..legacy.originals import Original
    from .files import File
    from .findings import Finding


class Cells:
    """The check of a file's cells: sentence by sentence, then what all sentences have in common.

    Punctuation is recognised by the tags in the file `tagged`, as in `original`.
    """

    def __init__(self, file: File, tagged: File, original: Original) -> None:
        self._file = file
        self._tagged = tagged
        self._original = original
        self.dashes: list[range] = []
        self.underscores: list[range] = []
        self._needs_all_parts = PARTS_NEEDED[original.parts_needed].are_all_needed
        self._slips = [Slip(code) for code in TOLD]
        self._strings = 0
        self._with_event = 0
        self._no_event: list[tuple[int, str]] = []

    @property
    def sign(self) -> str:
        """The file's sign for an empty cell, ``-`` or ``_``; "" if there is no negation."""
        if not self.dashes and not self.underscores:
            return ""
        return "-" if len(self.dashes) > len(self.underscores) else "_"

    def check(self, sentence: range, rows: Sequence[Sequence[bytes]]) -> Iterator[Finding]:
        """Yield what is wrong with a sentence's negations; `rows` are its lines' fields."""
        file = self._file
        lines = file.lines_of(sentence)
        if is_without_negation(lines[0]) or max(map(len, rows)) <= FIRST_NEGATION_FIELD:
            return
        dash = writes_dashes(rows)
        (self.dashes if dash else self.underscores).append(sentence)
        empty = DASHED_EMPTY_CELLS if dash else EMPTY_CELLS
        yield from self._check_strings(sentence, rows, empty)
        meant = read_meant(b"\n".join(lines), empty)
        yield from check_negations(file, sentence, rows, meant)
        if file.handle != SYSTEM or not has_one_cell(rows):
            yield from check_missing_parts(file, self._tagged, sentence, self._original)
        for negation in meant.negations:
            if negation.scope and negation.cue:
                position, word = negation.cue[0]
                if negation.event:
                    self._with_event += 1
                else:
                    self._no_event.append((sentence[position], decoded(word)))

    def _check_strings(
        self, sentence: range, rows: Sequence[Sequence[bytes]], empty: tuple[bytes, ...]
    ) -> Iterator[Finding]:
        """Yield cells that are empty, contain a space, or are not part of their word.

        Slips, such as labels, are counted and reported together at the end.
        """
        file = self._file
        for number, row in zip(sentence, rows):
            for field in range(FIRST_NEGATION_FIELD, len(row)):
                cell = row[field]
                if cell in empty or cell == STARS:
                    continue
                self._strings += 1
                if not cell:
                    code, message = "W106", "the cell is empty"
                elif b" " in cell:
                    code, message = "W105", "%r has a space in it" % decoded(cell)
                elif cell not in row[WORD_FIELD]:
                    for slip in self._slips:
                        if slip.fits(cell, row[WORD_FIELD]):
                            slip.add(number, field, cell)
                            break
                    else:
                        word = decoded(row[WORD_FIELD])
                        message = "%r is not a part of the word %r" % (decoded(cell), word)
                        yield file.finding(number, file.column(number, field), "N101", message)
                    continue
                else:
                    continue
                yield file.finding(number, file.column(number, field), code, message)

    def at_the_end(self) -> Iterator[Finding]:
        """Yield what all sentences have in common."""
        file = self._file
        for slip in self._slips:
            if slip.strings:
                number, field = slip.first
                message = slip.message(self._strings)
                yield file.finding(number, file.column(number, field), slip.code, message)
        if self.dashes and b"-" not in self._original.empty_cells:
            yield self._dashes()
        elif self.underscores and not self.dashes and self._needs_all_parts:
            message = "_ stands for empty: every negation needs a cue, a scope and an event"
            yield file.finding(self.underscores[0][0], 1, "W104", message)
        if self._with_event > len(self._no_event) > 0:
            message = "%d of %d negations with a scope have no event: %s"
            places = ["%r in line %d" % (cue, number) for number, cue in self._no_event]
            with_scope = self._with_event + len(self._no_event)
            message %= (len(self._no_event), with_scope, some(places, SHOWN))
            number = self._no_event[0][0]
            yield file.finding(number, file.column(number, WORD_FIELD), "N103", message)

    def _dashes(self) -> Finding:
        """Return the finding that - stands for empty, which the scorer reads as a word."""
        file = self._file
        several = [s for s in self.dashes if len(negation_words(file.fields(s[-1]))) > 1]
        message = "- stands for empty in %s" % plural(len(self.dashes), "sentence")
        named = self.dashes
        if several:
            message += "; in those with several negations, %d, the order of the columns decides"
            message %= len(several)
            named = several
        message += ": %s" % some([file.name_of(sentence) for sentence in named], SHOWN)
        number = self.dashes[0][0]
        return file.finding(number, file.column(number, FIRST_NEGATION_FIELD), "W103", message)


def check_empty_sign(gold: Cells, system: Cells, file: File) -> Iterator[Finding]:
    """Yield a finding if the system's `file` writes another sign for empty than gold."""
    if gold.sign and system.sign and gold.sign != system.sign:
        sentences = system.dashes if system.sign == "-" else system.underscores
        number = sentences[0][0]
        message = "%s stands for empty in %s; gold writes %s for empty: write %s"
        message %= (system.sign, plural(len(sentences), "sentence"), gold.sign, gold.sign)
        column = file.column(number, FIRST_NEGATION_FIELD)
        yield file.finding(number, column, "W117", message)


def check_negations(
    file: File, sentence: range, rows: Sequence[Sequence[bytes]], meant: Annotation
) -> Iterator[Finding]:
    """Yield cues that are equal or overlap, and cues inside their own scopes."""
    seen: list[tuple[Part, set[int]]] = []
    for index, negation in enumerate(meant.negations):
        field = FIRST_NEGATION_FIELD + 3 * index
        if not negation.cue:
            seen.append(((), set()))
            continue
        position, word = negation.cue[0]
        number = sentence[position]
        place = number, file.column(number, field)
        tokens = {token for token, _ in negation.cue}
        for other, (cue, other_tokens) in enumerate(seen, start=1):
            if cue == negation.cue:
                message = "negation %d has the cue of negation %d, %r" % (
                    index + 1,
                    other,
                    decoded(word),
                )
                yield file.finding(*place, "W109", message)
                break
            if tokens & other_tokens:
                message = "the cues of negations %d and %d share a token" % (other, index + 1)
                yield file.finding(*place, "W110", message)
                break
        seen.append((negation.cue, tokens))
        scope = dict(negation.scope)
        for token, string in negation.cue:
            if scope.get(token) == string == rows[token][WORD_FIELD]:
                number = sentence[token]
                message = "%r is cue and scope of the same negation" % decoded(string)
                yield file.finding(number, file.column(number, field + 1), "N102", message)


def check_missing_parts(
    file: File, tagged: File, sentence: range, original: Original
) -> Iterator[Finding]:
    """Yield negations without a part that they need, as the legacy scorer reads the cells.

    The scorer does not read the last line of a file.
    """
    read = sentence[: max(min(len(file.lines), len(tagged.lines)) - sentence[0], 0)]
    if not read:
        return
    own, tags = (
        Fields(b"\n".join([side.lines[number - 1] for number in read])) for side in (file, tagged)
    )
    rules, needed = AnnotationRules.of(original), PARTS_NEEDED[original.parts_needed]
    annotation = rules.read(own, *rules.tokens(tags), 0, True)
    parts = needed.gold if file.handle == GOLD else needed.system_first + needed.system_then
    stops = dict(reversed(list(needed.missing(annotation, parts))))
    number = sentence[-1]
    for index, negation in enumerate(annotation.negations):
        lacks = stops.get(index, "" if negation.cue else "cue")
        if lacks:
            message = "negation %d of sentence %s has no %s"
            message %= (index + 1, file.name_of(sentence), lacks)
            code = "E302" if index in stops else "E301" if file.handle == SYSTEM else "W116"
            column = file.column(number, FIRST_NEGATION_FIELD + 3 * index)
            yield file.finding(number, column, code, message)
