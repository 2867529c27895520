"""``sem2012-scorer verify --published``: which counts give the numbers of a paper?"""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE

from ..ground.wording import encoded, plural, some
from ..legacy.originals import ORIGINALS
from ..reading.released import RELEASED
from ..reading.released import gold_counts as released_counts
from ..verifying.answers import PublishedRow
from ..verifying.means import MEAN_OF
from ..verifying.measures import GOLD_NAMES
from ..verifying.printed_numbers import is_missing
from ..verifying.showing_published import PUBLISHED_FORMATS
from ..verifying.tables import read_table
from ..verifying.versions import (
    VERSIONS,
    GoldStops,
    counts_of_gold,
    counts_of_tests,
    solve_by_versions,
)
from .files import all_files, check_names, check_twice, content_of, shown_name
from .options import FileTrouble, UsageError, notes_of
from .output import delivered

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from ..ground.process import Answer

    GoldCounts = Mapping[str, int]


def add_published(verify: argparse.ArgumentParser) -> None:
    """Add the options for numbers of a paper."""
    group = verify.add_argument_group("numbers of a paper")
    group.add_argument(
        "--published",
        metavar="FILE",
        help="a table: TSV, CSV, Markdown or LaTeX, with a measure or a system in each line",
    )
    group.add_argument(
        "--columns",
        metavar="HEAD,...",
        help="what its columns are, if their heads do not say so: system, test, measure, precision, "
        "recall, f1, gold, tp, fp, fn, or a measure with one of these, such as Cues F1; - for one that "
        "is not read",
    )
    group.add_argument(
        "--measure",
        metavar="LABEL",
        help="one row: its label, or cues, tokens, full ...; with --published: the measure of rows that "
        "do not name one",
    )
    for name in ("precision", "recall", "f1"):
        words = "with --measure or --others: its %s" % name
        group.add_argument("--" + name, metavar="SCORE", help=words)
    group.add_argument(
        "--gold-counts",
        metavar="NAME=N,...",
        help="gold's numbers, as far as known: %s; or a released corpus, such as cdsco-test"
        % ", ".join(GOLD_NAMES),
    )
    group.add_argument(
        "--mean-of",
        choices=MEAN_OF,
        help="what rows that no counts give may be means of: the rows of a system, of a test, or "
        "runs that are not in the table (default: all are tried)",
    )


def answer_published(options: argparse.Namespace) -> Answer:
    """Return which counts give published rows."""
    if options.reports or options.system:
        raise UsageError("--published and --measure need no report and no system")
    if options.pair is not None or options.numbers:
        raise UsageError("--pair and --numbers go with recorded reports")
    notes: list[str] = []
    if options.published is None:
        if options.columns is not None:
            raise UsageError("--columns goes with --published")
        rows: Sequence[PublishedRow] = [_one_row(options)]
    else:
        if options.precision or options.recall or options.f1:
            raise UsageError("--precision, --recall and --f1 go with --measure, not with a table")
        check_names([options.published, *(options.gold or ())], options.output)
        rows, notes = _table(options)
    counts, of_tests, more = _gold_counts(options, rows)
    try:
        answered = solve_by_versions(rows, counts, options.mean_of, of_tests)
    except ValueError as error:
        raise UsageError(str(error)) from error
    text = PUBLISHED_FORMATS[options.format](answered)
    found = delivered(text, options.output, encoded(notes_of([*notes, *more])))
    return found._replace(status=int(not all(one.is_right for one in answered)))


def _one_row(options: argparse.Namespace) -> PublishedRow:
    """Return the row of ``--measure``; raise UsageError if it cannot be one."""
    shares = [share or "" for share in (options.precision, options.recall, options.f1)]
    if any(share and is_missing(share) for share in shares):
        raise UsageError(
            "--measure: found %r; expected a number"
            % next(filter(is_missing, filter(None, shares)))
        )
    if not any(shares):
        raise UsageError("--measure needs --precision, --recall and --f1, or some of them")
    columns = ("system", "measure", "precision", "recall", "f1")
    try:
        # With heads of their own, so that nothing is taken for a head.
        lines = "\t".join(columns) + "\n" + "\t".join(["", options.measure, *shares])
        (row,) = read_table(lines).rows
    except ValueError as error:
        raise UsageError("--measure: " + str(error).removeprefix("line 2: ")) from error
    return row


