"""``check`` accuses nothing of a fault that it has not, and a command that it prints spoils nothing."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from conftest import ROOT, command_answer
from damaged import CD_SCO

from sem2012_scorer import Checked, check_files
from sem2012_scorer.checking.repair import repair_layout
from sem2012_scorer.checking.repair_commands import add_repair_command_that_works
from sem2012_scorer.checking.suggest import Call
from sem2012_scorer.reading.source import Source

LARGER = ROOT / "fixtures" / "larger-english"
GOLD = (LARGER / "gold.txt").read_text(encoding="utf-8")
SPANISH = ROOT / "fixtures" / "larger-spanish"


def checked(system: str, gold: str | None = GOLD, most: int = 3) -> Checked:
    in_gold = None if gold is None else io.BytesIO(gold.encode())
    return check_files(in_gold, io.BytesIO(system.encode()), most=most)


def with_command(system: str, gold: str) -> Checked:
    """Return the verdict with the command that repairs the file, if one does."""
    sources = [Source(content=text.encode(), name="file") for text in (gold, system)]
    return add_repair_command_that_works(Call(*sources), checked(system, gold))


def with_field(line: int, field: int, change: str) -> str:
    """Return gold with a field of a line, counted from 0, written as `change` says of the old one."""
    lines = GOLD.split("\n")
    fields = lines[line].split("\t")
    fields[field] = change.format(fields[field])
    lines[line] = "\t".join(fields)
    return "\n".join(lines)


@pytest.mark.parametrize("change", ["{} ", " {}", "{}  "])
@pytest.mark.parametrize("field", [0, 3])
def test_a_space_around_a_field_separates_nothing(field: int, change: str) -> None:
    found = checked(with_field(3, field, change)).findings[0]
    assert found.cause.startswith("the words are gold's, with spaces")
    assert found.found != found.expected and found.found.strip('"') != found.found
    assert found.column == field + 1


@pytest.mark.parametrize("column", [1, 2, 3])
def test_a_doubled_tab_is_one_tab_too_many(column: int) -> None:
    lines = GOLD.split("\n")
    fields = lines[3].split("\t")
    lines[3] = "\t".join(fields[:column] + [""] + fields[column:])
    (found,) = checked("\n".join(lines)).findings
    assert found.cause == f"column {column + 1} of this line is empty: there is a tab too many"
    assert found.fix == "remove the tab"


def test_a_line_with_other_columns_does_not_mean_that_a_blank_line_is_missing() -> None:
    lines = GOLD.split("\n")
    lines[0] = lines[0].replace("\t", " ", 1)
    for gold in (GOLD, None):
        causes = " ".join(finding.cause for finding in checked("\n".join(lines), gold).findings)
        assert "blank line" not in causes


def test_without_gold_no_command_joins_sentences_for_good(tmp_path: Path) -> None:
    joined = GOLD.split("\n")
    blank = joined.index("", 10)
    del joined[blank]
    verdict = checked("\n".join(joined), None)
    assert verdict.verdict == "invalid" and not verdict.commands
    (tmp_path / "joined.txt").write_text("\n".join(joined), encoding="utf-8")
    copy = tmp_path / "copy.txt"
    command_answer(["check", "-s", str(tmp_path / "joined.txt"), "--fix", str(copy)])
    assert copy.read_text(encoding="utf-8").count("***") == "\n".join(joined).count("***")


@pytest.mark.parametrize("word, cell", [("none", "None"), ("null", "NULL"), ("na", "NA")])
def test_a_cue_that_a_program_may_write_for_nothing_is_kept(
    word: str, cell: str, tmp_path: Path
) -> None:
    rows = [
        ("Not", "Not\t_\t_\t_\t_\t_"),
        (word, f"_\t_\t_\t{word}\t_\t_"),
        ("came", "_\tcame\t_\t_\t_\t_"),
    ]
    lines = [f"d\t1\t{n}\t{w}\t{w}\tN\t*\t{cells}\n" for n, (w, cells) in enumerate(rows)]
    gold = "".join(lines) + "\n"
    system = gold.replace(f"\t_\t{word}\t_", f"\t_\t{cell}\t_")
    assert system != gold
    for name, content in (("gold.txt", gold), ("system.txt", system)):
        (tmp_path / name).write_text(content, encoding="utf-8")
    copy = tmp_path / "copy.txt"
    for more in ([], ["-g", str(tmp_path / "gold.txt")]):
        words = ["check", *more, "-s", str(tmp_path / "system.txt"), "--fix", str(copy)]
        assert command_answer(words).status == 0
        assert copy.read_text(encoding="utf-8") == gold


def test_without_gold_and_scorer_a_file_with_dashes_may_be_right() -> None:
    system = SPANISH / "system.txt"
    shown = command_answer(["check", "-s", str(system)]).stdout.decode()
    assert "if this is a NEGES file, add --scorer scorer_task2; otherwise write _" in " ".join(
        shown.split()
    )
    assert "--fix" not in shown
    named = command_answer(["check", "-s", str(system), "--scorer", "eval.cd-sco"]).stdout.decode()
    assert "--fix system.fixed.txt --scorer eval.cd-sco" in named


@pytest.mark.parametrize("damage", ["quotes", "padded"])
def test_findings_that_follow_from_others_are_not_counted(damage: str) -> None:
    if damage == "quotes":
        lines = []
        for line in GOLD.split("\n"):
            fields = line.split("\t")
            if len(fields) > 3:
                fields[3] = fields[3].replace("''", '"').replace("``", '"')
            lines.append("\t".join(fields))
        system = "\n".join(lines)
    else:
        system = GOLD.replace("\n\n", "\n")
    few, all_of_them = checked(system), checked(system, most=10**6)
    assert (few.errors, few.warnings) == (all_of_them.errors, all_of_them.warnings)
    assert few.places == all_of_them.places
    listed = {finding.code for finding in few.findings}
    assert listed == set(few.places)


@pytest.mark.parametrize(
    "dropped, words",
    [
        ("5-7", "3 of the first seven columns are missing"),
        ("7", "one of the first seven columns is missing"),
    ],
)
def test_as_many_columns_are_missing_as_are_named(dropped: str, words: str) -> None:
    first, _, last = dropped.partition("-")
    start, end = int(first) - 1, int(last or first)
    lines = [line.split("\t") for line in GOLD.split("\n")]
    system = "\n".join("\t".join(fields[:start] + fields[end:]) for fields in lines)
    found = checked(system).findings[0]
    assert found.code == "E202" and words in found.cause


def test_a_second_star_at_the_end_of_lines_is_named() -> None:
    system = "\n".join(line + "\t***" if line else "" for line in GOLD.split("\n"))
    found = checked(system).findings[0]
    assert found.cause.startswith("*** stands in two columns or more (first in line 8)")


@pytest.mark.parametrize("separator", [",", ";", "|", " | "])
@pytest.mark.parametrize("has_header", [False, True])
def test_other_separators_are_recognized_below_a_header_too(
    separator: str, has_header: bool
) -> None:
    header = "file sent tok word lemma pos parse cue scope event".split()
    right = CD_SCO.replace(",", "-")
    text = right.replace("\t", separator)
    if has_header:
        text = separator.join(header) + "\n" + text
    verdict = with_command(text, right)
    if has_header and "|" in separator:
        return  # such a file may hold words with labels
    assert verdict.findings[0].code == "E603"
    assert verdict.commands


def test_the_line_in_which_pandas_numbers_the_columns_is_no_token() -> None:
    gold = "\n\n".join(GOLD.split("\n\n")[:60]) + "\n\n"
    rows = [line.split("\t") for line in gold.split("\n") if line]
    width = max(map(len, rows))
    lines = ["\t".join(map(str, range(width)))]
    lines += ["\t".join(row + [""] * (width - len(row))) for row in rows]
    verdict = with_command("\n".join(lines) + "\n", gold)
    assert "line that is not a token (W406, line 1)" in verdict.findings[0].cause
    assert verdict.commands and verdict.repaired_f1 == "100.00"


def test_a_sentence_without_columns_counts_as_wrong_where_gold_has_no_negation() -> None:
    sentence = next(text for text in GOLD.split("\n\n") if text.endswith("***"))
    verdict = checked(GOLD.replace(sentence, sentence.replace("\t***", "")))
    (finding,) = [finding for finding in verdict.findings if finding.code == "W909"]
    assert finding.found.startswith("no annotation columns in 1 sentence without negation in gold")


def test_a_sign_in_place_of_stars_is_no_negation_though_a_word_has_its_letters(
    tmp_path: Path,
) -> None:
    words = ["The", "nanny", "slept"]
    lines = [f"d\t1\t{n}\t{word}\t{word}\tN\t*\t***\n" for n, word in enumerate(words)]
    right = CD_SCO + "".join(lines) + "\n"
    gold, system, copy = (tmp_path / name for name in ("gold.txt", "system.txt", "copy.txt"))
    gold.write_text(right, encoding="utf-8")
    system.write_text(right.replace("\t***", "\tnan"), encoding="utf-8")
    words_of_call = ["check", "-g", str(gold), "-s", str(system), "--fix", str(copy)]
    assert command_answer(words_of_call).status == 0
    assert copy.read_text(encoding="utf-8") == right


def test_a_file_of_neges_keeps_its_signs_whatever_its_separators_are(tmp_path: Path) -> None:
    right = (SPANISH / "system.txt").read_text(encoding="utf-8")
    system, copy = tmp_path / "system.txt", tmp_path / "copy.txt"
    system.write_text(right.replace("\t", ";"), encoding="utf-8")
    command_answer(["check", "-s", str(system), "--fix", str(copy)])
    shown = copy.read_text(encoding="utf-8")
    assert [line.rstrip("\t") for line in shown.split("\n")] == [
        line.rstrip("\t") for line in right.split("\n")
    ]


def test_a_word_that_is_a_dash_may_be_a_lone_cue_among_sentences_with_dashes() -> None:
    sentence = "d\t9\t0\t-\t-\t:\t*\t{}\n\n"
    right = GOLD + sentence.format("***")
    verdict = with_command(right.replace("\t***", "\t-"), right)
    assert {finding.code for finding in verdict.findings} == {"W913"}
    assert verdict.commands


@pytest.mark.parametrize("line", ["Loading model... done.", "100%|##| 3/3", "a line"])
@pytest.mark.parametrize("place", [0, 3, 40])
def test_a_line_without_columns_is_no_token(line: str, place: int) -> None:
    lines = GOLD.split("\n")
    lines.insert(place, line)
    verdict = checked("\n".join(lines))
    found = verdict.findings[0]
    assert (found.code, found.fix) == ("E101", "remove the line")
    assert found.cause.startswith("this line has no columns, so it is not a token")
    assert "E201" not in verdict.places


def test_stars_after_the_annotation_are_named() -> None:
    lines = GOLD.split("\n")
    system = "\n".join(
        line if not line or line.endswith("***") else line + "\t***" for line in lines
    )
    found = checked(system).findings[0]
    assert found.cause == "*** stands after the annotation of a sentence (first in line 1)"


def test_two_words_in_a_cell_are_not_spaces_for_tabs() -> None:
    lines = GOLD.split("\n")
    first, second = (line.split("\t") for line in lines[:2])
    first[3] += f" {second[3]}"
    found = checked("\n".join(["\t".join(first), *lines[2:]])).findings[0]
    assert found.code == "E106" and "spaces" not in found.cause


def test_gold_without_blank_lines_is_at_fault_and_not_the_file() -> None:
    found = checked(GOLD, GOLD.replace("\n\n", "\n")).findings[0]
    assert found.cause == "gold has no blank line: its 4,389 tokens are one sentence"
    assert found.fix == "repair the gold file"


def test_a_character_for_others_is_no_other_encoding() -> None:
    gold = CD_SCO.replace("Nobody", "Nob...dy")
    found = checked(gold.replace("Nob...dy", "Nob…dy"), gold).findings[0]
    assert found.code == "E105" and "other forms of some characters" in found.cause


def test_the_line_that_names_a_spreadsheets_separator_is_no_token() -> None:
    right = CD_SCO.replace(",", "-")
    verdict = with_command("sep=,\n" + right.replace("\t", ","), right)
    assert verdict.findings[0].code == "E603" and verdict.commands


@pytest.mark.parametrize(
    "first", ["sep=,", "sep=;", "sep=\\t", "sep=tab", "sep=,,,,,,", "sep=\t\t"]
)
def test_the_line_that_names_a_separator_is_known_with_whatever_it_names(first: str) -> None:
    right = CD_SCO.replace(",", "-")
    by_commas = with_command(f"{first}\n" + right.replace("\t", ","), right)
    assert by_commas.findings[0].code == "E603" and by_commas.commands
    by_tabs = with_command(f"{first}\n{right}", right)
    assert by_tabs.findings[0].fix == "remove the line" and by_tabs.commands


def test_a_file_that_ends_early_has_no_blank_line_there() -> None:
    cut = GOLD.rstrip("\n").rpartition("\n")[0] + "\n"
    found = checked(cut).findings[0]
    assert found.found == "the end of the file"
    in_a_line = GOLD[: GOLD.index("\n\n", 2000) - 30]
    assert "the file ends in the middle of this sentence" in checked(in_a_line).findings[0].cause


def test_a_new_name_is_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-s.txt").write_text(CD_SCO.replace("\n", "\r\n"), encoding="utf-8")
    shown = command_answer(["check", "-s", "./-s.txt"]).stdout.decode()
    assert "check -s ./-s.txt --fix ./-s.fixed.txt" in shown


def test_what_gold_writes_into_empty_cells_is_no_label() -> None:
    gold = (SPANISH / "gold.txt").read_text(encoding="utf-8")
    lines = []
    for line in (SPANISH / "system.txt").read_text(encoding="utf-8").split("\n"):
        fields = line.split("\t")
        for at in range(8, len(fields) - 1):
            if fields[at] == "-" and (at - 7) % 3:
                fields[at] = "_"
        lines.append("\t".join(fields))
    system = "\n".join(lines)
    verdict = check_files(
        io.BytesIO(gold.encode()),
        io.BytesIO(system.encode()),
        "scorer_task2",
        named_scorer="scorer_task2",
    )
    assert "E605" not in verdict.places


def test_another_sign_is_named_for_neges_without_gold() -> None:
    system = (SPANISH / "system.txt").read_text(encoding="utf-8").replace("\t-", "\tO")
    verdict = check_files(None, io.BytesIO(system.encode()), "scorer_task2")
    (finding,) = [finding for finding in verdict.findings if finding.code == "W117"]
    assert finding.expected == "-" and finding.found.startswith('"O" in ')


def test_padding_goes_from_a_sentence_of_one_token_too() -> None:
    right = CD_SCO + "d\t9\t0\tSilence\tsilence\tNN\t*\t***\n\n"
    padded = "\n".join(line + "\tnan\tnan" if line else "" for line in right.split("\n"))
    content, _ = repair_layout(padded.encode(), b"_", right.encode())
    assert content.decode() == right


@pytest.mark.parametrize("sign", ["nan", "NaN", "null"])
def test_padding_goes_from_a_sentence_with_a_word_that_looks_like_another_sign(sign: str) -> None:
    right = CD_SCO + "".join(
        f"d\t9\t{number}\t{word}\t{word}\tNN\t*\t***\n"
        for number, word in enumerate(["There", "was", "None", "."])
    )
    right += "\n"
    padded = "\n".join(line + f"\t{sign}" * 3 if line else "" for line in right.split("\n"))
    assert repair_layout(padded.encode(), b"_", right.encode())[0].decode() == right


def test_two_lines_in_one_and_a_line_in_two_are_named_as_such() -> None:
    lines = GOLD.split("\n")
    at = next(n for n in range(100, len(lines)) if "" not in lines[n - 3 : n + 3])
    for between in ("", " ", "\t"):
        joined = [*lines[: at - 1], lines[at - 1] + between + lines[at], *lines[at + 1 :]]
        verdict = checked("\n".join(joined))
        assert verdict.findings[0].cause.startswith(f"line {at} holds two lines: a line break is ")
        assert verdict.errors == 1
    end = lines.index("", at)
    joined = [*lines[: end - 1], lines[end - 1] + lines[end + 1], *lines[end + 2 :]]
    first = checked("\n".join(joined)).findings[0]
    assert first.fix == "put the line break there, and an empty line"
    for column in (1, 3, 4, 7, 8):
        cells = lines[at].split("\t")
        for end, beginning in (("\n", ""), ("\t\n", ""), ("\n", "\t")):
            broken = "\t".join(cells[:column]) + end + beginning + "\t".join(cells[column:])
            verdict = checked("\n".join([*lines[:at], broken, *lines[at + 1 :]]))
            assert "one line with a line break in it" in verdict.findings[0].cause, (column, end)
            assert verdict.errors == 1


def test_stars_in_other_cells_are_told_apart() -> None:
    twice = GOLD.replace("\t***\n", "\t***\t***\n")
    found = checked(twice).findings[0]
    assert found.cause.startswith("*** stands in two columns or more")
    assert found.fix.startswith("write *** in column 8 alone")
    for_empty = checked(GOLD.replace("\t_", "\t***")).findings[0]
    assert for_empty.cause.startswith("*** stands in cells of sentences with annotation")


def test_a_space_for_a_tab_in_the_annotation_is_named() -> None:
    lines = GOLD.split("\n")
    at = next(n for n, line in enumerate(lines) if line.count("\t") == 12)
    lines[at] = "\t".join(lines[at].split("\t")[:9]) + " " + "\t".join(lines[at].split("\t")[9:])
    found = [one for one in checked("\n".join(lines)).findings if one.code.startswith("E")]
    assert any(one.cause == "a space stands for a tab in column 9" for one in found)


def test_gold_is_not_copied_beside_other_sentences() -> None:
    """Where later sentences are missing, gold's first columns belong to other annotation."""
    renamed = re.sub(r"(?m)^moonlight", "m", GOLD)
    whole = checked(renamed).findings[0]
    blocks = renamed.split("\n\n")
    del blocks[50]
    short = checked("\n\n".join(blocks)).findings[0]
    assert not whole.fix
    assert (
        short.fix
        == "write the tokens of this sentence as gold has them, one in each line, with their annotation, and check again"
    )


