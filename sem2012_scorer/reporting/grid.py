"""A table of cells: as text, TSV, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..common.wording import folded, visible

MARKDOWN = str.maketrans({**{mark: "\\" + mark for mark in "|\\*_`[]~"}, "<": "&lt;", "&": "&amp;"})
"""What Markdown would take for something else."""
LATEX = str.maketrans(
    {
        **{mark: "\\" + mark for mark in "_%&#${}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        '"': r"\texttt{\char34}",
        "±": r"$\pm$",
        "†": r"$^{\dagger}$",
        "‡": r"$^{\ddagger}$",
        "\u2212": "$-$",
    }
)
"""What LaTeX would take for something else, or has other signs for."""
DIGITS_OF_A_PAGE = 66
"""About how many digits fit beside each other on a page: a wider table is in small print."""

WIDTH = 80  # how many characters a line of a table has at most


class Grid(NamedTuple):
    """A table: the cells of its head, and of its rows, as text.

    `bold` are the cells in bold, row and column from 0, the head not counted; `marks` are signs after
    cells, such as † for a difference. `caption` says what the table shows, and `signature` where its
    numbers come from, for those who cite them. Control characters are shown as escapes.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    bold: Collection[tuple[int, int]] = ()
    marks: Mapping[tuple[int, int], str] = {}
    caption: str = ""
    signature: str = ""

    def text(
        self, *, left: int = 1, ruled: Collection[int] | None = (), widest_head: int = 1000
    ) -> list[str]:
        """Return lines with aligned columns, the first `left` of them to the left.

        Heads are folded to `widest_head` characters. A rule stands below the head, and one above each
        of the rows `ruled`; none where that is None. A row with a name alone widens no column.
        """
        heads = [folded(visible(cell), widest_head) or [""] for cell in self.head]
        height = max(map(len, heads))
        top = [*zip(*[[""] * (height - len(head)) + head for head in heads])]
        rows = [*top, *([visible(cell) for cell in row] for row in self.rows)]
        sized = [row for row in rows if any(row[1:])] or rows
        widths = [max(map(len, column)) for column in zip(*sized)]
        rules = set() if ruled is None else {height, *[height + row for row in ruled]}
        lines = []
        for number, row in enumerate(rows):
            if number in rules:
                lines.append("-" * (sum(widths) + 2 * (len(widths) - 1)))
            cells = [
                cell.ljust(width) if column < left else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths))
            ]
            lines.append("  ".join(cells).rstrip())
        return lines

    def fitted(self, *, ruled: Collection[int] = (), widest_head: int = 1000) -> list[str]:
        """Return the lines of `text`, where they are too wide as blocks of as many columns as fit."""
        blocks: list[list[str]] = []
        start = 1
        for end in range(2, max(len(self.head), 2) + 1):
            for first in (start, end - 1):  # the column fits beside the others, or begins a block
                rows = [[row[0], *row[first:end]] for row in (self.head, *self.rows)]
                block = Grid(rows[0], rows[1:]).text(ruled=ruled, widest_head=widest_head)
                if max(map(len, block)) <= WIDTH:
                    break
            if first > start or not blocks:
                blocks.append(block)
            else:
                blocks[-1] = block
            start = first
        return "\n\n".join(map("\n".join, blocks)).split("\n")

    def tsv(self) -> str:
        """Return lines of cells separated by tabs, in quotation marks where they have some."""
        text = ""
        for row in (self.head, *self.rows):
            cells = [visible(cell) for cell in row]
            quoted = ['"%s"' % cell.replace('"', '""') if '"' in cell else cell for cell in cells]
            text += "\t".join(quoted) + "\n"
        return text

    def markdown(self) -> str:
        """Return a Markdown table; the caption is below it, the signature in a comment after it."""
        head = [markdown_cell(cell) for cell in self.head]
        ruler = ["---:" if n and cell else "---" for n, cell in enumerate(head)]
        rows = self._with_marks("**%s**", markdown_cell)
        text = "".join("| {} |\n".format(" | ".join(row)) for row in (head, ruler, *rows))
        if self.caption:
            text += f"\n{markdown_cell(self.caption)}\n"
        if self.signature:
            text += f"\n<!-- {self.signature} -->\n"
        return text

    def latex(self) -> str:
        """Return a LaTeX table that needs no package; the signature in a comment."""
        columns = zip(self.head, *self.rows)
        is_wide = sum(max(map(len, column)) + 2 for column in columns) > DIGITS_OF_A_PAGE
        lines = [f"% {self.signature}", r"\begin{table}", r"\centering"]
        if not all(map(_is_latin, [*self.head, *[row[0] for row in self.rows]])):
            lines.insert(1, "% names need lualatex or xelatex, and a font that has their letters")
        if is_wide:
            lines.insert(1, "% the table is wide: in two columns, use table*")
            lines.append(r"\scriptsize\setlength{\tabcolsep}{3pt}")
        lines += [r"\begin{tabular}{l%s}" % ("r" * (len(self.head) - 1)), r"\hline"]
        lines.append(" & ".join(map(latex_cell, self.head)) + r" \\")
        lines.append(r"\hline")
        for row in self._with_marks(r"\textbf{%s}", latex_cell):
            lines.append(" & ".join(row) + r" \\")
        lines += [r"\hline", r"\end{tabular}"]
        if self.caption:
            lines.append(rf"\caption{{{latex_cell(self.caption)}}}")
        return "\n".join([*lines, r"\end{table}", ""])

    def _with_marks(self, bold: str, shown: Callable[[str], str]) -> Iterator[list[str]]:
        """Yield the rows, each cell as `shown`, those in bold so, with their marks."""
        for r, row in enumerate(self.rows):
            cells = []
            for c, cell in enumerate(row):
                text = bold % shown(cell) if (r, c) in self.bold else shown(cell)
                cells.append(text + shown(self.marks.get((r, c), "")))
            yield cells


def _is_latin(text: str) -> bool:
    """Return whether plain LaTeX can print a text."""
    return all(character in "±†‡\u2212" or ord(character) < 0x180 for character in visible(text))


def markdown_cell(text: str) -> str:
    """Return a text for a Markdown table."""
    return visible(text).translate(MARKDOWN)


def latex_cell(cell: str) -> str:
    """Return a text for LaTeX: at the start of a line, [ and * would belong to the line before."""
    text = visible(cell).translate(LATEX)
    while "--" in text:  # two hyphens in a row would be a dash
        text = text.replace("--", "-{}-")
    return "{}" + text if text[:1] in ("[", "*") else text
