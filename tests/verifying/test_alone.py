"""A recorded report alone: which number is wrong, and what else may explain it."""

from __future__ import annotations

import io
import random
import re

import pytest
from conftest import CORPORA, ROOT, examples, sample, with_corpora

from compat.tools.generator import generate
from sem2012_scorer import ScorerError, score_files, verify_report
from sem2012_scorer.port.scripts import ORIGINALS
from sem2012_scorer.verifying.recorded import COLUMNS, NotAReport

ENGLISH = ROOT / "fixtures/larger-english"
REPORT = str(score_files(ENGLISH / "gold.txt", ENGLISH / "system.txt"))


def words_of(text: str) -> str:
    (found,) = verify_report(text.encode())
    return found.words


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "Cues:                          441",
            "Cues:                          941",
            "not consistent: Cues: gold 941, but all other numbers fit 441",
        ),
        (
            "94.19 |      84.58 |   89.13",
            "94.19 |      84.58 |   89.31",
            "not consistent: Cues: F1 89.31, but all other numbers fit 89.13",
        ),
        (
            "negation sentences with errors: 166",
            "negation sentences with errors: 168",
            "not consistent: one of these numbers is wrong: # negation sentences with errors: 168, "
            "% correct negation sentences: 47.47",
        ),
        (
            "% correct sentences: 58.00",
            "% correct sentences: 99.00",
            "not consistent: % correct sentences: 99.00, but all other numbers fit 37.50 to 58.50",
        ),
    ],
)
def test_the_one_wrong_number_is_named(old: str, new: str, words: str) -> None:
    assert REPORT.count(old) >= 1
    assert words_of(REPORT.replace(old, new, 1)) == words


def test_one_wrong_score_of_a_row_with_anothers_counts_is_named_alone() -> None:
    """2.0 prints the counts of another row beside the scores of scopes without punctuation."""
    report = str(score_files(ENGLISH / "gold.txt", ENGLISH / "system.txt", "eval.cd-sco-2.0"))
    (row,) = re.findall(r"Scopes\(no cue match, no punc\):.*", report)
    scores = re.findall(r"\d+\.\d\d", row)
    assert len(scores) == 3
    for column, score in zip(("precision", "recall", "F1"), scores):
        others = {re.sub("[0-9]", digit, score, count=1) for digit in "123456789"} - {score}
        for changed in sample(sorted(others), 3):
            text = report.replace(row, row.replace(score, changed))
            assert words_of(text) == (
                f"not consistent: Scopes(no cue match, no punc): {column} {changed}, "
                f"but all other numbers fit {score}"
            )


def test_several_wrong_numbers_are_counted_and_others_are_possible() -> None:
    text = REPORT.replace("89.13", "89.31", 1).replace("72.88", "72.99", 1)
    (found,) = verify_report(text.encode())
    assert found.words == (
        "not consistent: 2 numbers do not follow from the others:"
        " Cues: F1 89.31; Full negation: F1 72.99"
    )
    assert {cell[:2] for cell in found.cells} == {("Cues", "f1"), ("Full negation", "f1")}


@pytest.mark.parametrize("others", [(), ("1926", "1962")])
def test_of_several_wrong_numbers_all_that_may_be_wrong_are_named(others: tuple[str, ...]) -> None:
    """A percentage of sentences may be wrong, or their number, whatever else is wrong."""
    text = REPORT.replace("89.13", "89.31", 1)
    text = text.replace("% correct sentences: 58.00", "% correct sentences: 58.03")
    if others:
        text = text.replace(*others)
    (found,) = verify_report(text.encode())
    assert f"{2 + len(others) // 2} of these numbers are wrong: Cues: F1 89.31" in found.words
    assert "# sentences: 400, % correct sentences: 58.03" in found.words
    named = {cell[:2] for cell in found.shown_cells}
    assert len(found.shown_cells) == len(named) == 3 + len(others) // 2
    assert len(found.alternatives) == 2


