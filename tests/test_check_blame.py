"""What `check` blames: what is at fault, and not what follows from it, or stands elsewhere."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT

from sem2012_scorer import Checked, check_files
from sem2012_scorer.checking.repair import repair_layout

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
GOLD, SYSTEM = (
    (FIXTURES / "larger-english" / f"{name}.txt").read_text(encoding="utf-8")
    for name in ("gold", "system")
)
NEGES = (FIXTURES / "larger-spanish" / "gold.txt").read_text(encoding="utf-8")
SENTENCES = SYSTEM.strip("\n").split("\n\n")
Rows = list[list[str]]


def checked(system: str, gold: str = GOLD, scorer: str = "eval.cd-sco") -> Checked:
    files = io.BytesIO(gold.encode()), io.BytesIO(system.encode())
    return check_files(*files, scorer=scorer)


def rows_of(text: str) -> Rows:
    return [line.split("\t") for line in text.split("\n")]


def text_of(rows: Rows) -> str:
    return "\n".join("\t".join(row) for row in rows)


def in_cells(text: str, change: Callable[[list[str]], list[str]]) -> str:
    """Return columns with the annotation cells of each line changed."""
    return text_of([row[:7] + change(row[7:]) if row[7:] else row for row in rows_of(text)])


def test_cue_columns_alone_are_not_filled_up_to_three() -> None:
    """NEGES lines end with a tab, which begins no cell: filled, second cues would become scopes."""
    cues = in_cells(NEGES, lambda cells: cells if cells[0] == "***" else [*cells[:-1:3], ""])
    found = checked(cues, NEGES, "scorer_task2")
    assert found.findings[0].code == "E202" and not found.findings[0].cause
    assert repair_layout(cues.encode(), b"-", NEGES.encode())[0] == cues.encode()


def test_a_repair_is_tried_as_its_command_does_it() -> None:
    """Without --scorer, the command for a gold file would write another sign than NEGES has."""
    gold = "\ufeff" + NEGES
    found = checked(NEGES, gold)
    repaired = repair_layout(gold.encode(), b"_")[0].decode()
    assert repaired.count("-") < NEGES.count("-"), "so the command would write it"
    # With it, nothing could be scored right: no command is printed that promises more.
    assert checked(NEGES, repaired).f1 == "0.00"
    assert not found.commands and found.repaired_f1 == ""


@pytest.mark.parametrize("line", [259, 700, 1500])
def test_a_blank_line_in_a_sentence_makes_no_part_missing(line: int) -> None:
    lines = SYSTEM.split("\n")
    while not lines[line] or not lines[line - 1]:
        line += 1
    lines.insert(line, "")
    found = checked("\n".join(lines))
    assert found.findings[0].code == "E104"
    assert not {"E302", "E201"} & {*found.places}


def test_without_gold_a_missing_blank_line_shows_in_the_first_columns() -> None:
    joined = SYSTEM.replace("\n\n", "\n", 1)
    found = check_files(None, io.BytesIO(joined.encode())).findings[0]
    assert found.code == "E201"
    assert found.cause == "column 2 changes in line 7: a blank line is missing before it"
    assert found.fix == "put one empty line after each sentence"


def test_no_half_of_a_sentence_gets_stars() -> None:
    """A blank line stands before the only cue of a sentence: what is before it has no word, and stays."""
    lines = SYSTEM.split("\n")
    cue = next(n for n, line in enumerate(lines) if re.search(r"\tnever\t_\t_$", line))
    lines.insert(cue, "")
    divided = "\n".join(lines).encode()
    assert repair_layout(divided, b"_")[0].count(b"***") == divided.count(b"***")


def test_another_word_does_not_make_its_cells_wrong() -> None:
    rows = rows_of(SYSTEM)
    at = next(n for n, row in enumerate(rows) if row[9:] and row[8] == row[3])
    rows[at][3] = "Xyz"
    found = checked(text_of(rows))
    assert (found.findings[0].code, found.findings[0].line) == ("E101", at + 1)
    assert "W901" not in found.places


def test_a_string_of_the_next_line_belongs_there() -> None:
    rows = rows_of(SYSTEM)
    at = next(n for n, row in enumerate(rows) if row[9:] and row[7] == row[3] and rows[n - 1][7:])
    rows[at][7], rows[at - 1][7] = "_", rows[at][7]
    found = [one for one in checked(text_of(rows)).findings if one.code == "W901"]
    assert found[0].line == at and found[0].fix.startswith(
        "the cell has the word of the line after it"
    )


def test_cues_in_scopes_are_no_fault_where_gold_has_them_too() -> None:
    def put_cues(cells: list[str]) -> list[str]:
        for at in range(0, len(cells) - 2, 3):
            if cells[at] != "_":
                cells[at + 1] = cells[at]
        return cells

    gold, system = in_cells(GOLD, put_cues), in_cells(SYSTEM, put_cues)
    found = [one for one in checked(system, gold).findings if one.code == "W902"]
    assert [one.file for one in found] == ["the stream"] or not found
    assert "W902" in checked(system).places


def test_the_same_cue_twice_is_no_fault_where_gold_has_it_twice() -> None:
    line = "d\t1\t%d\t%s\tx\tNN\t*\t%s\n"
    gold = line % (0, "Nobody", "Nobody\t_\t_\tNobody\t_\t_")
    gold += line % (1, "came", "_\tcame\t_\t_\t_\tcame") + "\n"
    system = gold.replace("_\tcame\t_\t_\t_\tcame", "_\t_\t_\t_\t_\tcame")
    assert not [
        one for one in checked(system, gold).findings if one.code == "W128" and not one.file
    ]


@pytest.mark.parametrize(
    ("head", "code"), [("\ufeff", "W402"), ("file\tsent\ttok\tword\tlemma\tPOS\tparse\n", "W406")]
)
def test_what_stands_in_the_first_line_is_blamed_and_not_its_line_end(head: str, code: str) -> None:
    found = checked(head + SYSTEM.replace("\n", "\r\n")).findings[0]
    assert (found.code, found.line) == ("E101", 1)
    assert f"({code}, line 1)" in found.cause


def test_a_slip_of_layout_far_away_is_not_the_cause_of_another_word() -> None:
    rows = rows_of(SYSTEM)
    rows[256][3] = "Xyz"
    rows[3000][-1] += "\r"
    found = checked(text_of(rows))
    assert (found.findings[0].code, found.findings[0].cause) == ("E101", "")
    assert "W401" in found.places


def test_gold_is_blamed_for_its_own_blank_lines() -> None:
    found = checked(SYSTEM, GOLD + "\n").findings[0]
    assert (found.code, found.fix) == ("E303", "repair the gold file")
    assert found.cause.startswith("gold: two blank lines in a row")
    doubled = GOLD.replace("\n\n", "\n\n\n", 3).removesuffix("\n")
    line = doubled.index("\n\n\n")
    found = checked(SYSTEM, doubled).findings[0]
    first = doubled[:line].count("\n") + 3
    assert found.cause == f"gold: two blank lines in a row (line {first} and 2 more)"


@pytest.mark.parametrize("number", [1, 3, 10])
def test_sentences_that_are_repeated_are_not_missing(number: int) -> None:
    repeated = [*SENTENCES[:20], *SENTENCES[20 - number : 20], *SENTENCES[20:]]
    found = checked("\n\n".join(repeated) + "\n\n").findings[0]
    assert found.code == "E103"
    words = "sentence of gold stands" if number == 1 else "sentences of gold stand"
    assert found.cause in (
        f"{number} {words} in the file once more",
        "this sentence occurs twice in the file",
    )


def test_carriage_returns_before_carriage_returns_are_line_ends() -> None:
    found = checked(SYSTEM.replace("\n", "\r\r\n"))
    assert "W401" in found.findings[0].cause and "W405" not in found.places


def test_lower_case_without_punctuation_is_the_same_text() -> None:
    sentences = []
    for sentence in SENTENCES:
        rows = [line.split("\t") for line in sentence.split("\n")]
        kept = [row for row in rows if row[3].isalnum()]
        for number, row in enumerate(kept):
            row[2], row[3] = str(number), row[3].lower()
        sentences.append(text_of(kept))
    assert checked("\n\n".join(sentences) + "\n\n").findings[0].code != "E107"


@pytest.mark.parametrize(
    ("scorer", "needs_scopes"), [("eval.cd-sco-uio", False), ("scorer_task2", True)]
)
def test_a_negation_without_scope_is_an_error_only_where_the_scorer_needs_one(
    scorer: str, needs_scopes: bool
) -> None:
    """The teaching copy needs a scope only before a negation that has one: alone, it may lack it."""
    line = "d\t%d\t%d\t%s\tx\tNN\t*\t%s\t%s\t_\n"
    gold = line % (1, 0, "We", "_", "_") + line % (1, 1, "came", "_", "came") + "\n"
    gold += line % (2, 0, "No", "No", "_") + line % (2, 1, "rain", "_", "rain") + "\n"
    system = gold.replace("\tWe\t", "\tThey\t").replace(
        "rain\tx\tNN\t*\t_\train", "rain\tx\tNN\t*\t_\t_"
    )
    found = [one.found for one in checked(system, gold, scorer).findings if one.code == "E302"]
    assert (
        any("of the sentence that ends in line" in one and "has no scope" in one for one in found)
        == needs_scopes
    )


def test_a_blank_line_too_many_is_the_fault_of_both_files_only_at_the_same_place() -> None:
    golds = GOLD.split("\n\n")
    ours = SYSTEM.split("\n\n")
    # After a sentence with negation, the scorer would abort.
    n = next(n for n, pair in enumerate(zip(golds, ours), 1) if all("***" in text for text in pair))
    doubled = ["\n\n".join([*text[:n], "\n" + text[n], *text[n + 1 :]]) for text in (golds, ours)]
    both = checked(doubled[1], doubled[0])
    (finding,) = (one for one in both.findings if one.code == "W405")
    assert both.verdict == "valid" and "Gold has the same fault: repair gold first" in finding.fix
    elsewhere = checked(
        doubled[1], "\n\n".join([*golds[:90], "\n" + golds[90], *golds[91:]])
    ).findings[0]
    assert elsewhere.code == "E104" and "Gold" not in elsewhere.fix
    alone = checked(doubled[1]).findings[0]
    assert (alone.code, alone.fix) == ("E104", "remove one of them")


def test_a_last_line_that_gold_lacks_too_is_described_the_same_beside_an_abort() -> None:
    gold, system = GOLD[:-1], SYSTEM[:-1]
    words = []
    for text in (system, system.replace("\t.\t", "\t!\t", 1)):
        found = checked(text, gold)
        (finding,) = (one for one in found.findings if one.code == "W404")
        words.append((finding.found, finding.fix))
    assert words[0] == words[1] and "is not scored" in words[0][0]


def test_only_scopes_are_counted_among_those_with_their_cue() -> None:
    """A negation without scope is no scope, whether it is gold's or not."""
    rows = rows_of(GOLD)
    scopes = 0
    for row in rows:
        for at in range(7, len(row) - 1, 3):
            if row[at] not in ("_", "***"):
                row[at + 1] = row[at]
    system = text_of(rows)
    for sentence in system.split("\n\n"):
        cells = [line.split("\t")[8::3] for line in sentence.split("\n")]
        scopes += sum(any(cell != "_" for cell in column) for column in zip(*cells))
    cut = in_cells(
        GOLD,
        lambda cells: (
            [c if n % 3 != 1 else "_" for n, c in enumerate(cells)] if len(cells) == 6 else cells
        ),
    )
    assert cut != GOLD
    (finding,) = (one for one in checked(system, cut).findings if one.code == "W902")
    assert finding.found.endswith(f" of {scopes}"), finding.found


