"""Annotation that stands beside its place, in the wrong column, or cut: gold shows it, where each file alone looks right."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT
from smaller import SMALLER

from sem2012_scorer import Checked, ScoringError, check_files, score_files
from sem2012_scorer.checking.repair import repair_layout

GOLD = SMALLER.gold.read_text(encoding="utf-8")
SPANISH = (ROOT / "fixtures/larger-spanish/gold.txt").read_text(encoding="utf-8")

Rows = list[list[str]]


def changed(text: str, change: Callable[[Rows], None]) -> str:
    """Return a text after a change of the rows of each sentence with negation."""
    sentences = []
    for sentence in text.rstrip("\n").split("\n\n"):
        rows = [line.split("\t") for line in sentence.split("\n")]
        if len(rows[0]) > 8 and rows[0][7] != "***":
            change(rows)
        sentences.append("\n".join("\t".join(row) for row in rows))
    return "\n\n".join(sentences) + "\n\n"


def by_tokens(by: int, empty: str) -> Callable[[Rows], None]:
    """Return what moves all marks by a number of tokens, with the words of their new lines."""

    def move(rows: Rows) -> None:
        marked = [[cell not in (empty, "") for cell in row[7:]] for row in rows]
        moved = []
        for number, row in enumerate(rows):
            before = [False] * len(row[7:])
            if 0 <= number - by < len(rows):
                before = marked[number - by]
            cells = []
            for mark, cell in zip(before, row[7:]):
                cells.append(row[3] if mark else empty if cell else "")
            moved.append(cells)
        # The scorer aborts at a negation whose cue fell out of the sentence.
        if all(
            any(mark in column for mark in column if mark not in (empty, ""))
            for column in [*zip(*moved)][:-1:3]
        ):
            for row, cells in zip(rows, moved):
                row[7:] = cells

    return move


def by_sentences(text: str, by: int) -> str:
    """Return a text in which the sentences have the annotation of a neighbor, as far as they have tokens for it."""
    sentences = [
        [line.split("\t") for line in sentence.split("\n")]
        for sentence in text.rstrip("\n").split("\n\n")
    ]
    marks = [[[cell != "_" for cell in row[7:]] for row in rows] for rows in sentences]
    moved = []
    for at, rows in enumerate(sentences):
        of_neighbor = marks[(at - by) % len(marks)]
        width = len(of_neighbor[0])
        if width > 1 and any(any(mark[0::3]) for mark in of_neighbor[: len(rows)]):
            of_tokens = [*of_neighbor, *[[False] * width] * len(rows)]
            cells = [
                [row[3] if mark else "_" for mark in of_tokens[n]] for n, row in enumerate(rows)
            ]
            has_all_cues = all(any(row[n] != "_" for row in cells) for n in range(0, width, 3))
            if has_all_cues:
                moved.append([row[:7] + of_row for row, of_row in zip(rows, cells)])
                continue
        moved.append([row[:7] + ["***"] for row in rows])
    return "\n\n".join("\n".join("\t".join(row) for row in rows) for rows in moved) + "\n\n"


def checked(system: str, gold: str = GOLD, scorer: str = "eval.cd-sco") -> Checked:
    return check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()), scorer)


def found(system: str, code: str) -> str:
    """Return what is found under a code."""
    (one,) = [finding for finding in checked(system).findings if finding.code == code]
    return one.found


@pytest.mark.parametrize(("by", "where"), [(1, "later"), (-1, "earlier")])
def test_cues_a_token_beside_golds_are_said_to_be_so(by: int, where: str) -> None:
    verdict = checked(changed(GOLD, by_tokens(by, "_")))
    assert verdict.places.keys() <= {"W918", "W919", "W909"} and "W918" in verdict.places
    (one,) = [finding for finding in verdict.findings if finding.code == "W918"]
    assert f"cues of gold stand one token {where} in the file, which has " in one.found


def cells_by_a_line(by: int) -> Callable[[Rows], None]:
    """Return what moves the cells themselves, so that they hold the words of their old lines."""

    def move(rows: Rows) -> None:
        cells = [row[7:] for row in rows]
        for row, moved in zip(rows, [*cells[-by:], *cells[:-by]]):
            row[7:] = moved

    return move


@pytest.mark.parametrize(("by", "where"), [(1, "later"), (-1, "earlier")])
def test_strings_that_moved_with_their_annotation_are_no_findings_of_their_own(
    by: int, where: str
) -> None:
    moved = changed(GOLD, cells_by_a_line(by))
    verdict = checked(moved)
    assert "W918" in verdict.places and "W901" not in verdict.places
    of_gold = checked(GOLD, moved)
    assert "W918" in of_gold.places and "W901" not in of_gold.places
    (one,) = [finding for finding in of_gold.findings if finding.code == "W918"]
    assert f"one token {where} in gold than in the system's file" in one.found


@pytest.mark.parametrize("by", [2, -2])
def test_annotation_that_stands_two_or_three_tokens_beside_its_place_is_said_to_be_so(
    by: int,
) -> None:
    verdict = checked(changed(GOLD, cells_by_a_line(by)))
    (one,) = [finding for finding in verdict.findings if finding.code == "W918"]
    words = {2: "two tokens later", -2: "two tokens earlier"}[by]
    assert f"cues of gold stand {words} in the file" in one.found


def test_a_scope_that_repeats_the_cue_is_in_no_other_column() -> None:
    verdict = checked(changed(GOLD, copy_column(0, 1)))
    (one,) = [finding for finding in verdict.findings if finding.code == "W912"]
    assert one.found.startswith("the scope is the cue again in ")
    assert "W902" not in verdict.places


def test_cues_a_token_beside_golds_are_found_in_files_of_neges_too() -> None:
    verdict = checked(changed(SPANISH, by_tokens(1, "-")), SPANISH, "scorer_task2")
    assert "W918" in verdict.places and "W912" not in verdict.places


@pytest.mark.parametrize(("by", "where"), [(1, "before"), (-1, "after")])
def test_the_annotation_of_a_neighboring_sentence_is_said_to_be_so(by: int, where: str) -> None:
    assert found(by_sentences(GOLD, by), "W918").endswith(f"that gold has in the sentence {where}")


def copy_column(source: int, target: int) -> Callable[[Rows], None]:
    def copy(rows: Rows) -> None:
        for row in rows:
            for start in range(7, len(row) - 2, 3):
                row[start + target] = row[start + source]

    return copy


@pytest.mark.parametrize(("source", "name"), [(0, "cue"), (1, "scope")])
def test_an_event_that_repeats_another_column_is_said_to_be_so(source: int, name: str) -> None:
    verdict = checked(changed(GOLD, copy_column(source, 2)))
    assert verdict.places.keys() == {"W912"}
    assert verdict.findings[0].found.startswith(f"the event is the {name} again in ")
    assert verdict.findings[0].fix.startswith("in the third of the three columns, write the event")


def test_scopes_and_events_exchanged_in_some_sentences_are_counted() -> None:
    number = 0

    def exchange(rows: Rows) -> None:
        nonlocal number
        number += 1
        if number % 3 == 0:
            for row in rows:
                for start in range(7, len(row) - 2, 3):
                    row[start + 1], row[start + 2] = row[start + 2], row[start + 1]

    assert found(changed(GOLD, exchange), "W912").endswith(
        " match it if scope and event are exchanged"
    )


def test_cues_and_scopes_exchanged_in_the_first_negations_alone_are_counted() -> None:
    def exchange(rows: Rows) -> None:
        for row in rows:
            row[7], row[8] = row[8], row[7]

    some = "\n\n".join(GOLD.split("\n\n")[:30]) + "\n\n"
    assert found(changed(some, exchange) + GOLD[len(some) :], "W912").startswith(
        "cue and scope exchanged in "
    )


def test_first_pieces_of_words_are_said_to_be_parts_of_golds_strings() -> None:
    def cut(rows: Rows) -> None:
        for row in rows:
            row[8::3] = [cell[:4] if cell == row[3] else cell for cell in row[8::3]]

    assert found(changed(GOLD, cut), "W919").endswith("cells hold only a part of gold's string")


@pytest.mark.parametrize(("part", "name"), [(0, "cue"), (1, "scope"), (2, "event")])
def test_cut_cells_of_one_part_are_counted_alone(part: int, name: str) -> None:
    """Events are few beside all cells."""

    def cut(rows: Rows) -> None:
        for row in rows:
            for at in range(7 + part, len(row), 3):
                if len(row[at]) > 2 and row[at] != "***":
                    row[at] = row[at][:-1]

    system = changed(GOLD, cut)
    number = sum(
        one != other and other not in one
        for one, other in zip(GOLD.split("\n"), system.split("\n"))
    )
    said = found(system, "W919")
    assert (
        number
        and f" {name} cells hold only a part of gold's string" in said
        and " and " not in said
    )


def test_no_true_system_is_accused() -> None:
    """That of the recorded case has 373 right cues of 441, and errors of all kinds."""
    system = Path(ROOT / "fixtures/larger-english/system.txt").read_text(encoding="utf-8")
    gold = Path(ROOT / "fixtures/larger-english/gold.txt").read_text(encoding="utf-8")
    assert checked(system, gold).places.keys() == {"W128"}


def test_columns_joined_by_spaces_are_named_and_repaired() -> None:
    def join(rows: Rows) -> None:
        for row in rows:
            row[7:] = [" ".join(row[7:])]

    joined = changed(GOLD, join)
    verdict = checked(joined)
    assert verdict.places.keys() == {"W126"}
    assert verdict.findings[0].found.startswith(
        "spaces, not tabs, between the annotation columns of "
    )
    content, done = repair_layout(joined.encode(), b"_")
    assert (content.decode(), done) == (GOLD, ["separators"])


def test_a_space_after_stars_is_named_alone() -> None:
    at = GOLD.index("\t***\n")
    verdict = checked(GOLD[:at] + "\t*** \n" + GOLD[at + len("\t***\n") :])
    assert verdict.places.keys() <= {"E202", "W126"} and "W126" in verdict.places
    assert any(finding.found == 'the cell "*** "' for finding in verdict.findings)
    (abort,) = [finding for finding in verdict.findings if finding.code == "E202"]
    assert abort.cause.startswith("spaces beside the *** of line ")
    verdict = checked(GOLD.replace("\t***\n", "\t *** \n"))
    assert verdict.places == {"W126": GOLD.count("\t***\n")}


def test_scopes_of_two_negations_exchanged_are_no_habit_of_events() -> None:
    """Few of all events are outside their scopes then: sentences that are gold's count as well."""

    def exchange(rows: Rows) -> None:
        if len(rows[0]) == 13:
            for row in rows:
                row[8], row[11] = row[11], row[8]

    assert "W916" not in checked(changed(GOLD, exchange)).places


