"""Why the scorer aborts: the cause that `check` names, and what is not reported beside it."""

from __future__ import annotations

import io
import re

import pytest
from damaged import CD_SCO, in_cells
from smaller import SMALLER
from test_check_habits import GOLD, NO, PLAIN, UN, WORDS, scored, text

from sem2012_scorer import Checked, check_files, score_files

LINES = CD_SCO.split("\n")


def checked(system: str, gold: str = CD_SCO, scorer: str = "eval.cd-sco") -> Checked:
    return check_files(io.BytesIO(gold.encode()), io.BytesIO(system.encode()), scorer)


def in_lines(change: dict[int, str], content: str = CD_SCO) -> str:
    """Return content with something put at the end of lines, counted from 1."""
    lines = content.split("\n")
    for number, end in change.items():
        lines[number - 1] += end
    return "\n".join(lines)


def without_column(number: int, content: str = CD_SCO) -> str:
    """Return content without a column, counted from 1."""
    lines = []
    for line in content.split("\n"):
        fields = line.split("\t")
        lines.append("\t".join(fields[: number - 1] + fields[number:]))
    return "\n".join(lines)


def with_empty_cells(content: str, lines: range) -> str:
    """Return content with nothing in the empty cells of some lines, counted from 1."""
    changed = content.split("\n")
    for number in lines:
        fields = changed[number - 1].split("\t")
        fields[7:] = ["" if cell == "_" else cell for cell in fields[7:]]
        changed[number - 1] = "\t".join(fields)
    return "\n".join(changed)


def test_the_number_of_columns_is_that_of_most_lines_which_must_be_possible() -> None:
    found = checked(in_lines({2: "\t_"})).findings[0]
    assert (found.code, found.line, found.column) == ("E201", 2, 14)
    assert found.found == "14 columns"
    assert found.expected == "13, as in 5 of 6 lines of this sentence (first in line 1)"
    # Most lines have a number that no line may have.
    found = checked(in_lines({2: "\t_", 3: "\t_", 4: "\t_", 5: "\t_"})).findings[0]
    assert found.expected == "13, as in 2 of 6 lines of this sentence (first in line 1)"


def test_the_first_line_is_blamed_where_the_others_are_right() -> None:
    found = checked(in_lines({1: "\t_\t_\t_"})).findings
    assert [one.code for one in found] == ["E201"]
    assert found[0].line == 2  # where the scorer aborts
    assert found[0].cause == "line 1 has 16 columns; 5 of 6 lines of this sentence have 13"
    # The scorer aborts at the first line itself if no line may have its number of columns.
    found = checked(in_lines({1: "\t_"})).findings
    assert [(one.code, one.line) for one in found] == [("E202", 1)]
    assert found[0].expected == "13, as in 5 of 6 lines of this sentence (first in line 2)"


def test_empty_cells_at_the_end_of_lines_are_the_cause_of_too_few_columns() -> None:
    found = checked(with_empty_cells(CD_SCO, range(3, 5))).findings
    assert found[0].code == "E201"
    assert {one.cause for one in found} == {
        "empty cells at the end of a line do not count as columns"
    }
    assert found[0].fix == "write _ into empty cells"
    first = checked(with_empty_cells(CD_SCO, range(1, 2))).findings[0]
    assert first.cause.startswith("line 1 has 8 columns; empty cells at the end of a line")
    # With this number of columns, the scorer aborts at the first line itself.
    first = checked(with_empty_cells(CD_SCO, range(13, 20))).findings[0]
    assert (first.code, first.line, first.found) == ("E202", 13, "9 columns")
    assert first.cause == "empty cells at the end of a line do not count as columns"
    assert first.fix == "write _ into empty cells"


@pytest.mark.parametrize("number", [5, 6, 7])
def test_a_missing_column_before_the_annotation_is_named_and_no_cell_repaired(number: int) -> None:
    content = without_column(number)
    found = checked(content)
    assert (found.findings[0].code, found.stop_line) == ("E202", 1)
    assert found.findings[0].cause == (
        "*** stands in column 7 (first in line 8), and not in column 8: one of the first seven columns is missing"
    )
    assert not found.commands


def test_a_missing_column_shows_in_a_sentence_of_one_token() -> None:
    sentences = CD_SCO.split("\n\n")
    sentences[1] = sentences[1].split("\n")[0]
    content = "\n\n".join(sentences)
    found = checked(without_column(6, content), content).findings[0]
    assert found.cause.startswith("*** stands in column 7 (first in line 8), and not in column 8")


