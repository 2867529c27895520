"""Published rows: which counts give them, by themselves and together."""

from __future__ import annotations

import random
import re
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from conftest import SHARE, examples, sample
from hypothesis import assume, given
from hypothesis import strategies as st

from compat.workbench.recorded import cases
from sem2012_scorer import PublishedRow, Report, verify_published
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.verifying.measures import MEASURES, measured_as
from sem2012_scorer.verifying.printed_numbers import printed_number
from sem2012_scorer.verifying.printing import Scores, readings_of
from sem2012_scorer.verifying.showing_published import as_text as published_text
from sem2012_scorer.verifying.solving import solve_row
from sem2012_scorer.verifying.tables import read_table

TEST = {"cues": 264, "scopes": 249, "tokens": 1805, "events": 173, "full": 264}
"""Gold's numbers of CD-SCO test (Morante and Blanco 2012, table 1)."""


def table(text: str) -> list[PublishedRow]:
    return list(read_table("system\tmeasure\tprecision\trecall\tf1\n" + text).rows)


def answered(label: str, *shares: str, **gold: int):
    (found,) = verify_published([PublishedRow("x", label, *shares)], gold)
    return found


# --- an oracle that shares nothing with the code: all counts are tried, and printed


def percent(part: int, whole: int) -> float:
    return part / whole * 100 if whole else 0.0


def harmonic(p, r):
    return 2 * p * r / (p + r) if p + r else p


MODES = {"": ROUND_HALF_UP, " (half to even)": ROUND_HALF_EVEN, " (cut off)": ROUND_FLOOR}
ONCE_MORE = "the scorer's two decimals, rounded once more"
UNROUNDED = "unrounded scores, rounded once"
FROM_PRINTED = "F1 computed from precision and recall as printed"
FLOATS = " (as floating-point numbers)"