def at_one_place(place: int) -> str:
    """Return a system that marks one token of each sentence as a cue, and the tokens after it as its scope."""
    sentences = []
    for sentence in GOLD.rstrip("\n").split("\n\n"):
        rows = [line.split("\t")[:7] for line in sentence.split("\n")]
        at = range(len(rows))[max(min(place, len(rows) - 1), -len(rows))]
        for number, row in enumerate(rows):
            row += [row[3] if number == at else "_", row[3] if number > at else "_", "_"]
        sentences.append("\n".join("\t".join(row) for row in rows))
    return "\n\n".join(sentences) + "\n\n"


@pytest.mark.parametrize("place", [0, 1, 2, -2, -1])
def test_cues_at_one_place_of_each_sentence_are_wrong_and_not_shifted(place: int) -> None:
    assert checked(at_one_place(place)).places.keys().isdisjoint({"W912", "W918", "W919"})


def test_a_cue_that_is_the_next_word_is_shifted_alone_where_its_scope_is_in_place() -> None:
    def mark_next_word(rows: Rows) -> None:
        for start in range(7, len(rows[0]), 3):
            at = max(n for n, row in enumerate(rows) if row[start] != "_")
            if at + 1 < len(rows) and sum(row[start] != "_" for row in rows) == 1:
                rows[at][start], rows[at + 1][start] = "_", rows[at + 1][3]

    verdict = checked(changed(GOLD, mark_next_word))
    (found,) = [one for one in verdict.findings if one.code == "W918"]
    assert "stand one token later, but not their scopes, in the file" in found.found
    assert found.fix == "write each cue on the lines of its own tokens"


