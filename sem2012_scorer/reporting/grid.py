"""A table of cells, rendered as text, Markdown, LaTeX or TSV."""

from __future__ import annotations

from ..ground.records import Record
from ..ground.wording import folded, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

MINUS = "\u2212"
"""A minus sign, where a hyphen would not be one."""

MARKDOWN = str.maketrans({**{mark: "\\" + mark for mark in "|\\*_`[]~"}, "<": "&lt;", "&": "&amp;"})
"""What Markdown would take for something else."""

LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "_": r"\_",
        "%": r"\%",
        "&": r"\&",
        "#": r"\#",
        "$": r"\$",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\texttt{\char34}",
    }
)
"""What LaTeX would take for something else."""

BETWEEN = 2
LATEX_SIZES = (
    (66, ""),
    (86, r"\footnotesize\setlength{\tabcolsep}{4pt}"),
    (104, r"\scriptsize\setlength{\tabcolsep}{3pt}"),
)
SMALLEST = r"\tiny\setlength{\tabcolsep}{1.5pt}"
"""The letters of a table in LaTeX, by how many digits wide it is at most: a page has 345 points, a
digit of 10 points 5 of them, and what stands between columns counts as `BETWEEN`."""

SEPARATOR = "  "

WIDEST_NAME = 14
"""How many characters the name of a row may have at the head of a column, if it can be folded."""

WIDTH = 80
"""How many characters a line has on a terminal, and a line of a table for people."""


