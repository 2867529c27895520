"""A table of published rows: is each possible, do those of a system fit together, which are means of others?

In: `PublishedRow` values, as a paper prints them. Out: a `RowAnswer` for each. Read `verify_published` first:
its steps follow in the order of call. `judging` judges a row alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from ..common.mappings import read_only
from ..common.wording import shortened_list
from ..port.scripts import ORIGINALS
from ..reading.released import GOLD_TOTALS, released_corpora, totals_of_released_corpus
from .entry import (
    AGAINST,
    CONTRADICTS,
    EXCHANGED,
    IMPOSSIBLE,
    NOT_CHECKED,
    POSSIBLE,
    POSSIBLE_AS,
    Entry,
)
from .judging import explain_impossible, judge_row_alone
from .means import judge_named_means
from .names import is_ambiguous_name, row_by_name, why_scorer_has_no_row
from .numbers import (
    EPS,
    PrintedScore,
    are_mostly_fractions,
    deviation_in,
    has_number_deviation,
    may_be_fractions,
    number_in_score_cell,
    zeros_after_published_numbers,
)
from .rows import (
    COUNT_CELLS,
    EXACT,
    FREE,
    PLAIN,
    PRINTS_ANOTHERS_TP,
    READINGS,
    TOTALS,
    Budget,
    Row,
    counts_that_fit,
    possible_totals,
)
from .together import fit_together

FEWEST_PADDED = (
    6  # from how many scores on zeros at the ends of all mean that fewer decimals were meant
)
EXCHANGED_IN_WORDS = "possible with P and R exchanged"
LEAST_EXCHANGED, MOST_EXCHANGED = 2, 50
"""One row may fit with P and R exchanged by chance; of many, as many are tried."""
MOST_NAMED = 3  # how many rows that contradict a row are named
Gold = Mapping[str, "int | tuple[int, ...]"]


class PublishedRow(NamedTuple):
    """A published row: a system, a measure, and its scores in percent, as printed ("" if missing).

    `measure` is a short name such as cues, scopes-cm or full-b, or a label of the report. `counts` are those in
    print, of gold, system, tp, fp and fn; `test` is what was tested on; `run` tells runs with the same name apart.
    `line` is its line in a file; `problem` says what in it could not be read.
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

    `verdict` is possible, possible as, not checked, contradicts, or not possible; `words` say what follows: the
    counts, what the row is a mean of, what would have to change. `remark` is what is said of rows together: only F1,
    only as a mean, P and R exchanged, or "".
    """

    row: PublishedRow
    verdict: str
    words: tuple[str, ...] = ()
    remark: str = ""

    @property
    def is_right(self) -> bool:
        """Whether nothing speaks against the row, and it could be read."""
        return self.verdict not in AGAINST and not self.row.problem

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

    Each answer has the `row`, its `verdict` (possible, possible as, not possible, contradicts, or not checked),
    `words` on what follows from it, and `is_right`; ``str()`` is one line.

    `gold` are gold's totals by name, such as ``{"cues": 264, "scopes": 249}``, or the name of a corpus, such as
    ``"cdsco-test"``; a total may be a tuple where versions count differently. They are for rows whose `test` names
    no released corpus. `scorer` is the identifier of the one that gave the scores, if that is known. Raises
    ValueError for an unknown measure or scorer, for what is not a score, and for other totals than those of the
    corpus that `test` names.
    """
    known = gold_counts_to_verify(gold) if isinstance(gold, str) else gold or {}
    _check_arguments(rows, known, scorer)
    if scorer is not None:
        rows = _with_rows_of_scorer(rows, scorer)
    rows = _with_scores_that_are_no_fractions(rows)
    entries = _judged_alone(rows, known, scorer)
    checked = [entry for entry in entries if entry is not None]
    for run in _rows_of_one_run([entry for entry in checked if not entry.is_mean]):
        _check_together(run)
    judge_named_means(checked)
    impossible = [row for row in checked if row.verdict == IMPOSSIBLE and not row.words]
    are_exchanged = _are_exchanged(impossible, checked)
    budget = Budget()  # of explanations, which other rows must not lack
    for entry in impossible:
        why, *others = explain_impossible(entry, budget)
        if are_exchanged:
            entry.decide(IMPOSSIBLE, why, EXCHANGED_IN_WORDS, remark=EXCHANGED)
        else:
            entry.decide(IMPOSSIBLE, why, *others)
    return [_answer(row, entry) for row, entry in zip(rows, entries)]


