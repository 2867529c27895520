"""More causes that ``check`` names: of lines in another order, quotation marks, pandas, headers, encodings and labels."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import command_answer
from damaged import CD_SCO, NEGES
from test_check_true_causes import GOLD, LARGER, checked, with_command

from sem2012_scorer import check_files
from sem2012_scorer.checking.repair import repair_layout


def reordered(text: str, order: Callable[[list[str]], list[str]]) -> str:
    """Return a text whose lines of tokens stand in another order, without blank lines."""
    return "\n".join(order([line for line in text.split("\n") if line])) + "\n\n"


@pytest.mark.parametrize(
    "order",
    [
        lambda lines: lines[::-1],
        lambda lines: sorted(lines, key=lambda line: line.split("\t")[3]),
        lambda lines: lines[1::2] + lines[::2],
    ],
    ids=["reversed", "by word", "every second"],
)
def test_golds_lines_in_another_order_are_no_other_text(
    order: Callable[[list[str]], list[str]],
) -> None:
    first = checked(reordered(GOLD, order)).findings[0]
    assert (first.code, first.cause) == (
        "E108",
        "the file has all of gold's lines, but in another order",
    )
    assert first.fix.startswith("write the lines in gold's order")


def test_quotation_marks_around_all_but_numbers_are_named_and_taken_away() -> None:
    """R's write.table quotes text, and not the numbers in columns 2 and 3."""
    quoted = "\n".join(
        "\t".join(cell if cell.isdigit() else f'"{cell}"' for cell in line.split("\t"))
        if line
        else ""
        for line in CD_SCO.split("\n")
    )
    verdict = with_command(quoted, CD_SCO)
    assert verdict.findings[0].cause == "cells are in quotation marks"
    assert "E605" not in verdict.places and verdict.repaired_f1 == "100.00"
    content, _ = repair_layout(quoted.encode(), b"_")
    assert content.decode() == CD_SCO


@pytest.mark.parametrize("mark", ['"', '""', '\\"'])
def test_a_word_that_is_a_number_or_a_quotation_mark_is_no_other_cell_than_those_beside_it(
    mark: str,
) -> None:
    """Some programs quote no number; inside of quotation marks, others are doubled, escaped or neither."""
    gold = CD_SCO.replace("\tthe\tthe\t", "\t14\t14\t", 1).replace("\t.\t.\t", '\t"\t"\t', 1)
    assert "\t14\t14\t" in gold and '\t"\t"\t' in gold
    lines = []
    for line in gold.split("\n"):
        cells = [
            cell if cell.isdigit() else '"' + cell.replace('"', mark) + '"'
            for cell in line.split("\t")
        ]
        lines.append("\t".join(cells) if line else "")
    verdict = with_command("\n".join(lines), gold)
    assert verdict.findings[0].cause == "cells are in quotation marks"
    assert verdict.repaired_f1 == "100.00"


def test_a_word_that_a_program_took_for_a_missing_value_is_not_a_tab_too_many() -> None:
    gold = CD_SCO.replace("Nobody\tnobody", "None\tNone").replace("\tNobody\t", "\tNone\t")
    first = checked(gold.replace("\tNone\tNone\t", "\t\tNone\t", 1), gold).findings[0]
    assert first.cause == "column 4 of this line is empty"
    assert first.fix.startswith("write what gold has there")
    # In a line with a tab more than its sentence, the tab is the fault.
    first = checked(gold.replace("\tNone\tNone\t", "\t\tNone\tNone\t", 1), gold).findings[0]
    assert first.cause == "column 4 of this line is empty: there is a tab too many"


def test_check_and_score_count_the_same_cells_of_a_padded_table(tmp_path: Path) -> None:
    """Where a table was filled up with nan, gold's own - is no wrong string in one command and right in the other."""
    gold = NEGES.replace("\t\n", "\n")
    rows = [line.split("\t") for line in gold.split("\n")]
    padded = "\n".join("\t".join(row + ["nan"] * (16 - len(row))) if row[0] else "" for row in rows)
    paths = [tmp_path / "gold.txt", tmp_path / "system.txt"]
    for path, text in zip(paths, (gold, padded)):
        path.write_text(text, encoding="utf-8")
    files = ["-g", str(paths[0]), "-s", str(paths[1]), "--scorer", "scorer_task2"]
    verdict = json.loads(command_answer(["check", *files, "--format", "json"]).stdout)["files"][0]
    named = re.findall(
        r"(W\d+) \(.*?, ([\d,]+) places?\)", command_answer(["score", *files]).stderr.decode()
    )
    assert named and {code: int(n.replace(",", "")) for code, n in named} == {
        code: number for code, number in verdict["places"].items() if code in dict(named)
    }
    assert "W901" not in dict(named) and "W901" not in verdict["places"]
    alone = command_answer(["check", "-s", str(paths[1]), "--scorer", "scorer_task2"]).stdout
    assert b"E605" not in alone


