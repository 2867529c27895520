"""``check``: what is wrong is found where it is, exactly where the legacy scorer stops."""

from __future__ import annotations

import io
import itertools

import pytest
from conftest import examples, sample, without_gold_notes
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from submissions import LINE, WORDS, check, codes, columns, errors, many, run, stopping

from compat.workbench.generator import (
    CD_SCO,
    NEGES,
    NOREC,
    generate,
    gold_sentence,
    lines_of,
)
from compat.workbench.recorded import Case, cases
from sem2012_scorer.checking.codes import COUNTS_NOTHING, ERROR, NOTE, WARNING, entry_of
from sem2012_scorer.checking.findings import Finding
from sem2012_scorer.cli import answer
from sem2012_scorer.legacy.originals import ORIGINALS

WITH_FILES = [case for case in cases() if case.is_plain]


def checked(case: str, scorer: str = "eval.cd-sco", with_gold: bool = True) -> list[Finding]:
    gold, system = Case(case).files
    return check(system, gold if with_gold else None, scorer, gold_too=True)


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
    ("tabs-only", "eval.cd-sco", ("system", 1, 1, ERROR, "E108")),
    ("stars-after-annotation", "eval.cd-sco", ("system", 2, 29, ERROR, "E203")),
    ("stars-at-the-edge", "eval.cd-sco", ("system", 1, 23, WARNING, "W203")),
    ("stars-and-columns", "eval.cd-sco", ("system", 1, 31, WARNING, "W203")),
    ("system-without-cue", "eval.cd-sco", ("system", 11, 20, ERROR, "E301")),
    ("gold-without-cue", "eval.cd-sco", ("gold", 5, 20, WARNING, "W301")),
    ("task2-gold-without-scope", "scorer_task2", ("gold", 11, 20, ERROR, "E302")),
    ("task2-system-without-event", "scorer_task2", ("system", 11, 20, ERROR, "E302")),
    ("two-blank-lines", "eval.cd-sco", ("system", 12, 1, WARNING, "W303")),
    ("two-blank-lines-after-negation", "eval.cd-sco", ("system", 7, 1, ERROR, "E303")),
    ("two-blank-lines-after-gold-negation", "eval.cd-sco", ("system", 7, 1, WARNING, "W303")),
    ("two-blank-lines-after-gold-negation", "scorer_task2", ("system", 7, 1, ERROR, "E303")),
    ("blank-line-first", "eval.cd-sco", ("system", 1, 1, WARNING, "W303")),
    ("system-without-final-blank", "eval.cd-sco", ("system", 10, 1, WARNING, "W404")),
    ("system-without-final-blank-after-negation", "eval.cd-sco", ("system", 10, 1, ERROR, "E404")),
    ("no-final-newline", "eval.cd-sco", ("gold", 6, 1, NOTE, "N404")),
    ("no-negation", "eval.cd-sco", ("gold", 1, 1, ERROR, "E501")),
    ("both-empty", "eval.cd-sco-patched", ("gold", 1, 1, ERROR, "E601")),
    ("system-longer", "eval.cd-sco", ("system", 7, 1, WARNING, "W114")),
    ("gold-longer", "eval.cd-sco", ("gold", 12, 1, WARNING, "W114")),
    ("neges-style", "eval.cd-sco", ("system", 1, 23, WARNING, "W124")),
    ("spanish-all-parts", "scorer_task2", ("system", 1, 1, WARNING, "W125")),
    ("dash-column-order", "scorer_task2", ("system", 1, 1, WARNING, "W908")),
    ("space-in-cell", "eval.cd-sco", ("system", 1, 31, WARNING, "W126")),
    ("empty-cell", "eval.cd-sco", ("system", 2, 28, WARNING, "W106")),
    ("space-is-not-blank", "eval.cd-sco", ("system", 6, 1, ERROR, "E108")),
    ("duplicate-cue", "eval.cd-sco", ("system", 1, 42, WARNING, "W128")),
    ("taken-stays-taken", "eval.cd-sco", ("gold", 4, 30, NOTE, "N127")),
    ("tag-underscore", "eval.cd-sco", ("gold", 1, 24, WARNING, "W112")),
    ("gold-columns-differ", "eval.cd-sco", ("gold", 1, 1, WARNING, "W201")),
    ("carriage-returns", "eval.cd-sco", ("system", 1, 41, ERROR, "E401")),
    ("carriage-returns-in-token-lines", "eval.cd-sco", ("system", 1, 41, WARNING, "W401")),
    ("byte-order-mark", "eval.cd-sco", ("gold", 1, 1, WARNING, "W402")),
    ("byte-order-mark-in-system", "eval.cd-sco", ("system", 1, 1, ERROR, "E402")),
    ("bytes-that-are-no-text", "eval.cd-sco", ("system", 4, 14, NOTE, "N904")),
    ("gold-without-final-blank", "eval.cd-sco", ("gold", 10, 1, NOTE, "N404")),
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
        (1, 24, NOTE, "N901"),
        (4, 30, NOTE, "N902"),
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
    assert codes(found) >= {(ERROR, "E101"), (ERROR, "E102"), (ERROR, "E201"), (WARNING, "W404")}
    assert sum(finding.code == "E201" for finding in found) == 2


