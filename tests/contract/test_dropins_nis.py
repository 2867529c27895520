"""``--nis`` in the drop-ins: the section where it is our option, and else what the scripts do."""

from __future__ import annotations

import os

import pytest
from conftest import command_answer, in_pairs
from script_calls import FILES, REPORT, STOP

from sem2012_scorer import dropin
from sem2012_scorer.port.scripts import ORIGINALS

WITH_NIS = [
    ["-g", "gold.txt", "-s", "system.txt", "--nis"],
    ["--nis", "-g", "gold.txt", "-s", "system.txt"],
    ["-ggold.txt", "-ssystem.txt", "--nis"],
    ["-s", "system.txt", "--nis", "-g", "gold.txt"],
]
"""Calls at which Getopt::Std finds only one of the two files: here they print the section too."""

WITHOUT_NIS = [
    ["-g", "gold.txt", "--nis", "system.txt"],
    ["--nis", "system.txt", "-g", "gold.txt"],
    ["-g", "gold.txt", "-s", "system.txt", "--", "--nis"],
    ["-g", "gold.txt", "-s", "system.txt", "rest", "--nis"],
    ["--nis", "--nis", "-g", "gold.txt", "-s", "system.txt"],
    ["-g", "gold.txt", "-s", "system.txt", "--ni"],
]
"""Calls that the scripts score, where ``--nis`` is read at all as -s with the next word."""

REFUSED = {
    ("-g", "gold.txt", "--nis", "-s", "system.txt"): (2, "system output file -s"),
    ("-g", "gold.txt", "-s", "system.txt", "--nis=x"): (2, "system output file =x"),
    ("-g", "gold.txt", "-s", "system.txt", "--nis", "--nis"): (2, "system output file --nis"),
    ("-g", "gold.txt", "--nis"): (255, "System output file (-s) missing"),
    ("--nis", "-s", "system.txt"): (255, "Gold standard file (-g) missing"),
}


def dropin_answer(words, monkeypatch, identifier="eval.cd-sco", case=REPORT):
    monkeypatch.chdir(case.directory)
    return dropin.answer(ORIGINALS[identifier], b"SCRIPT", [*map(os.fsencode, words)])


@pytest.mark.parametrize("words, identifier", in_pairs(WITH_NIS, ORIGINALS))
def test_nis_adds_its_section_to_the_report_of_a_drop_in(words, identifier, monkeypatch) -> None:
    expected = REPORT.answer(identifier)
    found = dropin_answer(words, monkeypatch, identifier)
    if expected.status:
        assert found == expected
        return
    assert (found.stderr, found.status) == (b"", 0)
    files = ["-g", "gold.txt", "-s", "system.txt", "--scorer", identifier]
    assert found.stdout == command_answer(["score", *files, "--nis"]).stdout
    section = found.stdout.removeprefix(expected.stdout)
    assert section.startswith(b"NIS (punctuation by tag)")
    read = (b"Cues", b"Scope", b"Negated", b"Full negation", b"%")
    assert not any(line.startswith(read) for line in section.split(b"\n"))


@pytest.mark.parametrize("words", WITHOUT_NIS, ids=" ".join)
def test_a_call_with_nis_that_the_scripts_score_is_scored_as_they_do(words, monkeypatch) -> None:
    found = dropin_answer(words, monkeypatch)
    assert (found.stdout, found.status) == (REPORT.answer("eval.cd-sco").stdout, 0)
    is_read = "--" not in words and "rest" not in words
    assert (b"Unknown option: n\n" in found.stderr) == is_read


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_a_call_with_nis_that_lacks_a_file_says_so(words, monkeypatch) -> None:
    status, why = REFUSED[words]
    found = dropin_answer(words, monkeypatch)
    assert (found.stdout, found.status) == (b"", status)
    assert why in found.stderr.decode()


def test_nis_changes_nothing_where_the_script_aborts_or_explains(monkeypatch) -> None:
    found = dropin_answer(["--nis", *FILES], monkeypatch, case=STOP)
    assert found == STOP.answer("eval.cd-sco")
    for letter in "-h", "-r":
        expected = dropin_answer([letter], monkeypatch)
        assert dropin_answer(["--nis", letter], monkeypatch) == expected
        assert dropin_answer([letter, "--nis"], monkeypatch) == expected
