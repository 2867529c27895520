"""A table of published rows: those of one system and one test share numbers, and some are means of others."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from ..ground.percentages import f1
from ..ground.row_names import measure_of
from ..reporting.released import GOLD_TOTALS, totals_of
from .rows import EPS, PLAIN, POSSIBLE, SCORES, Number, PrintedRow, fits, nearest, totals

POSSIBLE_AS, NOT_CHECKED = "possible as", "not checked"
CONTRADICTS, IMPOSSIBLE = "contradicts", "not possible"
SIGNS = {NOT_CHECKED: ": ", POSSIBLE: ": ", POSSIBLE_AS: " ", CONTRADICTS: " ", IMPOSSIBLE: ": "}
"""What stands between a verdict and its words."""
COUNTS = ("gold", "system", "tp", "fp", "fn")
MOST_PARTS = 200  # of the rows of a measure, those further away than this are no parts of a mean
SUMS = re.compile(
    r"^(pooled|mean|plain mean|average)|^standard dev|[±σ]|\b(?:sd|std?.? ?dev|std)[.)]*$"
)
"""Names of rows that are sums or means of others, or deviations: they are no part of a mean."""


class PublishedRow(NamedTuple):
    """A published row: a system, a measure (see `ground.row_names`), and its scores as printed, "" without.

    `counts` are those in print, of gold, system, tp, fp and fn; `test` is what was tested on.
    """

    system: str
    measure: str
    precision: str = ""
    recall: str = ""
    f1: str = ""
    test: str = ""
    counts: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class RowAnswer:
    """What was found of a published row.

    `verdict` is possible, possible as, not checked, contradicts or not possible; `words` say what follows: the
    counts, what the row is a mean of, what would have to change.
    """

    row: PublishedRow
    verdict: str
    words: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether nothing speaks against the row."""
        return self.verdict not in (CONTRADICTS, IMPOSSIBLE)

    def __str__(self) -> str:
        return self.verdict + SIGNS[self.verdict] * bool(self.words) + "; ".join(self.words)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer for JSON."""
        row = {**self.row._asdict(), "counts": dict(self.row.counts)}
        return {**row, "verdict": self.verdict, "explanation": list(self.words)}


def verify_published(
    rows: Sequence[PublishedRow], gold: Mapping[str, int | tuple[int, ...]] | str | None = None
) -> list[RowAnswer]:
    """Return for each published row whether counts give it.

    `gold` are gold's totals of cues, scopes, tokens, events and focus, as far as they are known (a
    tuple where versions count differently, or the name of a corpus), for rows whose `test` names no released corpus.
    Raises ValueError for an unknown measure, for what is not a score, and for other totals than
    those of the corpus that `test` names.
    """
    gold = gold_counts_given(gold) if isinstance(gold, str) else gold
    for wrong in {*(gold or ())} - {*GOLD_TOTALS}:
        raise ValueError("gold has totals of {}, not {}".format(", ".join(GOLD_TOTALS), wrong))
    for row in rows:
        if not isinstance(row, PublishedRow) or not all(isinstance(text, str) for text in row[:6]):
            raise TypeError(f"expected PublishedRow values of strings, not {str(row)[:99]!r}")
        if not any(row[2:5]):
            raise ValueError(f"a row of {row.measure} has no score")
        for name, number in row.counts.items():
            if name not in COUNTS or type(number) is not int or number < 0:
                raise ValueError("counts are whole numbers of {}".format(", ".join(COUNTS)))
    opened = _entries_of(rows, gold)
    groups: dict[tuple[str, str], list[PrintedRow]] = defaultdict(list)
    by_measure: dict[str, list[tuple[int, PrintedRow]]] = defaultdict(list)
    for place, entry in enumerate(opened):
        groups[entry.test, entry.system].append(entry)
        by_measure[rows[place].measure].append((place, entry))
        is_deviation = (named := SUMS.search(entry.system.lower())) and not named[1]
        if is_deviation or any("±" in text for text in rows[place][2:5]):
            entry.verdict = NOT_CHECKED
            entry.words = ["a deviation is no score" if is_deviation else "a mean over runs"]
        elif not entry.measure.has_counts or not totals(entry):
            _check_scores(entry)
        else:
            entry.fits, entry.are_all = fits(entry)
            not_possible = IMPOSSIBLE if entry.are_all else NOT_CHECKED
            entry.verdict = POSSIBLE if entry.fits else not_possible
            entry.words = ["too many counts to try"] * (entry.verdict == NOT_CHECKED)
    for group in groups.values():
        _check_together(group)
    for place, entry in enumerate(opened):
        if entry.verdict != POSSIBLE and not {"tp", "fp", "fn"} & entry.counts.keys():
            _check_mean(entry, by_measure[rows[place].measure], place)
        if entry.verdict == IMPOSSIBLE and not entry.words:
            total = _gold_total(entry)
            what = " for %d %s" % (total, entry.measure.total) if total else ""
            words = [f"no counts{what} give these scores", nearest(entry, total)]
            is_open = _may_be_mean(entry) and not entry.counts
            words.append("or it is a mean over runs" * is_open)
            entry.words = [*filter(None, words)]
    return [_row_answer(*both) for both in zip(rows, opened)]


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


def _entries_of(
    rows: Sequence[PublishedRow], gold: Mapping[str, int | tuple[int, ...]] | None
) -> list[PrintedRow]:
    """Return rows with their scores as numbers; the whole table decides what is a fraction or padding."""
    texts = [text for row in rows for text in row[2:5] if text.strip(" -?*†‡–")]
    plain = [text.split("±")[0].strip("*†‡ ").rstrip("% ").replace(",", ".") for text in texts]
    is_fraction = all("%" not in text for text in texts) and all(
        re.fullmatch(r"0?(\.[0-9]*)?|1(\.0*)?", shown) for shown in plain
    )
    zeros = [len(shown) - len(shown.rstrip("0")) if "." in shown else 0 for shown in plain]
    padding = min(zeros, default=0)
    entries = []
    for row in rows:
        measure = measure_of(row.measure)
        scores = [Number.read(text, is_fraction, padding) for text in row[2:5]]
        counted = measure.total
        by_option = (gold or {}).get(counted, ())
        by_option = (by_option,) if isinstance(by_option, int) else by_option
        known = totals_of(row.test).get(counted, ())
        in_row = (row.counts["gold"],) if "gold" in row.counts else ()
        said = {row.test: known, "--gold-counts": by_option, "the row": in_row}
        numbers = {where: total for where, total in said.items() if total}
        if numbers and not set.intersection(*map(set, numbers.values())):
            words = " but ".join("%d (%s)" % (n[0], where) for where, n in numbers.items())
            raise ValueError(f"gold's {counted} are {words}: give one of them")
        counts = dict(row.counts)
        if measure.name.startswith("scopes-ncm"):
            counts.pop("tp", None)  # those of another row are printed (quirk 16)
        total = known or by_option
        entries.append(PrintedRow(row.system, row.test, measure, tuple(scores), counts, total))
    return entries


def _check_scores(entry: PrintedRow) -> None:
    """Decide what P, R and F1 say alone: F1 follows, may be a mean over runs, or cannot be.

    Without gold's total, any whole numbers may stand behind P and R.
    """
    p, r, f = entry.scores
    if p is None or r is None or f is None:
        missing = [name for name, score in zip(SCORES, entry.scores) if score is None]
        entry.verdict = NOT_CHECKED
        entry.words = ["nothing follows without " + " and ".join(missing)]
        return
    # Scores may be truncated, and the scorer rounds F1 to two decimals first.
    least = f1(p.value - p.half, r.value - r.half) - f.half - 0.0051
    most = f1(p.value + 2 * p.half, r.value + 2 * r.half) + f.half + 0.0051
    computed = f"F1 of these is {f.printed(f1(p.value, r.value))}"
    entry.words = ["F1 follows from P and R"]
    if max(p.value, r.value) > EPS and not least <= f.value <= most:
        entry.verdict, entry.words = IMPOSSIBLE, [computed]
        if _may_be_mean(entry):
            entry.verdict, entry.words = POSSIBLE_AS, ["a mean over runs only; " + computed]


def _may_be_mean(row: PrintedRow) -> bool:
    """Return whether runs may have these means: F1 of each is P + R - 100 or more, and at most theirs."""
    p, r, f = row.scores
    if p is None or r is None or f is None:
        return False
    off = f.half + 0.005
    lowest = p.value - p.half + r.value - r.half - 100 - off
    return lowest <= f.value <= f1(p.value + p.half, r.value + r.half) + off


def _shared(entry: PrintedRow) -> dict[Hashable, Any]:
    """Return what a row shares with others of its system: by a name, a function of its fits."""
    measure = entry.measure
    name = measure.name.removesuffix("-b")
    shared: dict[Hashable, Any] = {name: lambda fit: (fit.tp, fit.fn)}
    if measure.is_b:
        shared["system", measure.counted] = lambda fit: fit.system
    elif measure.total == "cues":
        shared["fp"] = lambda fit: None if fit.system is None else fit.system - fit.tp
    if measure.total != "events":
        shared["total", measure.total] = lambda fit: fit.tp + fit.fn
    return shared


def _check_together(group: Sequence[PrintedRow]) -> None:
    """Leave each row of a system what the others leave it; rows that leave nothing contradict each other."""
    left = [entry for entry in group if entry.fits and entry.are_all]
    before = -1
    while before != sum(len(entry.fits) for entry in left):
        before = sum(len(entry.fits) for entry in left)
        sharing: dict[Hashable, list[tuple[PrintedRow, Any]]] = defaultdict(list)
        for entry in left:
            for key, value in _shared(entry).items():
                sharing[key].append((entry, value))
        for sharers in sharing.values():
            _share(sharers)


def _share(entries: Sequence[tuple[PrintedRow, Any]]) -> None:
    """Restrict rows to the values that all of them have; where there is none, say who contradicts whom."""
    entries = [(entry, value) for entry, value in entries if entry.fits]
    values = [{value(fit) for fit in entry.fits} for entry, value in entries]
    known = [possible for possible in values if None not in possible]
    if len(known) < 2:
        return
    every = set.intersection(*known)
    if every:
        for entry, value in entries:
            entry.fits = [fit for fit in entry.fits if value(fit) in every or value(fit) is None]
        return
    # Where most rows agree, the others contradict these; else all contradict each other.
    number = Counter(v for possible in known for v in possible)
    most = max(number.values())
    best = {v for v, n in number.items() if n == most} if most > len(known) / 2 else set()
    kept = [entry for (entry, _), own in zip(entries, values) if None in own or own & best]
    odd = [entry for entry, _ in entries if entry not in kept]
    for entry in odd:
        others = kept or [rest for rest in odd if rest is not entry]
        names = [*dict.fromkeys(rest.measure.name for rest in others)][:3]
        entry.verdict, entry.fits, entry.words = CONTRADICTS, [], [", ".join(names)]


def _check_mean(entry: PrintedRow, alike: Sequence[tuple[int, PrintedRow]], place: int) -> None:
    """Is a row the mean of the rows above it, of its system's, or of its test's: plain, or weighted by gold?"""
    system, test = entry.system, entry.test
    is_corpus = bool(totals_of(test))  # it has no mean over others
    at = bisect_left(alike, (place,))
    same = [
        (number, near_by)
        for number, near_by in alike[max(0, at - MOST_PARTS) : at + MOST_PARTS]
        if near_by is not entry and not SUMS.search(near_by.system.lower())
        if near_by.test == test or not is_corpus
    ]
    for name, parts in (
        ("rows above", [o for n, o in same if n < place and o.system == system]),
        ("rows above", [o for n, o in same if n < place]),
        ("rows of this system", [o for _, o in same if o.system == system]),
        ("rows of this test", [o for _, o in same if o.test == test]),
    ):
        golds = [_gold_total(candidate) for candidate in parts]
        for kind, by in ("plain mean", [1] * len(parts)), ("mean weighted by gold", golds):
            if len(parts) > 1 and all(by) and _is_mean(entry, parts, by):
                entry.verdict = POSSIBLE_AS
                entry.words = ["the %s of the %d %s" % (kind, len(parts), name)]
                return


def _is_mean(row: PrintedRow, parts: Sequence[PrintedRow], weights: Sequence[int]) -> bool:
    for place, score in enumerate(row.scores):
        if score is None:
            continue
        numbers = [n for part in parts if (n := part.scores[place]) is not None]
        if len(numbers) < len(parts):
            return False
        mean = sum(w * number.value for w, number in zip(weights, numbers)) / sum(weights)
        off = sum(w * number.half for w, number in zip(weights, numbers)) / sum(weights)
        if abs(score.value - mean) > score.half + off + EPS:
            return False
    return True


def _gold_total(entry: PrintedRow) -> int:
    return entry.counts.get("gold") or next(iter(entry.gold), 0)


def _row_answer(published: PublishedRow, entry: PrintedRow) -> RowAnswer:
    verdict, words = entry.verdict, list(entry.words)
    if verdict == POSSIBLE and entry.fits:
        first = entry.fits[0]
        if first.reading != PLAIN and all(fit.reading != PLAIN for fit in entry.fits):
            verdict, words = POSSIBLE_AS, [first.reading]
        alike = [fit for fit in entry.fits if fit.reading == first.reading]
        if entry.gold or entry.counts:
            more = " (or %d other sets of counts)" % (len(alike) - 1) if len(alike) > 1 else ""
            words.append(first.shown(entry.measure.is_b) + more)
            if first.tp + first.fn in entry.gold[1:] and entry.measure.counted == "tokens":
                words.append("scope tokens as versions 2.0 and 1.0 count them")
    if any(score.is_fraction for score in entry.scores if score is not None):
        words.append("scores read as fractions")
    return RowAnswer(published, verdict, tuple(words))
