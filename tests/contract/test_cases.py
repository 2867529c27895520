"""Every case that is a file is answered as the file beside it says: see `cases`."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import ANSWER, ROOT, answer_of, case_folders

FOLDERS = case_folders()


def test_there_are_cases() -> None:
    assert len(FOLDERS) > 100


@pytest.mark.parametrize("folder", FOLDERS, ids=[str(f.relative_to(ROOT)) for f in FOLDERS])
def test_a_case_is_answered_as_the_file_beside_it_says(folder: Path) -> None:
    assert answer_of(folder) == (folder / ANSWER).read_text(encoding="utf-8")
    assert sorted(path.name for path in folder.iterdir() if path.name not in KEPT) == []


KEPT = {ANSWER, "system", "gold.txt", "options"}
