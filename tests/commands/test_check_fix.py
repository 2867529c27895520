"""``check --fix``: the copy that is written, and what is not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from damaged import CD_SCO

from sem2012_scorer.cli import answer


def run(*words: str | Path, status: int) -> tuple[str, str]:
    """Return what ``check`` prints on both streams."""
    found = answer(["check", *map(str, words)])
    assert found.status == status, found
    return found.stdout.decode(), found.stderr.decode()


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """Work in a folder with gold.txt and system.txt, whose content is returned."""
    monkeypatch.chdir(tmp_path)
    content = CD_SCO.replace("\n", "\r\n").encode()
    Path("gold.txt").write_text(CD_SCO)
    Path("system.txt").write_bytes(content)
    return content


def test_an_input_is_never_written_over(broken: bytes) -> None:
    os.symlink("system.txt", "symbolic")
    os.link("system.txt", "hard")
    for name in ("system.txt", "./system.txt", "gold.txt", "symbolic", "hard"):
        out, error = run("-g", "gold.txt", "-s", "system.txt", "--fix", name, status=2)
        assert out == "" and "input" in error
    assert Path("system.txt").read_bytes() == broken
    assert Path("gold.txt").read_text() == CD_SCO


def test_a_copy_is_a_file_with_a_name(broken: bytes) -> None:
    Path("folder").mkdir()
    for name, said in (("-", "takes the name of"), ("folder", "it is a folder"), ("", "no name")):
        _, error = run("-g", "gold.txt", "-s", "system.txt", "--fix", name, status=2)
        assert said in error
    assert os.listdir("folder") == []


def test_a_copy_is_written_whole_or_not_at_all(
    broken: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("copy.txt").write_text("mine")
    before = sorted(os.listdir())

    def full(*names: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        found = answer(["check", "-s", "system.txt", "--fix", "copy.txt"])
        assert found.status and b"No space" in found.stderr
    run("-s", "system.txt", "--fix", "nowhere/copy.txt", status=2)
    assert Path("copy.txt").read_text() == "mine" and sorted(os.listdir()) == before
    run("-s", "system.txt", "--fix", "copy.txt", status=0)
    assert Path("copy.txt").read_text() == CD_SCO


def test_what_cannot_be_repaired_is_named_with_the_reason(broken: bytes) -> None:
    Path("json").write_text('{"tokens": ["No"], "negations": []}\n')
    out, _ = run("-s", "json", "--fix", "copy.txt", status=1)
    assert "json: not repaired: " in out and not Path("copy.txt").exists()
    Path("words").write_text(CD_SCO.replace("gate", "date").replace("\n", "\r\n"))
    out, _ = run("-g", "gold.txt", "-s", "words", "--fix", "copy.txt", status=1)
    assert "aborts at line 9 (E101 " in out and out.endswith(
        "repaired: line endings; not repaired: E101 columns 1-4 differ from gold (first in line 9)\n"
    )
    assert Path("copy.txt").read_text() == CD_SCO.replace("gate", "date")


def test_a_copy_that_aborts_where_the_file_does_not_is_not_written(broken: bytes) -> None:
    Path("gold.txt").write_text("\ufeff" + CD_SCO)
    Path("marked").write_text("\ufeff" + CD_SCO)
    out, _ = run("-g", "gold.txt", "-s", "marked", "--fix", "copy.txt", status=1)
    assert "not written" in out and "repair gold first" in out and not Path("copy.txt").exists()


def test_several_files_are_repaired_into_a_folder(broken: bytes) -> None:
    Path("more.txt").write_bytes(broken)
    Path("wrong.txt").write_text(CD_SCO.replace("gate", "date"))
    files = ("-g", "gold.txt", "-s", "system.txt", "more.txt")
    out, _ = run(*files, "--fix", "fixed", status=0)
    assert out == "".join(
        f"fixed/{n}.txt: valid; repaired: line endings\n" for n in ("system", "more")
    )
    assert {path.read_text() for path in Path("fixed").iterdir()} == {CD_SCO}
    out, _ = run(*files, "wrong.txt", "--fix", "fixed", status=1)
    last = out.splitlines()[-1]
    assert last.startswith("fixed/wrong.txt: invalid: eval.cd-sco aborts at line 9 (E101")
    Path("other.txt").write_text("mine")
    assert "takes the name of a folder" in run(*files, "--fix", "other.txt", status=2)[1]
    assert "folder for several files" in run(*files, "--fix", "-", status=2)[1]
    Path("other").mkdir()
    Path("other/more.txt").write_bytes(broken)
    error = run(*files, "other/more.txt", "--fix", "fixed", status=2)[1]
    assert "to the same name: take one subfolder" in error
