"""What the documents say is so: their commands are run, their numbers counted."""

from __future__ import annotations

import re
import shutil

import pytest
from conftest import PYTHON, ROOT, run

import sem2012_scorer
from compat.workbench.recorded import cases
from sem2012_scorer import explain_files, score_files
from sem2012_scorer.formats import TSV_COLUMNS
from sem2012_scorer.legacy.originals import ORIGINALS

README = (ROOT / "README.md").read_text(encoding="utf-8")
COMPATIBILITY = (ROOT / "compat/README.md").read_text(encoding="utf-8")
LEDGER = (ROOT / "compat/QUIRKS.md").read_text(encoding="utf-8")
TEST_COMMAND = "python3 -m venv .venv && .venv/bin/python -m pip install '.[test]' && .venv/bin/python -m pytest"


def examples() -> list[tuple[str, str]]:
    """Return the commands in the README, each with what it is said to print.

    Commands that follow each other without output in between print the same.
    """
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", README, re.MULTILINE | re.DOTALL):
        commands, output = [], []
        for line in block.splitlines():
            (commands if line.startswith("$ ") else output).append(line)
        found += [(line[2:], "".join(row + "\n" for row in output)) for line in commands]
    return found


EXAMPLES = [example for example in examples() if example[0] != TEST_COMMAND]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 8


PROGRAMS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("number", range(4))
def test_a_python_example_is_so(number: int, monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    assert "assert " in PROGRAMS[number]
    exec(PROGRAMS[number], {})
    assert len(PROGRAMS) == 4


def test_the_readme_describes_every_column_and_key() -> None:
    pair = [ROOT / "fixtures/all-right" / name for name in ("gold.txt", "system.txt")]
    result = score_files(*pair, nis=True).to_dict()
    keys = {*result, *result["sentences"], *result["options"], *result["nis"]["NIS tok"]}
    for name in (*TSV_COLUMNS, *keys, *result["measures"]["Cues"]):
        assert "`%s`" % name in README, name


def test_the_readme_describes_every_key_of_an_explanation() -> None:
    pair = [ROOT / "fixtures/several-negations" / name for name in ("gold.txt", "system.txt")]
    (sentence,) = (explained.to_dict() for explained in explain_files(*pair))
    for name in (*sentence, *sentence["outcomes"][0], *sentence["gold"][0]):
        assert "`%s`" % name in README, name


def test_every_public_name_is_in_the_readme_or_the_packages_page() -> None:
    page = sem2012_scorer.__doc__ + README
    for name in sem2012_scorer.__all__:
        if name not in ("ReportRow", "Tally", "InstanceCounts", "TOKENS", "EXACT"):
            assert re.search(r"\b%s\b" % name, page), name


@pytest.mark.parametrize("command, output", EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_an_example_prints_what_the_readme_shows(command: str, output: str) -> None:
    words = command.split()
    if words[0] == "perl" and shutil.which("perl") is None:
        pytest.skip("there is no Perl here")
    if words[0] == "python3":
        words[0] = PYTHON
    answer = run(words, ROOT)
    assert answer.stdout.decode() == output
    assert (answer.stderr, answer.status) == (b"", 0)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "$ %s\n" % TEST_COMMAND in README
    script = (ROOT / ".ci/run").read_text()
    for step in ("-m venv", "-m pip install", "'.[test]'", "-m pytest"):
        assert step in TEST_COMMAND and step in script, step


def test_the_readme_counts_cases_and_quirks_right() -> None:
    assert "\n- %d recorded cases in" % len(cases()) in README
    quirks = re.findall(r"^## (\d+)\. ", LEDGER, re.MULTILINE)
    assert quirks == [str(number) for number in range(1, len(quirks) + 1)]
    assert "All of them, %d," % len(quirks) in README


def test_every_quirk_has_a_case_and_says_what_and_where() -> None:
    names = {case.name for case in cases()}
    for quirk in LEDGER.split("\n## ")[1:]:
        title, _, script, shown, prints, expected = quirk.strip().split("\n")
        assert script.startswith("- script: lines ") and re.search(r"\d{3}", script), title
        assert prints.startswith("- the originals: ") and expected.startswith(
            "- one would expect: "
        )
        shown_by = re.findall(r"`([^`]+)`", shown)
        assert shown_by and set(shown_by) <= names, title


def test_every_original_is_in_the_readme() -> None:
    for identifier in ORIGINALS:
        assert "| `%s` |" % identifier in README
        assert "`%s`" % identifier in COMPATIBILITY
