"""An export that has lost, added, joined or divided a sentence and numbered the rest anew: the words show what happened."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from smaller import SMALLER

from sem2012_scorer import Finding, check_files

Rows = list[list[str]]
SENTENCES: list[Rows] = [
    [line.split("\t") for line in sentence.split("\n")]
    for sentence in SMALLER.gold.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
]
WITHOUT = [n for n, rows in enumerate(SENTENCES) if rows[0][7:] == ["***"] and len(rows) > 4]


def numbered_anew(sentences: list[Rows]) -> str:
    """Return sentences in columns, all of them and their tokens counted as they stand."""
    blocks = []
    for number, rows in enumerate(sentences, start=1):
        lines = [
            "\t".join([row[0], str(number), str(token), *row[3:]]) for token, row in enumerate(rows)
        ]
        blocks.append("\n".join(lines) + "\n\n")
    return "".join(blocks)


GOLD = numbered_anew(SENTENCES)


def first_finding(system: str, gold: str = GOLD) -> Finding:
    return check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode())).findings[0]


def changed(name: str) -> list[Rows]:
    """Return the sentences after a damage in the middle."""
    at = next(n for n in WITHOUT if n > 5 and n + 1 < len(SENTENCES))
    here, rest = SENTENCES[at], SENTENCES[at + 1 :]
    if name == "lost":
        return SENTENCES[:at] + rest
    if name == "added":
        return [*SENTENCES[:at], [row[:3] + ["odd", *row[4:]] for row in here], here, *rest]
    if name == "three lost":
        return SENTENCES[:at] + rest[2:]
    if name == "two added":
        odd = [row[:3] + ["odd", *row[4:]] for row in here]
        return [*SENTENCES[:at], odd, odd[:2], here, *rest]
    if name == "joined":
        return [*SENTENCES[:at], [*here, *rest[0]], *rest[1:]]
    if name == "three joined":
        return [*SENTENCES[:at], [*here, *rest[0], *rest[1]], *rest[2:]]
    if name == "divided in three":
        return [*SENTENCES[:at], here[:2], here[2:4], here[4:], *rest]
    return [*SENTENCES[:at], here[:3], here[3:], *rest]


@pytest.mark.parametrize(
    ("name", "code", "cause"),
    [
        ("lost", "E102", "1 sentence is missing, from gold line "),
        ("three lost", "E102", "3 sentences are missing, from gold line "),
        ("added", "E103", "gold does not have this sentence, and "),
        ("two added", "E103", "gold does not have the 2 sentences that begin here, and "),
        ("joined", "E104", "2 sentences of gold are one here, and "),
        ("three joined", "E104", "3 sentences of gold are one here, and "),
        ("divided", "E104", "a sentence of gold is divided into 2 here, and "),
        ("divided in three", "E104", "a sentence of gold is divided into 3 here, and "),
    ],
)
def test_what_happened_is_named_though_all_numbers_after_it_differ(
    name: str, code: str, cause: str
) -> None:
    found = first_finding(numbered_anew(changed(name)))
    assert (found.code, found.cause.startswith(cause)) == (code, True), found
    assert found.cause.endswith("have other numbers than in gold")
    assert found.fix.endswith("and give all lines gold's first three columns")


def test_sentences_that_are_lost_while_the_others_keep_their_numbers_are_numbered_as_in_gold() -> (
    None
):
    system = GOLD.split("\n\n")
    del system[5:7]
    found = first_finding("\n\n".join(system))
    assert found.code == "E102" and "other numbers" not in found.cause


def test_other_numbers_alone_are_no_reason_to_pass_over_wrong_cells() -> None:
    """The words are gold's: then a cell that is no part of its word is wrong."""
    lines = [line.split("\t") for line in GOLD.split("\n")]
    changed_cells = 0
    for row in lines:
        if len(row) > 8:
            row[2] = str(int(row[2]) + 1)
            if changed_cells < 3 and row[7] not in ("_", "***"):
                row[7] = "zz"
                changed_cells += 1
    system = "\n".join("\t".join(row) for row in lines)
    found = check_files(io.BytesIO(GOLD.encode()), io.BytesIO(system.encode()))
    assert found.findings[0].code == "E101" and found.places["W901"] == 3


@pytest.mark.parametrize(("copies", "times"), [(2, "twice"), (3, "3 times")])
def test_lines_that_a_program_wrote_several_times_are_no_other_text(
    copies: int, times: str
) -> None:
    lines = [line if line == "\n" else line * copies for line in GOLD.splitlines(keepends=True)]
    found = first_finding("".join(lines))
    assert found.code == "E103" and found.fix == "write each line once"
    assert found.cause.startswith(f"each line of this sentence stands {times} in a row")


def with_columns(text: str, change: Callable[[list[str]], list[str]]) -> str:
    """Return a file with the columns of each line changed."""
    lines = [line and "\t".join(change(line.split("\t"))) for line in text.split("\n")]
    return "\n".join(lines)


def test_cells_that_fit_golds_words_are_not_blamed_for_a_cut_word_column() -> None:
    system = with_columns(GOLD, lambda row: [*row[:3], row[3][:3], *row[4:]])
    found = check_files(io.BytesIO(GOLD.encode()), io.BytesIO(system.encode()))
    assert {"E605", "W901"}.isdisjoint(found.places) and found.findings[0].code == "E101"


def test_exchanged_words_and_lemmas_are_the_fault_of_the_file_whose_cells_do_not_fit() -> None:
    exchanged = with_columns(GOLD, lambda row: [*row[:3], "of" + row[3].lower(), row[3], *row[5:]])
    right = with_columns(GOLD, lambda row: [*row[:4], "of" + row[3].lower(), *row[5:]])
    cells_apart = with_columns(exchanged, lambda row: [*row[:7], *[c.upper() for c in row[7:]]])
    of_system = first_finding(cells_apart, right)
    assert of_system.cause == "gold's words stand in column 5 of the file, word for word"
    of_gold = first_finding(right, cells_apart)
    assert of_gold.cause == "gold: the file's words stand in column 5 of gold, word for word"


def test_annotation_before_the_words_makes_no_other_text() -> None:
    found = check_files(
        io.BytesIO(GOLD.encode()),
        io.BytesIO(with_columns(GOLD, lambda row: row[7:] + row[:7]).encode()),
    )
    assert found.findings[0].cause == "gold's words stand in these lines, but in other columns"
    assert found.places.keys() == {"E101"}


def test_a_header_before_each_sentence_is_removed_as_the_first_one_is() -> None:
    header = "file\tsent\ttok\tword\tlemma\tpos\tparse\tcue\n"
    system = header + GOLD.replace("\n\n", f"\n\n{header}").removesuffix(header)
    found = check_files(io.BytesIO(GOLD.encode()), io.BytesIO(system.encode()))
    assert f"(W406, line 1 and {len(SENTENCES) - 1} more)" in found.findings[0].cause
