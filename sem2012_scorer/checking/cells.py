"""Stage 4: the strings in the cue, scope and event cells of each sentence.

`Cells.look_at` takes the columns of a sentence and counts what is wrong with them; `Cells.report` adds what
holds of the whole file. `look_at` is called for each sentence that is scored, so it is written to be fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from ..common.columns import CUE, PARTS, SCOPE, STARS, WORD_FIELD
from ..common.wording import plural
from ..port.annotation import fields_to_annotate
from ..reading.signs import MISSING_VALUES, OTHER_SIGNS
from ..reading.source import Source
from .findings import Findings, bytes_in_finding
from .foreign_cells import (
    THREE_ASTERISKS,
    CellMeaning,
    fix_of_foreign_cell,
    fix_of_spaces,
    is_mistyped_stars,
    wrong_sign_in_words,
)
from .layout import FIRST, are_columns_joined_in_layout, count_signs_in_layout
from .meant import (
    NO_WORDS,
    distances_from_word,
    is_same_letters,
    marks_word,
    part_meant_by_cell,
    with_code_points,
)
from .parts_of_negations import Column, MarkedCells, PartsOfNegations

NOT_STARS = "*** with something after it, such as a carriage return, is read as a cue"
LABELS_WITH_GOLD, LABELS_WITHOUT_GOLD = 0.5, 0.99
"""From which fraction of strings on cells hold labels; without gold, some cells may still be right."""
LONE_COLUMNS = "after each cue column, add one for the scope and one for the event"
"""How it begins what to do about cue columns alone."""
FEW_LONE = 10  # as many sentences may have a sign in place of *** for one with a lone cue column


class Cells:
    """Looks at the negations of one file, sentence by sentence.

    `sign` is what an empty cell holds. `needed` are the parts without which the scorer aborts.
    Errors are reported only if it aborts (`aborts`): the run decides, this stage explains. `file` is
    gold's name, if these are its cells. What gold writes into empty cells (`gold_sign`) is no wrong string.
    """

    def __init__(
        self,
        sign: bytes,
        findings: Findings,
        needed: Sequence[str] = (),
        aborts: bool = False,
        file: str = "",
        gold_sign: bytes = b"",
    ) -> None:
        # Where the scorer does not abort at ***, it reads a sentence without negation, or a word.
        self._empty = {b"_", sign}
        if aborts:
            self._empty.add(STARS)
        if gold_sign:
            self._empty.add(gold_sign)
        self._sign, self._findings, self._file = sign, findings, file
        self._needed = needed if aborts else ()
        self.has_golds_words = False  # whether the word column is known to be right
        self.cues_twice_in_gold: Collection[tuple[tuple[int, bytes], ...]] = ()
        self.negations = self.strings = 0
        self.foreign = 0  # cells that are not part of their words
        self._meaningless = 0  # and not even in other letters
        # How many tokens beside their words such cells may stand.
        self._of_distances = Counter[int]()
        self._without_word = self._first_without_word = 0
        self._shown_without_word = b""
        self._lone_columns = self._first_lone = 0  # sentences with one annotation column
        self._joined = self._first_joined = 0  # sentences whose columns are joined by spaces
        self._comma_joined = self._first_comma_joined = 0  # the same, joined by commas
        self._has_moved_cells = False  # a space, or nothing, in a cell moves those after it
        self._missing_values = 0  # cells that hold NaN or the like
        self._padded_stars = 0  # sentences with *** and spaces in their one column
        self._wordless = self._first_wordless = 0  # sentences whose words are all _
        self._stars = 0  # foreign cells that hold ***
        self._odd_stars = Counter[
            int
        ]()  # sentences of gold with *** in another column than the eighth
        self._uneven = self._first_uneven = 0  # sentences of gold with wrong numbers of columns
        self._mixed = self._first_mixed = 0  # cells with _ in a file that has - in empty cells
        self._cueless = self._first_cueless = 0  # negations without a cue
        self._parts = PartsOfNegations()

    def look_at(self, numbers: Sequence[int], words: Column, columns: Sequence[Column]) -> None:
        """Look at the negations of a sentence: its lines' numbers, words, and annotation columns."""
        is_lone = len(columns) == 1
        if is_lone and self._is_of_padded_stars(numbers, words, columns[0]):
            return
        if is_lone and self._is_of_joined_columns(columns[0], numbers[0]):
            return
        self.negations += (len(columns) + 2) // 3
        has_words = any(word not in (b"_", b"") for word in words)
        if not has_words:
            self._wordless += 1
            self._first_wordless = self._first_wordless or numbers[0]
        cues: dict[tuple[tuple[int, bytes], ...], int] = {}
        cue: MarkedCells = []
        scope: MarkedCells = []
        is_none = False
        for index, cells in enumerate(columns):
            part = PARTS[index % 3]
            if part == CUE:
                is_none = self._is_without_word(numbers, words, cells)
            if is_none:  # its other cells are no more a scope or an event than this is a cue
                self._count_marked_cells(words, cells)
                continue
            marked = self._marked_cells(numbers, words, index, cells, has_words)
            if part == CUE:
                cue = marked
                if not cue:
                    self._cueless += 1
                    self._first_cueless = self._first_cueless or numbers[0]
                self._look_for_same_cue(numbers, cue, cues, index)
            elif part == SCOPE:
                scope = marked
                self._parts.look_at_scope(numbers, words, cue, scope)
            else:
                self._parts.look_at_event(numbers, cue, scope, marked)
            if self._needed:
                self._look_for_missing_part(numbers, index, cells)
            if self._sign == b"-":
                self._count_mixed(numbers, words, cells)

    def _is_of_joined_columns(self, cells: Column, first_line: int) -> bool:
        """Return whether a lone column is several that spaces join; count it as such, or as a lone one if it marks a word."""
        commas = {cell.count(b",") for cell in cells}
        if len(cells) > 1 and len(commas) == 1 and max(commas) % 3 == 2:
            self._comma_joined += 1
            self._first_comma_joined = self._first_comma_joined or first_line
            return True
        if are_columns_joined_in_layout([[cell] for cell in cells]):
            self._joined += 1
            self._first_joined = self._first_joined or first_line
            return True
        if marks_word(cells):
            self._lone_columns += 1
            self._first_lone = self._first_lone or first_line
        return False

    def _is_of_padded_stars(self, numbers: Sequence[int], words: Column, cells: Column) -> bool:
        """Return whether a lone column is *** with spaces on every line; report each line, which the scorer reads as a cue."""
        if not all(cell.strip(b" ") == STARS != cell for cell in cells):
            return False
        self.negations += 1  # so the scorer counts it
        self._padded_stars += 1
        self.strings += len(cells)
        for line, cell, word in zip(numbers, cells, words):
            self._add_spaces(line, 0, cell, word)
        return True

    def _count_mixed(self, numbers: Sequence[int], words: Column, cells: Column) -> None:
        """Count the cells with _ for empty, in a file in which - stands for empty."""
        for number, word, cell in zip(numbers, words, cells):
            if cell == b"_" != word:
                self._mixed += 1
                self._first_mixed = self._first_mixed or number

    def _look_for_missing_part(self, numbers: Sequence[int], index: int, cells: Column) -> None:
        """Report a column without the part at which the scorer aborts."""
        part = PARTS[index % 3]
        if part in self._needed and all(cell == b"_" for cell in cells):
            number, last = index // 3 + 1, numbers[-1]
            what = f"negation {number} of the sentence that ends in line {last:,} has no {part}"
            self._findings.add_place("E302", numbers[-1] + 1, found=what)

    def add_stars(self, column: int, first_line: int) -> None:
        """Count a sentence of gold whose *** stands in another column than the eighth, counted from 1."""
        if self._file:
            self._odd_stars[column] += 1
            self._first_uneven = self._first_uneven or first_line

    @property
    def shares_of_distances(self) -> dict[int, float]:
        """Which share of the cells with a wrong string may stand some tokens after (above 0) or before their words."""
        return {by: number / self.foreign for by, number in self._of_distances.items()}

    @property
    def has_wrong_columns(self) -> bool:
        """Whether a sentence of gold has unequal or impossible numbers of columns."""
        return self._uneven > 0

    @property
    def cueless(self) -> int:
        """How many negations of gold have no cue."""
        return self._cueless

    @property
    def has_odd_stars(self) -> bool:
        """Whether gold has *** in another column than the eighth: all its cells are in doubt."""
        return bool(self._odd_stars)

    def add_uneven(self, first_line: int) -> None:
        """Count a sentence of gold with unequal or impossible numbers of columns: the scorer does not check gold's."""
        if self._file:
            self._uneven += 1
            self._first_uneven = self._first_uneven or first_line

    def pass_over(self, text: bytes, negations: int, first_line: int) -> None:
        """Count what a sentence holds that is gold's: its strings and cues are as right or wrong as gold's."""
        self.negations += negations
        rows = fields_to_annotate(text)
        columns = list(zip(*[row[FIRST:] for row in rows]))
        numbers = range(first_line, first_line + len(rows))
        for start in range(0, len(columns), 3):
            parts = [self._cells_with_strings(cells) for cells in columns[start : start + 3]]
            self.strings += sum(map(len, parts))
            if len(parts) == len(PARTS):
                cue, scope, event = parts
                self._parts.pass_over_scope(cue, scope)
                self._parts.look_at_event(numbers, cue, scope, event)

    def _cells_with_strings(self, cells: Column) -> MarkedCells:
        """Return the cells of a column that are not empty, each with the number of its token."""
        empty = self._empty
        return [pair for pair in enumerate(cells) if pair[1] not in empty]

    def _marked_cells(
        self, numbers: Sequence[int], words: Column, index: int, cells: Column, has_words: bool
    ) -> MarkedCells:
        """Return a column's cells that are not empty, and report those that are not of their word."""
        values = set(cells) - self._empty
        if not values:  # most columns of events, and many of scopes
            return []
        marked = [pair for pair in enumerate(cells) if pair[1] in values]
        # A space after a *** makes cues of all that the sentence has: that one is named.
        has_sentence_stars = STARS in self._empty and STARS in cells
        has_padded_stars = any(cell != STARS and cell.strip() == STARS for cell in values)
        self.strings += len(marked)
        for token, cell in marked:
            if has_sentence_stars and is_mistyped_stars(cell):
                continue  # *** stands on other lines: a finding on the whole sentence says so
            if not cell or b" " in cell:
                self._add_spaces(numbers[token], index, cell, words[token])
            elif (
                has_words and cell not in words[token] and not (has_padded_stars and cell == STARS)
            ):
                self._add_foreign(numbers[token], index, cell, words, token)
        return marked

    def _add_spaces(self, line: int, index: int, cell: bytes, word: bytes) -> None:
        """Report a cell that is really empty, or has a space in it."""
        what = "an empty cell"
        if cell:
            what = f'the cell "{bytes_in_finding(cell)}"'
        if cell.strip(b" ") != STARS:
            self._has_moved_cells = True
        fix = fix_of_spaces(cell, word)
        self._add_finding("W126", line, FIRST + index + 1, what, fix)

    def _count_marked_cells(self, words: Column, cells: Column) -> None:
        """Count the cells of a column that are not empty, without a report on each."""
        for word, cell in zip(words, cells):
            if cell not in self._empty:
                self.strings += 1
                if cell not in word:
                    self._count_foreign(cell, part_meant_by_cell(cell, word))

    def _count_foreign(self, cell: bytes, part: bytes | None) -> None:
        """Count a cell that is not part of its word, and one that means no `part` of it."""
        self.foreign += 1
        # *** in quotation marks means what it says: the quotation marks are the fault.
        is_quoted_stars = cell != STARS and cell.strip(b"\"'") == STARS
        if part is None and not is_quoted_stars:
            self._meaningless += 1
            if cell in MISSING_VALUES:
                self._missing_values += 1
            if cell == STARS:
                self._stars += 1

    def _add_foreign(self, line: int, index: int, cell: bytes, words: Column, token: int) -> None:
        """Count a cell that is no part of its word, and report it if it is one of the first."""
        word = words[token]
        part = part_meant_by_cell(cell, word)
        distances = distances_from_word(words, token, cell)
        self._of_distances.update(distances)
        # A word of the sentence on a wrong line is no label.
        self._count_foreign(cell, part or (cell if cell in words else None))
        neighbor = ""
        if 1 in distances or -1 in distances:
            neighbor = "before" if 1 in distances else "after"
        elif part is None and list(words).count(cell) == 1:
            neighbor = f"{line + words.index(cell) - token:,}"
        if not self._findings.has_room_for("W901"):
            self._findings.places["W901"] += 1
            return
        shown = [f'"{bytes_in_finding(text)}"' for text in (cell, word)]
        if part is not None and is_same_letters(cell, part):
            shown = [with_code_points(text) for text in (cell, word)]
        meaning = CellMeaning(part, neighbor, self.has_golds_words)
        fix = fix_of_foreign_cell(cell, word, meaning, line, self._sign)
        self._findings.add_place(
            "W901",
            line,
            FIRST + index + 1,
            found=f"{PARTS[index % 3]} {shown[0]}",
            expected=f"{shown[1]} or a part of it",
            fix=fix,
            file=self._file,
        )

    def _is_without_word(self, numbers: Sequence[int], words: Column, cells: Column) -> bool:
        """Count a cue column that holds no word of its sentence, but one sign throughout."""
        sign = cells[0]
        is_one_sign = sign != b"_" and set(cells) == {sign}
        if len(words) == 1:
            is_one_sign = is_one_sign and sign in {*NO_WORDS, *OTHER_SIGNS}
        if not is_one_sign or all(sign in word for word in words):
            return False
        self._without_word += 1
        if not self._first_without_word:
            self._first_without_word = numbers[0]
        if self._shown_without_word in (b"", STARS):  # *** is right elsewhere
            self._shown_without_word = sign
        return True

    def _look_for_same_cue(
        self,
        numbers: Sequence[int],
        cue: MarkedCells,
        cues: dict[tuple[tuple[int, bytes], ...], int],
        index: int,
    ) -> None:
        """Report a cue that an earlier negation of the sentence has too; `cues` says which."""
        if not cue:
            return
        negation = index // 3 + 1
        first = cues.setdefault(tuple(cue), negation)
        if first != negation and tuple(cue) not in self.cues_twice_in_gold:
            shown = bytes_in_finding(b" ".join(cell for _, cell in cue))
            tokens = "token" if len(cue) == 1 else "tokens"
            what = f'negations {first} and {negation} both have the {tokens} "{shown}" as cue'
            self._add_finding("W128", numbers[cue[0][0]], FIRST + index + 1, what)

    def _add_finding(self, code: str, line: int, column: int, what: str, fix: str = "") -> None:
        """Report a finding in the file whose cells these are."""
        self._findings.add_place(code, line, column, found=what, fix=fix, file=self._file)

    def _add_total(
        self, code: str, number: int, line: int, column: int, what: str, fix: str = ""
    ) -> None:
        """Report a finding once, with the number of its places; `line` is the first of them."""
        self._add_finding(code, line, column, what, fix)
        self._findings.set_count(code, number)

    def report(self) -> None:
        """Report what is counted over the whole file."""
        if self._odd_stars:
            ((column, number),) = self._odd_stars.most_common(1)
            what = f"*** stands in column {column} of gold, not in column {FIRST + 1} alone"
            what += f": {plural(number, 'sentence')}"
            self._add_total("W917", number, self._first_uneven, 1, what)
        elif self._uneven:
            what = (
                plural(self._uneven, "sentence")
                + " of gold with unequal or impossible numbers of columns"
            )
            self._add_total("W917", self._uneven, self._first_uneven, 1, what)
        elif self._file and self._cueless:
            what = f"{plural(self._cueless, 'negation')} of gold without a cue"
            fix = "write *** where there is no negation; otherwise mark the cue"
            self._add_total("W917", self._cueless, self._first_cueless, 1, what, fix)
        if self._joined:
            what = f"spaces, not tabs, between the annotation columns of {plural(self._joined, 'sentence')}"
            fix = "separate columns by tabs"
            self._add_total("W126", self._joined, self._first_joined, FIRST + 1, what, fix)
        if self._comma_joined:
            what = f"commas, not tabs, between the annotation columns of {plural(self._comma_joined, 'sentence')}"
            fix = "separate columns by tabs"
            line = self._first_comma_joined
            self._add_total("W912", self._comma_joined, line, FIRST + 1, what, fix)
        if self._wordless:
            sentences = plural(self._wordless, "sentence")
            what = f"_ as the word of every token in {sentences} with negation"
            self._add_total("W118", self._wordless, self._first_wordless, WORD_FIELD + 1, what)
        for code, number, line, what, fix in self._parts.totals():
            self._add_total(code, number, line, 1, what, fix)
        if self._without_word:
            sign = f'"{bytes_in_finding(self._shown_without_word)}"'
            what = f"1 negation has {sign} on every line of its cue column"
            if self._without_word > 1:
                what = f"{self._without_word:,} negations have one sign on every line of their cue column, for example {sign}"
            fix = ""
            if not self._shown_without_word.strip(b"*"):
                fix = THREE_ASTERISKS
            self._add_total("W913", self._without_word, self._first_without_word, 1, what, fix)

    def report_file(
        self,
        source: Source,
        scores_scopes: bool,
        gold_sign: bytes,
        fewest_labels: float | None,
        has_gold: bool = True,
    ) -> None:
        """Report all that runs through the file, whether the scorer aborts at it or not.

        `gold_sign` is the sign for an empty cell that is expected; `fewest_labels` the fraction of strings
        from which on the cells hold labels, None if something counted. Without gold (`has_gold`), - may be right.
        """
        self.report()
        if scores_scopes:
            self.report_lone_columns()
        if fewest_labels is not None:
            self._report_labels(fewest_labels)
        self.report_sign(source, gold_sign, has_gold)

    @property
    def has_cues_in_scopes(self) -> bool:
        """Whether scopes contain their cue as a rule."""
        return self._parts.has_cues_in_scopes

    @property
    def has_lone_columns(self) -> bool:
        """Whether sentences have a cue column, and none for scopes and events: more than one in ten of those with one column.

        The others have a sign in place of ***.
        """
        return FEW_LONE * (self._lone_columns - self._without_word) > self._lone_columns

    @property
    def has_any_lone_column(self) -> bool:
        """Whether a sentence has a single annotation column: the scorer reads it as cue, scope and event."""
        return self._lone_columns + self._padded_stars > 0

    @property
    def has_moved_cells(self) -> bool:
        """Whether spaces or empty cells move others to columns in which they do not stand."""
        return self._has_moved_cells or self.has_joined_columns

    @property
    def has_joined_columns(self) -> bool:
        """Whether the annotation columns of a sentence are joined by spaces: the scorer reads one negation of them."""
        return self._joined + self._comma_joined > 0

    def report_lone_columns(self) -> None:
        """Report sentences with a single annotation column, for a scorer of scopes: it reads it as all three parts."""
        number = self._lone_columns - self._without_word
        if self.has_lone_columns:
            what = f"a cue column without scope and event columns in {plural(number, 'sentence')}: the scorer takes it for the scope and the event, too"
            fix = f"{LONE_COLUMNS}, with _ (- for NEGES) where nothing is marked"
            self._add_total("W912", number, self._first_lone, FIRST + 1, what, fix)

    def _report_labels(self, least: float) -> None:
        """Report a file in which nothing can count, because its cells hold labels or marks."""
        if 0 < self._missing_values == self._meaningless:
            return  # a program has padded sentences without negation: no cell holds a label
        if self._meaningless > self.strings * least:
            for code in ("W128", "W901", "W913"):
                self._findings.take_out(code)  # labels are no cues, and no strings
            what = f"{self.foreign:,} of {plural(self.strings, 'cell')}"
            what += " hold neither their word nor a part of it"
            cause = fix = ""
            if self._stars == self._meaningless:
                cause = NOT_STARS
                fix = "write *** and a line feed"
            self._findings.add_place("E605", 1, found=what, cause=cause, fix=fix)
            self._findings.set_count("E605", self.foreign)

    def report_sign(self, source: Source, gold_sign: bytes, has_gold: bool = True) -> None:
        """Report a file that writes another sign for empty than gold, or than its task."""
        sign = self._sign
        if self._mixed and gold_sign == sign:
            what = f"_ in {plural(self._mixed, 'cell')}, and {bytes_in_finding(sign)} in the others"
            self._findings.add_place(
                "W117", self._first_mixed, found=what, expected=bytes_in_finding(sign)
            )
            self._findings.set_count("W117", self._mixed)
            return
        if not sign or not gold_sign or sign == gold_sign:
            return
        if self._joined and b" " in sign.strip():
            return  # these are the cells of several columns
        number = count_signs_in_layout(source, sign)
        what = wrong_sign_in_words(sign, gold_sign, number)
        fix = f"write {bytes_in_finding(gold_sign)} into empty cells, and *** alone into sentences without negation"
        if self._file:
            fix = f"write {bytes_in_finding(gold_sign)} into gold's empty cells"
        if sign in MISSING_VALUES and self._without_word:
            in_others = ""
            if not count_signs_in_layout(source, gold_sign):
                in_others = f", then {fix}"
            fix = f"remove the columns that hold nothing else (W913){in_others}"
        if sign == b"-" and not has_gold:
            fix = f"if this is a NEGES file, add --scorer scorer_task2; otherwise {fix}"
        expected = bytes_in_finding(gold_sign)
        self._findings.add_place("W117", 1, found=what, expected=expected, fix=fix, file=self._file)
        self._findings.set_count("W117", number)