@pytest.mark.parametrize(
    ("kept", "words"), [((0, 1), "two columns"), ((1, 2), "two columns"), ((0,), "one column")]
)
def test_columns_that_every_negation_lacks_are_the_cause_of_the_first_abort(
    kept: tuple[int, ...], words: str
) -> None:
    system = in_cells(
        SYSTEM,
        lambda cells: (
            cells if cells == ["***"] else [c for n, c in enumerate(cells) if n % 3 in kept]
        ),
    )
    found = checked(system).findings
    assert found[0].code == "E202" and "E302" not in {one.code for one in found}
    assert found[0].cause.startswith(f"negations have {words} each, and not three (first in line ")
    # In a single sentence, columns are missing by chance.
    sentences = [*SENTENCES]
    at = next(n for n, text in enumerate(SENTENCES) if len(text.split("\n")[0].split("\t")) == 10)
    sentences[at] = in_cells(sentences[at], lambda cells: cells[:2])
    assert not checked("\n\n".join(sentences) + "\n\n").findings[0].cause


def test_a_file_that_breaks_off_inside_a_line_is_cut_off() -> None:
    whole = "\n\n".join(SENTENCES[:50])
    for left in (2, 5, 12, 15):
        line = whole.rpartition("\n")[2]
        found = checked(whole[: len(whole) - len(line) + left]).findings[0]
        assert (found.code, found.cause.partition(";")[0]) == (
            "E102",
            "the file ends in the middle of this sentence, but gold goes on",
        ), found


