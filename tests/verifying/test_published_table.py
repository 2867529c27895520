"""Published tables as people have them, and rows as they are judged: alone, together, as means."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, command_answer, examples
from hypothesis import given, settings
from hypothesis import strategies as st
from trials import CDSCO, verify

from sem2012_scorer import PublishedRow, verify_published
from sem2012_scorer.verifying.names import row_by_name
from sem2012_scorer.verifying.numbers import (
    PrintedScore,
    has_number_deviation,
    number_in_score_cell,
)
from sem2012_scorer.verifying.published_table import read_table, read_tables
from sem2012_scorer.verifying.rows import READINGS, Row, counts_that_fit

# Cells --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cell",
    """91.12|**91.12**|__91.12__|\\textbf{91.12}|{\\bf 91.12}|$91.12$|$\\mathbf{91.12}$|91.12†
    91.12$^{\\dagger}$|91.12*|91,12|91·12|91.12 %|91.12\\%|91.12±0.3|91.12 (0.3)|91.12 +/- 0.3
    $91.12_{\\pm 0.3}$|<b>91.12</b>|91.12<sup>a</sup>|91.12¹|\\underline{91.12}|(91.12)|91. 12
    \\textcolor{red}{91.12}|91.12 [90.1, 92.0]|91.12\u2009%|\u00a091.12|91.12\\,\\%""".replace(
        "\n    ", "|"
    ).split("|"),
)
def test_a_score_is_read_whatever_marks_it_has(cell: str) -> None:
    number = PrintedScore.read(cell)
    assert number is not None and (number.value, number.half) == (91.12, 0.005)
    assert has_number_deviation(cell) == ("0.3" in cell or "[90.1" in cell)


@pytest.mark.parametrize("cell", ["", "-", "–", "—", "n/a", "N/A", "NaN", " -- ", "$-$"])
def test_what_stands_for_no_score_is_none(cell: str) -> None:
    assert PrintedScore.read(cell) is None


@pytest.mark.parametrize("cell", ["x", "-5", "100.01", "9" * 5000, "1.2.3", "91.1a", "12 34"])
def test_what_is_no_score_is_an_error(cell: str) -> None:
    with pytest.raises(ValueError, match="expected a percentage or a fraction"):
        PrintedScore.read(cell)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("SCM-B", "scopes-cm-b"),
        ("NISex", "scopes-cm-b"),
        ("NIS ex", "nis-ex"),
        ("nis-ex", "nis-ex"),
        ("Scopes B CM", "scopes-cm-b"),
        ("Scope CM", "scopes-cm"),
        ("Exact scope", "scopes-cm"),
        ("Scopes(no cue match, no punc)", "scopes-no-punc"),
    ],
)
def test_more_names_of_papers(name: str, short: str) -> None:
    assert row_by_name(name).name == short


# Forms of tables ----------------------------------------------------------------------------------

RIGHT = [("A", "cues", "89.17", "93.56", "91.31"), ("B", "cues", "91.42", "92.80", "92.10")]
FORMS = {
    "tsv": "system\tmeasure\tprecision\trecall\tf1\nA\tCue\t89.17\t93.56\t91.31\n\n# x\nB\tCue\t91.42\t92.80\t92.10\n",
    "csv": "system,Cue P,Cue R,Cue F1\nA,89.17,93.56,91.31\nB,91.42,92.80,92.10\n",
    "tsv below a title": "Results, all\nS\tCue P\tCue R\tCue F1\nA\t89.17\t93.56\t91.31\nB\t91.42\t92.80\t92.10\n",
    "semicolons": "system;Cue P;Cue R;Cue F1\nA;89,17;93,56;91,31\nB;91,42;92,80;92,10\n",
    "reversed heads": "system,P (Cues),Recall Cues,Cues_f1\nA,89.17,93.56,91.31\nB,91.42,92.80,92.10\n",
    "markdown": "# Results\nprose | with a bar\n\n| Model | Cue P | Cue R | Cue F₁ |\n|:--|--:|--:|--:|\n"
    "| A | 89.17 | **93.56** | 91.31 |\n| B | 91.42 | 92.80 | 92.10 |\n\nmore\n",
    "markdown without outer bars": "System | Cue P | Cue R | F1 Cues\n--- | --- | --- | ---\n"
    "A | 89.17 | 93.56 | 91.31\nB | 91.42 | 92.80 | 92.10\n\nmore | prose\n",
    "org": "| S | Cue P | Cue R | Cue F1 |\n|---+-------+---|\n| A | 89.17 | 93.56 | 91.31 |\n| B | 91.42 | 92.80 | 92.10 |\n",
    "markdown with two rows of heads": "|  | Cues | | |\n|---|---|---|---|\n| System | Prec. | Rec. | F-measure |\n"
    "| A | 89.17 | 93.56 | 91.31 |\n| B | 91.42 | 92.80 | 92.10 |\n",
    "spanish": "sistema,Cues Precisión,Cues Exhaustividad,Cues F1\nA,89.17,93.56,91.31\nB,91.42,92.80,92.10\n",
    "latex": r"""\begin{table}\begin{tabular}[t]{@{}l*{3}{r}@{}} \toprule
