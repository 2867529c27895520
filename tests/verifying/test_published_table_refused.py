"""Published tables: what is not guessed, and what is refused: numbers of a line, measures, gold's counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import command_answer
from trials import CDSCO, verify


def of_cues(text: str, here: Path) -> list[str]:
    """Return the answers on lines pasted from a PDF, for cues of CD-SCO test: first the counts of rows."""
    (here / "pasted.txt").write_text(text, encoding="utf-8")
    words = ["verify", "--published", "pasted.txt", "--measure", "cues", "--gold-counts", CDSCO]
    shown = command_answer(words).stdout.decode().splitlines()
    return [" ".join(line.split()) for line in shown]


@pytest.mark.parametrize(
    "line",
    [
        "BERT 2 91.54 90.15 90.84",
        "GPT 3.5 91.54 90.15 90.84",
        "A system of 2012 91.54 90.15 90.84",
    ],
)
def test_a_number_that_looks_otherwise_than_scores_ends_the_name(here: Path, line: str) -> None:
    assert of_cues(f"System P R F1\n{line}\n", here) == ["1 row: all possible"]


@pytest.mark.parametrize(
    ("line", "name", "numbers"),
    [
        ("BERT-base 91.54 90.15 90.84 3", "BERT-base", "91.54 90.15 90.84 3"),
        ("BERT 2 91 90 90", "BERT", "2 91 90 90"),
        ("UABCoRAL 79.04 85.31", "UABCoRAL", "79.04 85.31"),
        ("Their system 79.04 85.31", "Their system", "79.04 85.31"),
        ("Run 2 79.04 85.31", "Run", "2 79.04 85.31"),
        ("Ours 79.04a 85.31b", "Ours", "79.04a 85.31b"),
    ],
)
def test_a_pasted_line_with_more_or_fewer_numbers_is_not_guessed(
    here: Path, line: str, name: str, numbers: str
) -> None:
    shown = of_cues(f"System P R F1\nFine 91.54 90.15 90.84\n{line}\n", here)
    assert shown[0] == "2 rows: 1 not checked"
    assert shown[3].startswith(f"pasted.txt:3: {name} cues ")
    assert f"not checked: found '{numbers}'; expected a percentage" in " ".join(shown)


@pytest.mark.parametrize(
    "scores",
    [
        "91.54 90.15 90.84 *",
        "*91.54 *90.15 *90.84",
        "↑91.54 ↓90.15 ↑90.84†",
    ],
)
def test_marks_and_signs_around_pasted_numbers_are_no_part_of_them(here: Path, scores: str) -> None:
    table = f"System P R F1\nFine 91.54 90.15 90.84\nOurs {scores}\n"
    assert of_cues(table, here) == ["2 rows: all possible"]
    (wrong, *_) = of_cues(table.replace(".84", ".94"), here)
    assert wrong == "2 rows: 2 not possible"


@pytest.mark.parametrize("scores", ["91.54a 90.15a 90.84a", "91.540.3 90.150.3 90.840.2"])
def test_a_pasted_line_without_a_readable_number_is_counted(here: Path, scores: str) -> None:
    shown = of_cues(f"System P R F1\nFine 91.54 90.15 90.84\nOurs {scores}\n", here)
    assert shown[0] == "2 rows: 1 not checked"


def test_a_measure_that_the_heads_name_already_is_refused(here: Path) -> None:
    text = "system,Cue P,Cue R,Cue F1\nA,91.54,90.15,90.84\n"
    for measure in ("cues", "tokens"):
        assert "leave --measure out" in verify("t.csv", text, "--measure", measure)[2]
    assert "'foo' is not the name of a row" in verify("t.csv", text, "--measure", "foo")[2]


def test_a_row_that_the_named_scorer_does_not_print_is_an_error(here: Path) -> None:
    text = "system,measure,precision,recall,f1\nA,full,75.80,45.08,56.54\n"
    error = verify("t.csv", text, "--scorer", "scorer_task2")[2]
    assert "scorer_task2 prints no row 'full'; its rows: cues, cues-b, cns, sentences" in error
    for name in ("full", "Scopes"):  # a name of several rows, none of which it prints, too
        more = f"{text}A,cues,75.80,45.08,56.54\n".replace("full", name)
        status, shown, _ = verify("t.csv", more, "--scorer", "scorer_task2")
        assert (status, shown.splitlines()[0]) == (1, "2 rows: 1 not checked")
        assert f"scorer_task2 prints no row '{name}'" in shown
    assert verify("t.csv", text.replace("full", "nis-tok"), "--scorer", "scorer_task2")[0] == 0


def test_gold_without_cues_gives_no_other_score_than_zero(here: Path) -> None:
    words = ["verify", "--measure", "cues", "--recall", "90.1", "--gold-counts", "cues=0"]
    shown = command_answer(words).stdout.decode()
    assert shown == "not possible: with 0 cues in gold, recall and F1 are 0.00\n"


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ("cdsco-tst", "there is no corpus 'cdsco-tst' (did you mean cdsco-test?)"),
        ("cdsco-test,cues=265", "takes a corpus or numbers, not both"),
    ],
)
def test_counts_of_gold_that_are_not_understood_are_an_error(
    here: Path, counts: str, words: str
) -> None:
    call = ["verify", "--measure", "cues", "--recall", "90.1", "--gold-counts", counts]
    assert words in command_answer(call).stderr.decode()


def test_one_row_with_the_name_of_a_score_is_a_system(here: Path) -> None:
    """Several are a table that has to be turned: `test_means`."""
    table = "system,precision,recall,f1\nF1,91.54,90.15,90.84\n"
    assert verify("t.csv", table, "--measure", "cues")[1].startswith("1 row: all possible")


def test_scores_of_instances_may_have_been_rounded_from_two_decimals(here: Path) -> None:
    """F1 of 386 of 441 and 425 cues is 89.1455: the report has 89.15, which many round to 89.2."""
    for f1, verdict in (("89.1", "possible"), ("89.2", "possible"), ("89.3", "not possible")):
        text = f"System P R F1\nOurs 90.8 87.5 {f1}\n"
        (here / "nis.txt").write_text(text, encoding="utf-8")
        words = ["verify", "--published", "nis.txt", "--measure", "nis-cues"]
        shown = command_answer([*words, "--gold-counts", "cues=441"]).stdout.decode()
        assert shown.startswith(f"1 row: {'1 not' if 'not' in verdict else 'all'} possible")


def test_more_counts_than_can_be_kept_are_not_kept() -> None:
    """Gold may have so many events that all their counts would fill the memory."""
    for total in ("cues", "events"):
        words = ["verify", "--measure", total, "--precision", "40", "--f1", "50"]
        found = command_answer([*words, "--gold-counts", f"{total}=9999999"])
        assert (found.status, found.stdout) == (1, b"not tried: too many counts\n")
