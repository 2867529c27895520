"""A table of published rows: those of one system and one test share numbers, and some are means of others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import Any, NamedTuple

from ..ground.percentages import f1
from ..ground.row_names import measure_of
from ..reporting.released import GOLD_TOTALS, gold_counts_given, totals_of
from .rows import EPS, PLAIN, SCORES, Fit, Number, ScoresInPrint, fits, nearest, repairs, totals

POSSIBLE, POSSIBLE_AS, NOT_CHECKED = "possible", "possible as", "not checked"
CONTRADICTS, IMPOSSIBLE = "contradicts", "not possible"
SIGNS = {NOT_CHECKED: ": ", POSSIBLE: ": ", POSSIBLE_AS: " ", CONTRADICTS: " ", IMPOSSIBLE: ": "}
"""What stands between a verdict and its words."""
COUNTS = ("gold", "system", "tp", "fp", "fn")
SUMS = ("pooled", "mean", "plain mean", "average", "standard deviation")
"""How the names of rows begin that are sums or means of others: they are no part of a mean."""


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
    counts, what the row is a mean of, what would have to change. `fits` are the counts that give it.
    """

    row: PublishedRow
    verdict: str
    words: tuple[str, ...] = ()
    fits: tuple[Fit, ...] = ()

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


@dataclass
class _Open:
    """A row while it is being checked."""

    given: PublishedRow
    row: ScoresInPrint
    verdict: str = POSSIBLE
    fits: list[Fit] = field(default_factory=list)
    are_all: bool = True
    words: list[str] = field(default_factory=list)


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
        raise ValueError(
            "gold's totals are those of {}, not {}".format(", ".join(GOLD_TOTALS), wrong)
        )
    for row in rows:
        if not all(isinstance(text, str) for text in row[:6]):
            raise TypeError(f"a published row has strings, as they are printed: {row[:6]}")
        if not any(row[2:5]):
            raise ValueError(f"a row of {row.measure} has no score")
        if not all(key in COUNTS and type(number) is int for key, number in row.counts.items()):
            raise ValueError("counts are whole numbers of {}".format(", ".join(COUNTS)))
    opened = _opened(rows, gold)
    groups: dict[tuple[str, str], list[_Open]] = defaultdict(list)
    for one in opened:
        groups[one.given.test, one.given.system].append(one)
        if not one.row.measure.has_counts or not totals(one.row):
            _check_scores(one)
            continue
        one.fits, one.are_all = fits(one.row)
        one.verdict = POSSIBLE if one.fits else IMPOSSIBLE
        if not one.fits and not one.are_all:
            one.verdict, one.words = NOT_CHECKED, ["too many counts to try"]
    for group in groups.values():
        _check_together(group)
    for place, one in enumerate(opened):
        if one.verdict != POSSIBLE:
            _check_mean(one, opened, place)
        if one.verdict == IMPOSSIBLE and not one.words:
            total = _gold_total(one)
            what = " for %d %s" % (total, one.row.measure.total) if total else ""
            words = [f"no counts{what} give these scores", nearest(one.row, total)]
            is_open = _may_be_mean(one.row) and not one.row.counts
            words += [*repairs(one.row), "or it is a mean over runs" * is_open]
            one.words = [*filter(None, words)]
    return [_answer(one) for one in opened]


