"""Each code of `check` has a folder of cases, and can be looked up."""

from __future__ import annotations

import re

from cases import ANSWER, ROOT, case_folders

from sem2012_scorer.cli import answer

TEXT = (ROOT / "sem2012_scorer/checking/codes.txt").read_text("utf-8")
TITLES = dict(re.findall(r"^([EW]\d{3}): (.+)$", TEXT, re.M))
FOLDERS = case_folders(ROOT / "tests/checking")


def test_a_folder_of_cases_is_named_as_the_code_that_they_show_first() -> None:
    codes = set()
    for folder in FOLDERS:
        shown = re.search(r"\b([EW]\d{3})\b", (folder / ANSWER).read_text("utf-8"))
        if folder.parent.name in TITLES:
            assert shown is not None and shown[1] == folder.parent.name, folder
            codes.add(shown[1])
    assert codes == {*TITLES}


def test_every_code_can_be_looked_up() -> None:
    for code, title in TITLES.items():
        shown = answer(["check", "--about", code.lower()])
        head, meaning, example, fix = re.split("\n{1,2}", shown.stdout.decode().strip())
        assert head == f"{code} {title}"
        assert meaning.endswith(".")
        assert example.startswith("example  ")
        assert fix.startswith("fix      ")
    wrong = answer(["check", "--about", "E999"])
    assert wrong.status == 2
    assert all(code.encode() in wrong.stderr for code in TITLES)
