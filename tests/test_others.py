"""Other measures: their definitions, what holds between them and the official rows, and the command."""

from __future__ import annotations

import json
import re

import pytest
from conftest import ROOT, examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compat.workbench import against_definitions, definitions, definitions_page
from sem2012_scorer import (
    Negation,
    Others,
    Report,
    Sentence,
    Token,
    score,
    score_files,
    total,
)
from sem2012_scorer.cli import answer
from sem2012_scorer.reporting.others import MEASURES

GOLD = ROOT / "fixtures" / "larger-english" / "gold.txt"
SYSTEM = GOLD.with_name("system.txt")


def score_others(gold, system, scorer="eval.cd-sco"):
    """Return the other measures of files, or of sentences."""
    scored = score if isinstance(gold, list) else score_files
    return scored(gold, system, scorer, others=True).others


PAGE = (ROOT / "docs" / "definitions.md").read_text(encoding="utf-8")
PATCHED = "eval.cd-sco-patched"
WORDS, WITH_SURPLUS = "other: words in scope, gold rows", "other: words in scope, with surplus"
PCS, WITH_SCOPE = "other: PCS, gold rows", "other: PCS, rows with a scope"
VU, SPAN_METRIC = "other: exact spans (VU)", "other: exact spans (span_metric)"
SCOPES_A, SCOPES_B = "Scopes(cue match)", "Scopes B (cue match)"
TOKENS = "Scope tokens(no cue match)"

# ---- the definitions, against lines that share nothing with them


@pytest.mark.parametrize("seed", range(0, 400, 20))
def test_every_measure_is_that_of_its_definition(seed) -> None:
    assert not against_definitions.differing(range(seed, seed + 20))


def test_the_worked_table_and_the_smallest_cases_are_on_the_page() -> None:
    assert definitions_page.smallest_cases() in PAGE
    assert definitions_page.smallest_cases_of_cues() in PAGE
    assert definitions_page.worked_table() in PAGE
    assert not against_definitions.difference(GOLD, SYSTEM)


def test_a_wrong_definition_is_found(monkeypatch) -> None:
    monkeypatch.setattr(definitions, "vu_spans", definitions.span_metric)
    assert against_definitions.differing(range(40))


@pytest.mark.parametrize("label", MEASURES)
def test_the_page_names_every_measure(label) -> None:
    assert "| %s |" % label in PAGE


# ---- what holds between them and the official rows


SIZE = 6
PLACES = st.lists(st.integers(0, SIZE - 1), max_size=4, unique=True).map(sorted)
CUES = st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=2, unique=True).map(sorted)


def sentence(negations) -> Sentence:
    """A sentence of words without punctuation."""
    tokens = [Token("word%d" % place, "NN") for place in range(SIZE)]
    return Sentence(tokens, [Negation(cue, scope) for cue, scope in negations])


def sides(scopes):
    """Gold's and the system's sentences with the same cues: each has (cue, gold's scope, the system's)."""
    rows = st.lists(st.lists(st.tuples(CUES, scopes, scopes), max_size=3), min_size=1, max_size=4)
    return rows.map(
        lambda found: (
            [sentence([(cue, one) for cue, one, _ in row]) for row in found],
            [sentence([(cue, other) for cue, _, other in row]) for row in found],
        )
    )


GOLD_CUES = sides(PLACES)
NO_EMPTY_SCOPE = sides(PLACES.filter(bool))


def scored(pair) -> tuple[Report, Others]:
    return score(*pair, PATCHED), score_others(*pair, PATCHED)


def rows_of(pair) -> list[definitions.Row]:
    return [
        definitions.Row(frozenset(one.scope), frozenset(other.scope), frozenset(one.cue), SIZE)
        for gold, system in zip(*pair)
        for one, other in zip(gold.negations, system.negations)
    ]


def three(row) -> tuple[float, float, float]:
    return pytest.approx((row.precision, row.recall, row.f1))  # type: ignore[return-value]