@pytest.mark.parametrize("scorer", ORIGINALS)
def test_recorded_cases_have_a_finding_that_stops_exactly_if_the_original_stopped(scorer) -> None:
    # Each case with some scorer.
    for case in sample(WITH_FILES, [*ORIGINALS].index(scorer)):
        found = checked(case.name, scorer)
        assert bool(stopping(found)) == bool(case.answer(scorer).status), case.name
        assert set(stopping(found)) <= set(errors(found))
        assert all(entry_of(finding.code) and finding.hint for finding in found)
        if stopping(found):
            assert any(" stops: " in finding.message for finding in stopping(found)), case.name


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
@settings(max_examples=examples(200))
def test_damaged_files_have_a_finding_that_stops_exactly_if_the_legacy_scorer_stops(
    workplace, seed, scorer
) -> None:
    pair = generate(seed)
    status = workplace.answer(pair.gold, pair.system, scorer).status
    found = check("system.txt", "gold.txt", scorer)
    assert bool(stopping(found)) == bool(status)
    assert all(f.stops or f.code in COUNTS_NOTHING for f in errors(found)) or status
    for finding in [*found, *check("system.txt", None, scorer)]:
        assert finding.line >= 1 and finding.column >= 1
        assert finding.level in (ERROR, WARNING, NOTE)


@given(st.binary(max_size=150), st.binary(max_size=150))
def test_bad_bytes_never_crash_it(workplace, gold, system) -> None:
    status = workplace.answer(gold, system).status
    assert bool(stopping(check("system.txt", "gold.txt"))) == bool(status)


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


