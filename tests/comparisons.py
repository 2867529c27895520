"""Systems that tests of compare share."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from smaller import SMALLER

from sem2012_scorer.cli import answer

LARGE = SMALLER
GOLD, SYSTEM = LARGE.files


def damaged(text: str, share: float, seed: int = 1) -> str:
    """Return a system's file of which some sentences have lost their negations."""
    draw = random.Random(seed)
    sentences = []
    for sentence in text.split("\n\n"):
        if sentence.strip() and "\t***" not in sentence and draw.random() < share:
            rows = [line.split("\t")[:7] for line in sentence.split("\n")]
            sentence = "\n".join("\t".join([*row, "***"]) for row in rows)
        sentences.append(sentence)
    return "\n\n".join(sentences)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    path = tmp_path / "damaged.txt"
    path.write_text(damaged(LARGE.system.read_text(), 0.1))
    return path


def run(*words: object, status: int = 0) -> str:
    found = answer(["compare", "-g", GOLD, *map(str, words)])
    assert found.status == status, found
    return (found.stdout + (found.stderr if status else b"")).decode()


FEW = ["--trials", "100"]


@pytest.fixture
def runs(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders: three runs of one system, two of another."""
    return written_runs(tmp_path, (3, 2))


@pytest.fixture
def more_runs(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders: three runs of each of two systems."""
    return written_runs(tmp_path, (3, 3))


def written_runs(tmp_path: Path, numbers: tuple[int, int]) -> tuple[Path, Path]:
    """Write damaged copies of the system as runs of two; return the folders."""
    text = Path(SYSTEM).read_text(encoding="utf-8")
    folders = tmp_path / "a", tmp_path / "b"
    for folder, share, number in zip(folders, (0.1, 0.3), numbers):
        folder.mkdir()
        for seed in range(number):
            content = damaged(text, share, seed)
            (folder / ("run%d.txt" % seed)).write_text(content, encoding="utf-8")
    return folders
