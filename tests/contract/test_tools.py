"""The tools of `compat`, with a stand-in for Perl and for an original: the port itself."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import stat

import pytest
from conftest import PYTHON, ROOT, run
from hypothesis import given
from hypothesis import strategies as st

from compat.tools import families
from compat.tools.comparison import Difference, shrink
from compat.tools.damage import DAMAGES
from compat.tools.generator import Pair, generate
from compat.tools.perl_side import PerlOriginal, comparable
from compat.tools.recorded import Case, cases, digest, read_answer, written
from sem2012_scorer.commands.dropin import text_of_dropin
from sem2012_scorer.common.process import Answer
from sem2012_scorer.port.scripts import ORIGINALS


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
    return run([PYTHON, ROOT / "compat/tools" / (name + ".py"), *words], ROOT)


def tool_with(stand_in, name, *words, original=ROOT / "compat/scorer_task2.pl"):
    """Run a tool on an original that is taken for scorer_task2, with a stand-in for Perl."""
    return tool(name, *words, original, "--take-for", "scorer_task2", "--perl", stand_in)


def files_of(case):
    return ["-g", case.gold, "-s", case.system]


DROP_IN = ROOT / "compat/scorer_task2.pl"

WRONG = ROOT / "compat/eval.cd-sco.pl"
"""An original that is not what it is taken for."""


def test_against_original_finds_no_difference_where_there_is_none(stand_in) -> None:
    answer = tool_with(stand_in, "against_original", "--pairs", "20", "--jobs", "1")
    assert answer == (b"20 pairs, seeds 1 to 20: 0 differ\n", b"", 0)


def test_against_original_shows_shrinks_and_keeps_the_first_difference(stand_in, tmp_path) -> None:
    """The wrong scorer is taken for the right one: most pairs differ."""
    words = ["--pairs", "3", "--jobs", "1", "--output", tmp_path / "found"]
    answer = tool_with(stand_in, "against_original", *words, original=WRONG)
    assert answer.status == 1
    shown = answer.stdout.decode()
    assert "scorer_task2: original and port differ" in shown
    assert "--- original\n+++ port\n" in shown
    gold, system = (tmp_path / "found" / name for name in ("gold.txt", "system.txt"))
    sizes = gold.stat().st_size, system.stat().st_size
    assert "shrunk to %d and %d bytes" % sizes in shown


def test_against_original_compares_processes_too(stand_in) -> None:
    words = ["--pairs", "3", "--jobs", "1", "--as-process"]
    answer = tool_with(stand_in, "against_original", *words)
    assert answer == (b"3 pairs, seeds 1 to 3: 0 differ\n", b"", 0)


@pytest.mark.parametrize("name", ["record", "against_original"])
def test_an_unknown_script_is_refused(name, tmp_path) -> None:
    script = tmp_path / "scorer.pl"
    script.write_text("print 1;\n")
    answer = tool(name, script, *(["--pairs", "1"] if name == "against_original" else []))
    assert answer.status == 2
    assert b"is not one of the known copies" in answer.stderr
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
    [[], ["--pairs", "-1"], ["--pairs", "0"], ["--pairs", "1", "--jobs", "0"]],
)
def test_against_original_says_what_it_needs(words, stand_in) -> None:
    answer = tool_with(stand_in, "against_original", *words)
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
        tmp_path / "compat/tools/record.py",
        tmp_path / "compat/scorer_task2.pl",
        "--take-for",
        "scorer_task2",
        "--perl",
        stand_in,
    ]
    assert run(command, tmp_path) == (b"3 cases recorded, 3 answers new or changed\n", b"", 0)
    assert run(command, tmp_path) == (b"3 cases recorded, 0 answers new or changed\n", b"", 0)
    manifest = json.loads((tmp_path / "fixtures/manifest.json").read_text())
    sha256 = manifest["originals"]["scorer_task2"]["sha256"]
    assert sha256 == hashlib.sha256(DROP_IN.read_bytes()).hexdigest()
    assert manifest["originals"]["scorer_task2"]["perl"] == "v0.0.0"
    for name in manifest["cases"]:
        recorded = tmp_path / "fixtures" / name / "scorer_task2.answer"
        identifiers, answer = read_answer(recorded.read_bytes())
        assert identifiers == ["scorer_task2"]
        assert answer == Case(name).answer("scorer_task2")
        by_original = {"scorer_task2": digest(Case(name), "scorer_task2", answer, sha256)}
        assert manifest["cases"][name] == by_original
    # A second copy of the script may not answer for a part of the cases.
    other = tmp_path / "other.pl"
    other.write_bytes(DROP_IN.read_bytes() + b"\n")
    other_copy = [
        other if word == tmp_path / "compat/scorer_task2.pl" else word for word in command
    ]
    refused = run([*other_copy, "all-right"], tmp_path)
    assert refused.status == 2 and b"those of another copy: record all cases" in refused.stderr
    read_as = ["--read-as", "with a blank line at its end"]
    start, named = other_copy[:2], other_copy[3:]
    for words in ([other, *named, *read_as], [*read_as, *named, other]):
        assert run([*start, *words], tmp_path).status == 0
    manifest = json.loads((tmp_path / "fixtures/manifest.json").read_text())
    assert manifest["originals"]["scorer_task2"]["read as"] == "with a blank line at its end"
    assert run([*start, *read_as, other, *named, "all-right"], tmp_path).status == 0
    assert run([*start, other, "all-right", *named, *read_as], tmp_path).status == 0


def test_a_copy_is_recognized_by_what_it_answers(stand_in, tmp_path, monkeypatch) -> None:
    """Copies that stand in for the scripts have other hashes, and the recorded answers."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for identifier in ORIGINALS:
        script = tmp_path / "unknown.pl"
        script.write_text(text_of_dropin(identifier, PYTHON))
        assert PerlOriginal(str(script), str(stand_in)).original == ORIGINALS[identifier]


