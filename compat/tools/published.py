"""Write ``fixtures/published/README.md``: the rows of papers in ``fixtures/published/`` that are not simply possible.

python compat/tools/published.py > fixtures/published/README.md
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

COUNTED_AS = {
    "possible as": "possible only as means, or rounded otherwise",
    "contradicts": "contradicting",
}
"""How rows are counted whose verdict needs more words to be one."""

HEAD = """\
# Published numbers, checked

We ran `verify --published` on 333 rows of five papers, in seven files (`fixtures/published/`). Gold's counts were those of the
corpus that a row names; tables 4 and 5 of \\*SEM 2012 got those of `cdsco-test`, and table 3 `focus=712`. Three findings
cannot come from one run of the scorer:

| paper | row | printed | why not |
|---|---|---|---|
| UiO1 2012 | event ranker II, gold scopes, Negated | 84.94 84.95 84.94 | no counts for 173 events give these scores; perhaps a mean over runs |
| \\*SEM 2012, table 5 | FBK, Full negation B | 38.03 40.91 39.42 | contradicts the cues B of the same system; our copy repeats UiO2's row here |
| Sineva et al. 2021, table 8 | Punct-BL on BioScope, NIS tok | 77.0 69.7 73.5 | P and R give F1 73.2, and the baseline has no runs |

19 rows of Sineva et al. are possible only as means over runs, which they are, and the three averages of the NEGES paper only
as means over domains. That is no error. Gold's counts are not known for the 114 rows of Sineva et al. and the 8 domains of
NEGES test: there, only F1 was checked against P and R. For all other rows, except these findings and averages, there are counts that give
exactly the printed scores. The scan of tables 4 and 5 of \\*SEM 2012 shows some digits upside down (98.89 is 68.86); they are turned here, and the files name the
cells.

`python compat/tools/published.py` generates this page; a test checks that it is up to date.
"""


def page() -> Iterator[str]:
    """Yield the parts of the page: its head, and a section for each table."""
    yield HEAD
    for name, gold in TABLES.items():
        text = (ROOT / "fixtures/published" / (name + ".tsv")).read_text(encoding="utf-8")
        about = [line[1:].strip() for line in text.splitlines() if line.startswith("#")]
        found = verify_published(read_table(text), gold)
        number = Counter(one.verdict for one in found)
        counted = ", ".join("%d %s" % (n, COUNTED_AS.get(v, v)) for v, n in number.items())
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
