"""Stage 6: what runs through whole files and costs a score without an abort, counted while the scorer runs.

`SystematicErrors.add` sees each sentence as the scorer read it, so it is written to be fast; `report_all` reports
what holds of the whole file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ..common.columns import (
    COMPARED_FIELDS,
    DASHED_EMPTY_CELLS,
    STARS,
    WORD_FIELD,
    PlacedWord,
)
from ..common.wording import plural
from ..port.annotation import Annotation
from ..port.counting import ScoredSentence
from ..port.outcomes import TP
from ..port.scripts import CUES, Original
from ..reading.facts import facts_of
from ..reading.signs import expected_sign, task_sign
from ..reading.source import Source
from .cells import LABELS_WITH_GOLD, Cells
from .column_order import ColumnOrder
from .cut_strings import CutStrings
from .findings import Findings, bytes_in_finding
from .gap import BY_CHANCE, FEWEST_LACKING, Gap
from .golds_words import places_of_word
from .layout import FIRST, count_signs_in_layout
from .sentence_cells import check_cells_of_sentence
from .shifted import Shifted

MARK_THEM = "mark them, or ignore this if your system does not predict them"
MARK_FURTHER = "write three more columns for each further negation, or ignore this if your system predicts one at most"
MARK_EACH = "on every line, write *** if the sentence has no negation, otherwise three columns for each negation"
GOLDS_PARTS_IN_DOUBT = ("W117", "W126", "W912", "W913", "W917")
"""Faults of gold's cells after which nobody can say what parts gold has."""
MANY_FOREIGN = 0.1  # the share of gold's strings from which on its cells are in doubt
FEWEST_PARTS = 60  # with fewer cues, many affixes in gold may be chance
GOLDS_SIGN = (
    "if gold is a NEGES file, add --scorer scorer_task2; otherwise write _ into gold's empty cells"
)
NOTHING_MARKED = "see whether the system has written its predictions"
NOTHING_MARKED_THERE = "see whether the system has written its predictions for these lines"


class _NegationWithoutDashes(NamedTuple):
    """A negation without the cells that hold -, which NEGES writes for empty."""

    cue: tuple[PlacedWord, ...]
    scope: tuple[PlacedWord, ...]
    event: tuple[PlacedWord, ...]


MARKS_NOTHING = frozenset((b"-", b"-\r", b"_\r", b"***\r"))
"""Cells that the scorer takes for marked tokens, and nobody else does."""


def _negations_without_dashes(annotation: Annotation | None) -> list[_NegationWithoutDashes]:
    """Return the negations of one side of a sentence, none if it has no annotation."""
    if annotation is None:
        return []
    negations = []
    for negation in annotation.negations:
        parts = [
            tuple([cell for cell in part if cell[1] not in MARKS_NOTHING]) for part in negation[:3]
        ]
        negations.append(_NegationWithoutDashes._make(parts))
    return negations


def _cues_twice(annotation: Annotation | None) -> set[tuple[PlacedWord, ...]]:
    """Return the cues that several negations of a sentence have."""
    if annotation is None:
        return set()
    number = Counter([tuple(negation.cue) for negation in annotation.negations])
    return {cue for cue, times in number.items() if times > 1}


