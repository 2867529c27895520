"""What each kind of error costs, held by files in which those errors are put right."""

from __future__ import annotations

import json

import pytest
from conftest import CORPORA, with_corpora
from explanations import run
from hypothesis import given
from hypothesis import strategies as st
from smaller import SMALLER

from compat.workbench.against_costs import differences, random_sentences, read
from compat.workbench.recorded import Case
from sem2012_scorer import (
    Negation,
    ScoringError,
    Sentence,
    error_costs,
    explain,
    explain_files,
    score_files,
    write_columns,
)
from sem2012_scorer.cli import answer

NAMES = ("eval.cd-sco", "scorer_task2")


def f1_of(scorer):
    """Return a function that scores two files: F1 as printed by label, None where the scorer stops."""

    def score(gold, system):
        try:
            report = score_files(gold, system, scorer)
        except ScoringError:
            return None
        return {label: report[label].printed.f1 for label in report.labels}

    return score


@given(st.integers(0, 2**32), st.sampled_from(NAMES))
def test_a_cost_is_what_the_scorer_prints_for_the_mended_file(seed, scorer) -> None:
    found, _ = differences(random_sentences(seed), scorer, f1_of(scorer))
    assert not found


def test_generated_pairs_have_errors_of_every_kind() -> None:
    tried = {}
    for scorer in NAMES:
        pairs = [differences(random_sentences(seed), scorer, f1_of(scorer)) for seed in range(40)]
        assert not any(found for found, _ in pairs)
        tried[scorer] = sum(number for _, number in pairs)
    assert tried["eval.cd-sco"] > 100 and tried["scorer_task2"] > 40


@with_corpora
@pytest.mark.parametrize(
    "gold, system, scorer",
    [
        ("cdsco/dev-09032012.txt", "cdsco/dev-semnlp.system.txt", "eval.cd-sco"),
        ("norec/test.gold.txt", "norec/point_to_root.test.run_1.system.txt", "eval.cd-sco"),
        ("neges/dev_libros.gold.txt", "neges/dev_libros.system.txt", "scorer_task2"),
    ],
)
def test_costs_of_real_systems_are_those_of_mended_files(gold, system, scorer) -> None:
    empty = "-" if scorer == "scorer_task2" else "_"
    sentences = read(CORPORA / gold, CORPORA / system, empty)
    found, tried = differences(sentences, scorer, f1_of(scorer))
    assert not found and tried >= 3


def in_files(tmp_path, words, gold, system) -> list[str]:
    """Write two files of a sentence, negations given by the position of their cue."""
    paths = []
    for name, cues in (("gold.txt", gold), ("system.txt", system)):
        sentence = Sentence(words, [Negation([cue], [], []) for cue in cues], "d")
        paths.append(str(tmp_path / name))
        with open(paths[-1], "wb") as stream:
            write_columns([sentence], stream, style="neges")
    return paths


def test_a_missed_cue_is_said_to_be_missed_though_the_order_pairs_others(tmp_path) -> None:
    words = "no vino nunca ni tampoco".split()
    gold, system = in_files(tmp_path, words, (0, 2, 4), (2, 4))
    (sentence,) = explain_files(gold, system, "scorer_task2")
    assert sentence.errors() == ["missed"]
    assert [(pair.gold, pair.system) for pair in sentence.pairs] == [(1, None), (2, 1), (3, 2)]
    assert sentence.scored == ((1, 1), (2, 2), (3, None))
    (cost,) = error_costs([sentence], "scorer_task2")
    assert (cost.kind, cost.rows) == ("missed", (("Cues", "0.00", "100.00"),))
    text = answer(["explain", "-g", gold, "-s", system, "--scorer", "scorer_task2"]).stdout
    shown = " ".join(text.decode().split())
    order = (
        "by order, gold's 1st is scored against the system's 1st, "
        "gold's 2nd against the system's 2nd, gold's 3rd against none -> fn in Cues x3"
    )
    assert 'gold 1: missed "no" ' + order in shown
    assert shown.count("quirk 9") == 1


def test_kinds_come_by_what_they_cost_and_rows_without_gold_are_left_out() -> None:
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
    assert [label for label, _, _ in cost.rows] == [
        "Cues",
        "Scopes(cue match)",
        "Scope tokens(no cue match)",
        "Full negation",
    ]
    assert error_costs(explain(gold, gold)) == ()


def test_a_gold_negation_without_cue_cannot_be_put_in(tmp_path) -> None:
    costs = {
        cost.kind: cost for cost in error_costs(explain_files(*Case("gold-without-cue").files))
    }
    assert costs["missed"].stopping == 1
    assert all(f1 == without for _, f1, without in costs["missed"].rows)
    text = " ".join(run(case="gold-without-cue").split())
    assert "In 1 sentence they are left: put right, they would stop the scorer." in text


def test_the_json_object_has_the_costs_and_no_sentences() -> None:
    found = json.loads(run("--format", "json"))
    assert set(found) == {"scorer", "systems", "right", "costs"}
    (system,) = found["systems"]
    assert found["costs"] == system["costs"] and system["kinds"]["missed"] > 5
    costs = error_costs(explain_files(*SMALLER.files))
    assert found["costs"] == [cost.to_dict() for cost in costs]
    first = found["costs"][0]
    assert set(first) == {"kind", "number", "sentences", "rows"}
    assert set(first["rows"]["Full negation"]) == {"f1", "without"}
    report = score_files(*SMALLER.files)
    assert system["totals"].keys() == dict.fromkeys(report.labels).keys()
    for label, total in system["totals"].items():
        assert total["f1"] == report[label].printed.f1
    assert json.loads(run("--format", "json", case="all-right"))["costs"] == []


def test_the_head_of_one_system_fits_a_screen_and_slips_come_after_the_costs() -> None:
    for case in ("larger-english", "no-cue-match-true-positives", "dash-column-order"):
        head, _, _ = run(case=case).partition("\nmarks: ")
        assert len(head.splitlines()) <= 40 and max(map(len, head.splitlines())) <= 80
    text = run()
    assert text.index("what each kind of error costs") < text.index("totals, as in the report")
    assert "would change the score most" not in text + run("--format", "html")