@given(GOLD_CUES)
def test_with_gold_cues_and_no_punctuation_words_in_scope_are_scope_tokens(pair) -> None:
    report, others = scored(pair)
    tokens = report[TOKENS]
    for label in (WORDS, WITH_SURPLUS):
        row = others[label]
        assert (row.precision, row.recall, row.f1) == three(tokens)


@given(NO_EMPTY_SCOPE)
def test_with_gold_cues_and_no_empty_scope_pcs_is_recall_of_scopes(pair) -> None:
    report, others = scored(pair)
    assert others[PCS].value == pytest.approx(report[SCOPES_A].recall)
    assert others[PCS].value == pytest.approx(report[SCOPES_B].recall)
    assert others[WITH_SCOPE].value == others[PCS].value


@given(NO_EMPTY_SCOPE)
def test_with_gold_cues_and_no_empty_scope_negberts_f1_is_that_of_scopes_a(pair) -> None:
    report, _ = scored(pair)
    assume(pair[0])
    found = rows_of(pair)
    expected = definitions.negbert_scopes(found) if found else 0.0
    assert report[SCOPES_A].f1 == pytest.approx(expected)


@given(GOLD_CUES)
def test_with_gold_cues_scope_match_is_scopes_a(pair) -> None:
    report, _ = scored(pair)
    assert definitions.scope_match(rows_of(pair)) == three(report[SCOPES_A])


@given(NO_EMPTY_SCOPE)
def test_with_gold_cues_and_no_empty_scope_span_metric_is_pcs_and_scopes_b(pair) -> None:
    report, others = scored(pair)
    assert others[SPAN_METRIC].f1 == pytest.approx(report[SCOPES_B].f1)
    assert others[SPAN_METRIC].f1 == pytest.approx(others[PCS].value)


@given(GOLD_CUES)
def test_with_gold_cues_vu_is_between_a_and_b_and_recall_is_the_same(pair) -> None:
    report, others = scored(pair)
    f1 = report[SCOPES_A].f1, others[VU].f1, report[SCOPES_B].f1
    assert f1[0] >= f1[1] - 1e-9 and f1[1] >= f1[2] - 1e-9
    for row in (report[SCOPES_A], report[SCOPES_B]):
        assert others[VU].recall == pytest.approx(row.recall)


NEGATIONS = st.lists(st.tuples(CUES, PLACES), max_size=3).map(sentence)


@given(st.lists(st.tuples(NEGATIONS, NEGATIONS), min_size=1, max_size=4))
def test_without_punctuation_words_in_all_rows_are_scope_tokens_with_any_cues(found) -> None:
    pair = [one for one, _ in found], [other for _, other in found]
    report, others = scored(pair)
    row = others[WITH_SURPLUS]
    assert (row.precision, row.recall, row.f1) == three(report[TOKENS])


@given(GOLD_CUES)
def test_span_metric_is_one_number_and_negberts_scope_f1_is_not_less_than_pcs(pair) -> None:
    row = scored(pair)[1][SPAN_METRIC]
    assert row.precision == row.recall and row.f1 == pytest.approx(row.recall)
    found = rows_of(pair)
    assert definitions.negbert_scopes(found) >= definitions.pcs(found) - 1e-9


# ---- what is counted


def others_of(gold, system) -> Others:
    return score_others([sentence(gold)], [sentence(system)], PATCHED)


def test_a_part_of_a_word_and_punctuation_count_as_words() -> None:
    tokens = [Token("He"), Token("is"), Token("unhappy", "JJ"), Token(".", ".")]
    gold = Sentence(tokens, [Negation({2: "un"}, {0: "He", 2: "happy", 3: "."})])
    system = Sentence(tokens, [Negation([2], [0, 2, 3])])
    found = score_others([gold], [system], PATCHED)
    assert found["other: words in cues"].f1 == 100.0
    assert (found[WORDS].gold, found[WORDS].f1, found[PCS].value) == (3, 100.0, 100.0)
    assert score([gold], [system], PATCHED)["Cues"].true_positives == 0


