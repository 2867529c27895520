"""What gold has often and the system never, or the other way round, as findings."""

from __future__ import annotations

from collections.abc import Iterator

from ..common.wording import plural
from ..reporting.lacks import BY_CHANCE, FEWEST_LACKING, Lacks
from .findings import Finding

MARK_THEM = "mark them, or ignore this if your system does not predict them"
MARK_FURTHER = "write three more columns for each further negation, or ignore this if your system predicts one at most"
MARK_EACH = "on every line, write *** if the sentence has no negation, otherwise three columns for each negation"
NOTHING_MARKED = "see whether the system has written its predictions"
NOTHING_MARKED_THERE = "see whether the system has written its predictions for these lines"


def sentences_without_columns(lacks: Lacks) -> Iterator[tuple[Finding, int]]:
    """Yield that the system has no annotation columns in some sentences, each with its number of places."""
    if not lacks.gold.negations or (not lacks.system.negations and not lacks.blank):
        return
    if lacks.blank:
        what = f"no annotation columns in {plural(lacks.blank, 'sentence')} with negation in gold: recall and F1 are too high, since these negations do not count as missed"
        yield Finding("W909", lacks.first_blank, found=what, fix=MARK_EACH), lacks.blank
    if lacks.blank_without:
        where = plural(lacks.blank_without, "sentence") + " without negation in gold"
        each = "it" if lacks.blank_without == 1 else "each"
        what = f"no annotation columns in {where}: {each} counts as a wrong sentence"
        yield Finding("W909", lacks.first_without, found=what, fix=MARK_EACH), lacks.blank_without


def lacks_of_system(lacks: Lacks) -> Iterator[Finding]:
    """Yield what gold has often and the system never."""
    if not lacks.gold.negations:
        return
    if not lacks.system.negations:
        what = f"no negation; gold has {lacks.gold.negations:,}"
        if not lacks.blank:
            yield Finding("W909", 1, found=what, fix=NOTHING_MARKED)
        return
    if lacks.gap.is_unlikely:
        first, last, number = lacks.gap.longest
        what = f"no negation from line {first:,} to line {last:,}; gold has {number:,} there"
        yield Finding("W909", first, found=what, fix=NOTHING_MARKED_THERE)
    if lacks.gold.several >= FEWEST_LACKING and not lacks.system.several:
        what = f"at most one negation in a sentence; gold has several in {lacks.gold.several:,} of the {lacks.with_both:,} sentences with negation in both files"
        yield Finding("W909", 1, found=what, fix=MARK_FURTHER)
    share = lacks.gold.long_cues / lacks.gold.negations
    if (1 - share) ** lacks.system.negations < BY_CHANCE and not lacks.system.long_cues:
        what = f"no cue of several tokens; gold has {lacks.gold.long_cues:,}"
        yield Finding("W909", 1, found=what, fix=MARK_THEM)
    lacking = []
    if lacks.gold.scopes and not lacks.system.scopes:
        lacking.append(f"no scopes (gold has {lacks.gold.scopes:,})")
    if lacks.gold.events and not lacks.system.events:
        lacking.append(f"no events (gold has {lacks.gold.events:,})")
    if lacking:
        yield Finding("W909", 1, found=" and ".join(lacking), fix=MARK_THEM)


def lacks_of_gold(lacks: Lacks, is_cues_alone: bool, file: str) -> Iterator[Finding]:
    """Yield what gold lacks that the system has."""
    if not lacks.gold.negations:
        return
    lacking, numbers, rows = [], [], ["cues"]
    for name, golds, ours in (
        ("scope", lacks.gold.scopes, lacks.system.scopes),
        ("event", lacks.gold.events, lacks.system.events),
    ):
        if ours and not golds:
            lacking.append(f"no {name}")
            numbers.append(f"{ours:,}")
        elif golds:
            rows.append(f"{name}s")
    if lacking:
        what = f"gold has {' and '.join(lacking)}; the system has {' and '.join(numbers)}"
        fix = f"score with gold that has them, or read the rows of {' and '.join(rows)} alone"
        if is_cues_alone:
            fix = "leave these columns empty, as gold does: a sentence with them counts as wrong"
        yield Finding("W914", 1, found=what, fix=fix, file=file)


def gap_of_gold(lacks: Lacks, file: str) -> Iterator[Finding]:
    """Yield that a long part of gold has no negation where the system has many, or no annotation columns: a guess."""
    if lacks.golds_blank:
        what = plural(lacks.golds_blank, "sentence") + " of gold without annotation columns"
        yield Finding("W915", lacks.first_golds_blank, found=what, file=file)
    if lacks.golds_gap.is_unlikely:
        first, last, number = lacks.golds_gap.longest
        what = f"gold has no negation from line {first:,} to line {last:,}; the system has {number:,} there"
        yield Finding("W915", first, found=what, file=file)