def test_what_a_file_without_columns_explains_is_said() -> None:
    """Scope tokens alone stand in one row: gold may count more than it compares (quirk 26)."""
    row = next(line for line in REPORT.split("\n") if line.startswith("Scope tokens"))
    gold = row.split(":")[1].split("|")[0].strip()
    more = row.replace(gold, str(int(gold) + 10), 1)
    fewer = row.replace(gold, str(int(gold) - 10), 1)
    assert "has too few columns" in words_of(REPORT.replace(row, more))
    assert "has too few columns" not in words_of(REPORT.replace(row, fewer))


@pytest.mark.filterwarnings("ignore::sem2012_scorer.ScorerWarning")
def test_no_true_report_is_refused_but_with_words_on_columns() -> None:
    number = refused = 0
    for seed in range(examples(60)):
        pair = generate(seed)
        for name in ORIGINALS:
            try:
                report = score_files(io.BytesIO(pair.gold), io.BytesIO(pair.system), name)
                text = str(report)
            except (ScorerError, ZeroDivisionError):
                continue
            number += 1
            (found,) = verify_report(text.encode())
            refused += not found.is_right
            assert found.is_right or "has too few columns" in found.words, (seed, name, found)
    assert number > 2 * refused > 0


@with_corpora
def test_a_changed_digit_is_found_alone_with_the_value_it_had() -> None:
    rng = random.Random(74)
    reports = [path.read_text() for path in sorted((CORPORA / "norec").glob("*.report.txt"))]
    for _ in range(examples(60)):
        lines = rng.choice(reports).split("\n")
        number = rng.choice(
            [n for n, line in enumerate(lines) if re.match("Cues|Scope|Full", line)]
        )
        line = lines[number]
        place = rng.choice([n for n, sign in enumerate(line) if sign.isdigit()])
        digit = rng.choice([d for d in "0123456789" if d != line[place]])
        lines[number] = line[:place] + digit + line[place + 1 :]
        column = line[:place].count("|")
        (found,) = verify_report("\n".join(lines).encode())
        ((row, named, _, value),) = found.cells
        assert (row, named) == (line.split(":")[0], COLUMNS[column])
        assert float(value) == float(line.split(":")[1].split("|")[column])


@pytest.mark.parametrize(
    "changed",
    [
        lambda text: text.replace("  ", " \u00a0"),
        lambda text: "".join(f"> {line}\n" for line in text.splitlines()),
        lambda text: "".join(f">> {line}\n" for line in text.splitlines()),
        lambda text: text.replace("|", "│"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "log\n" + text + "end\n",
    ],
    ids="nbsp quoted twice box crlf log".split(),
)
def test_a_report_is_read_however_it_was_pasted(changed) -> None:
    text = changed(REPORT)
    assert text != REPORT
    assert words_of(text) == "consistent: no number contradicts another"
    wrong = changed(REPORT.replace("89.13", "89.31", 1))
    assert "Cues: F1 89.31" in words_of(wrong)


def test_a_report_without_its_counts_is_refused_in_words() -> None:
    """As cut -d"|" -f1,6-8 leaves it."""
    rows = [line.split("|") for line in REPORT.split("\n")]
    text = "\n".join("|".join([row[0], *row[5:8]]) for row in rows)
    with pytest.raises(NotAReport, match="4 columns in the row 'Cues'; expected all 8 columns"):
        verify_report(text.encode())


def test_rows_of_instances_need_their_files() -> None:
    report = str(score_files(ENGLISH / "gold.txt", ENGLISH / "system.txt", nis=True))
    assert words_of(report).endswith("(the rows of NIS are checked with -g and -s only)")


@pytest.mark.parametrize("wrong", [138, 141, 150])
def test_a_count_that_no_other_count_shows_is_found_by_its_percentage(wrong: int) -> None:
    """2.0 prints no B rows: the false positives of scope tokens follow from precision alone."""
    text = (ENGLISH / "eval.cd-sco-2.0.answer").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("Scope tokens"))
    number = row.split("|")[3].strip()
    changed = row.replace(f"|{row.split('|')[3]}|", f"| {wrong:4d} |")
    said = words_of(text.replace(row, changed))
    assert f"false positives {wrong}, but all other numbers fit {number}" in said