# What is given ------------------------------------------------------------------------------------


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
            if name not in COUNT_CELLS or type(number) is not int or number < 0:
                raise ValueError("counts are whole numbers of {}".format(", ".join(COUNT_CELLS)))


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
) -> list[Entry | None]:
    """Return each row as it is judged alone, None for one in which there is nothing to judge."""
    cells = [
        cell for row in rows if not row.problem for cell in row.scores if number_in_score_cell(cell)
    ]
    paddings = [zeros_after_published_numbers(cells)]
    if len(cells) < FEWEST_PADDED and paddings != [0]:
        paddings.insert(0, 0)  # zeros of so few scores may be their digits
    # Where most scores can only be percentages, small numbers in others are that first, too.
    are_fractions = are_mostly_fractions(cells)
    rows_of_system = Counter(row.system for row in rows)
    budgets = {system: Budget(number) for system, number in rows_of_system.items()}
    entries: list[Entry | None] = []
    for row in rows:
        entry = None
        if row.has_scores and not row.problem:
            entry = _likeliest_entry(
                row, gold, scorer, paddings, are_fractions, budgets[row.system]
            )
        entries.append(entry)
    return entries


def _likeliest_entry(
    row: PublishedRow,
    gold: Gold,
    scorer: str | None,
    paddings: Sequence[int],
    are_fractions: bool,
    budget: Budget,
) -> Entry:
    """Return a row read as the first of what its scores may be, the likeliest first, of which it is possible.

    They may be percentages or fractions, and have zeros at their ends that mean nothing: `paddings` of them.
    """
    readings = [False]
    if may_be_fractions(row.scores):
        readings = [are_fractions, not are_fractions]
    judged = []
    for padding in paddings:
        for is_fraction in readings:
            entry = _entry(row, gold, scorer, padding, is_fraction)
            judge_row_alone(entry, scorer, budget)
            if padding != paddings[0] and entry.verdict == POSSIBLE:
                is_cut = entry.fits and READINGS[entry.fits[0].reading].is_cut
                cut = ", and truncated" if is_cut else ""
                entry.decide(POSSIBLE_AS, f"scores of fewer decimals, with zeros added{cut}")
            judged.append(entry)
    return next((entry for entry in judged if entry.is_possible), judged[0])


def _entry(
    row: PublishedRow, gold: Gold, scorer: str | None, padding: int, is_fraction: bool
) -> Entry:
    """Return a row as numbers; raise ValueError where its corpus and `gold` differ on gold's total."""
    kind = row_by_name(row.measure)
    counts: dict[str, Any] = dict(row.counts)
    golds = _golds_of_row(row, kind.total, gold)
    if kind.base in PRINTS_ANOTHERS_TP:
        counts.pop("tp", None)
    if kind.base == "scopes-no-punc" and "gold" in counts:
        golds = (counts.pop("gold"),)  # other rows of scopes have more
    total = TOTALS.get(kind.base, EXACT)
    if total == FREE and not {"tp", "fn"} <= counts.keys():
        total = EXACT  # else the row would say nothing
    p, r, f = [PrintedScore.read(cell, is_fraction, padding) for cell in row.scores]
    in_print = Row(
        kind,
        **counts,
        p=p,
        r=r,
        f=f,
        golds=golds,
        total=total,
        pairs_once=scorer is None or ORIGINALS[scorer].pairs_once,
    )
    deviations = []
    for cell in row.scores:
        deviation = deviation_in(cell)
        deviations.append(deviation * 100 if deviation and is_fraction else deviation)
    is_mean = any(map(has_number_deviation, row.scores))
    return Entry(in_print, row.system, row.run, row.test, row.line, tuple(deviations), is_mean)


def _golds_of_row(row: PublishedRow, total: str, gold: Gold) -> tuple[int, ...]:
    """Return what gold may have of a row; raise ValueError where the row, its corpus and `gold` differ."""
    by_option = gold.get(total, ())
    of_corpus = totals_of_released_corpus(row.test).get(total, ())
    places = {
        row.test: of_corpus,
        "--gold-counts": (by_option,) if isinstance(by_option, int) else by_option,
        "the row": (row.counts["gold"],) if "gold" in row.counts else (),
    }
    known = {where: totals for where, totals in places.items() if totals}
    if known and not set.intersection(*map(set, known.values())):
        words = " but ".join("%d (%s)" % (totals[0], where) for where, totals in known.items())
        raise ValueError(f"gold's {total} are {words}: give one of them")
    return next((totals for where, totals in known.items() if where != "the row"), ())


# Rows together ------------------------------------------------------------------------------------


