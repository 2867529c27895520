"""A table of published rows: is each possible, do those of a system fit together, which are means of others?

In: `PublishedRow` values, as a paper prints them. Out: a `RowAnswer` for each. Read `verify_published` first:
its steps follow in the order of call. `judging` judges a row alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from ..common.mappings import read_only
from ..port.scripts import ORIGINALS
from ..reading.released import GOLD_TOTALS, released_corpora, totals_of_released_corpus
from .advice import explain_impossible, f1_in_words, other_totals
from .judging import (
    EXCHANGED,
    IMPOSSIBLE,
    NOT_UNDER,
    POSSIBLE_AS,
    judge_row_alone,
    judge_row_with_p_and_r_exchanged,
)
from .judging_means import judge_means_of_rows
from .means import may_be_mean
from .names import is_ambiguous_name, row_by_name, why_scorer_has_no_row
from .numbers import (
    PrintedScore,
    are_mostly_fractions,
    deviation_in,
    has_number_deviation,
    may_be_fractions,
    may_f1_follow,
    may_truncated_f1_follow,
    number_in_score_cell,
    zeros_after_published_numbers,
)
from .rows import (
    COUNT_COLUMNS,
    NOT_CHECKED,
    NOT_TRIED,
    PLAIN,
    POSSIBLE,
    PRINTS_ANOTHERS_TP,
    READINGS,
    Budget,
    PrintedRow,
    counts_that_fit,
    possible_gold_totals,
)
from .together import CONTRADICTS, check_together, rows_to_fit_together

OPEN = (CONTRADICTS, NOT_UNDER, IMPOSSIBLE, NOT_TRIED)
"""The verdicts that speak against a row."""
MOST_EXPLAINED = 50  # for how many impossible rows the nearest possible scores are searched
LEAST_EXCHANGED = 2  # one row may fit with P and R exchanged by chance
Gold = Mapping[str, "int | tuple[int, ...]"]


class PublishedRow(NamedTuple):
    """A published row: a system, a measure, and its scores in percent, as printed ("" if missing).

    `measure` is a short name such as cues, scopes-cm or full-b, or a label of the report. `counts` are those in print, of gold, system, tp, fp and fn; `test` is what was tested on; `run`
    tells runs with the same name apart. `line` is its line in a file; `problem` says what in it could
    not be read.
    """

    system: str
    measure: str
    precision: str = ""
    recall: str = ""
    f1: str = ""
    test: str = ""
    counts: Mapping[str, int] = read_only({})
    run: str = ""
    line: int = 0
    problem: str = ""

    @property
    def scores(self) -> tuple[str, str, str]:
        return self.precision, self.recall, self.f1

    @property
    def has_scores(self) -> bool:
        return any(map(number_in_score_cell, self.scores))


class RowAnswer(NamedTuple):
    """What was found of a published row.

    `verdict` is possible, possible as, not checked, contradicts, not under 2.2, or not possible;
    `words` say what follows: the counts, what the row is a mean of, what would have to change.
    """

    row: PublishedRow
    verdict: str
    words: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether nothing speaks against the row, and it could be read and tried."""
        return self.verdict not in OPEN and not self.row.problem

    def __str__(self) -> str:
        return published_verdict_in_words(self.verdict, self.words)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        row = {**self.row._asdict(), "counts": dict(self.row.counts)}
        return {**row, "verdict": self.verdict, "explanation": list(self.words)}


def published_verdict_in_words(verdict: str, words: Sequence[str]) -> str:
    """Return a verdict and what follows in a line: "possible: tp 3", "contradicts full"."""
    if not words:
        return verdict
    between = " " if verdict in (POSSIBLE_AS, CONTRADICTS) else ": "
    return verdict + between + "; ".join(words)


