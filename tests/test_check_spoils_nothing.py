"""``check`` blames the file that has the fault, and what it says to do mends it: damages that were once blamed on others."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from conftest import ROOT

from sem2012_scorer import Checked, check_files

LARGER = ROOT / "fixtures" / "larger-english"
GOLD = (LARGER / "gold.txt").read_text(encoding="utf-8")
SYSTEM = (LARGER / "system.txt").read_text(encoding="utf-8")
SPANISH = ROOT / "fixtures" / "larger-spanish"
Row = list[str]


def checked(system: str, gold: str = GOLD, scorer: str = "eval.cd-sco") -> Checked:
    return check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()), scorer)


def with_rows(text: str, change: Callable[[Row], Row]) -> str:
    """Return a text with the fields of each line that is not blank changed."""
    lines = []
    for line in text.split("\n"):
        if line:
            line = "\t".join(change(line.split("\t")))
        lines.append(line)
    return "\n".join(lines)


def sentences_of(text: str) -> list[str]:
    return text.strip("\n").split("\n\n")


def joined(sentences: list[str]) -> str:
    return "\n\n".join(sentences) + "\n\n"


def first_with(text: str, wanted: Callable[[str], bool]) -> str:
    return next(sentence for sentence in sentences_of(text) if wanted(sentence))


def has_negation(sentence: str) -> bool:
    return not sentence.endswith("***")


ONE = first_with(GOLD, lambda sentence: has_negation(sentence) and sentence.count("\n") > 8)
PLAIN = first_with(GOLD, lambda sentence: not has_negation(sentence) and sentence.count("\n") > 5)


def without_events(row: Row) -> Row:
    cells = row[7:]
    if cells != ["***"]:
        for at in range(2, len(cells), 3):
            cells[at] = "_"
    return row[:7] + cells


def scopes_as_events(row: Row) -> Row:
    cells = row[7:]
    if cells != ["***"]:
        for at in range(1, len(cells), 3):
            cells[at], cells[at + 1] = "_", cells[at]
    return row[:7] + cells


@pytest.mark.parametrize("number", [40, 400])
def test_scopes_in_the_event_column_are_named_in_a_file_without_events(number: int) -> None:
    gold = joined(sentences_of(with_rows(GOLD, without_events))[:number])
    system = joined(sentences_of(with_rows(SYSTEM, scopes_as_events))[:number])
    found = checked(system, gold)
    assert found.places.keys() & {"W909", "W912", "W914"} == {"W912"}
    (finding,) = [finding for finding in found.findings if finding.code == "W912"]
    assert finding.found.startswith("no scopes, and most of gold's scope in the event column")
    exchanged = checked(joined(sentences_of(GOLD)[:number]), with_rows(gold, scopes_as_events))
    assert [finding.file for finding in exchanged.findings if finding.code == "W912"]


@pytest.mark.parametrize("in_gold", [True, False])
def test_carriage_returns_on_some_lines_are_no_cells(in_gold: bool) -> None:
    lines = SYSTEM.split("\n") if not in_gold else GOLD.split("\n")
    at = [n for n, line in enumerate(lines) if line.endswith("_") and "\t***" not in line][:40:3]
    for number in at:
        lines[number] += "\r"
    damaged = "\n".join(lines)
    found = checked(SYSTEM, damaged) if in_gold else checked(damaged)
    assert set(found.places) - {"W128"} == {"W401"}
    assert all(bool(f.file) == in_gold for f in found.findings if f.code == "W401")


def test_blank_lines_of_tabs_in_gold_are_gold_s_fault() -> None:
    for first, code in ((PLAIN, "E501"), (ONE, "W405")):
        system = joined([first, *sentences_of(GOLD)[:9]])
        gold = system.replace("\n\n", "\n\t\t\t\t\t\t\n")
        (finding,) = checked(system, gold).findings
        assert finding.code == code and finding.file
        assert "a line of spaces, tabs or form feeds only" in finding.cause + finding.found


def test_stars_on_lines_of_negations_in_gold_are_named() -> None:
    lines = ONE.split("\n")
    for at, line in enumerate(lines):
        row = line.split("\t")
        if set(row[7:]) == {"_"}:
            lines[at] = "\t".join([*row[:7], "***"])
    mixed = "\n".join(lines)
    assert mixed != ONE
    others = sentences_of(GOLD)[:40]
    found = checked(joined([ONE, *others]), joined([mixed, *others]))
    assert "W917" in found.places
    if mixed.split("\n")[0].endswith("***"):
        first = checked(joined([ONE, PLAIN]), joined([mixed, PLAIN])).findings[0]
        assert first.code == "E501" and "1 sentence has *** in the first line" in first.cause
    wrong = checked(joined([mixed, *others]), joined([ONE, *others]))
    of_lines = [finding for finding in wrong.findings if finding.code == "E201"]
    assert any("*** stands on lines of a sentence" in finding.cause for finding in of_lines)


@pytest.mark.parametrize("sentence", [ONE, PLAIN])
@pytest.mark.parametrize("field", [3, 5, 6])
def test_a_broken_last_line_is_joined_again(sentence: str, field: int) -> None:
    lines = sentence.split("\n")
    row = lines[-1].split("\t")
    lines[-1] = "\t".join(row[:field]) + "\n" + "\t".join(row[field:])
    gold = joined([PLAIN if sentence == ONE else ONE, sentence, PLAIN])
    system = joined([PLAIN if sentence == ONE else ONE, "\n".join(lines), PLAIN])
    found = checked(system, gold)
    assert {finding.fix for finding in found.findings} == {"join the two lines"}


@pytest.mark.parametrize("sentence", [ONE, PLAIN])
@pytest.mark.parametrize("field", [4, 5, 6])
def test_a_cell_lost_before_the_annotation_does_not_move_it(sentence: str, field: int) -> None:
    lines = sentence.split("\n")
    at = next(n for n, line in enumerate(lines) if n and set(line.split("\t")[7:]) <= {"_", "***"})
    row = lines[at].split("\t")
    del row[field]
    lines[at] = "\t".join(row)
    (found,) = checked(joined(["\n".join(lines), PLAIN]), joined([sentence, PLAIN])).findings
    assert found.cause.startswith("one of columns 5 to 7 is missing in this line")


def test_the_only_sentence_of_gold_is_not_said_to_lack_blank_lines() -> None:
    lines = ONE.split("\n")
    lines.insert(5, "")
    found = checked("\n".join(lines) + "\n\n", joined([ONE])).findings[0]
    assert found.cause == "a blank line divides a sentence of gold"


def test_one_wrong_word_is_no_other_column() -> None:
    gold = with_rows(joined([PLAIN]), lambda row: [*row[:4], row[3], *row[5:]])
    rows = gold.split("\n")
    fields = rows[3].split("\t")
    fields[3] = "<unk>"
    rows[3] = "\t".join(fields)
    found = checked("\n".join(rows), gold).findings[0]
    assert (found.line, found.column) == (4, 4) and "column 5" not in found.cause


@pytest.mark.parametrize("change", [lambda row: ["7", *row], lambda row: row[1:]])
def test_gold_with_a_column_too_many_or_too_few_is_blamed(change: Callable[[Row], Row]) -> None:
    first = checked(SYSTEM, with_rows(GOLD, change)).findings[0]
    assert first.cause.startswith("gold: ") and first.fix.startswith("repair the gold file")


def test_an_affix_with_a_hyphen_is_written_without_it() -> None:
    def with_hyphen(row: Row) -> Row:
        return row[:7] + ["un-" if cell == "un" else cell for cell in row[7:]]

    found = checked(with_rows(GOLD, with_hyphen))
    fixes = {finding.fix for finding in found.findings if finding.code == "W901"}
    assert fixes == {'write "un", without the hyphen'}


def test_stars_beside_annotation_are_removed_and_cells_beside_stars_too() -> None:
    beside = with_rows(joined([ONE]), lambda row: [*row, "***"])
    first = checked(beside, joined([ONE])).findings[0]
    assert first.fix == "remove *** where a sentence has annotation"
    lines = PLAIN.split("\n")
    lines[1] += "\t_"
    first = checked(joined(["\n".join(lines)]), joined([PLAIN])).findings[0]
    assert first.cause == "there are cells after *** in this line"


def test_empty_event_cells_are_cells() -> None:
    def emptied(row: Row) -> Row:
        return row[:9] + [""] if len(row) == 10 else row

    single = [s for s in sentences_of(GOLD) if s.split("\n")[0].count("\t") in (7, 9)]
    first = checked(with_rows(joined(single), emptied), joined(single)).findings[0]
    assert first.cause == "empty cells at the end of a line do not count as columns"


def test_a_header_that_both_files_have_is_gold_s_too() -> None:
    header = "doc\tsent\tid\tword\tlemma\tpos\tparse\tcue\tscope\tevent\n"
    plain = "doc\tsent\tid\tword\tlemma\tpos\tparse\tcue\n"
    for text in (header + GOLD, plain + joined([PLAIN, ONE])):
        found = checked(text, text)
        of_header = [f for f in found.findings if f.code == "W406" or "not a token" in f.cause]
        assert of_header[0].fix.endswith(
            "Gold has the same fault: repair gold first, then this file"
        )


@pytest.mark.parametrize("label", ["B-CUE", "X", "1"])
def test_labels_are_no_cues_for_the_scorer_of_neges_either(label: str) -> None:
    gold = (SPANISH / "gold.txt").read_text(encoding="utf-8")

    def labelled(row: Row) -> Row:
        cells = [label if cell not in ("-", "***", "") else cell for cell in row[7:]]
        return row[:7] + cells

    found = checked(with_rows(gold, labelled), gold, "scorer_task2")
    assert found.verdict == "invalid" and found.findings[0].code == "E605"


def test_no_advice_names_a_scorer_that_aborts_too() -> None:
    words = ["No", "dog", "saw", "no", "cat"]
    cells = [
        ["No", "_", "_"],
        ["_", "dog", "_"],
        ["_", "_", "saw"],
        ["no", "_", "_"],
        ["_", "cat", "cat"],
    ]
    rows = []
    for at, word in enumerate(words):
        of_first = [cell if at < 3 else "_" for cell in cells[at]]
        of_second = [cell if at > 2 else "_" for cell in cells[at]]
        rows.append("\t".join(["d", "0", str(at), word, word, "X", "*", *of_first, *of_second]))
    gold = joined(["\n".join(rows)])
    system = gold.replace("X\t*\tNo", "X\t*\t_")
    for scorer in ("eval.cd-sco-uio", "eval.cd-sco"):
        first = checked(system, gold, scorer).findings[0]
        assert first.code == "E302" and "eval.cd-sco" not in first.fix


def test_gold_whose_lines_are_broken_or_in_another_order_is_blamed() -> None:
    lines = ONE.split("\n")
    row = lines[4].split("\t")
    broken = "\n".join([*lines[:4], "\t".join(row[:5]), "\t".join(row[5:]), *lines[5:]])
    others = [sentence for sentence in sentences_of(GOLD)[:6] if sentence != ONE]
    first = checked(joined([*others, ONE]), joined([*others, broken])).findings[0]
    assert first.cause.startswith("gold: lines ") and "one line with a line break" in first.cause
    swapped = "\n".join([*lines[:4], lines[5], lines[4], *lines[6:]])
    first = checked(joined([*others, ONE]), joined([*others, swapped])).findings[0]
    assert first.cause.startswith("gold: column 3") and first.fix == "repair the gold file"


def test_words_that_gold_joins_are_written_as_one_token() -> None:
    rows = [
        ["d", "1", str(at), word, word, "X", "*", "***"]
        for at, word in enumerate("no es verdad .".split())
    ]
    text = "\n".join("\t".join(row) for row in rows)
    joined_words = [["d", "1", "0", "no_es", "no_es", "X", "*", "***"]]
    joined_words += [[*row[:2], str(at), *row[3:]] for at, row in enumerate(rows[2:], start=1)]
    gold = joined(["\n".join("\t".join(row) for row in joined_words), PLAIN, ONE])
    first = checked(joined([text, PLAIN, ONE]), gold).findings[0]
    assert first.code == "E106" and first.cause.startswith(
        "gold writes several words as one token, joined with _ (no_es)"
    )


def test_a_sign_in_blank_lines_is_no_token_in_either_file() -> None:
    text = joined(sentences_of(GOLD)[:5])
    filled = text.replace("\n\n", "\n" + "\t".join("_" * 10) + "\n")
    first = checked(filled, text).findings[0]
    assert "a blank line in which a program has written" in first.cause
    first = checked(text, filled).findings[0]
    assert first.cause.startswith("gold: a blank line in which a program has written")


def test_a_short_line_in_a_sentence_without_columns_makes_no_error_of_the_program() -> None:
    lines = PLAIN.split("\n")
    rows = [line.split("\t")[:7] for line in lines]
    rows[2] = rows[2][:6]
    short = "\n".join("\t".join(row) for row in rows)
    assert checked(joined([ONE, short]), joined([ONE, PLAIN])).verdict == "invalid"


def test_one_value_in_the_last_column_is_a_column_too_many() -> None:
    first = checked(with_rows(SYSTEM, lambda row: [*row, "run1"])).findings[0]
    assert first.cause == 'the last column has "run1" on every line: it is one too many'


def test_columns_before_the_annotation_are_missed_where_stars_stand_too_early() -> None:
    some = [sentence for sentence in sentences_of(GOLD) if sentence.split("\n")[0].count("\t") < 10]
    without = with_rows(joined(some[:40]), lambda row: row[:4] + row[7:])
    first = checked(without, joined(some[:40])).findings[0]
    assert first.cause.startswith("*** stands in column 5")


def test_stars_before_the_annotation_are_removed() -> None:
    first = checked(
        with_rows(joined([ONE]), lambda row: [*row[:7], "***", *row[7:]]), joined([ONE])
    )
    assert first.findings[0].fix == "remove ***"


def test_backslashes_of_markdown_are_named() -> None:
    gold = with_rows(joined([PLAIN, ONE]), lambda row: ["_", *row[1:]])
    escaped = gold.replace("_", "\\_").replace("***", "\\*\\*\\*")
    first = checked(escaped, gold).findings[0]
    assert first.fix == "remove the backslashes"


def test_a_dropped_token_does_not_change_the_order() -> None:
    lines = PLAIN.split("\n")
    first = checked(joined(["\n".join(lines[:2] + lines[3:])]), joined([PLAIN])).findings[0]
    assert first.code == "E102"


def test_the_sign_of_the_other_task_in_gold_is_gold_s() -> None:
    def dashed(row: Row) -> Row:
        return row[:7] + ["-" if cell == "_" else cell for cell in row[7:]]

    text = joined(sentences_of(GOLD)[:40])
    found = checked(text, with_rows(text, dashed))
    assert [bool(f.file) for f in found.findings if f.code == "W117"] == [True]


def test_cells_joined_by_commas_are_no_labels() -> None:
    def with_commas(row: Row) -> Row:
        return row if len(row) != 10 else [*row[:7], ",".join(row[7:])]

    some = [sentence for sentence in sentences_of(GOLD) if sentence.split("\n")[0].count("\t") < 10]
    found = checked(with_rows(joined(some), with_commas), joined(some))
    assert "E605" not in found.places
    assert any(f.found.startswith("commas, not tabs") for f in found.findings)
