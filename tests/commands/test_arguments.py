"""Natural wrong calls: each is answered in a line that says what is wrong, or is understood."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conftest import ROOT, command_answer, sample

from compat.tools.recorded import Case

FILES = "-g gold.txt -s system.txt"
REFUSED = {
    "gold.txt system.txt": "invalid choice: 'gold.txt'",
    "scores " + FILES: "invalid choice: 'scores'",
    "baseline -g gold.txt": "invalid choice: 'baseline'",
    "score gold.txt system.txt": "required: -g/--gold, -s/--system",
    "score -g gold.txt --pred system.txt": "required: -s/--system",
    "score -g gold.txt -p system.txt": "required: -s/--system",
    "score %s --nis=true" % FILES: "argument --nis: ignored explicit argument 'true'",
    "score %s --punct form" % FILES: "unrecognized arguments: --punct",
    "score %s --others" % FILES: "unrecognized arguments: --others",
    "score %s --rules b" % FILES: "unrecognized arguments: --rules",
    "score %s --format csv" % FILES: "argument --format: invalid choice: 'csv'",
    "score %s --format html" % FILES: "argument --format: invalid choice: 'html' (choose from",
    "score %s --output" % FILES: "-o/--output: expected one argument",
    "score %s --scorer neges" % FILES: "argument --scorer: invalid choice: 'neges' (choose from",
    "score %s --mean" % FILES: "--mean needs several systems",
    "score %s --rows Kues" % FILES: "has no row Kues; its rows: cues",
    "explain %s --row Cues" % FILES: "unrecognized arguments: --row",
    "explain %s --outcome fn" % FILES: "unrecognized arguments: --outcome",
    "explain %s --kind odd" % FILES: "no kind of error 'odd'; the kinds: missed, invented",
    "explain %s --format tsv" % FILES: "argument --format: invalid choice: 'tsv'",
    "compare " + FILES: "give two systems or more",
    "compare %s gold.txt --resamples 9" % FILES: "unrecognized arguments: --resamples",
    "compare %s gold.txt --trials 0"
    % FILES: "--trials: expected a whole number from 1 to 999999999, not 0",
    "convert system.txt -g gold.txt --to jsonl": "unrecognized arguments: --to",
    "convert system.txt -g gold.txt --from brat": "argument --from: invalid choice: 'brat' (choose from",
    "convert system.txt": "give gold with -g",
    "convert": "required: FILE",
    "verify --published t.tsv --f1 9": "--f1 does not go with --published: it is for one row",
    "verify " + FILES: "name a report",
    "check system.txt": "one of the arguments -s/--system --about is required",
    "check --about E999": "there is no code E999; the codes are E101",
    "agreement gold.txt": "required: B",
    "agreement gold.txt system.txt gold.txt": "unrecognized arguments: gold.txt",
    "dropin": "required: FILE",
    "help nothing": "invalid choice: 'nothing'",
    # Options that go with others, or with something else
    "score %s --scorer pb-foc --rows cues" % FILES: "pb-foc has one row",
    "score %s --rows ," % FILES: "--rows names no row; the rows: cues, scopes-cm, ",
    "score %s --rows scope"
    % FILES: "'scope' may be scopes-cm, scopes-ncm or tokens; write one of them",
    "score %s --rows nis" % FILES: "eval.cd-sco has no rows nis without --nis; its rows: cues",
    "score %s --scorer scorer_task2 --rows scopes"
    % FILES: "scorer_task2 has no rows scopes; its rows: cues, cues-b; groups: b, all",
    "score %s gold.txt --names a a" % FILES: "--names takes names that differ and are not empty",
    "score %s gold.txt --names a"
    % FILES: "--names needs one name for each system: 1 name for 2 systems",
    "score %s system.txt" % FILES: "system.txt is named twice",
    "explain %s --rows nis" % FILES: "explain has no NIS rows",
    "compare %s gold.txt --metrics p --format svg"
    % FILES: "--format svg shows F1: leave --metrics out",
    "compare %s gold.txt --metrics q" % FILES: "--metrics takes p, r, f1, not q",
    "compare %s gold.txt --trials x" % FILES: "expected a whole number from 1 to 999999999, not x",
    "compare %s gold.txt --seed -1" % FILES: "expected a whole number from 0 to 999999999, not -1",
    "convert -s system.txt -g gold.txt": "unrecognized arguments: -s",
    "explain -s system.txt": "the following arguments are required: -g",
    "score -s system.txt": "the following arguments are required: -g",
    "convert gold.txt --from bioscope --labels A=CUE": "--from bioscope takes none of the other options for predictions",
    "check %s --fields foo=4"
    % FILES: "--fields for labels takes word, label, cue, scope, event, sentence",
    "score %s --labels A=CUE A=O" % FILES: "--labels gives A two meanings",
    "score %s --labels 1_C=SCOPE 2_C=SCOPE"
    % FILES: "1_C and 2_C both mean SCOPE; say which begins one, such as --labels 1_C=B-SCOPE 2_C=I-SCOPE",
    "score %s --fields word=1 word=2" % FILES: "--fields gives word twice",
    "score %s --fields label=2 label=2" % FILES: "--fields gives label twice",
    "compare %s gold.txt --metrics ," % FILES: "--metrics takes p, r, f1, not nothing",
    "verify system.txt -g gold.txt": "give both -g and -s, or neither to check the report alone",
    "verify gold.txt --gold-counts cues=3": "--gold-counts goes with --published or --measure",
    "verify --measure cues --f1 9 -g gold.txt": "-g does not go with --published or --measure; give the numbers of gold, as in --gold-counts cues=264,scopes=249",
    "verify gold.txt --measure cues": "REPORT does not go with --published or --measure",
    "verify --measure cues --precision n/a": "--precision n/a: expected a percentage from 0 to 100, or a fraction",
    "verify --measure cues --precision 9x --recall 90": "--precision 9x: expected a percentage from 0 to 100, or a fraction",
    "verify system.txt %s --tolerance 101"
    % FILES: "expected a number of points from 0 to 100, not '101'",
    "verify system.txt gold.txt "
    + FILES: "2 reports, 1 gold file and 1 system file: give one report for each system file, and one gold file or one for each",
    "verify folder": "no report in folder",
    "dropin folder/dev.gold.txt": "does not say which script it replaces: give --scorer or --same-as",
    "dropin new.pl --same-as folder": "cannot read folder: it is not a file",
    "dropin new.pl --same-as nothing": "cannot read nothing: No such file or directory",
}
UNDERSTOOD = {
    "help score": "score --help",
    FILES: "score " + FILES,
    "score -ggold.txt -ssystem.txt": "score " + FILES,
    "score %s --scorer eval.cd-sco-2.2" % FILES: "score " + FILES,
    "score %s --scorer scorer_task2.pl" % FILES: "score %s --scorer scorer_task2" % FILES,
    "score -g folder -s system.txt --rows cues --format tsv": "",
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
def test_a_wrong_call_is_answered_in_a_line_that_says_what_is_wrong(call) -> None:
    found = command_answer(call.split())
    assert (found.status, found.stdout) == (2, b"")
    *usage, last = found.stderr.decode().splitlines()
    assert REFUSED[call] in last
    assert not usage or usage[0].startswith("usage: sem2012-scorer")  # argparse has answered
    assert {path.name for path in Path().iterdir()} == {"folder", "gold.txt", "system.txt"}


@pytest.mark.parametrize("call", UNDERSTOOD)
def test_what_can_be_understood_is_done(call) -> None:
    found = command_answer(call.split())
    assert found.status == 0 and found.stdout
    if UNDERSTOOD[call]:
        assert found == command_answer(UNDERSTOOD[call].split())


@pytest.mark.parametrize(
    "words",
    [
        "score -g {gold} -s /dev/zero",
        "score -g /dev/zero -s {gold}",
        "check -s /dev/zero",
        "convert /dev/zero -g {gold}",
        "verify /dev/zero",
    ],
)
def test_a_device_without_an_end_is_not_read(words: str) -> None:
    gold = ROOT / "fixtures" / "all-right" / "gold.txt"
    found = command_answer([word.format(gold=gold) for word in words.split()])
    assert (found.status, found.stdout) == (2, b"")
    assert b"/dev/zero: a device without an end" in found.stderr


def test_a_folder_that_cannot_be_made_is_an_error_in_words(tmp_path: Path) -> None:
    gold = (ROOT / "fixtures" / "all-right" / "gold.txt").read_text()
    for folder in ("gold", "system"):
        (tmp_path / folder).mkdir()
        for name in ("a.txt", "b.txt"):
            (tmp_path / folder / name).write_text(gold)
    (tmp_path / "file").write_text("mine")
    files = ["-g", str(tmp_path / "gold")]
    out = str(tmp_path / "file" / "out")
    system = str(tmp_path / "system")
    for call in (["check", "-s", system, "--fix", out], ["convert", system, "-o", out]):
        found = command_answer([*call, *files])
        assert (found.status, found.stdout) == (2, b"")
        assert b"cannot make the folder" in found.stderr and b"Errno" not in found.stderr


@pytest.mark.parametrize("number, command", [*enumerate(["score", "check", "explain"])])
def test_every_recorded_pair_has_an_answer(number: int, command: str) -> None:
    """Many of them are broken files, gold too: what explains them must not fail over them."""
    folders = [path.parent for path in sorted((ROOT / "fixtures").glob("*/gold.txt"))]
    assert len(folders) > 150
    for folder in sample(folders, number):
        gold, system = folder / "gold.txt", folder / "system.txt"
        found = command_answer([command, "-g", str(gold), "-s", str(system)])
        assert found.status in (0, 1, 2), folder
        assert found.stdout or found.stderr, folder