def verify_published(
    rows: Sequence[PublishedRow], gold: Gold | str | None = None, scorer: str | None = None
) -> list[RowAnswer]:
    """Return for each published row whether counts give it.

    Each answer has the `row`, its `verdict` (possible, possible as, not possible, contradicts, not under
    2.2, not tried, or not checked), `words` on what follows from it, and `is_right`; ``str()`` is one line.

    `gold` are gold's totals by name, such as ``{"cues": 264, "scopes": 249}``, or the name of a corpus,
    such as ``"cdsco-test"``; a total may be a tuple where versions count differently. They are for rows
    whose `test` names no released corpus. `scorer` is the identifier of the one that gave the scores, if that is known. Raises ValueError for
    an unknown measure or scorer, for what is not a score, and for other totals than those of the corpus
    that `test` names.
    """
    if isinstance(gold, str):
        gold = gold_counts_to_verify(gold)
    known: Gold = gold or {}
    _check_arguments(rows, known, scorer)
    if scorer is not None:
        rows = _with_rows_of_scorer(rows, scorer)
    rows = _with_scores_that_are_no_fractions(rows)
    entries = _judged_alone(rows, known, scorer)
    checked = [entry for entry in entries if entry is not None]
    for run in rows_to_fit_together([entry for entry in checked if not entry.is_mean]):
        check_together(run)
    judge_means_of_rows(checked)
    unexplained = [row for row in checked if row.verdict == IMPOSSIBLE and not row.words]
    _advise_on_impossible(unexplained, checked)
    return [_answer_for_row(row, entry) for row, entry in zip(rows, entries)]


def gold_counts_to_verify(words_given: str) -> dict[str, int | tuple[int, ...]]:
    """Return the totals of ``--gold-counts``: cues=264,scopes=249, or a corpus (see `totals_of_released_corpus`).

    Raises ValueError for anything else.
    """
    if totals := totals_of_released_corpus(words_given):
        return dict(totals)
    parts = [part.strip().partition("=") for part in words_given.split(",")]
    if len({name for name, _, _ in parts}) < len(parts):
        raise ValueError("--gold-counts has a name twice")
    if len(parts) > 1 and all(totals_of_released_corpus(name) for name, _, _ in parts):
        joined = "+".join(name for name, _, _ in parts)
        raise ValueError(f"--gold-counts joins corpora with +: {joined}")
    for name, sign, number in parts:
        if not sign:
            raise ValueError(_no_such_corpus(name))
        if name not in GOLD_TOTALS or not re.fullmatch("[0-9]{1,7}", number):
            words = (
                "--gold-counts takes NAME=NUMBER, such as cues=264,scopes=249, or a corpus, such as "
                "cdsco-test, not %r; the names are %s, and a number has up to 7 digits"
            )
            part = f"{name}={number}"
            raise ValueError(words % (part[:40], ", ".join(GOLD_TOTALS)))
    return {name: int(number) for name, _, number in parts}


def corpus_with_similar_name(name: str) -> str:
    """Return the released corpus whose identifier is most like a name that is none, "" if none is like it."""
    if totals_of_released_corpus(name):
        return ""
    known = [corpus.identifier for corpus in released_corpora()]
    return next(iter(get_close_matches(name, known, 1)), "")


def _no_such_corpus(name: str) -> str:
    """Return the words for a corpus that is not known, or that stands beside numbers."""
    if totals_of_released_corpus(name):
        return "--gold-counts takes a corpus or numbers, not both"
    near = corpus_with_similar_name(name)
    meant = f" (did you mean {near}?)" if near else ""
    words = "give a corpus such as cdsco-test, or numbers such as cues=264,scopes=249"
    return f"--gold-counts: there is no corpus {name[:40]!r}{meant}; {words}"


