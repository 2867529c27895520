"""The report's text: what is written can be read back, and only that."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sem2012_scorer.legacy.table import FULL, NotThisTable, Printed, ReportRow, read_row

from compat.workbench.recorded import Case, cases
from sem2012_scorer.ground.measures import STOPS
from sem2012_scorer.legacy.scripts import ORIGINALS

counts = st.integers(0, 10**8)
percentages = st.floats(0, 100).map(lambda value: "%.2f" % value)


def rows(layout_rows):
    """Return a strategy for rows with the labels of a layout's block."""
    return st.tuples(
        *[
            st.builds(ReportRow, st.just(row.label), *[counts] * 5, *[percentages] * 3)
            for row in layout_rows
        ]
    )


def printed(layout):
    """Return a strategy for what a report of a layout can show."""
    return st.builds(
        Printed,
        rows(layout.rows),
        rows(layout.rows_b),
        *[counts] * 3,
        *[percentages] * 2,
    )


layouts = st.sampled_from([original.table for original in ORIGINALS.values()])


@given(layouts.flatmap(lambda layout: st.tuples(st.just(layout), printed(layout))))
def test_what_is_written_is_read_back_as_the_same_values(pair) -> None:
    layout, shown = pair
    assert layout.parse(layout.write(shown)) == shown


@given(st.one_of(*rows(FULL.rows + FULL.rows_b).wrapped_strategy.element_strategies))
def test_a_line_that_is_written_is_read_back_as_the_same_row(row) -> None:
    assert read_row(str(row)) == row


@pytest.mark.parametrize("identifier", ORIGINALS)
def test_every_recorded_report_is_read_and_written_as_it_was(identifier) -> None:
    layout = ORIGINALS[identifier].table
    read = 0
    for case in cases():
        recorded = case.answer(identifier).stdout.decode()
        if recorded.startswith(layout.rule):
            assert layout.write(layout.parse(recorded)) == recorded
            read += 1
    # 1.0 stops at most small files, in which some row has no true positive.
    assert read > (60 if ORIGINALS[identifier].undefined_scores == STOPS else 80)


REPORT = next(case for case in cases() if case.name == "larger-english").answer("eval.cd-sco")
TEXT = REPORT.stdout.decode()


@pytest.mark.parametrize(
    "changed, line, expected",
    [
        ("", 1, "'------"),
        ("junk\n", 1, "'------"),
        (TEXT.replace("| F1  (%) \n", "| F1  (%)\n", 1), 2, "| F1  (%) '"),
        (TEXT.replace("Cues: ", "Cue: ", 1), 4, "the row Cues, with five counts"),
        (
            TEXT.replace("|  428 |", "|  4x8 |").replace("|    428 |", "|    4x8 |", 1),
            4,
            "the row Cues",
        ),
        (TEXT.replace("Cues:   ", "Cues:    ", 1), 4, "the row Cues"),
        (TEXT[: TEXT.index("Full negation:")], 9, "the row Full negation"),
        (TEXT.replace(" # sentences: 400", " # sentences: 0400"), 17, "a whole number"),
        (TEXT.replace(" # sentences: 400", " # sentences:"), 17, "' # sentences: ' and a number"),
        (TEXT + "\n", 23, "the end of the report"),
        (TEXT[:-1], 23, "the end of the report"),
        (TEXT + TEXT, 23, "the end of the report"),
    ],
)
def test_a_text_that_is_no_report_is_told_by_its_first_wrong_line(changed, line, expected) -> None:
    with pytest.raises(NotThisTable) as caught:
        FULL.parse(changed)
    assert (caught.value.line, expected in caught.value.expected) == (line, True), caught.value
    assert str(caught.value).startswith("line %d: found " % line)


@pytest.mark.parametrize("identifier", ORIGINALS)
def test_every_line_of_a_report_is_described_by_its_layout(identifier) -> None:
    layout = ORIGINALS[identifier].table
    # The teaching copy stops at the larger cases.
    names = "larger-english", "larger-spanish", "all-right"
    answers = [Case(name).answer(identifier) for name in names]
    recorded = next(answer for answer in answers if not answer.status)
    labels = re.findall(r"^(.*?): +\d+ \|", recorded.stdout.decode(), re.MULTILINE)
    assert labels == [row.label for row in layout.rows + layout.rows_b]
