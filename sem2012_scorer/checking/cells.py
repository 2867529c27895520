"""What is wrong with the negations of a file: their cells, cues and parts."""

from __future__ import annotations

from collections import Counter

from ..ground.columns import (
    EMPTY,
    FIRST_NEGATION_FIELD,
    GOLD,
    STARS,
    SYSTEM,
    WORD_FIELD,
)
from ..ground.wording import decoded, plural, some
from ..legacy.annotations import AnnotationRules
from ..legacy.fields import Fields, is_without_negation, negation_words
from ..legacy.parts import PARTS_NEEDED
from .sentence_lines import Known, SentenceLines
from .strings import SHOWN, TOLD
from .verdict import Contents
from .widths import has_one_cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..legacy.annotations import Annotation, Part
    from ..legacy.originals import Original
    from .files import File
    from .findings import Finding


MOST_HAVE = 4
"""How many times more negations with an event there are where one without looks like a slip."""


class Cells:
    """The check of a file's cells: sentence by sentence, then what all sentences have in common.

    Punctuation is recognised by the tags in the file `tagged`, as in `original`. With
    `is_outlined`, nothing is said of strings and cues, which matter to the file's author alone.
    `like` are the cells of the other file, in which most sentences are the same.
    """

    def __init__(
        self,
        file: File,
        tagged: File,
        original: Original,
        is_outlined: bool = False,
        like: Cells | None = None,
    ) -> None:
        self._file = file
        self._tagged = tagged
        self._original = original
        self._is_outlined = is_outlined
        self._known: Known = Known() if like is None else like._known
        self.dashes: list[range] = []
        self.underscores: list[range] = []
        self._needs_all_parts = PARTS_NEEDED[original.parts_needed].are_all_needed
        self._strings = 0
        # Cells that are not part of their word: all of them, and by reason the cells and the first place.
        self._foreign: Counter[bytes] = Counter()
        self._told: dict[str, Counter[bytes]] = {code: Counter() for code in TOLD}
        self._first: dict[str, tuple[int, int]] = {}
        self._others: list[Finding] = []
        self._with_event = 0
        self._no_event: list[tuple[int, str]] = []
        self._mixed: list[tuple[int, int]] = []
        self._sentences = self._tokens = 0
        self._negations = Contents()

    @property
    def contents(self) -> Contents:
        """What was read so far."""
        return self._negations._replace(sentences=self._sentences, tokens=self._tokens)

    def pass_over(self, sentence: range) -> None:
        """Count a sentence that has no negation."""
        self._sentences += 1
        self._tokens += len(sentence)

    def read(self, lines: bytes) -> SentenceLines:
        """Return what is read of a sentence's lines, which the other file may have too."""
        return self._known.of(lines)

    @property
    def sign(self) -> str:
        """The file's sign for an empty cell, ``-`` or ``_``; "" if there is no negation."""
        if not self.dashes and not self.underscores:
            return ""
        return "-" if len(self.dashes) > len(self.underscores) else "_"

    @property
    def are_mostly_foreign(self) -> bool:
        """Whether most cells are not part of their word in any case of its letters."""
        return 2 * (self._foreign.total() - self._told["W120"].total()) > self._strings

    def check(
        self, sentence: range, known: SentenceLines, judged: Annotation | None = None
    ) -> Iterator[Finding]:
        """Yield what is wrong with a sentence's negations.

        `known` is what is read of its lines; `judged` is how the scorer reads it, if it has.
        """
        self.pass_over(sentence)
        file = self._file
        if is_without_negation(known.lines.partition(b"\n")[0]):
            return
        width = known.width
        if (width or max(map(len, known.rows))) <= FIRST_NEGATION_FIELD:
            return
        if known.writes_dashes:
            self.dashes.append(sentence)
            self._mixed += [
                (number, field)
                for number, row in zip(sentence, known.rows)
                for field in range(FIRST_NEGATION_FIELD, len(row))
                if row[field] == EMPTY != row[WORD_FIELD]
            ]
        elif known.has_underscores:
            self.underscores.append(sentence)
        # With unequal columns, cells are not those of the negation in whose columns they stand.
        are_even = width is not None or len(set(map(len, known.rows))) == 1
        if not self._is_outlined:
            yield from self._check_strings(sentence, known.rows, known.empty)
            if are_even:
                yield from check_negations(file, sentence, known.rows, known.meant)
        read = judged
        has_one = has_one_cell(known.rows) if width is None else width == FIRST_NEGATION_FIELD + 1
        if file.handle != SYSTEM or not has_one:
            if read is None:
                read = annotation_of(file, self._tagged, sentence, self._original)
            if read is not None:
                yield from check_missing_parts(file, read, sentence, self._original)
        meant = known.meant_as(judged) if self._is_outlined else known.meant
        with_cue = [negation for negation in meant.negations if negation.cue]
        self._negations += Contents(
            negations=len(with_cue),
            scopes=sum(bool(negation.scope) for negation in with_cue),
            events=sum(bool(negation.event) for negation in with_cue),
            negation_sentences=int(bool(with_cue)),
        )
        for negation in with_cue if are_even else ():
            if negation.scope:
                position, word = negation.cue[0]
                if negation.event:
                    self._with_event += 1
                else:
                    self._no_event.append((sentence[position], decoded(word)))

    def _check_strings(
        self, sentence: range, rows: Sequence[Sequence[bytes]], empty: tuple[bytes, ...]
    ) -> Iterator[Finding]:
        """Yield cells that are empty or contain a space.

        Those that are not part of their word are reported together at the end.
        """
        file = self._file
        passed_over = frozenset((*empty, STARS))
        marked = [
            (number, field, cell, row)
            for number, row in zip(sentence, rows)
            for field, cell in enumerate(row[FIRST_NEGATION_FIELD:], FIRST_NEGATION_FIELD)
            if cell not in passed_over
        ]
        for number, field, cell, row in marked:
            if not cell:
                yield file.finding(number, "W106", "the cell is empty", field)
                continue
            self._strings += 1
            if b" " in cell:
                message = "%r has a space in it" % decoded(cell)
                yield file.finding(number, "W126", message, field)
            elif cell not in row[WORD_FIELD]:
                self._add_foreign(number, field, cell, row[WORD_FIELD])

    def _add_foreign(self, number: int, field: int, cell: bytes, word: bytes) -> None:
        """Keep a cell that is not part of its word: with its reason if it has one, else by itself."""
        self._foreign[cell] += 1
        code = next((code for code, (fits, _) in TOLD.items() if fits(cell, word)), "N901")
        self._first.setdefault(code, (number, field))
        if code in TOLD:
            self._told[code][cell] += 1
            return
        message = "%r is not a part of the word %r" % (decoded(cell), decoded(word))
        self._others.append(self._file.finding(number, "N901", message, field))

    def at_the_end(self) -> Iterator[Finding]:
        """Yield what all sentences have in common."""
        file = self._file
        foreign = self._foreign.total()
        nothing_counts = file.handle == SYSTEM and 2 * foreign > self._strings
        if nothing_counts:
            number, field = min(self._first.values())
            shown = ["%r %d" % (decoded(cell), n) for cell, n in self._foreign.most_common()]
            message = "%d of %s not part of their word: %s" % (
                foreign,
                plural(self._strings, "cell is", "cells are"),
                some(shown, SHOWN),
            )
            found = file.finding(number, "E805", message, field)
            yield found._replace(places=foreign)
        else:
            yield from self._others
        for code, told in self._told.items():
            # If nothing counts, only what --fix mends is worth its own line.
            is_mended = code == "W120" and not self.are_mostly_foreign
            if told and (is_mended or not nothing_counts):
                number, field = self._first[code]
                shown = [repr(decoded(cell)) for cell, _ in told.most_common()]
                message = TOLD[code][1] % (
                    told.total(),
                    plural(self._strings, "cell"),
                    some(shown, SHOWN),
                )
                found = file.finding(number, code, message, field)
                yield found._replace(places=told.total())
        if self._mixed and file.handle == SYSTEM:
            number, field = self._mixed[0]
            message = "_ stands for empty in %s of sentences that write -"
            message %= plural(len(self._mixed), "cell")
            found = file.finding(number, "W117", message, field)
            yield found._replace(places=len(self._mixed), hint="write one sign, gold's")
        if self.dashes and b"-" not in self._original.empty_cells:
            yield self._dashes()
        elif self.underscores and not self.dashes and self._needs_all_parts:
            message = "_ stands for empty: every negation needs a cue, a scope and an event"
            yield file.finding(self.underscores[0][0], "W125", message)
        # In CD-SCO as released, three of ten have none.
        if self._with_event >= MOST_HAVE * len(self._no_event) > 0:
            message = "%d of %s with a scope %s no event: %s"
            places = ["%r in line %d" % (cue, number) for number, cue in self._no_event]
            with_scope = self._with_event + len(self._no_event)
            has = "has" if len(self._no_event) == 1 else "have"
            message %= (len(places), plural(with_scope, "negation"), has, some(places, SHOWN))
            number = self._no_event[0][0]
            found = file.finding(number, "N903", message, WORD_FIELD)
            yield found._replace(places=len(places))

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
        return file.finding(number, "W124", message, FIRST_NEGATION_FIELD)


