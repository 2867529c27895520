"""Tables for papers: Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..ground.wording import visible
from ..reporting.grid import Grid

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


def markdown(grid: Grid) -> str:
    """Return a Markdown table; the caption is below it, the signature in a comment after it."""
    head = [visible(cell).translate(MARKDOWN) for cell in grid.head]
    ruler = ["---:" if n and cell else "---" for n, cell in enumerate(head)]
    rows = _with_marks(grid, "**%s**", lambda cell: visible(cell).translate(MARKDOWN))
    text = "".join("| {} |\n".format(" | ".join(row)) for row in (head, ruler, *rows))
    caption = f"\n{visible(grid.caption).translate(MARKDOWN)}\n" if grid.caption else ""
    return text + caption + (f"\n<!-- {grid.signature} -->\n" if grid.signature else "")


def latex(grid: Grid) -> str:
    """Return a LaTeX table that needs no package; the signature in a comment."""
    columns = zip(grid.head, *grid.rows)
    is_wide = sum(max(map(len, column)) + 2 for column in columns) > DIGITS_OF_A_PAGE
    return "\n".join(
        (
            f"% {grid.signature}",
            r"\begin{table}",
            r"\centering",
            *([r"\scriptsize\setlength{\tabcolsep}{3pt}"] if is_wide else []),
            r"\begin{tabular}{l%s}" % ("r" * (len(grid.head) - 1)),
            r"\hline",
            " & ".join(map(latex_cell, grid.head)) + r" \\",
            r"\hline",
            *(" & ".join(row) + r" \\" for row in _with_marks(grid, r"\textbf{%s}", latex_cell)),
            r"\hline",
            r"\end{tabular}",
            *([rf"\caption{{{latex_cell(grid.caption)}}}"] if grid.caption else []),
            r"\end{table}",
            "",
        )
    )


def _with_marks(grid: Grid, bold: str, shown: Callable[[str], str]) -> Iterator[list[str]]:
    """Yield the rows, each cell as `shown`, those in bold so, with their marks."""
    for r, row in enumerate(grid.rows):
        yield [
            (bold % shown(cell) if (r, c) in grid.bold else shown(cell))
            + shown(grid.marks.get((r, c), ""))
            for c, cell in enumerate(row)
        ]


def latex_cell(cell: str) -> str:
    """Return a text for LaTeX: at the start of a line, [ and * would belong to the line before."""
    text = visible(cell).translate(LATEX)
    while "--" in text:  # two hyphens in a row would be a dash
        text = text.replace("--", "-{}-")
    return "{}" + text if text[:1] in ("[", "*") else text


def lacking(format: str, missing: Sequence[str]) -> str:
    """Return what a table that goes into a paper says about files that could not be scored."""
    lines = [visible(line.partition("\n")[0]) for line in missing]
    if format == "latex":
        return "".join(f"% {line}\n" for line in lines)
    return "".join(f"\n{line.translate(MARKDOWN)}\n" for line in lines if format == "markdown")
