"""More values that commands show, counted by hand: lists of reports and files, notes, order of findings, folding."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from conftest import ROOT
from damaged import CD_SCO
from prediction_files import GOLD as PREDICTED
from trials import GOLD, LARGER_GOLD, LARGER_SYSTEM, SYSTEM, said

from compat.tools.recorded import Case
from sem2012_scorer import (
    Counts,
    Negation,
    PublishedRow,
    ScoringError,
    Sentence,
    check_files,
    compare,
    compare_files,
    score_files,
    verify_published,
)
from sem2012_scorer.commands.tables import significance_mark_in_papers_table
from sem2012_scorer.common.counts import InstanceCounts
from sem2012_scorer.comparing.picture import _Axis

RIGHT = Case("all-right").files


def test_several_reports_have_a_line_each_and_their_wrong_cells_below(tmp_path: Path) -> None:
    report = said("score", "-g", LARGER_GOLD, "-s", LARGER_SYSTEM)[1]
    for name, old, new in (("a", "", ""), ("b", "89.13", "89.31"), ("c", "72.88", "72.99")):
        (tmp_path / f"{name}.txt").write_text(report.replace(old, new, 1) if old else report)
    both = report.replace("89.13", "89.31", 1).replace("72.88", "72.99", 1)
    (tmp_path / "d.txt").write_text(both)
    status, out, _ = said("verify", tmp_path)
    assert status == 1
    assert out.replace(f"{tmp_path}/", "").splitlines() == [
        "1 of 4 reports consistent",
        "a.txt:4: consistent: no number contradicts another",
        "b.txt:4: not consistent: Cues: F1 89.31, but all other numbers fit 89.13",
        "    row   column  recorded  would fit",
        "    Cues  f1         89.31      89.13",
        "c.txt:4: not consistent: Full negation: F1 72.99, but all other numbers fit 72.88",
        "    row            column  recorded  would fit",
        "    Full negation  f1         72.99      72.88",
        "d.txt:4: not consistent: 2 numbers do not follow from the others:"
        " Cues: F1 89.31; Full negation: F1 72.99",
        "    row            column  recorded  would fit",
        "    Cues           f1         89.31      89.13",
        "    Full negation  f1         72.99      72.88",
    ]


def test_files_that_are_checked_are_counted_apart_from_those_without_a_partner(
    tmp_path: Path,
) -> None:
    for side in ("g", "s"):
        (tmp_path / side).mkdir()
    content = Path(RIGHT[0]).read_bytes()
    for name in ("g/one", "g/two", "g/three", "s/one"):
        (tmp_path / f"{name}.txt").write_bytes(content)
    status, out, _ = said("check", "-g", tmp_path / "g", "-s", tmp_path / "s")
    last = out.splitlines()[-1].replace(f"{tmp_path}/", "")
    assert status == 1
    assert last == "1 file checked: 1 valid. 2 files have no partner (g/three.txt, g/two.txt)."


def test_a_note_says_how_many_warnings_a_copy_has(tmp_path: Path) -> None:
    err = said("convert", SYSTEM, "-g", GOLD, "-o", tmp_path / "out.txt")[2]
    assert err.endswith(
        "system.txt is a valid submission already, with 1 warning (W128 same cue twice): copied unchanged\n"
    )
    err = said("convert", RIGHT[1], "-g", RIGHT[0], "-o", tmp_path / "out.txt")[2]
    assert "system.txt is a valid submission already: copied unchanged\n" in err


def test_fractions_and_exchanged_scores_are_said_so() -> None:
    fractions = PublishedRow("A", "cues", ".9354", ".9318", ".9336")
    (found,) = verify_published([fractions], "cdsco-test")
    assert str(found) == "possible: tp 246, fn 18, fp 17; scores read as fractions"
    (found,) = verify_published(
        [PublishedRow("A", "cues", "93.54", "93.18", "93.36")], "cdsco-test"
    )
    assert str(found) == "possible: tp 246, fn 18, fp 17"


def test_one_trial_is_enough_to_compare_and_none_is_an_error() -> None:
    files = GOLD, {"a": SYSTEM, "b": GOLD}
    assert compare_files(*files, trials=1).differences[0].p is not None
    with pytest.raises(ValueError, match="trials is a positive number, not 0"):
        compare_files(*files, trials=0)


def test_counts_of_instances_by_different_rules_are_not_added() -> None:
    sides = [Counts(instances=InstanceCounts(punctuation=rule)) for rule in ("tag", "form")]
    with pytest.raises(ValueError, match="punctuation by tag and by form cannot be added"):
        _ = sides[0] + sides[1]
    assert (sides[0] + sides[0]).instances.punctuation == "tag"
    assert (sides[0] + Counts()).instances.punctuation == "tag"


def damaged(tmp_path: Path) -> tuple[str, str]:
    """Return gold with a byte-order mark, and a system with that and other line endings."""
    gold, system = tmp_path / "gold.txt", tmp_path / "system.txt"
    content = Path(RIGHT[0]).read_bytes()
    gold.write_bytes(b"\xef\xbb\xbf" + content)
    system.write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))
    return str(gold), str(system)


def test_the_fix_of_a_fault_names_gold_only_if_gold_has_it_too(tmp_path: Path) -> None:
    found = check_files(*damaged(tmp_path))
    fixes = {finding.code: finding.fix for finding in found.findings}
    assert fixes["W402"].endswith("Gold has the same fault: repair gold first, then this file")
    assert fixes["E104"] == "save the file with line feeds (LF, as on Unix)"
    assert found.reason == "eval.cd-sco aborts at line 6 (E104 blank line in one file only)"


def test_findings_come_with_the_abort_first_then_errors_then_warnings() -> None:
    found = check_files(*damaged_cells())
    codes = [finding.code for finding in found.findings]
    assert codes == sorted(codes, key=lambda code: (code != codes[0], code[0]))
    assert found.findings[0].original and not any(f.original for f in found.findings[1:])
    assert f"({codes[0]} " in found.reason


def damaged_cells() -> tuple[str, io.BytesIO]:
    """Return gold, and a system that aborts, with a fault in its cells before that place and after it."""
    lines = Path(RIGHT[1]).read_text(encoding="utf-8").split("\n")
    lines[0] = lines[0].replace("\tNobody\t_", "\tnobdy\t_")
    lines[7] = lines[7] + "\t_"
    lines[13] = "\t".join(lines[13].split("\t")[:-1])
    return RIGHT[0], io.BytesIO("\n".join(lines).encode())


def test_a_long_part_of_a_finding_is_folded_below_its_name() -> None:
    out = said("check", "-g", GOLD, "-s", Case("word-differs").files[1])[1]
    parts = [line for line in out.split("\n") if line.startswith(" " * 4)]
    assert all(line[4] != " " or line.startswith(" " * 14) for line in parts)
    assert all(len(line) <= 100 for line in parts if "sem2012-scorer" not in line)


@pytest.mark.parametrize("command", ["score", "explain"])
def test_gold_that_is_no_text_is_named_and_not_the_system(command: str, tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_bytes(Path(GOLD).read_text(encoding="utf-8").encode("utf-16"))
    status, out, err = said(command, "-g", gold, "-s", SYSTEM)
    assert (status, out) == (1, "")
    assert err.startswith(f"sem2012-scorer: {gold}: this is UTF-16 text; save it as UTF-8")


def test_a_division_by_zero_says_by_what(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("d\t1\t0\tIt\tit\tPRP\t*\t***\n\n")
    found = check_files(plain, plain).findings[0]
    assert (found.code, found.found) == ("E501", "no sentence with negation")
    assert found.fix == "check that this is the gold file, or give --scorer eval.cd-sco-patched"
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    found = check_files(empty, plain, "eval.cd-sco-patched").findings[0]
    assert (found.code, found.found, found.fix) == ("E501", "no sentence", "")
    found = check_files(*Case("abbreviation-in-scope").files, "eval.cd-sco-1.0").findings[0]
    assert found.code == "E501" and found.found.startswith("no true positive in the row ")
    assert (
        found.fix
        == "score with a later version: only 1.0 divides by zero if a row has no true positive"
    )
    annotated = tmp_path / "annotated.txt"
    annotated.write_text("d\t1\t0\tIt\tit\tPRP\t*\tIt\t_\t_\n\n")
    found = check_files(plain, annotated, "eval.cd-sco-1.0").findings[0]
    assert (found.file, found.found) == (str(plain), "no sentence with negation")
    assert found.fix == "check that this is the gold file, or give --scorer eval.cd-sco-patched"


# ---- compare


SECOND = ROOT / "fixtures/predictions/second-system.txt"
SCORED_TWICE = ("-g", LARGER_GOLD, "-s", LARGER_SYSTEM, SECOND, "--names", "a", "b")


def sentences_with(*sizes: int) -> list[Sentence]:
    """Return sentences of our own, the first so many negations of each."""
    made = []
    for size, one in zip(sizes, PREDICTED, strict=True):
        words = [token.word for token in one.tokens]
        made.append(Sentence(words, one.negations[:size]))
    return made


def test_a_level_must_be_passed_and_not_reached() -> None:
    """With 19 trials of which none is as large, p is 1 in 20."""
    words = ("--rows", "cues", "full", "--trials", "19")
    out = said("compare", *SCORED_TWICE, *words)[1]
    assert out.startswith("no difference can be significant: the smallest possible p is 0.05\n")
    assert "‡" not in said("compare", *SCORED_TWICE, *words, "--format", "markdown")[1]
    out = said("compare", *SCORED_TWICE, "--rows", "cues", "full", "--trials", "20")[1]
    assert out.startswith(
        "b is better than a in 2 of 2 rows (p < 0.05, not corrected for the number of rows)\n"
    )


@pytest.mark.parametrize(("p", "mark"), [(0.0099, "‡"), (0.01, "†"), (0.0499, "†"), (0.05, "")])
def test_marks_are_those_of_the_levels(p: float, mark: str) -> None:
    assert significance_mark_in_papers_table(p) == mark


def test_the_rows_in_which_a_system_is_better_or_worse_are_named_if_not_all() -> None:
    """A system that finds all cues and no scopes, and one that finds few cues with their scopes."""
    gold = PREDICTED * 20
    cues = [
        Sentence([t.word for t in s.tokens], [Negation(n.cue) for n in s.negations]) for s in gold
    ]
    few = gold[: len(gold) // 2] + sentences_with(*[0] * 6) * 10
    found = compare(gold, {"few": [few], "cues": [cues]}, trials=999)
    verdict = " ".join(str(found).split("\n\n")[0].splitlines())
    assert verdict == (
        "cues is better than few in 1 of 6 rows: Cues; worse in 5 of 6 rows: all but Cues "
        "(p < 0.05, not corrected for the number of rows)"
    )


def test_percentages_of_sentences_are_compared_as_they_are_printed() -> None:
    """58.00 of 400 sentences are correct, and 47.47 of 316 with negation; of the other system 80.75 and 75.63."""
    words = ("--rows", "cns", "sentences", "--trials", "99")
    lines = said("compare", *SCORED_TWICE, *words)[1].splitlines()
    assert [line.split()[:7] for line in lines[2:5]] == [
        "% a b difference 95% interval p".split(),
        "% correct sentences 58.00 80.75 +22.75 +18.50".split(),
        ["%", "correct", "negation", "sentences", "47.47", "75.63", "+28.16"],
    ]
    assert not any("--metrics" in line or "B rows" in line for line in lines)
    picture = said("compare", *SCORED_TWICE, "--rows", "cns", "--trials", "9", "--format", "svg")[1]
    assert "<title>F1 of a, b in 1 row</title>" in picture and "Percentage with its 95%" in picture


def test_what_cannot_be_compared_is_an_error() -> None:
    nothing = sentences_with(*[0] * 6)
    with pytest.raises(ValueError, match="two systems or more can be compared, not 1"):
        compare_files(GOLD, {"a": SYSTEM})
    with pytest.raises(ValueError, match="b: 1 file for 2 gold files"):
        compare_files([GOLD, GOLD], {"a": [[SYSTEM, SYSTEM]], "b": [[SYSTEM]]})
    with pytest.raises(ScoringError, match="found no sentence with negation"):
        compare(nothing, {"a": [nothing], "b": [nothing]})


def test_nis_is_compared_by_its_own_shares() -> None:
    found = compare_files(LARGER_GOLD, {"a": LARGER_SYSTEM, "b": SECOND}, nis=True, trials=9)
    report = score_files(LARGER_GOLD, LARGER_SYSTEM, nis=True)
    for label in ("NIS cues", "NIS tok", "NIS ex", "NIS scope tokens"):
        at = 3 * list(found.rows).index(label)
        printed = [found.printed(found.systems[0], at + place) for place in range(3)]
        row = report[label]
        assert printed == [f"{score:.2f}" for score in (row.precision, row.recall, row.f1)]


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (100.0, 100.0, [99, 100]),
        (0.0, 0.0, [0, 1]),
        (50.0, 50.0, [50, 51]),
        (89.0, 89.4, [89, 90]),
        (41.0, 78.2, [40, 50, 60, 70, 80]),
        (-3.0, 120.0, [0, 20, 40, 60, 80, 100]),
    ],
)
def test_an_axis_has_two_marks_and_holds_all_values(
    low: float, high: float, marks: list[int]
) -> None:
    assert _Axis(low, high).marks == marks


@pytest.mark.parametrize(
    ("number", "end"), [(3, "c.txt"), (4, "c.txt and 1 more"), (5, "c.txt and 2 more")]
)
def test_a_list_of_more_than_three_files_is_cut_with_a_count(
    here: Path, number: int, end: str
) -> None:
    names = [f"{letter}.txt" for letter in "abcde"[:number]]
    (here / "gold").mkdir()
    (here / "system").mkdir()
    gold = CD_SCO.replace("\tNN\t", "\t_\t").replace("\t.\t*", "\t_\t*")
    for name in names:
        for side in ("gold", "system"):
            (here / side / name).write_text(gold.replace("garden", name), encoding="utf-8")
        (here / "reports" / name).mkdir(parents=True)
        (here / "reports" / name / "log.txt").write_text("no report", encoding="utf-8")
    err = said("score", "-g", "gold", "-s", "system", "--nis")[2]
    assert (
        f"note: gold/{', gold/'.join(names[:2])}, gold/{end}: no tag that the scorer counts" in err
    )
    reports = [f"reports/{name}" for name in names]
    err = said("verify", *reports)[2]
    assert f"no report in {', '.join(reports[:2])}, reports/{end}" in err
