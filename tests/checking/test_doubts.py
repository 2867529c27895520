"""The line on standard error after a score: which findings of ``check`` change the numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from damaged import CD_SCO, NEGES, in_cells

from sem2012_scorer import check_files, score_files
from sem2012_scorer.cli import answer
from sem2012_scorer.dropin import answer as in_place
from sem2012_scorer.port.scripts import ORIGINALS

DAMAGES: dict[str, tuple[str, Callable[[str], str]]] = {
    "other case": ("W901", in_cells(str.upper)),
    "quoted": ("W126", in_cells(lambda cell: cell if cell == "_" else f"'{cell}'")),
    "a space after": ("W126", in_cells(lambda cell: cell if cell == "_" else cell + " ")),
    "O for empty": ("W117", in_cells(lambda cell: cell.replace("_", "O"))),
    "a dash for empty": ("W117", in_cells(lambda cell: cell.replace("_", "-"))),
    "carriage returns": ("W401", lambda text: text.replace("\n", "\r\n").replace("\n\r\n", "\n\n")),
    "four stars": ("W913", lambda text: text.replace("***", "****")),
    "seven columns where gold has a negation": (
        "W909",
        lambda text: re.sub(r"(?m)^((garden\t4\t)(\S+\t){4}\S+)\t.*$", r"\1", text),
    ),
    "cells that hold labels": ("E605", in_cells(lambda cell: "0" if cell == "_" else "X1")),
    "a negation of stars": ("W913", lambda text: text.replace("***", "***\t***\t***")),
}


def said(command: str, gold: Path, system: Path, *more: str) -> tuple[int, bytes, str]:
    """Return the status, the output and the warnings of a command; `compare` needs a second system, gold itself."""
    systems = [str(system)] + ([str(gold), "--trials", "10"] if command == "compare" else [])
    found = answer([command, "-g", str(gold), "-s", *systems, *more])
    lines = found.stderr.decode().splitlines()
    return found.status, found.stdout, "\n".join(line for line in lines if ": warning: " in line)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    (tmp_path / "gold.txt").write_text(CD_SCO, encoding="utf-8")
    return tmp_path / "gold.txt"


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_changes_numbers_is_named_with_the_command_that_shows_it(
    gold: Path, damage: str
) -> None:
    code, change = DAMAGES[damage]
    system = gold.with_name("system.txt")
    system.write_text(change(CD_SCO), encoding="utf-8", newline="")
    report = str(score_files(gold, system)).encode()
    for command in ("score", "explain", "compare"):
        status, out, warnings = said(command, gold, system)
        assert status == 0 and f"check finds {code} (" in warnings, (command, warnings)
        named_now = re.findall(
            r"[EW]\d{3}", warnings.partition("check finds ")[2].partition(". ")[0]
        )
        to_see = "To see it" if len(named_now) == 1 else "To see them"
        if command == "compare":
            to_see = "To see the codes of each file"
        assert f"{to_see}: sem2012-scorer check -g {gold} -s {system}" in warnings
        assert command != "score" or out == report
    found = check_files(gold, system)
    (places,) = re.findall(code + r" \([^()]*, ([\d,]+) place", warnings)
    named = re.findall(r"[EW]\d{3}", warnings.partition("check finds ")[2].partition(". ")[0])
    assert {*named} <= {*found.places}, "the command shows what the line names"
    assert code in named and int(places.replace(",", "")) >= 1


def test_gold_that_changes_numbers_is_called_gold(gold: Path) -> None:
    system = gold.with_name("system.txt")
    system.write_text(CD_SCO, encoding="utf-8")
    gold.write_text(DAMAGES["carriage returns"][1](CD_SCO), encoding="utf-8", newline="")
    assert (
        "check finds W401 (gold: line endings other than line feeds"
        in said("score", gold, system)[2]
    )


@pytest.mark.parametrize("text", [CD_SCO, NEGES], ids=["CD-SCO", "NEGES"])
def test_of_right_files_nothing_is_said(gold: Path, text: str) -> None:
    gold.write_text(text, encoding="utf-8")
    system = gold.with_name("system.txt")
    missed = re.sub(
        r"(?m)\tneither((\t\S+){2}\t?)$", r"\t%s\1" % ("-" if text == NEGES else "_"), text
    )
    system.write_text(missed, encoding="utf-8")
    assert missed != text
    scorer = "scorer_task2" if text == NEGES else "eval.cd-sco"
    for command in ("score", "explain", "compare"):
        warnings = said(command, gold, system, "--scorer", scorer)[2].splitlines()
        assert [one for one in warnings if "the same as gold" not in one] == []


def test_the_commands_in_place_of_the_scripts_and_python_say_nothing(
    gold: Path, recwarn: pytest.WarningsRecorder
) -> None:
    system = gold.with_name("system.txt")
    system.write_text(DAMAGES["other case"][1](CD_SCO), encoding="utf-8")
    words = [b"-g", bytes(gold), b"-s", bytes(system)]
    assert in_place(ORIGINALS["eval.cd-sco"], b"SCRIPT", words).stderr == b""
    score_files(gold, system)
    assert not [one for one in recwarn.list if "check finds" in str(one.message)]


def test_recorded_answers_are_printed_all_the_same() -> None:
    case = ROOT / "fixtures" / "carriage-return-in-system"
    found = answer(["score", "-g", str(case / "gold.txt"), "-s", str(case / "system.txt")])
    assert found.stdout == str(score_files(case / "gold.txt", case / "system.txt")).encode()
    assert b"W401 (line endings other than" in found.stderr