def _table(options: argparse.Namespace) -> tuple[Sequence[PublishedRow], list[str]]:
    """Return the rows of a table, and notes on what was not read of it."""
    name = shown_name(options.published)
    columns = None if options.columns is None else options.columns.split(",")
    content = content_of(options.published)
    code = "utf-16" if content[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8"
    text = content.decode(code, "backslashreplace")
    try:
        table = read_table(text, columns, options.measure)
    except ValueError as error:
        raise UsageError("%s: %s" % (name, error)) from error
    if not table.rows:
        raise UsageError("%s has no row" % name)
    notes = []
    if table.not_read:
        what = plural(len(table.not_read), "column")
        notes.append("%s: %s not read: %s" % (name, what, some(table.not_read, 8)))
    for number, words in (
        (table.without_scores, ("line has no score", "lines have no score")),
        (
            table.others,
            ("row of another measure is left out", "rows of other measures are left out"),
        ),
        (table.deviations, ("row of deviations is left out", "rows of deviations are left out")),
    ):
        notes += ["%s: %s" % (name, plural(number, *words))] if number else []
    return table.rows, notes


def _gold_counts(
    options: argparse.Namespace, rows: Sequence[PublishedRow]
) -> tuple[dict[str, GoldCounts], dict[str, dict[str, GoldCounts]], list[str]]:
    """Return gold's numbers by scorer, those of tests by scorer, and notes.

    From the gold files, from a released corpus, or as they are given. The first
    scorer is that of ``--scorer``, or 2.2.
    """
    if options.gold and options.gold_counts:
        raise UsageError("give gold's numbers by --gold or by --gold-counts, not by both")
    wanted = options.scorer or VERSIONS[0]
    scorers = (wanted, *[scorer for scorer in VERSIONS if scorer != wanted])
    if options.gold:
        of_files, notes = _of_files(options.gold, scorers)
        return of_files, {}, notes
    by_scorer: dict[str, GoldCounts] = {}
    given = _given(options.gold_counts)
    for scorer in scorers:
        counts: dict[str, int] = {}
        for word in given:
            counts.update(word if not isinstance(word, str) else _released(word, scorer))
        by_scorer[scorer] = counts
    of_tests = {scorer: counts_of_tests(rows, scorer) for scorer in scorers}
    return by_scorer, of_tests, []


def _of_files(
    names: Sequence[str], scorers: Sequence[str]
) -> tuple[dict[str, GoldCounts], list[str]]:
    """Return the sums of what scorers count in gold files, and notes: what that is, and who stops."""
    paths = [path for name in names for path in all_files(name)]
    check_twice(paths)
    contents = [content_of(path) for path in paths]
    found: dict[str, GoldCounts] = {}
    notes = []
    for scorer in scorers:
        counts: dict[str, int] = {}
        try:
            for content in contents:
                for name, number in counts_of_gold(content, scorer).items():
                    counts[name] = counts.get(name, 0) + number
            found[scorer] = counts
        except GoldStops as error:
            name = shown_name(paths[contents.index(content)])
            notes.append("%s cannot be scored as gold: %s" % (name, error))
    if not found:
        raise FileTrouble("; ".join(notes))
    if not any(any(counts.values()) for counts in found.values()):
        message = "gold in %s: found no negation; expected the annotated gold file"
        raise FileTrouble(message % some(list(map(shown_name, paths)), 3))
    numbers = ", ".join("%s %d" % pair for pair in next(iter(found.values())).items())
    said = "gold in %s: %s" % (some(list(map(shown_name, paths)), 3), numbers)
    return found, [said, *notes]


def _given(words: str | None) -> list[dict[str, int] | str]:
    """Return what ``--gold-counts`` says: numbers by name, or names of released corpora."""
    given: list[dict[str, int] | str] = []
    named: set[str] = set()
    for word in words.split(",") if words else ():
        name, equals, number = (part.strip() for part in word.partition("="))
        if name in named:
            raise UsageError("--gold-counts has %s twice" % name)
        named.add(name)
        if not equals:
            _released(name, None)
            given.append(name)
        elif name in GOLD_NAMES and number.isdecimal() and number.isascii():
            given.append({name: int(number)})
        else:
            message = "--gold-counts takes NAME=N with the names %s, not %r"
            raise UsageError(message % (", ".join(GOLD_NAMES), word))
    return given


def _released(name: str, scorer: str | None) -> Mapping[str, int]:
    """Return the numbers of a released corpus; raise UsageError if none has this name."""
    counts = released_counts(name, scorer if scorer in ORIGINALS else None)
    if counts is None:
        there = ", ".join(dict.fromkeys(corpus.identifier for corpus in RELEASED))
        message = "--gold-counts takes NAME=N with the names %s, or one of %s; not %r"
        raise UsageError(message % (", ".join(GOLD_NAMES), there, name))
    return counts
