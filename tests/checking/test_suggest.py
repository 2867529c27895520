"""The commands that messages suggest."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from sem2012_scorer.checking.suggest import command_line


def test_no_command_reads_two_pipes_again(tmp_path: Path) -> None:
    pipes = [str(tmp_path / "gold"), str(tmp_path / "system")]
    for pipe in pipes:
        os.mkfifo(pipe)
    gold, system = pipes
    assert command_line("check", Namespace(gold=[gold], system=[system]), "") == ""
    expected = "sem2012-scorer check -g gold.txt -s -"
    assert command_line("check", Namespace(gold=["gold.txt"], system=[system]), "") == expected
