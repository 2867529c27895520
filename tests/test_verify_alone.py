"""A report by itself: the fewest numbers that would have to be others."""

from __future__ import annotations

import io
import random
import re

import pytest
from conftest import ROOT, SHARE, examples
from recorded_reports import LARGE, TEXT

from compat.workbench.recorded import cases
from sem2012_scorer import NotAReport, Report, verify_report
from sem2012_scorer.cli import answer
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.verifying.arithmetic import fewest_of


def alone(report: bytes):
    (found,) = verify_report(io.BytesIO(report))
    return found


def numbers(text: str) -> dict[tuple[str, str], str]:
    report = Report.parse(text)
    found = {
        (row.label, column): str(value)
        for row in report.rows
        for column, value in zip(row._fields[1:], row[1:])
    }
    for column in report.printed._fields[2:]:
        found["sentences", column] = str(getattr(report.printed, column))
    return found


RECORDED = [
    case.answer(identifier).stdout.decode()
    for identifier in ORIGINALS
    for case in cases()[::7]
    if case.answer(identifier).stdout.startswith(b"---")
]


def with_another_digit(text: str, draw: random.Random) -> str:
    place = draw.choice([match.start() for match in re.finditer(r"(?m)\d(?=[^:\n]*$)", text)])
    digit = draw.choice([one for one in "0123456789" if one != text[place]])
    return text[:place] + digit + text[place + 1 :]


def test_a_changed_digit_is_named_alone_or_among_changes_of_equal_size() -> None:
    """None is missed that arithmetic can see, and nothing that is right is blamed alone."""
    draw = random.Random(24)
    named = missed = 0
    for _ in range(examples(400)):
        text = draw.choice([TEXT.decode(), *RECORDED])
        changed = with_another_digit(text, draw)
        try:
            before, after = numbers(text), numbers(changed)
        except NotAReport:
            continue
        places = [place for place in before if after.get(place) != before[place]]
        if len(places) != 1:
            continue
        found = alone(changed.encode())
        if found.verdict == "consistent":
            missed += 1
            continue
        ways = [
            {(one.row, one.column): one.recomputed for one in way} for way in found.alternatives
        ]
        assert found.alternatives[0] == found.differences
        assert all(len(way) == 1 for way in ways)
        assert places[0] in [place for way in ways for place in way], (changed, ways)
        named += 1
    assert named > 250 // SHARE and missed < 0.2 * named


def test_what_is_named_makes_the_report_fit() -> None:
    draw = random.Random(4)
    for _ in range(60):
        text = draw.choice(RECORDED)
        try:
            changed = with_another_digit(with_another_digit(text, draw), draw)
            (report,) = [Report.parse(changed)]
        except NotAReport:
            continue
        original = ORIGINALS[report.scorers[0]]
        for way in fewest_of(original, report.rows).ways[:3]:
            rows = {row.label: row for row in report.rows}
            for change in way.changes:
                kind = type(getattr(rows[change.row], change.column))
                rows[change.row] = rows[change.row]._replace(
                    **{change.column: kind(change.recomputed)}
                )
            assert fewest_of(original, list(rows.values())).ways[0].changes == ()


def test_changes_of_equal_size_are_all_given() -> None:
    """Version 1.0 prints gold's number of cues twice: which of the two is wrong is not known."""
    text = LARGE.answer("eval.cd-sco-1.0").stdout.decode()
    found = alone(text.replace("  441 |", "  442 |", 1).encode())
    ways = [[(one.row, one.column) for one in way] for way in found.alternatives]
    assert [("Cues", "gold")] in ways and [("Full negation", "gold")] in ways


def test_numbers_that_are_unusual_are_pointed_at() -> None:
    found = alone(TEXT.replace(b"2198 |", b"2298 |"))
    assert found.verdict == "consistent"
    assert found.detail.startswith("gold has 2298 scope tokens, but tp + fn is 2198")


@pytest.mark.parametrize("digits", [19, 30, 400, 5000])
def test_counts_of_many_digits_are_no_counts(digits) -> None:
    with pytest.raises(NotAReport, match="line 4: found 'Cues: "):
        alone(TEXT.replace(b"441", b"4" * digits))


def test_a_report_of_garbage_is_answered_at_once() -> None:
    draw = random.Random(1)
    text = re.sub(r"(?<= )\d(?=\d* \|)", lambda _: draw.choice("123456789"), TEXT.decode())
    assert alone(text.encode()).verdict == "inconsistent"


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_report_of_the_focus_task_is_none_that_is_verified(form) -> None:
    folder = ROOT / "fixtures/pb-foc/one-missed"
    words = ["-g", str(folder / "gold.txt"), "-s", str(folder / "system.txt"), "--format", form]
    found = answer(["score", "--scorer", "pb-foc", *words])
    with pytest.raises(NotAReport, match="Precision  50.00|JSON of pb-foc"):
        alone(found.stdout)


def test_a_report_of_2_0_is_called_that_whatever_its_numbers_fit(tmp_path) -> None:
    case = next(case for case in cases() if case.name == "all-right")
    path = tmp_path / "report.txt"
    path.write_bytes(case.answer("eval.cd-sco-2.0").stdout)
    words = ["verify", path, "-g", case.gold, "-s", case.system]
    assert answer([*map(str, words)]).stdout.startswith(
        b"reproduced byte for byte by eval.cd-sco-2.0"
    )
    found = answer([*map(str, words), "--scorer", "eval.cd-sco"])
    assert found.status == 1
    assert b"its rows are those of eval.cd-sco-2.0" in found.stdout
    assert b"it is a report of eval.cd-sco-2.0" in found.stdout


@pytest.mark.parametrize(
    "old, new", [("Cues:  ", "Cuess:  "), ("  373 |", "  37x |"), ("Cues:  ", "1. Cues:  ")]
)
def test_a_report_among_several_that_cannot_be_read_is_not_passed_over(old, new) -> None:
    text = TEXT.decode()
    with pytest.raises(NotAReport, match="expected the row 'Cues'"):
        verify_report(io.BytesIO((text + text.replace(old, new, 1) + text).encode()))
