"""``check --fix``: a copy in which every unambiguous problem is fixed."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from submissions import check, columns, run

from compat.workbench.generator import (
    CD_SCO,
    NEGES_UNDERSCORE,
    generate,
    gold_sentence,
    lines_of,
    system_answer,
)
from compat.workbench.recorded import Case
from sem2012_scorer import ScoringError, score_files
from sem2012_scorer.checking.files import File
from sem2012_scorer.checking.fixing import fixed
from sem2012_scorer.cli import answer
from sem2012_scorer.ground.columns import GOLD, SYSTEM
from sem2012_scorer.legacy.originals import ORIGINALS
from sem2012_scorer.reading.options import Reading

NOT_LEFT = ("E605", "W404", "W108", "W117", "W120", "W401", "W402")
"""The codes that `check` does not find in a fixed copy, unless gold has them too."""

ODDITIES = {
    "carriage returns": lambda text: text.replace(b"\n", b"\r\n"),
    "byte-order mark": lambda text: b"\xef\xbb\xbf" + text,
    "no blank line at the end": lambda text: re.sub(rb"\n\n\Z", b"\n", text),
    "no newline at the end": lambda text: text.rstrip(b"\n"),
    "spaces at the ends": lambda text: re.sub(rb"(?<=[^\n])\n", b"  \n", text),
    "blank lines with a space": lambda text: re.sub(rb"(?<=\n)\n", b" \n", text),
}


@given(
    st.randoms(use_true_random=False),
    st.sampled_from([CD_SCO, NEGES_UNDERSCORE]),
    st.sets(st.sampled_from(sorted(ODDITIES))),
)
def test_a_mended_copy_is_the_file_as_it_was_meant(random, style, oddities) -> None:
    """And so are the scorer's numbers; what was mended is found no more."""
    sentences = [gold_sentence(random, style, number) for number in range(1, 4)]
    meant = b"".join(lines_of([system_answer(random, style, s) for s in sentences], style))
    gold = b"".join(lines_of(sentences, style))
    damaged = meant
    for name in sorted(oddities, key=list(ODDITIES).index, reverse=True):
        damaged = ODDITIES[name](damaged)
    original = ORIGINALS["eval.cd-sco"]
    files = File(SYSTEM, "system", damaged), File(GOLD, "gold", gold)
    content, done, *_ = fixed(*files, original)
    # A negation of which nothing was found is taken out too.
    assume(not any("nothing in them" in one for one in done))
    assert content == meant and bool(done) == (damaged != meant)
    assert not {f.code for f in check(io.BytesIO(content), io.BytesIO(gold))} & set(NOT_LEFT)


def test_without_gold_all_is_mended_that_needs_none() -> None:
    meant = columns("no\t_\t_").encode()
    damaged = b"\xef\xbb\xbf" + meant[:-1].replace(b"\n", b" \r\n")
    content, done, *_ = fixed(File(SYSTEM, "system", damaged), None, ORIGINALS["eval.cd-sco"])
    assert content == meant and len(done) == 4


def test_where_gold_has_the_same_oddity_it_is_left_alone() -> None:
    text = b"\xef\xbb\xbf" + columns("no\t_\t_").encode()[:-1].replace(b"\n", b"\r\n") + b" \n"
    files = File(SYSTEM, "system", text), File(GOLD, "gold", text)
    content, done, *_ = fixed(*files, ORIGINALS["eval.cd-sco"])
    assert (content, done) == (text, ())


def test_a_mended_copy_has_golds_sign_for_empty() -> None:
    gold = columns("_\t_\t_").replace("_\t_\t_", "no\t_\t_", 1).encode()
    for have, want in ((gold.replace(b"\t_", b"\t-"), gold), (gold, gold.replace(b"\t_", b"\t-"))):
        files = File(SYSTEM, "system", have), File(GOLD, "gold", want)
        content, done, *_ = fixed(*files, ORIGINALS["eval.cd-sco"])
        assert content == want and "gold's sign for empty" in done[0]


