"""Why a file's text is not gold's: sentences that end or stand elsewhere, and words written in another way."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from sem2012_scorer import Checked, check_files

LARGER = Path(__file__).resolve().parent.parent / "fixtures" / "larger-english"
GOLD = (LARGER / "gold.txt").read_text(encoding="utf-8")
SENTENCES = GOLD.strip("\n").split("\n\n")


def checked(system: str, gold: str = GOLD) -> Checked:
    return check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()))


def joined(sentences: list[str]) -> str:
    return "\n\n".join(sentences) + "\n\n"


@pytest.mark.parametrize(
    "moved, words", [(3, "3 tokens later"), (-3, "3 tokens earlier"), (1, "1 token later")]
)
def test_a_sentence_that_ends_elsewhere_lacks_no_token(moved: int, words: str) -> None:
    lines = GOLD.split("\n")
    blank = [number for number, line in enumerate(lines) if not line][20]
    lines.insert(blank + moved, lines.pop(blank))
    found = checked("\n".join(lines)).findings[0]
    assert found.code == "E104"
    assert found.cause.startswith(f"the sentence ends {words} than gold's, of the same tokens")


def test_a_sentence_at_another_place_is_not_missing_even_where_another_one_is() -> None:
    sentences = list(SENTENCES)
    sentences[20], sentences[25] = sentences[25], sentences[20]
    found = checked(joined(sentences[:-1])).findings[0]
    line = 1 + sum(sentence.count("\n") + 2 for sentence in SENTENCES[:20])
    assert found.code == "E108"
    assert f"the sentence of gold line {line} is at another place in the file" in found.cause
    # One that is really missing is.
    assert checked(joined(SENTENCES[:20] + SENTENCES[21:])).findings[0].code == "E102"
    # And one that occurs twice is too much.
    assert checked(joined(SENTENCES[:21] + SENTENCES[20:])).findings[0].code == "E103"


@pytest.mark.parametrize("sign", ["\u00a0", "\u200b", "\u00ad"])
def test_words_with_characters_that_are_not_seen_are_golds_tokens(sign: str) -> None:
    lines = GOLD.split("\n")
    for number in range(400):
        fields = lines[number].split("\t")
        if fields[1:]:
            fields[3] += sign
            lines[number] = "\t".join(fields)
    found = checked("\n".join(lines)).findings[0]
    assert found.code == "E105"
    assert found.cause.startswith("the words are gold's, except for spaces or invisible characters")


def test_a_line_with_spaces_between_its_columns_is_named() -> None:
    lines = GOLD.split("\n")
    lines[2] = lines[2].replace("\t", " ")
    found = checked("\n".join(lines)).findings[0]
    assert (found.line, found.cause) == (3, "spaces stand where tabs should be in this line")
    assert found.fix == "separate the columns by tabs"


def test_the_missing_last_blank_line_is_not_the_cause_of_another_word() -> None:
    gold = "t\t1\t0\tNo\tno\tDT\t*\tNo\t_\t_\nt\t1\t1\tslept\tsleep\tVB\t*\t_\tslept\t_"
    system = gold.replace("\tslept\tsleep", "\tsleeps\tsleep")
    found = checked(system + "\n", gold + "\n").findings[0]
    assert (found.code, found.cause) == ("E101", "")
    # Where the words are gold's, nothing else is wrong, and both files need the line.
    assert {one.code for one in checked(gold + "\n", gold + "\n").findings} == {"W404"}


def test_words_saved_as_utf_8_twice_are_named_so() -> None:
    gold = GOLD.replace("\tgate\t", "\tpuerta_señal\t")
    twice = gold.encode().decode("latin-1").encode()
    found = check_files(io.BytesIO(gold.encode()), io.BytesIO(twice)).findings[0]
    assert found.code == "E105"
    assert found.cause.startswith(
        "the words of this sentence are gold's, but the UTF-8 was read as Latin-1"
    )
    # Saved as Latin-1 once, they are in another encoding alone.
    once = check_files(io.BytesIO(gold.encode()), io.BytesIO(gold.encode("latin-1"))).findings[0]
    assert once.code == "E105"
    assert once.cause.startswith("the words of this sentence are gold's in another encoding")


def test_a_file_that_is_cut_off_lacks_sentences_and_none_differs() -> None:
    cause = checked(joined(SENTENCES[:300])).findings[0].cause
    assert (
        cause
        == f"the file ends here, but gold goes on; 100 of gold's {len(SENTENCES)} sentences are missing"
    )
    lines = GOLD.split("\n")
    cause = checked("\n".join(lines[:300]) + "\n").findings[0].cause
    left = sum(not line for line in lines[:300])
    number = len(SENTENCES) - left
    assert cause.endswith(f"; {number} of gold's {len(SENTENCES)} sentences are cut off or missing")
    # Without blank lines, no token differs either.
    cause = checked(GOLD.replace("\n\n", "\n")).findings[0].cause
    assert cause.endswith("of gold are joined into one")


def test_a_blank_line_before_the_first_token_is_named_as_that() -> None:
    found = checked("\n" + GOLD).findings[0]
    assert found.cause.startswith("the first line is blank (W405, line 1)")
    assert found.fix == "remove it"
    doubled = GOLD.replace("\n\n", "\n\n\n", 1)
    found = checked(doubled).findings[0]
    assert found.cause.startswith("two blank lines in a row (W405, line ")


def test_a_line_whose_tabs_are_spaces_has_columns_that_spaces_separate() -> None:
    lines = GOLD.split("\n")
    lines[3] = lines[3].replace("\t", " ")
    (found,) = checked("\n".join(lines)).findings
    assert (found.code, found.fix) == ("E101", "separate the columns by tabs")


@pytest.mark.parametrize("column", [1, 2, 3, 7])
def test_a_space_in_place_of_one_tab_is_named(column: int) -> None:
    lines = GOLD.split("\n")
    fields = lines[3].split("\t")
    lines[3] = "\t".join(fields[:column]) + " " + "\t".join(fields[column:])
    found = checked("\n".join(lines)).findings[0]
    if column < 4:
        assert found.cause == "spaces stand where tabs should be in this line"
        assert found.fix == "separate the columns by tabs"
    else:
        assert found.code == "E201"
