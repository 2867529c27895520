"""``agreement``: F1 of one annotation against another, as Vincze et al. (2008) measure it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from conftest import CORPORA, ROOT, with_corpora
from hypothesis import given
from hypothesis import strategies as st
from prediction_files import GOLD, in_columns, places, run

from sem2012_scorer import Negation, Sentence, ShapeError, agreement, read_columns

BIOSCOPE = ROOT / "fixtures" / "corpora" / "bioscope.xml"
LABELS = "Cues", "Left boundary", "Right boundary", "Full scope"
WORDS = ["Rain", "did", "not", "fall", "here", "."]


def one(*negations: Negation) -> list[Sentence]:
    return [Sentence(WORDS, negations), Sentence(["x"])]


def counts(first: list[Sentence], second: list[Sentence]) -> list[tuple[int, int, int]]:
    """Return how many A has, how many B has, and how many are the same, for each row."""
    rows = [agreement(first, second)[label] for label in LABELS]
    return [(row.gold, row.system, row.true_positives) for row in rows]


A_SCOPE = Negation([2], [0, 1, 3])


@pytest.mark.parametrize(
    "first, second, expected",
    [
        ([A_SCOPE], [A_SCOPE], [(1, 1, 1)] * 4),
        ([A_SCOPE], [Negation([2], [0, 1, 3, 4])], [(1, 1, 1), (1, 1, 1), (1, 1, 0), (1, 1, 0)]),
        ([A_SCOPE], [Negation([2], [1, 3])], [(1, 1, 1), (1, 1, 0), (1, 1, 1), (1, 1, 0)]),
        # Boundaries are over the cues that both have.
        ([Negation([2], [3])], [Negation([1, 2], [3])], [(1, 1, 0), *[(0, 0, 0)] * 3]),
        ([Negation([2], [3])], [], [(1, 0, 0), *[(0, 0, 0)] * 3]),
        # A negation without a scope has no boundaries.
        ([Negation([2], [3])], [Negation([2])], [(1, 1, 1), *[(1, 0, 0)] * 3]),
        ([], [], [(0, 0, 0)] * 4),
        # The cue counts as part of its scope, as in BioScope.
        ([Negation([2], [2, 3])], [Negation([2], [3])], [(1, 1, 1)] * 4),
        # A part of a word is another cue than the word.
        ([Negation({2: "n"}, [3])], [Negation([2], [3])], [(1, 1, 0), *[(0, 0, 0)] * 3]),
        # Events are not compared.
        ([Negation([2], [3], [3])], [Negation([2], [3])], [(1, 1, 1)] * 4),
    ],
)
def test_agreement_compares_cues_boundaries_and_full_scopes(
    first: list[Negation], second: list[Negation], expected: list[tuple[int, int, int]]
) -> None:
    assert counts(one(*first), one(*second)) == expected
    swapped = [(system, gold, both) for gold, system, both in expected]
    assert counts(one(*second), one(*first)) == swapped


ENDS = {"Left boundary": slice(0, 1), "Right boundary": slice(1, 2), "Full scope": slice(0, 2)}


@st.composite
def annotations(draw: st.DrawFn) -> list[Negation]:
    negation = st.builds(
        Negation,
        st.lists(st.integers(0, 2), min_size=1, max_size=2, unique=True),
        st.lists(st.integers(0, 5), max_size=3, unique=True),
    )
    return draw(st.lists(negation, max_size=4))


def ends(negation: Negation) -> tuple[int, ...]:
    covered = [*places(negation.cue), *places(negation.scope)]
    return (min(covered), max(covered)) if negation.scope else ()


@given(annotations(), annotations())
def test_each_row_is_the_best_pairing_of_the_negations_of_each_cue(
    first: list[Negation], second: list[Negation]
) -> None:
    """Against all pairings."""
    found = agreement(one(*first), one(*second))
    cues = [Counter(tuple(places(each.cue)) for each in side) for side in (first, second)]
    row = found["Cues"]
    assert row[:3] == (len(first), len(second), (cues[0] & cues[1]).total())
    for label, part in ENDS.items():
        both = 0
        for cue in cues[0] & cues[1]:
            sides = [
                [ends(n) for n in side if (*places(n.cue),) == cue] for side in (first, second)
            ]
            fewer, more = sorted(sides, key=len)
            both += max(
                sum(bool(a and b) and a[part] == b[part] for a, b in zip(fewer, way))
                for way in permutations(more, len(fewer))
            )
        assert found[label].true_positives == both
        precision = both / found[label].system if found[label].system else 0
        recall = both / found[label].gold if found[label].gold else 0
        f1 = 200 * precision * recall / (precision + recall) if both else 0
        assert found[label].f1 == pytest.approx(f1)


def test_what_divides_by_zero_is_undefined_and_f1_of_different_cues_is_zero() -> None:
    assert agreement(one(), one())["Cues"].undefined == ("precision", "recall", "f1")
    found = agreement(one(Negation([2], [3])), one(Negation([1], [3])))
    assert (found["Cues"].f1, found["Cues"].undefined) == (0.0, ())
    row = found.to_dict()["measures"]["Full scope"]
    assert row["f1"] is None and row["printed"]["f1"] == "-"
    assert [row["f1"] for row in found.to_rows()] == [0.0, None, None, None]
    with pytest.raises(KeyError):
        found["Keywords"]


@pytest.mark.parametrize(
    "second, message",
    [
        ([Sentence(["Rain", "does"])], "sentence 1, token 1: the first has 'did', the second"),
        ([Sentence(WORDS)], "sentence 2: only the first has it"),
        ([*one(), Sentence(["y"])], "sentence 3: only the second has it"),
        ([Sentence([*WORDS, "!"])], "token 6: the first has none, the second '!'"),
    ],
)
def test_agreement_needs_the_same_text(second: list[Sentence], message: str) -> None:
    with pytest.raises(ShapeError, match=message):
        agreement(one(), second)


# ---- The command


def agree(*words: object, status: int = 0) -> tuple[str, str]:
    stdout, said = run("agreement", *words, status=status)
    return stdout.decode(), said


def test_columns_get_a_table(tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    first.write_bytes(in_columns(GOLD))
    other = [n._replace(scope=n.scope[:-1]) for n in GOLD[0].negations]
    second.write_bytes(in_columns([GOLD[0]._replace(negations=tuple(other)), *GOLD[1:]]))
    text, said = agree(first, second)
    assert text == (
        "                       A        B     both   F1 (%)\n"
        "Cues                   7        7        7   100.00\n"
        "Left boundary          7        7        7   100.00\n"
        "Right boundary         7        7        5    71.43\n"
        "Full scope             7        7        5    71.43\n"
    )
    # "Neither … nor" has no gap with its cues, but the last sentence has one.
    assert "scopes with a gap: 1 in %s, 1 in %s" % (first, second) in said
    found = json.loads(agree(first, second, "--format", "json")[0])
    assert found["files"] == [str(first), str(second)]
    assert found["negation"]["measures"]["Full scope"]["printed"]["f1"] == "71.43"


def test_bioscope_gets_a_table_for_negation_and_one_for_speculation(tmp_path: Path) -> None:
    other = tmp_path / "other.xml"
    text = BIOSCOPE.read_text(encoding="utf-8")
    other.write_text(text.replace(">may<", ">might<").replace("may", "might"), encoding="utf-8")
    assert "the first has 'may', the second 'might'" in agree(BIOSCOPE, other, status=1)[1]
    # A scope that ends before its last word, and a speculation that is none.
    text = text.replace("leaves</xcope></xcope></xcope>.", "</xcope>leaves</xcope></xcope>.")
    text = text.replace('<cue type="speculation" ref="X1.3.1">may</cue>', "may")
    other.write_text(text, encoding="utf-8")
    tables = json.loads(agree(BIOSCOPE, other, "--format", "json")[0])
    assert [
        (row["gold"], row["system"], row["true_positives"])
        for kind in ("negation", "speculation")
        for row in tables[kind]["measures"].values()
    ] == [(5, 5, 5), (5, 5, 5), (5, 5, 4), (5, 5, 4), (1, 0, 0), *[(0, 0, 0)] * 3]
    heads = [line for line in agree(BIOSCOPE, other)[0].splitlines() if line[:1].islower()]
    assert heads == ["negation", "speculation"]


def test_xml_and_the_columns_made_of_it_are_the_same_annotation(tmp_path: Path) -> None:
    columns = tmp_path / "columns.txt"
    run("convert", BIOSCOPE, "--from", "bioscope", "-o", columns)
    said = agree(BIOSCOPE, columns, status=1)[1]
    assert "one is XML and the other is not" in said
    assert agree(columns, columns)[0].count("       5        5        5   100.00\n") == 4
    own = agree(BIOSCOPE, BIOSCOPE)[0]
    assert own.count("       5        5        5   100.00\n") == 4


def test_what_cannot_be_compared_is_named(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_bytes(in_columns(GOLD))
    (tmp_path / "none.txt").write_bytes(in_columns([GOLD[1]]))
    (tmp_path / "labels").write_text("No\tO\n")
    no_cue = agree(tmp_path / "none.txt", tmp_path / "none.txt")
    assert no_cue[0].count(" -\n") == 4 and "neither annotation has a cue" in no_cue[1]
    for words, status, expected in (
        ([gold, tmp_path / "none.txt"], 1, "sentence 1 (tale:1), token 0"),
        ([gold, tmp_path / "labels"], 1, "labels:1: found 2 fields"),
        ([gold, tmp_path / "nowhere"], 2, "nowhere: no such file"),
        ([gold, tmp_path], 2, "this is a folder"),
        (["-", "-"], 2, "can be one file only"),
        ([gold, gold, "-o", gold], 2, "is one of the inputs"),
    ):
        assert expected in agree(*words, status=status)[1]


@with_corpora
def test_a_real_system_agrees_as_much_as_a_few_lines_say() -> None:
    files = [CORPORA / "cdsco" / name for name in ("dev-09032012.txt", "dev-semnlp.system.txt")]
    sides = [list(read_columns(file)) for file in files]
    same = Counter[str]()
    for gold, system in zip(*sides):
        for mine in gold.negations:
            pair = next((n for n in system.negations if n.cue == mine.cue), None)
            if pair is not None:
                same["Cues"] += 1
                for label, part in ENDS.items():
                    same[label] += bool(ends(mine) and ends(pair)) and (
                        ends(mine)[part] == ends(pair)[part]
                    )
    found = agreement(*sides)
    assert {label: found[label].true_positives for label in LABELS} == same