@pytest.mark.parametrize("last", [b" ", b"\r"])
def test_a_mended_copy_keeps_a_last_cell_of_white_space_for_else_a_column_is_lost(last) -> None:
    gold = columns("no\t_\t_").encode()
    text = gold.replace(b"_\n", last + b"\n")
    content, *_ = fixed(File(SYSTEM, "s", text), None, ORIGINALS["eval.cd-sco"])
    assert content == text


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)), st.booleans())
def test_a_mended_copy_has_nothing_left_to_mend(seed, scorer, with_gold) -> None:
    pair = generate(seed)
    system = b"\xef\xbb\xbf" * (seed % 3) + pair.system.replace(b"_\n", b"_ \r\r\n")
    gold = File(GOLD, "gold", pair.gold) if with_gold else None
    content, *_ = fixed(File(SYSTEM, "system", system), gold, ORIGINALS[scorer])
    again = fixed(File(SYSTEM, "system", content), gold, ORIGINALS[scorer])
    assert again[:2] == (content, ())


def test_one_carriage_return_of_golds_keeps_only_that_of_its_line() -> None:
    meant = columns("no\t_\t_").encode()
    gold = meant.replace(b"_\n", b"_\r\n", 1)
    content, *_ = fixed(
        File(SYSTEM, "s", meant.replace(b"\n", b"\r\n")),
        File(GOLD, "g", gold),
        ORIGINALS["eval.cd-sco"],
    )
    assert content == gold


def test_control_characters_of_a_file_do_not_reach_the_terminal(tmp_path) -> None:
    text = columns("no\t_\t_").replace("d\t", "\x1b[31md\t")
    path = tmp_path / "a\x1b[2J.txt"
    path.write_text(text)
    for form in ("text", "github"):
        shown = run("-s", path, "-g", Case("all-right").gold, "--format", form, status=1)
        assert "\x1b" not in shown and "x1b[31md" in shown


