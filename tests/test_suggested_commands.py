"""The commands that messages suggest: with which files, names and options, and when none is suggested."""

from __future__ import annotations

import csv
import io
import os
import re
import shlex
from pathlib import Path

import pytest
from conftest import ROOT
from damaged import CD_SCO, NEGES, in_cells
from trials import LARGER_GOLD, LARGER_SYSTEM, said

from sem2012_scorer import Checked, Finding, check_files
from sem2012_scorer.checking import repair_commands
from sem2012_scorer.checking.repair import repair_layout
from sem2012_scorer.checking.repair_commands import add_repair_command_that_works
from sem2012_scorer.checking.suggest import Call
from sem2012_scorer.reading.pair import Reading
from sem2012_scorer.reading.source import Source


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def source(name: str, text: str = CD_SCO) -> Source:
    """Return a file with a name and a content."""
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_bytes(text.encode())
    return Source(name)


def suggested(gold: str, system: str, scorer: str = "eval.cd-sco") -> Checked:
    """Return the verdict with what is suggested, of files called gold.txt and system.txt."""
    call = Call(source("gold.txt", gold), source("system.txt", system), scorer)
    return add_repair_command_that_works(call, check_files(call.gold, call.system, scorer))


def test_a_command_has_the_files_as_they_were_named_and_a_new_name() -> None:
    call = Call(source("a b/gold.txt"), source("run/x.pred.txt"))
    assert call.check("--all") == "sem2012-scorer check -g 'a b/gold.txt' -s run/x.pred.txt --all"
    assert call.fix().endswith(" -s run/x.pred.txt --fix x.pred.fixed.txt")
    assert call.fix_gold() == "sem2012-scorer check -s 'a b/gold.txt' --fix gold.fixed.txt"
    assert call.convert() == (
        "sem2012-scorer convert run/x.pred.txt -g 'a b/gold.txt' -o x.pred.fixed.txt"
    )
    assert call.convert("out.txt").endswith(" -o out.txt")
    # In the folder from which the command is called, no file has the new name.
    for number in ("", "2"):
        source(f"x.pred.fixed{number}.txt")
    assert shlex.split(call.fix())[-1] == "x.pred.fixed3.txt"
    assert Call(None, call.system).check() == "sem2012-scorer check -s run/x.pred.txt"


def test_a_command_has_the_scorer_if_it_is_not_the_usual_one_or_was_named() -> None:
    files = source("gold.txt"), source("x.txt")
    assert "--scorer" not in Call(*files).check()
    assert Call(*files, "scorer_task2").check().endswith(" --scorer scorer_task2")
    named = Call(*files, "eval.cd-sco", Reading(), "eval.cd-sco").check()
    assert named.endswith(" --scorer eval.cd-sco")
    reading = Reading("labels", {"word": ["1"], "label": ["3"]}, ("X=CUE",), ("gold",), True)
    options = Call(*files, "eval.cd-sco", reading).check().partition("x.txt ")[2]
    assert shlex.split(options) == (
        "--from labels --fields word=1 label=3 --labels X=CUE --affixes gold --gold-cues".split()
    )


def test_standard_input_is_a_dash_and_its_copy_has_a_usual_name() -> None:
    stdin = Source(io.BytesIO(b""), name="standard input")
    assert Call(None, stdin).fix() == "sem2012-scorer check -s - --fix system.fixed.txt"


# ---- When a repair is suggested


DAMAGED_GOLD = CD_SCO.replace("\n\n", "\n\n\n", 1)


def test_gold_is_repaired_where_gold_is_at_fault() -> None:
    found = suggested(DAMAGED_GOLD, CD_SCO)
    assert found.verdict == "invalid"
    assert found.commands == ("sem2012-scorer check -s gold.txt --fix gold.fixed.txt",)
    assert found.repaired_f1 == "100.00"
    assert said(*shlex.split(found.commands[0])[1:])[0] == 0
    assert said("check", "-g", "gold.fixed.txt", "-s", "system.txt")[0] == 0


def test_of_a_large_file_no_repair_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    system = CD_SCO.replace("\n\n", "\n\n\n", 1)
    assert len(suggested(CD_SCO, system).commands) == 1
    monkeypatch.setattr(repair_commands, "LONGEST_TRIED", len(system.encode()))
    assert len(suggested(CD_SCO, system).commands) == 1
    monkeypatch.setattr(repair_commands, "LONGEST_TRIED", len(system.encode()) - 1)
    assert suggested(CD_SCO, system).commands == ()


