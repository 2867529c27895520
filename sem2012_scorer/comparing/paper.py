"""The table of a paper: systems as rows, measures as columns, marks for differences, and a caption."""

from __future__ import annotations

from itertools import groupby

from ..ground.records import Record
from ..ground.wording import plural, probability, visible
from ..reading.released import released_together
from ..reporting.formats import METRICS
from ..reporting.grid import Grid, best_of, latex_cell
from ..reporting.results import PLAIN, POOLED, PRINTED
from .comparison import NO_P
from .measured import PERCENT
from .tables import SIGNS, parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from .comparison import Compared, ComparedSystem, Comparison
    from .tables import View

MARKS = (("\u2021", 0.01), ("\u2020", 0.05))
"""What marks a difference, and below which p."""

LATEX_MARKS = {"\u2020": r"$^{\dagger}$", "\u2021": r"$^{\ddagger}$"}


class Cell(Record):
    """A value as it is printed, or a mean with its deviation; its mark; whether it is the best."""

    value: str
    deviation: str = ""
    mark: str = ""
    is_best: bool = False

    def __str__(self) -> str:
        deviation = " \u00b1 " + self.deviation if self.deviation else ""
        return self.value + deviation + self.mark


class Paper(Record):
    """A table: the heads of its columns, measure and score, and its rows, by a system's name.

    `caption` says what was done; `signature` says all of it for programs.
    """

    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    caption: tuple[str, ...]
    signature: str


def paper_of(
    found: Comparison,
    view: View,
    shorts: Mapping[str, str],
) -> Paper:
    """Return the table of a comparison; `shorts` head the columns, by the labels of the rows."""
    cells = list(view.cells(found.systems[0]))
    columns = [_column(found, label, score) for label, score in cells]
    rows: list[tuple[str, tuple[Cell, ...]]] = []
    for place, system in enumerate(found.systems):
        rows.append((system.name, tuple([column[place] for column in columns])))
    heads = tuple([(shorts[label], SIGNS[score]) for label, score in cells])
    marks = {cell.mark for column in columns for cell in column}
    caption = list(_caption(found, view, marks))
    return Paper(heads, tuple(rows), tuple(caption), found.signature)


def _column(found: Comparison, label: str, score: str) -> list[Cell]:
    """Return the cells of all systems in a column."""
    several = [system.measures[label][score] for system in found.systems]
    cells = [Cell(*parts_of(one), _mark(one)) for one in several]
    best = best_of([cell.value for cell in cells])
    return [cell._replace(is_best=place in best) for place, cell in enumerate(cells)]


def _mark(one: Compared) -> str:
    """Return the mark of a difference by its corrected p."""
    if one.p_holm is None:
        return ""
    return next((mark for mark, level in MARKS if one.p_holm < level), "")


def _caption(found: Comparison, view: View, marks: Collection[str]) -> Iterator[str]:
    """Yield the sentences of the caption, without those on what is in bold; of marks those that stand."""
    shown = dict.fromkeys(score for _, score in view.cells(found.systems[0]))
    names = [METRICS[score] for score in shown if score in METRICS]
    names += ["share of correct sentences"] if PERCENT in shown else []
    scorer = found.signature.partition("|")[0].partition(":")[2]
    identifier, _, version = scorer.rpartition("-")
    yield "%s (%%)%s, scored by %s%s" % (
        ", ".join(names),
        _tested_on(found),
        identifier,
        "" if identifier.endswith(version) else " " + version,
    )
    if found.has_runs:
        yield "mean \u00b1 standard deviation (n - 1) over %s" % _numbers(found.systems)
    if found.trials:
        yield from _tests(found, marks)
    values = found.values_shown(has_intervals=False)
    yield from [values] if values else []


MEANS_IN_WORDS = {
    POOLED: "pooled over %s",
    PLAIN: "mean over %s",
    PRINTED: "mean over %s of values as printed",
}
PARTS = {"NEGES": "domain", "CD-SCO": "story"}
"""What the files are called of corpora that have several, by how their names begin."""


def _tested_on(found: Comparison) -> str:
    """Return in words what gold is, and what stands for several files."""
    known = found.gold_is
    corpora = {one.corpus.name.partition(", ")[0] for one in known}
    together = released_together(known)
    words = ""
    if together is not None or len(corpora) == 1:
        words = together.name if together is not None else corpora.pop()
        if len(known) == 1:
            words = str(known[0])
        elif not all(one.is_whole for one in known):
            words += " with other annotation"
    elif known:
        words = ", ".join(map(str, known))
    parts = [part for start, part in PARTS.items() if words.startswith(start)]
    if found.files > 1:
        part = parts[0] if parts else "file"
        several = plural(found.files, part, "stories" if part == "story" else part + "s")
        how = MEANS_IN_WORDS[found.means] % several
        return " on %s, %s" % (words, how) if words else ", " + how
    return " on " + words if words else ""


def _numbers(systems: Sequence[ComparedSystem]) -> str:
    """Return how many runs the systems have: one number, if all have as many."""
    numbers = [len(system.runs) for system in systems]
    if len(set(numbers)) == 1 and not any(system.of_runs for system in systems):
        return plural(numbers[0], "run") + (" of each system" if len(systems) > 1 else "")
    return "the runs: " + ", ".join("%s (%s)" % (one.name, _number(one)) for one in systems)


def _number(system: ComparedSystem) -> str:
    """Return how many runs a system has, and of how many if some are missing."""
    return "%d" % len(system.runs) + (" of %d" % system.of_runs if system.of_runs else "")


