"""A repaired copy: what it gives back, and what it never touches."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from cases import files_of_cases
from damaged import NEGES, REPAIRS, text_as_source_bytes
from hypothesis import given
from hypothesis import strategies as st

from compat.tools.generator import generate
from sem2012_scorer.checking.check import check_pair
from sem2012_scorer.checking.repair import repair_copy_of_file
from sem2012_scorer.checking.result import Checked
from sem2012_scorer.reading.pair import Pair
from sem2012_scorer.reading.source import Source

SIGNS = (b"", b"_", b"-", b"*", b"***", b"****", b"o")


def repaired(
    system: bytes, gold: bytes | None, scorer: str = "eval.cd-sco"
) -> tuple[bytes | None, Checked, str]:
    """Return the repaired copy of a file, None if there is none, the verdict on it, and what is said."""
    golds = None if gold is None else Source(content=gold, name="gold.txt")
    pair = Pair(golds, Source(content=system, name="system.txt"), scorer)
    before, examined = check_pair(pair)
    return repair_copy_of_file(examined, before, "copy.txt")


@pytest.mark.parametrize("name", REPAIRS)
def test_a_damage_is_repaired_byte_for_byte_and_named(name: str) -> None:
    right, damage, repairs = REPAIRS[name]
    gold, broken = right.encode(), text_as_source_bytes(damage(right))
    scorer = "scorer_task2" if right is NEGES else "eval.cd-sco"
    copy, _, said = repaired(broken, gold, scorer)
    assert broken != gold
    assert copy == gold
    assert said == f"copy.txt: valid; repaired: {', '.join(repairs)}"


def cues_of(content: bytes) -> list[tuple[bytes, bytes]]:
    """Return the words and cells of the cue columns that hold a part of their word, in any case of letters.

    In a line without three columns for each negation, no column is that of cues.
    """
    found = []
    for line in content.split(b"\n"):
        fields = line.rstrip(b"\t\r").split(b"\t")
        if len(fields) % 3 != 1:
            continue
        for cell in fields[7::3]:
            bare, word = (string.strip(b' "').lower() for string in (cell, fields[3]))
            if bare not in SIGNS and bare in word:
                found.append((word, bare))
    return sorted(found)


def assert_cues_stay(system: bytes, gold: bytes | None) -> None:
    """No negation with a word in its cue column comes, goes or moves, and a copy is repaired once for all."""
    copy, _, _ = repaired(system, gold)
    if copy is None:
        return
    if system.count(b"\t") > 7 and copy.count(b"\n") == system.count(b"\n"):
        assert set(cues_of(system)) <= set(cues_of(copy))
    again, _, said = repaired(copy, gold)
    assert again == copy, said


@pytest.mark.parametrize("with_gold", [True, False])
def test_no_cue_of_a_case_comes_goes_or_moves(with_gold: bool) -> None:
    pairs = files_of_cases("checking")
    for gold, system in pairs[with_gold::2]:
        assert_cues_stay(system, gold if with_gold else None)


@given(st.integers(0, 2**32), st.booleans())
def test_no_cue_of_a_broken_file_comes_goes_or_moves(seed: int, with_gold: bool) -> None:
    pair = generate(seed)
    assert_cues_stay(pair.system, pair.gold if with_gold else None)


PIECES = st.sampled_from(["#", "\t", "\n", "\n\n", " ", "\r\n", "\ufeff", "\0", ",", "é", "a"])


@given(st.lists(PIECES, max_size=12).map("".join))
def test_repairing_twice_is_repairing_once(text: str) -> None:
    for content in (text.encode(), text.encode("utf-16"), text.encode("latin-1", "ignore")):
        copy, _, _ = repaired(content, None)
        if copy is not None:
            assert repaired(copy, None)[0] in (None, copy)


def test_a_mark_that_gold_has_too_stays() -> None:
    """Without the mark in one file alone, the scorer would abort at the first line."""
    marked = b"\xef\xbb\xbf" + NEGES.encode()
    copy, _, said = repaired(marked, marked, "scorer_task2")
    assert copy is None
    assert said == "copy.txt: not written: gold has the same fault; repair gold first"


@pytest.mark.parametrize("separator", [",", ";"])
def test_a_word_that_is_the_separator_itself_is_put_together_again(separator: str) -> None:
    """The word, its lemma and its scope cell each split into two empty cells; a quotation mark is a word."""
    rows = [
        ["tale", "1", "0", "No", "no", "DT", "*", "No", "_", "_"],
        ["tale", "1", "1", separator, separator, separator, "*", "_", separator, "_"],
        ["tale", "1", "2", '"', '"', "NN", "*", "_", "_", "_"],
        ["tale", "1", "3", "rain", "rain", "NN", "*", "_", "rain", "rain"],
    ]
    right = "".join("\t".join(row) + "\n" for row in rows) + "\n"
    damaged = right.replace("\t", separator).encode()
    assert repaired(damaged, None)[0] == right.encode()


def test_signs_beside_padding_never_become_cues() -> None:
    """With nan in the columns that a table adds, O is still the sign for an empty cell."""
    row = "d\t1\t%d\t%s\tx\tNN\t*\t%s" + "\tnan" * 6 + "\n"
    words = [("Old", "O\tO\tO"), ("never", "Never\tO\tO"), ("ran", "O\tRan\tO")]
    system = "".join(row % (n, *pair) for n, pair in enumerate(words)) + "\n"
    copy = repaired(system.encode(), None)[0]
    assert copy is not None
    cells = [line.split(b"\t")[7:] for line in copy.splitlines()[:3]]
    assert cells == [[b"_"] * 3, [b"never", b"_", b"_"], [b"_", b"ran", b"_"]]


@pytest.mark.parametrize("width", range(1, 8))
def test_a_line_with_few_columns_does_not_divide_its_sentence(width: int) -> None:
    """No negation of the lines before it is joined with one of the lines after it."""
    rows = [
        "a 1 0 Nobody n n x Nobody _ _ _ _ _",
        "a 1 1 saw s v x _ saw saw _ _ _",
        "a 1 2 or y c x _ _ _ _ _ _",
        "a 1 3 never no r x _ _ _ never _ _",
        "a 1 4 went ir v x _ _ _ _ went went",
    ]
    lines = ["\t".join(row.split(" ")) for row in rows]
    lines[2] = "\t".join(rows[2].split(" ")[:width])
    content = ("\n".join(lines) + "\n\n").encode()
    assert repaired(content, None)[0] in (None, content)


def test_labels_that_look_like_a_letter_of_their_word_stay() -> None:
    rows = [
        ["d", "1", "0", "Be", "be", "VB", "*", "B", "_", "_"],
        ["d", "1", "1", "I", "I", "PRP", "*", "_", "I", "_"],
    ]
    content = ("\n".join(["\t".join(row) for row in rows]) + "\n\n").encode()
    assert repaired(content, None)[0] == content


def test_an_archive_is_not_repaired_though_its_bytes_may_be_read() -> None:
    archive = BytesIO()
    with ZipFile(archive, "w") as written:  # not compressed
        written.writestr("system.txt", NEGES)
    copy, after, _ = repaired(archive.getvalue(), NEGES.encode(), "scorer_task2")
    assert copy is None
    assert after.places == {"E601": 1} and after.commands == ()