def test_stars_beside_empty_cells_are_to_be_written_on_each_line() -> None:
    at = next(n for n, text in enumerate(SENTENCES) if "***" in text)
    for cells in ("_\t_\t_", "-\t-\t-"):
        changed = SENTENCES[at].replace("***", cells, 1)
        found = checked("\n\n".join([*SENTENCES[:at], changed, *SENTENCES[at + 1 :]]) + "\n\n")
        assert found.findings[0].code == "E201"
        assert found.findings[0].fix == "write *** on each line of a sentence without negation"


def test_a_comment_in_the_middle_of_a_file_is_named_with_its_line() -> None:
    text = "\n\n".join(SENTENCES[:300]) + "\n\n# the rest\n\n" + "\n\n".join(SENTENCES[300:])
    line = text[: text.index("# the")].count("\n") + 1
    found = checked(text + "\n\n").findings[0]
    assert found.line == line and found.cause.startswith(
        f"line that is not a token (W406, line {line:,}"
    )
    (alone,) = (
        one for one in check_files(None, io.BytesIO(text.encode())).findings if one.code == "W406"
    )
    assert (alone.line, alone.found) == (line, "# the rest")


def test_labels_in_columns_are_known_beside_sentences_without_annotation() -> None:
    labels = in_cells(
        SYSTEM, lambda cells: ["O" if cell in ("_", "***") else "B-CUE" for cell in cells[:1]]
    )
    sentences = labels.split("\n\n")
    sentences[0] = "\n".join("\t".join(line.split("\t")[:7]) for line in sentences[0].split("\n"))
    assert "E605" in checked("\n\n".join(sentences)).places