JUNK = {
    "empty": (b"", "E601", "the file is empty"),
    "blank": (b"\n \n\n", "E601", "nothing but blank lines"),
    "x": (b"x\n\n", "E604", "no line has annotation columns: they have 1 column"),
    "commas": (columns().replace("\t", ",").encode(), "E603", "separated by commas: use tabs"),
    "semicolons": (columns().replace("\t", ";").encode(), "E603", "separated by semicolons"),
    "spaces": (columns().replace("\t", "  ").encode(), "E603", "separated by spaces: use tabs"),
    "seven columns": (columns().replace("\t***", "").encode(), "E604", "they have 7 columns"),
    "six columns": (columns().replace("*\t***", "").encode(), "E604", "they have 6 columns"),
    "json": (b'{"tokens": ["a"]}\n', "E607", "predictions as jsonl, not columns"),
    "other json": (b'{"a": 1}\n', "E603", "this looks like JSON"),
    "html": (b"<html>\n<body>\n", "E603", "this looks like XML or HTML"),
    "zip": (b"PK\x03\x04" + bytes(100), "E602", "a zip archive: unpack it"),
    "gzip": (b"\x1f\x8b\x08" + bytes(100), "E602", "a gzip file: unpack it"),
    "utf-16 without mark": (columns().encode("utf-16-le"), "E605", "UTF-16 text: save it"),
    "utf-32 without mark": (columns().encode("utf-32-be"), "E605", "UTF-32 text: save it"),
    "utf-32": (columns().encode("utf-32"), "E605", "UTF-32 text: save it as UTF-8"),
    "binary with tabs": (bytes(range(256)) * 4 + 9 * b"\t", "E602", "not text"),
    "utf-16": (columns().encode("utf-16"), "E605", "UTF-16 text: save it as UTF-8"),
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
    found = errors(check(io.BytesIO(text), None, scorer))
    # In a small file most of the cells may happen to be other strings than their tokens', which E805 says.
    assert not [finding for finding in found if finding.code != "E805"]


@given(st.integers(0, 2**32), st.sampled_from(sorted(ORIGINALS)))
@settings(max_examples=examples(120))
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
    assert errors(findings) or "W404" in {finding.code for finding in findings}


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
        "valid\n0 errors, 0 warnings, 0 notes\n"
        "The file has 2 sentences, 10 tokens, 2 negations (0 scopes, 0 events) in 1 sentence; gold has 2\n"
    )


def test_findings_about_gold_come_on_request_or_where_they_are_errors() -> None:
    gold, system = Case("gold-without-cue").files
    assert {f.side for f in check(system, gold)} <= {"system"}
    assert ("gold", "W301") in {(f.side, f.code) for f in check(system, gold, gold_too=True)}
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
    assert (first.side, first.code, first.level) == ("system", "E404", ERROR)
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
def test_labels_in_most_cells_are_one_error_with_the_remedy(labels) -> None:
    text = many("%s\t%s\t_" % labels, 30)
    findings = check(io.BytesIO(text.encode()))
    assert [(f.level, f.code, f.stops) for f in findings] == [(ERROR, "E805", False)]
    assert repr(labels[0]) in findings[0].message and "word" in findings[0].hint
    assert findings[0].places == 240


def test_many_findings_of_a_kind_are_one_unless_all_are_asked_for(tmp_path) -> None:
    cells = ["no\t_\t_", "_\tgate\tgate", "_\topened\tnever", "_\t_\t_"]
    lines = [LINE % (i, w, w, c) for i, (w, c) in enumerate(zip(WORDS, cells))]
    text = "".join("".join(lines).replace("d\t1", "d\t%d" % n) + "\n" for n in range(20))
    (found,) = (f for f in check(io.BytesIO(text.encode())) if f.code == "N901")
    assert found.message.startswith(
        "20 times, in lines 3, 8, 13, 18, 23 and 15 more; here: 'never'"
    )
    assert found.places == 20
    (tmp_path / "system.txt").write_text(text)
    assert run("-s", tmp_path / "system.txt", "--all").count(" N901: ") == 20


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
        assert without_gold_notes(found.stderr) == b""
    case = Case("task2-gold-without-event")
    found = answer(
        ["check", "-g", str(case.gold), "-s", str(case.system), "--scorer", "scorer_task2"]
    )
    assert b"*SEM 2012 files (_ for an empty cell): --scorer eval.cd-sco" in found.stderr


def test_github_shows_findings_beside_the_lines_of_a_diff() -> None:
    case = Case("word-differs")
    text = run("-g", case.gold, "-s", case.system, "--format", "github", status=1)
    assert text.startswith("::error file=%s,line=4,col=12,title=E101::garden | 1" % case.system)
    assert text.count("\n") == 2 and "%0A" not in text
    assert text.splitlines()[1].startswith("invalid: a token differs from gold's (E101)")
