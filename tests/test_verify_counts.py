"""Tables that print counts: do these and their scores follow from each other?"""

from __future__ import annotations

import random
import tempfile
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from conftest import examples

from compat.workbench.recorded import Case
from sem2012_scorer import Report, verify_published
from sem2012_scorer.cli import answer
from sem2012_scorer.verifying.tables import read_table

LARGE = Case("larger-english")


def run(*words, status=0) -> str:
    found = answer(["verify", *map(str, words)])
    assert found.status == status, found
    return (found.stdout + found.stderr).decode()


COUNT_HEADS = ("gold", "system", "tp", "fp", "fn")


def counted_row(draw: random.Random) -> tuple[list[str], list[str], tuple[int, int, int]]:
    """Return heads, cells and the counts of a true row, rounded in some way, with some of its counts."""
    gold = draw.choice([draw.randint(1, 30), draw.randint(30, 3000)])
    tp = draw.randint(0, gold)
    fp = draw.randint(0, gold)
    counts = dict(zip(COUNT_HEADS, (gold, tp + fp, tp, fp, gold - tp)))
    heads = sorted(draw.sample(COUNT_HEADS, draw.randint(1, 5)))
    decimals = draw.choice([0, 1, 2, 3])
    values = [Fraction(100 * tp, tp + fp or 1), Fraction(100 * tp, gold)]
    if decimals < 3 and draw.random() < 0.5:
        values = [Fraction("%.2f" % float(value)) for value in values]
        values.append(Fraction("%.2f" % float(harmonic(*values))))
    else:
        values.append(Fraction(200 * tp, tp + fp + gold))
    mode = draw.choice([ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_FLOOR])
    shares = [
        str((Decimal(v.numerator) / v.denominator).quantize(Decimal(1).scaleb(-decimals), mode))
        for v in values
    ]
    cells = ["x", "tokens", *shares, *[str(counts[head]) for head in heads]]
    return ["name", "measure", "P", "R", "F1", *heads], cells, (tp, gold - tp, fp)


def harmonic(p: Fraction, r: Fraction) -> Fraction:
    return 2 * p * r / (p + r) if p + r else Fraction(0)


@pytest.mark.parametrize("seed", range(examples(300)))
def test_a_true_row_with_counts_is_never_refused(seed) -> None:
    heads, cells, counts = counted_row(random.Random(seed))
    table = read_table("\t".join(heads) + "\n" + "\t".join(cells) + "\n")
    assert not table.not_read
    (found,) = verify_published(table.rows)
    assert found.verdict == "possible", (heads, cells)
    if {"gold", "tp", "fp"} <= set(heads):
        assert found.solutions == (counts,)


def test_a_count_with_another_digit_is_refused_and_named() -> None:
    draw = random.Random(31)
    number = refused = named = pointed_at = 0
    for _ in range(400):
        heads, cells, _true = counted_row(draw)
        if len(heads) < 9 or len(cells[2]) < 4:
            # With less than four counts and one decimal, another number may be as right.
            continue
        place = draw.randrange(5, len(cells))
        digit = draw.randrange(len(cells[place]))
        wrong = draw.choice([d for d in "123456789" if d != cells[place][digit]])
        cell = cells[place][:digit] + wrong + cells[place][digit + 1 :]
        changed = [*cells[:place], cell, *cells[place + 1 :]]
        (found,) = verify_published(
            read_table("\t".join(heads) + "\n" + "\t".join(changed) + "\n").rows
        )
        number += 1
        if found.verdict == "possible":
            # Gold or the system may have what counts nowhere (quirks 26, 27), and that is said.
            pointed_at += bool(found.odd)
            continue
        refused += 1
        ways = found.contradiction.changes
        named += (COLUMNS[heads[place]], cells[place]) in [
            (slip.column, slip.fitting) for way in ways for slip in way if len(way) == 1
        ]
    assert number > 50 and refused > 0.5 * number
    assert refused + pointed_at > 0.95 * number and named > 0.97 * refused


COLUMNS = {
    "gold": "gold",
    "system": "system",
    "tp": "true_positives",
    "fp": "false_positives",
    "fn": "false_negatives",
}


def test_the_rows_of_reports_fit_as_a_table_with_counts() -> None:
    """As they print them: the true positives of some rows are another's (quirk 16)."""
    heads = "measure gold system tp fp fn precision recall f1".split()
    for identifier in ("eval.cd-sco", "eval.cd-sco-2.0", "eval.cd-sco-1.0"):
        report = Report.parse(LARGE.answer(identifier).stdout.decode())
        lines = ["\t".join(heads), *["\t".join(map(str, row)) for row in report.rows]]
        found = verify_published(read_table("\n".join(lines)).rows)
        assert {one.verdict for one in found} == {"possible"}
        changed = lines[1].replace("\t441\t", "\t471\t", 1)
        if identifier == "eval.cd-sco":
            found = verify_published(read_table("\n".join([lines[0], changed, *lines[2:]])).rows)
            assert {one.row.label for one in found if one.verdict != "possible"} == {"Cues"}


STUDENT = 'model,gold,system,tp,fp,P,R,F1,loss\nA,"1,348",1215,1075,149,88.48,79.75,83.89,0.3\n'