def test_a_name_that_is_not_utf_8_is_valid_json(tmp_path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.txt"
    Path(os.fsdecode(path)).write_text("x\n")
    found = answer(["check", "-s", os.fsdecode(path), "--format", "json"]).stdout
    assert os.fsencode(json.loads(found.decode())["findings"][0]["file"]) == path


def test_a_line_of_megabytes_is_not_shown_whole() -> None:
    gold = columns("no\t_\t_").encode()
    system = gold.replace(b"opened", b"x" * 2_000_000)
    for finding in check(io.BytesIO(system), io.BytesIO(gold)):
        assert len(str(finding)) < 3000
    with pytest.raises(ScoringError) as error:
        score_files(io.BytesIO(gold), io.BytesIO(system))
    assert len(str(error.value)) < 3000


def test_what_is_no_file_is_a_type_error() -> None:
    for wrong in (None, 3, io.StringIO("x")):
        with pytest.raises(TypeError, match="binary"):
            check(wrong)  # type: ignore[arg-type]


def test_no_blank_line_is_added_behind_a_line_that_is_no_token() -> None:
    """It would make the scorer read it."""
    text = columns("no\t_\t_").encode() + b"\x1a"
    content, *_ = fixed(File(SYSTEM, "s", text), None, ORIGINALS["eval.cd-sco"])
    assert content == text


def test_white_space_of_other_kinds_is_taken_off_too() -> None:
    meant = columns("no\t_\t_").encode()
    text = meant.replace(b"_\n", "_\u00a0\u3000 \n".encode())
    content, *_ = fixed(File(SYSTEM, "s", text), None, ORIGINALS["eval.cd-sco"])
    assert content == meant


def test_what_is_no_submission_is_not_mended(tmp_path) -> None:
    (tmp_path / "x").write_bytes(b"x\ny\n")
    (tmp_path / "out").write_text("mine")
    found = answer(["check", "-s", str(tmp_path / "x"), "--fix", str(tmp_path / "out")])
    assert found.status == 1 and b"E604" in found.stderr
    assert (tmp_path / "out").read_text() == "mine"


def test_fix_says_how_many_errors_are_left_and_fails(tmp_path) -> None:
    case = Case("word-differs")
    words = ["-g", case.gold, "-s", case.system, "--fix"]
    assert "not fixed: E101 in 1 place; the first in line 4: copy the first" in run(
        *words, tmp_path / "mended.txt", status=1
    )
    assert (tmp_path / "mended.txt").read_bytes() == case.system.read_bytes()
    found = answer(["check", *map(str, words), "-"])
    assert found.stdout == case.system.read_bytes() and found.status == 1
    assert b"not fixed: E101 in 1 place" in found.stderr


def test_fix_writes_a_copy_says_what_it_did_and_never_touches_the_input(tmp_path) -> None:
    case = Case("all-right")
    system = tmp_path / "system.txt"
    system.write_bytes(case.system.read_bytes()[:-1].replace(b"\n", b"\r\n"))
    before = system.read_bytes()
    text = run("-g", case.gold, "-s", system, "--fix", tmp_path / "mended.txt")
    assert re.findall(r": (.*)", text) == [
        "carriage returns taken out in %d lines" % before.count(b"\r"),
        "a blank line added at the end",
        "3 sentences, 20 tokens, 3 negations (3 scopes, 3 events) in 2 sentences; gold has 3",
    ]
    assert (tmp_path / "mended.txt").read_bytes() == case.system.read_bytes()
    assert system.read_bytes() == before
    found = answer(["check", "-s", str(system), "--fix", str(system)])
    assert found.status == 2 and b"is one of the inputs" in found.stderr
    found = answer(["check", "-s", str(system), str(case.system), "--fix", "-"])
    assert found.status == 2 and b"--fix - takes one system file" in found.stderr
    (tmp_path / "zip").write_bytes(b"PK\x03\x04")
    found = answer(["check", "-s", str(tmp_path / "zip"), "--fix", str(tmp_path / "x")])
    assert found.status == 1 and b"a zip archive" in found.stderr
    assert not (tmp_path / "x").exists()


def test_fix_of_a_folder_writes_a_copy_of_each_file(tmp_path) -> None:
    case = Case("all-right")
    content = case.system.read_bytes()
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "a.txt").write_bytes(content.replace(b"\n", b"\r\n"))
    (tmp_path / "runs" / "b.txt").write_bytes(content)
    (tmp_path / "runs" / "c.txt").write_bytes(b"PK\x03\x04")
    words = ["-g", case.gold, "-s", *sorted((tmp_path / "runs").iterdir())]
    text = run(*words, "--fix", str(tmp_path / "copies") + os.sep, status=1)
    assert [path.name for path in sorted((tmp_path / "copies").iterdir())] == ["a.txt", "b.txt"]
    assert {path.read_bytes() for path in (tmp_path / "copies").iterdir()} == {content}
    assert "c.txt:1:1: error E602: a zip archive" in text
    assert "3 submissions: 2 valid, 1 invalid" in text


def test_fix_goes_with_every_format(tmp_path) -> None:
    case = Case("all-right")
    (tmp_path / "system.txt").write_bytes(case.system.read_bytes()[:-1])
    words = ["-g", case.gold, "-s", tmp_path / "system.txt", "--fix", tmp_path / "copy.txt"]
    found = json.loads(run(*words, "--format", "json"))
    assert found["fixed"] == ["a blank line added at the end"]
    assert found["output"] == str(tmp_path / "copy.txt")
    assert found["verdicts"][0]["verdict"] == "valid" and found["findings"] == []
    assert run(*words, "--format", "github").startswith("valid: 3 sentences")
    assert (tmp_path / "copy.txt").read_bytes() == case.system.read_bytes()


def test_also_goes_with_fix_and_names_a_slip() -> None:
    case = Case("affix-cue-whole-word")
    words = ["check", "-g", str(case.gold), "-s", str(case.system), "--also", "n905"]
    assert b"--also goes with --fix" in answer(words).stderr
    found = answer([*words, "--fix", "-"])
    assert b"\tun\thappy\t_\n" in found.stdout and b"N905: 1 fixed" in found.stderr
    with pytest.raises(SystemExit):
        answer([*words[:-1], "W404", "--fix", "-"])


