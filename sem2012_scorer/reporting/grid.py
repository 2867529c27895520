"""A table of cells, rendered as text, Markdown, LaTeX or TSV."""

from __future__ import annotations

import textwrap

from ..ground.records import Record
from ..ground.wording import visible

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

BOOKTABS = (r"\toprule", r"\midrule", r"\bottomrule")
"""The rules of the LaTeX package of that name: above, below the head, below."""

SEPARATOR = "  "


class Grid(Record):
    """A table: the cells of its head, and of its rows, as text.

    `signature` says where its numbers come from. `bold` are the cells in bold,
    row and column from 0, the head not counted. Control characters are shown as
    escapes.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    signature: str = ""
    bold: Collection[tuple[int, int]] = ()

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
        heads = [textwrap.wrap(visible(cell), widest_head) or [""] for cell in self.head]
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

    def markdown(self, left: int = 1) -> str:
        """Return a Markdown table, the first `left` columns and one without a head to the left.

        The signature is in a comment after it.
        """
        head = [visible(cell).translate(MARKDOWN) for cell in self.head]
        ruler = ["---:" if n >= left and cell else "---" for n, cell in enumerate(head)]
        rows = self._marked("**%s**", lambda cell: visible(cell).translate(MARKDOWN))
        text = "".join("| %s |\n" % " | ".join(row) for row in (head, ruler, *rows))
        return text + "\n<!-- %s -->\n" % self.signature

    def latex(self, booktabs: bool = False) -> str:
        """Return a LaTeX tabular that needs no package but `booktabs`; the signature in a comment."""
        head = " & ".join(map(_latex_cell, self.head))
        rules = BOOKTABS if booktabs else (r"\hline",) * 3
        return "\n".join(
            (
                "%% %s" % self.signature,
                r"\begin{tabular}{l%s}" % ("r" * (len(self.head) - 1)),
                rules[0],
                head + r" \\",
                rules[1],
                *(" & ".join(row) + r" \\" for row in self._marked(r"\textbf{%s}", _latex_cell)),
                rules[2],
                r"\end{tabular}",
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


def _tsv_cell(cell: str) -> str:
    """Return a cell as spreadsheets and pandas read it."""
    shown = visible(cell)
    return '"%s"' % shown.replace('"', '""') if '"' in shown else shown


def _latex_cell(cell: str) -> str:
    """Return a cell for LaTeX: at the start of a line, [ and * would belong to the line before."""
    text = visible(cell).translate(LATEX)
    # Two hyphens in a row would be a dash.
    while "--" in text:
        text = text.replace("--", "-{}-")
    text = text.replace("\u00b1", r"$\pm$").replace(MINUS, "$-$")
    return "{}" + text if text[:1] in ("[", "*") else text
