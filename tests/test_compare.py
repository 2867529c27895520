"""Comparing systems: p and intervals against brute force, runs, and what is refused."""

from __future__ import annotations

import itertools
import json
import math
import random
import statistics
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from comparisons import FEW, GOLD, SYSTEM, run
from conftest import examples
from explanations import Parts, random_negation, sentence, with_errors
from hypothesis import given, settings
from hypothesis import strategies as st

from compat.workbench.recorded import Case
from sem2012_scorer import (
    Compared,
    Comparison,
    Negation,
    Report,
    Sentence,
    compare,
    compare_files,
    score,
)
from sem2012_scorer.cli import answer

Scores = dict[tuple[str, str], float]
"""Scores by row and score, in percent."""

PATCHED = "eval.cd-sco-patched"
"""The scorer that does not abort where gold has no negation."""

RIGHT: list[Parts] = [({0: "nobody"}, {1: "saw"}, {1: "saw"})]


def scores_of(report: Report) -> Scores:
    found = {
        (label, name): getattr(report[label], name)
        for label in report.labels
        for name in ("precision", "recall", "f1")
    }
    counts = report.counts
    return {
        **found,
        ("% correct sentences", "percent"): 100 * (1 - counts.error_sentences / counts.sentences),
    }


def scored(gold: Sequence[Sentence], system: Sequence[Sentence], nis: bool = False) -> Scores:
    return scores_of(score(gold, system, PATCHED, nis=nis))


def cells(found: Comparison, place: int = 1) -> dict[tuple[str, str], Compared]:
    measures = found.systems[place].measures
    return {(label, name): one for label, by in measures.items() for name, one in by.items()}


def random_systems(seed: int, number: int) -> tuple[list[Sentence], ...]:
    """Return gold and two systems of `number` sentences, the first of which both have right."""
    draw = random.Random(seed)
    sides: tuple[list[Sentence], ...] = ([sentence(RIGHT)], [sentence(RIGHT)], [sentence(RIGHT)])
    for _ in range(number - 1):
        gold = [random_negation(draw) for _ in range(draw.choice([0, 1, 1, 2]))]
        both = with_errors(draw, gold), with_errors(draw, gold, 0.6)
        for side, negations in zip(sides, (gold, *both)):
            side.append(sentence(negations))
    return sides


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=examples(40))
def test_p_is_the_share_of_all_exchanges_with_as_great_a_difference(seed: int, nis: bool) -> None:
    """All 2^5 ways to exchange the sentences themselves, each scored."""
    gold, one, other = random_systems(seed, 5)
    found = cells(compare(gold, {"a": one, "b": other}, PATCHED, nis))
    differences = []
    for swaps in itertools.product((False, True), repeat=len(gold)):
        sides = [[p[s ^ side] for p, s in zip(zip(one, other), swaps)] for side in (False, True)]
        before, after = (scored(gold, side, nis) for side in sides)
        differences.append({key: abs(after[key] - before[key]) for key in before})
    assert len(differences[0]) > 15
    values = scored(gold, other, nis)
    for key, least in differences[0].items():
        assert found[key].value == pytest.approx(values[key], abs=1e-8)
        as_great = sum(one[key] >= least - 1e-8 for one in differences)
        assert found[key].p == pytest.approx(as_great / len(differences), abs=1e-12), key


@given(st.integers(0, 2**32))
@settings(max_examples=examples(20))
def test_intervals_lie_where_all_resamples_say(seed: int) -> None:
    """All 4^4 ways to draw four sentences: 1,000 draws find their percentiles, but for chance."""
    gold, one, other = random_systems(seed, 4)
    found = compare(gold, {"a": one, "b": other}, PATCHED)
    every, known = [], dict[tuple[int, ...], list[Scores]]()
    for drawn in itertools.product(range(4), repeat=4):
        key = tuple(sorted(drawn))
        if key not in known:
            several = [[side[n] for n in drawn] for side in (gold, one, other)]
            known[key] = [scored(several[0], side) for side in several[1:]]
        a, b = known[key]
        every.append((a, b, {cell: b[cell] - a[cell] for cell in a}))
    baseline, system = cells(found, 0), cells(found)
    for cell in every[0][0]:
        intervals = (
            baseline[cell].interval,
            system[cell].interval,
            system[cell].difference_interval,
        )
        for place, interval in enumerate(intervals):
            assert interval is not None
            # 25 of 1,000 lie below, with a deviation of 5.
            values = sorted(one[place][cell] for one in every)
            of = len(values)
            assert values[int(of * 0.003)] - 1e-8 <= interval[0] <= values[int(of * 0.06)] + 1e-8
            assert values[of - 1 - int(of * 0.06)] - 1e-8 <= interval[1]
            assert interval[1] <= values[of - 1 - int(of * 0.003)] + 1e-8


def found_in(right: Sequence[bool]) -> list[Sentence]:
    """Return a system that has the one cue of each of some sentences, or not."""
    return [Sentence(["No", "rain"], [Negation([0])] * is_right) for is_right in right]


def test_drawn_exchanges_are_near_all_of_them() -> None:
    draw = random.Random(3)
    one, other = ([draw.random() < share for _ in range(12)] for share in (0.5, 0.8))
    systems = {"a": found_in(one), "b": found_in(other)}
    gold = found_in([True] * 12)
    differing = sum(a != b for a, b in zip(one, other))
    exact = compare(gold, systems, trials=2**differing)
    drawn = compare(gold, systems, trials=2**differing - 1)
    assert exact.systems[1].is_exact and not drawn.systems[1].is_exact
    assert exact.systems[1].differing == differing
    p, estimate = (cells(one)["Cues", "recall"].p or 0 for one in (exact, drawn))
    # Recall differs by the number of cues alone: a sum of signs.
    signs = [b - a for a, b in zip(one, other) if a != b]
    as_great = [abs(sum(way)) >= abs(sum(signs)) for way in itertools.product((1, -1), repeat=len(signs))]  # fmt: skip
    assert p == Fraction(sum(as_great), len(as_great))
    assert abs(p - estimate) < 4 * math.sqrt(p * (1 - p) / 2**differing) + 1 / 2**differing
    # One is added to both (Phipson and Smyth 2010).
    assert estimate * 2**differing == pytest.approx(round(estimate * 2**differing))


