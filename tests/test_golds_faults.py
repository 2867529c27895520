"""Gold that is damaged itself is named, and the file is not blamed; and the other way round."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from smaller import SMALLER
from trials import LARGER_GOLD, LARGER_SYSTEM, said

from sem2012_scorer import Checked, check_files
from sem2012_scorer.checking.golds_faults import REPAIR_GOLD

RIGHT = SMALLER.gold.read_text(encoding="utf-8")
SYSTEM = SMALLER.system.read_text(encoding="utf-8")


def lines_changed(change: Callable[[list[str], int], None], text: str) -> str:
    """Return a text after a change of its lines, given a line in the middle of a sentence of seven tokens or more."""
    lines = text.split("\n")
    at = next(n for n in range(200, len(lines)) if "" not in lines[n - 4 : n + 4])
    change(lines, at)
    return "\n".join(lines)


def without_blank_line(lines: list[str], at: int) -> None:
    del lines[lines.index("", at)]


def with_blank_line(lines: list[str], at: int) -> None:
    lines.insert(at, "")


def without_first_token(lines: list[str], at: int) -> None:
    del lines[lines.index("", at) + 1]


def with_token_twice(lines: list[str], at: int) -> None:
    lines.insert(at, lines[at])


def without_token(lines: list[str], at: int) -> None:
    del lines[at]


def with_joined_lines(lines: list[str], at: int) -> None:
    lines[at : at + 2] = [lines[at] + lines[at + 1]]


def cut_off(lines: list[str], at: int) -> None:
    fields = lines[at].split("\t")
    lines[at:] = ["\t".join(fields[:3]) + "\t" + fields[3][:-1]]


def with_tab_in_word(lines: list[str], at: int) -> None:
    fields = lines[at].split("\t")
    fields[3:4] = ["x", fields[3]]
    lines[at] = "\t".join(fields)


def without_first_column(lines: list[str], at: int) -> None:
    lines[:] = [line.partition("\t")[2] for line in lines]


def without_sentence(lines: list[str], at: int) -> None:
    start = lines.index("", at)
    del lines[start : lines.index("", start + 1)]


def with_exchanged_lines(lines: list[str], at: int) -> None:
    end = lines.index("", at)
    lines[end - 5], lines[end + 4] = lines[end + 4], lines[end - 5]


DAMAGES = [
    with_exchanged_lines,
    without_blank_line,
    with_blank_line,
    without_first_token,
    with_token_twice,
    without_token,
    with_joined_lines,
    cut_off,
    with_tab_in_word,
    without_first_column,
]


def checked(gold: str, system: str) -> Checked:
    return check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()))


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_gold_is_blamed(damage: Callable[[list[str], int], None]) -> None:
    first = checked(lines_changed(damage, RIGHT), SYSTEM).findings[0]
    assert first.code in ("E101", "E104")
    assert first.cause.startswith("gold: ")
    assert first.fix.startswith(REPAIR_GOLD)


@pytest.mark.parametrize("damage", DAMAGES)
def test_gold_is_not_blamed_for_the_same_damage_in_the_file(
    damage: Callable[[list[str], int], None],
) -> None:
    first = checked(RIGHT, lines_changed(damage, SYSTEM)).findings[0]
    assert first.original
    assert "gold: " not in first.cause and not first.fix.startswith(REPAIR_GOLD)


@pytest.mark.parametrize("damage", DAMAGES)
def test_no_command_changes_the_file_where_gold_is_blamed(
    damage: Callable[[list[str], int], None], tmp_path: Path
) -> None:
    gold, system = tmp_path / "gold.txt", tmp_path / "system.txt"
    gold.write_text(lines_changed(damage, RIGHT), encoding="utf-8")
    system.write_text(SYSTEM, encoding="utf-8")
    out = said("check", "-g", gold, "-s", system)[1]
    assert "cause     gold: " in out and f"-s {system}" not in out


def test_a_blank_line_that_both_files_lack_is_named_for_both() -> None:
    """The lines of the two sentences have unequal numbers of columns."""
    lines = RIGHT.split("\n")
    at = next(
        n
        for n in range(1, len(lines))
        if not lines[n] and lines[n - 1].count("\t") != lines[n + 1].count("\t")
    )
    joined = "\n".join([*lines[:at], *lines[at + 1 :]])
    first = checked(joined, joined).findings[0]
    assert first.fix.endswith("Gold has the same fault: repair gold first, then this file")
    assert "Gold" not in checked(RIGHT, joined).findings[0].fix


@pytest.mark.parametrize("sign", ["O", "NaN", "0"])
def test_gold_with_a_sign_that_no_scorer_knows_is_not_copied(sign: str, tmp_path: Path) -> None:
    gold, system = tmp_path / "gold.txt", tmp_path / "system.txt"
    gold.write_text(RIGHT.replace("\t_", f"\t{sign}"), encoding="utf-8")
    system.write_text(SYSTEM, encoding="utf-8")
    (first, *_) = checked(gold.read_text(encoding="utf-8"), SYSTEM).findings
    assert (first.code, first.expected, first.fix) == (
        "W117",
        "_",
        "write _ into gold's empty cells",
    )
    out = said("check", "-g", gold, "-s", system)[1]
    assert "This command repairs gold; " in out and f"check -s {gold} --fix" in out


def test_gold_with_columns_that_no_scorer_reads_is_named() -> None:
    short = "\n".join("\t".join(line.split("\t")[:9]) for line in RIGHT.split("\n"))
    found = {one.code: one for one in checked(short, SYSTEM).findings}
    assert "sentences of gold with unequal or impossible numbers" in found["W917"].found


def test_scope_and_event_exchanged_in_gold_are_golds() -> None:
    def exchange(text: str) -> str:
        lines = []
        for line in text.split("\n"):
            cells = line.split("\t")
            for at in range(7, len(cells) - 2, 3):
                cells[at + 1], cells[at + 2] = cells[at + 2], cells[at + 1]
            lines.append("\t".join(cells))
        return "\n".join(lines)

    for gold, system, blamed in ((exchange(RIGHT), SYSTEM, True), (RIGHT, exchange(SYSTEM), False)):
        (found,) = [one for one in checked(gold, system).findings if one.code == "W912"]
        assert bool(found.file) == blamed == found.found.startswith("gold's events are longer")
        assert "W128" in checked(gold, system).places


def test_a_part_of_gold_without_negations_is_named() -> None:
    blocks = RIGHT.rstrip("\n").split("\n\n")
    for at in range(40, 70):
        lines = [line.split("\t")[:7] for line in blocks[at].split("\n")]
        blocks[at] = "\n".join("\t".join([*line, "***"]) for line in lines)
    verdict = checked("\n\n".join(blocks) + "\n\n", SYSTEM)
    (found,) = [one for one in verdict.findings if one.code == "W915"]
    assert found.found.startswith("gold has no negation from line ") and found.file
    assert "W915" not in checked(RIGHT, SYSTEM).places


def test_a_sentence_that_gold_lacks_is_golds_if_the_numbers_show_it() -> None:
    gold, system = (Path(file).read_text(encoding="utf-8") for file in (LARGER_GOLD, LARGER_SYSTEM))
    first = checked(lines_changed(without_sentence, gold), system).findings[0]
    assert first.cause.startswith("gold: column 2 goes from ")
    assert first.cause.endswith(": a sentence is missing")
    assert first.fix == "repair the gold file, or remove from your file what gold leaves out"
    # Where the numbers have gaps, the file may have a sentence too many.
    first = checked(lines_changed(without_sentence, RIGHT), SYSTEM).findings[0]
    assert first.cause == "gold does not have this sentence"
    first = checked(gold, lines_changed(without_sentence, system)).findings[0]
    assert first.code == "E102" and "gold: " not in first.cause


def test_gold_without_its_final_blank_line_is_named_and_no_negation_called_empty() -> None:
    folder = ROOT / "fixtures/larger-spanish"
    gold, system = [
        (folder / name).read_text(encoding="utf-8") for name in ("gold.txt", "system.txt")
    ]
    cut = gold.rstrip("\n") + "\n"
    found = check_files(io.BytesIO(cut.encode()), io.BytesIO(system.encode()), "scorer_task2")
    (of_end,) = [one for one in found.findings if one.code == "W404"]
    assert of_end.file and of_end.found.endswith(": its annotation is not scored")
    assert "W913" not in found.places


def test_negations_of_gold_without_a_cue_are_named() -> None:
    padded = "\n".join(
        f"{line}\t_\t_\t_" if line.count("\t") > 8 else line for line in RIGHT.split("\n")
    )
    found = {one.code: one for one in checked(padded, SYSTEM).findings}
    assert found["W917"].found.endswith(" of gold without a cue")


def test_wrong_columns_of_gold_are_not_counted_as_missing_in_the_file() -> None:
    lines = RIGHT.split("\n")
    at = next(n for n, line in enumerate(lines) if line.count("\t") == 9)
    cells = lines[at].split("\t")
    del cells[8]
    lines[at] = "\t".join(cells)
    no_events = "\n".join(
        "\t".join("_" if n > 7 and n % 3 == 0 else cell for n, cell in enumerate(line.split("\t")))
        for line in SYSTEM.split("\n")
    )
    codes = checked("\n".join(lines), no_events).places
    assert "W917" in codes and "W909" not in codes
    assert "W909" in checked(RIGHT, no_events).places


def renumbered(text: str, sentences: bool = True, tokens: bool = False) -> str:
    """Return a text whose sentences, or tokens, are numbered one after the other."""
    blocks = []
    for number, block in enumerate(text.rstrip("\n").split("\n\n"), start=1):
        lines = [line.split("\t") for line in block.split("\n")]
        for at, cells in enumerate(lines):
            if sentences:
                cells[1] = str(number)
            if tokens:
                cells[2] = str(at)
        blocks.append("\n".join("\t".join(cells) for cells in lines))
    return "\n\n".join(blocks) + "\n\n"


def test_gold_whose_numbers_have_gaps_is_not_blamed_for_a_file_without_them() -> None:
    """A quarter of the sentences has gaps; so have tokens without punctuation."""
    for gold, system in ((RIGHT, renumbered(SYSTEM)), (renumbered(RIGHT), SYSTEM)):
        first = checked(gold, system).findings[0]
        assert first.cause.startswith(
            "the words of this sentence are gold's, with another sentence"
        )
    lines = [
        line for line in RIGHT.split("\n") if line.split("\t")[3:4] not in (["."], [","], [";"])
    ]
    gold = "\n".join(lines)
    first = checked(gold, renumbered(gold, sentences=False, tokens=True)).findings[0]
    assert first.cause.startswith(
        "the words of this sentence are gold's, with another token number"
    )


@pytest.mark.parametrize(("column", "value"), [(0, "other"), (1, "9999"), (2, "77")])
def test_a_single_odd_cell_of_gold_is_named(column: int, value: str) -> None:
    lines = RIGHT.split("\n")
    at = next(n for n in range(200, len(lines)) if "" not in lines[n - 4 : n + 4])
    cells = lines[at].split("\t")
    cells[column] = value
    lines[at] = "\t".join(cells)
    first = checked("\n".join(lines), SYSTEM).findings[0]
    said_of_cell = (
        f'gold: column {column + 1} has "{value}" in line {at + 1}, unlike the other lines'
    )
    assert first.cause.startswith(said_of_cell) and first.fix == REPAIR_GOLD


def test_sentences_in_another_order_with_other_numbers_are_not_overwritten_with_golds() -> None:
    blocks = SYSTEM.rstrip("\n").split("\n\n")
    shuffled = renumbered("\n\n".join([*blocks[50:], *blocks[:50]]) + "\n\n")
    first = checked(RIGHT, shuffled).findings[0]
    assert (first.code, "by their words" in first.cause) == ("E108", True)
    assert first.fix == "write the sentences in gold's order, with gold's first columns"
    without = renumbered("\n\n".join([*blocks[50:], *blocks[:49]]) + "\n\n")
    first = checked(RIGHT, without).findings[0]
    assert "copy" not in first.fix and first.fix.endswith("belongs to its own words")
