"""A table of published rows: is each possible, do those of a system fit together, which are means of others?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from ..ground.percentages import f1
from ..reporting.released import GOLD_TOTALS, totals_of
from .means import Blocks, base_name, is_deviation, is_named_mean, is_run, may_be_mean, mean_of
from .names import measure_of
from .numbers import EPS, Number, has_deviation, may_be_fractions, padding_of
from .rows import (
    COUNTS,
    PLAIN,
    POSSIBLE,
    SCORES,
    PrintedRow,
    explanations,
    fits,
    share_of_sentences,
    totals,
)
from .together import CONTRADICTS, check_together, runs_of

POSSIBLE_AS, NOT_CHECKED, IMPOSSIBLE = "possible as", "not checked", "not possible"
SIGNS = {NOT_CHECKED: ": ", POSSIBLE: ": ", POSSIBLE_AS: " ", CONTRADICTS: " ", IMPOSSIBLE: ": "}
"""What stands between a verdict and its words."""
MOST_EXPLAINED = 50  # for so many impossible rows the nearest possible scores are searched
LEAST_RUNS = 3  # a row that is possible alone may be the mean of two others by chance
Gold = Mapping[str, "int | tuple[int, ...]"]


class PublishedRow(NamedTuple):
    """A published row: a system, a measure (see `verifying.names`), and its scores as printed ("" if missing).

    `counts` are those in print, of gold, system, tp, fp and fn; `test` is what was tested on; `run`
    tells runs with the same name apart. `line` is its line in a file; `problem` says what in it could
    not be read.
    """

    system: str
    measure: str
    precision: str = ""
    recall: str = ""
    f1: str = ""
    test: str = ""
    counts: Mapping[str, int] = MappingProxyType({})
    run: str = ""
    line: int = 0
    problem: str = ""

    @property
    def scores(self) -> tuple[str, str, str]:
        return self.precision, self.recall, self.f1


@dataclass(frozen=True)
class RowAnswer:
    """What was found of a published row.

    `verdict` is possible, possible as, not checked, contradicts or not possible; `words` say what
    follows: the counts, what the row is a mean of, what would have to change.
    """

    row: PublishedRow
    verdict: str
    words: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether nothing speaks against the row, and it could be read."""
        return self.verdict not in (CONTRADICTS, IMPOSSIBLE) and not self.row.problem

    def __str__(self) -> str:
        return self.verdict + SIGNS[self.verdict] * bool(self.words) + "; ".join(self.words)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        row = {**self.row._asdict(), "counts": dict(self.row.counts)}
        return {**row, "verdict": self.verdict, "explanation": list(self.words)}


def verify_published(
    rows: Sequence[PublishedRow], gold: Gold | str | None = None
) -> list[RowAnswer]:
    """Return for each published row whether counts give it.

    `gold` are gold's totals of cues, scopes, tokens, events, negation_sentences and focus, as far as
    they are known (a tuple where versions count differently, or the name of a corpus), for rows whose
    `test` names no released corpus. Raises ValueError for an unknown measure, for what is not a
    score, and for other totals than those of the corpus that `test` names.
    """
    known: Gold = gold_counts_given(gold) if isinstance(gold, str) else (gold or {})
    _check_arguments(rows, known)
    padding = padding_of([cell for row in rows if not row.problem for cell in row.scores])
    entries = [None if row.problem else _judged(row, known, padding) for row in rows]
    read = [entry for entry in entries if entry is not None]
    for run in runs_of([entry for entry in read if not entry.is_mean]):
        check_together(run)
    _check_means(read)
    impossible = [entry for entry in read if entry.verdict == IMPOSSIBLE and not entry.words]
    for number, entry in enumerate(impossible):
        total = entry.gold_total
        what = " for %d %s" % (total, entry.measure.total) if total else ""
        entry.words = [f"no counts{what} give these scores"]
        entry.words += explanations(entry) if number < MOST_EXPLAINED else []
        if may_be_mean(entry) and not entry.counts:
            entry.words.append("or it is a mean over runs")
    return [_answer(*pair) for pair in zip(rows, entries)]