def test_surplus_negations_are_rows_of_their_own() -> None:
    found = others_of([([0], [1, 2])], [([0], [1, 2]), ([4], [5])])
    assert (found.counts.rows, found.counts.surplus_rows) == (1, 1)
    assert (found[WORDS].precision, found[WITH_SURPLUS].precision) == (100.0, 2 / 3 * 100)
    assert found[PCS].value == 100.0 and found[VU].false_positives == 1


def test_a_label_that_neither_side_has_is_not_in_the_mean() -> None:
    found = others_of([([0], [1])], [([0], [1])])
    assert found["other: cue label I"].undefined == ("precision", "recall", "f1", "value")
    assert found["other: cue labels, macro with O"].f1 == 100.0
    nothing = others_of([], [])
    assert nothing["other: cue labels, macro of B, I"].undefined
    assert nothing["other: cue label O"].true_positives == SIZE
    assert nothing[PCS].undefined == ("recall", "value")
    assert nothing[PCS].printed == ("", "-", "", "-")
    with pytest.raises(KeyError, match="there is no measure"):
        found["Cues"]


def test_the_measures_of_files_are_those_of_the_sum_of_their_counts() -> None:
    report = score_files(GOLD, SYSTEM, others=True)
    twice = report.of(total([report.counts, report.counts]))
    assert twice.others is not None and report.others is not None
    assert twice.others[WORDS].gold == 2 * report.others[WORDS].gold
    assert twice.others[WORDS].f1 == report.others[WORDS].f1
    assert report.others == score_others(GOLD, SYSTEM)
    assert score_files(GOLD, SYSTEM).others is None


# ---- the command


def run(*words: object, status: int = 0) -> tuple[str, str]:
    found = answer([*map(str, words)])
    assert found.status == status, found
    return found.stdout.decode(), found.stderr.decode()


PAIR = ("-g", GOLD, "-s", SYSTEM)


def test_other_measures_stand_after_the_report_and_nis_and_change_neither() -> None:
    plain, _ = run("score", *PAIR, "--nis")
    with_others, _ = run("score", *PAIR, "--nis", "--others")
    assert with_others.startswith(plain)
    added = with_others[len(plain) :]
    assert added.startswith("\nother measures, not rows of eval.cd-sco: punctuation counts,")
    assert "rows: 441 of gold (430 with a scope), each with the system negation paired" in added
    rows = [line for line in added.splitlines() if line.startswith("other: ")]
    assert [line.partition("  ")[0] for line in rows] == list(MEASURES)
    # No line looks like one of the legacy report.
    assert not re.search("(?m)^(Cues|Scope|Negated|Full|NIS| #)", added)


def test_json_and_tsv_have_the_measures_and_are_verified_as_reports(tmp_path) -> None:
    for format in ("json", "tsv", "text"):
        file = tmp_path / format
        run("score", *PAIR, "--others", "--nis", "--format", format, "-o", file)
        if format == "tsv":
            assert "possible" in run("verify", "--published", file)[0]
        else:
            assert run("verify", file)[0].startswith("consistent")
    found = json.loads((tmp_path / "json").read_text())
    assert set(found["measures"]) | set(found["nis"]) == set(score_files(GOLD, SYSTEM, nis=True))
    others = found["others"]
    assert others["not_rows_of"] == "eval.cd-sco"
    assert others["rows"] == {"gold": 441, "gold_with_scope": 430, "surplus": 23}
    assert others["measures"][PCS]["precision"] is None
    assert others["measures"][WORDS]["printed"]["f1"] == "92.35"
    lines = [line.split("\t") for line in (tmp_path / "tsv").read_text().splitlines()]
    assert {len(line) for line in lines} == {14}
    assert [line[2] for line in lines[-len(MEASURES) :]] == list(MEASURES)