% a comment & with signs \\
\multirow{2}{*}{System} & \multicolumn{3}{c}{\textbf{Cues}} \\ \cmidrule(lr){2-4}
 & P & R & F$_1$ \\ \midrule
A & 89.17 & \textbf{93.56} & 91.31$^{\dagger}$ \\[2pt]
\multicolumn{4}{c}{\makecell{Another\\team}} \\ \hline
B & 91.42 &
  92.80 & 92.10
\end{tabular}\end{table}""",
    "latex in a line": r"\begin{tabular*}{\textwidth}{lrrr} S & Cue P & Cue R & Cue F1 \\ A & 89.17 & 93.56 & 91.31 \\ B & 91.42 & 92.80 & 92.10 \\ \end{tabular*}",
    "longtable": "\\begin{longtable}{lrrr}\nS & Cue P & Cue R & Cue F1 \\\\ \\endhead\nA & 89.17 & 93.56 & 91.31 \\\\\n"
    "S & Cue P & Cue R & Cue F1 \\\\\nB & 91.42 & 92.80 & 92.10 \\\\\n\\end{longtable}",
    "pasted": "Table: the results\nSystem Cues P Cues R Cues F1\nA 89.17 93.56 91.31\nsee also\nB 91,42 92,80 92,10\n",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_table_is_read_in_each_form(form: str) -> None:
    rows = read_table(FORMS[form])
    values = [
        (row.system, row_by_name(row.measure).name, *map(PrintedScore.read, row.scores))
        for row in rows
    ]
    assert [(*row[:2], *(round(n.value, 2) for n in row[2:])) for row in values] == [
        (*row[:2], *map(float, row[2:])) for row in RIGHT
    ]
    assert not any(row.problem for row in rows)


def test_lines_of_rows_are_those_of_the_file() -> None:
    assert [row.line for row in read_table(FORMS["latex"])] == [5, 7]
    assert [row.line for row in read_table(FORMS["tsv"])] == [2, 5]
    assert [row.line for row in read_table(FORMS["markdown"])] == [6, 7]
    assert [row.line for row in read_table(FORMS["pasted"])] == [3, 5]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no table"),
        ("A page without a table.\n", "no table"),
        ("\\begin{tabular}{l}\nS & P \\\\\n", "line 1: this tabular has no"),
        ("system,Scope P,Scope R\nA,1,2\n", "may be scopes-cm, scopes-ncm or tokens"),
        ("system,Cue F1,Kue F1\nA,1,2\n", "unknown column with scores: Kue F1"),
        ("system,Cue F1,Cues F-score\nA,1,2\n", "both hold f1 of cues"),
        ("A 91.1 90.2\nB 80.1 70.2\n", "found '91.1 90.2'; expected a percentage"),
        ("| a | b |\n|---|---|\n| x | y |\n", "no table with scores"),
    ],
)
def test_what_is_not_understood_is_an_error(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_tables(text)


def test_pasted_lines_without_a_head_and_with_a_word_among_the_numbers(here: Path) -> None:
    text = "UiO1 run 2 89.17 93.56 91.31\nUiO2 91.42 9x.80 92.10\nFBK 93.41 ± 0.1 91.29 % 92.34*\n"
    assert verify("t.txt", text, "--measure", "cues", "--gold-counts", CDSCO) == (
        1,
        "3 rows: 2 not checked\n"
        "\n"
        "row                                P       R     F1\n"
        "t.txt:2: UiO2 cues  91.42 9x.80 92.…       -      -\n"
        "    not checked: found '91.42 9x.80 92.10'; expected a percentage or a fraction,\n"
        "      one for each column\n"
        "t.txt:3: FBK cues          93.41±0.1  91.29%  92.34\n"
        "    not checked: a mean over runs, whose F1 is possible with this P and R\n",
        "",
    )


def test_rows_that_are_not_read_are_counted_and_rows_without_scores_are_no_error(
    here: Path,
) -> None:
    head = "system\tmeasure\tprecision\trecall\tf1\n"
    text = head + "A\tCues\t91.12\t89.39\t90.25\nB\tCues\t-\t–\tn/a\nC\tKues\t-\t\t\n"
    found = verify("t.tsv", text, "--gold-counts", CDSCO)
    assert found == (0, "3 rows: 2 without a score\n", "")
    assert verify("t.tsv", text + "D\tCues\tx\t1\t1\n", "--gold-counts", CDSCO) == (
        1,
        "4 rows: 1 not checked, 2 without a score\n"
        "\n"
        "row              P  R  F1\n"
        "t.tsv:5: D Cues  x  1   1\n"
        "    not checked: found 'x'; expected a percentage or a fraction\n",
        "",
    )


@pytest.mark.parametrize("words", ["a.csv b.csv", "a.csv --published b.csv"])
def test_several_files_get_a_line_each_and_ignored_columns_a_note(here: Path, words: str) -> None:
    Path("a.csv").write_text("system,Epoch,Cue P,Cue R,Cue F1\nA,3,89.17,93.56,91.31\n")
    Path("b.csv").write_text("system,Cue P,Cue R,Cue F1\nA,89.17,93.56,95.31\n")
    found = command_answer(["verify", "--published", *words.split(), "--gold-counts", CDSCO])
    assert (found.status, found.stdout.decode(), found.stderr.decode()) == (
        1,
        "2 rows: 1 not possible\n"
        "\n"
        "a.csv:1: 1 row: all possible\n"
        "b.csv:1: 1 row: 1 not possible\n"
        "\n"
        "row                  P      R     F1\n"
        "b.csv:2: A cues  89.17  93.56  95.31\n"
        "    not possible: no counts for 264 cues give these scores; if P and R are\n"
        "      right, F1 is 91.31; nearest: 89.17 93.56 91.31 (tp 247, fn 17, fp 30);\n"
        "      89.49 93.56 91.48 (tp 247, fn 17, fp 29)\n",
        "sem2012-scorer: note: a.csv:1: ignored 1 column: Epoch\n",
    )


def test_a_report_is_no_table_and_a_table_no_report(here: Path) -> None:
    report = (ROOT / "fixtures/all-right/eval.cd-sco.answer").read_text()
    assert verify("r.txt", report) == (
        2,
        "",
        "sem2012-scorer: r.txt: this is a recorded report: sem2012-scorer verify r.txt\n",
    )
    for text, measure in ((FORMS["markdown"], ""), ("A 1.0 1.0 1.0\n", " --measure ROW")):
        Path("t").write_text(text)
        found = command_answer(["verify", "t"])
        advice = "sem2012-scorer verify --published t" + measure
        words = f"sem2012-scorer: t: this is a published table: {advice}\n"
        assert (found.status, found.stderr.decode()) == (2, words)


def test_a_hundred_tables_of_a_page() -> None:
    page = "text\n\n| S | Cue F1 |\n|---|---|\n| A | 90.1 |\n\n" * 100
    assert [table.line for table in read_tables(page)] == [3 + 6 * n for n in range(100)]


# Rows alone ---------------------------------------------------------------------------------------


@settings(max_examples=examples(300))
@given(st.data())
def test_the_counts_that_fit_are_those_of_a_brute_force(data: st.DataObject) -> None:
    """Every number of true positives and of system items is tried, as each reading prints it."""
    gold = data.draw(st.integers(1, 25))
    tp = data.draw(st.integers(1, gold))
    system = data.draw(st.integers(tp, 40))
    decimals = data.draw(st.integers(0, 2))
    reading = data.draw(st.sampled_from(sorted(READINGS)))
    measure = row_by_name(data.draw(st.sampled_from(["cues", "cues-b", "tokens"])))
    zero = PrintedScore.read("%.*f" % (decimals, 0))
    empty = Row(measure, p=zero, r=zero, f=zero, golds=(gold,))
    shown = ["%.*f" % (decimals, s) for s in READINGS[reading].scores_of(tp, system, gold, empty)]
    kept = data.draw(st.sets(st.sampled_from(range(3)), min_size=1))
    scores = [PrintedScore.read(cell) if n in kept else None for n, cell in enumerate(shown)]
    row = Row(measure, None, None, None, None, None, *scores, golds=(gold,))
    found = counts_that_fit(row, [reading])
    most = 300
    forward = set()
    for right in range(gold + 1):
        for items in range(right, most):
            printed = READINGS[reading].scores_of(right, items, gold, row)
            is_cut = READINGS[reading].is_cut
            if all(c is None or c.side_of_print(s, is_cut) == 0 for c, s in zip(scores, printed)):
                forward.add((right, items if right else None))
    fitting = set()
    for fit in found.fits:
        divisor = fit.divisor(measure.is_b) if fit.tp else None
        if (divisor or 0) < most:
            fitting.add((fit.tp, divisor))
    assert fitting == forward or (not found.are_all and fitting <= forward)


def answers(
    rows: list[PublishedRow], gold: str | None = CDSCO, scorer: str | None = None
) -> list[str]:
    return [str(answer) for answer in verify_published(rows, gold, scorer)]


def test_the_answer_says_what_would_have_to_change() -> None:
    counts = {"gold": 1805, "tp": 1095, "fp": 149, "fn": 710}
    row = PublishedRow("A", "tokens", "88.66", "60.66", "72.04", counts=counts)
    assert answers([row]) == [
        "not possible: tp 1095 and fp 149 give P 88.02; fp 149 does not fit; 140 does"
    ]
    odd = PublishedRow("A", "cues", "89.17", "93.56", "92.31")
    assert "; if P and R are right, F1 is 91.31; nearest: 89.17 93.56 91.31" in answers([odd])[0]
    assert answers([odd], None) == [
        "not possible: with this P and R, F1 is 91.31; if R and F1 are right, P may be 91.08 to 91.11; "
        "if P and F1 are right, R may be 95.66 to 95.70"
    ]


def test_every_score_between_the_ends_that_are_named_is_possible_and_none_beside_them() -> None:
    """The same rule decides what may be, and what is possible."""
    (words,) = answers([PublishedRow("A", "cues", "90.1", "88.0", "90.0")], None)
    low, high = words.partition("P may be ")[2].partition(";")[0].split(" to ")
    for tenths in range(890, 951):
        (answer,) = answers([PublishedRow("A", "cues", f"{tenths / 10}", "88.0", "90.0")], None)
        assert answer.startswith("possible:") == (float(low) <= tenths / 10 <= float(high)), tenths


def test_exchanged_precision_and_recall_are_said_once(here: Path) -> None:
    text = "system,Cue P,Cue R,Cue F1\nA,93.56,89.17,91.31\nB,92.80,91.42,92.10\n"
    assert verify("t.csv", text, "--gold-counts", CDSCO)[:2] == (
        1,
        "2 rows: 2 not possible, but possible with P and R exchanged\n",
    )


@pytest.mark.parametrize(
    ("measure", "score", "answer"),
    [
        ("cns", "43.83", "possible: 103 of 235 sentences"),
        ("cns", "43.84", "not possible: no number of correct sentences out of 235 gives 43.84"),
        (
            "cns",
            "43.64",
            "possible as 103 of 236 sentences, one more than gold has, as the scorer counts if a file lacks its final blank line",
        ),
        ("cns", "45.29", "not possible: no number of correct sentences out of 235 gives 45.29"),
        ("cns", "45.10", "possible as 106 of 235 sentences, truncated instead of rounded"),
        (
            "cns",
            "43.59",
            "possible as 102 of 234 sentences, one fewer than gold has, as 1.0 counts if gold lacks its final blank line",
        ),
        ("sentences", "50.05", "possible: 545 of 1089 sentences"),
        ("sentences", "80.25", "possible as 874 of 1089 sentences, truncated instead of rounded"),
    ],
)
def test_percentages_of_sentences(measure: str, score: str, answer: str) -> None:
    assert answers([PublishedRow("A", measure, f1=score)]) == [answer]


# Rows together ------------------------------------------------------------------------------------


def test_what_holds_only_in_2_2_is_said_so() -> None:
    """Versions 2.0 and 1.0 pair a negation more than once: the system may have fewer than tp and fp."""
    counts = {"gold": 7, "system": 12, "tp": 4, "fp": 11, "fn": 3}
    row = PublishedRow("A", "scopes-cm", "26.67", "57.14", "36.37", counts=counts)
    words = "system 12 does not fit; 15 or more does"
    assert answers([row], None) == [f"not under 2.2: {words}"]
    assert answers([row], None, "eval.cd-sco-2.0") == ["possible: tp 4, fn 3, fp 11"]
    assert answers([row], None, "eval.cd-sco") == [
        f"not possible: the counts beside these scores do not give them; {words}"
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("cues", "89.17", "93.56", "91.31"), ("cues-b", "93.56", "93.56", "93.56")),
        (("cues", "50.00", "10.23", "16.98"), ("scopes-cm", "83.89", "60.64", "70.39")),
        (("scopes-cm", "83.89", "60.64", "70.39"), ("scopes-ncm", "80.00", "12.85", "22.14")),
        (("cues-b", "86.97", "93.56", "90.14"), ("full-b", "42.18", "43.94", "43.04")),
    ],
)
def test_rows_of_one_report_contradict_each_other(
    first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    rows = [PublishedRow("A", *first), PublishedRow("A", *second)]
    named = [answer.partition(" (")[0] for answer in answers(rows)]
    assert named == [f"contradicts {second[0]}", f"contradicts {first[0]}"]
    # Those of two systems, or of two runs, do not.
    for others in ([rows[0], rows[1]._replace(system="B")], [rows[0], rows[1]._replace(run="2")]):
        assert not any("contradicts" in answer for answer in answers(others))


def test_without_golds_total_recall_of_a_measure_and_its_b_row_are_the_same() -> None:
    plain = PublishedRow("A", "cues", "89.17", "93.56", "91.31")
    b = PublishedRow("A", "cues-b", "86.97", "93.56", "90.14")
    assert answers([plain, b], None) == ["possible: F1 follows from P and R"] * 2
    wrong = PublishedRow("A", "cues-b", "86.97", "92.80", "89.79")
    same = "(R must be the same)"
    assert answers([plain, wrong], None) == [
        f"contradicts cues-b {same}",
        f"contradicts cues {same}",
    ]
    higher = PublishedRow("A", "cues-b", "93.56", "93.56", "93.56")
    assert answers([plain, higher], None) == [
        "contradicts cues-b (P is lower here)",
        "contradicts cues (P is higher here)",
    ]


def test_runs_of_one_system_never_contradict_each_other() -> None:
    cues = [("89.17", "93.56", "91.31"), ("91.42", "92.80", "92.10")]
    cues_b = [("86.97", "93.56", "90.14"), ("89.09", "92.80", "90.91")]
    by_run = [
        PublishedRow("A", measure, *scores)
        for pair in zip(cues, cues_b)
        for measure, scores in zip(("cues", "cues-b"), pair)
    ]
    by_measure = [PublishedRow("A", "cues", *scores) for scores in cues]
    by_measure += [PublishedRow("A", "cues-b", *scores) for scores in reversed(cues_b)]
    for rows in (by_run, by_measure):
        assert not any("contradicts" in answer for answer in answers(rows))


def test_a_printed_number_of_the_system_is_that_of_the_b_row() -> None:
    cues = PublishedRow("A", "cues", "89.17", "93.56", "91.31", counts={"system": 284})
    b = PublishedRow("A", "cues-b", "86.97", "93.56", "90.14")
    assert not any("contradicts" in answer for answer in answers([cues, b]))
    assert answers([cues._replace(counts={"system": 285}), b]) == [
        "contradicts cues-b (system cannot be the same)",
        "contradicts cues (system cannot be the same)",
    ]


def test_all_rows_of_table_4_are_possible_and_one_of_table_5_contradicts() -> None:
    folder = ROOT / "fixtures/published"
    of_table_4 = read_table((folder / "sem2012-table4.tsv").read_text())
    found = verify_published(of_table_4, CDSCO)
    assert len(found) == 72 and {answer.verdict for answer in found} == {"possible"}
    of_table_5 = read_table((folder / "sem2012-table5.tsv").read_text())
    odd = [answer for answer in verify_published(of_table_5, CDSCO) if not answer.is_right]
    assert [(answer.row.system[:3], str(answer)) for answer in odd] == [
        ("FBK", "contradicts full-b (system cannot be the same)"),
        ("FBK", "contradicts cues-b (system cannot be the same)"),
    ]


# Means --------------------------------------------------------------------------------------------

RUNS = [("90.00", "80.00", "84.71"), ("80.00", "60.00", "68.57"), ("85.00", "70.00", "76.77")]


@pytest.mark.parametrize("name", ["A (mean)", "average"])
@pytest.mark.parametrize(
    ("scores", "answer"),
    [
        (("85.00", "70.00", "76.68"), "possible as the plain mean of the 3 rows above"),
        (
            ("85.00", "70.00", "76.77"),
            "possible as the plain mean of the 3 rows above; F1 computed from it",
        ),
        (
            ("85.00", "70.00", "79.68"),
            "not possible: P and R are the plain mean of the 3 rows above; F1 would be 76.68",
        ),
    ],
)
def test_a_mean_is_one_of_the_rows_directly_above(
    name: str, scores: tuple[str, ...], answer: str
) -> None:
    rows = [PublishedRow("A", "cues", *run, run=str(n)) for n, run in enumerate(RUNS)]
    assert answers([*rows, PublishedRow(name, "cues", *scores)], None)[-1] == answer


def test_a_single_f1_is_never_a_mean() -> None:
    rows = [PublishedRow("A", "cues", f1=f1, run=str(n)) for n, f1 in enumerate(("80.00", "90.00"))]
    found = answers([*rows, PublishedRow("A mean", "cues", f1="85.00")], None)
    assert found[-1] == "not checked: give precision and recall too, or the number of gold's cues"


@pytest.mark.parametrize(
    ("f1", "answer"),
    [
        (
            "71.0 ± 0.3",
            "not checked: a mean over runs, whose F1 is possible with this P and R",
        ),
        ("71.5 ± 0.3", "not possible: no runs have these means: F1 of P and R is about 71.3"),
    ],
)
def test_a_mean_with_its_deviation_is_checked_by_the_bound_on_f1(f1: str, answer: str) -> None:
    row = PublishedRow("A", "tokens", "63.6 ± 1.0", "81.0 ± 0.9", f1)
    assert answers([row])[0] == answer


@pytest.mark.parametrize(
    "mark",
    r"\footnote{2} \footnotemark \footnotemark[1] \tnote{1} \cite{12} \citep[p.~3]{9} \label{x1} \dag \ddag".split(
        " "
    ),
)
def test_a_mark_beside_a_score_is_no_part_of_it(mark: str) -> None:
    for cell in ("93.11" + mark, r"\textbf{93.11}" + mark, r"\textbf{93.11%s}" % mark):
        assert number_in_score_cell(cell) == "93.11", cell


def test_a_line_of_spaces_and_a_data_file_are_no_reports(tmp_path: Path) -> None:
    for text in ("x" + " " * 60_000 + "y\n", "a\t1\t2\tb\tc\td\te\t***\n" * 16_000):
        (tmp_path / "report").write_text(text)
        found = command_answer(["verify", str(tmp_path / "report")])
        assert (found.status, found.stdout) == (2, b"") and b"with a row 'Cues'" in found.stderr


def test_a_column_called_system_beside_names_holds_numbers_of_the_system() -> None:
    head = "name\tmeasure\tgold\tsystem\ttp\tp\tr\tf1\n"
    (row,) = read_table(head + "A\tcues\t264\t260\t238\t91.54\t90.15\t90.84\n")
    assert row.system == "A" and row.counts == {"gold": 264, "system": 260, "tp": 238}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("cues\t90.1\tx\t90.1", "found 'x'; expected a percentage or a fraction"),
        (
            "mine\t90.1\t90.1\t90.1",
            "give --measure ROW, such as cues, or add a column called measure",
        ),
    ],
)
def test_a_row_called_by_its_measure_has_only_the_problem_it_has(
    tmp_path: Path, row: str, problem: str
) -> None:
    table = tmp_path / "table.tsv"
    table.write_text(f"system\tprecision\trecall\tf1\n{row}\n", encoding="utf-8")
    err = command_answer(["verify", "--published", str(table)]).stderr.decode()
    assert err.rstrip().endswith(problem)


def test_heads_name_the_score_only_where_there_are_several() -> None:
    files = ["-g", str(ROOT / "fixtures/thirds/gold.txt"), "-s"]
    files += [str(ROOT / "fixtures/thirds" / f"{name}.txt") for name in ("system", "gold")]
    for metrics, head in (("f1", "| Cues |"), ("p,f1", "| Cues P | Cues F1 |")):
        words = ["compare", *files, "--format", "markdown", "--rows", "cues", "--metrics", metrics]
        assert head in command_answer(words).stdout.decode(), metrics