def test_what_is_left_is_counted_in_places(tmp_path) -> None:
    case = Case("all-right")
    text = case.system.read_text().replace("gate", "date")
    (tmp_path / "system.txt").write_text(text)
    shown = run("-g", case.gold, "-s", tmp_path / "system.txt", "--fix", tmp_path / "c", status=1)
    number = case.system.read_text().count("\tgate\tgate\t")
    assert "not fixed: E101 in %d place" % number in shown


def test_a_dash_that_is_a_word_stays_where_the_file_writes_another_sign() -> None:
    """Gold given as the system's file is left alone; in a file that writes -, it may be empty."""
    row = "d\t1\t%d\t%s\t%s\tX\t*\t%s\n"
    words = ["He", "-", "not", "here"]
    cells = ["_\tHe\t_", "-\t-\t-", "not\t_\t_", "_\there\there"]
    gold = "".join(row % (n, w, w, c) for n, (w, c) in enumerate(zip(words, cells))) + "\n"
    assert fixed_with(gold, gold) == gold
    dashes = gold.replace("\t_", "\t-")
    expected = gold.replace("\t-\t-\t-\n", "\t_\t-\t_\n")
    assert fixed_with(dashes, gold) == expected
    blank = "".join(row % (n, w, w, "***") for n, w in enumerate(words)) + "\n"
    nothing = "".join(row % (n, w, w, "-\t-\t-") for n, w in enumerate(words)) + "\n"
    other = gold.replace("d\t1", "d\t2")
    assert fixed_with(nothing + other, blank + other) == blank + other


def fixed_with(system: str, gold: str) -> str:
    files = File(SYSTEM, "s", system.encode()), File(GOLD, "g", gold.encode())
    return fixed(*files, ORIGINALS["eval.cd-sco"]).content.decode()


def test_a_blank_line_more_at_the_end_is_a_note() -> None:
    gold = columns("no\t_\t_").encode()
    found = check(io.BytesIO(gold + b"\n\n"), io.BytesIO(gold))
    (extra,) = (one for one in found if one.code == "N114")
    assert extra.level == "note" and extra.hint == "one blank line at the end is enough"


def rows(*tokens: str, sentence: int = 1) -> str:
    """Return a sentence's lines: each token its word and its cells, separated by spaces."""
    lines = []
    for place, token in enumerate(tokens):
        word, *cells = token.split(" ")
        lines.append("\t".join(["d", str(sentence), str(place), word, word, "NN", "*", *cells]))
    return "".join(line + "\n" for line in lines) + "\n"


def test_two_negations_of_a_sentence_that_was_cut_do_not_become_one() -> None:
    gold = rows("No No _ _ _ _ _", "rain _ rain _ _ _ _", "no _ _ _ no _ _", "sun _ _ _ _ sun _")
    cut = rows("No No _ _", "rain _ rain _") + rows("no no _ _", "sun _ sun _")
    system = cut.replace("\t0\tno", "\t2\tno").replace("\t1\tsun", "\t3\tsun")
    found = fixed(
        File(SYSTEM, "s", system.encode()), File(GOLD, "g", gold.encode()), ORIGINALS["eval.cd-sco"]
    )
    assert found.content == system.encode() and found.refused
    # A blank line in the middle of one negation is taken out.
    whole = rows("No No _ _", "rain _ rain _", "fell _ fell fell")
    lines = whole.split("\n")
    assert fixed_with("\n".join([*lines[:2], "", *lines[2:]]), whole) == whole


def test_a_dash_inside_a_word_is_empty_where_the_file_writes_it_for_empty_elsewhere() -> None:
    gold = rows("( _ _ _", "no no _ _", "-LRB- _ -LRB- _")
    mixed = gold.replace("no\t_\t_", "no\t-\t_").replace("\t-LRB-\t_\n", "\t-LRB-\t-\n")
    assert fixed_with(mixed, gold) == gold
    alone = gold.replace("*\t_\t-LRB-", "*\t-\t-LRB-")
    assert fixed_with(alone, gold) == alone