def test_a_misprinted_count_is_named_and_columns_that_are_not_read_are(tmp_path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(STUDENT)
    text = run("--published", path, "--measure", "tokens", status=1)
    assert "smallest change: false positives of Scope tokens(no cue match) would be 140" in text
    assert "1 column not read: loss" in text
    path.write_text(STUDENT.replace(",149,", ",140,"))
    assert "1 row: 1 possible" in run("--published", path, "--measure", "tokens")
    found = answer(["verify", "--published", str(path)])
    assert found.status == 2 and b"or --measure" in found.stderr
    assert "verify --published" in run(path, status=1)


def test_a_column_called_system_is_a_name_or_a_number() -> None:
    text = "system,measure,precision,recall,f1,tp\n%s,cues,89.17,93.56,91.31,247\n"
    (row,) = read_table(text % "UiO1").rows
    assert (row.system, row.counts.there) == ("UiO1", {"true_positives": 247})
    (row,) = read_table(text % "277").rows
    assert (row.system, row.counts.there) == ("", {"system": 277, "true_positives": 247})
    (row,) = read_table((text % "1").replace(",tp", "").replace(",247", "")).rows
    assert row.system == "1"


def test_counts_that_are_none_are_a_column_that_is_not_read() -> None:
    table = read_table("system,measure,precision,recall,f1,gold\nx,cues,89.17,93.56,91.31,yes\n")
    assert table.not_read == ("gold",) and not table.rows[0].counts.there


def test_the_tsv_of_score_is_a_table_with_counts(tmp_path) -> None:
    path = tmp_path / "scores.tsv"
    words = ["score", "-g", str(LARGE.gold), "-s", str(LARGE.system), "--format", "tsv"]
    path.write_bytes(answer(words).stdout)
    assert "it is a table: verify --published" in run(path, status=1)
    assert "11 rows: 11 possible\n" in run("--published", path)
    path.write_bytes(path.read_bytes().replace(b"\t373\t", b"\t374\t", 1))
    assert "true positives of Cues would be 373" in run("--published", path, status=1)


@pytest.mark.parametrize(
    "measure, heads, cells",
    [
        ("cues", "system tp fn R F1", "428 373 68 84.58 89.13"),
        ("full", "gold system fp F1", "20 27 15 47.83"),
        ("cues", "gold system tp P R F1", "455780 2213157 348601 0.158 0.764 0.262"),
        ("tokens", "predicted fp P F1", "2159 1287 40.3 37.6"),
        ("tokens", "fn R F1", "995650 47.8 48.3"),
        ("tokens", "tp F1", "1590224 0.5439"),
        ("cues B", "gold tp fp fn F1", "2186 1007 461 1179 50.6921"),
        ("Scopes(no cue match)", "tp fp P F1", "357 29 94.44 90.96"),
        ("full", "tp fp fn R F1", "1403 815 1290 52.1 57.2"),
    ],
)
def test_true_rows_with_few_counts_and_large_gold_are_possible(measure, heads, cells) -> None:
    text = "\t".join(["name", *heads.split()]) + "\n" + "\t".join(["x", *cells.split()]) + "\n"
    assert verify_published(read_table(text, measure=measure).rows)[0].verdict == "possible"


@pytest.mark.parametrize("head, count", [("gold", 263), ("fp", 36), ("fn", 18), ("support", 265)])
def test_a_wrong_count_without_true_positives_is_refused(head, count) -> None:
    text = "name\t%s\tP\tR\tF1\nx\t%d\t89.17\t93.56\t91.31\n" % (head, count)
    assert verify_published(read_table(text, measure="cues").rows)[0].verdict == "not possible"


def only(text: str, *words: str, status: int = 0) -> str:
    """Return what `verify` says of a table that is written to a file."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write(text)
        file.flush()
        return run("--published", file.name, *words, status=status)


def test_systems_that_are_numbered_are_names_beside_counts() -> None:
    text = "system,measure,precision,recall,f1,tp,fp\n1,cues,89.17,93.56,91.31,247,30\n"
    table = read_table(text + "2,cues,89.17,93.56,91.31,247,30\n")
    assert [row.system for row in table.rows] == ["1", "2"]


def test_counts_without_a_measure_are_those_of_the_one_that_has_scores() -> None:
    text = "system,tp,Cues P,Cues R,Cues F1\nx,%d,89.17,93.56,91.31\n"
    assert "1 possible" in only(text % 247)
    said = only(text % 246, status=1)
    assert "smallest change: true positives of Cues would be 247 (one digit misread)" in said
    table = read_table("system,tp,Cues F1,Scopes F1\nx,247,91.31,50.00\n")
    assert table.not_read == ("tp",) and not table.rows[0].counts.there


def test_the_measure_of_a_table_is_not_taken_where_its_rows_name_theirs() -> None:
    text = "system,measure,f1\nx,cues,91.31\n"
    assert "leave --measure out" in only(text, "--measure", "tokens", status=2)


def test_gold_of_full_negations_is_no_number_of_cues() -> None:
    # One negation of gold counts nowhere (quirk 27).
    text = "measure,gold,system,tp,fp,fn,P,R,F1\n"
    text += "cues,441,277,247,30,193,89.17,56.14,68.90\nfull,441,277,246,30,194,89.13,55.91,68.72\n"
    assert "2 possible" in only(text, "--gold-counts", "cues=441,full=440")


def test_the_tsv_names_the_smallest_changes_of_rows_with_counts() -> None:
    text = "measure,tp,fn,R,F1\ncues,247,18,93.56,91.31\n"
    said = only(text, "--format", "tsv", status=1)
    assert "Cues false_negatives 17 one digit misread" in said


def test_counts_of_any_size_are_answered_soon() -> None:
    said = only("name,measure,tp,R,F1\nx,cues,1000000000000,50.00,60.00\n")
    assert "1 possible" in said


def test_what_is_no_count_among_counts_is_an_error_that_names_its_line() -> None:
    text = "measure,f1,tp\ncues,91.31,247\ncues,91.31,24x\n"
    assert "line 3: found '24x' among counts" in only(text, status=2)
