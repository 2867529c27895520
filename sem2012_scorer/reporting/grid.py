"""A table of cells: as text and as TSV here, as Markdown and LaTeX in `commands.paper`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ..ground.records import Record
from ..ground.wording import folded, visible

WIDTH = 80  # how many characters a line of a table has at most


class Grid(Record):
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