def test_a_part_of_a_word_in_another_unicode_form_is_written_in_that_of_the_word() -> None:
    composed = "d\t1\t0\tuj\u00e5lete\tx\tNN\t*\tu\tj\u00e5lete\t_\n\n"
    decomposed = "d\t1\t0\tuj\u00e5lete\tx\tNN\t*\tu\tja\u030alete\t_\n\n"
    for gold, system in ((composed, decomposed), (decomposed, composed)):
        word = gold.split("\t")[3]
        other = system.replace("uj\u00e5lete", word)
        right = other.replace(other.split("\t")[8], word[1:])
        assert repair_layout(other.encode(), b"_", right.encode())[0].decode() == right


@pytest.mark.parametrize("left", ["**", "*"])
def test_a_file_cut_off_inside_stars_is_only_cut_off(left: str) -> None:
    at = next(n for n, text in enumerate(SENTENCES[20:], 20) if "***" in text)
    lines = SENTENCES[at].split("\n")
    last = "\t".join([*lines[1].split("\t")[:7], left])
    text = "\n\n".join([*SENTENCES[:at], "\n".join([lines[0], last])])
    first = text.count("\n")
    assert [one.code for one in checked(text).findings if one.line > first] == ["E102"]


@pytest.mark.parametrize("written", ["NaN", "nan\tnan\tnan", "7\tnan\tnan\tnan", "None"])
def test_a_blank_line_into_which_a_program_has_written_is_blank(written: str) -> None:
    for at in (0, 300):
        sentences = [*SENTENCES[: at + 1], *SENTENCES[at + 1 :]]
        text = (
            "\n\n".join(sentences[: at + 1]) + f"\n{written}\n" + "\n\n".join(sentences[at + 1 :])
        )
        found = checked(text + "\n\n").findings[0]
        assert found.code == "E104" and found.fix == "empty it", found
        assert found.cause.startswith("a blank line in which a program has written"), found
        repaired = repair_layout((text + "\n\n").encode(), b"_", GOLD.encode())[0]
        assert repaired.decode() == SYSTEM


