"""What `verify` answers: of a row with counts in print, of a count in a cell, of a report that is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT
from trials import GOLD, SYSTEM, said

from compat.tools.recorded import Case
from sem2012_scorer import PublishedRow, verify_published, verify_report
from sem2012_scorer.verifying.numbers import (
    deviation_in,
    has_number_deviation,
    number_in_count_cell,
)

CUES, FULL = ("94.19", "84.58", "89.13"), ("92.04", "60.32", "72.88")
TOKENS, NIS = ("96.11", "87.63", "91.67"), ("87.15", "84.58", "85.85")


def answer(
    measure: str, scores: tuple[str, str, str], totals: str | None, counts: dict[str, int]
) -> str:
    """Return what is said of a row; its counts are computed from the scores by hand: 373 of 441 cues are 84.58 %."""
    (found,) = verify_published([PublishedRow("A", measure, *scores, counts=counts)], totals)
    return str(found)


@pytest.mark.parametrize(
    ("measure", "scores", "gold", "counts", "expected"),
    [
        # The number of the system's items: of tokens, what is right and wrong; of others, no less.
        ("tokens", TOKENS, "tokens=2198", {"tp": 1926, "fp": 78, "fn": 272, "system": 2004}, "possible: tp 1926, fn 272, fp 78"),
        ("tokens", TOKENS, "tokens=2198", {"tp": 1926, "fp": 78, "fn": 272, "system": 2000}, "not under 2.2: system 2000 does not fit; 2004 does"),
        ("tokens", TOKENS, None, {"tp": 1926, "fp": 78, "fn": 272, "system": 2010}, "not under 2.2: system 2010 does not fit; 2004 does; or sentences of a file lack columns: then gold, or the scope tokens of the system, are more"),
        ("cues", CUES, "cues=441", {"tp": 373, "fp": 23, "system": 390}, "not under 2.2: system 390 does not fit; 396 or more does"),
        ("cues", CUES, "cues=441", {"tp": 373, "fp": 23, "system": 396}, "possible: tp 373, fn 68, fp 23"),
        # Gold's number
        ("cues", CUES, "cues=441", {"tp": 372}, "not possible: the counts beside these scores do not give them; tp 372 does not fit; 373 does"),
        ("cues", CUES, None, {"gold": 440, "tp": 373, "fn": 68}, "not possible: the counts beside these scores do not give them; gold 440 does not fit; 441 does"),
        ("full", FULL, None, {"gold": 440, "tp": 266, "fn": 175, "fp": 23}, "possible: tp 266, fn 175, fp 23"),
        ("full", FULL, None, {"gold": 442, "tp": 266, "fn": 175, "fp": 23}, "possible: tp 266, fn 175, fp 23"),
        # (of full negations, gold may have some without a cue, and may lack columns)
        # A B row divides by the system's number, and so do the rows of NIS.
        ("cues-b", NIS, "cues=441", {"system": 428}, "possible: tp 373, fn 68, system 428"),
        ("cues-b", NIS, "cues=441", {"system": 429}, "not possible: the counts beside these scores do not give them; system 429 does not fit; 428 does"),
        ("nis-cues", NIS, "cues=441", {}, "possible: tp 373, fn 68, system 428"),
        ("nis-tok", ("87.15", "78.96", "82.85"), "cues=441", {}, "possible: F1 follows from P and R"),
        # A score is missing.
        ("cues", ("94.19", "", "89.13"), None, {}, "not checked: give recall too, or the number of gold's cues"),
        ("cues", ("", "50.00", "66.68"), None, {}, "not checked: give precision too, or the number of gold's cues"),
        ("cues", ("", "50.00", "66.70"), None, {}, "not possible: with this recall, F1 is at most 66.67"),
        ("cues", ("50", "", "68"), None, {}, "not checked: give recall too, or the number of gold's cues"),
        ("cues", ("50", "", "70"), None, {}, "not possible: with this precision, F1 is at most 67"),
        ("cues", ("94.19", "84.58", ""), "cues=441", {}, "possible: tp 373, fn 68, fp 23"),
        # Sentences
        ("sentences", ("", "", "98.00"), "sentences=400", {}, "possible: 392 of 400 sentences"),
        ("sentences", ("", "", "98.10"), "sentences=400", {}, "not possible: no number of correct sentences out of 400 gives 98.10"),
        ("sentences", ("", "", "98.00"), None, {}, "not checked: to check it, give how many gold has: --gold-counts sentences=N"),
    ],
)  # fmt: skip
def test_counts_in_print_fit_or_one_of_them_is_named(
    measure: str,
    scores: tuple[str, str, str],
    gold: str | None,
    counts: dict[str, int],
    expected: str,
) -> None:
    assert answer(measure, scores, gold, counts) == expected


@pytest.mark.parametrize("cell", ["1,234", "1.234", "1 234", "1'234", "**1234**", "1234"])
def test_a_count_may_have_signs_between_thousands(cell: str) -> None:
    assert number_in_count_cell(cell) == 1234


def test_other_cells_are_no_counts() -> None:
    assert [number_in_count_cell(cell) for cell in ("-", "n/a", "", "12")] == [None, None, None, 12]
    for cell in ("12345678", "7 items", "1,23", "-4", "1,234,56"):
        with pytest.raises(ValueError, match="expected a count of up to seven digits"):
            number_in_count_cell(cell)


@pytest.mark.parametrize(
    ("cell", "deviation"),
    [
        ("91.1 ± 0.3", 0.35),
        ("91.1 ± 1,5", 1.55),
        ("91.1 (0.3)", 0.35),
        ("91.1 [90.0, 92.0]", 2.0),
        ("91.1 ±", None),
    ],
)
def test_a_deviation_is_as_large_as_rounding_allows(cell: str, deviation: float | None) -> None:
    assert has_number_deviation(cell) and not has_number_deviation("91.1")
    found = deviation_in(cell)
    assert found == (deviation if deviation is None else pytest.approx(deviation))


REPORT = (ROOT / "fixtures/larger-english/eval.cd-sco.answer").read_bytes()
ROWS = REPORT[REPORT.index(b"---") : REPORT.index(b"stderr 0")].decode().splitlines(keepends=True)
"""The lines of a report: three of a head, six rows, a line, five rows, a line, five on sentences, a line."""


def without(*numbers: int) -> bytes:
    return "".join(line for n, line in enumerate(ROWS) if n not in numbers).encode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"PK\x03\x04", "line 1: found a zip archive"),
        (b' {"a": 1}', "line 1: found JSON; expected the text of a report"),
        (b" \n\n", "the file is empty; expected a report of one of the original scorers, with a row 'Cues'"),
        (b"\nhello\n", "line 2: found 'hello'; expected a report"),
        # A row, a number below the rows, or the first row is missing.
        (without(4), "line 4: found a report without the row 'Scopes(cue match)', which begins here"),
        (without(17), "expected a line '# negation sentences' with a number"),
        (without(20), "expected a line '% correct negation sentences' with a number"),
        (b"".join([*map(str.encode, ROWS), without(3)]), "found a part of a report; expected its row 'Cues' too"),
        (b"\n".join([without(), without(*range(4), *range(4, 16))]), "found a part of a report"),
        (b"Cues: 441 | 428 | 373\n", "found 3 columns in the row 'Cues'; expected all 8 columns of a report"),
    ],
)  # fmt: skip
def test_a_text_without_a_whole_report_is_an_error_with_its_line(
    text: bytes, expected: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(expected)):
        verify_report(text)


def test_a_report_needs_both_files_or_none() -> None:
    for files in ({"gold": GOLD}, {"system": SYSTEM}):
        with pytest.raises(ValueError, match="give both gold and system, or neither"):
            verify_report(without(), **files)
    with pytest.raises(TypeError, match="a recorded report is bytes"):
        verify_report("".join(ROWS))  # type: ignore[arg-type]
    assert str(verify_report(without())[0]).startswith("consistent")


def test_the_answer_is_a_dictionary_for_json() -> None:
    (found,) = verify_report(without().replace(b"89.13", b"89.31", 1))
    as_json = found.to_dict()
    assert as_json["verdict"] == "not consistent" and as_json["line"] == 4
    cell = {"row": "Cues", "column": "f1", "recorded": "89.31", "recomputed": "89.13"}
    assert as_json["cells"] == [cell] and as_json["alternatives"] == []


@pytest.mark.parametrize("name", ["Ours (5 runs)", "mean over 3 seeds", "10 random seeds", "avg."])
def test_a_row_that_says_that_it_is_a_mean_over_runs_is_not_accused(name: str) -> None:
    """No counts for 264 cues give these scores, and runs may have these means."""
    scores = ("92.31", "93.02", "92.66")
    found = verify_published([PublishedRow(name, "cues", *scores)], "cdsco-test")[0]
    assert str(found) == (
        "not checked: no counts give these scores; they may be means over runs or rows that are not in the table"
    )


@pytest.mark.parametrize("name", ["Ours", "best of 5 runs", "run 5", "seed 3", "seeds"])
def test_a_row_of_one_run_is_not_taken_for_a_mean(name: str) -> None:
    found = verify_published([PublishedRow(name, "cues", "92.31", "93.02", "92.66")], "cdsco-test")
    assert str(found[0]).startswith("not possible: no counts for 264 cues give these scores")


def test_counts_that_do_not_give_scores_are_told_with_what_they_give() -> None:
    """tp 238, fp 22 and fn 26 of 264 cues give 91.54 90.15 90.84; two counts in print are wrong."""
    scores = ("91.54", "90.15", "90.84")
    said = answer("cues", scores, "cdsco-test", {"tp": 237, "fp": 22, "fn": 27})
    assert said == ("not possible: tp 237 and fn 27 give R 89.77")


def test_zeros_may_be_added_to_scores_that_were_cut_off() -> None:
    """Two of three are 66.666…: 66.7 rounded and 66.6 truncated, each with a zero."""
    rounded, cut = [
        answer("cues", (score, score, score), "cues=3", {}) for score in ("66.70", "66.60")
    ]
    assert rounded == "possible as scores of fewer decimals, with zeros added"
    assert cut == "possible as scores of fewer decimals, with zeros added, and truncated"


def test_f1_that_does_not_follow_is_said_where_golds_counts_are_known_too() -> None:
    said = answer("scopes-cm", ("83.26", "63.45", "72.40"), "cdsco-test", {})
    assert said.startswith(
        "not possible: no counts for 249 scopes give these scores; with this P and R, F1 is 72.02; nearest: "
    )


def test_a_cell_of_a_report_that_is_no_number_is_named() -> None:
    with pytest.raises(
        ValueError, match="line 4: found '89,13' in the row 'Cues', column f1; expected a num"
    ):
        verify_report(without().replace(b"89.13", b"89,13", 1))


@pytest.mark.parametrize(
    ("scores", "follows"),
    [
        ("100.00 100.00 99.99", False),
        ("50.00 50.00 50.01", False),
        ("87.15 84.58 85.86", False),
        ("87.15 84.58 85.84", True),  # of truncated scores, truncated
        ("87.15 84.58 85.85", True),
        ("91 90 91", True),
        ("91.3 90.1 90.7", True),
    ],
)
def test_f1_follows_from_p_and_r_that_are_rounded_or_truncated_alike(
    scores: str, follows: bool
) -> None:
    answer = verify_published([PublishedRow("A", "full", *scores.split())])[0]
    assert str(answer).startswith("possible: F1 follows") == follows
    assert follows or "a mean over runs only" in str(answer)


@pytest.mark.parametrize("scores", ["79 80 81", "91 90 92", "0.79 0.80 0.81", "50.0 51.0 50.7"])
def test_f1_above_that_of_p_and_r_is_no_mean_over_runs(scores: str) -> None:
    """Rounded or truncated alike: F1 of each run is at most the mean of its P and R."""
    alone = verify_published([PublishedRow("A", "cues", *scores.split())])[0]
    assert str(alone).startswith("not possible: with this P and R, F1 is about ")
    with_gold = verify_published([PublishedRow("A", "cues", *scores.split())], {"cues": 264})[0]
    assert "mean" not in str(with_gold)


def test_files_at_which_a_scorer_aborts_are_diagnosed_with_the_scorer_of_the_report(
    tmp_path: Path,
) -> None:
    """The report is that of scorer_task2; its script aborts with other words than the default."""
    folder = ROOT / "fixtures/larger-spanish"
    system = tmp_path / "cut.txt"
    system.write_bytes((folder / "system.txt").read_bytes().rstrip(b"\n") + b"\n")
    report = tmp_path / "report.txt"
    report.write_bytes(Case("larger-spanish").answer("scorer_task2").stdout)
    error = said("verify", report, "-g", folder / "gold.txt", "-s", system)[2]
    assert "Can't use an undefined value as an ARRAY reference" in error
    assert error.count("--scorer scorer_task2") == error.count("sem2012-scorer check ")


def test_a_bad_part_of_gold_counts_is_named_without_the_table(tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("system,Cue P,Cue R,Cue F1\nA,91.54,90.15,90.84\n")
    error = said("verify", "--published", table, "--gold-counts", "cues=441,full=441")[2]
    assert error.startswith("sem2012-scorer: --gold-counts takes ") and "not 'full=441'" in error


def test_the_tsv_of_score_with_other_separators_is_no_published_table(tmp_path: Path) -> None:
    tsv = said("score", "-g", GOLD, "-s", SYSTEM, "--format", "tsv")[1]
    for separator in ",;":
        (tmp_path / "t.csv").write_text(tsv.replace("\t", separator), encoding="utf-8")
        error = said("verify", tmp_path / "t.csv", "-g", GOLD, "-s", SYSTEM)[2]
        assert "this is what score writes with --format tsv" in error


@pytest.mark.parametrize("line", ["NIS tok:", " # sentences:", "NIS ex:", " % correct sentences:"])
def test_a_line_that_stands_twice_is_refused_with_another_number_or_the_same(line: str) -> None:
    report = said("score", "-g", GOLD, "-s", SYSTEM, "--nis")[1]
    (row,) = [one for one in report.split("\n") if one.startswith(line)]
    for again in (row, re.sub("[1-8]", "9", row, count=1)):
        with pytest.raises(ValueError, match=f"{re.escape(line.strip(' :'))}' again"):
            verify_report(report.replace(row, f"{row}\n{again}").encode())


def test_rows_of_instances_that_are_not_in_the_file_are_named(tmp_path: Path) -> None:
    tsv = said("score", "-g", GOLD, "-s", SYSTEM, "--nis", "--format", "tsv")[1]
    lost = "".join(line for line in tsv.splitlines(keepends=True) if "\tNIS tok\t" not in line)
    (tmp_path / "t.tsv").write_text(lost, encoding="utf-8")
    status, out, _ = said("verify", tmp_path / "t.tsv", "-g", GOLD, "-s", SYSTEM)
    assert (status, out) == (1, "not reproduced: the file lacks 1 row that score writes: NIS tok\n")


def test_a_trial_with_gold_and_system_exchanged_says_nothing_of_them(tmp_path: Path) -> None:
    """Its lines after the end of the system's file are ignored only if that file is gold."""
    gold, system = Case("gold-longer").files
    _, report, expected = said("score", "-g", gold, "-s", system)
    (tmp_path / "report.txt").write_text(report.replace(" 1 |", " 2 |", 1), encoding="utf-8")
    status, _, error = said("verify", tmp_path / "report.txt", "-g", gold, "-s", system)
    assert (status, error) == (1, expected) and error.count("note: ") == 1


