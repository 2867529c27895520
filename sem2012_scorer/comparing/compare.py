"""Systems compared with the first of them: values, differences, intervals and p, as values.

In: the files of gold and of systems (`compare_files`), or their sentences (`compare`). Out: a `Comparison`.
Both end in `compare_read`, which is to be read first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..common.counts import WITHOUT_NEGATION, Counts
from ..common.measures import OTHER_NAMES, SIGNIFICANT, measure_short_name
from ..common.wording import plural
from ..port.counting import GoldRead
from ..port.scripts import Original, script_by_identifier
from ..reading.column_writer import written_in_columns
from ..reading.sentences import Sentence
from ..reading.source import File, as_source, is_file
from ..reporting.nis import Rules, nis_rules, nis_shares
from ..reporting.report import Report
from ..reporting.scoring import Watcher, open_files_for_scoring, scoring_counts_by_sentence
from . import randomize as chance
from .randomize import RESAMPLES, SEED, TRIALS
from .runs import permutation_p, smallest_p
from .table import Comparison
from .values import Difference, Run, Statistic, System, values_compared_of_rows

CORRECT, CORRECT_NEGATION = "% correct sentences", "% correct negation sentences"
FEWEST_DIFFERENT = 20  # with fewer sentences that differ, an interval means little


def _statistics_of(original: Original, rules: Rules | None) -> list[Statistic]:
    """Return the rows of a report, with `rules` those of NIS, and the percentages of sentences."""
    statistics = []
    for row in original.rows + original.rows_b:
        name = measure_short_name(row.place, row.divided_by_system)
        statistics.append(Statistic(row.label, name, row=row))
    if rules is not None:
        for label in nis_shares(Counts().instances, rules):
            statistics.append(Statistic(label, OTHER_NAMES.get(label, label), rules=rules))
    for place, label in enumerate((CORRECT, CORRECT_NEGATION)):
        statistics.append(Statistic(label, OTHER_NAMES[label], place=place))
    return statistics


def compare_files(
    gold: File | Sequence[File],
    systems: Mapping[str, File | Sequence[File] | Sequence[Sequence[File]]],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
    *,
    trials: int = TRIALS,
    seed: int = SEED,
) -> Comparison:
    """Compare systems with the first of them: differences, intervals and p-values.

    `gold` is a file, or several whose counts are pooled. A system is a file, or a list of runs; a run
    is a file, or with several gold files a list of as many. Raises what `score_files` raises, and
    ValueError for systems that cannot be compared.

    >>> compared = compare_files("fixtures/larger-english/gold.txt", {
    ...     "ours": "fixtures/larger-english/system.txt",
    ...     "gold": "fixtures/larger-english/gold.txt"}, trials=1000)
    >>> compared.to_rows()[-1]["p"] < 0.01
    True
    """
    # A stream of gold is read once, and used for every system.
    golds = [as_source(file) for file in _list_of_files(gold)]
    original, rules = script_by_identifier(scorer), nis_rules(nis)
    known: list[GoldRead] = [{} for _ in golds]
    read_systems = []
    for name, files_given in _systems_by_name(systems).items():
        runs = []
        for run in _list_of_files(files_given):
            files = _list_of_files(run)
            if len(files) != len(golds):
                raise ValueError(
                    f"{name}: {plural(len(files), 'file')} for {plural(len(golds), 'gold file')}"
                )
            runs.append(_counts_of_run(golds, files, known, original, rules))
        read_systems.append(System(name, tuple(runs)))
    return compare_read(read_systems, original, rules, files=len(golds), trials=trials, seed=seed)


def _list_of_files(files: Any) -> list[Any]:
    """Return a list of files; one file alone is a list of one."""
    if is_file(files):
        return [files]
    return list(files)


def _counts_of_run(
    golds: Sequence[File],
    files: Sequence[File],
    known: Sequence[GoldRead],
    original: Original,
    rules: Rules | None,
) -> Run:
    """Return the counts of a run: those of its files, one file after the other."""
    counts: list[Counts] = []
    for gold, file, known_of_file in zip(golds, files, known):
        counts += counts_to_compare(gold, file, known_of_file, original, rules)
    return Run.of(counts)


def compare(
    gold: Iterable[Sentence],
    systems: Mapping[str, Iterable[Sentence] | Iterable[Iterable[Sentence]]],
    scorer: str = "eval.cd-sco",
    nis: bool | Rules = False,
    *,
    trials: int = TRIALS,
    seed: int = SEED,
) -> Comparison:
    """Compare systems of sentences in memory, as `compare_files` does files.

    A system is its sentences, or a list of runs, each its sentences.
    """
    original, rules = script_by_identifier(scorer), nis_rules(nis)
    in_gold = list(gold)
    known: GoldRead = {}
    read_systems = []
    for name, system_given in _systems_by_name(systems).items():
        runs_given: list[Any] = list(system_given)
        runs = [runs_given] if all(isinstance(run, Sentence) for run in runs_given) else runs_given
        files = [written_in_columns(in_gold, run, original.style) for run in runs]
        counts = [counts_to_compare(*both, known, original, rules) for both in files]
        read_systems.append(System(name, tuple(map(Run.of, counts))))
    return compare_read(read_systems, original, rules, trials=trials, seed=seed)


def _systems_by_name(systems: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return systems by name; raise TypeError for anything else, ValueError for one without runs."""
    if not isinstance(systems, Mapping):
        raise TypeError('systems is a dictionary, such as {"ours": FILE, "theirs": FILE}')
    for name, files_given in systems.items():
        if isinstance(files_given, (list, tuple)) and not files_given:
            raise ValueError(f"{name}: no run")
    return systems