class SystematicErrors:
    """Counts what runs through whole files and costs a score without an abort.

    It looks at the system's `cells`, and at gold's, `gold_cells` (None if gold is a released corpus).
    """

    def __init__(self, cells: Cells, gold_cells: Cells | None = None) -> None:
        self.sentences = self.tokens = 0
        self.affixes = self.whole = self.reordered = self.blank = self.blank_without = 0
        self.gold_blank = self.with_both = 0
        self.first: dict[str, int] = {}
        self.parts = {"gold": [0, 0], "system": [0, 0]}
        self.gold_cues: Counter[bytes] = Counter()
        self.negations = {"gold": 0, "system": 0}
        self.rows_with_true_positive: set[int] = set()
        self.has_stars = False  # whether the system marks a sentence as one without negation
        self.order = ColumnOrder()
        self.shifted = Shifted()
        self.cut_strings = CutStrings()
        # Sentences with several negations, where both have one.
        self.several = {"gold": 0, "system": 0}
        self.long_cues = {"gold": 0, "system": 0}
        self.gap, self.golds_gap = Gap(), Gap()
        self.gold_cells, self.cells = gold_cells, cells

    def add(self, sentence: ScoredSentence) -> None:
        """Look at one sentence, as the scorer read it."""
        tokens = sentence.block.tokens
        self.tokens += tokens
        if tokens:
            self.sentences += 1
        if tokens and sentence.system is None:
            self.has_stars = True
        line = sentence.block.line - tokens
        is_read_as_none = sentence.gold is None and sentence.block.gold != sentence.block.system
        if self.gold_cells is not None and is_read_as_none:
            # So the scorer reads it, by its first token; others may have annotation.
            check_cells_of_sentence(sentence.block.gold, line, self.gold_cells)
        if sentence.gold is None and sentence.system is None:
            self.shifted.add((), (), line, tokens)
            return
        for name, side in (("gold", sentence.gold), ("system", sentence.system)):
            # A sentence without tokens is not gold's: the scorer counts it at the end of a file.
            if side is not None and tokens:
                self.negations[name] += len(side.negations)
        if CUES not in self.rows_with_true_positive:
            self.rows_with_true_positive.update(
                row for row, kind, *_ in sentence.outcomes if kind == TP
            )
        if sentence.system is not None:
            if sentence.block.system == sentence.block.gold:
                self.cells.pass_over(sentence.block.system, len(sentence.system.negations), line)
            else:
                self.cells.cues_twice_in_gold = _cues_twice(sentence.gold)
                check_cells_of_sentence(sentence.block.system, line, self.cells)
        if self.gold_cells is not None and sentence.gold is not None and tokens:
            check_cells_of_sentence(sentence.block.gold, line, self.gold_cells)
            self._look_at_gold(sentence.gold, sentence.block.gold, line)
            first = sentence.block.gold.partition(b"\n")[0].rstrip(b"\t").split(b"\t")
            if first[-1] == STARS and len(first) != FIRST + 1:
                self.gold_cells.add_stars(len(first), line)
        self._compare_negations(sentence, line)

    def _look_at_gold(self, gold: Annotation, lines: bytes, line: int) -> None:
        """Count gold's sentences without columns, and its cues of one token by their string."""
        if not gold.negations and all(
            row.rstrip(b"\t").count(b"\t") < FIRST for row in lines.split(b"\n")
        ):
            self.gold_blank += 1
            self.first.setdefault("gold blank", line)
        for negation in gold.negations:
            if len(negation.cue) == 1:
                self.gold_cues[negation.cue[0][1].lower()] += 1

    def _compare_negations(self, sentence: ScoredSentence, line: int) -> None:
        """Look at the negations that gold and the system have in a sentence."""
        gold = _negations_without_dashes(sentence.gold)
        # Most sentences are gold's: what they are is looked at once.
        is_golds = sentence.block.system == sentence.block.gold
        system = gold
        if not is_golds:
            system = _negations_without_dashes(sentence.system)
        self.shifted.add(gold, system, line, sentence.block.tokens)
        self._count_parts("gold", gold)
        self._count_parts("system", system)
        self.cut_strings.count(system)
        last_line = line + sentence.block.tokens - 1
        self.gap.add(line, last_line, len(gold), bool(system))
        self.golds_gap.add(line, last_line, len(system), bool(gold))
        if gold and sentence.system is not None and not system:
            self.blank += 1
            self.first.setdefault("blank", line)
        if sentence.gold is None and sentence.system is not None and not system:
            self.blank_without += 1
            self.first.setdefault("blank without", line)
        if not gold or not system:
            return
        self.with_both += 1
        if len(gold) > 1:
            self.several["gold"] += 1
        if len(system) > 1:
            self.several["system"] += 1
        self.order.add(gold, system, line)
        self._find_affixes(sentence, gold, system, line)
        if not is_golds:
            self.cut_strings.add(gold, system, line)
        self._find_reordered(gold, system, line)

    def _count_parts(self, name: str, negations: Sequence[_NegationWithoutDashes]) -> None:
        """Count the scopes, events and cues of several tokens of one side."""
        parts = self.parts[name]
        for cue, scope, event in negations:
            if scope:
                parts[0] += 1
            if event:
                parts[1] += 1
            if len(cue) > 1:
                self.long_cues[name] += 1

    def _find_affixes(
        self,
        sentence: ScoredSentence,
        gold: Sequence[_NegationWithoutDashes],
        system: Sequence[_NegationWithoutDashes],
        line: int,
    ) -> None:
        """Count gold's affixal cues, and those that the system marks as whole words."""
        strings: dict[int, bytes] = {}
        for negation in system:
            if len(negation.cue) == 1:
                token, string = negation.cue[0]
                strings.setdefault(token, string)
        lines = sentence.block.gold.split(b"\n")
        for negation in gold:
            if len(negation.cue) != 1:
                continue
            token, string = negation.cue[0]
            if token not in strings:
                continue
            word = lines[token].split(b"\t", COMPARED_FIELDS)[WORD_FIELD]
            is_affix = string != word and string in word
            if not is_affix:
                continue
            self.affixes += 1
            if strings[token] == word:
                self.whole += 1
                self.first.setdefault("W905", line + token)

    def _find_reordered(
        self,
        gold: Sequence[_NegationWithoutDashes],
        system: Sequence[_NegationWithoutDashes],
        line: int,
    ) -> None:
        """Count a sentence in which the cues that both files have stand in another order; others may be missing or invented."""
        in_gold = {negation.cue for negation in gold}
        in_system = {negation.cue for negation in system}
        of_gold = [negation.cue for negation in gold if negation.cue in in_system]
        of_system = [negation.cue for negation in system if negation.cue in in_gold]
        if of_gold != of_system and sorted(of_gold) == sorted(of_system):
            self.reordered += 1
            self.first.setdefault("W908", line)

    def report_all(
        self, gold: Source, system: Source, original: Original, findings: Findings, golds: Findings
    ) -> None:
        """Report what runs through files that were scored: `findings` in the system's, `golds` in gold's.

        `check` shows it, and a line after a score names what changes numbers.
        """
        sign = expected_sign(facts_of(gold).sign, original)
        if self._is_golds_sign_odd(gold, system, original):
            number = count_signs_in_layout(gold, b"-")
            what = f"- in {plural(number, 'cell')}: the scorer takes each for a marked token"
            golds.add_place("W117", 1, found=what, expected="_", fix=GOLDS_SIGN, file=gold.name)
            golds.set_count("W117", number)
            sign = b""  # the file has the right one
        fewest_labels: float | None = LABELS_WITH_GOLD
        if self._has_true_positive(original):
            fewest_labels = None
        if self.shifted.is_by_sentence:
            fewest_labels = None  # the words of another sentence are words, too
        self.cells.report_file(system, "scopes" in original.labels, sign, fewest_labels)
        if "E605" in findings.places:
            return
        if self.negations["system"]:
            self._report_habits(findings, golds, gold, facts_of(system).sign == b"-")
        elif self.blank and self.has_stars:
            self._report_blank(findings)
        elif self.negations["gold"]:
            findings.add_place(
                "W909",
                1,
                found=f"no negation; gold has {self.negations['gold']:,}",
                fix=NOTHING_MARKED,
            )
        self._report_gold(gold, original, golds, findings)

    def _is_golds_sign_odd(self, gold: Source, system: Source, original: Original) -> bool:
        """Return whether gold has the other task's sign in empty cells, and the file that of the scorer's task."""
        signs = facts_of(gold).sign, facts_of(system).sign
        return self.gold_cells is not None and signs == (b"-", b"_") == (b"-", task_sign(original))

    def _has_true_positive(self, original: Original) -> bool:
        """Return whether a row that the scorer prints has a true positive."""
        if "scopes" in original.labels:
            return bool(self.rows_with_true_positive)
        return CUES in self.rows_with_true_positive

    @property
    def missing(self) -> int:
        """How many places of W909 change a score: sentences without annotation columns, else gold's negations in an unlikely gap."""
        has_annotation = self.negations["system"] > 0 or self.has_stars
        if (self.blank or self.blank_without) and has_annotation:
            return self.blank + self.blank_without
        return self.gap.longest[2] if self.gap.is_unlikely else 0

    def _report_habits(
        self, findings: Findings, golds: Findings, gold: Source, writes_dashes: bool
    ) -> None:
        """Report what the system's negations have in common."""
        # Most cues of real gold are whole words: where they are parts, gold's strings are cut.
        are_affixes = 3 * self.affixes <= max(self.negations["gold"], FEWEST_PARTS)
        are_affixes = are_affixes and not self._are_golds_strings_in_doubt
        if are_affixes and self.whole and 2 * self.whole >= self.affixes:
            what = f"whole words where gold's cue is an affix: {self.whole:,} of {self.affixes:,}"
            findings.add_place("W905", self.first["W905"], found=what)
            findings.set_count("W905", self.whole)
        if self.cells.has_moved_cells:
            findings.take_out_if_there("W916")  # which cells are events is in doubt
        has_lone, has_moved = self.cells.has_any_lone_column, self.cells.has_moved_cells
        self.order.report(findings, golds, gold, has_lone, has_moved)
        if self.gold_cells is not None and self.gold_cells.foreign > self.cells.foreign:
            self.shifted.report(golds, self.gold_cells.shares_of_distances, gold.name)
        else:
            self.cut_strings.report(findings)
            self.shifted.report(findings, self.cells.shares_of_distances)
        # With another sign for empty cells than gold's, nothing depends on the order.
        if self.reordered and writes_dashes and "W117" not in findings.places:
            have = "sentence has" if self.reordered == 1 else "sentences have"
            what = f"{self.reordered:,} {have} gold's cues in another order: the scorer pairs negations by their columns, so right cues count as wrong"
            findings.add_place("W908", self.first["W908"], found=what)
            findings.set_count("W908", self.reordered)
        self._report_blank(findings)
        # In other columns, a cell that looks like a cue, a scope or an event may be something else.
        if not self.cells.has_joined_columns and not self.order.are_cues_elsewhere:
            self._report_lacks(findings)
        if not self.order.are_cues_elsewhere and not self.order.are_scopes_elsewhere:
            self._report_missing_parts(findings)

    @property
    def _are_golds_strings_in_doubt(self) -> bool:
        """Whether many of gold's own strings are no part of their words: another sign, or annotation beside its place."""
        cells = self.gold_cells
        return cells is not None and cells.foreign > MANY_FOREIGN * cells.strings

    def _report_blank(self, findings: Findings) -> None:
        """Report sentences of the system's without annotation columns."""
        if self.blank:
            what = f"no annotation columns in {plural(self.blank, 'sentence')} with negation in gold: recall and F1 are too high, since these negations do not count as missed"
            findings.add_place("W909", self.first["blank"], found=what, fix=MARK_EACH)
            findings.set_count("W909", self.blank)
        if self.blank_without:
            where = plural(self.blank_without, "sentence") + " without negation in gold"
            each = "it" if self.blank_without == 1 else "each"
            what = f"no annotation columns in {where}: {each} counts as a wrong sentence"
            findings.add_place("W909", self.first["blank without"], found=what, fix=MARK_EACH)
            findings.set_count("W909", self.blank_without)

    def _report_lacks(self, findings: Findings) -> None:
        """Report what gold has often and the system never."""
        if self.gap.is_unlikely:
            first, last, number = self.gap.longest
            what = f"no negation from line {first:,} to line {last:,}; gold has {number:,} there"
            findings.add_place("W909", first, found=what, fix=NOTHING_MARKED_THERE)
        if self.several["gold"] >= FEWEST_LACKING and not self.several["system"]:
            what = f"at most one negation in a sentence; gold has several in {self.several['gold']:,} of the {self.with_both:,} sentences with negation in both files"
            findings.add_place("W909", 1, found=what, fix=MARK_FURTHER)
        share = self.long_cues["gold"] / max(self.negations["gold"], 1)
        is_unlikely = (1 - share) ** self.negations["system"] < BY_CHANCE
        is_certain = is_unlikely and not self.order.are_golds_cues_long
        if is_certain and not self.long_cues["system"]:
            what = f"no cue of several tokens; gold has {self.long_cues['gold']:,}"
            findings.add_place("W909", 1, found=what, fix=MARK_THEM)

    def _report_missing_parts(self, findings: Findings) -> None:
        """Report that the system has no scope at all, or no event, where gold has some; wrong columns of gold show nothing."""
        golds_cells = self.gold_cells
        if golds_cells is not None and (
            golds_cells.has_wrong_columns or golds_cells.has_any_lone_column
        ):
            return
        lacking = []
        for name, golds, ours in zip(
            ("scopes", "events"), self.parts["gold"], self.parts["system"]
        ):
            if golds and not ours:
                lacking.append(f"no {name} (gold has {golds:,})")
        if lacking:
            findings.add_place("W909", 1, found=" and ".join(lacking), fix=MARK_THEM)

    def _report_gold(
        self, gold: Source, original: Original, findings: Findings, of_system: Findings
    ) -> None:
        """Report what makes gold unlike a gold file, and forget what follows from that in the system's file."""
        if self.gold_cells is None:
            # A released corpus is right; but the system may have parts that its task does not ask for.
            if not self._are_parts_in_doubt(findings, of_system):
                self._report_missing_in_gold(original, of_system, "")
            return
        self.gold_cells.report()
        if "scopes" in original.labels:
            self.gold_cells.report_lone_columns()
        if facts_of(gold).sign not in DASHED_EMPTY_CELLS:
            self.gold_cells.report_sign(gold, task_sign(original) or b"-")
        file = gold.name
        if self.gold_blank:
            what = plural(self.gold_blank, "sentence") + " of gold without annotation columns"
            findings.add_place("W915", self.first["gold blank"], found=what, file=file)
        if not self._are_parts_in_doubt(findings, of_system):
            self._report_missing_in_gold(original, findings, file)
        if self.gold_cells.has_cues_in_scopes:
            of_system.take_out_if_there("W902")  # so gold writes them
        is_last_unread = self.gold_cells.cueless == 1 and not gold.content().endswith(b"\n\n")
        if is_last_unread and not self.gold_cells.has_wrong_columns:
            findings.take_out_if_there("W917")  # its cue stands in the line that is not read
        if self.order.are_cues_elsewhere and not self.gold_cells.has_wrong_columns:
            findings.take_out_if_there("W917")  # cues stand in other columns
        if "W917" in findings.places:
            findings.take_out_if_there("W916")  # which column is the event is in doubt
            of_system.take_out_if_there("W916")
        if "W916" in findings.places:
            of_system.take_out_if_there("W916")
        if any(code in findings.places for code in GOLDS_PARTS_IN_DOUBT):
            for fix in (MARK_THEM, MARK_FURTHER):
                of_system.take_out_with_fix("W909", fix)
        if self.gold_cells.has_odd_stars:
            for code in ("W909", "W912"):
                of_system.take_out_if_there(code)
            for code in ("W912", "W913", "W914", "W915", "W916"):
                findings.take_out_if_there(code)

    def _are_parts_in_doubt(self, of_gold: Findings, of_system: Findings) -> bool:
        """Return whether what looks like scopes and events may be something else, or gold has no negation.

        Where empty cells hold another sign, it may; and the scorer takes a lone cue column for one of scopes and
        one of events.
        """
        return (
            not self.negations["gold"]
            or "W117" in of_system.places
            or "W913" in of_system.places
            or "W117" in of_gold.places
            or self.cells.has_any_lone_column
            or self.cells.has_moved_cells
            or self.order.are_cues_elsewhere
            or self.order.are_scopes_elsewhere
        )

    def _report_missing_in_gold(self, original: Original, findings: Findings, file: str) -> None:
        """Report that gold has no scope, or no event, and the system has some."""
        lacking, numbers, rows = [], [], ["cues"]
        for name, golds, ours in zip(("scope", "event"), self.parts["gold"], self.parts["system"]):
            if ours > self.cells.foreign and not golds:
                lacking.append(f"no {name}")
                numbers.append(f"{ours:,}")
            elif golds:
                rows.append(f"{name}s")
        if lacking:
            what = f"gold has {' and '.join(lacking)}; the system has {' and '.join(numbers)}"
            fix = f"score with gold that has them, or read the rows of {' and '.join(rows)} alone"
            if "scopes" not in original.labels:
                fix = (
                    "leave these columns empty, as gold does: a sentence with them counts as wrong"
                )
            findings.add_place("W914", 1, found=what, fix=fix, file=file)

    def report_missing_in_gold(self, gold: Source, findings: Findings) -> None:
        """Report a gold file that seems to lack half its negations: a guess, so that `check` alone says it."""
        if self.gold_cells is None or self.gold_cells.has_odd_stars:
            return
        if self._are_golds_strings_in_doubt:
            return  # what look like no cues may be some
        if self.golds_gap.is_unlikely and "W117" not in findings.places:
            first, last, number = self.golds_gap.longest
            what = f"gold has no negation from line {first:,} to line {last:,}; the system has {number:,} there"
            findings.add_place("W915", first, found=what, file=gold.name)
        for cue, marked in self.gold_cues.most_common(1):
            places = places_of_word(cue, gold)
            if marked >= FEWEST_MARKED and marked < USUAL_SHARE * places:
                shown = bytes_in_finding(cue)
                what = f'gold\'s most frequent cue, "{shown}", is a cue in {marked:,} of {places:,} places'
                findings.add_place("W915", 1, found=what, file=gold.name)


def systematic_errors_of(gold: Source, golds: Findings, cells: Cells) -> SystematicErrors:
    """Return what looks for slips in two files; in gold's cells, unless it is a released corpus.

    It sees sentences that were scored, so that the words of both files are the same.
    """
    cells.has_golds_words = True
    if facts_of(gold).corpus is not None:
        return SystematicErrors(cells)
    return SystematicErrors(cells, Cells(facts_of(gold).sign, golds, file=gold.name))


FEWEST_MARKED = 10  # from how many cues on gold's most frequent one is looked at
USUAL_SHARE = 0.55
"""The share of the places of gold's most frequent cue at which it is a cue: at least 0.61 in real gold."""
