"""Write ``docs/published.md``: the tables of papers in ``fixtures/published/``, as ``verify`` answers them.

python compat/workbench/published.py > docs/published.md
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Iterator

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sem2012_scorer.cli import answer
from sem2012_scorer.verifying.tables import read_table

TABLES = {
    "sem2012-table4": ("--gold-counts", "cdsco-test"),
    "sem2012-task2-table3": ("--gold-counts", "focus=712"),
    "uio1-2012": (),
    "enger-velldal-2017": (),
    "upc-neges-2018": (),
    "sineva-2021-table8": (),
}
"""The tables, in the order of the page, and what ``verify`` is told of their gold."""

HEAD = """\
# Published numbers, recomputed

What `verify --published` says of tables of the field: the counts that give each row, and for rows that no counts give,
what they are. Counts are true positives, false negatives and false positives (in B rows and for the focus task `system`, what
the system has). How to read the remarks is said in [verify.md](verify.md#published-rows).

The tables are in `fixtures/published/`, as the papers print them. This page is written by
`python compat/workbench/published.py`, and a test holds it.
"""


def page() -> Iterator[str]:
    """Yield the parts of the page: its head, and a section for each table."""
    yield HEAD
    for name, words in TABLES.items():
        path = "fixtures/published/%s.tsv" % name
        source, *about = read_table((ROOT / path).read_text(encoding="utf-8")).comments
        command = ["verify", "--published", str(ROOT / path), *words, "--format", "markdown"]
        found = answer(command).stdout.decode()
        shown = " ".join(["sem2012-scorer", "verify", "--published", path, *words])
        yield "## %s\n\n%s.\n\n%s\n\n`%s`\n\n%s" % (
            *(name, source.replace("*", "\\*"), " ".join(about), shown, found),
        )


if __name__ == "__main__":
    sys.stdout.write("\n".join(page()))
