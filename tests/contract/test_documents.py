"""What the documents say is so: their commands and programs are run, their tables and numbers compared."""

from __future__ import annotations

import re
import shlex
import shutil
from typing import NamedTuple

import pytest
from conftest import PYTHON, ROOT, command_answer, run

import sem2012_scorer
from compat.tools.recorded import Case, cases
from sem2012_scorer import explain_files, score_files
from sem2012_scorer.checking.findings import CODES
from sem2012_scorer.cli import COMMANDS
from sem2012_scorer.commands.tables import TSV_COLUMNS
from sem2012_scorer.port.scripts import ORIGINALS
from sem2012_scorer.reading.facts import INPUT_FORMATS
from sem2012_scorer.reading.released import released_corpora

PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *ROOT.glob("compat/*.md")]
}
README = PAGES["README.md"]
QUIRKS = PAGES["compat/QUIRKS.md"]
SET_UP = "python3 -m venv .venv && . .venv/bin/activate && pip install ."
"""How to set up an environment."""


class Example(NamedTuple):
    """A command on a page, what it is said to print, and its exit status.

    What is printed is its standard output, or with `has_stderr` its standard error before that.
    """

    page: str
    command: str
    output: str
    status: int
    has_stderr: bool


def examples() -> list[Example]:
    """Return the commands on the pages.

    Commands that follow each other without output in between print the same.
    The status is 0 unless the block says ``console status=N``; ``console stderr``
    shows standard error too.
    """
    found = []
    for page, text in PAGES.items():
        for said, block in re.findall(r"^```console(.*)\n((?:.*\n)*?)```$", text, re.MULTILINE):
            lines = block.splitlines(True)
            output = "".join(line for line in lines if not line.startswith("$ "))
            status = int(said.partition("status=")[2] or 0)
            commands = [line[2:].rstrip("\n") for line in lines if line.startswith("$ ")]
            stderr = "stderr" in said
            found += [Example(page, command, output, status, stderr) for command in commands]
    return found


EXAMPLES = [example for example in examples() if example.command != SET_UP]
PROGRAMS = [
    (page, program, output)
    for page, text in PAGES.items()
    for program, output in re.findall(
        r"^```python\n((?:.*\n)*?)```\n(?:\n```text\n((?:.*\n)*?)```\n)?", text, re.MULTILINE
    )
]


def test_there_are_examples_and_programs() -> None:
    commands = sum(len(re.findall(r"^\$ ", text, re.MULTILINE)) for text in PAGES.values())
    assert len(EXAMPLES) == commands - README.count("$ " + SET_UP) > 0
    assert len(PROGRAMS) == sum(text.count("```python\n") for text in PAGES.values()) > 0


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: "%s: %s" % (e.page, e.command))
def test_an_example_prints_what_the_page_shows(
    example: Example, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    words = shlex.split(example.command)
    if words[0] == "perl" and shutil.which("perl") is None:
        pytest.skip("there is no Perl here")
    if words[0] == "python3":
        words[0] = PYTHON
    if words[0] == "sem2012-scorer":
        answer = command_answer(words[1:])
    else:
        answer = run(words, ROOT)
    shown = answer.stderr + answer.stdout if example.has_stderr else answer.stdout
    # A line of … stands for any lines.
    parts = re.split(r"^…\n", example.output, flags=re.MULTILINE)
    pattern = r"(?:.*\n)+".join(map(re.escape, parts))
    assert re.fullmatch(pattern, shown.decode()), shown.decode()
    assert example.output.count("…\n") <= 2 and any(map(str.strip, parts))
    assert answer.status == example.status
    assert example.has_stderr or answer.stderr == b""


@pytest.mark.parametrize("number", range(len(PROGRAMS)), ids=lambda n: PROGRAMS[n][0])
def test_a_program_prints_what_the_page_shows(number: int) -> None:
    _, program, output = PROGRAMS[number]
    assert output or "assert " in program
    answer = run([PYTHON, "-c", program], ROOT)
    assert (answer.stdout.decode(), answer.stderr, answer.status) == (output, b"", 0)


def test_every_command_line_of_ours_is_in_a_block_that_is_run() -> None:
    """Outside such blocks stand only those that need an original or a file of the reader's."""
    for page, text in PAGES.items():
        text = re.sub(r"^```.*\n(?:.*\n)*?```$", "", text, flags=re.MULTILINE)
        for line in re.findall(r"^ {4}(\S.*)$", text, re.MULTILINE):
            if "compat/" in line or "sem2012" in line:
                assert re.search(
                    r"ORIGINAL|GOLD|gold(/|\.txt)|original\.pl|eval\.cd-sco\.pl$", line
                ), "%s: %s" % (
                    page,
                    line,
                )


def test_every_format_of_predictions_is_on_its_page() -> None:
    page = PAGES["docs/predictions.md"]
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(INPUT_FORMATS)


def options_of(command: str) -> set[str]:
    shown = command_answer([command, "--help"]).stdout.decode()
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z0-9-]*", shown))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_fits_on_a_screen(command: str) -> None:
    lines = command_answer([command, "--help"]).stdout.decode().splitlines()
    assert len(lines) <= 45 and max(map(len, lines)) <= 100


def test_every_option_on_the_pages_is_one_of_a_command() -> None:
    known = {option for command in COMMANDS for option in options_of(command)}
    known |= {"--version", "--help", "--pairs", "--seed", "--python", "--half"}
    for page in ("README.md", *[one for one in PAGES if one.startswith("docs/")]):
        for option in re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", PAGES[page]):
            if page not in ("docs/compatibility.md", "docs/contributing.md"):
                assert option in known, (page, option)