def gold_counts_given(words_given: str) -> dict[str, int | tuple[int, ...]]:
    """Return the totals of ``--gold-counts``: cues=264,scopes=249, or a corpus (see `totals_of`).

    Raises ValueError for anything else.
    """
    if totals := totals_of(words_given):
        return dict(totals)
    parts = [part.strip().partition("=") for part in words_given.split(",")]
    if len({name for name, _, _ in parts}) < len(parts):
        raise ValueError("--gold-counts has a name twice")
    for name, _, number in parts:
        if name not in GOLD_TOTALS or not re.fullmatch("[0-9]{1,7}", number):
            words = "--gold-counts takes cues=264,scopes=249 (of %s; up to 9999999) or a corpus such as cdsco-test, not %r"
            raise ValueError(words % (", ".join(GOLD_TOTALS), words_given[:40]))
    return {name: int(number) for name, _, number in parts}


def _check_arguments(rows: Sequence[PublishedRow], gold: Gold) -> None:
    for wrong in {*gold} - {*GOLD_TOTALS}:
        raise ValueError("gold has totals of {}, not {}".format(", ".join(GOLD_TOTALS), wrong))
    for row in rows:
        if not isinstance(row, PublishedRow) or not all(isinstance(text, str) for text in row[:6]):
            raise TypeError(f"expected PublishedRow values of strings, not {str(row)[:99]!r}")
        for name, number in row.counts.items():
            if name not in COUNTS or type(number) is not int or number < 0:
                raise ValueError("counts are whole numbers of {}".format(", ".join(COUNTS)))


def _judged(row: PublishedRow, gold: Gold, padding: int) -> PrintedRow:
    """Return a row as it is judged alone, its scores read as what they may be: percentages or fractions."""
    readings = [True, False] if may_be_fractions(row.scores) else [False]
    judged: list[PrintedRow] = []
    for is_fraction in readings:
        entry = _entry(row, gold, padding, is_fraction)
        _judge(entry)
        if entry.verdict in (POSSIBLE, POSSIBLE_AS):
            return entry
        judged.append(entry)
    return judged[0]


def _entry(row: PublishedRow, gold: Gold, padding: int, is_fraction: bool) -> PrintedRow:
    """Return a row with its scores as numbers and with gold's total; raise ValueError for two totals."""
    measure = measure_of(row.measure)
    scores = tuple([Number.read(cell, is_fraction, padding) for cell in row.scores])
    by_option = gold.get(measure.total, ())
    by_option = (by_option,) if isinstance(by_option, int) else by_option
    of_corpus = totals_of(row.test).get(measure.total, ())
    in_row = (row.counts["gold"],) if "gold" in row.counts else ()
    said = {row.test: of_corpus, "--gold-counts": by_option, "the row": in_row}
    numbers = {where: total for where, total in said.items() if total}
    if numbers and not set.intersection(*map(set, numbers.values())):
        words = " but ".join("%d (%s)" % (n[0], where) for where, n in numbers.items())
        raise ValueError(f"gold's {measure.total} are {words}: give one of them")
    counts = dict(row.counts)
    if measure.base == "scopes-ncm":
        counts.pop("tp", None)  # those of another row are printed (quirk 16)
    entry = PrintedRow(row.system, row.run, row.test, measure, scores, counts)
    entry.gold = of_corpus or by_option
    entry.is_mean = any(map(has_deviation, row.scores))
    return entry


def _judge(entry: PrintedRow) -> None:
    """Decide what a row says alone."""
    entry.verdict = NOT_CHECKED
    if not any(entry.scores):
        entry.words = ["no score"]
    elif is_deviation(entry):
        entry.words, entry.is_mean = ["a deviation is no score"], True
    elif entry.is_mean:
        entry.words = ["a mean over runs"]
        if None not in entry.scores and not may_be_mean(entry):
            entry.verdict = IMPOSSIBLE
            entry.words = ["no runs have these means: F1 of P and R is " + _computed(entry)]
    elif entry.measure.name == "cns" and totals(entry):
        share = share_of_sentences(entry)
        entry.verdict = POSSIBLE if share else IMPOSSIBLE
        entry.words = [share or "no number of %d sentences gives it" % entry.gold_total]
    elif not entry.measure.has_counts or not totals(entry):
        _judge_scores(entry)
    else:
        entry.fits, entry.are_all = fits(entry)
        not_possible = IMPOSSIBLE if entry.are_all else NOT_CHECKED
        entry.verdict = POSSIBLE if entry.fits else not_possible
        entry.words = ["too many counts to try"] * (entry.verdict == NOT_CHECKED)