def _check_arguments(rows: Sequence[PublishedRow], gold: Gold, scorer: str | None) -> None:
    """Raise ValueError for an unknown scorer or total, or a wrong count, TypeError for what is no row."""
    if scorer is not None and scorer not in ORIGINALS:
        raise ValueError("unknown scorer %r; it is one of %s" % (scorer, ", ".join(ORIGINALS)))
    for wrong in set(gold) - set(GOLD_TOTALS):
        raise ValueError("gold has totals of {}, not {}".format(", ".join(GOLD_TOTALS), wrong))
    for row in rows:
        if not isinstance(row, PublishedRow) or not all(isinstance(text, str) for text in row[:6]):
            raise TypeError(f"expected PublishedRow values of strings, not {str(row)[:99]!r}")
        for name, number in row.counts.items():
            if name not in COUNT_COLUMNS or type(number) is not int or number < 0:
                raise ValueError("counts are whole numbers of {}".format(", ".join(COUNT_COLUMNS)))


def _with_rows_of_scorer(rows: Sequence[PublishedRow], scorer: str) -> list[PublishedRow]:
    """Return the rows, those that a scorer does not print with that as their problem; raise ValueError if it prints none."""
    made = []
    refused = 0
    for row in rows:
        words = ""
        if row.has_scores and (not row.problem or is_ambiguous_name(row.measure)):
            words = why_scorer_has_no_row(scorer, row.measure)
        if words:
            refused += 1
            row = row._replace(problem=words)
        made.append(row)
    if refused == len(rows) > 0:
        raise ValueError(made[0].problem)
    return made


def _with_scores_that_are_no_fractions(rows: Sequence[PublishedRow]) -> list[PublishedRow]:
    """Return the rows, with a score above 1 beside fractions as the problem of a row, if most scores of the table are fractions."""
    scores: list[str] = []
    for row in rows:
        if not row.problem:
            scores += filter(number_in_score_cell, row.scores)
    if not are_mostly_fractions(scores):
        return list(rows)
    made = []
    for row in rows:
        shown = list(filter(number_in_score_cell, row.scores))
        odd = [score for score in shown if not may_be_fractions([score, "0.5"])]
        # A row of percentages alone may stand among rows of fractions.
        if 0 < len(odd) < len(shown) and not row.problem:
            row = row._replace(problem=f"{odd[0]} is no fraction, but most scores are")
        made.append(row)
    return made


# Each row alone -----------------------------------------------------------------------------------


def _judged_alone(
    rows: Sequence[PublishedRow], gold: Gold, scorer: str | None
) -> list[PrintedRow | None]:
    """Return each row as it is judged alone, None for one in which there is nothing to judge."""
    cells: list[str] = []
    for row in rows:
        if not row.problem:
            cells += row.scores
    paddings = [zeros_after_published_numbers(cells)]
    if len(cells) < FEWEST_PADDED and paddings != [0]:
        paddings.insert(0, 0)  # zeros of so few scores may be their digits
    rows_of_system = Counter(row.system for row in rows)
    budgets = {system: Budget(number) for system, number in rows_of_system.items()}
    # Where most scores can only be percentages, small numbers in others are that first, too.
    fractions_first = are_mostly_fractions(list(filter(number_in_score_cell, cells)))
    entries = []
    for row in rows:
        budget = budgets[row.system]
        entries.append(_judge_alone(row, gold, paddings, scorer, budget, fractions_first))
    return entries


FEWEST_PADDED = 6
"""From how many scores on, zeros at the ends of all mean that fewer decimals were meant."""


def _judge_alone(
    row: PublishedRow,
    gold: Gold,
    paddings: Sequence[int],
    scorer: str | None,
    budget: Budget,
    fractions_first: bool,
) -> PrintedRow | None:
    """Return a row as it is judged alone, None if there is nothing to judge.

    Its scores are read as what they may be: percentages or fractions (these first if most scores of the table are
    that), with zeros that mean nothing at their ends (`paddings` are their numbers, the
    likeliest first).
    """
    if row.problem or not row.has_scores:
        return None
    readings = [False]
    if may_be_fractions(row.scores):
        readings = [True, False] if fractions_first else [False, True]
    judged = []
    for padding in paddings:
        for is_fraction in readings:
            entry = _printed_row(row, gold, padding, scorer, is_fraction)
            entry.budget = budget
            judge_row_alone(entry, scorer)
            if padding != paddings[0] and entry.verdict == POSSIBLE:
                entry.verdict, entry.words = (
                    POSSIBLE_AS,
                    [f"scores of fewer decimals, with zeros added{_how_cut(entry)}"],
                )
            judged.append(entry)
    return next(filter(_is_possible, judged), judged[0])