def test_lines_exchanged_between_sentences_are_said_to_be_golds() -> None:
    """Gold's first columns would stand beside other annotation there."""
    lines = GOLD.split("\n")
    at = lines.index("", 200)
    lines[at - 3], lines[at + 3] = lines[at + 3], lines[at - 3]
    first = checked("\n".join(lines)).findings[0]
    assert (first.code, first.line) == ("E108", at - 2)
    assert first.cause.startswith(f"this line is gold's line {at + 4}")
    assert first.fix == "write the lines in gold's order, each with its annotation"


def test_lines_that_are_none_are_named_without_gold_too() -> None:
    lines = GOLD.split("\n")
    at = next(n for n in range(100, len(lines)) if "" not in lines[n - 5 : n + 5])
    for damaged, fix in (
        ([*lines[:at], "INFO: done", *lines[at:]], "remove the line"),
        ([*lines[:at], lines[at] + lines[at + 1], *lines[at + 2 :]], "put the line break there"),
        ([*lines[:at], lines[at].replace("\t", "\n", 1), *lines[at + 1 :]], "join the two lines"),
    ):
        found = checked("\n".join(damaged), None).findings[0]
        assert (found.code, found.fix) == ("E201", fix)
    end = lines.index("", at)
    inside = [*lines[: end - 1], "", *lines[end - 1 :]]
    first = checked("\n".join(inside), None).findings[0]
    if first.code == "E302":
        assert first.cause.endswith(" divides a sentence: column 3 goes on there")
    found = checked("\n".join(inside)).findings[0]
    assert found.cause == "a blank line divides a sentence of gold"