def _rows_of_one_run(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Return the rows that belong together: of one system, one test and one run.

    Where a system has a measure several times, each line of a wide table is a run. In a long table, the rows are
    divided where their measures begin again in the same order. In any other order nobody knows which belong
    together: then none do.
    """
    by_system: dict[tuple[str, str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        by_system[entry.test, entry.name, entry.run].append(entry)
    runs: list[list[Entry]] = []
    for rows in by_system.values():
        measures = [row.row.kind.name for row in rows]
        width = len(set(measures))
        lines = list(dict.fromkeys(row.line for row in rows))
        if width < len(rows) and 1 < len(lines) < len(rows):
            runs += [[row for row in rows if row.line == line] for line in lines]
        elif measures == measures[:width] * (len(rows) // width):
            runs += [rows[start : start + width] for start in range(0, len(rows), width)]
    return runs


def _check_together(run: Sequence[Entry]) -> None:
    """Leave each row of a run the counts that the others leave it; rows that leave nothing contradict each other."""
    _compare_scores(run)
    with_counts = [entry for entry in run if entry.fits and entry.are_all]
    for found in fit_together(with_counts):
        assert isinstance(found.row, Entry)
        names = list(dict.fromkeys(other.row.kind.name for other in found.others))
        named = shortened_list(names, MOST_NAMED)
        found.row.decide(CONTRADICTS, f"{named} ({found.column} {found.why})")


def _compare_scores(run: Sequence[Entry]) -> None:
    """Compare P and R of a measure and its B row, which need no counts: of B, R is the same, P not higher."""
    plain_rows = {entry.row.kind.name: entry for entry in run if not entry.row.kind.is_b}
    for b in run:
        plain = plain_rows.get(b.row.kind.base)
        if plain is None or plain is b or not {b.verdict, plain.verdict} <= {POSSIBLE, NOT_CHECKED}:
            continue  # it has been named already
        p, r = (_order_of_scores(b.row.scores[at], plain.row.scores[at]) for at in (0, 1))
        if r != 0:
            b.decide(CONTRADICTS, f"{plain.row.kind.name} (R must be the same)")
            plain.decide(CONTRADICTS, f"{b.row.kind.name} (R must be the same)")
        elif p > 0:
            b.decide(CONTRADICTS, f"{plain.row.kind.name} (P is higher here)")
            plain.decide(CONTRADICTS, f"{b.row.kind.name} (P is lower here)")


def _order_of_scores(first: PrintedScore | None, second: PrintedScore | None) -> int:
    """Return 1 or -1 if the first score is higher or lower than the second, however they were rounded."""
    if first is None or second is None:
        return 0
    if first.value - first.half - EPS > second.value + 2 * second.half + EPS:
        return 1
    if first.value + 2 * first.half + EPS < second.value - second.half - EPS:
        return -1
    return 0


# P and R exchanged --------------------------------------------------------------------------------


def _are_exchanged(impossible: Sequence[Entry], checked: Sequence[Entry]) -> bool:
    """Return whether P and R are exchanged in all rows in which they differ."""
    if len(impossible) < LEAST_EXCHANGED or not all(map(_p_and_r_differ, impossible)):
        return False
    with_totals = [entry for entry in checked if possible_totals(entry.row) is not None]
    if not {*impossible} <= {*with_totals}:
        return False  # F1 alone is the same either way
    differing = [entry for entry in with_totals if not entry.is_mean and _p_and_r_differ(entry)]
    return all(map(_fits_exchanged, differing[:MOST_EXCHANGED]))


def _fits_exchanged(entry: Entry) -> bool:
    """Return whether counts give a row if its precision is its recall, and its recall its precision."""
    row = entry.row
    return bool(counts_that_fit(row._replace(p=row.r, r=row.p)).fits)


def _p_and_r_differ(entry: Entry) -> bool:
    p, r, _ = entry.row.scores
    return p is not None and r is not None and p.value != r.value


# Words --------------------------------------------------------------------------------------------


def _answer(row: PublishedRow, entry: Entry | None) -> RowAnswer:
    """Return the answer for a row: of what could not be read, why."""
    if entry is None:
        return RowAnswer(row, NOT_CHECKED, (row.problem or "no score",))
    verdict, words = entry.verdict, list(entry.words)
    if verdict == POSSIBLE and entry.fits:
        if entry.fits[0].reading != PLAIN:
            verdict, words = POSSIBLE_AS, [entry.fits[0].reading]
        words += _counts_in_words(entry)
    if any(score.is_fraction for score in entry.row.scores if score is not None):
        words.append("scores read as fractions")
    return RowAnswer(row, verdict, tuple(words), entry.remark)


def _counts_in_words(entry: Entry) -> list[str]:
    """Return the first counts that give a row, and how many others do."""
    first = entry.fits[0]
    words = first.shown(entry.row.kind.is_b)
    others = sum(fit.reading == first.reading for fit in entry.fits) - 1
    if others:
        sets = "other set" if others == 1 else "other sets"
        words += f" (or {'' if entry.are_all else 'at least '}{others} {sets} of counts)"
    if first.tp + first.fn in entry.row.golds[1:] and entry.row.kind.counted == "tokens":
        return [words, "scope tokens as versions 2.0 and 1.0 count them"]
    return [words]
