"""Stage 4: the columns of each sentence, and the strings in its cue, scope and event cells."""

from __future__ import annotations

from collections.abc import Sequence

from ..ground.columns import STARS
from ..ground.wording import plural
from ..legacy.reading import first_misplaced
from ..reading.source import Source
from .findings import Findings, shown_bytes
from .lines import FIRST, FileLayout, SentenceLines, sentences
from .verdict import Contents

PARTS = ("cue", "scope", "event")


class Cells:
    """Reads the sentences of a file in columns, each once.

    `needed` are the parts without which the scorer aborts. Errors are reported only if it aborts
    (`aborts`): the run decides, this stage explains. Where blank lines are missing
    (`is_undivided`), a sentence with another name begins in the middle of one.
    """

    def __init__(
        self,
        layout: FileLayout,
        needed: Sequence[str],
        aborts: bool,
        findings: Findings,
        is_undivided: bool,
    ) -> None:
        # Where the scorer does not abort at ***, it reads a sentence without negation, or a word.
        self._empty = {b"_", layout.sign, STARS} if aborts else {b"_", layout.sign}
        self._layout = layout
        self._needed = needed
        self._aborts, self._is_undivided = aborts, is_undivided
        self._found = findings
        self._scopes = self._inside = self._first_inside = 0

    def read(self, source: Source) -> Contents:
        """Return what the file holds, and report what is wrong with it."""
        count = tokens = negations = strings = foreign = 0
        for sentence in sentences(source):
            count += 1
            tokens += len(sentence.lines)
            stars = (row.endswith(b"\t***") and row.count(b"\t") == FIRST for row in sentence.lines)
            if all(stars):
                continue
            rows = sentence.rows
            if not self._check_widths(sentence, rows) or len(rows[0]) <= FIRST:
                continue
            if all(row[FIRST:] == [STARS] for row in rows):
                continue
            new = self._check_negations(sentence, rows)
            negations += (len(rows[0]) - FIRST + 2) // 3
            strings += new[0]
            foreign += new[1]
        if self._inside and 2 * self._inside >= self._scopes:
            what = f"{self._inside:,} of {plural(self._scopes, 'scope')} contain their cue"
            self._found.add("W902", self._first_inside, found=what)
        return Contents(count, tokens, negations, strings, foreign)

    def check_labels(self, contents: Contents, least: float) -> None:
        """Report a file in which nothing can count, because its cells hold labels or marks."""
        if contents.foreign > contents.strings * least:
            self._found.take_out("W901")
            share = f"{contents.foreign:,} of {plural(contents.strings, 'cell')}"
            self._found.add("E605", 1, found=share + " are not part of their words")

    def check_sign(self, gold_sign: bytes) -> None:
        """Report a file that writes another sign for empty than gold, or than its task."""
        sign = self._layout.sign
        if not self._layout.dashes + self._layout.underscores or not gold_sign:
            return
        if sign != gold_sign:
            found = f"{shown_bytes(sign)} in {max(self._layout[2:4]):,} cells"
            found += ": the scorer takes each for a marked token" * (sign == b"-")
            self._found.add("W117", 1, found=found, expected=shown_bytes(gold_sign))

    def _check_widths(self, sentence: SentenceLines, rows: list[list[bytes]]) -> bool:
        """Report columns at which the scorer aborts. Return whether cells can be read."""
        first, width, is_even = 0, len(rows[0]), True
        for place, (line, row) in enumerate(zip(sentence.numbers, rows)):
            if self._is_undivided and row[:2] != rows[first][:2]:
                is_even = is_even and len(row) == width
                first, width = place, len(row)
            if len(row) != width:
                is_even = False
                if self._aborts:
                    where = f"{width:,}, as in line {sentence.numbers[first]:,} of this sentence"
                    self._found.add(
                        "E201", line, len(row), found=plural(len(row), "column"), expected=where
                    )
            elif len(row) != FIRST + 1 and (len(row) - 1) % 3:
                is_even = False
                if self._aborts:
                    self._found.add("E202", line, found=plural(len(row), "column"))
        if is_even and sentence.is_closed and width > FIRST:
            places = first_misplaced([row[FIRST] == STARS for row in rows])
            if places is not None and self._aborts:
                found = "*** for token %d and not for token %d" % places
                self._found.add("E202", sentence.numbers[-1] + 1, FIRST + 1, found=found)
        return is_even

    def _check_negations(self, sentence: SentenceLines, rows: list[list[bytes]]) -> tuple[int, int]:
        """Report what is wrong with cells. Return the numbers of strings and of foreign ones."""
        words = [row[3] for row in rows]
        columns = list(zip(*[row[FIRST:] for row in rows]))
        strings = foreign = 0
        cues: dict[tuple[tuple[int, bytes], ...], int] = {}
        previous: list[tuple[int, bytes]] = []
        for index, cells in enumerate(columns):
            part, negation = index % 3, index // 3 + 1
            marked = [pair for pair in enumerate(cells) if pair[1] not in self._empty]
            for place, cell in marked:
                if not cell or b" " in cell:
                    what = f'the cell "{shown_bytes(cell)}"' if cell else "an empty cell"
                    self._found.add("W126", sentence.numbers[place], FIRST + index + 1, found=what)
                elif cell not in words[place]:
                    foreign += self._is_foreign(sentence, place, index, cell, words[place])
            strings += len(marked)
            if part == 0:
                previous = marked
                if marked:
                    first = cues.setdefault(tuple(marked), negation)
                    if first != negation and self._found.wants("W128"):
                        cue = shown_bytes(b" ".join(cell for _, cell in marked))
                        what = f'negations {first} and {negation} both have the cue "{cue}"'
                        line = sentence.numbers[marked[0][0]]
                        self._found.add("W128", line, FIRST + index + 1, found=what)
                    elif first != negation:
                        self._found.add("W128", sentence.numbers[0])
            elif part == 1:
                known = dict(previous)
                self._scopes += bool(known and marked)
                inside = [
                    place for place, cell in marked if known.get(place) and known[place] in cell
                ]
                if inside and len(inside) == len(known):
                    self._inside += 1
                    self._first_inside = self._first_inside or sentence.numbers[inside[0]]
            is_needed = self._aborts and PARTS[part] in self._needed
            if is_needed and all(cell == b"_" for cell in cells):
                what = f"negation {negation} of the sentence before this line has no {PARTS[part]}"
                self._found.add("E302", sentence.numbers[-1] + 1, found=what)
        return strings, foreign

    def _is_foreign(
        self, sentence: SentenceLines, place: int, index: int, cell: bytes, word: bytes
    ) -> bool:
        is_case = cell.lower() in word.lower()
        if not self._found.wants("W901"):
            self._found.places["W901"] += 1
        else:
            hint = "copy the capital letters of the word too" if is_case else ""
            line = sentence.numbers[place]
            expected = f'"{shown_bytes(word)}" or a part of it'
            what = f'{PARTS[index % 3]} "{shown_bytes(cell)}"'
            column = FIRST + index + 1
            self._found.add("W901", line, column, found=what, expected=expected, fix=hint)
        return not is_case