def _tests(found: Comparison, standing: Collection[str]) -> Iterator[str]:
    """Yield what the marks mean that stand in the table, and how p was computed; why there is no p."""
    baseline, *others = found.systems
    tested = [system for system in others if any(one.p is not None for one in system.cells)]
    if tested:
        own = ["%s p < %s" % one for one in reversed(MARKS) if one[0] in standing]
        marks = ", ".join(own) or "no p < %s" % MARKS[-1][1]
        holm = ", after Holm's correction over %d systems" % len(tested) if len(tested) > 1 else ""
        how = "permutation of runs on these sentences" if found.has_runs else found.randomization
        yield "%s against %s, for each measure%s: %s; seed %d" % (
            *(marks, baseline.name, holm, how),
            found.seed,
        )
    yield from dict.fromkeys(
        note for one in others for note in one.without if note.startswith(NO_P)
    )
    for one in others:
        if one.differing == 0:
            yield "%s does not differ from %s in any sentence" % (one.name, baseline.name)
        elif one.smallest_p is not None and one.smallest_p >= MARKS[-1][1]:
            yield "p of %s cannot be less than %s" % (one.name, probability(one.smallest_p))


def _sentences(paper: Paper, has_bold: bool) -> str:
    """Return the caption as sentences."""
    is_bold = has_bold and any(cell.is_best for _, cells in paper.rows for cell in cells)
    sentences = [*paper.caption[:1], *(["Best in bold"] if is_bold else []), *paper.caption[1:]]
    # The p of statistics is not written P.
    return " ".join((w if w[:2] == "p " else w[:1].upper() + w[1:]) + "." for w in sentences)


def _corner(paper: Paper) -> str:
    """Return what stands above the systems: the score, if there is one."""
    signs = {sign for _, sign in paper.heads}
    return "%s (%%)" % signs.pop() if len(signs) == 1 and signs != {SIGNS[PERCENT]} else "(%)"


def _grid(paper: Paper) -> Grid:
    is_of_one = _corner(paper) != "(%)"
    heads = [group if is_of_one or sign == "%" else "%s %s" % (group, sign) for group, sign in paper.heads]  # fmt: skip
    rows = [[name, *map(str, cells)] for name, cells in paper.rows]
    return Grid([_corner(paper), *heads], rows, paper.signature)


def as_markdown(paper: Paper) -> str:
    """Return the table in Markdown, the best in bold, the caption below it."""
    bold = {
        (row, column)
        for row, (_, cells) in enumerate(paper.rows)
        for column, cell in enumerate(cells, start=1)
        if cell.is_best
    }
    return _grid(paper)._replace(bold=bold, remark=_sentences(paper, has_bold=True)).markdown()


SIZES = (
    (5, "table", r"\small", "4pt"),
    (6, "table", r"\footnotesize", "2pt"),
    (12, "table*", r"\small", "4pt"),
    (15, "table*", r"\footnotesize", "2pt"),
)
WIDEST = ("table*", r"\scriptsize", "0.5pt")
"""The environment, the letters and the space beside columns, by the largest number of columns: in one
column of a page of two, 7.7 cm wide, or over both."""


def as_latex(paper: Paper) -> str:
    """Return a table for LaTeX with its caption; deviations stand below the means, in small print.

    It needs the package booktabs.
    """
    sizes = [size for most, *size in SIZES if len(paper.heads) <= most]
    environment, letters, space = sizes[0] if sizes else WIDEST
    lines = [
        "%% %s" % visible(paper.signature),
        r"\begin{%s}" % environment,
        r"\centering%s\setlength{\tabcolsep}{%s}" % (letters, space),
        r"\begin{tabular}{@{}l%s}" % ("r" * len(paper.heads)),
        r"\toprule",
        *_latex_heads(paper),
        r"\midrule",
    ]
    for name, cells in paper.rows:
        shown = [_latex_value(cell) for cell in cells]
        lines.append(" & ".join([latex_cell(name), *shown]) + r" \\")
        if any(cell.deviation for cell in cells):
            small = [r"{\scriptsize$\pm$%s}" % c.deviation if c.deviation else "" for c in cells]
            lines.append(" & ".join(["", *small]) + r" \\")
    caption = latex_cell(_sentences(paper, has_bold=True))
    for mark, shown_mark in LATEX_MARKS.items():
        caption = caption.replace(mark, shown_mark)
    lines += [
        r"\bottomrule",
        r"\end{tabular}",
        r"\caption{%s}" % caption,
        r"\end{%s}" % environment,
        "",
    ]
    return "\n".join(lines)


def _latex_value(cell: Cell) -> str:
    value = latex_cell(cell.value)
    shown = r"\textbf{%s}" % value if cell.is_best else value
    # The mark takes no place, so that the numbers stand below one another.
    return shown + (r"\rlap{%s}" % LATEX_MARKS[cell.mark] if cell.mark else "")


def _latex_heads(paper: Paper) -> list[str]:
    """Return the heads: the measures, and if there are several scores, these below them."""
    if _corner(paper) != "(%)":
        # The caption says which score it is.
        return [" & ".join(["", *[latex_cell(group) for group, _ in paper.heads]]) + r" \\"]
    alike = groupby(group for group, _ in paper.heads)
    groups = [(group, len([*several])) for group, several in alike]
    above = [r"\multicolumn{%d}{c}{%s}" % (number, latex_cell(group)) for group, number in groups]
    below = [latex_cell(sign) for _, sign in paper.heads]
    rules, start = [], 2
    for _, number in groups:
        rules.append(r"\cmidrule(lr){%d-%d}" % (start, start + number - 1))
        start += number
    return [
        " & ".join(["", *above]) + r" \\",
        "".join(rules),
        " & ".join(["", *below]) + r" \\",
    ]