def rounded(value: Decimal | Fraction, decimals: int, mode: str) -> int:
    """Return a value in units of its last decimal."""
    scaled = Fraction(value) * 10**decimals
    # Fifty digits hold these fractions, and what is cut from them is no half.
    exact = Decimal(scaled.numerator * 10**50 // scaled.denominator).scaleb(-50)
    if scaled.denominator in (1, 2):
        exact = Decimal(scaled.numerator) / Decimal(scaled.denominator)
    return int(exact.quantize(Decimal(1), mode))


def shown(tp: int, gold: int, denominator: int, reading: str, decimals: int) -> tuple[int, ...]:
    """Return the digits of precision, recall and F1, as they are printed under a reading."""
    p, r = percent(tp, denominator), percent(tp, gold)
    if reading.startswith(FROM_PRINTED):
        rest = reading.removeprefix(FROM_PRINTED)
        two = shown(tp, gold, denominator, UNROUNDED + rest, decimals)[:2]
        of_printed = [Fraction(one, 10**decimals) for one in two]
        if rest in MODES:
            return (*two, rounded(harmonic(*of_printed), decimals, MODES[rest]))
        value = harmonic(*map(float, of_printed))
        return (*two, int(("%.*f" % (decimals, value)).replace(".", "")))
    if not reading.startswith(UNROUNDED):
        two = "%.2f" % p, "%.2f" % r
        three = (*two, "%.2f" % harmonic(float(two[0]), float(two[1])))
        rest = reading.removeprefix(ONCE_MORE)
        if reading.startswith(ONCE_MORE) and rest in MODES:
            return tuple(rounded(Decimal(one), decimals, MODES[rest]) for one in three)
        texts = ["%.*f" % (decimals, float(one)) for one in three]
    elif reading.removeprefix(UNROUNDED) in MODES:
        exact = [
            Fraction(100 * part, whole) if whole else Fraction(0)
            for part, whole in ((tp, denominator), (tp, gold), (2 * tp, denominator + gold))
        ]
        mode = MODES[reading.removeprefix(UNROUNDED)]
        return tuple(rounded(one, decimals, mode) for one in exact)
    else:
        texts = ["%.*f" % (decimals, one) for one in (p, r, harmonic(p, r))]
    return tuple(int(text.replace(".", "")) for text in texts)


def fits(tp: int, gold: int, denominator: int, wanted, decimals: int, reading: str) -> bool:
    """Return True if counts may be printed as wanted under a reading.

    A half of an unrounded score is rounded up or down, one of two decimals as the reading says.
    """
    base = reading.removesuffix(" (cut off)")
    if base not in (UNROUNDED, FROM_PRINTED):
        digits = shown(tp, gold, denominator, reading, decimals)
        return all(one is None or one == other for one, other in zip(wanted, digits))
    parts = (tp, denominator), (tp, gold), (2 * tp, denominator + gold)
    values = [Fraction(100 * part, whole) if whole else Fraction(0) for part, whole in parts]
    # If precision or recall is not there, its rounding changes F1 by one digit at most.
    is_open = base == FROM_PRINTED and None in wanted[:2]
    if base == FROM_PRINTED and not is_open:
        values[2] = harmonic(*[Fraction(one, 10**decimals) for one in wanted[:2]])
    for place, (value, digits) in enumerate(zip(values, wanted)):
        if digits is None:
            continue
        units, more = value * 10**decimals, is_open and place == 2
        is_shown = digits - more <= units < digits + 1 + more
        if reading == base:
            is_shown = abs(units - digits) <= Fraction(1, 2) + more
        if not is_shown:
            return False
    return True


LIMIT = 40


def by_trying(wanted, totals, decimals: int, reading: str, is_b: bool) -> set[tuple[int, ...]]:
    """Return all counts, up to a limit of the others, that are printed as wanted."""
    return {
        (tp, total - tp, others)
        for total in totals
        for tp in range(total + 1)
        for others in range(tp if is_b else 0, LIMIT + 1)
        if fits(tp, total, others if is_b else tp + others, wanted, decimals, reading)
    }


@pytest.mark.parametrize("seed", range(examples(120)))
def test_the_counts_of_a_row_are_those_that_are_found_by_trying_all(seed) -> None:
    draw = random.Random(seed)
    label = draw.choice(["Cues", "Cues B", "Negated", "Scopes(cue match)"])
    measured = measured_as(label)
    decimals = draw.choice([2, 2, 1, 1, 0])
    gold = draw.randint(0, 8 if label == "Negated" else 18)
    counted = draw.randint(0, gold) if label == "Negated" else gold
    tp = draw.choice([0, counted, draw.randint(0, counted)])
    denominator = tp + draw.randint(0, 20)
    bases = ["as the scorer prints it"] if decimals == 2 else [ONCE_MORE]
    bases += [UNROUNDED, FROM_PRINTED]
    rounded_so = draw.choice([base + mode for base in bases for mode in (*MODES, FLOATS)])
    if decimals == 2:
        rounded_so = rounded_so.replace(ONCE_MORE, bases[0])
    digits: list[int | None] = [*shown(tp, counted, denominator, rounded_so, decimals)]
    is_true = draw.random() < 0.5
    if not is_true:
        digits[draw.randrange(3)] = draw.randint(0, 100 * 10**decimals)
        if draw.random() < 0.5:
            digits[draw.randrange(3)] = None
    texts = ["" if one is None else "%.*f" % (decimals, one / 10**decimals) for one in digits]
    scores = Scores(*[printed_number(text, False) for text in texts])
    readings = readings_of(scores, measured)
    totals = range(gold + 1) if label == "Negated" else [gold]
    several = set()
    for reading in readings:
        found = {
            (one.true_positives, one.false_negatives, others)
            for one in solve_row(scores, measured, gold, reading).ranges
            for others in range(one.least, LIMIT + 1)
            if one.most is None or others <= one.most
        }
        expected = by_trying(digits, totals, decimals, reading.name, measured.divided_by_system)
        assert found == expected, (label, gold, texts, reading.name)
        several |= found
    others = denominator if measured.divided_by_system else denominator - tp
    assert not is_true or (tp, counted - tp, others) in several


RELATED = {
    ("Cues", "Full negation"): lambda t, x, u, y: u <= t and x == y,
    ("Cues", "Cues B"): lambda t, x, u, y: u == t and y >= t + x,
    ("Scopes(cue match)", "Scopes(no cue match)"): lambda t, x, u, y: t <= u and x <= y,
    ("Scopes B (cue match)", "Scopes B (no cue match)"): lambda t, x, u, y: t <= u and x == y,
    ("Cues B", "Full negation B"): lambda t, x, u, y: u <= t and x == y,
    ("Full negation", "Cues B"): lambda t, x, u, y: t <= u and y >= u + x,
}
"""What must hold between true positives and others of two rows of one system: t, x and u, y."""


@pytest.mark.parametrize("seed", range(60))
def test_two_rows_contradict_each_other_where_no_counts_give_both(seed) -> None:
    draw = random.Random(seed)
    labels = draw.choice(list(RELATED))
    gold = draw.randint(3, 10)
    rows, counts = [], []
    first = draw.randint(0, gold)
    for label in labels:
        is_b = MEASURES[label].divided_by_system
        tp = max(0, min(gold, first + draw.choice([0, 0, -1, 1])))
        denominator = tp + draw.randint(0, 4)
        digits = shown(tp, gold, denominator, "as the scorer prints it", 2)
        rows.append(PublishedRow("x", label, *["%.2f" % (one / 100) for one in digits]))
        counts.append(by_trying(digits, [gold], 2, "as the scorer prints it", is_b))
    hold = RELATED[labels]
    is_possible = any(hold(t, x, u, y) for t, _, x in counts[0] for u, _, y in counts[1])
    found = verify_published(rows, {"cues": gold, "scopes": gold, "full": gold})
    assert {one.verdict for one in found} == {"possible" if is_possible else "contradicts"}


# --- no wrong accusation


@pytest.mark.parametrize("identifier", ["eval.cd-sco", "eval.cd-sco-2.0", "eval.cd-sco-1.0"])
def test_the_rows_of_recorded_reports_are_possible_together(identifier) -> None:
    """The oracle is what the original printed, as it is and with one decimal."""
    measured = {row.label: row for row in ORIGINALS[identifier].table.rows}
    number = 0
    for case in sample(cases()[::2]):
        recorded = case.answer(identifier)
        if not recorded.stdout.startswith(b"---"):
            continue
        report = Report.parse(recorded.stdout.decode())
        gold = {"full": 0}
        by_measure = {
            measured[row.label].measured: row for row in report.rows if row.label in measured
        }
        for name, tally in (("cues", "cues"), ("scopes", "scopes"), ("tokens", "scope_tokens")):
            row = by_measure.get(tally)
            if row is not None:
                gold[name] = row.true_positives + row.false_negatives
        if gold["cues"] != by_measure["cues"].gold:
            continue  # counted in no test below: gold's negations count nowhere (quirk 27)
        full = by_measure["full_negations"]
        gold["full"] = full.true_positives + full.false_negatives
        gold["events"] = by_measure["events"].gold
        number += 1
        for is_short in (False, True):
            rows = [
                PublishedRow(
                    "x", row.label, *(["%.1f" % float(s) for s in row[6:]] if is_short else row[6:])
                )
                for row in report.rows
            ]
            for one in verify_published(rows, gold):
                assert one.verdict == "possible", (case.name, one.row, one.contradiction)
    assert number > 16 // SHARE


tallies = st.integers(1, 300).flatmap(
    lambda gold: st.tuples(st.just(gold), st.integers(1, gold), st.integers(0, 300))
)


@given(tallies, st.sampled_from(["Cues", "Scopes(cue match)", "Full negation"]))
def test_the_counts_of_a_published_row_are_among_the_solutions(numbers, label) -> None:
    gold, tp, fp = numbers
    digits = shown(tp, gold, tp + fp, "as the scorer prints it", 2)
    shares = ["%.2f" % (one / 100) for one in digits]
    # A row by itself without gold's number is of fractions if no number is greater than 1.
    assume(max(digits) > 100)
    name = {"Cues": "cues", "Full negation": "full"}.get(label, "scopes")
    known = answered(label, *shares, **{name: gold})
    unknown = answered(label, *shares)
    for found in (known, unknown):
        assert (found.verdict, found.slips) == ("possible", ())
        assert any(
            one[:2] == (tp, gold - tp) and one.least <= fp and fp <= (one.most or fp)
            for one in found.ranges
        )
    assert known.number and known.is_all and not unknown.is_all
    if known.number <= 3:
        assert (tp, gold - tp, fp) in known.solutions


FRACTIONS = ", of fractions: 1 is 100%"


def test_a_score_of_at_most_one_is_a_fraction() -> None:
    found = answered("cues", "", "", "0.9131", cues=264)
    assert found.verdict == "possible" and found.reading.endswith(FRACTIONS)
    assert (247, 17, 30) in found.solutions


def test_f1_may_be_computed_from_precision_and_recall_as_printed() -> None:
    found = answered("cues", "57.8", "100.0", "73.3", cues=26)
    assert (found.verdict, found.solutions) == ("possible", ((26, 0, 19),))
    assert found.reading == "F1 computed from precision and recall as printed"


@pytest.mark.parametrize(
    "shares, reading",
    [
        (("89.17", "93.56", "91.31"), "as the scorer prints it"),
        (("89.2", "93.6", "91.3"), ONCE_MORE),
        (("89,2", "93,6", "91,3"), ONCE_MORE),
        (("89.2%", "93.6%", "91.3%"), ONCE_MORE),
        (("0.892", "0.936", "0.913"), ONCE_MORE + FRACTIONS),
        ((".8917", ".9356", ".9131"), "as the scorer prints it" + FRACTIONS),
        (("89", "94", "91"), ONCE_MORE),
        (("", "", "91.31"), "as the scorer prints it"),
        (("89.17", "93.56", ""), "as the scorer prints it"),
        (("89.1697", "93.5606", "91.3124"), UNROUNDED),
        (("89.1", "93.5", "91.3"), ONCE_MORE + " (cut off)"),
    ],
)
def test_a_printed_number_is_an_interval_and_the_reading_is_named(shares, reading) -> None:
    found = answered("cues", *shares, cues=264)
    assert (found.verdict, found.reading) == ("possible", reading)
    assert any(one[:2] == (247, 17) and one.least <= 30 <= one.most for one in found.ranges)


def test_a_row_of_zeros_has_any_number_of_false_positives() -> None:
    found = answered("Cues", "0.00", "0.00", "0.00", cues=264)
    assert (found.number, found.ranges) == (None, ((0, 264, 0, None),))
    events = answered("Negated", "0.00", "0.00", "0.00", events=0)
    assert (events.verdict, events.ranges) == ("possible", ((0, 0, 0, None),))
    assert answered("Cues", "0.00", "0.00", "0.00").verdict == "possible"


@pytest.mark.parametrize("gold", [2_600, 12_345, 40_000, 10**9])
def test_any_size_of_gold_is_decided(gold) -> None:
    tp, fp = gold * 7 // 9, gold // 5
    shares = [
        "%.2f" % (one / 100) for one in shown(tp, gold, tp + fp, "as the scorer prints it", 2)
    ]
    assert answered("Cues", *shares).verdict == "possible"
    found = answered("Cues", *shares, cues=gold)
    assert any(
        one.true_positives == tp and one.least <= fp <= one.most for one in found.ranges
    ) or (not found.is_all)
    if gold <= 40_000:
        near = range(tp - 10, tp + 11)
        number = sum(
            shown(right, gold, right + wrong, "as the scorer prints it", 2)
            == tuple(int(share.replace(".", "")) for share in shares)
            for right in near
            for wrong in range(fp - 40, fp + 41)
        )
        assert found.number == number


def test_a_search_that_is_cut_off_is_not_decided_and_never_not_possible() -> None:
    (found,) = verify_published([PublishedRow("x", "Cues", "", "", "50.00")], {"cues": 10**30})
    assert (found.verdict, found.is_all) == ("not decided", False)


def test_rows_of_one_system_decide_together() -> None:
    """Cues and full negations have the same false positives, and in the B block the same system."""
    rows = table(
        "x\tCues\t89.17\t93.56\t91.31\nx\tFull negation\t79.87\t45.08\t57.63\n"
        "x\tCues B\t86.67\t93.56\t89.98\n"
    )
    found = verify_published(rows, {"cues": 264, "full": 264})
    assert [one.solutions for one in found[:2]] == [((247, 17, 30),), ((119, 145, 30),)]
    assert {solution.true_positives for solution in found[2].solutions} == {247}
    assert verify_published(rows[1:2], {"full": 264})[0].number == 1


def test_a_row_that_comes_twice_is_another_result_of_the_same_name() -> None:
    rows = table("x\tCues\t89.17\t93.56\t91.31\nx\tCues\t91.42\t92.80\t92.10\n")
    assert {one.verdict for one in verify_published(rows, TEST)} == {"possible"}


def test_contradictions_do_not_need_gold_s_number() -> None:
    rows = table("x\tCues\t89.17\t93.56\t91.31\nx\tCues B\t86.67\t93.60\t90.00\n")
    (one, _) = verify_published(rows)
    assert one.verdict == "contradicts" and one.contradiction.rows == ("Cues", "Cues B")
    # Gold may have negations without cue, and more of them than cues.
    rows = table("x\tCues\t83.33\t41.67\t55.56\nx\tFull negation\t75.00\t23.08\t35.30\n")
    assert {one.verdict for one in verify_published(rows)} <= {"possible", "not decided"}


# --- what would have to be another number


@pytest.mark.parametrize(
    "shares, column, fitting, why",
    [
        (("98.17", "93.56", "91.31"), "precision", "89.17", "two digits exchanged"),
        (("89.17", "93.56", "91.13"), "f1", "91.31", "two digits exchanged"),
        (("89.17", "93.59", "91.31"), "recall", "93.56", "one digit misread"),
        (("89.17", "95.36", "91.31"), "recall", "93.56", "two digits exchanged"),
        (("89,2", "93,6", "91,8"), "f1", "91,3", "one digit misread"),
        ((".892", ".936", ".931"), "f1", ".913", "two digits exchanged"),
    ],
)
def test_a_row_that_no_counts_give_is_told_with_the_number_that_would_fit(
    shares, column, fitting, why
) -> None:
    found = answered("Cues", *shares, cues=264)
    assert found.number == 0 and found.verdict in ("not possible", "may be a mean over runs")
    assert (column, fitting, why) in {(s.column, s.fitting, s.why) for s in found.slips}


def test_digits_read_upside_down_are_known() -> None:
    """Morante and Blanco 2012, table 4, as a scanned copy has it."""
    rows = table(
        "UiO2 (open)\tNegated(no cue match)\t06.99\t57.40\t61.79\n"
        "UMichigan (closed)\tCues\t94.31\t87.88\t86.06\n"
    )
    slips = [found.slips[0] for found in verify_published(rows, TEST)]
    assert [(s.column, s.fitting, s.why) for s in slips] == [
        ("precision", "66.90", "read upside down"),
        ("f1", "90.98", "read upside down"),
    ]


@pytest.mark.parametrize(
    "gold, error, message",
    [
        ({"cue": 264}, ValueError, "gold counts are cues, scopes"),
        ({"cues": 264.0}, TypeError, "is a whole number, not 264.0"),
        ({"cues": True}, TypeError, "is a whole number, not True"),
        ({"cues": "264"}, TypeError, "is a whole number"),
        ({"cues": -1}, ValueError, "is 0 or more"),
    ],
)
def test_gold_counts_that_are_none_are_refused(gold, error, message) -> None:
    with pytest.raises(error, match=message):
        verify_published([PublishedRow("x", "Cues", "89.17", "93.56", "91.31")], gold)


@pytest.mark.parametrize("share", ["x", "89.1.7", "101", "-3", "1e2", "\u0663.5", "89.17 91"])
def test_a_score_that_is_none_is_refused(share) -> None:
    with pytest.raises(ValueError, match="found .*; expected"):
        answered("Cues", share, "93.56", "91.31")
    with pytest.raises(ValueError, match=re.escape("there is no row 'Cue marks'; there are: Cues")):
        answered("Cue marks", "89.17", "93.56", "91.31")


def test_what_the_system_has_stands_in_a_column_of_that_name() -> None:
    rows = [
        PublishedRow("x", "Cues", "89.17", "93.56", "91.31"),
        PublishedRow("x", "Cues B", "89.13", "93.18", "91.11"),
    ]
    shown = published_text(verify_published(rows[:1], {"cues": 264}))
    assert "system" not in shown and re.search(r"  247  17  30$", shown, re.MULTILINE)
    shown = published_text(verify_published(rows[1:], {"cues": 264}))
    head, row = shown.splitlines()[1:3]
    assert head.split()[-1] == "system"
    assert row.rstrip().endswith("276") and head.index("system") + 6 == len(row.rstrip())


def test_counts_that_another_reading_gives_stand_beside_the_first() -> None:
    found = answered("cues", "89", "94", "91", cues=264)
    shown = [(one.true_positives, one.false_negatives) for one in found.ranges]
    others = [one for other in found.others for one in other.ranges]
    assert others and all((one[0], one[1]) not in shown or one.most for one in others)
    text = published_text([found])
    assert "or 249/15/29 to 30 or 250/14/30 (tp/fn/fp)" in text
    assert answered("cues", "89.17", "93.56", "91.31", cues=264).others == ()
