"""``agreement``: F1 of one annotation against another, as Vincze et al. (2008) measure it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from prediction_files import GOLD, in_columns, places, run

from sem2012_scorer import Negation, Sentence, ShapeError, agreement

BIOSCOPE = ROOT / "fixtures" / "corpora" / "bioscope.xml"
LABELS = "Cues", "Left boundary", "Right boundary", "Full scope"
WORDS = ["Rain", "did", "not", "fall", "here", "."]


def one(*negations: Negation) -> list[Sentence]:
    return [Sentence(WORDS, negations), Sentence(["x"])]


@pytest.mark.parametrize(
    "first, second, expected",
    [
        # Of cues, left boundaries, right boundaries, full scopes: how many are the same.
        (Negation([2], [0, 1, 3]), Negation([2], [0, 1, 3, 4]), "1/1 1/1 0/1 0/1"),
        (Negation([2], [0, 1, 3]), Negation([2], [1, 3]), "1/1 0/1 1/1 0/1"),
        # Boundaries are over the cues that both have; a part of a word is another cue.
        (Negation([2], [3]), Negation([1, 2], [3]), "0/1 0/0 0/0 0/0"),
        (Negation({2: "n"}, [3]), Negation([2], [3]), "0/1 0/0 0/0 0/0"),
        # A negation without a scope has no boundaries.
        (Negation([2], [3]), Negation([2]), "1/1 0/1 0/1 0/1"),
        # The cue counts as part of its scope, as in BioScope, and events are not compared.
        (Negation([2], [2, 3], [3]), Negation([2], [3]), "1/1 1/1 1/1 1/1"),
    ],
)
def test_agreement_compares_cues_boundaries_and_full_scopes(
    first: Negation, second: Negation, expected: str
) -> None:
    rows = [agreement(one(first), one(second))[label] for label in LABELS]
    assert " ".join("%d/%d" % (row.true_positives, row.gold) for row in rows) == expected
    swapped = [agreement(one(second), one(first))[label] for label in LABELS]
    assert [row.f1 for row in rows] == [row.f1 for row in swapped]


ENDS = {"Left boundary": slice(0, 1), "Right boundary": slice(1, 2), "Full scope": slice(0, 2)}
ANNOTATIONS = st.lists(
    st.builds(
        Negation,
        st.lists(st.integers(0, 2), min_size=1, max_size=2, unique=True),
        st.lists(st.integers(0, 5), max_size=3, unique=True),
    ),
    max_size=4,
)


def ends(negation: Negation) -> tuple[int, ...]:
    covered = [*places(negation.cue), *places(negation.scope)]
    return (min(covered), max(covered)) if negation.scope else ()


@given(ANNOTATIONS, ANNOTATIONS)
def test_each_row_is_the_best_pairing_of_the_negations_of_each_cue(
    first: list[Negation], second: list[Negation]
) -> None:
    """Against all pairings."""
    found = agreement(one(*first), one(*second))
    cues = [Counter(tuple(places(each.cue)) for each in side) for side in (first, second)]
    assert found["Cues"][1:4] == (len(first), len(second), (cues[0] & cues[1]).total())
    for label, part in ENDS.items():
        both = 0
        for cue in cues[0] & cues[1]:
            own = [[ends(n) for n in side if (*places(n.cue),) == cue] for side in (first, second)]
            fewer, more = sorted(own, key=len)
            both += max(
                sum(bool(a and b) and a[part] == b[part] for a, b in zip(fewer, way))
                for way in permutations(more, len(fewer))
            )
        row = found[label]
        assert row.true_positives == both
        assert row.f1 == pytest.approx(200 * both / (row.gold + row.system) if both else 0)


def test_what_divides_by_zero_is_undefined_and_f1_of_different_cues_is_zero() -> None:
    assert agreement(one(), one())["Cues"].printed[-3:] == ("-", "-", "-")
    found = agreement(one(Negation([2], [3])), one(Negation([1], [3])))
    assert (found["Cues"].f1, found["Cues"].printed.f1) == (0.0, "0.00")
    row = found.to_dict()["measures"]["Full scope"]
    assert row["f1"] is None and row["printed"]["f1"] == "-"
    assert [row["f1"] for row in found.to_rows()] == [0.0, None, None, None]
    with pytest.raises(KeyError):
        found["Keywords"]


def test_every_sentence_is_counted() -> None:
    assert agreement(GOLD, GOLD).to_dict()["sentences"]["all"] == len(GOLD)


def test_agreement_needs_the_same_text() -> None:
    for second, message in (
        ([Sentence(["Rain", "does"])], "sentence 1, token 1: the first has 'did', the second"),
        ([Sentence(WORDS)], "sentence 2: only the first has it"),
        ([*one(), Sentence(["y"])], "sentence 3: only the second has it"),
        ([Sentence([*WORDS, "!"])], "token 6: the first has none, the second '!'"),
    ):
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
    assert said == ""
    found = json.loads(agree(first, second, "--format", "json")[0])
    assert found["files"] == [str(first), str(second)]
    assert found["negation"]["measures"]["Full scope"]["printed"]["f1"] == "71.43"


def test_bioscope_gets_a_table_for_negation_and_one_for_speculation(tmp_path: Path) -> None:
    other = tmp_path / "other.xml"
    text = BIOSCOPE.read_text(encoding="utf-8")
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


def test_what_cannot_be_compared_is_named(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_bytes(in_columns(GOLD))
    none = tmp_path / "none.txt"
    none.write_bytes(in_columns([GOLD[1]]))
    (tmp_path / "labels").write_text("No\tO\n")
    (tmp_path / "zip").write_bytes(b"PK\x03\x04" + b"x" * 20)
    text, said = agree(none, none)
    assert text.count(" -\n") == 4 and not said
    for words, status, expected in (
        ([gold, none], 1, "gold.txt and %s: sentence 1 (tale:1), token 0" % none),
        ([gold, BIOSCOPE], 1, "one is XML and the other is not"),
        ([gold, tmp_path / "zip"], 1, "this is a zip archive; unpack it"),
        ([gold, tmp_path / "labels"], 1, "labels:1: found 2 fields"),
        ([gold, tmp_path / "nowhere"], 2, "nowhere: no such file"),
        ([gold, tmp_path], 2, "this is a folder"),
        (["-", "-"], 2, "only one file can be - "),
        ([gold, gold, "-o", gold], 2, "is one of the inputs"),
    ):
        assert expected in agree(*words, status=status)[1]