def check_empty_sign(gold: Cells, system: Cells, file: File) -> Iterator[Finding]:
    """Yield a finding if the system's `file` writes another sign for empty than gold."""
    if gold.sign and system.sign and gold.sign != system.sign:
        sentences = system.dashes if system.sign == "-" else system.underscores
        number = sentences[0][0]
        message = "%s stands for empty in %s; gold writes %s for empty: write %s"
        message %= (system.sign, plural(len(sentences), "sentence"), gold.sign, gold.sign)
        yield file.finding(number, "W117", message, FIRST_NEGATION_FIELD)


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
        tokens = {token for token, _ in negation.cue}
        for other, (cue, other_tokens) in enumerate(seen, start=1):
            if cue == negation.cue:
                message = "negation %d has the cue of negation %d, %r" % (
                    index + 1,
                    other,
                    decoded(word),
                )
                yield file.finding(number, "W128", message, field)
                break
            if tokens & other_tokens:
                message = "the cues of negations %d and %d share a token" % (other, index + 1)
                yield file.finding(number, "N127", message, field)
                break
        seen.append((negation.cue, tokens))
        scope = dict(negation.scope)
        for token, string in negation.cue:
            if scope.get(token) == string == rows[token][WORD_FIELD]:
                number = sentence[token]
                message = "%r is cue and scope of the same negation" % decoded(string)
                yield file.finding(number, "N902", message, field + 1)


