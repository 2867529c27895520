"""Natural wrong calls: each is answered in one line that says what to do, or is understood."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from compat.workbench.recorded import Case
from sem2012_scorer.cli import command_answer

FILES = "-g gold.txt -s system.txt"
REFUSED = {
    "gold.txt system.txt": "there is no command gold.txt: ",
    "gold.txt": "; sem2012-scorer -g GOLD -s SYSTEM scores files",
    "scores " + FILES: "did you mean score?",
    "score gold.txt system.txt": "give -g/--gold and -s/--system",
    "score -g gold.txt --pred system.txt": "there is no option --pred: did you mean --system?",
    "score -g gold.txt -p system.txt": "there is no option -p: did you mean --system?",
    "score %s --nis=true" % FILES: "--nis takes no value",
    "score %s --json" % FILES: "there is no option --json: did you mean --format json?",
    "score %s --punct form" % FILES: "did you mean --punctuation?",
    "score %s --format csv" % FILES: "--format does not take csv: did you mean tsv?",
    "score %s --output" % FILES: "-o/--output takes a value (write --output=-x for one",
    "score %s --scorer neges" % FILES: "--scorer does not take neges: eval.cd-sco, ",
    "score %s --mean" % FILES: "--mean goes with several systems",
    "score %s --layout paper"
    % FILES: "there is no option --layout: --layout paper is --paper, --layout plain is not needed since 1.0",
    "convert gold.txt --match words": "--match words is --allow-missing, --match names is not needed",
    "verify --layout paper": "there is no option --layout (sem2012-scorer verify --help",
    "convert gold.txt --to pb-foc": "--to does not take pb-foc: ",
    "score %s --leave-out x" % FILES: "there is no option --leave-out: it is not needed since 1.0",
    "explain %s --row Cues" % FILES: "there is no option --row: it is --rows since 1.0",
    "verify --published t.tsv --precision 9": "go with --measure, not with a table",
    "verify --published t.tsv --recall 9": "go with --measure, not with a table",
    "verify --published t.tsv --f1 9": "go with --measure, not with a table",
    "verify --published t.tsv --pair x": "--pair and --numbers go with recorded reports",
    "verify --published t.tsv --numbers": "--pair and --numbers go with recorded reports",
    "verify --row cues --f1 91.31": "there is no option --row: it is --measure since 1.0",
    "convert gold.txt --word-column=2": "it is --fields word=X since 1.0",
    "check --explain W124": "it is --about since 1.0",
    "score %s --format table" % FILES: "--format does not take table: ",
    "check system.txt": "give -s/--system or --about",
    "check --about E999": "there is no code E999",
    "agreement gold.txt": "give two annotations",
    "agreement gold.txt system.txt gold.txt": "give two annotations",
    "convert": "give INPUT",
    "baseline -g gold.txt -s system.txt": "there is no option -s",
    "verify -g gold.txt -s system.txt": "name a report",
    "dropin": "give FILE",
}
UNDERSTOOD = {
    FILES: "score " + FILES,
    "score -ggold.txt -ssystem.txt": "score " + FILES,
    "score %s --scorer eval.cd-sco-2.2" % FILES: "score " + FILES,
    "score %s --scorer scorer_task2.pl" % FILES: "score %s --scorer scorer_task2" % FILES,
    "score -g folder -s system.txt --rows cues --format tsv": "",
    "agreement -s system.txt -g gold.txt": "agreement gold.txt system.txt",
    "agreement gold.txt -s system.txt": "agreement gold.txt system.txt",
    "verify --f1 100 " + FILES: "verify --others --f1 100 " + FILES,
    "dropin scorer_task2.pl --force": "dropin scorer_task2.pl --force --scorer scorer_task2",
}
"""What is understood, each with the call that is meant, if one answers the same."""


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch) -> None:
    """A folder with two files, and one of them in a folder, from which commands are called."""
    case = Case("all-right")
    (tmp_path / "folder").mkdir()
    shutil.copy(case.gold, tmp_path / "gold.txt")
    shutil.copy(case.gold, tmp_path / "folder" / "dev.gold.txt")
    shutil.copy(case.system, tmp_path / "system.txt")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("call", REFUSED)
def test_a_wrong_call_is_answered_in_one_line_that_says_what_to_do(call) -> None:
    found = command_answer(call.split())
    assert (found.status, found.stdout) == (2, b"") and found.stderr.count(b"\n") == 1
    assert REFUSED[call] in found.stderr.decode()
    assert {path.name for path in Path().iterdir()} == {"folder", "gold.txt", "system.txt"}


@pytest.mark.parametrize("call", UNDERSTOOD)
def test_what_can_be_understood_is_done(call) -> None:
    found = command_answer(call.split())
    assert found.status == 0 and found.stdout
    if UNDERSTOOD[call]:
        assert found == command_answer(UNDERSTOOD[call].split())
