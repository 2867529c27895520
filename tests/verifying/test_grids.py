"""Tables in LaTeX and lines of a PDF: where cells and groups end, and what the heads above lines mean."""

from __future__ import annotations

import pytest

from sem2012_scorer.verifying.published_table import read_table

SCORES = ("89.17", "93.56", "91.31")
HEAD = "S & Cue P & Cue R & Cue F1 \\\\\n"
LINE = "A & 89.17 & 93.56 & 91.31 \\\\\n"
OTHERS = " & 91.42 & 92.80 & 92.10 \\\\\n"


def tabular(rows: str, description: str = "{lrrr}", name: str = "tabular") -> str:
    return f"\\begin{{{name}}}{description}\n{rows}\\end{{{name}}}"


def with_name(cell: str) -> str:
    """Return a tabular whose only line begins with a cell."""
    return tabular(f"{HEAD}{cell} & 89.17 & 93.56 & 91.31 \\\\\n")


@pytest.mark.parametrize(
    ("text", "system"),
    [
        (with_name(r"\multirow{2}{*}[2pt]{A}"), "A"),
        (with_name(r"\multirow[t]{2}{2cm}{A}"), "A"),
        (with_name(r"\multicolumn{1}{l}{A}"), "A"),
        (with_name(r"A{\small{x}}"), "Ax"),
        (with_name(r"A\&B"), "A&B"),
        (tabular(HEAD + LINE, "[t]{lrrr}"), "A"),
        (tabular(HEAD + LINE, "{10cm}[t]{lrrr}", "tabularx"), "A"),
        (tabular(HEAD + LINE, "{10cm}{lrrr}", "tabulary"), "A"),
        (tabular(HEAD + LINE, "{10cm}{lrrr}", "tabular*"), "A"),
        (tabular(HEAD + r"\hline \cmidrule(lr){2-4} " + LINE), "A"),
        (tabular("& \\multicolumn{3}{c}{Cues} \\\\\n S & P & R & F \\\\\n" + LINE), "A"),
    ],
)
def test_a_cell_is_read_whatever_groups_stand_in_it(text: str, system: str) -> None:
    (row,) = read_table(text)
    assert (" ".join(row.system.split()), row.scores, row.problem) == (system, SCORES, "")


def test_a_cell_over_lines_and_columns_takes_their_places() -> None:
    rows = read_table(tabular(HEAD + LINE.replace("A", r"\multirow{2}{*}{A}") + OTHERS))
    assert [(row.line, row.scores[0]) for row in rows] == [(3, "89.17"), (4, "91.42")]
    (row,) = read_table(tabular(HEAD + "A & 89.17 & \\multicolumn{2}{c}{93.56} \\\\\n"))
    assert row.scores == ("89.17", "93.56", "")
    (row,) = read_table(tabular(HEAD + "A & 89.17 & {\\bf 93.56 & 91.31 \\\\\n"))
    assert row.scores == SCORES


def test_a_tabular_in_a_tabular_is_refused() -> None:
    with pytest.raises(ValueError, match="line 1: this tabular holds another one"):
        read_table(with_name(r"\begin{tabular}{c}A \\ B\end{tabular}"))


def test_a_tabular_without_its_end_is_an_error_with_its_line() -> None:
    with pytest.raises(ValueError, match="line 3: this tabular has no .end"):
        read_table("\n\n" + tabular(HEAD + LINE).replace("\\end{tabular}", ""))


TWO = "System P R F1 P R F1\nA 89.17 93.56 91.31 80.00 70.00 74.67\n"


def read(text: str, measure: str = "") -> list[tuple[str, str, tuple[str, ...]]]:
    return [(row.system, row.measure, row.scores) for row in read_table(text, measure)]


@pytest.mark.parametrize("above", ["Cues SCM\n", "Cues Model SCM\n", "Cues Scopes\n", "odd\n"])
def test_words_above_the_heads_of_pasted_lines_are_no_measures(above: str) -> None:
    with pytest.raises(ValueError, match="columns 'P' and 'P' both hold precision"):
        read(above + TWO)


def test_pasted_lines_have_the_scores_of_their_head_or_all_three() -> None:
    with pytest.raises(ValueError, match="found '89.17 93.56'; expected a percentage"):
        read("A 89.17 93.56\nB 91.42 92.80\n", "cues")
    assert read("System Cue P Cue R Cue F1\nA 89.17 93.56 91.31\n") == [("A", "cues", SCORES)]
    assert read("A 89.17 93.56 91.31\n", "cues") == [("A", "cues", SCORES)]


def test_a_line_of_deviations_goes_with_the_line_above_it() -> None:
    head = "System P R F1\nA 89.17 93.56 91.31\n"
    assert read(head + " ±0.3 ±0.2 ±0.1\n", "cues") == [
        ("A", "cues", ("89.17 ± 0.3", "93.56 ± 0.2", "91.31 ± 0.1"))
    ]
    assert read("System P R F1\nA 89.17 – 91.31\n", "cues") == [
        ("A", "cues", ("89.17", "–", "91.31"))
    ]


@pytest.mark.parametrize("name", ["SD", "std", "±", "Std. dev.", "standard deviation", "σ"])
def test_a_line_that_is_called_so_has_the_deviations_of_the_line_above(name: str) -> None:
    table = "| S | Cues P | Cues R | Cues F1 |\n|---|---|---|---|\n| a | 91.30 | 90.10 | 90.65 |\n"
    (row,) = read_table(f"{table}| {name} | 0.2 | 0.3 | 0.2 |\n")
    assert row.scores == ("91.30 ± 0.2", "90.10 ± 0.3", "90.65 ± 0.2")
    assert len(read_table(f"{table}| b | 0.2 | 0.3 | 0.2 |\n")) == 2


def test_a_line_of_more_or_fewer_cells_than_the_head_is_named_and_not_lost() -> None:
    head = "system,measure,precision,±,recall,f1\n"
    rows = read_table(
        f"{head}a,cues,91.54,.1,90.15,90.84\nb,cues,91.54,.1,90.15,90.84,5\nc,cues,91.54\n"
    )
    assert [(row.line, row.problem) for row in rows] == [
        (2, ""), (3, "found 7 cells; expected 6"), (4, "found 3 cells; expected 6"),
    ]  # fmt: skip
    assert rows[0].scores[0] == "91.54 ± .1"


def test_a_line_with_an_ambiguous_measure_alone_is_an_error() -> None:
    table = "| system | P | R | F1 |\n|---|---|---|---|\n| **Cues** | | | |\n| a | 91.54 | 90.15 | 90.84 |\n"
    (row,) = read_table(table)
    assert row.measure == "cues"
    more = table + "| **Scope** | | | |\n| a | 90.00 | 72.00 | 80.00 |\n"
    with pytest.raises(ValueError, match="line 5: 'Scope' may be scopes-cm, scopes-ncm or tokens"):
        read_table(more)
    assert [row.measure for row in read_table(more.replace("Scope", "SCM"))] == [
        "cues",
        "scopes-cm",
    ]