def annotation_of(
    file: File, tagged: File, sentence: range, original: Original
) -> Annotation | None:
    """Return a sentence as the legacy scorer reads it, None if it does not.

    The scorer does not read the last line of a file.
    """
    read = sentence[: max(min(len(file.lines), len(tagged.lines)) - sentence[0], 0)]
    if not read:
        return None
    own, tags = (Fields(b"\n".join(side.lines_of(read))) for side in (file, tagged))
    rules = AnnotationRules.of(original)
    return rules.read(own, *rules.tokens(tags), 0, True)


def check_missing_parts(
    file: File, annotation: Annotation, sentence: range, original: Original
) -> Iterator[Finding]:
    """Yield negations without a part that they need, as the legacy scorer reads the cells."""
    needed = PARTS_NEEDED[original.parts_needed]
    parts = needed.gold if file.handle == GOLD else needed.system_first + needed.system_then
    stops = dict(reversed(list(needed.missing(annotation, parts))))
    number = sentence[-1]
    for index, negation in enumerate(annotation.negations):
        lacks = stops.get(index, "" if negation.cue else "cue")
        if lacks:
            message = "negation %d of sentence %s has no %s"
            message %= (index + 1, file.name_of(sentence), lacks)
            code = "E302" if index in stops else "E301" if file.handle == SYSTEM else "W301"
            yield file.finding(number, code, message, FIRST_NEGATION_FIELD + 3 * index)
