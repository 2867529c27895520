"""``agreement``: what agrees, over which cues, and what is said of it."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from sem2012_scorer import Negation, Sentence, ShapeError, agreement
from sem2012_scorer.cli import answer

FILES = ROOT / "fixtures" / "corpora"
GOLD = ROOT / "fixtures" / "larger-english" / "gold.txt"
NEGES = FILES / "neges.txt"


def converted(*words: object) -> bytes:
    found = answer(["convert", *map(str, words)])
    assert found.status == 0, found
    return found.stdout


WORDS = ["Rain", "did", "not", "fall", "here", "."]


def one(*negations: Negation) -> list[Sentence]:
    return [Sentence(WORDS, negations), Sentence(["x"])]


def shares(first, second, same_cue=False) -> list[tuple[int, int, int]]:
    found = agreement(first, second, same_cue)
    labels = "Cues", "Left boundary", "Right boundary", "Full scope"
    return [
        (found[label].gold, found[label].system, found[label].true_positives) for label in labels
    ]


@pytest.mark.parametrize(
    "first, second, expected",
    [
        ([Negation([2], [0, 1, 3])], [Negation([2], [0, 1, 3])], [(1, 1, 1)] * 4),
        (
            [Negation([2], [0, 1, 3])],
            [Negation([2], [0, 1, 3, 4])],
            [(1, 1, 1), (1, 1, 1), (1, 1, 0), (1, 1, 0)],
        ),
        (
            [Negation([2], [3])],
            [Negation([1, 2], [3])],
            [(1, 1, 0), (1, 1, 0), (1, 1, 1), (1, 1, 0)],
        ),
        ([Negation([2], [3])], [Negation([2])], [(1, 1, 1), (1, 0, 0), (1, 0, 0), (1, 0, 0)]),
        ([Negation([2], [3])], [], [(1, 0, 0)] * 4),
        ([], [], [(0, 0, 0)] * 4),
        # Two with one boundary are two; one of the other side is paired with one of them.
        ([Negation([1], [2]), Negation([2], [1])], [Negation([1], [2])], [(2, 1, 1)] * 4),
        # The cue counts as a part of its scope, so that both conventions agree.
        ([Negation([2], [2, 3])], [Negation([2], [3])], [(1, 1, 1)] * 4),
        # A cue that is a part of a word is another one.
        (
            [Negation({2: "n"}, [3])],
            [Negation([2], [3])],
            [(1, 1, 0), (1, 1, 1), (1, 1, 1), (1, 1, 1)],
        ),
    ],
)
def test_agreement_counts_cues_boundaries_and_full_scopes(first, second, expected) -> None:
    assert shares(one(*first), one(*second)) == expected
    swapped = [(system, gold, both) for gold, system, both in expected]
    assert shares(one(*second), one(*first)) == swapped


def test_agreement_is_f1_of_one_annotation_taken_as_gold() -> None:
    found = agreement(
        one(Negation([2], [3]), Negation([4], [5]), Negation([0], [1])), one(Negation([2], [3]))
    )
    row = found["Cues"]
    assert (row.precision, row.recall, row.f1) == (100.0, 1 / 3 * 100, 50.0)
    assert found.counts.sentences == 2
    with pytest.raises(KeyError):
        found["Keywords"]


def test_scopes_of_cues_that_both_have_can_be_compared_alone() -> None:
    first = one(Negation([2], [3]), Negation([4], [5]))
    second = one(Negation([2], [3, 4]), Negation([0], [1]), Negation([2], [0]))
    rows = agreement(first, second)
    assert (rows["Cues"].gold, rows["Cues"].system, rows["Cues"].true_positives) == (2, 3, 1)
    assert (rows["Left boundary"].gold, rows["Left boundary"].system) == (1, 1)
    assert (rows["Left boundary"].f1, rows["Right boundary"].f1) == (100.0, 0.0)


def test_a_scope_of_another_cue_is_another_where_cues_are_compared() -> None:
    first = one(Negation([0], [1]), Negation([4], [3]))
    second = one(Negation([0], [1, 2, 3]), Negation([4], [1, 2, 3]))
    third = [Sentence(WORDS, [Negation([2], [0, 1, 3, 4, 5])]), Sentence(["x"])]
    fourth = [Sentence(WORDS, [Negation([3], [0, 1, 2, 4, 5])]), Sentence(["x"])]
    assert shares(third, fourth)[3] == (1, 1, 1)
    assert agreement(third, fourth)["Full scope"].gold == 0
    assert agreement(first, second)["Right boundary"].true_positives == 1


@pytest.mark.parametrize(
    "first, second, expected",
    [
        # Whichever comes first, a cue is paired with the one that agrees.
        (
            [Negation([2], [3]), Negation([2], [4])],
            [Negation([2], [4])],
            [(2, 1, 1)] + [(1, 1, 1)] * 3,
        ),
        (
            [Negation([2]), Negation([2], [4])],
            [Negation([2], [4])],
            [(2, 1, 1)] + [(1, 1, 1)] * 3,
        ),
        # Each row has as many pairs as agree, of all that there are.
        (
            [Negation([2], [3]), Negation([2], [0, 1, 3])],
            [Negation([2], [0, 1, 3]), Negation([2], [4])],
            [(2, 2, 2), (2, 2, 2), (2, 2, 1), (2, 2, 1)],
        ),
        ([Negation([2], [3])] * 2, [Negation([2])], [(2, 1, 1)] + [(1, 0, 0)] * 3),
    ],
)
def test_a_cue_that_occurs_twice_is_paired_so_that_most_agree(first, second, expected) -> None:
    assert shares(one(*first), one(*second), same_cue=True) == expected
    swapped = [(system, gold, both) for gold, system, both in expected]
    assert shares(one(*second), one(*first), same_cue=True) == swapped
    assert agreement(one(*first), one(*second)).counts.repeated_cues == 1


NEGATIONS = st.lists(
    st.builds(
        Negation,
        st.lists(st.integers(0, 2), min_size=0, max_size=2, unique=True),
        st.lists(st.integers(0, 5), max_size=3, unique=True),
    ),
    max_size=4,
)


@given(NEGATIONS, NEGATIONS)
def test_boundaries_over_matched_cues_are_the_best_pairing_of_each_row(first, second) -> None:
    """Against all ways to pair the negations of each cue."""

    def ends(negation):
        covered = {*negation.cue, *negation.scope}
        return (min(covered), max(covered)) if negation.scope else None

    rows = [0, 0, 0]
    for cue in {tuple(sorted(side.cue)) for side in first if side.cue}:
        ours, theirs = (
            [ends(n) for n in side if tuple(sorted(n.cue)) == cue] for side in (first, second)
        )
        fewer, more = sorted((ours, theirs), key=len)
        for row, place in enumerate((slice(0, 1), slice(1, 2), slice(0, 2))):
            rows[row] += max(
                sum(
                    a is not None and b is not None and a[place] == b[place]
                    for a, b in zip(fewer, way)
                )
                for way in permutations(more, len(fewer))
            )
    found = agreement(one(*first), one(*second))
    labels = "Left boundary", "Right boundary", "Full scope"
    assert [found[label].true_positives for label in labels] == rows


def test_what_divides_by_zero_is_undefined_and_where_cues_differ_f1_of_them_is_zero(
    tmp_path,
) -> None:
    nothing = agreement(one(), one())
    assert nothing["Cues"].undefined == ("precision", "recall", "f1")
    found = agreement(one(Negation([2], [3])), one(Negation([1], [3])))
    assert (found["Cues"].f1, found["Cues"].undefined) == (0.0, ())
    assert found["Full scope"].undefined == ("precision", "recall", "f1")
    assert agreement(one(Negation([2], [3])), one())["Cues"].undefined == ("precision",)
    row = found.to_dict()["measures"]["Full scope"]
    assert row["f1"] is None and row["printed"]["f1"] == "-" and "undefined" not in row
    files = []
    for name, cue in (("a", 2), ("b", 1), ("c", None)):
        files.append(tmp_path / (name + ".jsonl"))
        negations = [] if cue is None else [{"cue": [cue], "scope": [3]}]
        files[-1].write_text(json.dumps({"tokens": WORDS, "negations": negations}) + "\n")
    text, said = agree(*files[:2])
    assert "Cues                   1        1        0     0.00\n" in text
    assert "Full scope             0        0        0        -\n" in text
    assert "no cue is in both annotations: boundaries and full scopes are undefined (0/0)" in said
    text, said = agree(*files[:2], "--all-scopes")
    assert "Full scope             1        1        0     0.00\n" in text
    assert "boundaries and full scopes: of all scopes, whatever their cue" in said
    text, said = agree(files[2], files[2])
    assert text.count(" -\n") == 4
    assert "neither annotation has a cue: agreement is undefined (0/0), shown as -" in said


def test_predictions_without_words_agree_on_those_of_gold(tmp_path) -> None:
    shapes = FILES.parent / "shapes"
    gold = shapes / "gold.txt"
    assert (
        "give gold, or the blind file, with --like"
        in agree(gold, shapes / "strings.json", status=1)[1]
    )
    text, said = agree(gold, shapes / "strings.json", "--like", gold)
    assert "Cues                   5        5        5   100.00\n" in text
    assert "read 1 file as strings: 5 sentences" in said
    assert "none: no such file" in agree(gold, gold, "--like", "none", status=2)[1]
    assert "is a folder" in agree(gold, gold, "--like", tmp_path, status=2)[1]


def test_agreement_warns_of_what_may_be_read_otherwise() -> None:
    table = FILES.parent / "shapes" / "comma.csv"
    said = agree(table, table)[1]
    assert "warning: %s: sentences in which a scope could be of several cues" % table in said


def test_a_negation_without_cue_has_none_that_could_agree() -> None:
    assert shares(one(Negation([], [1])), one(Negation([], [1]))) == [(0, 0, 0)] + [(1, 1, 1)] * 3


def test_scopes_with_a_gap_are_counted() -> None:
    found = agreement(one(Negation([2], [0, 3])), one(Negation([2], [1, 3])))
    assert (found.counts.gold_gaps, found.counts.system_gaps) == (1, 0)
    assert not found.is_contiguous() and found.to_dict()["scopes_with_a_gap"]["gold"] == 1


@pytest.mark.parametrize(
    "second, message",
    [
        (
            [Sentence(["Rain", "does"])],
            "sentence 1, token 1: the first has 'did', the second 'does'",
        ),
        ([Sentence(WORDS)], "sentence 2: only the first has it"),
        ([*one(), Sentence(["y"])], "sentence 3: only the second has it"),
        ([Sentence([*WORDS, "!"])], "token 6: the first has none, the second '!'"),
    ],
)
def test_agreement_needs_the_same_text(second, message) -> None:
    with pytest.raises(ShapeError, match=message):
        agreement(one(), second)


def agree(*words: object, status: int = 0) -> tuple[str, str]:
    found = answer(["agreement", *map(str, words)])
    assert found.status == status, found
    return found.stdout.decode(), found.stderr.decode()


def test_annotations_in_different_formats_agree(tmp_path) -> None:
    other = tmp_path / "bioscope.jsonl"
    other.write_bytes(converted(FILES / "bioscope.xml", "--to", "jsonl"))
    text, said = agree(FILES / "bioscope.xml", other)
    assert text == (
        "                       A        B     both   F1 (%)\n"
        "Cues                   5        5        5   100.00\n"
        "Left boundary          5        5        5   100.00\n"
        "Right boundary         5        5        5   100.00\n"
        "Full scope             5        5        5   100.00\n"
    )
    assert "scopes without cue, left out: 1" in said


def test_options_of_a_format_hold_for_the_side_that_has_it(tmp_path) -> None:
    other = tmp_path / "bioscope.jsonl"
    other.write_bytes(converted(FILES / "bioscope.xml", "--to", "jsonl", "--cues", "speculation"))
    text, _ = agree(FILES / "bioscope.xml", other, "--cues", "speculation")
    assert "Full scope             1        1        1   100.00\n" in text


def test_agreement_in_json_has_rows_like_a_report(tmp_path) -> None:
    found = json.loads(agree(GOLD, GOLD.with_name("system.txt"), "--format", "json")[0])
    row = found["measures"]["Cues"]
    assert (row["gold"], row["system"], found["sentences"]) == (441, 428, {"all": 400})
    assert row["true_positives"] + row["false_positives"] == row["system"]
    assert row["printed"] == {
        "true_positives": 373,
        "precision": "87.15",
        "recall": "84.58",
        "f1": "85.85",
    }
    assert found["files"] == {"gold": str(GOLD), "system": str(GOLD.with_name("system.txt"))}
    assert found["contiguous"] is False


@pytest.mark.parametrize(
    "words, expected, status",
    [
        ([GOLD, NEGES], "sentence 1", 1),
        ([GOLD, "none"], "none: no such file", 2),
        (["-", "-"], "can be one file only", 2),
        ([GOLD, GOLD, "-o", GOLD], "is one of the inputs", 2),
    ],
)
def test_what_cannot_be_compared_is_told(words, expected, status) -> None:
    assert expected in agree(*words, status=status)[1]


def test_both_annotations_are_put_onto_gold_at_the_same_time(tmp_path) -> None:
    labels = tmp_path / "labels.bio"
    labels.write_bytes(converted(GOLD, "--to", "bio"))
    for files in ((GOLD, GOLD), (labels, GOLD), (labels, labels)):
        text, said = agree(*files, "--like", GOLD)
        assert "400 sentences" in said
        assert files[0] != files[1] or text.count(" 100.00\n") == 4
