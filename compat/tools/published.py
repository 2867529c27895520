"""Write ``docs/published.md``: the rows of papers in ``fixtures/published/`` that are not simply possible.

python compat/tools/published.py > docs/published.md
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Iterator, Mapping

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from sem2012_scorer.verifying.published import verify_published
from sem2012_scorer.verifying.published_table import read_table

TABLES: dict[str, Mapping[str, int | tuple[int, ...]] | None] = {
    "sem2012-table4": {"cues": 264, "scopes": 249, "tokens": 1805, "events": 173},
    "sem2012-table5": {"cues": 264, "scopes": 249, "events": 173},
    "sem2012-task2-table3": {"focus": 712},
    "uio1-2012": None,
    "enger-velldal-2017": None,
    "upc-neges-2018": None,
    "sineva-2021-table8": None,
}
"""The tables, in the order of the page, with gold's totals where the table does not name a corpus."""

HEAD = """\
# Published numbers, checked

`verify --published` was run on tables of the field, as the papers print them (`fixtures/published/`).
Most rows are possible: whole numbers give their scores. This page lists the others.

A row that is *possible as* a mean, or with truncated scores, is not wrong. A row that is *not possible*
cannot come from one run of the scorer. In a scanned copy, a misread digit is the likely cause.

`python compat/tools/published.py` writes this page, and a test compares them.
"""


def page() -> Iterator[str]:
    """Yield the parts of the page: its head, and a section for each table."""
    yield HEAD
    for name, gold in TABLES.items():
        text = (ROOT / "fixtures/published" / (name + ".tsv")).read_text(encoding="utf-8")
        about = [line[1:].strip() for line in text.splitlines() if line.startswith("#")]
        found = verify_published(read_table(text), gold)
        number = Counter(one.verdict for one in found)
        counted = ", ".join("%d %s" % (n, verdict) for verdict, n in number.items())
        lines = ["## %s" % name, "", about[0].replace("*", "\\*") + ".", ""]
        lines += ["%d rows: %s." % (len(found), counted), ""]
        odd = [one for one in found if one.verdict != "possible"]
        if odd:
            lines += ["| system | measure | P | R | F1 | answer |", "|---|---|--:|--:|--:|---|"]
        for one in odd:
            row = one.row
            where = "%s, %s" % (row.system, row.test) if row.test else row.system
            cells = (where, row.measure, row.precision, row.recall, row.f1, str(one))
            lines.append("| %s |" % " | ".join(cells))
        yield "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write("\n".join(page()))