def test_a_blank_line_inside_of_a_sentence_is_the_cause_of_a_missing_cue() -> None:
    lines = GOLD.split("\n")
    starts = [n for n, line in enumerate(lines) if line.count("\t") == 9 and not lines[n - 1]]
    seen = 0
    for start in starts[:20]:
        end = lines.index("", start)
        at = max(n for n in range(start, end) if lines[n].split("\t")[7] != "_") + 1
        if at < end:
            inside = "\n".join([*lines[:at], "", *lines[at:]])
            verdict = checked(inside, None)
            assert verdict.findings[0].fix == "remove that blank line" and verdict.errors == 1
            seen += 1
    assert seen > 5


def test_words_that_are_exchanged_are_not_copied_from_gold() -> None:
    """The numbers of the tokens stay in order; the annotation goes with the words."""
    lines = GOLD.split("\n")
    at = next(n for n in range(100, len(lines)) if "" not in lines[n - 3 : n + 3])
    one, other = lines[at].split("\t"), lines[at + 1].split("\t")
    lines[at], lines[at + 1] = "\t".join(one[:3] + other[3:]), "\t".join(other[:3] + one[3:])
    first = checked("\n".join(lines)).findings[0]
    assert first.cause == "the words of this sentence are gold's, in another order"
    assert first.fix == "put them in gold's order, each with its annotation"


