"""A table of cells: as text, TSV, Markdown and LaTeX.

A `Grid` takes the cells of its head and rows as text; each of its methods returns one form.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..common.wording import visible, wrap_wording

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
        rows: list[Sequence[str]] = _stacked_heads(self.head, widest_head)
        height = len(rows)
        for row in self.rows:
            rows.append([visible(cell) for cell in row])
        widths = _widths_of_columns(rows)
        rules = set()
        if ruled is not None:
            rules = {height} | {height + number for number in ruled}
        lines = []
        for number, row in enumerate(rows):
            if number in rules:
                lines.append("-" * (sum(widths) + 2 * (len(widths) - 1)))
            lines.append(_align_cells(row, widths, left))
        return lines

    def fitted(self, *, ruled: Collection[int] = (), widest_head: int = 1000) -> list[str]:
        """Return the lines of `text`, where they are too wide as blocks of as many columns as fit."""
        blocks: list[list[str]] = []
        start = 1
        for end in range(2, max(len(self.head), 2) + 1):
            for first in (start, end - 1):  # the column fits beside the others, or begins a block
                head, *rows = self._with_columns(first, end)
                block = Grid(head, rows).text(ruled=ruled, widest_head=widest_head)
                if max(map(len, block)) <= WIDTH:
                    break
            if first > start or not blocks:
                blocks.append(block)
            else:
                blocks[-1] = block
            start = first
        return "\n\n".join(map("\n".join, blocks)).split("\n")

    def _with_columns(self, first: int, end: int) -> list[list[str]]:
        """Return the head and the rows with the first column, and those from `first` to before `end`."""
        return [[row[0], *row[first:end]] for row in (self.head, *self.rows)]

    def tsv(self) -> str:
        """Return lines of cells separated by tabs, in quotation marks where they have some."""
        text = ""
        for row in (self.head, *self.rows):
            text += "\t".join(map(_quote_for_tsv, row)) + "\n"
        return text

    def markdown(self) -> str:
        """Return a Markdown table; the caption is below it, the signature in a comment after it."""
        head = [markdown_cell(cell) for cell in self.head]
        ruler = []
        for column, cell in enumerate(head):
            if column > 0 and cell != "":
                ruler.append("---:")  # a column of numbers
            else:
                ruler.append("---")
        text = ""
        for row in (head, ruler, *self._with_marks("**%s**", markdown_cell)):
            text += "| {} |\n".format(" | ".join(row))
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
        names = list(self.head) + [row[0] for row in self.rows]
        if not all(map(_has_only_latin_letters, names)):
            lines.insert(1, "% names need lualatex or xelatex, and a font that has their letters")
        if is_wide:
            lines.insert(1, "% the table is wide: in two columns, use table*")
            lines.append(r"\scriptsize\setlength{\tabcolsep}{3pt}")
        lines += [r"\begin{tabular}{l%s}" % ("r" * (len(self.head) - 1)), r"\hline"]
        lines.append(" & ".join(map(_latex_cell, self.head)) + r" \\")
        lines.append(r"\hline")
        for row in self._with_marks(r"\textbf{%s}", _latex_cell):
            lines.append(" & ".join(row) + r" \\")
        lines += [r"\hline", r"\end{tabular}"]
        if self.caption:
            lines.append(rf"\caption{{{_latex_cell(self.caption)}}}")
        lines += [r"\end{table}", ""]
        return "\n".join(lines)

    def _with_marks(self, bold: str, shown: Callable[[str], str]) -> Iterator[list[str]]:
        """Yield the rows, each cell as `shown`, those in bold so, with their marks."""
        for r, row in enumerate(self.rows):
            cells = []
            for c, cell in enumerate(row):
                text = shown(cell)
                if (r, c) in self.bold:
                    text = bold % text
                cells.append(text + shown(self.marks.get((r, c), "")))
            yield cells


def _stacked_heads(heads: Sequence[str], widest: int) -> list[Sequence[str]]:
    """Return the lines of a head whose cells are folded to `widest` characters; they end together."""
    folded_heads = [wrap_wording(visible(cell), widest) or [""] for cell in heads]
    height = max(map(len, folded_heads))
    columns = []
    for head in folded_heads:
        above = [""] * (height - len(head))
        columns.append(above + head)
    return list(zip(*columns))


def _widths_of_columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the widths of columns; a row with a name alone widens none, unless all rows are such."""
    sized = [row for row in rows if any(row[1:])] or rows
    return [max(map(len, column)) for column in zip(*sized)]


def _align_cells(row: Sequence[str], widths: Sequence[int], left: int) -> str:
    """Return a line of cells, the first `left` of them to the left."""
    cells = []
    for column, (cell, width) in enumerate(zip(row, widths)):
        if column < left:
            cells.append(cell.ljust(width))
        else:
            cells.append(cell.rjust(width))
    return "  ".join(cells).rstrip()


def _quote_for_tsv(cell: str) -> str:
    """Return a cell for TSV: in quotation marks if it has some."""
    text = visible(cell)
    if '"' not in text:
        return text
    return '"%s"' % text.replace('"', '""')


def _has_only_latin_letters(text: str) -> bool:
    """Return whether plain LaTeX can print a text."""
    return all(character in "±†‡\u2212" or ord(character) < 0x180 for character in visible(text))


def markdown_cell(text: str) -> str:
    """Return a text for a Markdown table."""
    return visible(text).translate(MARKDOWN)


def _latex_cell(cell: str) -> str:
    """Return a text for LaTeX: at the start of a line, [ and * would belong to the line before."""
    text = visible(cell).translate(LATEX)
    while "--" in text:  # two hyphens in a row would be a dash
        text = text.replace("--", "-{}-")
    if text[:1] in ("[", "*"):
        return "{}" + text
    return text