def test_a_word_that_looks_like_a_missing_value_is_no_blank_line() -> None:
    row = "d\t1\t{}\t{}\tx\tNN\t*\t***\n"
    text = GOLD + row.format(0, "None") + row.format(1, "nan") + "\n"
    assert checked(text, text).verdict == "valid"
    assert repair_layout(text.encode(), b"_", text.encode())[0].decode() == text


def test_letters_that_look_alike_are_shown_with_their_numbers() -> None:
    gold = "d\t1\t0\tnunca\tx\tNN\t*\tnunca\t_\t_\nd\t1\t1\tcompr\u00e9\tx\tNN\t*\t_\tcompr\u00e9\t_\n\n"
    found = checked(gold.replace("\u00e9", "e\u0301"), gold).findings[0]
    assert (found.code, found.found, found.expected) == ("E105", "compre(U+0301)", "compr(U+00E9)")


def test_mistyped_stars_are_named_once_with_the_sentence() -> None:
    at = GOLD.index("\t***\n")
    for typed in ("**", "****", "*"):
        system = GOLD[:at] + f"\t{typed}\n" + GOLD[at + len("\t***\n") :]
        verdict = checked(system, GOLD)
        first = verdict.findings[0]
        assert (first.code, first.fix) == ("E202", "write ***")
        assert f" has {typed} where *** belongs" in first.cause and "W901" not in verdict.places


def test_a_pointer_of_git_lfs_is_no_file_of_labels() -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"
    found = checked(pointer, GOLD).findings[0]
    assert found.code == "E601" and "Git LFS" in found.found


def test_lines_in_quotation_marks_hold_no_labels() -> None:
    quoted = "\n".join(f'"{line}"' if line else "" for line in GOLD.split("\n"))
    verdict = checked(quoted, GOLD)
    assert verdict.findings[0].cause == "lines are in quotation marks"
    assert "E605" not in verdict.places


def test_another_word_in_another_encoding_is_another_word() -> None:
    word = GOLD.split("\t")[3]
    system = GOLD.encode().replace(f"\t{word}\t".encode(), f"\t{word}\u00e9\t".encode("latin-1"), 1)
    found = check_files(io.BytesIO(GOLD.encode()), io.BytesIO(system)).findings[0]
    assert found.code == "E101" and "UTF-8" not in found.cause + found.fix


def test_the_order_of_cues_is_compared_where_others_are_missing() -> None:
    """In one sentence both files have two cues of three in common, exchanged."""
    folder = ROOT / "fixtures/larger-spanish"
    gold, system = [(folder / name).read_bytes() for name in ("gold.txt", "system.txt")]
    found = check_files(io.BytesIO(gold), io.BytesIO(system), "scorer_task2").findings
    (order,) = [one for one in found if one.code == "W908"]
    assert order.found.startswith("6 sentences have gold's cues in another order: the scorer pairs")