def test_a_column_too_many_before_the_annotation_is_named() -> None:
    lines = [line.split("\t") for line in LINES]
    content = "\n".join("\t".join(row[:7] + ["x"] + row[7:] if row[1:] else row) for row in lines)
    found = checked(content).findings[0]
    assert found.cause == (
        "*** stands in column 9 (first in line 8), and not in column 8: there are more than seven columns before it"
    )
    # Where *** stands where it should, the columns before the annotation are not in doubt.
    assert checked(in_lines(dict.fromkeys(range(1, 7), "\t_"))).findings[0].cause == ""


def test_a_sentence_that_is_cut_off_lacks_no_part() -> None:
    """The last sentence has no cue yet, since the file ends before it."""
    content = "\n".join(LINES[:13]) + "\n"
    found = checked(content).findings
    assert [one.code for one in found] == ["E102"]
    assert found[0].cause.startswith("the file ends in the middle of this sentence, but gold goes")
    alone = check_files(None, io.BytesIO((content + "\n").encode())).findings
    assert [one.code for one in alone] == ["E302"]


def test_a_file_of_golds_first_words_is_no_other_text() -> None:
    gold = "".join(CD_SCO.replace("garden", f"garden{n}") for n in range(2))
    for number in (1, 3):
        found = checked("\n".join(gold.split("\n")[:number]) + "\n", gold).findings[0]
        assert (found.code, found.found) == ("E102", "the end of the file")
    found = checked("garden0\t1\t0\tSomebody\tx\tNN\t*\t***\n\n", gold).findings[0]
    assert found.code == "E107"


def test_what_follows_from_exchanged_columns_is_not_reported_beside_it() -> None:
    """The scorer aborts at a negation without a scope, and its event is outside the scope of the others."""
    exchanged = [NO[1], NO[0], NO[2], UN[1], UN[0], UN[2]]
    content = scored(*exchanged, number=10) + text([(WORDS, (["_"] * 4, *NO[:2])), PLAIN])
    gold = GOLD + text([(WORDS, NO), PLAIN])
    found = checked(content, gold)
    assert [one.code for one in found.findings] == ["E302"]
    assert found.findings[0].cause.startswith("the columns of negations are in another order")
    assert found.findings[0].fix == (
        "write cue, scope and event of each negation side by side, in this order"
    )


def test_labels_in_cells_are_no_cues() -> None:
    labels = in_cells(lambda cell: cell if cell == "_" else "B-CUE")(CD_SCO)
    found = checked(labels)
    assert [one.code for one in found.findings] == ["E605"]
    assert found.reason.startswith("no cue, scope or event in this file can match gold (E605")


def test_a_blank_line_before_the_first_token_is_said_with_the_token() -> None:
    found = checked("\n" + CD_SCO.replace("Nobody", "Somebody", 1)).findings[0]
    assert (found.code, found.line) == ("E104", 1)
    assert found.found == "a blank line, and garden 1 0 Somebody in line 2"


@pytest.mark.parametrize("end", ["", "\n"])
def test_gold_that_ends_inside_a_sentence_is_blamed_and_not_the_file(end: str) -> None:
    """The cue of the sentence stands after gold's end."""
    gold = "\n".join(LINES[:14]) + end
    found = checked(CD_SCO, gold).findings[0]
    assert (found.code, found.line) == ("E302", 14)
    assert (
        found.cause == "gold ends at line 14, in the middle of a sentence that goes on in your file"
    )
    assert found.fix == "give the whole gold file"
    # Where the file ends there too, it lacks a cue.
    assert not checked(gold, gold).findings[0].cause.startswith("gold ends")


MANY = "".join(CD_SCO.replace("garden", f"garden{number}") for number in range(3))


def without_lines(first: int, last: int, content: str = MANY) -> str:
    """Return content without some lines, counted from 1."""
    lines = content.split("\n")
    return "\n".join(lines[: first - 1] + lines[last:])


def test_tokens_that_are_missing_across_sentences_are_counted() -> None:
    lines = MANY.split("\n")
    tokens = len([line for line in lines[9:16] if line])
    found = checked(without_lines(10, 16), MANY).findings[0]
    assert (found.code, found.line) == ("E102", 10)
    assert found.cause.startswith(
        f"here, the file lacks {tokens} tokens of gold, from gold line 10 on; "
    )
    # The other way round, they are too many; with numbers of tokens, gold is seen to lack them.
    found = checked(MANY, without_lines(10, 16)).findings[0]
    assert found.cause == "gold: column 2 goes from 2 to 3 in line 10, without a blank line"
    unnumbered = [
        re.sub(r"(?m)^(.*?\t.*?\t)\d+", r"\1_", text) for text in (MANY, without_lines(10, 16))
    ]
    found = checked(*unnumbered).findings[0]
    assert (found.code, found.line) == ("E103", 10)
    assert found.cause.startswith(f"{tokens} tokens too many")


