"""Cases that are files: a folder each, with what the command answers beside it.

A folder holds the system's file, and if they differ from those of the folder above, `gold.txt` and `options`, the
words of the command. `answer` is the exit status, standard output and standard error. When answers change on
purpose, ``python3 tests/cases.py`` shows each difference, and with ``--write`` takes the new answers over.
"""

from __future__ import annotations

import difflib
import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from conftest import command_answer  # noqa: E402

ANSWER = "answer"


def case_folders(below: Path = ROOT / "tests") -> list[Path]:
    """Return the folders of cases."""
    return sorted(path.parent for path in below.rglob(f"cases/**/{ANSWER}"))


def inherited(folder: Path, name: str) -> Path:
    """Return a file of a case: its own, or that of the nearest folder above."""
    for place in (folder, *folder.parents):
        if (place / name).exists():
            return place / name
    raise FileNotFoundError(name)


def files_of_cases(part: str) -> list[tuple[bytes, bytes]]:
    """Return gold and the system's file, in columns, of each case of a part of the package that gives both."""
    return [
        (inherited(folder, "gold.txt").read_bytes(), (folder / "system").read_bytes())
        for folder in case_folders(ROOT / "tests" / part)
        if folder.parent.name != "predictions"
        and "GOLD" in inherited(folder, "options").read_text(encoding="utf-8")
    ]


def answer_of(folder: Path) -> str:
    """Return what the command answers now; the case's folder is where it runs."""
    words = shlex.split(inherited(folder, "options").read_text(encoding="utf-8"))
    gold = os.path.relpath(inherited(folder, "gold.txt"), folder)
    before = Path.cwd()
    os.chdir(folder)
    try:
        found = command_answer([word.replace("GOLD", gold) for word in words])
    finally:
        os.chdir(before)
    shown = [f"status {found.status}\n", found.stdout.decode(), found.stderr.decode()]
    return "".join(shown).replace(gold, "gold.txt")


def differences() -> Iterator[tuple[Path, str, str]]:
    """Yield the cases whose answer is another now, with both answers."""
    for folder in case_folders():
        before, now = (folder / ANSWER).read_text(encoding="utf-8"), answer_of(folder)
        if before != now:
            yield folder, before, now


def main() -> None:
    """Show what has changed; take it over with ``--write``."""
    for folder, before, now in differences():
        name = str(folder.relative_to(ROOT))
        lines = difflib.unified_diff(
            before.splitlines(), now.splitlines(), name, "now", lineterm=""
        )
        print("\n".join(lines) + "\n")
        if "--write" in sys.argv[1:]:
            (folder / ANSWER).write_text(now, encoding="utf-8")


if __name__ == "__main__":
    main()
