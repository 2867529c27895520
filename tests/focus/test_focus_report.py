"""Focus of negation: the port of pb-foc_evaluation.py, and what people get beside it."""

from __future__ import annotations

import io
import os
import warnings
from pathlib import Path

import pytest
from conftest import PYTHON, ROOT, run
from focus_cases import FILES, NAMES, PLAIN, arguments, files, recorded
from hypothesis import given
from hypothesis import strategies as st

from compat.tools.against_focus import CASES, PARTS, generate, port_answer
from sem2012_scorer import FocusReport, ScorerWarning, ScoringError, Tally, score_focus_files
from sem2012_scorer.cli import answer
from sem2012_scorer.commands.dropin import ANY_PYTHON, original_copied, text_of_dropin
from sem2012_scorer.focus import IDENTIFIER, SHA256
from sem2012_scorer.focus.focus_report import FocusCounts
from sem2012_scorer.focus.focus_sentences import read_focus_sentences

SCRIPT = ROOT / "compat/pb-foc_evaluation.py"


@pytest.mark.parametrize("name", PLAIN)
def test_the_port_answers_as_the_script_did(name, tmp_path) -> None:
    for file in FILES:
        (tmp_path / file).write_bytes((CASES / name / file).read_bytes())
    found = port_answer(["-v", "verbose.txt", *FILES], tmp_path)
    for part in PARTS:
        value = getattr(found, part)
        assert recorded(name, part) == (b"%d\n" % value if isinstance(value, int) else value)
    assert found[:3] == port_answer(FILES, tmp_path)[:3]


@pytest.mark.parametrize("name", NAMES)
def test_the_drop_in_answers_as_a_process_too(name) -> None:
    found = run([PYTHON, SCRIPT, *arguments(name)], CASES / name)
    assert found.stdout == recorded(name, "stdout")
    assert found.status == int(recorded(name, "status"))
    assert found.stderr.rstrip(b"\n").split(b"\n")[-1] == recorded(name, "stderr")
    assert b"Traceback" not in found.stderr


def test_the_cases_are_all_there_with_reports_and_every_kind_of_stop() -> None:
    assert len(NAMES) == 28 and {recorded(name, "status") for name in NAMES} == {
        b"0\n",
        b"1\n",
        b"2\n",
    }
    starts = {recorded(name, "stderr").split(b":")[0] for name in NAMES}
    assert starts >= {b"AssertionError", b"FileNotFoundError", b"IsADirectoryError"}


def test_the_file_in_compat_is_what_the_command_writes() -> None:
    assert text_of_dropin("pb-foc", ANY_PYTHON) == SCRIPT.read_text(encoding="utf-8")


def test_the_verbose_file_is_no_input(tmp_path) -> None:
    """The script would empty it before it reads it."""
    for file in FILES:
        (tmp_path / file).write_bytes((CASES / "all-right" / file).read_bytes())
    found = run([PYTHON, SCRIPT, "-v", "./gold.txt", *FILES], tmp_path)
    assert found.status == 2 and b"is one of the inputs" in found.stderr
    assert (tmp_path / "gold.txt").read_bytes() == (CASES / "all-right/gold.txt").read_bytes()


def test_help_is_in_own_words_and_names_the_order_of_the_files() -> None:
    found = run([PYTHON, SCRIPT, "-h"], ROOT)
    assert found.status == 0 and b"SYSTEM_OUTPUT GOLD" in found.stdout


def test_the_published_numbers_follow_from_counts() -> None:
    """Morante and Blanco 2012, table 3: 712 foci in gold, 675 of the system."""
    published = {405: ("60.00", "56.88", "58.40"), 404: ("59.85", "56.74", "58.26")}
    for right, expected in published.items():
        tally = Tally(712, 675, right, 675 - right, 712 - right)
        assert FocusReport(FocusCounts(tally, 1))["Focus"].printed[6:] == expected


def counted(gold: bytes, system: bytes) -> tuple[int, int, int] | None:
    """Return system's foci, gold's and right ones, counted in another way; None at a stop."""
    sides = []
    for text in (system, gold):
        sentences: list[list[bytes]] = [[]]
        for line in io.BytesIO(text):
            if line.split():
                sentences[-1].append(line.split()[-1])
            else:
                sentences.append([])
        sides.append(sentences[:-1])
    if len(sides[0]) != len(sides[1]) or any(len(a) != len(b) for a, b in zip(*sides)):
        return None
    both = [(b"FOCUS" in a, b"FOCUS" in b, a == b) for a, b in zip(*sides)]
    return (
        sum(a for a, _, _ in both),
        sum(b for _, b, _ in both),
        sum(a and b and same for a, b, same in both),
    )


@given(st.integers(0, 2**32))
def test_a_second_implementation_counts_the_same(seed) -> None:
    gold, system = generate(seed, any_bytes=True)
    expected = counted(gold, system)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ScorerWarning)
        try:
            report = score_focus_files(io.BytesIO(gold), io.BytesIO(system))
        except ScoringError as error:
            assert expected is None and error.legacy_message.startswith("AssertionError: ")
            return
        tally = report.counts.focus
        assert (tally.system, tally.gold, tally.true_positives) == expected