def test_no_repair_is_suggested_that_leaves_no_negation_or_no_words() -> None:
    # A blank line too many can be repaired; what is left is nothing, or labels.
    damaged = ("\n\n", "\n\n\n", 1)
    nothing = in_cells(lambda cell: "-")(CD_SCO).replace(*damaged)
    labels = in_cells(lambda cell: cell if cell == "_" else "X")(CD_SCO).replace(*damaged)
    for system in (nothing, labels):
        found = suggested(CD_SCO, system)
        assert found.verdict == "invalid" and found.commands == ()
    # Some cells that are no words do not keep it from being suggested.
    few = CD_SCO.replace("\tnever\t_", "\tNEVERMORE\t_").replace(*damaged)
    assert few.count("NEVERMORE") == 1 and len(suggested(CD_SCO, few).commands) == 1


def test_a_valid_file_is_repaired_only_if_fewer_kinds_of_findings_are_left() -> None:
    # An empty cell is filled; a cue in its scope stays.
    spaces = CD_SCO.replace("\tnever\t_\t_", "\tnever \t_\t_", 1)
    assert spaces != CD_SCO
    found = suggested(CD_SCO, spaces)
    assert (found.verdict, dict(found.places), len(found.commands)) == ("valid", {"W126": 1}, 1)
    assert suggested(CD_SCO, CD_SCO).commands == ()


# ---- What a repair of the sign for empty cells leaves


DASHES = "No\t_\t_\n-\t{0}\t{0}\nrain\train\t{0}\n".replace("_", "{0}")


def rows(word_and_cells: str, sign: str) -> str:
    """Return a sentence in columns: a word and its cells on each line."""
    lines = []
    for number, line in enumerate(word_and_cells.format(sign).splitlines()):
        word, *cells = line.split("\t")
        cue = word if word == "No" else sign
        lines.append("\t".join(["a", "1", str(number), word, word, "NN", "*", cue, *cells]) + "\n")
    return "".join(lines) + "\n"


def test_cells_of_a_word_that_is_the_sign_are_counted_where_they_become_empty() -> None:
    content, done = repair_layout(rows(DASHES, "-").encode(), b"_", rows(DASHES, "_").encode())
    assert content.decode() == rows(DASHES, "_")
    assert done == [
        "sign for empty cells (3 of them on lines whose word is that sign itself: check that they are empty)"
    ]


def test_a_sign_that_is_the_only_cue_of_its_negation_stays() -> None:
    line = "a\t2\t0\t-\t-\tNN\t*\t-\t-\t-\n\n"
    content = repair_layout((rows(DASHES, "-") + line).encode(), b"_", b"")[0]
    assert content.decode() == rows(DASHES, "_") + line.replace("\t-\t-\t-\n", "\t-\t_\t_\n")


def test_the_other_task_has_its_own_sign() -> None:
    content, done = repair_layout(NEGES.replace("\t-", "\t_").encode(), b"-", NEGES.encode())
    assert (content.decode(), done) == (NEGES, ["sign for empty cells"])


# ---- What a repair shows that was hidden before

SPANISH = ROOT / "fixtures/larger-spanish"
GOLDS, SYSTEMS = [
    "\n\n".join((SPANISH / name).read_text("utf-8").split("\n\n")[20:60]) + "\n\n"
    for name in ("gold.txt", "system.txt")
]
"""Sentences with two cues twice, and cues in another order than gold's."""


def in_capitals(cell: str) -> str:
    return cell if cell == "-" else cell.upper()


def quoted(text: str) -> str:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    for line in text.split("\n"):
        writer.writerow(line.split("\t") if line else [])
    return stream.getvalue()


