"""Live comparison with originals that this machine has.

SEM2012_ORIGINALS names their paths, separated as in PATH. Without it these
tests are skipped, and reported as skipped.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from conftest import PYTHON, ROOT, run

PATHS = [path for path in os.environ.get("SEM2012_ORIGINALS", "").split(os.pathsep) if path]
NONE = pytest.param("", marks=pytest.mark.skip(reason="SEM2012_ORIGINALS names no original"))


@pytest.mark.parametrize("path", PATHS or [NONE])
def test_the_port_answers_as_the_original_does_on_generated_pairs(path: str) -> None:
    words = [path, "--pairs", "500", "--seed", "7"]
    answer = run([PYTHON, ROOT / "compat/tools/against_original.py", *words], ROOT)
    assert answer.status == 0, answer.stdout.decode() + answer.stderr.decode()
    assert b"500 pairs" in answer.stdout and b": 0 differ" in answer.stdout


@pytest.mark.parametrize("path", PATHS or [NONE])
def test_the_recorded_answers_are_those_of_the_original(path: str, tmp_path: Path) -> None:
    """Records into a copy of the fixtures: nothing may change."""
    for name in ("compat", "fixtures", "sem2012_scorer"):
        shutil.copytree(ROOT / name, tmp_path / name)
    answer = run([PYTHON, tmp_path / "compat/tools/record.py", path], tmp_path)
    assert answer.status == 0, answer.stderr.decode()
    assert answer.stdout.endswith(b" 0 answers new or changed\n")