@pytest.mark.parametrize("rows", [1, 3, 6])
def test_a_report_that_is_cut_off_says_after_which_row(rows: int) -> None:
    whole = (ROOT / "fixtures/larger-english/eval.cd-sco.answer").read_text(encoding="utf-8")
    lines = whole.partition("---\n")[2].splitlines(keepends=True)
    lines = [line for line in lines if re.match(r"[A-Z%].*\|", line)]
    with pytest.raises(
        ValueError,
        match=f"ends after the row {lines[rows - 1].partition(':')[0]!r}".replace(
            "(", r"\("
        ).replace(")", r"\)"),
    ):
        verify_report("".join(lines[:rows]).encode())
    # A row in the middle is named.
    gone = lines[rows].partition(":")[0]
    with pytest.raises(
        ValueError, match=re.escape(f"a report without the row {gone!r}, which begins here")
    ):
        verify_report("".join(lines[:rows] + lines[rows + 1 :]).encode())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("58.00", "58.0"),
        ("89.13", "89.130"),
        (" 441 ", " 441.0 "),
        ("sentences: 400", "sentences: 400.0"),
    ],
)
def test_zeros_that_programs_add_or_leave_out_make_no_other_number(old: str, new: str) -> None:
    files = ENGLISH / "gold.txt", ENGLISH / "system.txt"
    text = REPORT.replace(old, new)
    assert text != REPORT and words_of(text).startswith("consistent")
    (found,) = verify_report(text.encode(), *files)
    assert found.words == "same numbers as eval.cd-sco prints, in another layout"
    other = REPORT.replace("58.00", "58.001")
    assert words_of(other).startswith("not consistent")


@pytest.mark.parametrize(
    ("line", "number", "fitting"),
    [
        ("# negation sentences", "361", "316"),
        ("# sentences", "490", "481, 500, 469, 519 or others"),
    ],
)
def test_of_numbers_that_explain_each_other_each_is_named(
    line: str, number: str, fitting: str
) -> None:
    (row,) = (row for row in REPORT.splitlines() if row.startswith(f" {line}:"))
    (found,) = verify_report(REPORT.replace(row, f" {line}: {number}").encode())
    assert found.words.startswith(
        f"not consistent: one of these numbers is wrong: {line}: {number}"
    )
    assert (number, fitting) in [cell[2:] for cell in found.shown_cells]
    assert "% correct" in found.words.partition(number)[2]


def test_a_report_in_one_line_is_told_so() -> None:
    with pytest.raises(NotAReport, match="each row of the report in a line of its own"):
        verify_report(REPORT.replace("\n", " ").encode())


@pytest.mark.parametrize(
    ("report", "case"),
    [
        ("translation", "no-cue-match-true-positives"),
        ("translation-starsem-exact", "no-cue-match-true-positives"),
        ("translation-f1", "f1-differs-from-exact"),
    ],
)
def test_what_the_translation_of_the_script_printed_is_right(report: str, case: str) -> None:
    """Recorded with ``starsem2012_eval_translated.py`` of boschresearch; with a changed number, it is wrong."""
    recorded = (ROOT / f"fixtures/published/examples/{report}.txt").read_bytes()
    files = [ROOT / "fixtures" / case / f"{side}.txt" for side in ("gold", "system")]
    changed = recorded.replace(
        b"Scopes(no cue match):            1 |", b"Scopes(no cue match):            2 |"
    )
    changed = changed.replace(b"# negation sentences: ", b"# negation sentences: 9")
    assert changed != recorded
    for against in ([], files):
        (right,) = verify_report(recorded, *against)
        assert right.is_right and "as the Python translation by boschresearch prints" in right.words
        (wrong,) = verify_report(changed, *against)
        assert not wrong.is_right
