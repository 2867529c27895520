"""Comparing systems: sums by chance, p, intervals, as values."""

from __future__ import annotations

import itertools
import math
import os
import random
from collections import Counter
from fractions import Fraction

import pytest
from comparisons import GOLD, LARGE, SYSTEM, run
from conftest import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from compat.workbench.recorded import Case
from sem2012_scorer import (
    Counts,
    InstanceCounts,
    Negation,
    Sentence,
    Tally,
    compare,
    compare_files,
    score_files,
    score_sentences,
    total,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.comparing.comparison import TooFewUnits
from sem2012_scorer.comparing.differences import Run, SystemFile, SystemRuns, compare_units
from sem2012_scorer.comparing.measured import Measured, statistics_of
from sem2012_scorer.comparing.resampling import Swapped, columns_of, packed, resampled
from sem2012_scorer.ground.counts import ScopeSums
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.reporting.nis import Rules

STATISTICS = statistics_of(ORIGINALS["eval.cd-sco"], None)


tallies = st.builds(Tally, *[st.integers(0, 6)] * 5)


scope_sums = st.builds(
    lambda *scores: (ScopeSums("tok", scores[0], scores[1]),),
    *[st.integers(0, 8).map(lambda n: n / 8)] * 2,
)


instances = st.builds(InstanceCounts, *[st.integers(0, 6)] * 6, scope_sums)


counts = st.builds(Counts, *[tallies] * 7, *[st.integers(0, 3)] * 4, instances)


CUES = [one for one in STATISTICS if one.label == "Cues"]


def one_run(name: str, units) -> SystemRuns:
    """Return a system with one run."""
    return SystemRuns(name, (Run("1", (SystemFile(units),)),))


units_of_numbers = st.integers(1, 5).flatmap(
    lambda length: st.lists(st.tuples(*[st.integers(0, 9)] * length), min_size=1, max_size=6)
)


@given(units_of_numbers)
def test_what_is_packed_is_unpacked_and_sums_are_sums(units) -> None:
    length = len(units[0])
    columns = columns_of([*map(packed, units), sum(map(packed, units))], length)
    expected = [*units, tuple(map(sum, zip(*units)))]
    assert list(zip(*columns)) == expected


@given(st.lists(counts, min_size=1, max_size=8))
@settings(max_examples=examples(60))
def test_scores_of_added_columns_are_those_of_added_counts(units) -> None:
    # No more sentences have an error than there are.
    units = [one._replace(sentences=one.sentences + 3, negation_sentences=3) for one in units]
    statistics = statistics_of(ORIGINALS["eval.cd-sco"], Rules())
    measured = Measured(statistics, [units])
    (columns,) = [columns_of([sum(map(packed, measured.units(units)))], measured.length)]
    expected = [value for one in statistics for value in one.values(total(units))]
    found = [column[0] for column in measured.scores(columns)]
    assert found == pytest.approx(expected, abs=1e-8)


def test_fractions_of_many_units_do_not_overflow() -> None:
    one = Counts(
        instances=InstanceCounts(2**22, 2**22, 2**22, 1, 1, 1, (ScopeSums("tok", 2**22, 1.5),))
    )
    statistics = statistics_of(ORIGINALS["eval.cd-sco"], Rules())
    measured = Measured(statistics, [[one] * 50])
    assert all(number * 50 < 2**63 for number in measured.units([one])[0])


@given(st.lists(st.tuples(*[st.tuples(*[st.integers(0, 6)] * 3)] * 2), min_size=1, max_size=6))
@settings(max_examples=examples(40))
def test_all_ways_to_swap_are_gone_through_once(pairs) -> None:
    one, other = zip(*pairs)
    swapped = Swapped(one, other)
    differing = [pair for pair in pairs if pair[0] != pair[1]]
    assert swapped.is_exact and swapped.differing == len(differing)
    expected = []
    for swaps in itertools.product((False, True), repeat=len(differing)):
        same = [pair[0] for pair in pairs if pair[0] == pair[1]]
        first = [pair[swap] for pair, swap in zip(differing, swaps)]
        expected.append(tuple(map(sum, zip(*same, *first))))
    assert Counter(found for found, _ in swapped) == Counter(expected)
    both = tuple(map(sum, zip(*one, *other)))
    assert all(tuple(map(sum, zip(*sums))) == both for sums in swapped)
    observed = tuple(tuple(column[0] for column in side) for side in swapped.observed())
    assert observed == tuple(tuple(map(sum, zip(*side))) for side in (one, other))


def f1_of(tally: Tally) -> Fraction:
    """Return F1 in percent, exactly, computed in another way than the package does."""
    _, _, found, invented, missed = tally
    return Fraction(200 * found, 2 * found + invented + missed) if found else Fraction(0)


@given(st.lists(st.tuples(tallies, tallies), min_size=2, max_size=7))
@settings(max_examples=examples(60))
def test_p_is_that_of_an_enumeration_by_a_few_independent_lines(pairs) -> None:
    systems = [[Counts(cues=pair[side], sentences=1) for pair in pairs] for side in (0, 1)]
    found = compare_units([one_run("a", systems[0]), one_run("b", systems[1])], CUES, resamples=1)

    def difference(swaps) -> Fraction:
        sides = [[pair[swap ^ side] for pair, swap in zip(pairs, swaps)] for side in (0, 1)]
        sums = [Tally(*map(sum, zip(*side))) for side in sides]
        return abs(f1_of(sums[1]) - f1_of(sums[0]))

    every = [difference(swaps) for swaps in itertools.product((0, 1), repeat=len(pairs))]
    # Differences of floating-point numbers may part where exact ones tie: hence the tolerance.
    expected = sum(one >= every[0] - Fraction(1, 10**12) for one in every) / len(every)
    assert found.systems[1].measures["Cues"]["f1"].p == pytest.approx(expected, abs=1e-15)
    assert found.systems[1].is_exact


def test_the_randomised_p_is_within_chance_of_the_exact_one() -> None:
    draw = random.Random(3)
    pairs = [
        (Tally(1, 1, draw.randrange(2), 0, 1), Tally(1, 1, draw.randrange(2), 0, 0))
        for _ in range(12)
    ]
    systems = [one_run(name, [Counts(cues=p[n]) for p in pairs]) for n, name in enumerate("ab")]
    exact = compare_units(systems, STATISTICS, trials=2**12, resamples=1)
    drawn = compare_units(systems, STATISTICS, trials=2**12 - 1, resamples=1)
    assert exact.systems[1].is_exact and not drawn.systems[1].is_exact
    p, estimate = (c.systems[1].measures["Cues"]["f1"].p for c in (exact, drawn))
    assert 0 < p < 1
    assert abs(p - estimate) < 4 * math.sqrt(p * (1 - p) / 2**12) + 1 / 2**12


def test_intervals_are_those_of_another_bootstrap(other) -> None:
    units = [list(score_sentences(GOLD, str(path))) for path in (SYSTEM, other)]
    found = compare_units([one_run("a", units[0]), one_run("b", units[1])], STATISTICS, trials=1)
    draw = random.Random(99)
    drawn = []
    for _ in range(1000):
        chosen = [draw.randrange(len(units[0])) for _ in units[0]]
        sums = [Tally(*map(sum, zip(*[side[i].cues for i in chosen]))) for side in units]
        values = [float(f1_of(tally)) for tally in sums]
        drawn.append((values[0], values[1], values[1] - values[0]))
    columns = [sorted(column) for column in zip(*drawn)]
    measures = [system.measures["Cues"]["f1"] for system in found.systems]
    for column, interval in zip(
        columns, (measures[0].interval, measures[1].interval, measures[1].difference_interval)
    ):
        width = column[974] - column[25]
        assert abs(column[25] - interval[0]) < 0.2 * width
        assert abs(column[974] - interval[1]) < 0.2 * width


def test_values_are_those_of_the_report_and_all_rows_are_there(other) -> None:
    found = compare_files(GOLD, {"a": SYSTEM, "b": str(other)}, nis=True, trials=50, resamples=200)
    for system, path in zip(found.systems, (SYSTEM, str(other))):
        report = score_files(GOLD, path, nis=True)
        sentences = ("% correct sentences", "% correct negation sentences")
        assert {*system.measures} == {*report.labels, *sentences}
        shown = [system.measures[label]["percent"].printed for label in sentences]
        assert shown == list(report.to_dict()["sentences"]["percent_correct"].values())
        for label in report.labels:
            for score in ("precision", "recall", "f1"):
                value = system.measures[label][score].value
                assert value == getattr(report[label], score)
                printed = system.measures[label][score].printed
                assert printed == getattr(report[label].printed, score)
    baseline, one = (system.measures["Cues"]["f1"] for system in found.systems)
    assert (baseline.difference, baseline.p, baseline.p_holm) == (None, None, None)
    assert one.difference == one.value - baseline.value < 0


def test_holms_correction_is_made_over_the_systems() -> None:
    """Holm 1979: the least p times the number of systems, and so on, never falling."""
    base = [Counts(cues=Tally(1, 1, 1, 0, 0))] * 12
    worse = [Counts(cues=Tally(1, 1, 0, 1, 1))]
    systems = [one_run("base", base)] + [
        one_run(name, worse * number + base[number:])
        for name, number in (("a", 8), ("b", 5), ("c", 1))
    ]
    found = compare_units(systems, STATISTICS, resamples=1)
    raw, corrected = zip(
        *[(s.measures["Cues"]["f1"].p, s.measures["Cues"]["f1"].p_holm) for s in found.systems[1:]]
    )
    assert raw[0] < raw[1] < raw[2]
    assert corrected == (
        3 * raw[0],
        max(2 * raw[1], 3 * raw[0]),
        max(raw[2], 2 * raw[1], 3 * raw[0]),
    )


def test_equal_systems_have_p_1_and_it_is_said() -> None:
    found = compare_files(GOLD, {"a": SYSTEM, "b": SYSTEM}, resamples=200)
    assert found.differing == 0 and found.systems[1].measures["Cues"]["f1"].p == 1.0
    shown = run("-s", SYSTEM, os.path.relpath(SYSTEM), "--names", "a", "b", "--resamples", "200")
    assert "b does not differ from the baseline in any sentence" in shown


def test_the_same_seed_gives_the_same_bytes(other) -> None:
    words = ["-s", SYSTEM, other, "--format", "json", "--trials", "200", "--resamples", "200"]
    first = run(*words)
    assert run(*words) == first
    assert run(*words, "--seed", "1") != first


def test_documents_are_kept_together() -> None:
    few = {"resamples": 200, "trials": 2}
    assert compare_files(GOLD, {"a": SYSTEM, "b": GOLD}, **few).units == 100
    documents = {line.split("\t")[0] for line in LARGE.gold.read_text().split("\n") if line}
    found = compare_files(GOLD, {"a": SYSTEM, "b": GOLD}, unit="document", **few)
    assert found.units == len(documents) > 2
    whole = score_files(GOLD, SYSTEM)
    assert found.systems[0].measures["Cues"]["f1"].value == pytest.approx(whole["Cues"].f1)


def test_sentences_in_memory_are_compared_as_files_are() -> None:
    gold = [Sentence(["No", "rain", "fell"], [Negation([0], [1, 2], [2])])] * 4
    wrong = [Sentence(["No", "rain", "fell"], [Negation([0], [1])])] * 4
    found = compare(gold, {"wrong": wrong, "right": gold}, resamples=200)
    scopes = found.systems[1].measures["Scopes(cue match)"]["f1"]
    assert (scopes.value, scopes.difference, scopes.p) == (100.0, 100.0, 2 / 16)


def test_own_statistics_are_of_any_numbers(other) -> None:
    units = [list(score_sentences(GOLD, str(path))) for path in (SYSTEM, other)]
    numbers = [[(one.error_sentences, one.sentences) for one in run] for run in units]
    errors = [errors for (errors, _), _ in Swapped(*numbers, trials=20, seed=5)]
    assert len(errors) == 20 and len(set(errors)) > 1
    ((_, drawn),) = resampled(numbers[0], 10)
    assert list(drawn) == [total(units[0]).sentences] * 10


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"unit": "word"}, "unit is one of sentence, document"),
        ({"trials": 0}, "positive number"),
        ({"resamples": 199}, "resamples is a number from 200"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message) -> None:
    with pytest.raises(ValueError, match=message):
        compare_files(GOLD, {"a": SYSTEM, "b": GOLD}, **arguments)
    with pytest.raises(ValueError, match="two systems or more"):
        compare_files(GOLD, {"a": SYSTEM})