def _computed(entry: PrintedRow) -> str:
    """Return F1 of the printed P and R of a row that has all scores."""
    p, r, f = entry.scores
    return f.printed(f1(p.value, r.value)) if p and r and f else ""


def _judge_scores(entry: PrintedRow) -> None:
    """Decide what P, R and F1 say alone: F1 follows, may be a mean over runs, or cannot be.

    Without gold's total, any whole numbers may stand behind P and R.
    """
    p, r, f = entry.scores
    if p is None or r is None or f is None:
        missing = [name for name, score in zip(SCORES, entry.scores) if score is None]
        entry.words = ["nothing follows without " + " and ".join(missing)]
        return
    # Scores may be truncated, and the scorer rounds F1 to two decimals first.
    least = f1(p.value - p.half, r.value - r.half) - f.half - 0.0051
    most = f1(p.value + 2 * p.half, r.value + 2 * r.half) + f.half + 0.0051
    entry.verdict, entry.words = POSSIBLE, ["F1 follows from P and R"]
    if max(p.value, r.value) > EPS and not least <= f.value <= most:
        entry.verdict, entry.words = IMPOSSIBLE, [f"F1 of these is {_computed(entry)}"]
        if may_be_mean(entry):
            entry.verdict = POSSIBLE_AS
            entry.words = [f"a mean over runs only; F1 of these is {_computed(entry)}"]


def _check_means(entries: Sequence[PrintedRow]) -> None:
    """Say which rows are means of those above them, and which would be but for one score."""
    blocks = Blocks()
    for entry in entries:
        if is_deviation(entry):
            continue
        is_named = entry.is_mean or is_named_mean(entry)
        is_mean = is_named
        if not entry.fits and not is_run(entry) and not {"tp", "fp", "fn"} & entry.counts.keys():
            right, wrong = _mean_in_words(entry, blocks, is_named)
            is_mean = is_named or bool(right)
            if right:
                entry.verdict, entry.words = POSSIBLE_AS, [right]
            elif wrong and (is_named or entry.verdict != POSSIBLE):
                entry.verdict, entry.words = IMPOSSIBLE, [wrong]
            elif is_named and entry.verdict == IMPOSSIBLE and may_be_mean(entry):
                entry.verdict, entry.words = NOT_CHECKED, ["a mean, but not of the rows above"]
        blocks.add(entry, is_mean)


def _mean_in_words(entry: PrintedRow, blocks: Blocks, is_named: bool) -> tuple[str, str]:
    """Return of which block a row is the mean, and what is wrong with one that nearly is, "" for none.

    Without a word for a mean, it is one of runs of the same system, or cannot be anything else.
    """
    name = base_name(entry)
    right = wrong = ""
    for block in blocks.above(entry):
        are_runs = len(block) >= LEAST_RUNS and all(base_name(row) == name for row in block)
        of_block = mean_of(entry, block)
        if is_named or are_runs or entry.verdict == IMPOSSIBLE:
            right = right or of_block[0]
        if is_named or are_runs:
            wrong = wrong or of_block[1]
    return right, wrong


def _answer(row: PublishedRow, entry: PrintedRow | None) -> RowAnswer:
    """Return the answer for a row: of what could not be read, why."""
    if entry is None:
        return RowAnswer(row, NOT_CHECKED, (row.problem,))
    verdict, words = entry.verdict, list(entry.words)
    if verdict == POSSIBLE and entry.fits:
        first = entry.fits[0]
        is_nis = entry.measure.name.startswith("nis")
        if first.reading != PLAIN and not is_nis:
            verdict, words = POSSIBLE_AS, [first.reading]
        if entry.gold or entry.counts:
            words += _counts_in_words(entry)
    if any(score.is_fraction for score in entry.scores if score is not None):
        words.append("scores read as fractions")
    return RowAnswer(row, verdict, tuple(words))


def _counts_in_words(entry: PrintedRow) -> list[str]:
    """Return the first counts that give a row, and how many others do."""
    first = entry.fits[0]
    others = sum(fit.reading == first.reading for fit in entry.fits) - 1
    words = [first.shown(entry.measure.is_b)]
    if others:
        words[0] += " (or %d other sets of counts)" % others
    if first.tp + first.fn in entry.gold[1:] and entry.measure.counted == "tokens":
        words.append("scope tokens as versions 2.0 and 1.0 count them")
    return words
