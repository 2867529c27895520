"""The lines of a table with their cells: TSV, CSV, Markdown and LaTeX."""

from __future__ import annotations

import re

from ..ground.records import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Line(Record):
    """A line of a table: its number, from 1, and its cells."""

    number: int
    cells: tuple[str, ...]


def lines_of(text: str) -> tuple[tuple[str, ...], list[Line]]:
    """Return a table's comments, and its lines with their cells; rules and blank lines left out."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    numbered = [
        (number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()
    ]
    comments = []
    while numbered and numbered[0][1].startswith("#"):
        comments.append(numbered.pop(0)[1].lstrip("# "))
    if any(r"\\" in line and "&" in line for _, line in numbered):
        cells = list(_of_latex(numbered))
    elif rulers := [number for number, line in numbered if RULER.fullmatch(line.strip())]:
        # What stands around a table is no row of it: there is a blank line between them.
        last = rulers[0] - 2
        inside = set()
        for number, line in numbered:
            if line.lstrip().startswith("|") or ("|" in line and number == last + 1):
                inside.add(number)
                last = number
        cells = [
            (number, _split_markdown(line))
            for number, line in numbered
            if number in inside and not RULER.fullmatch(line.strip())
        ]
    else:
        cells = list(_of_separated(numbered))
    lines = [Line(number, tuple([cell.strip() for cell in own])) for number, own in cells]
    return tuple(comments), lines


RULER = re.compile(r"[|:\s-]*-[|:\s-]*\|[|:\s-]*|\|[|:\s-]*-[|:\s-]*")
"""The line below the heads of a Markdown table."""


def _split_markdown(line: str) -> list[str]:
    inner = line.strip().strip("|")
    parts = re.split(r"(?<!\\)\|", inner)
    return [re.sub(r"\\(.)", r"\1", part.replace("**", "")).strip() for part in parts]


def _of_separated(numbered: Sequence[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of lines that are separated by tabs, semicolons or commas."""
    import csv

    first = numbered[0][1] if numbered else ""
    delimiter = next((sign for sign in "\t;," if sign in first), "\t")
    for number, line in numbered:
        if delimiter == "\t":
            yield number, [cell.strip('"') for cell in line.split("\t")]
            continue
        try:
            yield number, next(csv.reader([line], delimiter=delimiter))
        except csv.Error as error:
            shown = repr(line[:60])
            raise ValueError(
                "line %d: found %s; expected cells (%s)" % (number, shown, error)
            ) from None


def _of_latex(numbered: Sequence[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of the rows of a tabular, without commands."""
    row, first = "", 0
    rows: list[tuple[int, str]] = []
    for number, line in numbered:
        # A row ends at two backslashes, wherever the line ends.
        pieces = re.split(r"\\\\(?:\*|\[[^\]]*\])?", re.sub(r"(?<!\\)%.*", "", line))
        for n, piece in enumerate(pieces):
            first = first if "&" in row else number
            row += " " + piece
            if n + 1 < len(pieces):
                rows.append((first, row))
                row = ""
    rows.append((first, row))
    for number, line in rows:
        line = re.sub(r"\\(begin|end)\{\w+\*?\}(\[\w\])?(\{[^&]*\})?", "", line)
        if not re.search(r"(?<!\\)&", line):
            continue
        cells: list[str] = []
        for cell in re.split(r"(?<!\\)&", line):
            several = re.match(r"\s*\\multicolumn\{(\d+)\}\{[^}]*\}\{(.*)\}\s*$", cell)
            plain = _plain_latex(several[2] if several else cell)
            cells += [plain] + [""] * (int(several[1]) - 1 if several else 0)
        yield number, cells


def _plain_latex(cell: str) -> str:
    cell = re.sub(r"\\(?:toprule|midrule|bottomrule|hline|cline\{[^}]*\}|cmidrule\S*)", "", cell)
    cell = re.sub(r"\$\^[^$]*\$|\\textsuperscript\{[^}]*\}", "", cell)
    cell = cell.replace(r"$\pm$", "\u00b1").replace(r"\pm", "\u00b1")
    cell = re.sub(r"\\(?:text\w+|emph|underline|mathbf)\s*\{([^{}]*)\}", r"\1", cell)
    cell = re.sub(r"\\multirow\{[^}]*\}\{[^}]*\}\{(.*)\}", r"\1", cell)
    cell = re.sub(r"~?\\cite\w*(\[[^]]*\])*\{[^}]*\}", "", cell)
    cell = re.sub(r"\\([_%&#$])", r"\1", cell)
    return re.sub(r"[{}$~]|\\\w+", " ", cell).strip()