def _how_cut(entry: PrintedRow) -> str:
    """Return in words that the digits of a possible row were cut off, "" if they were rounded."""
    if entry.fits and READINGS[entry.fits[0].reading].is_cut:
        return ", and truncated"
    return ""


def _is_possible(entry: PrintedRow) -> bool:
    return entry.verdict in (POSSIBLE, POSSIBLE_AS)


def _printed_row(
    row: PublishedRow, gold: Gold, padding: int, scorer: str | None, is_fraction: bool
) -> PrintedRow:
    """Return a row with its scores as numbers and with gold's total; raise ValueError for two totals."""
    measure = row_by_name(row.measure)
    counts = dict(row.counts)
    if measure.base in PRINTS_ANOTHERS_TP:
        counts.pop("tp", None)
    return PrintedRow(
        measure,
        [PrintedScore.read(cell, is_fraction, padding) for cell in row.scores],
        name=row.system,
        run=row.run,
        test=row.test,
        line=row.line,
        counts=counts,
        gold=_gold_total_of(row, measure.total, gold),
        is_mean=any(map(has_number_deviation, row.scores)),
        deviations=_deviations_of_row(row, is_fraction),
        pairs_once=scorer is None or ORIGINALS[scorer].pairs_once,
    )


def _deviations_of_row(row: PublishedRow, is_fraction: bool) -> list[float | None]:
    """Return the deviations beside P, R and F1, in percent."""
    deviations = []
    for cell in row.scores:
        deviation = deviation_in(cell)
        if deviation is not None and is_fraction:
            deviation *= 100
        deviations.append(deviation)
    return deviations


def _gold_total_of(row: PublishedRow, total: str, gold: Gold) -> tuple[int, ...]:
    """Return what gold has of a row; raise ValueError where the row, its corpus and `gold` differ."""
    by_option = gold.get(total, ())
    if isinstance(by_option, int):
        by_option = (by_option,)
    of_corpus = totals_of_released_corpus(row.test).get(total, ())
    in_row: tuple[int, ...] = ()
    if "gold" in row.counts:
        in_row = (row.counts["gold"],)
    numbers = {row.test: of_corpus, "--gold-counts": by_option, "the row": in_row}
    numbers = {where: totals for where, totals in numbers.items() if totals}
    if numbers and not set.intersection(*map(set, numbers.values())):
        words = " but ".join("%d (%s)" % (n[0], where) for where, n in numbers.items())
        raise ValueError(f"gold's {total} are {words}: give one of them")
    return of_corpus or by_option


# Words --------------------------------------------------------------------------------------------


def _advise_on_impossible(impossible: Sequence[PrintedRow], checked: Sequence[PrintedRow]) -> None:
    """Say of rows that no counts give what would have to change."""
    are_exchanged = _are_exchanged(impossible, checked)
    budget = Budget()
    for number, entry in enumerate(impossible):
        with_other_counts = _fit_of_other_counts(entry)
        entry.words = [_why_impossible(entry)]
        if with_other_counts:
            entry.words = [WRONG_COUNTS]
        if are_exchanged:
            entry.words.append(EXCHANGED)
            continue
        entry.budget = budget
        more: list[str] = []
        if number < MOST_EXPLAINED:
            more = explain_impossible(entry)
        is_said = any(word.startswith("if P and R are right") for word in more)
        if not is_said and possible_gold_totals(entry) and _has_wrong_f1(entry):
            more.insert(0, f"with this P and R, F1 is {f1_in_words(entry)}")
        if with_other_counts and not more:
            more = [f"{with_other_counts} do"]
        entry.words += more
        has_gold = any(possible_gold_totals(entry))
        if has_gold and may_be_mean(entry) and not entry.counts:
            entry.words.append("it may still be a mean over several runs")