def test_a_file_without_blank_lines_is_checked_in_linear_time() -> None:
    """Ten times the lines must not take a hundred times as many steps: the lines of a sentence are counted once."""
    from sem2012_scorer.checking import widths

    calls = 0
    real = widths._is_half_stars

    def counted(rows: list[list[bytes]]) -> bool:
        nonlocal calls
        calls += 1
        return real(rows)

    lines = [line for line in GOLD.split("\n") if line]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(widths, "_is_half_stars", counted)
        assert checked("\n".join(lines) + "\n\n", None).verdict == "invalid"
    assert calls == 1


def test_pairs_that_tabs_separate_are_pairs(tmp_path: Path) -> None:
    words = [
        [line.split("\t")[3] for line in sentence.split("\n")]
        for sentence in CD_SCO.strip().split("\n\n")
    ]
    for sign, label in (("|", "O"), ("/", "O")):
        text = "".join("\t".join(f"{word}{sign}{label}" for word in row) + "\n" for row in words)
        (tmp_path / "gold.txt").write_text(CD_SCO, encoding="utf-8")
        (tmp_path / "pairs.txt").write_text(text, encoding="utf-8")
        files = ["-g", str(tmp_path / "gold.txt"), "-s", str(tmp_path / "pairs.txt")]
        assert command_answer(["check", *files]).stdout.startswith(
            b"can be scored (pairs, 5 sentences"
        )


def test_a_fence_before_one_very_long_line_is_json(tmp_path: Path) -> None:
    words = [
        [line.split("\t")[3] for line in sentence.split("\n")]
        for sentence in GOLD.strip().split("\n\n")
    ]
    sentences = [{"tokens": row, "negations": [], "meta": "x" * 60} for row in words]
    text = "```json\n" + json.dumps(sentences) + "\n```\n"
    assert text.index("\n```\n") > 1 << 16
    (tmp_path / "answer.txt").write_text(text, encoding="utf-8")
    files = ["-g", str(LARGER / "gold.txt"), "-s", str(tmp_path / "answer.txt")]
    assert command_answer(["check", *files]).stdout.startswith(
        b"can be scored (json, 400 sentences"
    )


@pytest.mark.parametrize("header", ["word\tlemma", "id\tform", "token\tlemma\tPOS"])
def test_a_header_of_few_names_is_no_other_tokenization(header: str) -> None:
    verdict = with_command(f"{header}\n{CD_SCO}", CD_SCO)
    assert "line that is not a token (W406, line 1)" in verdict.findings[0].cause
    assert verdict.repaired_f1 == "100.00"


def test_a_line_without_a_word_is_no_token_of_another_tokenization() -> None:
    at = CD_SCO.index("garden\t2")
    first = checked(f"{CD_SCO[:at]}run\t7\n{CD_SCO[at:]}", CD_SCO).findings[0]
    assert (first.code, first.line, first.fix) == ("E101", 8, "remove the line")


@pytest.mark.parametrize(
    ("golds", "ours", "fix"),
    [
        ("latin-1", "utf-8", "gold is not UTF-8: save both files as UTF-8, gold first"),
        (
            "utf-8",
            "latin-1",
            "convert the file to UTF-8, as gold is (if only some lines are in another encoding, these alone)",
        ),
    ],
)
def test_the_fix_of_another_encoding_names_golds(golds: str, ours: str, fix: str) -> None:
    found = check_files(io.BytesIO(CD_SCO.encode(golds)), io.BytesIO(CD_SCO.encode(ours)))
    assert [one.fix for one in found.findings if one.code == "E105"] == [fix]


def test_quotation_marks_around_golds_cells_are_golds_fault() -> None:
    quoted = re.sub(r"[^\t\n]+", lambda cell: f'"{cell[0]}"', CD_SCO)
    first = checked(CD_SCO, quoted).findings[0]
    assert first.cause == "gold: cells are in quotation marks"
    assert first.fix == "repair the gold file"