@pytest.mark.parametrize(
    ("damaged", "code"),
    [
        (SYSTEMS.encode("utf-16"), "E601"),
        (quoted(SYSTEMS).encode("utf-8-sig"), "E603"),
        (in_cells(in_capitals)(SYSTEMS).encode(), "W901"),
        (SYSTEMS.replace("\t-", "\t").encode(), "E201"),
    ],
)
def test_a_repair_is_suggested_though_the_file_has_other_warnings_then(
    damaged: bytes, code: str
) -> None:
    """A cue twice, and cues in another order than gold's, show only where cues can match."""
    Path("gold.txt").write_text(GOLDS, "utf-8")
    Path("system.txt").write_text(SYSTEMS, "utf-8")
    right = said("score", "-g", "gold.txt", "-s", "system.txt", "--scorer", "scorer_task2")[1]
    (f1,) = re.findall(r"Cues:.* ([0-9.]+)\n", right)
    Path("system.txt").write_bytes(damaged)
    out = said("check", "-g", "gold.txt", "-s", "system.txt", "--scorer", "scorer_task2")[1]
    assert code in out
    command = "sem2012-scorer check -g gold.txt -s system.txt --fix system.fixed.txt"
    assert f"    {command} --scorer scorer_task2\n" in out
    words = " ".join(out.split())
    left = "W128 (same cue twice) and W908 (cue order differs from gold)"
    assert f"This command repairs the file, but the copy will have {left}; " in words
    assert re.search(rf"Cues F1 is (then {f1}|\S+ now and {f1} after it):", words)
    said(*shlex.split(command)[1:], "--scorer", "scorer_task2")
    report = said("score", "-g", "gold.txt", "-s", "system.fixed.txt", "--scorer", "scorer_task2")
    assert report[1] == right


def test_a_repair_is_suggested_though_a_valid_file_has_other_warnings_then() -> None:
    """Blanks behind empty cells hide that two negations have one cue."""
    gold, system = (Path(name).read_text("utf-8") for name in (LARGER_GOLD, LARGER_SYSTEM))
    found = suggested(gold, re.sub(r"\t_\t_\t_$", r"\t_ \t_\t_", system, flags=re.MULTILINE))
    assert found.verdict == "valid" and [*found.places] == ["W126"]
    assert found.commands and found.left == ("W128",)


def test_a_repair_of_an_abort_is_suggested_though_several_codes_remain() -> None:
    found = suggested(GOLDS, SYSTEMS.replace("\n", "\r"), "scorer_task2")
    assert found.verdict == "invalid" and found.left == ("W128", "W908")
    assert [command.split(" -g ")[0] for command in found.commands] == ["sem2012-scorer check"]


def test_a_pipe_is_standard_input_in_what_is_suggested() -> None:
    """What was read from a pipe is gone; two files cannot both be standard input."""
    os.mkfifo("pipe")
    gold, system = source("gold.txt"), source("system.txt")
    piped = Source("pipe")
    assert Call(gold, system).fix().endswith("-s system.txt --fix system.fixed.txt")
    assert Call(gold, piped).fix().endswith("-g gold.txt -s - --fix system.fixed.txt")
    assert Call(gold, piped).can_be_typed and Call(piped, system).can_be_typed
    assert not Call(piped, piped).can_be_typed
    twice = CD_SCO.replace("\n\n", "\n\n\n", 1)
    assert suggested(CD_SCO, twice).commands
    call = Call(
        Source(io.BytesIO(CD_SCO.encode()), name="standard input"),
        Source(io.BytesIO(twice.encode()), name="standard input"),
    )
    checked = check_files(io.BytesIO(CD_SCO.encode()), io.BytesIO(twice.encode()))
    assert add_repair_command_that_works(call, checked).commands == ()


def test_other_separators_are_repaired_though_more_is_wrong_which_is_seen_only_in_columns() -> None:
    found = suggested(CD_SCO.replace("saw", "heard", 1), CD_SCO.replace("\t", " "))
    assert "E603" in found.places and len(found.commands) == 1 and found.left == ("E101",)
    assert "repairs the file, but the copy will have E101 (columns 1-4 differ" in found.text()


def test_a_command_says_what_it_repairs_beside_what_it_leaves() -> None:
    checked = suggested(CD_SCO, CD_SCO)._replace(commands=("sem2012-scorer check",), left=("W404",))
    assert "This command repairs the file, but the copy will have W404 (" in str(checked)
    of_gold = checked._replace(repairs_gold=True)
    assert "This command repairs gold; then give the new file with -g:" in str(of_gold)
    finding = Finding("W404", 1)
    finding = finding._replace(fix=finding.fix_of_both_files())
    beside_gold = checked._replace(findings=(finding,), places={"W404": 1})
    assert "). It does not repair gold:" in " ".join(str(beside_gold).split())
    whole = beside_gold._replace(left=())
    assert "This command repairs this file, but not gold:" in str(whole)