def test_a_system_that_hides_a_sentence_is_named_with_the_reason(tmp_path) -> None:
    case = Case("system-without-final-blank")
    full = tmp_path / "full.txt"
    full.write_bytes(case.system.read_bytes() + b"\n")
    found = answer(["compare", "-g", str(case.gold), "-s", str(full), str(case.system)])
    assert found.status == 1
    assert b"end every file with a blank line" in found.stderr and b"system.txt" in found.stderr
    with pytest.raises(TooFewUnits):
        one = Case("scope-too-short")
        compare_files(one.files[0], {"a": one.files[1], "b": one.files[0]}, unit="document")


def test_the_exact_p_of_negation_instances_is_that_of_exact_fractions() -> None:
    """Scores of instances are packed, so that equal sums may differ in their last places."""
    thirds = [[Fraction(p, 3) for p in parts] for parts in ((1, 2, 3, 0, 1), (2, 1, 2, 1, 2))]

    def counts(share: Fraction) -> Counts:
        sums = tuple(ScopeSums(name, float(share), float(share)) for name in ("tok", "ex"))
        return Counts(instances=InstanceCounts(1, 1, 1, 3, 3, 1, sums))

    one, other = (list(map(counts, side)) for side in thirds)
    statistics_of_nis = statistics_of(ORIGINALS["eval.cd-sco"], Rules())
    found = compare_units([one_run("a", one), one_run("b", other)], statistics_of_nis, resamples=2)
    apart = [b - a for a, b in zip(*thirds)]
    signs = list(itertools.product((1, -1), repeat=len(apart)))
    least = abs(sum(apart))
    right = sum(abs(sum(s * d for s, d in zip(sign, apart))) >= least for sign in signs)
    assert found.systems[1].measures["NIS tok"]["recall"].p == right / len(signs)
