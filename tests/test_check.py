"""What ``check`` says of submissions: the verdict is the scorer's, and each finding is right."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from conftest import ROOT, examples, sample
from damaged import CD_SCO, DAMAGES, NEGES, blind, damaged
from hypothesis import given, settings
from hypothesis import strategies as st

from compat.workbench.generator import generate
from compat.workbench.recorded import cases
from sem2012_scorer import ScoringError, check_files, score_files
from sem2012_scorer.checking.checked import INVALID, NOTHING_COUNTS, SCORABLE, VALID, Checked
from sem2012_scorer.checking.findings import CODES
from sem2012_scorer.checking.fix import fixed
from sem2012_scorer.cli import command_answer
from sem2012_scorer.legacy.originals import ORIGINALS

SCORERS = list(ORIGINALS)
GOLD = str(ROOT / "fixtures/larger-english/gold.txt")
SYSTEM = str(ROOT / "fixtures/larger-english/system.txt")


def checked(system: bytes, gold: bytes | None = None, scorer: str = "eval.cd-sco") -> Checked:
    return check_files(io.BytesIO(system), None if gold is None else io.BytesIO(gold), scorer)


def abort_of(gold: bytes, system: bytes, scorer: str) -> ScoringError | None:
    """Return where a scorer aborts, None if it does not."""
    try:
        str(score_files(io.BytesIO(gold), io.BytesIO(system), scorer))
    except ScoringError as error:
        return error
    return None


def assert_as_the_scorer(gold: bytes, system: bytes, scorer: str) -> None:
    """The verdict is invalid if and only if the scorer aborts, or nothing can count."""
    abort, found = abort_of(gold, system, scorer), checked(system, gold, scorer)
    if found.verdict == SCORABLE:
        return
    assert (found.verdict == INVALID) == (
        abort is not None or any(code in NOTHING_COUNTS for code in found.places)
    ), found
    if abort is None:
        errors = {one.code for one in found.findings if one.is_error}
        assert errors <= {*NOTHING_COUNTS}
    else:
        status = "exit status %d" % abort.legacy_status
        assert found.findings[0].original.startswith(status), found
        assert found.findings[0].is_error


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("scorer", SCORERS)
def test_the_verdict_on_each_recorded_case_is_what_the_scorer_did(scorer) -> None:
    number = 0
    for case in cases():
        answer = case.answers().get(scorer)
        if answer is None or not case.is_plain or not case.system.is_file():
            continue
        if not case.gold.is_file() or re.search(rb"Could not open|cannot", answer.stderr):
            continue
        found = check_files(case.system, case.gold, scorer)
        if found.verdict == SCORABLE or any(code in NOTHING_COUNTS for code in found.places):
            continue
        number += 1
        assert (found.verdict == INVALID) == bool(answer.status), (case, found)
    assert number > 120


@pytest.mark.filterwarnings("ignore")
@settings(max_examples=examples(400))
@given(st.integers(0, 10**6), st.sampled_from(SCORERS))
def test_the_verdict_on_generated_pairs_is_the_scorers(seed, scorer) -> None:
    pair = generate(seed)
    assert_as_the_scorer(pair.gold, pair.system, scorer)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sample(DAMAGES))
def test_the_verdict_on_a_damaged_file_is_the_scorers_and_its_repair_keeps_what_counts(
    name,
) -> None:
    for scorer, right in (("eval.cd-sco", CD_SCO), ("scorer_task2", NEGES)):
        gold, system = right.encode(), damaged(name, right is NEGES)
        assert_as_the_scorer(gold, system, scorer)
        copy = fixed(system)
        assert fixed(copy.content).content == copy.content
        if copy.content == system:
            assert not copy.done
        elif (
            abort_of(gold, system, scorer) is None and abort_of(gold, copy.content, scorer) is None
        ):
            before, after = (
                str(score_files(io.BytesIO(gold), io.BytesIO(one), scorer))
                for one in (system, copy.content)
            )
            assert before == after or copy.done


# Each code: gold, the system file, the scorer, and where the finding stands.
LINE = "d\t1\t%d\t%s\t_\tNN\t*\t%s\n"


def rows(*tokens: str) -> str:
    """Return a sentence of "word cell cell cell" strings."""
    lines = [token.split(" ", 1) for token in tokens]
    return (
        "".join(LINE % (n, word, cells.replace(" ", "\t")) for n, (word, cells) in enumerate(lines))
        + "\n"
    )


RIGHT = rows("not not _ _", "here _ here _")
TWO = RIGHT + rows("never never _ _", "now _ now _").replace("d\t1", "d\t2")
STARS = rows("It ***", "rains ***")
PLACES = {
    "E101": (RIGHT, RIGHT.replace("\there\t_\tNN", "\tthere\t_\tNN"), 2),
    "E102": (TWO, TWO.split("\n\n")[0] + "\n\n", 4),
    "E103": (RIGHT, RIGHT.replace("\n\n", "\nd\t1\t2\tso\t_\tNN\t*\t_\t_\t_\n\n"), 3),
    "E104": (TWO, TWO.replace("\n\n", "\n", 1), 3),
    "E201": (RIGHT, RIGHT.replace("_\there\t_\n", "_\there\t_\t_\t_\tx\n"), 2),
    "E202": (RIGHT, RIGHT.replace("\t_\n", "\n"), 1),
    "E301": (RIGHT, RIGHT.replace("\tnot\t_\t_\n", "\t_\t_\t_\n"), 3),
    "E303": (TWO.replace("\n\n", "\n\n\n", 1), TWO.replace("\n\n", "\n\n\n", 1), 4),
    "E501": (STARS, STARS, 1),
    "E601": (RIGHT, "", 1),
    "E603": (RIGHT, RIGHT.replace("\t", "    "), 1),
    "E604": (RIGHT, re.sub(r"(?m)(\t[^\t\n]+){3}$", "", RIGHT), 1),
    "W114": (RIGHT, TWO, 4),
    "W117": (
        RIGHT,
        RIGHT.replace("_\there\t_\n", "-\there\t-\n").replace("not\t_\t_", "not\t-\t-"),
        1,
    ),
    "W401": (RIGHT, RIGHT.replace("\n", "\r\n"), 1),
    "W402": (RIGHT, "\ufeff" + RIGHT, 1),
    "W404": (RIGHT, RIGHT[:-1], 2),
    "W801": (RIGHT, STARS.replace("It", "not").replace("rains", "here"), 1),
    "W901": (RIGHT, RIGHT.replace("\tnot\t_\t_\n", "\tnay\t_\t_\n"), 1),
    "W902": (RIGHT, RIGHT.replace("\tnot\t_\t_\n", "\tnot\tnot\t_\n"), 1),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("code", PLACES)
def test_a_small_file_gives_the_code_at_its_line(code) -> None:
    gold, system, line = PLACES[code]
    found = checked(system.encode(), gold.encode())
    causes = [word for one in found.findings for word in re.findall("[EW][0-9]{3}", one.cause)]
    lines = [one.line for one in found.findings if one.code == code]
    assert lines[:1] == [line] or (not lines and code in causes), found


def test_every_code_has_its_parts_and_is_explained() -> None:
    assert len(CODES) <= 36
    for code, entry in CODES.items():
        assert re.fullmatch("[EW][0-9]{3}", code)
        assert entry.meaning.endswith(".") and entry.example and entry.fix
        said = command_answer(["check", "--about", code.lower()])
        assert said.status == 0 and said.stdout.decode().startswith("%s %s\n" % entry[:2])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("scorer", ["eval.cd-sco", "scorer_task2"])
def test_right_files_are_valid_without_a_warning(scorer) -> None:
    right = (NEGES if scorer == "scorer_task2" else CD_SCO).encode()
    for gold in (right, None):
        found = checked(right, gold, scorer)
        assert (found.verdict, found.findings) == (VALID, ()), found
    assert checked(right, blind(right.decode()).encode(), scorer).verdict == VALID


def said(*words: str) -> tuple[int, str, str]:
    found = command_answer(["check", *words])
    return found.status, found.stdout.decode(), found.stderr.decode()


def test_the_verdict_comes_first_and_what_was_checked_last() -> None:
    status, out, _ = said("-g", GOLD, "-s", SYSTEM)
    lines = out.splitlines()
    assert (status, lines[0][:5]) == (0, "valid") and "400 sentences" in lines[-1]
    case = ROOT / "fixtures/word-differs"
    status, out, _ = said("-g", str(case / "gold.txt"), "-s", str(case / "system.txt"))
    head = "invalid: eval.cd-sco aborts at line 4 (E101 token differs from gold)"
    assert (status, out.splitlines()[0]) == (1, head)
    labels = [line.split()[0] for line in out.splitlines() if line.startswith("    ")]
    assert labels == ["found", "expected", "fix", "original"]
    assert all(len(line) <= 100 for line in out.splitlines())


def test_three_places_of_a_code_are_shown_and_all_with_all(tmp_path) -> None:
    gold = "".join(RIGHT.replace("d\t1", "d\t%d" % n) for n in range(6))
    (tmp_path / "gold").write_text(gold)
    (tmp_path / "system").write_text(gold.replace("\tnot\t_\t_\n", "\tnay\t_\t_\n"))
    call = "-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system")
    assert said(*call)[1].count(": W901 ") == 3 and "3 more places" in said(*call)[1]
    assert said(*call, "--all")[1].count(": W901 ") == 6
    assert (said(*call)[0], said(*call, "--strict")[0]) == (0, 1)
    found = json.loads(said(*call, "--format", "json")[1])
    assert found["files"][0]["places"] == {"W901": 6}


def test_several_files_get_a_line_each(tmp_path) -> None:
    for folder in ("gold", "system"):
        (tmp_path / folder).mkdir()
    for name, content in (("a", RIGHT), ("b", TWO), ("c", STARS)):
        (tmp_path / "gold" / name).write_text(content)
    for name, content in (("a", RIGHT), ("b", TWO[:40]), ("d", RIGHT)):
        (tmp_path / "system" / name).write_text(content)
    status, out, err = said("-g", str(tmp_path / "gold"), "-s", str(tmp_path / "system"))
    assert status == 1
    assert re.search(r"a\s+valid", out) and re.search(r"b\s+invalid", out)
    assert "d" in out + err and "c" in out + err


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "E601"),
        (b"PK\3\4" + bytes(100), "E601"),
        (bytes(range(256)) * 4, "invalid"),
        (b"a\n" * 1000, "invalid"),
        (b"x" * 100_000, "invalid"),
    ],
)
def test_junk_is_answered(content, word, tmp_path) -> None:
    (tmp_path / "junk").write_bytes(content)
    for gold in ([], ["-g", GOLD]):
        status, out, err = said("-s", str(tmp_path / "junk"), *gold)
        assert status == 1 and word in out + err, (out, err)
    status, out, err = said("-s", str(tmp_path / "nowhere"))
    assert (status, out) == (2, "") and "no such file" in err


def test_predictions_can_be_scored_and_the_command_to_submit_them_works(tmp_path) -> None:
    gold = str(ROOT / "fixtures/all-right/gold.txt")
    labels = str(ROOT / "fixtures/predictions/labels.txt")
    status, out, _ = said("-s", labels, "-g", gold, "--from", "labels")
    assert status == 0 and out.startswith("can be scored")
    (command,) = [line.split() for line in out.splitlines() if " convert " in line]
    made = str(tmp_path / "submission.txt")
    assert command_answer([*command[1:-1], made]).status == 0
    assert said("-s", made, "-g", gold)[1].startswith("valid")


def test_a_repaired_copy_is_valid_and_the_file_stays(tmp_path) -> None:
    path, copy = tmp_path / "system.txt", tmp_path / "copy.txt"
    broken = ("\ufeff" + RIGHT[:-1]).replace("\n", "\r\n").encode()
    path.write_bytes(broken)
    (tmp_path / "gold.txt").write_text(RIGHT)
    call = "-g", str(tmp_path / "gold.txt"), "-s", str(path), "--fix"
    status, out, _ = said(*call, str(copy))
    assert status == 0 and copy.read_text() == RIGHT and path.read_bytes() == broken
    for what in ("byte-order mark", "line ends", "final blank line"):
        assert what in out
    assert said(*call, str(path))[0] == 2 and path.read_bytes() == broken
    status, out, err = said(*call, "")
    assert status == 2 and "no name" in err


def test_a_content_that_no_repair_can_know_is_not_changed(tmp_path) -> None:
    for system in (
        RIGHT.replace("here\t_\tNN", "there\t_\tNN"),
        RIGHT.replace("\tnot\t_", "\tno\t_"),
    ):
        assert fixed(system.encode()).content == system.encode()


def test_a_result_is_a_value_with_its_parts() -> None:
    found = check_files(SYSTEM, GOLD)
    assert found.to_dict()["contents"]["sentences"] == 400
    assert Path(found.file).name == "system.txt" and found.gold_negations
    json.dumps(found.to_dict())