def test_sentences_that_are_missing_are_said_to_be_where_they_are_allowed_to_be() -> None:
    gold = rows("No No _ _") + rows("It _ _ _", "never never _ _", sentence=2)
    files = File(SYSTEM, "s", rows("No No _ _").encode()), File(GOLD, "g", gold.encode())
    found = fixed(*files, ORIGINALS["eval.cd-sco"], (), Reading(allow_missing=True))
    assert found.ways == ("without 1 sentence",) and found.content.count(b"***") == 2
    refused = fixed(*files, ORIGINALS["eval.cd-sco"])
    assert refused.lacks_sentences and refused.content == rows("No No _ _").encode()


def test_cells_in_shifted_columns_are_left_as_they_are() -> None:
    gold = rows("No No _ _", "Rain _ Rain _")
    shifted = gold.replace("d\t1\t", "1\t").replace("No\tNo", "No\tno")
    assert fixed_with(shifted, gold) == shifted


def test_spaces_are_taken_off_where_the_rest_is_a_part_of_the_word_or_empty() -> None:
    gold = rows("No No _ _", "rain _ rain _")
    spaced = gold.replace("\tNo\t_\t_\n", "\tNo \t _\t_ \n")
    assert fixed_with(spaced, gold) == gold
    odd = gold.replace("\tNo\t_", "\tx \t ***")
    assert fixed_with(odd, gold) == odd


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "# a run\n# of mine\n" + text,
        lambda text: "# a run\n\n" + text,
        lambda text: text + "# the end\n",
        lambda text: text.replace("d\t2\t0", "# sentence 2\nd\t2\t0"),
        lambda text: text.replace("\t***", "\t***\t_\t_"),
    ],
)
def test_comments_and_signs_after_stars_are_taken_out(damage) -> None:
    gold = rows("No No _ _", "rain _ rain _") + rows("It ***", "rained ***", sentence=2)
    assert fixed_with(damage(gold), gold) == gold
    assert fixed_with(damage(gold), damage(gold)) == damage(gold)


def test_sentences_with_the_same_words_keep_their_annotation_where_numbers_are_counted_otherwise() -> (
    None
):
    """The number that one has is then gold's number of the next, which has the same words."""
    words = ["No No _ _", "rain _ rain _"], ["No ***", "rain ***"]
    gold = "".join(rows(*words[n % 2], sentence=n) for n in range(1, 7)) + rows(
        "End ***", sentence=7
    )
    system = re.sub(r"(?m)^d\t(\d)", lambda found: "d\t%d" % (int(found[1]) + 1), gold)
    files = File(SYSTEM, "s", system.encode()), File(GOLD, "g", gold.encode())
    found = fixed(*files, ORIGINALS["eval.cd-sco"])
    assert found.content == gold.encode()
    assert found.ways == ("with another sentence number in 13 lines",)


@given(
    st.lists(
        st.sampled_from(
            "# {} no cue\tscope\tevent , \" ' \ufeff \x00 FOCUS".split(" ")
            + ["\t", "\n", "\n\n", " ", "\r", rows("no no _ _"), rows("no ***")]
        ),
        max_size=9,
    ),
    st.lists(st.sampled_from(["#", "\t", "\n", "\ufeff", rows("no no _ _")]), max_size=4),
)
def test_whatever_a_file_holds_a_fixed_copy_is_itself_when_fixed_again(system, gold) -> None:
    original = ORIGINALS["eval.cd-sco"]
    for known in (None, File(GOLD, "g", "".join(gold).encode())):
        content = fixed(File(SYSTEM, "s", "".join(system).encode()), known, original).content
        assert fixed(File(SYSTEM, "s", content), known, original).content == content


def test_a_file_of_byte_order_marks_or_comments_alone_is_a_finding_and_no_traceback() -> None:
    for content in (b"\xef\xbb\xbf" * 2, b"#", b"# a\n# b\n\n"):
        for gold in (None, b"\x00", content):
            found = check(io.BytesIO(content), None if gold is None else io.BytesIO(gold))
            assert found and all(one.line == 1 for one in found if one.side == "system")