def test_several_systems_and_their_pool_have_a_value_each(tmp_path) -> None:
    shown, _ = run("score", "-g", GOLD, "-s", SYSTEM, GOLD, "--others")
    assert re.search(r"other: PCS, gold rows +67\.57 +100\.00\n", shown)
    for folder, source in (("g", GOLD), ("s", SYSTEM)):
        (tmp_path / folder).mkdir()
        for name in ("a.txt", "b.txt"):
            (tmp_path / folder / name).write_bytes(source.read_bytes())
    pooled, _ = run(
        "score", "-g", tmp_path / "g", "-s", tmp_path / "s", "--others", "--format", "json"
    )
    results = json.loads(pooled)["results"]
    assert [one["others"]["rows"]["gold"] for one in results if "others" in one] == [441, 441, 882]


@pytest.mark.parametrize(
    "words, said",
    [
        (["--scorer", "pb-foc"], "there are none in the data of pb-foc"),
        (["--format", "latex"], "--others goes with --format text, json or tsv"),
        (["--format", "markdown"], "--others goes with --format text, json or tsv"),
        (["--paper"], "--others has no --paper"),
    ],
)
def test_other_measures_are_refused_where_they_cannot_be_shown(words, said) -> None:
    assert said in run("score", *PAIR, "--others", *words, status=2)[1]


# ---- which measure gives a number


@pytest.mark.parametrize(
    "words, label",
    [
        (["--f1", "92.35"], WORDS),
        (["--f1", "92.3"], WORDS),
        (["--f1", "92.4"], WORDS),
        (["--f1", "0.9235"], WORDS),
        (["--f1", "92,35 %"], WORDS),
        (["--f1", "67.57"], PCS),
        (["--f1", "85.85"], "Cues B"),
        (["--f1", "68.41"], "other: cue labels, macro with O"),
        (["--precision", "81.06", "--recall", "67.67", "--f1", "73.76"], VU),
        (["--f1", "80.80"], SCOPES_A),
        (["--f1", "0.8080"], SCOPES_A),
    ],
)
def test_the_measure_that_gives_a_number_is_named(words, label) -> None:
    shown, _ = run("verify", "--others", *words, *PAIR)
    assert "given by " in shown and "\n  %s " % label in shown


def test_without_a_measure_the_closest_and_what_cannot_be_recomputed_are_told() -> None:
    shown, _ = run("verify", "--others", "--f1", "88.88", *PAIR, status=1)
    assert "given by none of the 27 measures known here; the closest:" in shown
    assert re.search(r"\n  Cues +0\.25 away +89\.13\n", shown)
    assert "word pieces" in shown and "cut off" in shown and "random splits" in shown
    assert "(approximately)" in shown
    found = json.loads(
        run("verify", "--others", "--f1", "88.88", *PAIR, "--format", "json", status=1)[0]
    )
    assert not found["is_given"] and found["closest"][0]["measure"] == "Cues"
    lines = run("verify", "--others", "--f1", "88.88", *PAIR, "--format", "tsv", status=1)[0]
    assert lines.splitlines()[1].startswith("Cues\tfalse\t")


@given(st.sampled_from(sorted(MEASURES)), st.integers(0, 4), st.booleans())
@settings(max_examples=examples(40))
def test_every_measure_is_found_by_its_own_number(label, decimals, is_fraction) -> None:
    value = OWN[label].value / (100 if is_fraction else 1)
    text = "%.*f" % (decimals + 2 * is_fraction, value)
    found = json.loads(run("verify", "--others", "--f1", text, *PAIR, "--format", "json")[0])
    assert label in [one["measure"] for one in found["given"]]


OWN = score_others(GOLD, SYSTEM)


