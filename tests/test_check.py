"""``check``: all that is wrong, where it is; an error exactly if the legacy scorer stops."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import CORPORA, PYTHON, ROOT, Unseekable, with_corpora
from conftest import run as run_command
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compat.workbench.generator import (
    CD_SCO,
    NEGES,
    NEGES_UNDERSCORE,
    NOREC,
    generate,
    gold_sentence,
    lines_of,
    system_answer,
)
from compat.workbench.recorded import Case, cases
from sem2012_scorer import ScoringError, score_files
from sem2012_scorer.checking import check
from sem2012_scorer.checking.codes import CODES, ERROR, NOTE, WARNING
from sem2012_scorer.checking.files import BYTE_ORDER_MARK, File
from sem2012_scorer.checking.findings import Finding
from sem2012_scorer.checking.mending import MENDED, mended
from sem2012_scorer.cli import answer
from sem2012_scorer.ground.columns import GOLD, SYSTEM
from sem2012_scorer.legacy.originals import ORIGINALS

WITH_FILES = [case for case in cases() if case.is_plain]


def checked(case: str, scorer: str = "eval.cd-sco", with_gold: bool = True) -> list[Finding]:
    gold, system = Case(case).files
    return check(system, gold if with_gold else None, scorer, gold_too=True)


def codes(findings) -> set[tuple[str, str]]:
    return {(finding.level, finding.code) for finding in findings}


def errors(findings) -> list[Finding]:
    return [finding for finding in findings if finding.level == ERROR]


# What is found: case, scorer, and (side, line, column, level, code) of findings that must be there.
FOUND = [
    ("word-differs", "eval.cd-sco", ("system", 4, 12, ERROR, "E101")),
    ("token-number-differs", "eval.cd-sco", ("system", 3, 10, ERROR, "E101")),
    ("system-line-missing", "eval.cd-sco", ("system", 4, 1, ERROR, "E102")),
    ("system-empty", "eval.cd-sco", ("system", 1, 1, ERROR, "E601")),
    ("blank-in-gold-only", "eval.cd-sco", ("system", 6, 1, ERROR, "E104")),
    ("blank-in-system-only", "eval.cd-sco", ("system", 6, 1, ERROR, "E104")),
    ("unequal-columns", "eval.cd-sco", ("system", 2, 1, ERROR, "E201")),
    ("empty-cell-at-end-in-system", "eval.cd-sco", ("system", 3, 1, ERROR, "E201")),
    ("impossible-columns", "eval.cd-sco", ("system", 1, 1, ERROR, "E202")),
    ("tabs-only", "eval.cd-sco", ("system", 1, 1, ERROR, "W108")),
    ("stars-after-annotation", "eval.cd-sco", ("system", 2, 29, ERROR, "E203")),
    ("stars-at-the-edge", "eval.cd-sco", ("system", 1, 23, WARNING, "W115")),
    ("stars-and-columns", "eval.cd-sco", ("system", 1, 31, WARNING, "W115")),
    ("system-without-cue", "eval.cd-sco", ("system", 11, 20, ERROR, "E301")),
    ("gold-without-cue", "eval.cd-sco", ("gold", 5, 20, WARNING, "W116")),
    ("task2-gold-without-scope", "scorer_task2", ("gold", 11, 20, ERROR, "E302")),
    ("task2-system-without-event", "scorer_task2", ("system", 11, 20, ERROR, "E302")),
    ("two-blank-lines", "eval.cd-sco", ("system", 12, 1, WARNING, "W102")),
    ("two-blank-lines-after-negation", "eval.cd-sco", ("system", 7, 1, ERROR, "E303")),
    ("two-blank-lines-after-gold-negation", "eval.cd-sco", ("system", 7, 1, WARNING, "W102")),
    ("two-blank-lines-after-gold-negation", "scorer_task2", ("system", 7, 1, ERROR, "E303")),
    ("blank-line-first", "eval.cd-sco", ("system", 1, 1, WARNING, "W102")),
    ("system-without-final-blank", "eval.cd-sco", ("system", 10, 1, WARNING, "W101")),
    ("system-without-final-blank-after-negation", "eval.cd-sco", ("system", 10, 1, ERROR, "W101")),
    ("no-final-newline", "eval.cd-sco", ("gold", 6, 1, WARNING, "W101")),
    ("no-negation", "eval.cd-sco", ("gold", 1, 1, ERROR, "E501")),
    ("both-empty", "eval.cd-sco-patched", ("gold", 1, 1, ERROR, "E601")),
    ("system-longer", "eval.cd-sco", ("system", 7, 1, WARNING, "W114")),
    ("gold-longer", "eval.cd-sco", ("gold", 12, 1, WARNING, "W114")),
    ("neges-style", "eval.cd-sco", ("system", 1, 23, WARNING, "W103")),
    ("spanish-all-parts", "scorer_task2", ("system", 1, 1, WARNING, "W104")),
    ("dash-column-order", "scorer_task2", ("system", 1, 1, WARNING, "W111")),
    ("space-in-cell", "eval.cd-sco", ("system", 1, 31, WARNING, "W105")),
    ("empty-cell", "eval.cd-sco", ("system", 2, 28, WARNING, "W106")),
    ("space-is-not-blank", "eval.cd-sco", ("system", 6, 1, ERROR, "W108")),
    ("duplicate-cue", "eval.cd-sco", ("system", 1, 42, WARNING, "W109")),
    ("taken-stays-taken", "eval.cd-sco", ("gold", 4, 30, WARNING, "W110")),
    ("tag-underscore", "eval.cd-sco", ("gold", 1, 24, WARNING, "W112")),
    ("gold-columns-differ", "eval.cd-sco", ("gold", 1, 1, WARNING, "W113")),
    ("carriage-returns", "eval.cd-sco", ("system", 1, 41, ERROR, "W401")),
    ("carriage-returns-in-token-lines", "eval.cd-sco", ("system", 1, 41, WARNING, "W401")),
    ("byte-order-mark", "eval.cd-sco", ("gold", 1, 1, WARNING, "W402")),
    ("byte-order-mark-in-system", "eval.cd-sco", ("system", 1, 1, ERROR, "W402")),
    ("bytes-that-are-no-text", "eval.cd-sco", ("system", 4, 14, NOTE, "N104")),
    ("gold-without-final-blank", "eval.cd-sco", ("gold", 10, 1, WARNING, "W101")),
]


@pytest.mark.parametrize(
    "case, scorer, expected",
    FOUND,
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_wrong_is_found_where_it_is(case, scorer, expected) -> None:
    side, *place = expected
    findings = checked(case, scorer)
    found = [(finding.file.rsplit("/", 1)[1][:-4], *finding[1:5]) for finding in findings]
    assert (side, *place) in found, "\n".join(map(str, findings))


def test_a_string_that_is_not_of_its_word_and_a_cue_in_its_scope_are_notes(tmp_path) -> None:
    path = tmp_path / "system.txt"
    path.write_text(
        "d\t1\t0\tNever\tnever\tRB\t*\tnot\t_\t_\nd\t1\t1\tmore\tmore\tRB\t*\t_\tmore\tmore\n\n"
        "d\t2\t0\tNever\tnever\tRB\t*\tNever\tNever\t_\nd\t2\t1\tmore\tmore\tRB\t*\t_\tmore\tmore\n\n"
        "d\t3\t0\tUnable\tunable\tJJ\t*\tUn\table\t_\n\n"
    )
    findings = check(str(path))
    assert [(f.line, f.column, f.level, f.code) for f in findings] == [
        (1, 24, NOTE, "N101"),
        (4, 30, NOTE, "N102"),
        (7, 7, NOTE, "N103"),
    ]


def test_one_inserted_line_is_one_problem(tmp_path) -> None:
    directory = Case("larger-english").directory
    lines = (directory / "system.txt").read_bytes().splitlines(True)
    for name, changed in (
        ("inserted", lines[:100] + [b"moonlight01\t9\t9\tx\tx\tx\tx\t***\n"] + lines[100:]),
        ("dropped", lines[:100] + lines[103:]),
        ("changed", lines[:100] + [lines[100].replace(b"\t", b"x\t", 1)] + lines[101:]),
    ):
        (tmp_path / name).write_bytes(b"".join(changed))
        findings = check(str(tmp_path / name), str(directory / "gold.txt"))
        agreement = [finding for finding in findings if finding.code.startswith("E1")]
        assert [finding.line for finding in agreement] == [101], name


def test_a_differing_token_is_shown_with_golds_and_its_neighbours() -> None:
    (found,) = errors(checked("word-differs"))
    assert "garden | 1 | 3 | date, but gold has garden | 1 | 3 | gate in line 4" in found.message
    assert "(saw the [gate] . /)" in found.message


def test_an_error_quotes_what_the_legacy_scorer_would_say() -> None:
    (found,) = errors(checked("word-differs"))
    assert found.message.endswith(
        "; eval.cd-sco stops: ATTENTION: mismatch between lines of GOLD file and SYSTEM file / "
        "In file: garden, sentence: 1, word: 3 / This needs to be fixed before evaluating / "
        "Process ended (exit status 25)"
    )


def test_all_problems_are_found_in_one_run(tmp_path) -> None:
    directory = Case("larger-english").directory
    lines = (directory / "system.txt").read_bytes().splitlines(True)
    negations = [i for i, line in enumerate(lines) if line.count(b"\t") == 9]
    for index in (negations[3], negations[60]):
        lines[index] = lines[index].rsplit(b"\t", 1)[0] + b"\n"
    lines[500] = lines[500].replace(b"\t", b"x\t", 1)
    del lines[900:902]
    lines[-1:] = []
    (tmp_path / "system.txt").write_bytes(b"".join(lines))
    found = check(str(tmp_path / "system.txt"), str(directory / "gold.txt"))
    assert codes(found) >= {(ERROR, "E101"), (ERROR, "E102"), (ERROR, "E201"), (WARNING, "W101")}
    assert sum(finding.code == "E201" for finding in found) == 2


@pytest.mark.parametrize("scorer", ORIGINALS)
def test_recorded_cases_have_an_error_exactly_if_the_original_stopped(scorer) -> None:
    for case in WITH_FILES:
        found = checked(case.name, scorer)
        assert bool(errors(found)) == bool(case.answer(scorer).status), case.name
        assert all(finding.code in CODES and finding.hint for finding in found)
        if errors(found):
            assert any(" stops: " in finding.message for finding in errors(found)), case.name


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
@settings(max_examples=300)
def test_damaged_files_have_an_error_exactly_if_the_legacy_scorer_stops(
    workplace, seed, scorer
) -> None:
    pair = generate(seed)
    status = workplace.answer(pair.gold, pair.system, scorer).status
    found = check("system.txt", "gold.txt", scorer)
    assert bool(errors(found)) == bool(status)
    for finding in [*found, *check("system.txt", None, scorer)]:
        assert finding.line >= 1 and finding.column >= 1
        assert finding.level in (ERROR, WARNING, NOTE)


@given(st.binary(max_size=150), st.binary(max_size=150))
def test_bad_bytes_never_crash_it(workplace, gold, system) -> None:
    status = workplace.answer(gold, system).status
    assert bool(errors(check("system.txt", "gold.txt"))) == bool(status)


def test_a_good_submission_is_clean() -> None:
    assert checked("all-right") == []
    assert checked("all-right", with_gold=False) == []


def test_a_blind_test_file_can_be_checked_against(tmp_path) -> None:
    """Seven columns, or *** for all tokens: the tokens still have to agree."""
    directory = Case("all-right").directory
    lines = (directory / "gold.txt").read_text().splitlines()
    blind = "".join("\t".join(line.split("\t")[:7]) + "\n" for line in lines)
    (tmp_path / "blind.txt").write_text(blind)
    assert not errors(check(str(directory / "system.txt"), str(tmp_path / "blind.txt")))
    (tmp_path / "blind.txt").write_text(blind.replace("gate", "date"))
    found = errors(check(str(directory / "system.txt"), str(tmp_path / "blind.txt")))
    assert {finding.code for finding in found} == {"E101"}


def run(*words, status=0) -> str:
    found = answer(["check", *map(str, words)])
    assert found.status == status, found
    assert not found.stderr or b": note: " in found.stderr
    return found.stdout.decode()


def test_text_is_what_compilers_print_with_a_hint_and_a_count() -> None:
    directory = Case("no-final-blank-line").directory
    text = run("-s", directory / "system.txt", "-g", directory / "gold.txt", "--gold-too")
    lines = text.splitlines()
    assert lines[0] == "%s:7:1: warning W101: the last token, 'said', is not read" % (
        directory / "gold.txt"
    )
    assert lines[1] == "    end the file with a blank line"
    assert lines[-1] == "1 submission: 0 errors, 1 warning, 0 notes"


def test_strict_lets_warnings_fail() -> None:
    directory = Case("no-final-blank-line").directory
    run("-s", directory / "system.txt", "--strict", status=1)


def test_json_has_the_findings_and_their_numbers() -> None:
    directory = Case("word-differs").directory
    text = run(
        "-s", directory / "system.txt", "-g", directory / "gold.txt", "--format", "json", status=1
    )
    found = json.loads(text)
    assert found["counts"] == {"error": 1, "warning": 0, "note": 0}
    assert found["submissions"] == 1
    assert set(found["findings"][0]) == set(Finding._fields)


@pytest.fixture
def folders(tmp_path):
    """Two folders of gold and system files: two pairs, one of them in a subfolder."""
    for name, target in (("all-right", "one"), ("word-differs", "sub/two")):
        for side in ("gold", "system"):
            path = tmp_path / side / ("%s.%s.txt" % (target, side))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes((Case(name).directory / (side + ".txt")).read_bytes())
    return tmp_path


def test_a_folder_is_checked_whole_with_its_subfolders(folders) -> None:
    text = run("-s", folders / "system", "-g", folders / "gold", status=1)
    assert text.splitlines()[-1] == "2 submissions: 1 error, 0 warnings, 0 notes"
    assert "sub/two.system.txt:4:12: error E101" in text
    assert run("-s", folders / "system").splitlines()[-1].startswith("2 submissions: 0 errors")


def test_a_file_without_partner_is_an_error_and_the_others_are_checked(folders) -> None:
    (folders / "system/one.system.txt").rename(folders / "system/uno.system.txt")
    text = run("-s", folders / "system", "-g", folders / "gold", status=1)
    assert "gold/one.gold.txt:1:1: error E503: gold's file has no partner" in text
    assert "system/uno.system.txt:1:1: error E503: there is no gold file of this name" in text
    assert "sub/two.system.txt:4:12: error E101" in text


def test_in_a_folder_of_both_sides_a_file_without_side_is_an_error(tmp_path) -> None:
    for side in ("gold", "system"):
        (tmp_path / ("one.%s.txt" % side)).write_bytes(Case("all-right").gold.read_bytes())
    (tmp_path / "README.txt").write_text("read me")
    text = run("-s", tmp_path, "-g", tmp_path, status=1)
    assert "README.txt:1:1: error E503" in text
    assert text.endswith("1 submission: 1 error, 0 warnings, 0 notes\n")


def test_files_may_be_paired_by_a_pattern(folders) -> None:
    (folders / "system/one.system.txt").rename(folders / "system/run7-one-final.txt")
    words = ["-s", folders / "system", "-g", folders / "gold", "--pair", "one|two"]
    assert run(*words, status=1).splitlines()[-1] == "2 submissions: 1 error, 0 warnings, 0 notes"
    found = answer(["check", *map(str, words[:-1]), "("])
    assert found.status == 2 and b"is no regular expression" in found.stderr


def test_what_the_pattern_does_not_match_has_no_partner(folders) -> None:
    words = ["-s", folders / "system", "-g", folders / "gold", "--pair"]
    text = run(*words, "nothing|(x)|o", status=1)
    assert text.count("error E503") == 4
    assert run(*words, "one", status=1).count("error E503") == 2
    found = answer(["check", *map(str, words), "t"])
    assert found.status == 2 and b"have the same match of --pair, 't'" in found.stderr
    found = answer(["check", *map(str, words[:2]), "--pair", "one"])
    assert found.status == 2 and b"give -g too" in found.stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (BYTE_ORDER_MARK, "nothing but a byte-order mark"),
        (BYTE_ORDER_MARK + b"\n \r\n", "nothing but blank lines"),
    ],
)
def test_a_file_of_nothing_is_said_to_be_one(content, message) -> None:
    gold = Case("all-right").gold.read_bytes()
    for other in (None, io.BytesIO(gold), io.BytesIO(b"PK\x03\x04")):
        found = check(io.BytesIO(content), other)
        first = next(finding for finding in found if finding.code == "E601")
        assert first.message.split(";")[0] == message


@pytest.mark.parametrize("command", ["check", "explain"])
def test_gold_from_standard_input_is_read_for_each_of_several_systems(command) -> None:
    case = Case("all-right")
    code = "from sem2012_scorer.cli import main; main()"
    words = [sys.executable, "-c", code, command, "-s", str(case.system), str(case.system), "-g"]
    found = [
        subprocess.run(
            [*words, gold], input=case.gold.read_bytes(), capture_output=True, check=False
        )
        for gold in ("-", str(case.gold))
    ]
    assert found[0].stdout == found[1].stdout and found[0].stdout
    assert [run.returncode for run in found] == [0, 0]


def test_lines_that_end_in_carriage_returns_alone_are_one_finding() -> None:
    gold = Case("larger-english").gold.read_bytes()
    (finding,) = check(io.BytesIO(gold.replace(b"\n", b"\r")))
    assert finding.code == "E603" and "carriage returns alone" in finding.message


def test_a_file_that_comes_as_standard_input_is_not_overwritten(tmp_path) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_bytes(Case("all-right").system.read_bytes())
    code = "from sem2012_scorer.cli import main; main()"
    words = [sys.executable, "-c", code, "check", "-s", "-", "--fix", str(copy)]
    with copy.open("rb") as stream:
        found = subprocess.run(words, stdin=stream, capture_output=True, check=False)
    assert found.returncode == 2 and b"is one of the inputs" in found.stderr
    assert copy.read_bytes() == Case("all-right").system.read_bytes()


def test_several_systems_are_checked_against_one_gold_file() -> None:
    case = Case("word-differs")
    text = run("-g", case.gold, "-s", case.system, case.gold, status=1)
    assert text.splitlines()[-1] == "2 submissions: 1 error, 0 warnings, 0 notes"


def test_each_input_is_read_once_so_that_it_may_be_a_pipe() -> None:
    case = Case("word-differs")
    expected = run("-g", case.gold, "-s", case.system, status=1)
    code = "from sem2012_scorer.cli import main; main()"
    words = [PYTHON, "-c", code, "check", "-g", case.gold, "-s", "-"]
    found = run_command(words, ROOT, input=case.system.read_bytes())
    assert found.stdout.decode().replace("standard input", str(case.system)) == expected
    findings = check(Unseekable(case.system.read_bytes()), Unseekable(case.gold.read_bytes()))
    assert [finding.code for finding in findings] == ["E101"]


LINE = "d\t1\t%d\t%s\t%s\tNN\t*\t%s\n"
WORDS = "no gate opened .".split()


def columns(cells="***") -> str:
    """Return a sentence in the column format, with the same cells for every token."""
    return "".join(LINE % (i, word, word, cells) for i, word in enumerate(WORDS)) + "\n"


JUNK = {
    "empty": (b"", "E601", "the file is empty"),
    "blank": (b"\n \n\n", "E601", "nothing but blank lines"),
    "x": (b"x\n\n", "E604", "no line has annotation columns: they have 1 column"),
    "commas": (columns().replace("\t", ",").encode(), "E603", "separated by commas: use tabs"),
    "semicolons": (columns().replace("\t", ";").encode(), "E603", "separated by semicolons"),
    "spaces": (columns().replace("\t", "  ").encode(), "E603", "separated by spaces: use tabs"),
    "seven columns": (columns().replace("\t***", "").encode(), "E604", "they have 7 columns"),
    "six columns": (columns().replace("*\t***", "").encode(), "E604", "they have 6 columns"),
    "json": (b'{"tokens": ["a"]}\n', "E603", "this looks like JSON"),
    "html": (b"<html>\n<body>\n", "E603", "this looks like XML or HTML"),
    "zip": (b"PK\x03\x04" + bytes(100), "E602", "a zip archive: unpack it"),
    "gzip": (b"\x1f\x8b\x08" + bytes(100), "E602", "a gzip file: unpack it"),
    "utf-16 without mark": (columns().encode("utf-16-le"), "E602", "UTF-16 text: save it"),
    "binary with tabs": (bytes(range(256)) * 4 + 9 * b"\t", "E602", "not text"),
    "utf-16": (columns().encode("utf-16"), "E602", "UTF-16 text: save it as UTF-8"),
    "binary": (bytes(range(256)) * 4, "E602", "not text"),
}


@pytest.mark.parametrize("name", JUNK)
@pytest.mark.parametrize("scorer", ORIGINALS)
def test_what_is_no_submission_is_an_error_with_its_cause(name, scorer) -> None:
    content, code, message = JUNK[name]
    (found,) = check(io.BytesIO(content), None, scorer)
    assert (found.level, found.code) == (ERROR, code) and message in found.message
    assert (found.line, found.column) == (1, 1)


@pytest.mark.parametrize("name", JUNK)
def test_with_gold_the_cause_is_named_and_not_every_line(name) -> None:
    content, code, message = JUNK[name]
    gold = columns().replace("***", "no\t_\t_", 1).encode() * 50
    findings = check(io.BytesIO(content), io.BytesIO(gold))
    assert [finding.code for finding in errors(findings)] == (
        [code] if content.strip() else ["E601"]
    )
    assert message in findings[0].message and " stops: " in findings[0].message


@given(st.randoms(use_true_random=False), st.sampled_from([CD_SCO, NEGES, NOREC]))
def test_a_valid_file_has_no_error(random, style) -> None:
    scorer = "scorer_task2" if style is NEGES else "eval.cd-sco"
    sentences = [gold_sentence(random, style, number) for number in range(1, 5)]
    text = b"".join(lines_of(sentences, style))
    assert not errors(check(io.BytesIO(text), None, scorer))


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
@settings(max_examples=200)
def test_a_file_that_no_gold_could_save_has_an_error_without_gold(workplace, seed, scorer) -> None:
    """Gold that agrees in the first four fields, with and without negation, is tried.

    It goes on to the system's end, or ends with the last sentence that has columns.
    """
    system = generate(seed).system
    lines = [line.split(b"\t") if line else line for line in system.split(b"\n")]
    with_columns = [n for n, line in enumerate(system.split(b"\n")) if line.count(b"\t") > 6]
    ends = [len(lines)]
    if with_columns:
        rest = system.split(b"\n")[with_columns[-1] :]
        ends += [with_columns[-1] + rest.index(b"") + 1] if b"" in rest[:-1] else []
    saved = False
    # Tags decide which scopes there are: all words, or as the system's file has them.
    for cells, own, end in itertools.product((b"***", b"no\tno\tno"), (False, True), ends):
        rows = [(line + [b""] * 6)[:6] if line else [] for line in lines[:end]]
        gold = b"\n".join(
            b"\t".join([*row[:4], b"x", row[5] if own else b"NN", b"x", cells]) if row else b""
            for row in rows
        )
        gold += b"\n" * (end < len(lines))
        answer = workplace.answer(gold, system, scorer)
        # That there is nothing to divide by is no fault of the system's.
        saved |= not answer.status or b"division by zero" in answer.stderr
    assume(not saved)
    findings = check(io.BytesIO(system), None, scorer)
    # The golds tried end in a blank line if the system's file does.
    assert errors(findings) or "W101" in {finding.code for finding in findings}


@pytest.mark.parametrize("tail", ["", "\n", "\n\n", " \n", "\n \n", "\r\n", "# end\n", "# end\n\n"])
@pytest.mark.parametrize("scorer", ORIGINALS)
def test_what_follows_the_last_sentence_is_no_error_without_gold(tail, scorer) -> None:
    """The scorer does not read it where gold has ended; gold shows that it stops at nothing."""
    empty = "-" if scorer == "scorer_task2" else "_"
    text = columns("\t".join(3 * empty)).replace(empty, "no", 3)
    found = check(io.BytesIO((text + tail).encode()), None, scorer)
    assert not errors(found)
    assert bool(tail) == any(finding.line > 5 for finding in found)
    assert not errors(check(io.BytesIO((text + tail).encode()), io.BytesIO(text.encode()), scorer))


def test_right_neges_data_have_no_finding() -> None:
    case = Case("neges-style")
    assert check(*case.files[::-1], "scorer_task2") == []
    assert run("-g", case.gold, "-s", case.gold, "--scorer", "scorer_task2", "--strict") == (
        "1 submission: 0 errors, 0 warnings, 0 notes\n"
    )


def test_findings_about_gold_come_on_request_or_where_they_are_errors() -> None:
    gold, system = Case("gold-without-cue").files
    assert {f.side for f in check(system, gold)} <= {"system"}
    assert ("gold", "W116") in {(f.side, f.code) for f in check(system, gold, gold_too=True)}
    gold, system = Case("no-negation").files
    assert [(f.side, f.level) for f in check(system, gold)] == [("gold", ERROR)]


def test_another_sign_for_empty_than_golds_is_told_with_the_sign_to_write() -> None:
    gold = columns("_\t_\t_").replace("_\t_\t_", "no\t_\t_", 1)
    system = gold.replace("\t_", "\t-")
    found = {f.code: f for f in check(*[io.BytesIO(t.encode()) for t in (system, gold)])}
    assert found["W117"].message.endswith("gold writes _ for empty: write _")
    found = {f.code: f for f in check(*[io.BytesIO(t.encode()) for t in (gold, system)])}
    assert found["W117"].message.endswith("gold writes - for empty: write -")


def test_a_missing_final_blank_line_is_named_first_and_not_blamed_on_gold() -> None:
    gold, system = Case("system-without-final-blank-after-negation").files
    (first, *_) = check(system, gold, gold_too=True)
    assert (first.side, first.code, first.level) == ("system", "W101", ERROR)
    assert "lacks at least a negation cue" in first.message


def test_latin_1_is_one_finding_with_its_cause(tmp_path) -> None:
    gold = (LINE % (0, "señor", "señor", "***") + "\n") * 40
    findings = check(io.BytesIO(gold.encode("latin-1")), io.BytesIO(gold.encode()))
    assert [(f.level, f.code) for f in errors(findings)] == [(ERROR, "E105")]
    assert "40 times, in lines 1, 3, 5, 7, 9 and 35 more" in findings[0].message
    assert "UTF-8" in findings[0].hint
    every = check(io.BytesIO(gold.encode("latin-1")), io.BytesIO(gold.encode()), every_place=True)
    assert len([f for f in every if f.code == "E105"]) == 40


@pytest.mark.parametrize("labels", [("B-CUE", "I-SCOPE"), ("1", "0"), ("CUE", "SCOPE")])
def test_labels_in_the_cells_are_one_warning_with_the_remedy(labels) -> None:
    text = columns("%s\t%s\t_" % labels) * 30
    findings = check(io.BytesIO(text.encode()))
    assert [(f.level, f.code) for f in findings if f.code != "N103"] == [(WARNING, "W118")]
    assert repr(labels[0]) in findings[0].message and "word" in findings[0].hint


def test_many_findings_of_a_kind_are_one_unless_all_are_asked_for(tmp_path) -> None:
    text = columns("never\t_\t_") * 20
    (found,) = (f for f in check(io.BytesIO(text.encode())) if f.code == "N101")
    assert found.message.startswith("80 times, in lines 1, 2, 3, 4, 6 and 75 more; here: 'never'")
    (tmp_path / "system.txt").write_text(text)
    assert run("-s", tmp_path / "system.txt", "--all").count(" N101: ") == 80


def test_data_of_another_scorer_are_told_on_standard_error() -> None:
    case = Case("neges-style")
    for words in (["score"], ["check"], ["explain"]):
        found = answer([*words, "-g", str(case.gold), "-s", str(case.system)])
        assert b"these look like NEGES files (- for an empty cell): --scorer scorer_task2" in (
            found.stderr
        )
        found = answer(
            [*words, "-g", str(case.gold), "-s", str(case.system), "--scorer", "scorer_task2"]
        )
        assert found.stderr == b""
    case = Case("task2-gold-without-event")
    found = answer(
        ["check", "-g", str(case.gold), "-s", str(case.system), "--scorer", "scorer_task2"]
    )
    assert b"*SEM 2012 files (_ for an empty cell): --scorer eval.cd-sco" in found.stderr


def test_github_shows_findings_beside_the_lines_of_a_diff() -> None:
    case = Case("word-differs")
    text = run("-g", case.gold, "-s", case.system, "--format", "github", status=1)
    assert text.startswith("::error file=%s,line=4,col=12,title=E101::garden | 1" % case.system)
    assert text.count("\n") == 1 and "%0A" not in text


# Messages, to the letter: gold has these tokens, the system another number of lines or other words.

TOKENS = "a b c / d e f g / h i /".split()


def lines_from(tokens) -> bytes:
    """Return lines of tokens, without negation; / is a blank line."""
    lines = []
    for token in tokens:
        shown = LINE % (0, token, token, "***") if token != "/" else "\n"
        lines.append(shown)
    return "".join(lines).encode()


AGREEMENT = [
    ("a b c / d x f g / h i /", 6, "E101", "d | 1 | 0 | x, but gold has d | 1 | 0 | e in line 6 (/ d [e] f g)"),
    ("a b c / d x y z f g / h i /", 6, "E101", "d | 1 | 0 | x, but gold has d | 1 | 0 | e in line 6 (/ d [e] f g) (1 and 3 lines)"),
    ("a b c / d f g / h i /", 6, "E102", "1 line of gold missing, from d | 1 | 0 | e, line 6"),
    ("a b c / d g / h i /", 6, "E102", "2 lines of gold missing, from d | 1 | 0 | e, line 6"),
    ("a b c / d e x f g / h i /", 7, "E103", "1 line that gold has not, from d | 1 | 0 | x"),
    ("a b c / d e x y f g / h i /", 7, "E103", "2 lines that gold has not, from d | 1 | 0 | x"),
    ("a b c d e f g / h i /", 4, "E104", "the blank line after d | 1 | 0 | c is missing"),
    ("a b c / d e / f g / h i /", 7, "E104", "a blank line that gold has not"),
    ("a b c x d e f g / h i /", 4, "E104", "a blank line in gold, d | 1 | 0 | x in the other"),
    ("a b c / d / f g / h i /", 6, "E104", "a blank line in the system, d | 1 | 0 | e in the other"),
    ("a b c / d e f g / h i", 11, None, ""),
    ("a b c / d e f g /", 9, "E102", "the file ends; gold goes on for 3 lines, with d | 1 | 0 | h"),
    ("a b c / d e f g / h i / j k /", 13, "W114", "3 lines after gold's last"),
    ("a b c / d e f g / h x /", 11, "E101", "d | 1 | 0 | x, but gold has d | 1 | 0 | i in line 11 (/ h [i] /)"),
    ("p q r s", 1, "E101", "d | 1 | 0 | p, but gold has d | 1 | 0 | a in line 1 ([a] b c); the files do not agree again after it"),
]  # fmt: skip


@pytest.mark.parametrize("tokens, line, code, message", AGREEMENT)
def test_where_files_do_not_agree_is_said_to_the_letter(tokens, line, code, message) -> None:
    gold, system = (io.BytesIO(lines_from(side)) for side in (TOKENS, tokens.split()))
    findings = check(system, gold, "eval.cd-sco-patched")
    found = [
        (finding.line, finding.code, finding.message.partition("; eval.cd-sco-patched stops: ")[0])
        for finding in findings
        if finding.code[:2] == "E1" or finding.code == "W114"
    ]
    assert found == ([(line, code, message)] if code else [])


def test_after_a_gap_the_other_files_lines_are_shown_by_their_own_numbers() -> None:
    for tokens, place, message in (
        ("x a b c / d / f g / h i /", 7, "a blank line in the system, d | 1 | 0 | e in the other"),
        ("x a b c y d e f g / h i /", 5, "a blank line in gold, d | 1 | 0 | y in the other"),
        (
            "x a b c / d z f g / h i /",
            7,
            "d | 1 | 0 | z, but gold has d | 1 | 0 | e in line 6 (/ d [e] f g)",
        ),
    ):
        gold, system = (io.BytesIO(lines_from(side)) for side in (TOKENS, tokens.split()))
        first, second = check(system, gold, "eval.cd-sco-patched")[:2]
        assert first.message.startswith("1 line that gold has not, from d | 1 | 0 | x; ")
        assert (second.line, second.message) == (place, message)


def test_the_column_of_a_finding_is_that_of_the_field_that_differs() -> None:
    gold = columns()
    for field, column in ((0, 1), (1, 3), (2, 5), (3, 7)):
        fields = gold.split("\n")[1].split("\t")
        fields[field] = "x"
        system = gold.replace(gold.split("\n")[1], "\t".join(fields))
        (found,) = check(*[io.BytesIO(t.encode()) for t in (system, gold)], "eval.cd-sco-patched")
        assert (found.line, found.column) == (2, column)
    text = (LINE % (0, "señor", "señor", "***") + "\n").encode()
    (found,) = check(
        io.BytesIO(text.decode().encode("latin-1")), io.BytesIO(text), "eval.cd-sco-patched"
    )
    assert (found.code, found.line, found.column) == ("E105", 1, 7)
    assert "'se\\\\xf1or' is gold's 'señor'" in found.message


def test_the_order_of_columns_is_told_with_the_cues_if_these_change() -> None:
    gold, system = Case("dash-column-order").files
    (found,) = (f for f in check(system, gold, "scorer_task2") if f.code == "W111")
    assert found.message == (
        "sentence jardín:1: sorting its negations by first cue changes the score "
        "(cues right: 0 as written, 2 sorted)"
    )
    event = columns("_\t_\t_\t_\t_\t_").split("\n")
    gold_lines, system_lines = list(event), list(event)
    for lines, rows in (
        (
            gold_lines,
            {0: "_\t_\t_\tno\t_\t_", 1: "gate\t_\tgate\t_\t_\t_", 2: "_\t_\topened\t_\t_\t_"},
        ),
        (system_lines, {0: "_\t_\t_\tno\t_\t_", 1: "gate\t_\tgate\t_\t_\t_"}),
    ):
        for row, cells in rows.items():
            lines[row] = lines[row].replace("_\t_\t_\t_\t_\t_", cells)
    texts = ["\n".join(lines).encode() for lines in (system_lines, gold_lines)]
    (found,) = (f for f in check(*map(io.BytesIO, texts)) if f.code == "W111")
    assert found.message == "sentence d:1: sorting its negations by first cue changes the score"
    # One negation has no order.
    assert not [f for f in check(*Case("scope-too-short").files) if f.code == "W111"]


def test_negations_are_told_by_their_numbers_and_numbers_of_events_by_what_they_are_of() -> None:
    rows = ["no\tx\tx\t_\tx\t_", "_\t_\t_\t_\tx\t_"]
    text = "".join("d\t1\t%d\tx\tx\tNN\t*\t%s\n" % pair for pair in enumerate(rows)) + "\n"
    found = errors(check(io.BytesIO(text.encode())))
    assert found[0].message.startswith("negation 2 of sentence d:1 has no cue; eval.cd-sco stops: ")
    with_event = columns("_\t_\t_").replace("_\t_\t_", "no\tno\tno", 1)
    without = with_event.replace("no\tno\tno", "no\tno\t_")
    findings = check(io.BytesIO((with_event * 3 + without * 2).encode()))
    (found,) = (f for f in findings if f.code == "N103")
    assert found.message == (
        "2 of 5 negations with a scope have no event: 'no' in line 16, 'no' in line 21"
    )
    assert (found.line, found.column) == (16, 7)


def test_more_tabs_at_the_ends_of_lines_are_no_finding() -> None:
    text = columns("***\t\t")
    assert check(io.BytesIO(text.encode())) == []


def test_the_fewest_lines_are_passed_over_until_files_agree_again() -> None:
    """The same three words come again later: the nearer place is taken."""
    gold = "a b c d e f b c d g h /".split()
    system = "a x c d e f b c d g h /".split()
    (found,) = check(
        *[io.BytesIO(lines_from(side)) for side in (system, gold)], "eval.cd-sco-patched"
    )
    assert (found.line, found.code) == (2, "E101") and "lines)" not in found.message


def test_two_differences_are_two_findings_each_where_it_is() -> None:
    system = lines_from("a x c / d e f g / h y /".split())
    findings = check(io.BytesIO(system), io.BytesIO(lines_from(TOKENS)), "eval.cd-sco-patched")
    assert [(f.line, f.code) for f in findings] == [(2, "E101"), (11, "E101")]
    assert " stops: " in findings[0].message and " stops: " not in findings[1].message


def test_exactly_ten_findings_of_a_kind_are_listed_and_eleven_are_one() -> None:
    for number, listed in ((10, 10), (11, 1)):
        text = columns("_\t_\t_").replace("_\t_\t_", "never\t_\t_", 1) * number
        findings = check(io.BytesIO(text.encode()))
        assert [f.code for f in findings].count("N101") == listed


def test_labels_are_counted_among_all_strings() -> None:
    text = columns("B-CUE\t_\t_").replace("B-CUE", "no", 1)
    (found,) = check(io.BytesIO(text.encode()))
    assert (found.line, found.column) == (2, 22)
    assert found.message == "3 of 4 cells have labels, and not words: 'B-CUE'"


def test_a_cell_of_a_line_without_word_is_no_slip() -> None:
    """There are too few fields to compare with: only the columns are found."""
    findings = check(io.BytesIO(b"a\tb\n\n" + columns("no\t_\t_").encode()))
    assert [f.code for f in findings][:1] == ["E202"]


@pytest.mark.parametrize(
    "overlap, code, message",
    [
        ("no\t_\t_\tno\t_\t_", "W109", "negation 2 has the cue of negation 1, 'no'"),
        ("no\t_\t_\tn\t_\t_", "W110", "the cues of negations 1 and 2 share a token"),
    ],
)
def test_cues_that_share_a_token_are_told_by_their_numbers(overlap, code, message) -> None:
    text = columns("_\t_\t_\t_\t_\t_").replace("_\t_\t_\t_\t_\t_", overlap, 1)
    (found,) = check(io.BytesIO(text.encode()))
    assert (found.code, found.message, found.line, found.column) == (code, message, 1, 25)


@pytest.mark.parametrize(
    "lines, message",
    [
        (["x,y,z,1,2,3,4"] * 3 + ["a title"] * 2, "separated by commas"),
        (["x,y,z,1,2,3,4"] * 2 + ["a title"] * 2, "they have 1 column, and need 8"),
        (["x,y,z,1,2,3"] * 3, "they have 1 column, and need 8"),
        (["a\tb"] * 2 + ["a\tb\tc"], "they have 2, 3 columns, and need 8"),
        (["x"] * 400 + ["a,b,c,d,e,f,g"] * 401, "they have 1 column, and need 8"),
    ],
)
def test_what_separates_fields_is_told_if_it_does_in_most_of_the_first_lines(
    lines, message
) -> None:
    (found,) = check(io.BytesIO("".join(line + "\n" for line in lines).encode()))
    assert message in found.message


def test_some_control_characters_are_no_binary_file() -> None:
    text = "x" * 91 + "\1" * 9 + "\n"
    assert check(io.BytesIO(text.encode()))[0].code == "E604"
    text = "x" * 80 + "\1" * 20 + "\n"
    assert check(io.BytesIO(text.encode()))[0].code == "E602"


def test_every_blank_line_too_many_is_found_where_it_is() -> None:
    text = "\n" + columns() + "\n" + columns() + "\n\n"
    findings = check(io.BytesIO(text.encode()))
    assert [(f.line, f.code) for f in findings] == [
        (1, "W102"),
        (7, "W102"),
        (13, "W102"),
        (14, "W102"),
    ]


@pytest.mark.parametrize(
    "tags, expected",
    [
        ("__", "all tags are _"),
        (".,", "no tag has a letter"),
        ("_.", None),
        (".N", None),
        ("_N", None),
    ],
)
def test_tags_that_tell_nothing_are_found_in_gold(tags, expected) -> None:
    gold = (
        "".join("d\t1\t%d\tw\tw\t%s\t*\tw\tw\tw\n" % pair for pair in enumerate(tags)).encode()
        + b"\n"
    )
    found = [
        f.message
        for f in check(io.BytesIO(gold), io.BytesIO(gold), gold_too=True)
        if f.code == "W112"
    ]
    assert [message.partition(":")[0] for message in found] == (
        [] if expected is None else [next(m for m in found).partition(":")[0]]
    )
    assert not expected or found[0].startswith(expected)


def test_a_stream_that_cannot_be_read_is_a_finding() -> None:
    class Broken(io.BytesIO):
        name = "broken"

        def read(self, size: int | None = -1) -> bytes:
            raise OSError(5, "Input/output error")

        read1 = read

    (found,) = check(Broken())
    assert str(found).startswith("broken:1:1: error E502: cannot be read (Input/output error)\n")
    (found,) = check(io.BytesIO(), Broken())
    assert (found.side, found.line, found.column) == ("gold", 1, 1)


# What wrecks a score is always a finding, and is told with its cause


GOOD = (
    columns("_\t_\t_")
    .replace("_", "no", 1)
    .replace("opened\tNN\t*\t_\t_\t_", "opened\tNN\t*\t_\topened\t_")
    + columns()
)


@pytest.mark.parametrize(
    "name, damage, code, line, message",
    [
        ("upper case", lambda t: t.replace("*\tno", "*\tNO"), "W120", 1, "1 of 2 cells have other"),
        ("two dashes", lambda t: t.replace("\t_", "\t--"), "W121", 1, "10 of 12 cells have marks"),
        ("a star", lambda t: t.replace("\t_", "\t*"), "W121", 1, "no part of the word: '*'"),
        ("two stars", lambda t: t.replace("***", "**"), "E204", 9, "the last of them '**'"),
        ("cut -f1-8", lambda t: re.sub(r"(?m)^((?:[^\t\n]+\t){7}[^\t\n]+).*", r"\1", t), "E204", 4, "the last of them '_', 'no'"),
        ("_ for ***", lambda t: t.replace("***", "_"), "E204", 9, "the last of them '_'"),
        ("quotation marks", lambda t: re.sub(r"([^\t\n]+)", r'"\1"', t), "E603", 1, "in quotation marks"),
        ("a comment", lambda t: "# my run\n" + t, "W119", 1, "'# my run' is no token"),
        ("a comment by itself", lambda t: "# my run\n\n" + t, "W119", 1, "no annotation columns in this sentence, 1 column"),
        ("names of columns", lambda t: "doc\tn\ttoken\tword\tlemma\tpos\tparse\tCue\tscope\tevent\n" + t, "W119", 1, "is no token"),
        ("a space in blank lines", lambda t: t.replace("\n\n", "\n \n"), "W108", 5, "' ' is not a blank line"),
        ("a wide space in blank lines", lambda t: t.replace("\n\n", "\n\u3000\n"), "W108", 5, "is not a blank line"),
        ("a tab in blank lines", lambda t: t.replace("\n\n", "\n\t\n"), "W108", 5, "is not a blank line"),
    ],
)  # fmt: skip
def test_what_wrecks_the_score_is_found_with_and_without_gold(
    name, damage, code, line, message
) -> None:
    system = damage(GOOD).encode()
    for gold in (None, io.BytesIO(GOOD.encode())):
        first = check(io.BytesIO(system), gold)[0]
        found = [
            f
            for f in check(io.BytesIO(system), gold and io.BytesIO(GOOD.encode()))
            if f.code == code
        ]
        assert (found[0].line, message in found[0].message) == (line, True)
        assert found[0].level in (ERROR, WARNING)
        # It is told first, with the scorer's words if the scorer stops.
        assert first.code == code or first.level == found[0].level == WARNING


def test_gold_without_final_blank_line_is_valid_without_gold() -> None:
    for text in (GOOD[:-1], columns("no\t_\t_")[:-1], GOOD[:-2]):
        findings = check(io.BytesIO(text.encode()))
        assert not errors(findings) and "W101" in {finding.code for finding in findings}


def test_a_line_of_very_many_columns_is_one_finding_and_takes_no_time() -> None:
    text = ("a\t" * 200_000 + "\n\n").encode()
    for gold in (None, io.BytesIO(GOOD.encode())):
        findings = check(io.BytesIO(text), gold)
        assert "E205" in {finding.code for finding in findings} and len(findings) < 5


def test_a_system_that_version_1_0_can_never_take_has_an_error_without_gold() -> None:
    """It has no events, and so no true positive in that row, whatever gold is."""
    text = columns("no\tno\t_").encode()
    (error,) = errors(check(io.BytesIO(text), None, "eval.cd-sco-1.0"))
    assert error.code == "E501" and "no true positive" in error.message
    assert not errors(check(io.BytesIO(text)))


def test_a_gold_file_that_was_cut_off_is_the_cause_where_it_is() -> None:
    late = columns("_\t_\t_").replace(".\tNN\t*\t_", ".\tNN\t*\t.")
    gold, system = GOOD + late[: late.index("d\t1\t3")], GOOD + late
    found = check(io.BytesIO(system.encode()), io.BytesIO(gold.encode()))
    (error,) = errors(found)
    assert (error.side, error.line, error.code) == ("gold", 13, "W122")
    assert "the file ends after d | 1 | 2 | opened; the system's sentence goes on with" in (
        error.message
    )
    assert "lacks at least a negation cue" in error.message


# A mended copy


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
    content, done = mended(*files, original)
    assert content == meant and bool(done) == (damaged != meant)
    assert not {f.code for f in check(io.BytesIO(content), io.BytesIO(gold))} & set(MENDED)


def test_without_gold_all_is_mended_that_needs_none() -> None:
    meant = columns("no\t_\t_").encode()
    damaged = b"\xef\xbb\xbf" + meant[:-1].replace(b"\n", b" \r\n")
    content, done = mended(File(SYSTEM, "system", damaged), None, ORIGINALS["eval.cd-sco"])
    assert content == meant and len(done) == 4


def test_where_gold_has_the_same_oddity_it_is_left_alone() -> None:
    text = b"\xef\xbb\xbf" + columns("no\t_\t_").encode()[:-1].replace(b"\n", b"\r\n") + b" \n"
    files = File(SYSTEM, "system", text), File(GOLD, "gold", text)
    content, done = mended(*files, ORIGINALS["eval.cd-sco"])
    assert (content, done) == (text, [])


def test_a_mended_copy_has_golds_sign_for_empty() -> None:
    gold = columns("_\t_\t_").replace("_\t_\t_", "no\t_\t_", 1).encode()
    for have, want in ((gold.replace(b"\t_", b"\t-"), gold), (gold, gold.replace(b"\t_", b"\t-"))):
        files = File(SYSTEM, "system", have), File(GOLD, "gold", want)
        content, done = mended(*files, ORIGINALS["eval.cd-sco"])
        assert content == want and "gold's sign for empty" in done[0]


@pytest.mark.parametrize("last", [b" ", b"\r"])
def test_a_mended_copy_keeps_a_last_cell_of_white_space_for_else_a_column_is_lost(last) -> None:
    gold = columns("no\t_\t_").encode()
    text = gold.replace(b"_\n", last + b"\n")
    content, _ = mended(File(SYSTEM, "s", text), None, ORIGINALS["eval.cd-sco"])
    assert content == text


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)), st.booleans())
def test_a_mended_copy_has_nothing_left_to_mend(seed, scorer, with_gold) -> None:
    pair = generate(seed)
    system = b"\xef\xbb\xbf" * (seed % 3) + pair.system.replace(b"_\n", b"_ \r\r\n")
    gold = File(GOLD, "gold", pair.gold) if with_gold else None
    content, _ = mended(File(SYSTEM, "system", system), gold, ORIGINALS[scorer])
    assert mended(File(SYSTEM, "system", content), gold, ORIGINALS[scorer]) == (content, [])


def test_one_carriage_return_of_golds_keeps_only_that_of_its_line() -> None:
    meant = columns("no\t_\t_").encode()
    gold = meant.replace(b"_\n", b"_\r\n", 1)
    content, _ = mended(
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
    content, _ = mended(File(SYSTEM, "s", text), None, ORIGINALS["eval.cd-sco"])
    assert content == text


def test_white_space_of_other_kinds_is_taken_off_too() -> None:
    meant = columns("no\t_\t_").encode()
    text = meant.replace(b"_\n", "_\u00a0\u3000 \n".encode())
    content, _ = mended(File(SYSTEM, "s", text), None, ORIGINALS["eval.cd-sco"])
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
    assert "not mended: 1 more" in run(*words, tmp_path / "mended.txt", status=1)
    assert (tmp_path / "mended.txt").read_bytes() == case.system.read_bytes()
    found = answer(["check", *map(str, words), "-"])
    assert found.stdout == case.system.read_bytes() and found.status == 1
    assert b"not mended: 1 more" in found.stderr


def test_fix_writes_a_copy_says_what_it_did_and_never_touches_the_input(tmp_path) -> None:
    case = Case("all-right")
    system = tmp_path / "system.txt"
    system.write_bytes(case.system.read_bytes()[:-1].replace(b"\n", b"\r\n"))
    before = system.read_bytes()
    text = run("-g", case.gold, "-s", system, "--fix", tmp_path / "mended.txt")
    assert re.findall(r": (.*)", text) == [
        "carriage returns taken out in %d lines" % before.count(b"\r"),
        "a blank line added at the end",
    ]
    assert (tmp_path / "mended.txt").read_bytes() == case.system.read_bytes()
    assert system.read_bytes() == before
    found = answer(["check", "-s", str(system), "--fix", str(system)])
    assert found.status == 2 and b"is one of the inputs" in found.stderr
    found = answer(["check", "-s", str(system), str(system), "--fix", str(tmp_path / "x")])
    assert found.status == 2 and b"--fix takes one system file" in found.stderr
    (tmp_path / "zip").write_bytes(b"PK\x03\x04")
    found = answer(["check", "-s", str(tmp_path / "zip"), "--fix", str(tmp_path / "x")])
    assert found.status == 1 and b"a zip archive" in found.stderr
    assert not (tmp_path / "x").exists()


def test_explain_prints_what_a_code_means() -> None:
    for code, text in CODES.items():
        shown = run("--explain", code)
        assert run("--explain", code.lower()) == shown
        assert shown.startswith("%s: %s\n\n" % (code, text.title)) and "Example: " in shown
    wrong = answer(["check", "--explain", "X1"])
    assert wrong.status == 2 and b"E101" in wrong.stderr


def test_a_file_that_is_not_there_is_an_error() -> None:
    assert "E502: cannot be opened (No such file" in run("-s", "nothing.txt", status=1)


@with_corpora
def test_what_it_says_of_the_corpora_is_true() -> None:
    training = str(CORPORA / "cdsco/training-09032012.txt")
    assert codes(check(training, training)) == {(NOTE, "N103")}
    assert (WARNING, "W101") in codes(check(training, training, gold_too=True))
    dev = [str(CORPORA / "cdsco" / n) for n in ("dev-semnlp.system.txt", "dev-09032012.txt")]
    assert (NOTE, "N102") in codes(check(*dev))
    norec = [
        str(CORPORA / "norec" / n) for n in ("point_to_root.test.run_1.system.txt", "test.gold.txt")
    ]
    assert codes(check(*norec, gold_too=True)) == {(WARNING, "W112")}
    assert check(*norec) == []
    for gold in sorted(CORPORA.glob("neges/*.gold.txt")):
        system = gold.with_name(gold.name.replace(".gold.", ".system."))
        assert not errors(check(system, gold, "scorer_task2"))
        assert check(gold, gold, "scorer_task2") == []


def test_a_submission_that_ends_as_gold_does_is_not_warned_of_it() -> None:
    """With a blank line, the files would not agree; but where only one lacks it, it is told."""
    one = b"d\t1\t0\tno\t_\tRB\t*\tno\t_\t_\nd\t1\t1\tva\t_\tVB\t*\t_\tva\t_\n"
    both = check(io.BytesIO(one), io.BytesIO(one))
    assert "W101" not in {finding.code for finding in both}
    told = check(io.BytesIO(one), io.BytesIO(one), gold_too=True)
    assert [(finding.side, finding.code) for finding in told if finding.code == "W101"] == [
        ("gold", "W101")
    ]
    only_system = check(io.BytesIO(one), io.BytesIO(one + b"\n"))
    assert ("system", "W101") in {(finding.side, finding.code) for finding in only_system}
    longer = one.replace(b"\t1\t", b"\t0\t", 1) + b"\n" + one
    other = check(io.BytesIO(one), io.BytesIO(longer))
    assert ("system", "W101") in {(finding.side, finding.code) for finding in other}