def counts_to_compare(
    gold: File,
    system: File,
    known: GoldRead,
    original: Original,
    rules: Rules | None,
    watch: Watcher | None = None,
) -> tuple[Counts, ...]:
    """Return the counts of each sentence; `known` keeps what was read of gold for other systems.

    `watch` gets each sentence as it was scored.
    """
    # Few sentences count as no other does: those that count alike are kept once.
    alike: dict[Counts, Counts] = {}
    with open_files_for_scoring(gold, system, original) as files:
        counted = scoring_counts_by_sentence(files, rules, known, watch)
        return tuple([alike.setdefault(counts, counts) for counts in counted])


def compare_read(
    systems: Sequence[System],
    original: Original,
    rules: Rules | None,
    labels: Sequence[str] | None = None,
    *,
    files: int = 1,
    is_tested: bool = True,
    trials: int = TRIALS,
    seed: int = SEED,
    gold_is: tuple[Any, ...] = (),
    read_as: tuple[str, ...] = (),
) -> Comparison:
    """Compare systems that were read with the first of them, in the rows `labels` (None: the usual ones).

    Rows in which gold has nothing are left out unless they are asked for. Raises ValueError for
    systems that cannot be compared.
    """
    if not systems or (is_tested and len(systems) < 2):
        raise ValueError("two systems or more can be compared, not %d" % len(systems))
    if trials < 1:
        raise ValueError("trials is a positive number, not %d" % trials)
    if not isinstance(seed, int):
        raise TypeError(f"seed is a whole number, not {seed!r}")
    wanted = _rows_compared(original, rules, labels, systems[0].runs[0].total)
    if not wanted:
        raise ValueError("gold has nothing in these rows")
    if is_tested:
        _check_lengths(systems)
    signature = Report(Counts(), original, rules, gold_is, read_as).signature
    compared = Comparison(tuple(systems), tuple(wanted), (), files, signature, seed)
    if not is_tested:
        return compared
    differences = [_difference_from_first(compared, other, trials) for other in systems[1:]]
    return compared._replace(differences=tuple(_correct_by_holm(differences)))


def _rows_compared(
    original: Original, rules: Rules | None, labels: Sequence[str] | None, in_gold: Counts
) -> list[Statistic]:
    """Return the rows `labels`; without, the first block and NIS, as far as gold has something in them."""
    every = _statistics_of(original, rules)
    if labels is None:
        usual = {row.label for row in original.rows}
        usual.update(label for label in OTHER_NAMES if "NIS" in label)
        labels = [row.label for row in every if row.label in usual and row.numbers(in_gold)[3]]
    return [row for row in every if row.label in labels]


def _check_lengths(systems: Sequence[System]) -> None:
    """Raise ValueError for a run with another number of sentences than the first system has."""
    first = systems[0]
    in_first = len(first.runs[0].counts)
    for system in systems:
        for run in system.runs:
            if len(run.counts) != in_first:
                words = "%s has %d sentences, but %s has %d: does a file lack its final blank line?"
                raise ValueError(words % (system.name, len(run.counts), first.name, in_first))


