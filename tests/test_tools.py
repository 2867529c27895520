"""The compatibility tools, with a stand-in for Perl and for an original: the port itself."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import stat

import pytest
from conftest import PYTHON, ROOT, run

from compat.comparison import Difference, shrink
from compat.generator import Pair, differing
from compat.perl_side import answer_of_2_2, comparable
from compat.recorded import Case, cases
from sem2012_scorer import score_files
from sem2012_scorer.dropin import Answer


@pytest.fixture
def stand_in(tmp_path):
    """A command that is called as Perl is: it runs the script with Python."""
    script = tmp_path / "stand-in"
    script.write_text(
        "#!/bin/sh\n"
        'case "$1" in\n'
        "-c) exit 0 ;;\n"
        "-e) printf v0.0.0 ;;\n"
        '*) exec "%s" "$@" ;;\n'
        "esac\n" % PYTHON
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return script


def tool(name, *words):
    return run([PYTHON, ROOT / "compat" / name, *words], ROOT)


def tool_with(stand_in, name, original, *words):
    """Run a tool on an original that is taken for scorer_task2, with a stand-in for Perl."""
    return tool(name, original, "--take-for", "scorer_task2", "--perl", stand_in, *words)


def files_of(case):
    return ["-g", case / "gold.txt", "-s", case / "system.txt"]


def test_against_original_finds_no_difference_where_there_is_none(stand_in) -> None:
    answer = tool_with(
        stand_in,
        "against_original",
        ROOT / "compat/scorer_task2.pl",
        "--pairs",
        "20",
        "--jobs",
        "1",
    )
    assert answer == (b"20 pairs, seeds 1 to 20: 0 differ\n", b"", 0)


def test_against_original_shows_shrinks_and_keeps_the_first_difference(stand_in, tmp_path) -> None:
    """The wrong scorer is taken for the right one: most pairs differ."""
    answer = tool_with(
        stand_in,
        "against_original",
        ROOT / "compat/eval.cd-sco.pl",
        "--pairs",
        "3",
        "--jobs",
        "1",
        "--output",
        tmp_path / "found",
    )
    assert answer.status == 1
    text = answer.stdout.decode()
    assert "scorer_task2: original and port differ" in text
    assert "original | " in text and "port     | " in text
    gold, system = ((tmp_path / "found" / name).read_bytes() for name in ("gold.txt", "system.txt"))
    assert "shrunk to %d and %d bytes" % (len(gold), len(system)) in text
    again = tool_with(
        stand_in,
        "against_original",
        ROOT / "compat/eval.cd-sco.pl",
        "-g",
        tmp_path / "found/gold.txt",
        "-s",
        tmp_path / "found/system.txt",
    )
    assert again.status == 1


def test_against_original_compares_two_files_as_processes(stand_in) -> None:
    case = Case("larger-spanish").directory
    answer = tool_with(
        stand_in,
        "against_original",
        ROOT / "compat/scorer_task2.pl",
        *files_of(case),
        "--as-process",
    )
    assert answer == (b"no difference\n", b"", 0)


@pytest.mark.parametrize("name", ["record", "against_original"])
def test_an_unknown_script_is_refused(name, tmp_path) -> None:
    script = tmp_path / "scorer.pl"
    script.write_text("print 1;\n")
    answer = tool(name, script, *(["--pairs", "1"] if name == "against_original" else []))
    assert answer.status == 2
    assert b"none of the originals known here" in answer.stderr
    assert b"--take-for" in answer.stderr


@pytest.mark.parametrize("name", ["record", "against_original"])
def test_a_missing_script_is_an_error_and_no_traceback(name, tmp_path) -> None:
    answer = tool(
        name, tmp_path / "no.pl", *(["--pairs", "1"] if name == "against_original" else [])
    )
    assert answer.status == 2
    assert b"cannot read the original" in answer.stderr and b"Traceback" not in answer.stderr


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["-g", "x"],
        ["--pairs", "1", "-g", "x", "-s", "y"],
        ["--pairs", "-1"],
        ["-g", "x", "-s", "y"],
    ],
)
def test_against_original_says_what_it_needs(words, stand_in) -> None:
    answer = tool_with(
        stand_in,
        "against_original",
        ROOT / "compat/scorer_task2.pl",
        *words,
    )
    assert answer.status == 2
    assert answer.stderr and b"Traceback" not in answer.stderr


def test_record_writes_answers_and_manifest(stand_in, tmp_path) -> None:
    for name in ("compat", "sem2012_scorer"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("all-right", "no-negation", "missing-gold-file"):
        target = tmp_path / "fixtures" / name
        target.mkdir(parents=True)
        for part in ("about.txt", "gold.txt", "system.txt", "arguments.txt"):
            if (ROOT / "fixtures" / name / part).exists():
                shutil.copy(ROOT / "fixtures" / name / part, target)
    command = [
        PYTHON,
        tmp_path / "compat/record",
        tmp_path / "compat/scorer_task2.pl",
        "--take-for",
        "scorer_task2",
        "--perl",
        stand_in,
    ]
    assert run(command, tmp_path) == (b"3 cases recorded, 3 answers new or changed\n", b"", 0)
    assert run(command, tmp_path) == (b"3 cases recorded, 0 answers new or changed\n", b"", 0)
    manifest = json.loads((tmp_path / "fixtures/manifest.json").read_text())
    assert manifest["cases"]["no-negation"] == {"scorer_task2": "recorded"}
    assert manifest["originals"]["scorer_task2"]["perl"] == "v0.0.0"
    for name in manifest["cases"]:
        for part in ("stdout", "stderr", "status"):
            recorded = tmp_path / "fixtures" / name / "scorer_task2" / part
            assert (
                recorded.read_bytes()
                == (ROOT / "fixtures" / name / "scorer_task2" / part).read_bytes()
            )


def test_record_names_a_case_that_does_not_exist(stand_in) -> None:
    answer = tool("record", ROOT / "compat/scorer_task2.pl", "no-such-case")
    assert answer.status == 2 and b"no-such-case" in answer.stderr


def test_the_answer_of_2_2_is_derived_as_the_recorded_cases_have_it() -> None:
    for case in cases():
        if case.arguments == Case("all-right").arguments:
            gold, system = (
                (case.directory / name).read_bytes() for name in ("gold.txt", "system.txt")
            )
            derived = answer_of_2_2(case.answer("eval.cd-sco-patched"), gold, system)
            assert derived == case.answer("eval.cd-sco"), case.name


def test_shrinking_keeps_what_differs_and_drops_the_rest() -> None:
    def differs(gold, system) -> bool:
        return b"needle" in gold and system.count(b"\n") == 1

    pair = Pair(
        b"hay\n" * 9 + b"more hay\tneedle\thay\n" + b"hay\n", b"straw\tand\nthe end", "by hand"
    )
    assert shrink(pair, differs)[:2] == (b"needle", b"\n")


def test_perls_own_warnings_are_left_out_and_messages_kept() -> None:
    stderr = (
        b"Use of uninitialized value $x[0] in string ne at /a/b.pl line 12, <GOLD> line 3.\n"
        b"In file: Use of uninitialized value at /a/b.pl line 1.\n"
        b"Over at /a/b.pl line 7.\n"
    )
    assert comparable(stderr, b"/a/b.pl") == (
        b"In file: Use of uninitialized value at SCRIPT line 1.\nOver at SCRIPT line 7.\n"
    )


def test_a_difference_shows_what_each_side_said() -> None:
    text = str(
        Difference("scorer_task2", Answer(b"a\nb\n", b"", 0), Answer(b"a\nc\n\xff", b"", 25))
    )
    assert text.splitlines() == [
        "scorer_task2: original and port differ",
        "  stdout:",
        "             | a",
        "    original | b",
        "    port     | c",
        "    original | ",
        "    port     | \\xff",
        "  stderr: the same",
        "  status: original 0, port 25",
    ]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_bench_times_both_and_checks_that_they_print_the_same(stand_in) -> None:
    case = Case("all-right").directory
    answer = tool_with(
        stand_in,
        "bench",
        ROOT / "compat/scorer_task2.pl",
        *files_of(case),
    )
    assert answer.status == 0, answer.stderr.decode()
    text = answer.stdout.decode()
    assert re.search(r"original +median +\d+\.\d ms, .* peak memory \d+\.\d MiB", text)
    assert re.search(r"original / port: \d\.\d\d", text) and "check " in text
    small = tool_with(stand_in, "bench", ROOT / "compat/scorer_task2.pl", "--small")
    assert re.search(r"port / python -c pass: \d\.\d\d", small.stdout.decode())
    for made in (
        ["--lines", "300"],
        ["--sentence", "12", "3"],
        ["-g", case / "gold.txt", "--differing", "50", "--times", "3"],
    ):
        answer = tool_with(stand_in, "bench", ROOT / "compat/scorer_task2.pl", *made)
        assert answer.status == 0, answer.stderr.decode()
        assert b" sentences a second" in answer.stdout
    dying = Case("impossible-columns").directory / "system.txt"
    answer = tool_with(stand_in, "bench", ROOT / "compat/scorer_task2.pl", "-g", dying, "-s", dying)
    assert answer.status == 0, answer.stderr.decode()
    assert b"in process: not timed" in answer.stdout


def test_a_system_that_is_to_differ_in_no_negation_is_gold() -> None:
    gold = (Case("larger-english").directory / "gold.txt").read_bytes()
    assert differing(gold, 0, b"_") == gold


def test_a_system_that_is_to_differ_in_all_negations_has_none_completely_right() -> None:
    directory = Case("larger-english").directory
    gold = (directory / "gold.txt").read_bytes()
    report = score_files(io.BytesIO(gold), io.BytesIO(differing(gold, 1, b"_")))
    assert report["Full negation"].true_positives == 0 < report["Full negation"].gold


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_bench_stops_where_the_two_print_different_things(stand_in) -> None:
    case = Case("all-right").directory
    answer = tool_with(
        stand_in,
        "bench",
        ROOT / "compat/eval.cd-sco.pl",
        *files_of(case),
    )
    assert answer.status == 1 and b"printed different things" in answer.stderr


@pytest.mark.parametrize(
    "words, said",
    [
        ([], b"give -g and -s"),
        (["--small", "--lines", "3"], b"give -g and -s"),
        (["--small", "-g", "README.md"], b"give -g and -s"),
        (["-g", "README.md"], b"give -g and -s"),
        (["-g", "no-such-file", "--differing", "40"], b"there is no no-such-file"),
        (["--small", "--rounds", "2"], b"rounds at 5"),
        (["--lines", "0"], b"start at 1"),
        (["--small", "--python", "no-such-python"], b"no-such-python does not run"),
    ],
)
def test_bench_says_what_it_needs(words, said, stand_in) -> None:
    answer = tool_with(
        stand_in,
        "bench",
        ROOT / "compat/scorer_task2.pl",
        *words,
    )
    assert answer.status == 2 and said in answer.stderr