def _opened(
    rows: Sequence[PublishedRow], gold: Mapping[str, int | tuple[int, ...]] | None
) -> list[_Open]:
    """Return rows with their scores as numbers; the whole table decides what is a fraction or padding."""
    texts = [text for row in rows for text in row[2:5] if text.strip(" -?*†‡–")]
    plain = [text.strip("*†‡ ").rstrip("% ").replace(",", ".") for text in texts]
    is_fraction = all("%" not in text for text in texts) and all(
        one.startswith(("0.", "1.0", ".")) or one in ("0", "1") for one in plain
    )
    zeros = [len(one) - len(one.rstrip("0")) if "." in one else 0 for one in plain]
    padding = min(zeros, default=0)
    found = []
    for row in rows:
        measure = measure_of(row.measure)
        scores = [Number.read(text, is_fraction, padding) for text in row[2:5]]
        counted = measure.total
        given = (gold or {}).get(counted, ())
        given = (given,) if isinstance(given, int) else given
        known = totals_of(row.test).get(counted, ())
        if known and given and not {*known} & {*given}:
            words = "gold's %s in %s are %d, not %d as --gold-counts says; leave --gold-counts out"
            raise ValueError(words % (counted, row.test, known[0], given[0]))
        total = known or given
        found.append(_Open(row, ScoresInPrint(measure, tuple(scores), dict(row.counts), total)))
    return found


def _check_scores(one: _Open) -> None:
    """Decide what P, R and F1 say alone: F1 follows, may be a mean over runs, or cannot be.

    Without gold's total, any whole numbers may stand behind P and R.
    """
    p, r, f = one.row.scores
    if p is None or r is None or f is None:
        missing = [name for name, score in zip(SCORES, one.row.scores) if score is None]
        one.verdict, one.words = NOT_CHECKED, ["nothing follows without " + " and ".join(missing)]
        return
    # Scores may be truncated, and the scorer rounds F1 to two decimals first.
    least = f1(p.value - p.half, r.value - r.half) - f.half - 0.0051
    most = f1(p.value + 2 * p.half, r.value + 2 * r.half) + f.half + 0.0051
    own = f"F1 of these is {f.printed(f1(p.value, r.value))}"
    one.words = ["F1 follows from P and R"]
    if max(p.value, r.value) > EPS and not least <= f.value <= most:
        one.verdict, one.words = IMPOSSIBLE, [own]
        if _may_be_mean(one.row):
            one.verdict, one.words = POSSIBLE_AS, ["a mean over runs only; " + own]


def _may_be_mean(row: ScoresInPrint) -> bool:
    """Return whether runs may have these means: F1 of each is P + R - 100 or more, and at most theirs."""
    p, r, f = row.scores
    if p is None or r is None or f is None:
        return False
    off = f.half + 0.005
    lowest = p.value - p.half + r.value - r.half - 100 - off
    return lowest <= f.value <= f1(p.value + p.half, r.value + r.half) + off


def _shared(one: _Open) -> dict[Hashable, Any]:
    """Return what a row shares with others of its system: by a name, a function of its fits."""
    measure = one.row.measure
    name = measure.name.removesuffix("-b")
    found: dict[Hashable, Any] = {name: lambda fit: (fit.tp, fit.fn)}
    if measure.is_b:
        found["system", measure.counted] = lambda fit: fit.system
    elif measure.total == "cues":
        found["fp"] = lambda fit: None if fit.system is None else fit.system - fit.tp
    if measure.total != "events":
        found["total", measure.total] = lambda fit: fit.tp + fit.fn
    return found


def _check_together(group: Sequence[_Open]) -> None:
    """Leave each row of a system what the others leave it; rows that leave nothing contradict each other."""
    there = [one for one in group if one.fits and one.are_all]
    before = -1
    while before != sum(len(one.fits) for one in there):
        before = sum(len(one.fits) for one in there)
        sharing: dict[Hashable, list[tuple[_Open, Any]]] = defaultdict(list)
        for one in there:
            for key, value in _shared(one).items():
                sharing[key].append((one, value))
        for several in sharing.values():
            _share(several)
        there = [one for one in there if one.verdict == POSSIBLE]
    # A scope with its cue, and a whole negation, are right only if the cue is.
    by_name = {one.row.measure.name.removesuffix("-b"): one for one in there if one.fits}
    most = max((fit.tp for fit in by_name["cues"].fits), default=0) if "cues" in by_name else inf
    for name in ("scopes-cm", "full"):
        if name in by_name and min(fit.tp for fit in by_name[name].fits) > most:
            one = by_name[name]
            one.verdict, one.words, one.fits = CONTRADICTS, ["cues: fewer are right"], []