def _correct_by_holm(differences: Sequence[Difference]) -> list[Difference]:
    """Return the differences with their p corrected by Holm, over those that were tested."""
    p_holm = iter(chance.holm([test.p for test in differences if test.p is not None]))
    corrected = []
    for test in differences:
        if test.p is None:
            corrected.append(test)
        else:
            corrected.append(test._replace(p_holm=next(p_holm)))
    return corrected


def _difference_from_first(compared: Comparison, other: System, trials: int) -> Difference:
    """Return how a system differs from the first, by the test that their numbers of runs allow."""
    numbers = len(compared.systems[0].runs), len(other.runs)
    if numbers == (1, 1):
        return _difference_of_sentences(compared, other, trials)
    if 1 in numbers:
        words = "no test of %s: one run against %d; give several runs of both"
        return Difference(how=words % (other.name, max(numbers)))
    return _difference_of_runs(compared, other)


def _difference_of_sentences(compared: Comparison, other: System, trials: int) -> Difference:
    """Return how two systems of one run differ, sentence by sentence."""
    both = compared.systems[0].runs[0].counts, other.runs[0].counts
    counted = _sentences_that_count(compared, both)
    ours, theirs = _numbers_of_sentences(compared, counted)
    differs = [a != b for a, b in zip(*counted)]
    p, number, is_exact = chance.randomize(ours, theirs, differs, trials, compared.seed)
    how = f"approximate randomization ({trials:,} trials)"
    least = 1 / (trials + 1)
    if is_exact:
        # At least the real division and its mirror image are as far apart.
        least = 2 / 2**number
        differing = plural(number, "sentence")
        how = f"exact randomization (the counts differ in {differing})"
    caveat = ""
    if 0 < number < FEWEST_DIFFERENT:
        caveat = (
            f"the counts differ in {plural(number, 'sentence')} only, so an interval means little"
        )
    intervals = chance.intervals_of_differences(ours, theirs, RESAMPLES, compared.seed)
    return Difference(p, None, tuple(intervals), how, least, caveat)


def _difference_of_runs(compared: Comparison, other: System) -> Difference:
    """Return how two systems of several runs differ, run by run."""
    first = compared.systems[0]
    columns = zip(zip(*compared.scores(first)), zip(*compared.scores(other)))
    p = tuple([permutation_p(a, b, compared.seed) for a, b in columns])
    least = smallest_p(len(first.runs), len(other.runs))
    how = "permutation test over runs (%d against %d)" % (len(first.runs), len(other.runs))
    if least < SIGNIFICANT:  # else the verdict says so
        how += "; the smallest possible p is %.4f" % least
    return Difference(p, None, None, how, least)


def intervals_of_compared_system(compared: Comparison, system: System) -> list[tuple[float, float]]:
    """Return the 95% bootstrap interval of each score of a system with one run: P, R, F1 of each row."""
    (numbers,) = _numbers_of_sentences(
        compared, _sentences_that_count(compared, (system.runs[0].counts,))
    )
    nothing = (0,) * len(numbers[0])
    return chance.intervals_of_differences(
        [nothing for _ in numbers], numbers, RESAMPLES, compared.seed
    )


Sides = Sequence[Sequence[Counts]]
"""The counts of each sentence, of several systems."""


def _sentences_that_count(compared: Comparison, sides: Sides) -> list[list[Counts]]:
    """Return the sentences that take part in resamples and swaps: those that have a count in some side.

    A sentence without negation counts nowhere, except in the percentage of all sentences.
    """
    if any(any(statistic.numbers(WITHOUT_NEGATION)) for statistic in compared.statistics):
        return [list(side) for side in sides]
    counted = [counts for counts in zip(*sides) if any(c != WITHOUT_NEGATION for c in counts)]
    if not counted:
        return [[WITHOUT_NEGATION] for _ in sides]  # resamples need a sentence
    return [list(side) for side in zip(*counted)]


def _numbers_of_sentences(compared: Comparison, counted: Sides) -> list[list[tuple[int, ...]]]:
    """Return the numbers of all rows that are compared, sentence by sentence."""
    # Few sentences count as no other does: the numbers are made once for each different count.
    different: set[Counts] = set()
    for side in counted:
        different.update(side)
    known = {
        counts: tuple(values_compared_of_rows(compared.statistics, counts)) for counts in different
    }
    return [[known[counts] for counts in side] for side in counted]
