"""Tables of papers: how they are read, what their rows are means of, which version gives them."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from compat.workbench.published import TABLES, page
from compat.workbench.recorded import Case
from sem2012_scorer import PublishedRow, verify_published
from sem2012_scorer.cli import answer
from sem2012_scorer.verifying.tables import read_table

FOLDER = ROOT / "fixtures/published"
LARGE = Case("larger-english")


def run(*words, status=0) -> str:
    found = answer(["verify", *map(str, words)])
    assert found.status == status, found
    return (found.stdout + found.stderr).decode()


@cache
def answers(name: str, *words: str) -> list[dict]:
    words = (*TABLES.get(name, ()), *words)
    found = answer(
        ["verify", "--published", str(FOLDER / (name + ".tsv")), *words, "--format", "json"]
    )
    return json.loads(found.stdout)["rows"]


def test_the_page_of_published_numbers_is_what_the_command_writes() -> None:
    written = "\n".join(page())
    assert (ROOT / "docs/published.md").read_text(encoding="utf-8") == written


@pytest.mark.parametrize(
    "name, verdicts",
    [
        ("sem2012-table4", {"possible": 62, "may be a mean over runs": 4, "not possible": 6}),
        ("sem2012-task2-table3", {"possible": 2}),
        ("uio1-2012", {"possible": 38, "may be a mean over runs": 1}),
        ("enger-velldal-2017", {"possible": 19}),
        ("upc-neges-2018", {"possible": 24, "a mean": 3}),
        (
            "sineva-2021-table8",
            {"possible": 93, "may be a mean over runs": 20, "not possible": 1},
        ),
    ],
)
def test_the_tables_of_the_field_are_answered(name, verdicts) -> None:
    assert Counter(row["verdict"] for row in answers(name)) == verdicts


def test_what_no_counts_give_in_the_official_table_is_one_misread_number() -> None:
    """Morante and Blanco 2012, table 4, as a scanned copy has it; other numbers are as published."""
    slips = [
        (row["system"], row["label"], slip["column"], slip["fitting"])
        for row in answers("sem2012-table4")
        for slip in row["slips"][:1]
    ]
    assert slips == [
        ("UiO1 r2 (closed)", "Scope tokens(no cue match)", "recall", "90.08"),
        ("FBK (closed)", "Scopes(no cue match)", "precision", "88.96"),
        ("UMichigan (closed)", "Cues", "f1", "90.98"),
        ("UMichigan (closed)", "Scope tokens(no cue match)", "recall", "80.66"),
        ("UABCoRAL (closed)", "Scope tokens(no cue match)", "recall", "68.86"),
        ("UABCoRAL (closed)", "Full negation", "precision", "66.36"),
        ("UiO2 (open)", "Negated(no cue match)", "precision", "66.90"),
        ("UCM-1 (open)", "Negated(no cue match)", "precision", "66.67"),
        ("UCM-2 (open)", "Scopes(no cue match)", "precision", "66.90"),
        ("UGroningen r1 (open)", "Scope tokens(no cue match)", "f1", "69.99"),
    ]


def test_a_row_of_another_version_is_said_to_be_that(tmp_path) -> None:
    (row,) = [row for row in answers("enger-velldal-2017") if row["scorer"]]
    assert (row["scorer"], row["not_by"]) == ("eval.cd-sco-2.0", "eval.cd-sco")
    assert row["solutions"] == [{"true_positives": 1113, "false_negatives": 255, "others": 115}]
    text = run("--published", FOLDER / "enger-velldal-2017.tsv")
    assert "  1113  255   115  2.2: no; 2.0: 1113/255/115\n" in text
    recorded = LARGE.answer("eval.cd-sco-2.0").stdout.decode()
    tokens = next(line for line in recorded.split("\n") if line.startswith("Scope tokens"))
    shares = [cell.strip() for cell in tokens.split("|")[5:]]
    words = [
        "--measure",
        "tokens",
        "--precision",
        shares[0],
        "--recall",
        shares[1],
        "--f1",
        shares[2],
    ]
    assert "2.2: no; 2.0: " in run(*words, "--gold", LARGE.gold)
    run(*words, "--gold-counts", "tokens=2198", status=1)
    assert "2.2: no" not in run(*words, "--gold", LARGE.gold, "--scorer", "eval.cd-sco-2.0")


def test_a_version_gives_all_rows_that_contradict_each_other_or_none() -> None:
    rows = FOLDER / "examples/contradiction.md"
    assert "2.2: no" not in run("--published", rows, "--gold-counts", "cdsco-test", status=1)


def test_means_over_domains_are_found() -> None:
    means = [row["mean"]["words"] for row in answers("upc-neges-2018") if row["mean"]]
    assert means == [
        "mean weighted by gold of the eight rows above: 90.061/81.314/85.325",
        "mean weighted by gold of the eight rows above: 91.966/84.849/88.138",
        "plain mean of the eight rows above: 91.476/82.178/86.446",
    ]


TWO_TESTS = "test\tsystem\tmeasure\tprecision\trecall\tf1\n%s"


def test_pooled_counts_are_found() -> None:
    rows = TWO_TESTS % (
        "CD-SCO dev\tx\tCues\t93.75\t95.38\t94.56\nCD-SCO test\tx\tCues\t89.17\t93.56\t91.31\n"
        "both\tx\tCues\t90.95\t94.28\t92.59\n"
    )
    (*_, found) = verify_published(read_table(rows).rows)
    assert found.verdict == "possible"
    # Gold's number of both is not known, so that counts are found; with another number they are not.
    rows = rows.replace("both", "NEGES 2018 dev, coches")
    (*_, found) = verify_published(read_table(rows).rows)
    assert str(found.mean) == "pooled counts of the two rows above: 90.950/94.280/92.590"


def test_the_mean_of_equal_rows_is_no_answer() -> None:
    row = "x\tCues\t89.17\t93.56\t91.31\n"
    rows = TWO_TESTS % "".join(
        test + "\t" + row for test in ("CD-SCO test", "cdsco-test", "CD-SCO dev")
    )
    assert [one.mean for one in verify_published(read_table(rows).rows)] == [None] * 3


def test_mean_of_says_which_rows_are_tried() -> None:
    rows = read_table((FOLDER / "upc-neges-2018.tsv").read_text()).rows
    assert not any(one.mean for one in verify_published(rows, mean_of="test"))
    assert sum(one.mean is not None for one in verify_published(rows, mean_of="system")) == 3
    with pytest.raises(ValueError, match="mean_of is one of system, test, runs"):
        verify_published(rows, mean_of="rows")


@pytest.mark.parametrize("seed", range(20))
def test_a_mean_over_runs_is_never_called_impossible(seed) -> None:
    draw = random.Random(seed)
    runs = []
    for _ in range(5):
        tp, fp = draw.randint(50, 264), draw.randint(0, 200)
        p, r = float("%.2f" % (100 * tp / (tp + fp))), float("%.2f" % (100 * tp / 264))
        runs.append((p, r, float("%.2f" % (2 * p * r / (p + r)))))
    for decimals in (1, 2):
        shares = ["%.*f" % (decimals, sum(column) / 5) for column in zip(*runs)]
        row = PublishedRow("x", "Cues", *shares)
        (found,) = verify_published([row], {"cues": 264})
        assert found.verdict in ("possible", "may be a mean over runs")
        (found,) = verify_published([row], {"cues": 264}, "runs")
        assert found.is_right
        above = row._replace(f1="%.*f" % (decimals, float(shares[2]) + 8))
        (found,) = verify_published([above], {"cues": 264}, "runs")
        assert found.verdict == "not possible"


def test_a_deviation_in_the_table_says_that_a_row_is_a_mean_over_runs() -> None:
    text = "system\tmeasure\tprecision\trecall\tf1\nx\tcues\t89.2\t93.6 \u00b1 0.4\t90.1\n"
    (row,) = read_table(text).rows
    assert row[:7] == ("x", "Cues", "89.2", "93.6", "90.1", "", True)
    (found,) = verify_published([row], {"cues": 264})
    assert found.verdict == "may be a mean over runs" and found.is_right


ROWS = (
    ("x", "Cues", "89.17", "93.56", "91.31"),
    ("x", "Scope tokens(no cue match)", "75.87", "90.08", "82.37"),
)


@pytest.mark.parametrize(
    "text, columns",
    [
        ("System,Metric,P,R,F-score\nx,cues,89.17,93.56,91.31\nx,ST,75.87,90.08,82.37\n", None),
        ("x;cues;89.17;93.56;91.31\n;tokens;75.87;90.08;82.37\n", "system,measure,p,r,f1"),
        (
            "| model | Cues P | Cues R | Cues F1 | tokens P | tokens R | tokens F |\n|---|--:|\n"
            "| x | **89.17** | 93.56 | 91.31 | 75.87 | 90.08 | 82.37 |\n",
            None,
        ),
        (
            "\\begin{tabular}{lrrrrrr}\n\\toprule\n & \\multicolumn{3}{c}{Cues} & "
            "\\multicolumn{3}{c}{Scope tokens} \\\\ \\cmidrule(lr){2-4}\n"
            "System & P & R & F$_1$ & P & R & F$_1$ \\\\ \\midrule % a comment\n"
            "x & 89.17 & \\textbf{93.56} & 91.31 & 75.87 & 90.08$^\\dagger$ & 82.37 \\\\\n",
            None,
        ),
        ("x\t89.17\t93.56\t91.31\tq\t75.87\t90.08\t82.37\n", "system,cues P,cues R,cues,-,tokens P,tokens R,tokens F1"),
        ("system,measure,p,r,f\rx,cues,89.17,93.56,91.31\rx,tokens,75.87,90.08,82.37\r", None),
        ("\ufeffsystem\tmeasure\tprecision\trecall\tf1\r\nx\tCues:\t89.17\t93.56\t91.31\r\n\r\nx\tscope tokens\t75.87\t90.08\t82.37\r\n", None),
    ],
)  # fmt: skip
def test_a_table_is_read_in_the_shapes_in_which_papers_have_it(text, columns) -> None:
    found = read_table(text, columns and columns.split(","))
    assert tuple(row[:5] for row in found.rows) == ROWS
    assert found.not_read == ()


@pytest.mark.parametrize("form", ["tsv", "markdown", "latex"])
@pytest.mark.parametrize("several", [[], [LARGE.gold]])
def test_the_tables_of_score_are_read(form, several, tmp_path) -> None:
    words = ["score", "-g", LARGE.gold, "-s", LARGE.system, *several]
    words += ["--metrics", "p,r,f1"] if several else []
    path = tmp_path / "table"
    path.write_bytes(answer([*map(str, words), "--format", form]).stdout)
    found = json.loads(
        run("--published", path, "--gold", LARGE.gold, "--format", "json").partition("\nsem")[0]
    )
    assert len(found["rows"]) == 11 * (1 + len(several))
    first = found["rows"][0]
    assert (first["label"], first["precision"], first["recall"]) == ("Cues", "94.19", "84.58")
    assert first["solutions"] == [{"true_positives": 373, "false_negatives": 68, "others": 23}]


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "line 1: found nothing; expected columns system, measure"),
        ("a,b\n", "line 1: found 'a b'; expected columns system, measure"),
        ("PK\3\4\0\0", "expected columns system, measure"),
        ("system\tmeasure\tf1\nx\tCues\tq\n", "line 2: found 'q'; expected a percentage"),
        ("system\tmeasure\tf1\nx\tCues\t1\t2\n", "line 2: found 4 cells; expected 3"),
        ("system\tmeasure\tf1\nx\tCue marks\t91.31\n", "line 2: there is no row 'Cue marks'"),
        ("system\tf1\nx\t91.31\n", "line 2: no measure is named"),
        ("system\tmeasure\tf1\n", "has no row"),
        ("a,b\0c\n", "expected"),
        ("a," + "x" * 200_000 + "\n", "line 1: found 'a,xxx"),
        ("system\tmeasure\tf1\nx\tCues\t191\n", "line 2: found '191'; expected at most 100"),
    ],
)
def test_a_table_that_cannot_be_read_is_told_with_its_line(text, message, tmp_path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text(text, encoding="utf-8")
    assert message in run("--published", path, status=2)


def test_means_of_systems_in_a_table_contradict_nothing(tmp_path) -> None:
    """The rows of a mean are possible by chance, and then not together."""
    fewer = ("--rows", "cues,scopes,full")
    words = ["score", "-g", LARGE.gold, "-s", LARGE.system, LARGE.gold, "--mean", "--format"]
    for form in ("tsv", "markdown"):
        path = tmp_path / form
        path.write_bytes(answer([*map(str, words), form, "--metrics", "p,r,f1", *fewer]).stdout)
        for more in ((), ("--gold", LARGE.gold))[form == "tsv" :]:
            found = answer(
                ["verify", "--published", str(path), *map(str, more), "--format", "json"]
            )
            rows = json.loads(found.stdout)["rows"]
            assert found.status == 0 and len(rows) == 9
            assert {row["verdict"] for row in rows} <= {"possible", "a mean"}


@pytest.mark.parametrize("name", ["standard deviation (n - 1)", "Std. dev.", "SD", "std"])
def test_rows_of_deviations_are_no_scores_and_are_counted(name, tmp_path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("system\tmeasure\tf1\nSDP\tCues\t91.31\n%s\tCues\t3.72\n" % name)
    text = run("--published", path)
    assert "1 row of deviations is left out" in text and "\n1 row: 1 possible\n" in text


@given(
    st.text(
        alphabet=st.sampled_from(list('\t,;|&\\\n\r"#{}%. 0189PRF1Cuesmeasuresystem\0\xe9')),
        max_size=80,
    )
)
def test_no_text_is_more_than_refused(text) -> None:
    for whole in (text, "system\tmeasure\tf1\n" + text, "system,measure,f1\n" + text):
        try:
            verify_published(read_table(whole).rows)
        except ValueError as error:
            assert str(error)


def test_lines_without_a_score_are_counted(tmp_path) -> None:
    path = tmp_path / "table.md"
    path.write_text(
        "A table:\n\n| System | Cues P | Cues F1 |\n|---|---|--:|\n| *ours* |||\n| A | N/A | --- |\n"
        "| **B** | __91.42__ | *92.10*\u2020 |\n\nas in the paper.\n"
    )
    text = run("--published", path)
    assert "\nB\n" in "\n" + text.replace("**", "") and "2 lines have no score" in text


def test_a_first_line_without_a_score_is_counted_where_columns_are_named(tmp_path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("x\tq\ny\t91.31\n")
    assert "1 line has no score" in run("--published", path, "--columns", "system,cues")


def test_utf_16_is_read(tmp_path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("system;measure;f1\nx;Cues;91,31\n", encoding="utf-16")
    assert "1 row: 1 possible" in run("--published", path)


def test_columns_that_are_not_read_are_named(tmp_path) -> None:
    path = tmp_path / "table.tsv"
    path.write_text("system\tmeasure\tf1\tAcc\nx\tCues\t91.31\t90\n")
    assert "1 column not read: Acc" in run("--published", path)


@pytest.mark.parametrize("form", ["text", "tsv", "json", "markdown"])
def test_every_format_has_every_row(form) -> None:
    # The numbers are those of the text in all of them: for the others, one table is enough.
    for name in TABLES if form == "text" else ["uio1-2012"]:
        rows = read_table((FOLDER / (name + ".tsv")).read_text(encoding="utf-8")).rows
        words = ["--published", FOLDER / (name + ".tsv"), *TABLES[name], "--format", form]
        text = answer(["verify", *map(str, words)]).stdout.decode()
        for row in rows:
            assert all(share in text for share in row.shares), (name, row)


@pytest.mark.parametrize(
    "lines",
    [
        "x & 89.17 & 93.56 & 91.31 \\\\ y & 91.42 & 92.80 & 92.10 \\\\ \\hline",
        "x & 89.17 &\n93.56 & 91.31 \\\\\ny & 91.42 & 92.80 & 92.10 \\end{tabular}",
    ],
)
def test_a_row_of_latex_ends_at_two_backslashes_wherever_the_line_ends(lines) -> None:
    rows = read_table("System & Cues P & Cues R & Cues F1 \\\\\n" + lines).rows
    assert [row[:5] for row in rows] == [ROWS[0], ("y", "Cues", "91.42", "92.80", "92.10")]


def test_rows_of_markdown_need_no_bar_at_the_left() -> None:
    text = "| System | Cues F1 |\n|---|---|\n| x | 91.31 |\ny | 92.10\n\nnot | this\n"
    assert [row.system for row in read_table(text).rows] == ["x", "y"]


def test_two_columns_of_one_meaning_are_an_error() -> None:
    with pytest.raises(ValueError, match="line 1: found a second column 'Cues P'"):
        read_table("System,Cues P,Cues P,Cues F1\nx,89.17,93.56,91.31\n")


def test_scores_with_all_digits_of_a_float_are_possible() -> None:
    shares = [repr(385 / 398 * 100), repr(385 / 441 * 100)]
    p, r = map(float, shares)
    row = PublishedRow("x", "Cues", *shares, repr(2 * p * r / (p + r)))
    (found,) = verify_published([row], {"cues": 441})
    assert found.verdict == "possible" and (385, 56, 13) in found.solutions


def test_no_mean_over_runs_has_an_f1_that_no_run_can_have() -> None:
    rows = [PublishedRow("x", label, "95.12", "93.45", "13.32") for label in ("Cues", "NIS tok")]
    assert {one.verdict for one in verify_published(rows, mean_of="runs")} == {"not possible"}