@pytest.mark.parametrize(
    "words, said",
    [
        (["--f1", "abc"], "--f1: found 'abc'; expected a percentage"),
        (["--f1", "101"], "--f1: found '101'; expected at most 100"),
        (["--f1", "-"], "--f1: found '-'; expected a number"),
        ([], "takes a number and two files"),
        (["--f1", "9", "report.txt"], "goes without a report"),
        (["--f1", "9", "--measure", "cues"], "goes without --measure"),
        (["--f1", "9", "--format", "markdown"], "goes with --format text, json, tsv"),
    ],
)
def test_a_question_that_cannot_be_answered_is_wrong_usage(words, said) -> None:
    assert said in run("verify", "--others", *words, *PAIR, status=2)[1]


def test_a_number_needs_both_files_that_can_be_scored(tmp_path) -> None:
    assert "takes a number" in run("verify", "--others", "--f1", "9", "-g", GOLD, status=2)[1]
    for bad in ("none.txt", tmp_path):
        words = ["verify", "--others", "--f1", "9", "-g", GOLD, "-s", bad]
        assert answer([*map(str, words)]).status in (1, 2)
    both = ["-s", SYSTEM, SYSTEM]
    assert "one system" in run("verify", "--others", "--f1", "9", "-g", GOLD, *both, status=2)[1]
    (tmp_path / "junk").write_bytes(b"PK\x03\x04")
    words = ["verify", "--others", "--f1", "9", "-g", GOLD, "-s", tmp_path / "junk"]
    assert "junk" in run(*words, status=1)[1]


def test_a_row_that_is_printed_as_zero_gives_zero() -> None:
    case = ROOT / "fixtures" / "scope-too-short"
    pair = ("-g", case / "gold.txt", "-s", case / "system.txt")
    shown, _ = run("verify", "--others", "--f1", "0.00", *pair)
    for label in (SCOPES_A, SCOPES_B, "Full negation", "NIS ex", PCS):
        assert "\n  %s " % label in shown
    assert "given by none" in run("verify", "--others", "--f1", "1", *pair, status=1)[0]


def test_of_several_files_the_plain_mean_is_tried_too(tmp_path) -> None:
    systems = {"a.txt": SYSTEM, "b.txt": GOLD}
    for name, source in systems.items():
        for folder, content in (("g", GOLD), ("s", source)):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / name).write_bytes(content.read_bytes())
    pair = ("-g", tmp_path / "g", "-s", tmp_path / "s")
    mean = run("score", *pair, "--format", "tsv")[0].splitlines()
    (cues,) = [line.split("\t") for line in mean if line.startswith("mean") and "\tCues\t" in line]
    shown, said = run("verify", "--others", "--f1", cues[-1], *pair)
    assert "\n  Cues, plain mean over 2 files " in shown
    assert "summed, and means over them, plain and of printed values" in said
    words = ("--mean", "printed", "--format", "tsv")
    of_printed = run("score", *pair, *words)[0].splitlines()
    (cues,) = [
        line.split("\t") for line in of_printed if line.startswith("mean") and "\tCues\t" in line
    ]
    shown, _ = run("verify", "--others", "--f1", cues[-1], *pair)
    assert "\n  Cues, mean over 2 files of printed values " in shown


@pytest.mark.parametrize("scorer", ["eval.cd-sco-patched", "eval.cd-sco-2.0", "eval.cd-sco-1.0"])
def test_rows_are_paired_alike_whatever_the_scorer(scorer) -> None:
    assert score_others(GOLD, SYSTEM, scorer).counts == OWN.counts


def test_gold_without_any_scope_is_said() -> None:
    pair = [ROOT / "fixtures" / "larger-spanish" / name for name in ("gold.txt", "system.txt")]
    shown, _ = run("score", "-g", pair[0], "-s", pair[1], "--scorer", "scorer_task2", "--others")
    assert "\ngold has no scope: where the system has none either, a row is right in PCS\n" in shown