def test_too_few_tokens_in_a_row_show_nothing() -> None:
    """Where other words follow after three tokens, it is not known what is missing."""
    lines = without_lines(10, 16).split("\n")
    changed = [
        line.replace("garden0", "gardenX") if n > 12 else line for n, line in enumerate(lines)
    ]
    found = checked("\n".join(changed), MANY).findings[0]
    assert "the file lacks" not in found.cause and "too many" not in found.cause


def test_another_encoding_of_any_compared_column_is_named() -> None:
    gold = "\n".join(LINES[:7]).replace("garden\t", "jardín\t") + "\n"
    found = check_files(io.BytesIO(gold.encode()), io.BytesIO(gold.encode("latin-1"))).findings[0]
    assert (found.code, found.line) == ("E105", 1)
    assert found.cause.startswith("the columns are gold's in another encoding")
    found = checked(CD_SCO.replace("garden\t1", "park\t1"), CD_SCO).findings[0]
    assert (found.code, found.cause) == (
        "E101",
        "the words of this sentence are gold's, with another file name",
    )


def test_a_last_line_that_both_files_lose_is_reported_with_gold() -> None:
    both = CD_SCO.rstrip("\n") + "\n"
    (found,) = checked(both, both).findings
    assert (found.code, found.line) == ("W404", len(both.split("\n")) - 1)
    assert found.found.endswith(": its annotation is not scored")
    assert found.fix.endswith("Gold has the same fault: repair gold first, then this file")


def test_gold_is_not_blamed_for_events_that_are_signs() -> None:
    """Gold has no event; what looks like events in the file is another sign for empty cells."""
    nothing = ["_"] * 4
    gold = scored(NO[0], NO[1], nothing, number=10)
    found = checked(gold.replace("\t_", "\tO"), gold)
    assert "W117" in found.places and "W914" not in found.places
    events = scored(*NO, number=10)
    assert "W914" in checked(events, gold).places


def test_a_file_that_is_not_in_columns_is_told_what_it_lacks() -> None:
    (found,) = checked("a\nb\n\n").findings
    assert (found.code, found.fix) == (
        "E604",
        "give a file with gold's first seven columns and the annotation; a file of labels has a word and its label in each line, with a tab between them",
    )
    blind = "\n".join("\t".join(line.split("\t")[:7]) for line in LINES)
    (found,) = checked(blind).findings
    assert (found.code, found.fix) == ("E604", "")


def test_a_lone_cue_column_is_named_for_scorers_of_scopes() -> None:
    """The scorer takes every token for scope and event; scorer_task2 prints cues only."""
    gold = scored(*NO, number=10)
    lone = "\n".join("\t".join(line.split("\t")[:8]) for line in gold.split("\n"))
    found = checked(lone, gold)
    (said,) = [one for one in found.findings if one.code == "W912"]
    assert said.found.startswith("a cue column without scope and event columns in 10 sentences")
    assert (said.line, said.column, found.verdict, found.commands) == (1, 8, "valid", ())
    assert "W912" in check_files(None, io.BytesIO(lone.encode())).places
    dashes = (gold.replace("\t_", "\t-"), lone.replace("\t_", "\t-"))
    assert "W912" not in checked(dashes[1], dashes[0], "scorer_task2").places
    alone = check_files(None, io.BytesIO(dashes[1].encode()), scorer="scorer_task2")
    assert "W912" not in alone.places


def test_gold_that_lacks_a_column_is_named_and_the_file_not_blamed() -> None:
    gold = scored(*NO, *UN, number=10)
    found = checked(gold, without_column(7, gold))
    assert set(found.places) == {"W917"}
    assert (
        found.findings[0].found
        == "*** stands in column 7 of gold, not in column 8 alone: 10 sentences"
    )


def test_the_last_line_is_the_cause_of_a_missing_part_only_if_it_has_the_part() -> None:
    """The scorer ignores it: a cue in it is lost."""
    gold = "\n".join(LINES[:7])
    first = gold.split("\n")[0]
    cue_first = first.replace("\tNobody\t_\t_", "\t_\tNobody\t_")
    lines = [cue_first, *gold.split("\n")[1:5], LINES[5].replace(".\t.\t.\t*\t_", ".\t.\t.\t*\t.")]
    cue_last = "\n".join(lines)
    found = checked(cue_last, gold).findings[0]
    assert (found.code, "W404" in found.cause) == ("E302", True)
    assert found.found.endswith("of the last sentence, whose last line the scorer does not read")
    nowhere = "\n".join([*lines[:5], LINES[5]])
    found = checked(nowhere, gold).findings[0]
    assert (found.code, found.cause) == ("E302", "")


