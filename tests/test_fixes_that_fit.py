"""What a finding says, and what it says to do, fits the file: its sign, its asterisks, its columns."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from test_check_habits import NO, checked, scored

from sem2012_scorer import check_files
from sem2012_scorer.cli import answer


def test_a_scope_contains_its_cue_even_if_the_cell_of_the_cue_is_wrong() -> None:
    whole = scored(NO[0], [NO[0][0], *NO[1][1:]], NO[2], number=30)
    wrong = whole.replace("\tNo\tNo\t", "\tNi\tNo\t", 1)
    assert wrong != whole
    found = checked(scored(*NO, number=30), wrong)
    assert (found.places["W901"], found.places["W902"]) == (1, 30)
    (one,) = [each for each in found.findings if each.code == "W902"]
    assert one.found.endswith("30 of 30") and one.line == 1


@pytest.mark.parametrize(("sign", "scorer"), [("_", "eval.cd-sco"), ("-", "scorer_task2")])
def test_a_fix_names_the_sign_of_gold_for_empty_cells(sign: str, scorer: str) -> None:
    gold = scored(*NO, number=3).replace("\t_", f"\t{sign}")
    system = gold.replace("\t*\tNo\t", "\t*\tNi\t", 1)
    found = check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()), scorer)
    fixes = [one.fix for one in found.findings if one.code == "W901"]
    assert fixes and all(fix.endswith(f"write {sign}") for fix in fixes)


def test_a_word_column_in_lower_case_is_in_doubt_only_where_gold_does_not_show_it() -> None:
    gold = scored(["no", "_", "_", "_"], NO[1], NO[2], number=3).replace("No", "no")
    system = gold.replace("\t*\tno\t", "\t*\tNo\t")
    (with_gold,) = {one.fix for one in checked(gold, system).findings if one.code == "W901"}
    assert with_gold == 'write "no", as in the word column'
    alone = check_files(None, io.BytesIO(system.encode()))
    (without,) = {one.fix for one in alone.findings if one.code == "W901"}
    assert without.endswith("if column 4 was put into lower case by mistake, correct that column")


def test_asterisks_in_place_of_three_are_said_to_be_so() -> None:
    gold = scored(*NO, number=5)
    found = checked(gold, gold.replace("\t***", "\t****"))
    (one,) = [each for each in found.findings if each.code == "W913"]
    assert one.fix.startswith("write *** (three asterisks)")


def test_one_value_in_a_last_column_after_the_stars_is_a_column_too_many() -> None:
    gold = scored(*NO, number=5)
    for value in ("O", "x"):
        found = checked(gold, gold.replace("\n", f"\t{value}\n").replace(f"\n\t{value}\n", "\n\n"))
        assert (
            found.findings[0].cause
            == f'the last column has "{value}" on every line: it is one too many'
        )


@pytest.mark.parametrize("lines", [1, 3])
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"tokens": ["No", "rain"], "negations": []}', "this is JSON; it must be in columns"),
        ("No|C rain|S", "in columns"),
    ],
)
def test_gold_in_another_format_is_refused_even_if_the_system_has_the_same_bytes(
    tmp_path: Path, lines: int, line: str, words: str
) -> None:
    """The scorers would read no negation in it, and print a table of zeros."""
    path = tmp_path / "gold.txt"
    path.write_text(f"{line}\n" * lines)
    for command in ("score", "check", "explain"):
        found = answer([command, "-g", str(path), "-s", str(path)])
        assert found.status == 1
        said = (found.stdout + found.stderr).decode()
        assert "gold.txt:" in said and words in said


def test_gold_without_annotation_is_said_to_be_so() -> None:
    system = scored(*NO, number=2)
    blind = re.sub(r"(?m)(\t\*)\t.*$", r"\1", system)
    assert "gold has no annotation columns, so only" in str(checked(blind, system))
    assert checked(blind, system).is_gold_blind and not checked(system, system).is_gold_blind