def test_an_event_that_is_the_one_word_of_its_scope_repeats_nothing() -> None:
    def shorten(rows: Rows) -> None:
        for start in range(7, len(rows[0]), 3):
            marked = [n for n, row in enumerate(rows) if row[start + 1] != "_"]
            for number, row in enumerate(rows):
                if number not in marked[:1]:
                    row[start + 1] = "_"
                row[start + 2] = row[start + 1]

    assert "W912" not in checked(changed(GOLD, shorten)).places


def one_sentence(*tokens: str) -> str:
    lines = []
    for number, token in enumerate(tokens):
        word, *cells = token.split()
        lines.append("\t".join(["tale", "1", str(number), word, word, "NN", "*", *cells]) + "\n")
    return "".join(lines) + "\n"


def test_the_rest_of_a_word_may_have_the_letters_of_its_affix() -> None:
    gold = one_sentence("This _ This _", "uungåelige u ungåelige _", "fate _ fate _")
    assert checked(gold, gold).places.keys() == set()
    whole = gold.replace("\tu\tungåelige\t", "\tu\tuungåelige\t")
    assert checked(whole, gold).places.keys() == {"W902"}


def test_one_scope_that_is_golds_event_shows_no_other_order() -> None:
    gold = one_sentence("No No _ _", "rain _ rain _", "fell _ fell fell")
    system = one_sentence("No No _ _", "rain _ _ rain", "fell _ fell _")
    assert "W912" not in checked(system, gold).places


@pytest.mark.parametrize("keeps_blank_lines", [True, False])
def test_joined_columns_of_neges_are_separated_with_and_without_blank_lines(
    keeps_blank_lines: bool,
) -> None:
    def join(rows: Rows) -> None:
        for row in rows:
            row[7:] = [" ".join(row[7:-1]), ""]

    joined = changed(SPANISH, join)
    if not keeps_blank_lines:
        joined = joined.replace("\n\n", "\n")
    assert repair_layout(joined.encode(), b"-", SPANISH.encode())[0].decode() == SPANISH


def test_the_negation_that_lacks_a_part_is_counted_from_1() -> None:
    gold = one_sentence(
        "No No _ _ _ _ _", "rain _ rain rain _ _ _", "nor _ _ _ nor _ _", "snow _ _ _ _ snow snow"
    )
    system = gold.replace("\tsnow\tsnow\n", "\tsnow\t_\n")
    with pytest.raises(ScoringError, match="no event in negation 2 of the sentence"):
        score_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()), "scorer_task2")