def test_exchanging_the_systems_changes_signs_alone(other: Path) -> None:
    """Drawn exchanges too: the same sentences are drawn for both."""
    two = [("a", SYSTEM), ("b", str(other))]
    found, turned = (compare_files(GOLD, dict(one), nis=True, trials=300) for one in (two, two[::-1]))  # fmt: skip
    assert not found.systems[1].is_exact
    first, values, back = cells(found), cells(found, 0), cells(turned)
    for key, one in first.items():
        assert one.p == back[key].p
        assert one.difference == -(back[key].difference or 0)
        low, high = one.difference_interval or (0, 0)
        assert back[key].difference_interval == pytest.approx((-high, -low), abs=1e-9)
        assert (one.interval, values[key].interval) == (cells(turned, 0)[key].interval, back[key].interval)  # fmt: skip


def test_the_same_seed_gives_the_same_answer_and_another_one_another(other: Path) -> None:
    words = ["-s", SYSTEM, other, "--format", "json", *FEW]
    first = run(*words)
    assert run(*words) == run(*words, "--seed", "12345") == first
    assert run(*words, "--seed", "1") != first
    # Other rows are left out, and nothing else changes.
    one, alone = (json.loads(text)["systems"][1]["measures"] for text in (first, run(*words, "--rows", "cues")))  # fmt: skip
    assert alone == {"Cues": one["Cues"]}


def test_holms_correction_is_over_the_systems_row_by_row() -> None:
    """Holm 1979: the least p times the number of systems, and so on, never falling."""
    gold = found_in([True] * 12)
    systems = {"base": gold}
    for name, missed in (("a", 8), ("b", 5), ("c", 1)):
        systems[name] = found_in([number >= missed for number in range(12)])
    found = compare(gold, systems)
    several = [cells(found, place)["Cues", "f1"] for place in (1, 2, 3)]
    # Each sentence counts against the system: only two of all exchanges are as great.
    raw = [2 / 2**missed for missed in (8, 5, 1)]
    assert [one.p for one in several] == raw
    assert [one.p_holm for one in several] == [3 * raw[0], 2 * raw[1], raw[2]]


def values_of(runs: Sequence[int]) -> list[list[Sentence]]:
    """Return runs of a system that has some of six cues: recalls of sixths."""
    return [found_in([place < number for place in range(6)]) for number in runs]


@given(*[st.lists(st.integers(0, 6), min_size=2, max_size=4)] * 2)
@settings(max_examples=examples(60))
def test_p_over_runs_is_that_of_all_ways_to_exchange_them(one: list[int], other: list[int]) -> None:
    gold = found_in([True] * 6)
    found = compare(gold, {"a": values_of(one), "b": values_of(other)})
    every, size = [*one, *other], len(other)

    def apart(chosen: Sequence[int]) -> Fraction:
        rest = sum(every) - sum(chosen)
        return abs(Fraction(sum(chosen), size) - Fraction(rest, len(one)))

    ways = [apart(chosen) >= apart(other) for chosen in itertools.combinations(every, size)]
    recall = cells(found)["Cues", "recall"]
    assert recall.p == pytest.approx(sum(ways) / len(ways), abs=1e-12)
    values = [100 * number / 6 for number in other]
    assert recall.values == pytest.approx(values)
    assert recall.value == pytest.approx(statistics.fmean(values))
    assert recall.standard_deviation == pytest.approx(statistics.stdev(values), abs=1e-9)
    assert recall.interval is None


@pytest.mark.parametrize(
    "one, other, p, smallest",
    [
        ([0, 0, 0], [6, 6, 6], 2 / 20, 2 / 20),
        ([0, 1, 2, 3, 4], [5, 6, 6, 5, 6], 2 / 252, 2 / 252),
        ([0, 0], [6, 6], 2 / 6, 2 / 6),
        ([0, 0, 1, 0, 0], [6, 6], 1 / 21, 1 / 21),
        ([3, 3], [3, 3], 1, 2 / 6),
    ],
)
def test_p_of_a_few_runs_is_known(
    one: list[int], other: list[int], p: float, smallest: float
) -> None:
    found = compare(found_in([True] * 6), {"a": values_of(one), "b": values_of(other)})
    assert cells(found)["Cues", "recall"].p == pytest.approx(p)
    assert found.systems[1].smallest_p == pytest.approx(smallest)


def test_one_run_against_several_has_a_mean_and_no_p() -> None:
    found = compare(found_in([True] * 6), {"a": values_of([3])[0], "b": values_of([4, 6])})
    one = cells(found)["Cues", "recall"]
    assert one.p is None and one.difference == pytest.approx(100 * (5 - 3) / 6)
    assert found.systems[1].without[0].startswith("no p: a test over runs needs two or more")


def test_a_file_that_hides_a_sentence_is_named_with_the_reason(tmp_path: Path) -> None:
    case = Case("system-without-final-blank")
    full = tmp_path / "full.txt"
    full.write_bytes(case.system.read_bytes() + b"\n")
    found = answer(["compare", "-g", str(case.gold), "-s", str(full), str(case.system)])
    assert found.status == 1 and not found.stdout
    assert b"end every file with a blank line" in found.stderr and b"system.txt" in found.stderr