def _share(several: Sequence[tuple[_Open, Any]]) -> None:
    """Restrict rows to the values that all of them have; where there is none, say who contradicts whom."""
    several = [(one, value) for one, value in several if one.fits]
    values = [{value(fit) for fit in one.fits} for one, value in several]
    known = [own for own in values if None not in own]
    if len(known) < 2:
        return
    every = set.intersection(*known)
    if every:
        for one, value in several:
            one.fits = [fit for fit in one.fits if value(fit) in every or value(fit) is None]
        return
    # Where most rows agree, the others contradict these; else all contradict each other.
    number = Counter(v for own in known for v in own)
    most = max(number.values())
    best = {v for v, n in number.items() if n == most} if most > len(known) / 2 else set()
    kept = [one for (one, _), own in zip(several, values) if None in own or own & best]
    odd = [one for one, _ in several if one not in kept]
    for one in odd:
        others = kept or [other for other in odd if other is not one]
        names = list(dict.fromkeys(other.row.measure.name for other in others))
        one.verdict, one.fits = CONTRADICTS, []
        one.words = [", ".join(names[:3])]


def _check_mean(one: _Open, opened: Sequence[_Open], place: int) -> None:
    """Is a row the mean of the rows above it, of its system's, or of its test's: plain, or weighted by gold?"""
    system, test, measure = one.given.system, one.given.test, one.given.measure
    same = [o for o in opened if o.given.measure == measure and o is not one]
    same = [o for o in same if not o.given.system.lower().startswith(SUMS)]
    above = [other for other in same if other in opened[:place]] if len(same) < 200 else []
    for name, several in (
        ("rows above", [o for o in above if o.given.system == system]),
        ("rows above", above),
        ("rows of this system", [o for o in same if o.given.system == system]),
        ("rows of this test", [o for o in same if o.given.test == test]),
    ):
        golds = [_gold_total(other) for other in several]
        for kind, by in ("plain mean", [1] * len(several)), ("mean weighted by gold", golds):
            if len(several) > 1 and all(by) and _is_mean(one.row, [o.row for o in several], by):
                one.verdict = POSSIBLE_AS
                one.words = ["the %s of the %d %s" % (kind, len(several), name)]
                return


def _is_mean(row: ScoresInPrint, several: Sequence[ScoresInPrint], weights: Sequence[int]) -> bool:
    """Return whether the scores of a row are the weighted means of others'."""
    for place, score in enumerate(row.scores):
        if score is None:
            continue
        own = [other.scores[place] for other in several]
        known = [(w, one) for w, one in zip(weights, own) if one is not None]
        if len(known) < len(own):
            return False
        mean = sum(w * one.value for w, one in known) / sum(weights)
        off = sum(w * one.half for w, one in known) / sum(weights)
        if abs(score.value - mean) > score.half + off + EPS:
            return False
    return True


def _gold_total(one: _Open) -> int:
    """Return gold's total of a row, 0 if it is not known."""
    return one.row.counts.get("gold") or next(iter(one.row.gold), 0)


def _answer(one: _Open) -> RowAnswer:
    verdict, words = one.verdict, list(one.words)
    if verdict == POSSIBLE and one.fits:
        first = one.fits[0]
        if first.reading != PLAIN and all(fit.reading != PLAIN for fit in one.fits):
            verdict, words = POSSIBLE_AS, [first.reading]
        own = [fit for fit in one.fits if fit.reading == first.reading]
        if one.row.gold or one.row.counts:
            more = " and %d more" % (len(own) - 1) if len(own) > 1 else ""
            words.append(first.shown(one.row.measure.is_b) + more)
            if first.tp + first.fn in one.row.gold[1:] and one.row.measure.counted == "tokens":
                words.append("scope tokens as versions 2.0 and 1.0 count them")
    return RowAnswer(one.given, verdict, tuple(words), tuple(one.fits))