def test_every_code_on_the_pages_is_one_of_check() -> None:
    for page in ("README.md", "docs/check.md"):
        assert set(re.findall(r"\b[EW]\d{3}\b", PAGES[page])) <= {*CODES}


NAMED = re.compile(r"(?<![\w/])(?:compat|docs|fixtures|sem2012_scorer|tests)/[\w./-]*\w")


@pytest.mark.parametrize("page", PAGES)
def test_every_file_on_a_page_is_there(page: str) -> None:
    """But for names in capitals, which stand for any."""
    for name in NAMED.findall(PAGES[page]):
        assert (ROOT / name).exists() or name.split("/")[1].isupper(), name


def test_the_list_of_the_tools_names_only_its_files() -> None:
    for name in re.findall(r"`(tools/\w+\.py)`", PAGES["compat/README.md"]):
        assert (ROOT / "compat" / name).exists(), name


@pytest.mark.parametrize("page", PAGES)
def test_a_link_leads_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", PAGES[page]):
        assert ((ROOT / page).parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES)
def test_a_link_into_a_page_leads_to_a_heading(page: str) -> None:
    for target, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", PAGES[page]):
        path = ((ROOT / page).parent / target).resolve() if target else ROOT / page
        headings = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert anchor in [re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings]


def test_the_front_page_is_short_and_leads_to_every_other() -> None:
    assert len(README.split()) <= 1300
    for page in PAGES:
        assert page == "README.md" or page.startswith("compat/") or "(%s)" % page in README, page


def test_every_released_corpus_is_on_the_page_with_its_numbers() -> None:
    page = PAGES["docs/formats.md"]
    for one in released_corpora():
        numbers = one.cues, one.scopes, one.scope_tokens, one.events
        row = "| `%s` | %s |" % (one.identifier, " | ".join(map(str, numbers)))
        assert row in page or "`%s` %d" % (one.identifier, one.cues) in page, row


def test_the_formats_page_describes_every_column_and_key() -> None:
    result = score_files(*Case("all-right").files, nis=True).to_dict()
    keys = {*result, *result["sentences"], *result["nis"]["NIS tok"]}
    for name in (*TSV_COLUMNS, *keys, *result["measures"]["Cues"]):
        assert "`%s`" % name in PAGES["docs/formats.md"], name


def test_the_page_on_explain_describes_every_key() -> None:
    (sentence,) = (s.to_dict() for s in explain_files(*Case("several-negations").files))
    for name in (*sentence, *sentence["outcomes"][0], *sentence["gold"][0]):
        assert "`%s`" % name in PAGES["docs/explain.md"], name


def test_the_page_on_python_has_every_public_name_and_uses_every_function() -> None:
    page = PAGES["docs/python.md"]
    programs = "".join(re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE))
    for name in sem2012_scorer.__all__:
        assert "`%s`" % name in page, name
        if name.islower():
            assert re.search(r"\b%s\b" % name, programs), name


def test_every_original_is_on_the_front_page_and_in_the_page_on_compatibility() -> None:
    for identifier in ORIGINALS:
        assert re.search(r"[` ]%s`" % re.escape(identifier), README)
        assert "| `%s` |" % identifier in PAGES["docs/compatibility.md"]


def test_ci_runs_the_test_command_of_the_readme() -> None:
    assert "$ %s\n" % SET_UP in README and "\n    python3 -m pytest\n" in README
    script = (ROOT / ".ci/run").read_text()
    for step in ("python3 -m venv", "pip install", "'.[test]'", "-m pytest"):
        assert step in script, step


def test_the_numbers_of_cases_and_quirks_are_right() -> None:
    assert "\n- %d recorded cases" % len(cases()) in PAGES["docs/compatibility.md"]
    quirks = re.findall(r"^## (\d+)\. ", QUIRKS, re.MULTILINE)
    assert quirks == [str(number) for number in range(1, len(quirks) + 1)]
    assert "The complete list of %d," % len(quirks) in PAGES["docs/report.md"]


def test_every_quirk_has_a_case_and_says_what_and_where() -> None:
    names = {case.name for case in cases()}
    quirks = [
        quirk
        for page, text in PAGES.items()
        if page.startswith("compat/QUIRKS")
        for quirk in text.split("\n## ")[1:]
    ]
    assert len(quirks) > 35
    for quirk in quirks:
        title, _, script, shown, prints, expected = quirk.strip().split("\n")[:6]
        assert re.match(r"- script: lines? [^\n]*\d{3}", script), title
        assert prints.startswith("- the originals: ")
        assert expected.startswith("- one would expect: ")
        shown_by = re.findall(r"`([^`]+)`", shown)
        assert shown_by and set(shown_by) <= names, title


def test_the_version_is_the_same_everywhere() -> None:
    version = sem2012_scorer.__version__
    assert "\nversion: %s\n" % version in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert "\n## %s (" % version in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_nothing_claims_a_license() -> None:
    """The owner has not chosen one: the front page says so, and the metadata claim none."""
    assert "No license has been chosen yet, " in README
    for name in ("setup.cfg", "pyproject.toml", "CITATION.cff"):
        assert not re.search("licen[cs]e", (ROOT / name).read_text(encoding="utf-8"), re.IGNORECASE)
