"""The command that writes a drop-in: which Python its first line names."""

from __future__ import annotations

import pytest
from conftest import command_answer

from sem2012_scorer.commands.dropin import ANY_PYTHON


@pytest.mark.parametrize(
    ("python", "why"),
    [
        ("/home/perl/bin/python3", 'it contains "perl", so Perl would run the script itself'),
        ("/home/my user/python3", "it has a space"),
        ("/home/coding:x/python3", 'it contains "coding", which Python would take for an encoding'),
        ("/" + 130 * "x", "it is longer than 120 characters"),
    ],
)
def test_it_is_said_why_a_first_line_cannot_name_this_python(
    python: str, why: str, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr("sys.executable", python)
    found = command_answer(["dropin", "--scorer", "scorer_task2", str(tmp_path / "x.pl")])
    assert f"cannot name {python} ({why}), so this one names {ANY_PYTHON}".encode() in found.stderr
    assert (tmp_path / "x.pl").read_text().startswith(f"#!{ANY_PYTHON}\n")
