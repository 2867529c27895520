"""What each kind of error costs, against scores of sentences in which these errors are put right."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT, examples
from explanations import Parts, random_negation, run, sentence, with_errors
from hypothesis import given, settings
from hypothesis import strategies as st
from smaller import SMALLER
from trials import said

from compat.tools.recorded import Case
from sem2012_scorer import (
    Negation,
    Sentence,
    error_costs,
    explain,
    explain_files,
    score,
    write_columns,
)
from sem2012_scorer.cli import answer

SCORERS = ("eval.cd-sco", "eval.cd-sco-patched", "scorer_task2")
SCOPES = ("scope too long", "scope too short", "scope shifted", "scope string differs")
PLACES = {"cue differs": 0, **dict.fromkeys(SCOPES, 1), "event differs": 2}
"""Which part of a negation is put right, by the kind of error."""

Both = tuple[list[Parts], list[Parts]]
"""The negations of a sentence: gold's and the system's."""


def pairs_of(gold: list[Parts], system: list[Parts]) -> list[tuple[int | None, int | None]]:
    """Return which negations belong together: with each of gold's, the first free one that shares a cue token."""
    free = [*range(len(system))]
    found: list[tuple[int | None, int | None]] = []
    for number, parts in enumerate(gold):
        partner = next((one for one in free if system[one][0].keys() & parts[0].keys()), None)
        found.append((number, partner))
        free = [one for one in free if one != partner]
    return [*found, *((None, one) for one in free)]


def kinds_of(gold: Parts, system: Parts) -> set[str]:
    """Return what is wrong with a system's negation."""
    cue, scope, event = (a != b for a, b in zip(gold, system))
    missing, extra = gold[1].keys() - system[1].keys(), system[1].keys() - gold[1].keys()
    of_scope = SCOPES[2 if missing and extra else 1 if missing else 0 if extra else 3]
    kinds = (("cue differs", cue), (of_scope, scope), ("event differs", event))
    return {kind for kind, differs in kinds if differs}


def mended(gold: list[Parts], system: list[Parts], kind: str) -> tuple[list[Parts], int]:
    """Return a system's negations with the errors of a kind put right, and how many those are."""
    found: list[tuple[int, Parts]] = []
    missed, number = [], 0
    of = {two: one for one, two in pairs_of(gold, system)}
    for place, parts in enumerate(system):
        one, first = of[place], min(parts[0])
        if one is None:
            number += kind == "invented"
            found += [] if kind == "invented" else [(first, parts)]
        elif kind in kinds_of(gold[one], parts):
            number += 1
            cue, scope, event = (a if n == PLACES[kind] else b for n, (a, b) in enumerate(zip(gold[one], parts)))  # fmt: skip
            found.append((first, (cue, scope, event)))
        else:
            found.append((first, parts))
    if kind == "missed":
        missed = [gold[one] for one, two in pairs_of(gold, system) if one is not None and two is None]  # fmt: skip
    for parts in missed:
        later = [n for n, (first, _) in enumerate(found) if first > min(parts[0])]
        found.insert(later[0] if later else len(found), (min(parts[0]), parts))
    return [parts for _, parts in found], number + len(missed)


def f1_of(gold: Sequence[Sentence], system: Sequence[Sentence], scorer: str) -> dict[str, str]:
    report = score(gold, system, scorer)
    return {label: report[label].printed.f1 for label in report}


def assert_costs_are_those_of_mended(several: Sequence[Both], scorer: str) -> Counter[str]:
    """Return how many errors of each kind there were."""
    gold, system = ([sentence(both[n]) for both in several] for n in (0, 1))
    found = {cost.kind: cost for cost in error_costs(explain(gold, system, scorer), scorer)}
    as_is = f1_of(gold, system, scorer)
    kinds = ["missed", "invented", "cue differs"]
    numbers: Counter[str] = Counter()
    for kind in kinds if scorer == "scorer_task2" else [*kinds, *SCOPES, "event differs"]:
        put_right = [mended(*both, kind) for both in several]
        numbers[kind] = sum(number for _, number in put_right)
        assert (found[kind].number if kind in found else 0) == numbers[kind], kind
        if kind in found:
            assert found[kind].sentences == sum(number > 0 for _, number in put_right)
            without = f1_of(gold, [sentence(parts) for parts, _ in put_right], scorer)
            expected = [(label, as_is[label], without[label]) for label, _, _ in found[kind].rows]
            assert [*found[kind].rows] == expected, kind
    return +numbers


