"""``check``: all that is wrong, where it is; an error exactly if the legacy scorer stops."""

from __future__ import annotations

import json

import pytest
from conftest import CORPORA, with_corpora
from hypothesis import given, settings
from hypothesis import strategies as st

from compat.workbench.generator import generate
from compat.workbench.recorded import Case, cases
from sem2012_scorer.checking import check
from sem2012_scorer.checking.codes import CODES, ERROR, NOTE, WARNING
from sem2012_scorer.checking.findings import Finding
from sem2012_scorer.cli import answer
from sem2012_scorer.legacy.originals import ORIGINALS

WITH_FILES = [case for case in cases() if case.is_plain]


def checked(case: str, scorer: str = "eval.cd-sco", with_gold: bool = True) -> list[Finding]:
    gold, system = Case(case).files
    return check(system, gold if with_gold else None, scorer)


def codes(findings) -> set[tuple[str, str]]:
    return {(finding.level, finding.code) for finding in findings}


def errors(findings) -> list[Finding]:
    return [finding for finding in findings if finding.level == ERROR]


# What is found: case, scorer, and (side, line, column, level, code) of findings that must be there.
FOUND = [
    ("word-differs", "eval.cd-sco", ("system", 4, 12, ERROR, "E101")),
    ("token-number-differs", "eval.cd-sco", ("system", 3, 10, ERROR, "E101")),
    ("system-line-missing", "eval.cd-sco", ("system", 4, 1, ERROR, "E102")),
    ("system-empty", "eval.cd-sco", ("system", 1, 1, ERROR, "E102")),
    ("blank-in-gold-only", "eval.cd-sco", ("system", 6, 1, ERROR, "E104")),
    ("blank-in-system-only", "eval.cd-sco", ("system", 6, 1, ERROR, "E104")),
    ("unequal-columns", "eval.cd-sco", ("system", 2, 1, ERROR, "E201")),
    ("empty-cell-at-end-in-system", "eval.cd-sco", ("system", 3, 1, ERROR, "E201")),
    ("impossible-columns", "eval.cd-sco", ("system", 1, 1, ERROR, "E202")),
    ("tabs-only", "eval.cd-sco", ("system", 1, 1, ERROR, "E202")),
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
    ("system-without-final-blank-after-negation", "eval.cd-sco", ("gold", 11, 1, ERROR, "E303")),
    ("no-final-newline", "eval.cd-sco", ("gold", 6, 1, WARNING, "W101")),
    ("no-negation", "eval.cd-sco", ("gold", 1, 1, ERROR, "E501")),
    ("both-empty", "eval.cd-sco-patched", ("gold", 1, 1, ERROR, "E501")),
    ("system-longer", "eval.cd-sco", ("system", 7, 1, WARNING, "W114")),
    ("gold-longer", "eval.cd-sco", ("gold", 12, 1, WARNING, "W114")),
    ("neges-style", "scorer_task2", ("system", 1, 23, WARNING, "W103")),
    ("spanish-all-parts", "scorer_task2", ("system", 1, 1, WARNING, "W104")),
    ("dash-column-order", "scorer_task2", ("system", 1, 1, WARNING, "W111")),
    ("space-in-cell", "eval.cd-sco", ("system", 1, 31, WARNING, "W105")),
    ("empty-cell", "eval.cd-sco", ("system", 2, 28, WARNING, "W106")),
    ("space-is-not-blank", "eval.cd-sco", ("system", 6, 1, WARNING, "W108")),
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
    assert found.status == status and not found.stderr
    return found.stdout.decode()


def test_text_is_what_compilers_print_with_a_hint_and_a_count() -> None:
    directory = Case("no-final-blank-line").directory
    text = run("-s", directory / "system.txt", "-g", directory / "gold.txt")
    lines = text.splitlines()
    assert lines[0] == "%s:7:1: warning W101: the last token, 'said', is not read" % (
        directory / "gold.txt"
    )
    assert lines[1] == "    end the file with a blank line"
    assert lines[-1] == "1 submission: 0 errors, 2 warnings, 0 notes"


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


def test_a_folder_is_checked_file_by_file(tmp_path) -> None:
    for name in ("all-right", "word-differs"):
        for side in ("gold", "system"):
            content = (Case(name).directory / (side + ".txt")).read_bytes()
            (tmp_path / ("%s.%s.txt" % (name, side))).write_bytes(content)
    text = run("-s", tmp_path, "-g", tmp_path, status=1)
    assert text.splitlines()[-1] == "2 submissions: 1 error, 0 warnings, 0 notes"
    assert run("-s", tmp_path).splitlines()[-1].startswith("2 submissions: 0 errors")


def test_explain_prints_what_a_code_means() -> None:
    for code, text in CODES.items():
        shown = run("--explain", code)
        assert shown.startswith("%s: %s\n\n" % (code, text.title)) and "Example: " in shown
    wrong = answer(["check", "--explain", "X1"])
    assert wrong.status == 2 and b"E101" in wrong.stderr


def test_a_file_that_is_not_there_is_an_error() -> None:
    assert "E502: cannot be read: No such file" in run("-s", "nothing.txt", status=1)


@with_corpora
def test_what_it_says_of_the_corpora_is_true() -> None:
    training = str(CORPORA / "cdsco/training-09032012.txt")
    assert codes(check(training, training)) == {(WARNING, "W101"), (NOTE, "N103")}
    dev = [str(CORPORA / "cdsco" / n) for n in ("dev-semnlp.system.txt", "dev-09032012.txt")]
    assert (NOTE, "N102") in codes(check(*dev))
    norec = [
        str(CORPORA / "norec" / n) for n in ("point_to_root.test.run_1.system.txt", "test.gold.txt")
    ]
    assert codes(check(*norec)) == {(WARNING, "W112")}
    neges = [str(CORPORA / "neges" / n) for n in ("dev_libros.system.txt", "dev_libros.gold.txt")]
    assert codes(check(*neges, "scorer_task2")) == {(WARNING, "W103")}