def test_a_sentence_that_is_missing_with_the_blank_lines_around_it_is_missing() -> None:
    """What is left of the sentences before and after stands together."""
    lines = MANY.split("\n")
    system = "\n".join(lines[:5] + lines[15:])
    found = checked(system, MANY).findings[0]
    assert found.code == "E102" and "tokens of gold, from gold line 6 on" in found.cause


def test_a_lone_cue_column_is_no_event_that_gold_lacks() -> None:
    negation = [NO[0], NO[1], ["_"] * len(NO[0])]
    gold = scored(*negation, number=10).replace("\t_", "\t-")
    lone = "\n".join("\t".join(line.split("\t")[:8]) for line in gold.split("\n"))
    assert not checked(lone, gold, "scorer_task2").findings


def test_exchanged_columns_are_named_where_some_events_are_wrong_too() -> None:
    """What is right in neither order shows nothing."""
    gold = text([(WORDS, NO)] * 10 + [(WORDS, UN)] * 10)
    wrong = ["_", "_", "fell", "_"]
    no, un = (NO[0], NO[2], NO[1]), (UN[0], UN[2], UN[1])
    system = text([(WORDS, no)] * 10 + [(WORDS, (UN[0], wrong, UN[1]))] * 4 + [(WORDS, un)] * 6)
    found = [one for one in checked(system, gold).findings if one.code == "W912"]
    assert [one.found for one in found] == [
        "20 negations could be compared with gold; 16 of them match it if scope and event are exchanged"
    ]


@pytest.mark.filterwarnings("ignore::sem2012_scorer.ScorerWarning")
def test_a_last_line_without_negation_may_be_counted_as_a_sentence_more() -> None:
    stars = "tale\t9\t0\tIt\tit\tPRP\t*\t***\ntale\t9\t1\train\train\tNN\t*\t***\n"
    (found,) = checked(CD_SCO + stars, CD_SCO + stars + "\n").findings
    assert found.code == "W404"
    assert found.found.endswith(
        ": its annotation is not scored, and the scorer counts one more sentence, which it takes for one with negation"
    )
    # So it does if gold ends as it should: the scorer counts an empty sentence after it.
    gold = (CD_SCO + stars + "\n").encode()
    whole, cut = (score_files(io.BytesIO(gold), io.BytesIO(end)) for end in (gold, gold[:-1]))
    assert cut.counts.sentences == whole.counts.sentences + 1


@pytest.mark.parametrize(
    ("end", "name"),
    [
        ("\r", "carriage returns"),
        ("\u2028", "line separators (U+2028)"),
        ("\x0c", "form feeds"),
        ("\x0b", "vertical tabs"),
    ],
)
def test_a_file_without_line_feeds_is_one_line_to_the_scorer(end: str, name: str) -> None:
    (found,) = checked(CD_SCO.replace("\n", end)).findings
    assert (found.code, found.line) == ("E101", 2)
    one_line = "in place of line feeds: the scorer reads the file as one line (W401, line 1)"
    assert found.cause == f"{name} {one_line}"
    assert found.fix == "save the file with line feeds (LF, as on Unix)"


def test_an_encoding_is_no_cause_of_columns() -> None:
    gold = CD_SCO.encode("latin-1")
    first, rest = gold.split(b"\n", 1)
    system = first + b"\t_\n" + rest
    found = check_files(io.BytesIO(gold), io.BytesIO(system)).findings[0]
    assert (found.code, found.line, found.cause) == ("E202", 1, "")


def test_annotation_in_the_next_sentence_is_named_where_the_scorer_aborts() -> None:
    """The strings of the sentence before stand beside other words, and a cue may have no room."""
    gold = SMALLER.gold.read_text(encoding="utf-8")
    blocks = [block.split("\n") for block in gold.rstrip("\n").split("\n\n")]
    moved = [block[:] for block in blocks]
    for before, block in zip(blocks, moved[1:]):
        old = [line.split("\t")[7:] for line in before]
        width = len(old[0])
        for at, line in enumerate(block):
            cells = old[at] if at < len(old) else (["***"] if width == 1 else ["_"] * width)
            block[at] = "\t".join([*line.split("\t")[:7], *cells])
    system = "\n\n".join("\n".join(block) for block in moved) + "\n\n"
    verdict = checked(system, gold)
    assert verdict.findings[0].code == "E302" and verdict.errors == 1
    assert (
        "with cues have those that gold has in the sentence before (W918)"
        in verdict.findings[0].cause
    )
