"""Values that tables, pages and messages show, taken from the legacy report beside them or counted by hand."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from trials import CASE, GOLD, LARGER_GOLD, LARGER_SYSTEM, SYSTEM, said

SECOND = str(CASE.parent / "predictions" / "second-system.txt")


def scores_of(report: str) -> dict[str, list[str]]:
    """Return the last three numbers of each row of a legacy report."""
    rows = re.findall(r"^([A-Z][^:|]*):(.*)$", report, re.MULTILINE)
    return {label: re.findall(r"\d+\.\d\d", numbers)[-3:] for label, numbers in rows}


def test_json_has_the_percentages_of_sentences_that_the_report_prints() -> None:
    report = said("score", "-g", GOLD, "-s", SYSTEM)[1]
    percent = dict(re.findall(r"% correct ([a-z ]+): (\S+)", report))
    text = said("score", "-g", GOLD, "-s", SYSTEM, "--format", "json")[1]
    assert json.loads(text)["sentences"]["percent_correct"] == {
        "sentences": percent["sentences"],
        "negation_sentences": percent["negation sentences"],
    }


@pytest.mark.parametrize("form, cell", [("latex", r"& ?([\d.]+)"), ("markdown", r"\| ([\d.]+)")])
def test_a_table_has_the_scores_of_the_report(form: str, cell: str) -> None:
    printed = scores_of(said("score", "-g", LARGER_GOLD, "-s", LARGER_SYSTEM)[1])
    six = [f1 for _, _, f1 in list(printed.values())[:6]]
    call = ("compare", "-g", LARGER_GOLD, "-s", LARGER_SYSTEM, SECOND, "--names", "ours", "theirs")
    text = said(*call, "--trials", 20, "--format", form)[1]
    (row,) = [line for line in text.split("\n") if line.lstrip("| ").startswith("ours ")]
    assert re.findall(cell, row) == six


def test_a_missed_cue_is_named_with_what_it_counts() -> None:
    text = said("explain", "-g", LARGER_GOLD, "-s", LARGER_SYSTEM, "--kind", "missed")[1]
    first = text.split("\n\n")[0]
    assert first.split("\n")[3:] == [
        '    gold 1: missed "not"',
        "        false negative in Cues, Scopes, Negated and Full negation; 6 scope",
        "            tokens missed",
    ]
    assert text.count(": missed ") == 36  # as in the table of costs


def test_what_is_left_of_a_list_is_counted(tmp_path: Path) -> None:
    folder = tmp_path / "g"
    folder.mkdir()
    for name in "abcdefg":
        (folder / f"{name}.txt").write_text("")
    (tmp_path / "s").mkdir()
    (tmp_path / "s" / "z.txt").write_text("")
    status, _, err = said("score", "-g", folder, "-s", tmp_path / "s")
    unpaired = 7 + 1
    shown = err.count(".txt has no")
    assert status == 2 and f"and {unpaired - shown} more" in err


def test_check_without_gold_names_the_line_at_which_a_file_is_cut(tmp_path: Path) -> None:
    lines = Path(LARGER_SYSTEM).read_text(encoding="utf-8").split("\n")
    cut = tmp_path / "cut.txt"
    cut.write_text("\n".join(lines[:20])[:-20], encoding="utf-8")
    status, out, _ = said("check", "-s", cut)
    assert status == 1 and "E201" in out.split("\n")[0] and f"{cut}:20:" in out


def test_a_drop_in_names_the_python_that_wrote_it(tmp_path: Path) -> None:
    target = tmp_path / "scorer_task2.pl"
    assert said("dropin", target)[0] == 0
    first = target.read_text(encoding="utf-8").split("\n")[0]
    # A first line holds no path with a space.
    assert first == f"#!{sys.executable}" or (
        " " in sys.executable and first == "#!/usr/bin/env python3"
    )


def test_a_file_in_which_nothing_can_be_read_holds_nothing(tmp_path: Path) -> None:
    (tmp_path / "page.xml").write_text("<?xml version='1.0'?><page/>\n", encoding="utf-8")
    found = json.loads(
        said("check", "-g", GOLD, "-s", tmp_path / "page.xml", "--format", "json")[1]
    )
    (file,) = found["files"]
    assert set(file["contents"].values()) == {0}