class Grid(Record):
    """A table: the cells of its head, and of its rows, as text.

    `signature` says where its numbers come from, `remark` what they are. `bold` are the cells in bold,
    row and column from 0, the head not counted. Control characters are shown as
    escapes.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    signature: str = ""
    bold: Collection[tuple[int, int]] = ()
    remark: str = ""

    def text(
        self,
        *,
        left: int = 1,
        is_ruled: bool = True,
        also_ruled: Collection[int] = (),
        widest_head: int = 1000,
        indent: str = "",
    ) -> list[str]:
        """Return lines with aligned columns, the first `left` of them to the left.

        Heads are folded to `widest_head` characters. Where it `is_ruled`, a rule
        stands below the head, and one above each of the rows `also_ruled`. A row
        with a name alone widens no column.
        """
        heads = [folded(visible(cell), widest_head) or [""] for cell in self.head]
        height = max(map(len, heads))
        top = [*zip(*[[""] * (height - len(head)) + head for head in heads])]
        rows = [*top, *([visible(cell) for cell in row] for row in self.rows)]
        sized = [row for row in rows if any(row[1:])] or rows
        widths = [max(map(len, column)) for column in zip(*sized)]
        ruled = {height, *[height + row for row in also_ruled]} if is_ruled else set()
        lines = []
        for number, row in enumerate(rows):
            if number in ruled:
                lines.append(indent + "-" * (sum(widths) + len(SEPARATOR) * (len(widths) - 1)))
            cells = [
                cell.ljust(width) if column < left else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths))
            ]
            lines.append((indent + SEPARATOR.join(cells)).rstrip())
        return lines

    def fitted(
        self,
        width: int = WIDTH,
        *,
        left: int = 1,
        also_ruled: Collection[int] = (),
        widest_head: int = 1000,
        with_next: Collection[int] = (),
    ) -> list[str]:
        """Return the lines of `text`; where some are wider than `width`, blocks of columns.

        Each block has the first `left` columns, and after them as many as fit, at least one. No
        block of several ends with a column that stands `with_next`.
        """
        lines: list[str] = []
        start = left
        while start < len(self.head) or not lines:
            block: list[str] = []
            for end in range(start + 1, len(self.head) + 1):
                some = self._columns([*range(left), *range(start, end)])
                found = some.text(left=left, also_ruled=also_ruled, widest_head=widest_head)
                if block and max(map(len, found)) > width:
                    break
                if not block or end - 1 not in with_next:
                    block, after = found, end
            if not block:
                return self.text(left=left, also_ruled=also_ruled, widest_head=widest_head)
            lines += [*([""] if lines else []), *block]
            start = after
        return lines

    def fitted_either_way(
        self, *, also_ruled: Collection[int] = (), widest_head: int = 1000
    ) -> list[str]:
        """Return lines that fit a terminal: as they are, turned, or in blocks, whichever is shortest."""
        turned = self.turned()
        found = [
            self.text(also_ruled=also_ruled, widest_head=widest_head),
            turned.text(widest_head=WIDEST_NAME),
        ]
        fitting = [lines for lines in found if max(map(len, lines)) <= WIDTH]
        if fitting:
            return fitting[0]
        found = [
            self.fitted(also_ruled=also_ruled, widest_head=widest_head),
            turned.fitted(widest_head=WIDEST_NAME),
        ]
        return min(found, key=lambda lines: (max(WIDTH, *map(len, lines)), len(lines)))

    def _columns(self, places: Sequence[int]) -> Grid:
        """Return the table with some of its columns alone."""
        rows = [[row[place] for place in places] for row in self.rows]
        return self._replace(head=[self.head[place] for place in places], rows=rows, bold=())

    def turned(self) -> Grid:
        """Return the table with its rows as columns: the names of its rows are the heads."""
        corner, *names = self.head
        head = [corner, *[row[0] for row in self.rows]]
        columns = zip(*[row[1:] for row in self.rows])
        rows = [[name, *column] for name, column in zip(names, columns)]
        return self._replace(head=head, rows=rows, bold={(c - 1, r + 1) for r, c in self.bold})

    def markdown(self, left: int = 1) -> str:
        """Return a Markdown table, the first `left` columns and one without a head to the left.

        The remark is below it, the signature in a comment after it.
        """
        head = [visible(cell).translate(MARKDOWN) for cell in self.head]
        ruler = ["---:" if n >= left and cell else "---" for n, cell in enumerate(head)]
        rows = self._marked("**%s**", lambda cell: visible(cell).translate(MARKDOWN))
        text = "".join("| %s |\n" % " | ".join(row) for row in (head, ruler, *rows))
        remark = "\n%s\n" % visible(self.remark).translate(MARKDOWN) if self.remark else ""
        return text + remark + "\n<!-- %s -->\n" % self.signature

    def latex_width(self) -> int:
        """Return about how many digits wide the table is in LaTeX, with the space between columns."""
        rows = [self.head, *self.rows]
        return sum(max(map(len, column)) + BETWEEN for column in zip(*rows))

    def latex(self) -> str:
        """Return a LaTeX tabular that needs no package; signature and remark in comments.

        A table that is wider than a page is in small print.
        """
        head = " & ".join(map(latex_cell, self.head))
        sizes = [size for most, size in LATEX_SIZES if self.latex_width() <= most]
        size = sizes[0] if sizes else SMALLEST
        return "\n".join(
            (
                "%% %s" % self.signature,
                *(["%% %s" % visible(self.remark)] if self.remark else []),
                *([r"\begingroup%s" % size] if size else []),
                r"\begin{tabular}{l%s}" % ("r" * (len(self.head) - 1)),
                r"\hline",
                head + r" \\",
                r"\hline",
                *(" & ".join(row) + r" \\" for row in self._marked(r"\textbf{%s}", latex_cell)),
                r"\hline",
                r"\end{tabular}",
                *([r"\endgroup"] if size else []),
                "",
            )
        )

    def tsv(self) -> str:
        """Return lines of cells separated by tabs, in quotation marks where they have some."""
        return "".join("\t".join(map(_tsv_cell, row)) + "\n" for row in (self.head, *self.rows))

    def _marked(self, mark: str, shown: Callable[[str], str]) -> Iterator[list[str]]:
        """Yield the rows, each cell as `shown`, those in bold in the `mark`."""
        for r, row in enumerate(self.rows):
            yield [
                mark % shown(cell) if (r, c) in self.bold else shown(cell)
                for c, cell in enumerate(row)
            ]


def best_of(cells: Sequence[str]) -> list[int]:
    """Return the places of the highest value, as shown; none if all are the same, or all are zero."""
    values = [float(cell.split()[0]) if cell else 0.0 for cell in cells]
    most = max(values)
    best = [place for place, value in enumerate(values) if value == most]
    return best if most and len(best) < len(values) else []


def _tsv_cell(cell: str) -> str:
    """Return a cell as spreadsheets and pandas read it."""
    shown = visible(cell)
    return '"%s"' % shown.replace('"', '""') if '"' in shown else shown


def latex_cell(cell: str) -> str:
    """Return a text for LaTeX: at the start of a line, [ and * would belong to the line before."""
    text = visible(cell).translate(LATEX)
    # Two hyphens in a row would be a dash.
    while "--" in text:
        text = text.replace("--", "-{}-")
    text = text.replace("\u00b1", r"$\pm$").replace(MINUS, "$-$")
    return "{}" + text if text[:1] in ("[", "*") else text


def cells_of_lines(text: str) -> list[tuple[int, list[str]]]:
    """Return the number and the cells of each line of a table in TSV, CSV or Markdown.

    Lines of # and rules of Markdown are left out. Raises csv.Error for a line that cannot be read.
    """
    import csv
    import re

    numbered = enumerate(text.lstrip("\ufeff").splitlines(), start=1)
    lines = [(number, one) for number, one in numbered if one.strip() and one[0] != "#"]
    if lines and lines[0][1].lstrip().startswith("|"):
        bars = [(number, one.strip()) for number, one in lines if one.lstrip().startswith("|")]
        split = [(number, re.split(r"(?<!\\)\|", one.strip("|"))) for number, one in bars]
        made = [
            (number, [cell.strip().strip("*").replace("\\|", "|") for cell in row])
            for number, row in split
        ]
        return [one for one in made if not all(re.fullmatch(":?-+:?", cell) for cell in one[1])]
    separator = "\t" if lines and "\t" in lines[0][1] else ","
    reader = csv.reader([one for _, one in lines], delimiter=separator)
    return [(lines[reader.line_num - 1][0], [cell.strip() for cell in row]) for row in reader]