def test_the_error_on_a_script_that_does_not_compile_says_how_a_copy_is_made(tmp_path) -> None:
    command = tmp_path / "perl"
    command.write_text("#!/bin/sh\necho oops >&2\nexit 255\n")
    command.chmod(0o755)
    answer = tool("record", ROOT / "compat/scorer_task2.pl", "--perl", command)
    assert answer.status == 2
    assert b"oops" in answer.stderr and b"Make a copy that any Perl compiles" in answer.stderr


@given(
    st.lists(st.sampled_from(sorted(ORIGINALS)), min_size=1, unique=True),
    st.builds(Answer, st.binary(), st.binary(), st.integers(0, 255)),
)
def test_an_answer_that_was_written_is_read_back(identifiers, answer) -> None:
    assert read_answer(written(identifiers, answer)) == (identifiers, answer)


def test_an_answer_that_several_originals_give_is_there_once() -> None:
    for case in cases():
        answers = case.answers()
        files = list(case.directory.glob("*.answer"))
        assert len(files) == len(set(answers.values())), case.name


def test_record_names_a_case_that_does_not_exist() -> None:
    answer = tool("record", ROOT / "compat/scorer_task2.pl", "no-such-case")
    assert answer.status == 2 and b"no-such-case" in answer.stderr


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
        "--- original",
        "+++ port",
        "@@ -1,3 +1,3 @@",
        " a",
        "-b",
        "-",
        "+c",
        "+\\xff",
        "  stderr: the same",
        "  status: original 0, port 25",
    ]


with_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")


@with_fork
def test_bench_times_both_and_shows_their_memory_and_ratio(stand_in) -> None:
    words = [*files_of(Case("all-right")), "--rounds", "2"]
    shown = tool_with(stand_in, "bench", *words).stdout.decode()
    assert re.search(r"original +median +\d+\.\d ms, .* peak memory \d+\.\d MiB", shown)
    assert re.search(r"original / port: \d\.\d\d", shown)


@with_fork
def test_bench_stops_where_the_two_print_different_things(stand_in) -> None:
    words = ["--take-for", "scorer_task2", "--perl", stand_in]
    answer = tool("bench", WRONG, *files_of(Case("all-right")), *words)
    assert answer.status == 1 and b"print different things" in answer.stderr


def test_every_kind_of_damage_registers_itself_and_says_in_its_name_what_it_does() -> None:
    names = {kind.__name__ for kind in DAMAGES}
    made = "".join(generate(seed).made for seed in range(2000))
    assert len(names) > 40 and len(DAMAGES) > len(names)
    assert all(name.lstrip("_") in made for name in names)


def test_the_families_compare_every_family_and_find_what_differs(stand_in) -> None:
    same = tool_with(stand_in, "families", "--pairs", "8")
    assert same.status == 0, same
    assert same.stdout == b"8 pairs (pairings 2, ties 2, names 2, tails 2): 0 differ\n"
    other = tool_with(stand_in, "families", "--pairs", "8", original=WRONG)
    assert other.status == 1 and b" differ\nseed " in other.stdout


def test_the_families_share_nothing_with_the_other_generator() -> None:
    text = (ROOT / "compat/tools/families.py").read_text(encoding="utf-8")
    imported = re.findall(r"^\s*(?:from|import) (\S+)", text, re.MULTILINE)
    assert not {"compat.tools.generator", "compat.tools.damage"} & {*imported}
    kinds = {families.case_of(seed).read_size for seed in range(200)}
    assert kinds == {*families.READ_SIZES}


def test_a_tool_that_names_its_interpreter_can_be_run() -> None:
    tools = sorted((ROOT / "compat/tools").glob("*.py"))
    begin = {tool.name: tool.read_text(encoding="utf-8").startswith("#!") for tool in tools}
    assert {tool.name: bool(tool.stat().st_mode & 0o111) for tool in tools} == begin