def test_an_empty_report_beside_its_files_is_no_other_file(tmp_path: Path) -> None:
    for folder, file in (("g", GOLD), ("s", SYSTEM)):
        (tmp_path / folder).mkdir()
        for name in ("a", "b"):
            (tmp_path / folder / name).write_bytes(Path(file).read_bytes())
    (tmp_path / "r").mkdir()
    (tmp_path / "r/a").write_text(said("score", "-g", GOLD, "-s", SYSTEM)[1], encoding="utf-8")
    for content in ("", "Traceback: KeyError\n"):
        (tmp_path / "r/b").write_text(content, encoding="utf-8")
        words = [tmp_path / "r", "-g", tmp_path / "g", "-s", tmp_path / "s"]
        status, out, error = said("verify", *words)
        assert status == 1 and "r/b" in out + error


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ({"tp": 373, "fp": 23}, "possible: tp 373, fn 68, fp 23"),
        ({"tp": 375, "fp": 23}, "not possible: tp 375 and fp 23 give P 94.22"),
        ({"tp": 373, "fn": 58}, "not possible: tp 373 and fn 58 give R 86.54"),
        ({"tp": 375}, "not possible: the counts beside these scores do not give them"),
    ],
)
def test_counts_of_a_row_without_golds_total_must_give_its_scores(
    counts: dict[str, int], verdict: str
) -> None:
    row = PublishedRow("A", "cues", *CUES, counts=counts)
    (found,) = verify_published([row])
    assert str(found).startswith(verdict)