def test_files_of_the_other_task_are_told_on_standard_error() -> None:
    gold, system = files("all-right")
    found = answer(["score", "-g", gold, "-s", system, "--scorer", "eval.cd-sco-patched"])
    assert (
        b"looks like a file of the focus task: sem2012-scorer score --scorer pb-foc" in found.stderr
    )
    columns = str(ROOT / "fixtures/larger-english/gold.txt")
    found = answer(["score", "-g", columns, "-s", columns, "--scorer", "pb-foc"])
    assert b"a *SEM 2012 file of the first task: use --scorer eval.cd-sco" in found.stderr
    other = files("words-differ")[1]
    assert not answer(["score", "-g", gold, "-s", other, "--scorer", "pb-foc"]).stderr
    found = answer(["check", "-s", system])
    assert found.status == 1 and b"--scorer pb-foc" in found.stderr


def command(*words, status=0) -> str:
    found = answer([*map(str, words), "--scorer", "pb-foc"])
    assert found.status == status, found
    return (found.stdout + found.stderr).decode()


@pytest.mark.parametrize("form", ["text", "json", "tsv", "markdown", "latex"])
def test_score_has_all_formats_several_systems_and_means(form) -> None:
    gold, system = files("one-missed")
    one = command("score", "-g", gold, "-s", system, "--format", form)
    assert "50.00" in one and (form != "text" or one.encode() == recorded("one-missed", "stdout"))
    several = command("score", "-g", gold, "-s", system, gold, "--mean", "--format", form)
    assert "plain mean over 2 systems" in " ".join(several.split()) and "75" in several
    pooled = command("score", "-g", gold, gold, "-s", system, gold, "--format", form)
    assert "pooled (counts of 2 summed)" in pooled
    assert (form == "text") == ("scorer:pb-foc|version:" not in one.replace("\\_", "_"))


def test_wrong_files_and_options_are_answered_in_words(tmp_path) -> None:
    gold, _ = files("all-right")
    for words, status, message in (
        (["score", "-g", gold, "-s", tmp_path / "none"], 2, "none: no such file"),
        (["score", "-g", gold, "-s", files("token-missing")[1]], 1, "8 tokens in sentence 2"),
        (["score", "-g", gold, "-s", gold, "--nis"], 2, "--nis scores negations"),
    ):
        assert message in command(*words, status=status)


@pytest.mark.parametrize("name", ["check", "explain", "verify", "compare"])
def test_the_commands_for_negation_alone_do_not_take_it(name, capsys) -> None:
    with pytest.raises(SystemExit, match="2"):
        answer([name, "-g", files("all-right")[0], "--scorer", "pb-foc"])
    said = capsys.readouterr().err
    assert "--scorer: invalid choice: 'pb-foc' (choose from" in said


@pytest.mark.parametrize("command", ["score", "check", "explain", "compare"])
def test_what_is_said_of_its_files_can_be_followed(command) -> None:
    gold, system = files("one-missed")
    more = [gold] if command == "compare" else []
    found = answer([command, "-g", gold, "-s", system, *more])
    said = (found.stdout + found.stderr).decode()
    assert found.status == 1 and "sem2012-scorer score --scorer pb-foc scores it" in said


@pytest.mark.parametrize(
    "name, said",
    [
        ("token-missing", "found 8 tokens in sentence 2; expected 9"),
        (
            "no-final-blank-in-system",
            "(and one more at the end, which is dropped because no blank line ends it)",
        ),
    ],
)
def test_a_stop_says_what_to_do_and_sends_nobody_to_check(name, said) -> None:
    gold, system = files(name)
    found = answer(["score", "--scorer", "pb-foc", "-g", gold, "-s", system])
    assert said in found.stderr.decode() and b"sem2012-scorer check" not in found.stderr


def test_a_stop_blames_no_blank_line_where_one_ends_each_file(tmp_path) -> None:
    one = b"a 1 No *\n\n"
    for number in (1, 2):
        (tmp_path / str(number)).write_bytes(one * number)
    words = ["score", "--scorer", "pb-foc", "-g", str(tmp_path / "2"), "-s", str(tmp_path / "1")]
    said = answer(words).stderr.decode()
    assert "found 1 sentences; expected 2, as in gold" in said and "blank line" not in said


def test_what_is_no_text_is_named_and_an_empty_file_warned_of(tmp_path) -> None:
    (tmp_path / "zip").write_bytes(b"PK\3\4")
    (tmp_path / "empty").write_bytes(b"")
    gold, empty = files("one-missed")[0], str(tmp_path / "empty")
    for one in ([gold, str(tmp_path / "zip")], [str(tmp_path / "zip"), gold]):
        said = command("score", "-g", one[0], "-s", one[1], status=1)
        assert "zip: this is a zip archive; unpack it" in said
    assert "warning: %s is empty" % empty in command("score", "-g", empty, "-s", empty)


def test_a_sentence_that_is_dropped_is_warned_of() -> None:
    with pytest.warns(ScorerWarning, match="the last sentence, from line 21, is dropped"):
        score_focus_files(*files("no-final-blank-in-both"))


def test_a_report_is_a_value() -> None:
    report = score_focus_files(*files("all-right"))
    text = Path(files("all-right")[0]).read_bytes()
    assert report.counts.sentences == len(read_focus_sentences(text).whole)
    assert report == FocusReport(report.counts) and hash(report) == hash(FocusReport(report.counts))
    assert "pb-foc" in repr(report) and tuple(report) == ("Focus",)
    with pytest.raises(KeyError, match="there is no row 'Cues'"):
        report["Cues"]
    assert os.path.isdir(CASES) and Path(SCRIPT).stat().st_mode & 0o111


def test_the_published_script_is_known_by_its_hash() -> None:
    assert original_copied(SHA256) == (IDENTIFIER, "")