def assert_costs_at_random(seed: int, scorer: str) -> Counter[str]:
    draw = random.Random(seed)
    several: list[Both] = [([({0: "nobody"}, {1: "saw"}, {1: "saw"})],) * 2]
    for _ in range(draw.randint(1, 6)):
        gold = [random_negation(draw) for _ in range(draw.choice([0, 1, 1, 2, 3]))]
        # Gold is annotated in the order of cues.
        gold.sort(key=lambda parts: min(parts[0]))
        several.append((gold, with_errors(draw, gold)))
    return assert_costs_are_those_of_mended(several, scorer)


@given(st.integers(0, 2**32), st.sampled_from(SCORERS))
@settings(max_examples=examples(200))
def test_a_cost_is_the_f1_of_the_mended_system_less_its_own(seed: int, scorer: str) -> None:
    assert_costs_at_random(seed, scorer)


def test_the_pairs_at_random_have_errors_of_every_kind() -> None:
    assert len(set().union(*(assert_costs_at_random(seed, SCORERS[0]) for seed in range(40)))) == 8


def test_a_missed_cue_is_missed_though_negations_are_paired_in_order(tmp_path: Path) -> None:
    """As scorer_task2 pairs them where - stands for empty."""
    words = "no vino nunca ni tampoco".split()
    paths = [str(tmp_path / name) for name in ("gold.txt", "system.txt")]
    for path, cues in zip(paths, ((0, 2, 4), (2, 4))):
        with open(path, "wb") as stream:
            negations = [Negation([cue]) for cue in cues]
            write_columns([Sentence(words, negations, "d")], stream, style="neges")
    (found,) = explain_files(paths[0], paths[1], "scorer_task2")
    assert found.errors() == ["missed"]
    assert [(pair.gold, pair.system) for pair in found.pairs] == [(1, None), (2, 1), (3, 2)]
    assert found.scored == ((1, 1), (2, 2), (3, None))
    (cost,) = error_costs([found], "scorer_task2")
    assert (cost.kind, cost.rows) == ("missed", (("Cues", "0.00", "100.00"),))
    text = answer(["explain", "-g", paths[0], "-s", paths[1], "--scorer", "scorer_task2"]).stdout
    assert b"gold 1 \xe2\x86\x94 system 1 (as the scorer pairs them): false negative" in text


def test_kinds_are_sorted_by_their_gain_and_rows_without_gold_are_left_out() -> None:
    found = error_costs(explain_files(*SMALLER.files))
    gains = [cost.gain for cost in found]
    assert gains == sorted(gains, reverse=True) and len(found) == 5
    for cost in found:
        labels = [label for label, _, _ in cost.rows]
        assert labels[0] == "Cues" and labels[-1] == "Full negation" and len(labels) == 5
        assert cost.gain == pytest.approx(float(cost.rows[-1][2]) - float(cost.rows[-1][1]))
    gold = [Sentence(["No", "rain", "fell"], [Negation([0], [1, 2])])]
    system = [Sentence(["No", "rain", "fell"], [Negation([0], [1])])]
    (cost,) = error_costs(explain(gold, system))
    # Without events, the gain is that of the scopes.
    assert "Negated(no cue match)" not in [label for label, _, _ in cost.rows]
    assert {row[0]: row[1:] for row in cost.rows}["Scopes(cue match)"] == ("0.00", "100.00")
    assert cost.gain == 100 and error_costs(explain(gold, gold)) == ()


def test_where_the_scorer_would_abort_the_error_stays_and_is_counted() -> None:
    several = error_costs(explain_files(*Case("gold-without-cue").files))
    costs = {cost.kind: cost for cost in several}
    assert costs["missed"].aborting == 1
    assert all(f1 == without for _, f1, without in costs["missed"].rows)
    text = " ".join(run(case="gold-without-cue").split())
    assert (
        "1 sentence is scored uncorrected: after the correction, the scorer would abort there"
        in text
    )


def test_the_summary_shows_each_row_in_which_an_error_counts() -> None:
    folder = ROOT / "fixtures/scope-only-in-system-cue-wrong"
    found = said("explain", "-g", str(folder / "gold.txt"), "-s", str(folder / "system.txt"))[1]
    scores = found[found.index("1 sentence, 1 with an error") :].split("\n\n")[0]
    assert "false positive in Scopes(no cue match)" in " ".join(found.split())
    assert [line.split("   ")[0] for line in scores.splitlines()[1:]].count(
        "Scopes(no cue match)"
    ) == 1