def _has_wrong_f1(entry: PrintedRow) -> bool:
    """Return whether a row has all three scores, and F1 is not that of P and R."""
    p, r, f = entry.scores
    return (
        p is not None
        and r is not None
        and f is not None
        and not (may_f1_follow(p, r, f) or may_truncated_f1_follow(p, r, f))
    )


WRONG_COUNTS = "the counts beside these scores do not give them"


def _fit_of_other_counts(entry: PrintedRow) -> str:
    """Return other counts than those in print, of as many in gold, that give a row; "" for none."""
    if not entry.counts.keys() - {"gold"}:
        return ""
    of_gold = {name: number for name, number in entry.counts.items() if name == "gold"}
    fits = counts_that_fit(entry.with_other_numbers(counts=of_gold)).fits
    return fits[0].shown(entry.measure.is_b) if fits else ""


def _why_impossible(entry: PrintedRow) -> str:
    """Return in words why a row is impossible: F1 does not follow, or no counts give it."""
    if not possible_gold_totals(entry) and entry.has_all_scores:
        return f"with this P and R, F1 is {f1_in_words(entry)}"
    totals_of_gold = possible_gold_totals(entry)
    if totals_of_gold and not any(totals_of_gold):
        return f"with 0 {entry.measure.total} in gold, recall and F1 are 0.00"
    if not entry.gold_total:
        return "the counts in this row do not give these scores"
    totals = " or ".join(map(str, other_totals(entry))) or str(entry.gold_total)
    return f"no counts for {totals} {entry.measure.total} give these scores"


def _are_exchanged(impossible: Sequence[PrintedRow], checked: Sequence[PrintedRow]) -> bool:
    """Return whether P and R are exchanged in all rows in which they differ."""
    if len(impossible) < LEAST_EXCHANGED or not all(map(possible_gold_totals, impossible)):
        return False  # F1 alone is the same either way
    counted = [entry for entry in checked if possible_gold_totals(entry) and not entry.is_mean]
    differing = [entry for entry in counted if _p_and_r_differ(entry)]
    if not all(map(_p_and_r_differ, impossible)):
        return False
    return all(judge_row_with_p_and_r_exchanged(entry) for entry in differing[:MOST_EXPLAINED])


def _p_and_r_differ(entry: PrintedRow) -> bool:
    p, r = entry.scores[:2]
    return p is not None and r is not None and p.value != r.value


def _answer_for_row(row: PublishedRow, entry: PrintedRow | None) -> RowAnswer:
    """Return the answer for a row: of what could not be read, why."""
    if entry is None:
        return RowAnswer(row, NOT_CHECKED, (row.problem or "no score",))
    verdict, words = entry.verdict, list(entry.words)
    if verdict == POSSIBLE and entry.fits:
        first = entry.fits[0]
        if first.reading != PLAIN:
            verdict, words = POSSIBLE_AS, [first.reading]
        if entry.gold or entry.counts:
            words += _counts_in_words(entry)
    if any(score.is_fraction for score in entry.scores if score is not None):
        words.append("scores read as fractions")
    return RowAnswer(row, verdict, tuple(words))


MANY_SETS = 100


def _counts_in_words(entry: PrintedRow) -> list[str]:
    """Return the first counts that give a row, and how many others do."""
    first = entry.fits[0]
    words = first.shown(entry.measure.is_b)
    others = sum(fit.reading == first.reading for fit in entry.fits) - 1
    if others:
        # The search for many sets ends early.
        least = "at least " if others >= MANY_SETS else ""
        sets = "other set" if others == 1 else "other sets"
        words += f" (or {least}{others} {sets} of counts)"
    if first.tp + first.fn in entry.gold[1:] and entry.measure.counted == "tokens":
        return [words, "scope tokens as versions 2.0 and 1.0 count them"]
    return [words]