def test_prose_is_neither_a_sentence_nor_a_token() -> None:
    right = checked(GOLD).contents
    for text in ("Here is the file:\n" + GOLD, "Here is the file:\n\n" + GOLD):
        verdict = checked(text)
        assert verdict.findings[0].fix == "remove the line"
        assert verdict.contents[:2] == right[:2]


@pytest.mark.parametrize("character", ["\u00a0", "\u3000", "\ufeff", "\u200b"])
@pytest.mark.parametrize("number", [1, 1000])
def test_a_blank_line_with_a_character_that_is_not_seen_is_blank(
    character: str, number: int
) -> None:
    damaged = GOLD.replace("\n\n", f"\n{character}\n", number)
    verdict = checked(damaged)
    assert verdict.findings[0].code == "E104" and "(W405, line " in verdict.findings[0].cause
    assert repair_layout(damaged.encode(), b"_")[0].decode() == GOLD


def test_what_stands_after_golds_end_is_said_once() -> None:
    for more, found in (("Done in 3 s\n", "line "), ("\nDone.\n", "lines ")):
        verdict = checked(GOLD + more)
        (last,) = [one for one in verdict.findings if one.code in ("W114", "W404")]
        assert last.code == "W114" and last.found.startswith(found)


def test_a_log_line_among_lines_with_a_tab_at_their_ends_is_no_part_of_one() -> None:
    folder = ROOT / "fixtures/larger-spanish"
    gold = (folder / "gold.txt").read_text(encoding="utf-8")
    lines = gold.split("\n")
    lines.insert(300, "INFO: 300 lines done")
    system = io.BytesIO("\n".join(lines).encode())
    first = check_files(io.BytesIO(gold.encode()), system, "scorer_task2").findings[0]
    assert first.cause == "this line has no columns, so it is not a token"


def test_a_blank_line_too_many_shifts_no_annotation() -> None:
    lines = GOLD.split("\n")
    at = next(n for n in range(30, len(lines)) if "" not in lines[n - 3 : n + 3])
    places = checked("\n".join([*lines[:at], "", *lines[at:]])).places
    assert "W918" not in places and "E104" in places
