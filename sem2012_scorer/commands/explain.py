"""``sem2012-scorer explain``: show what each negation counted as, why, and what each kind of error costs."""

from __future__ import annotations

import os
import shutil
import tempfile

from ..explaining.cards import members_of
from ..explaining.data import ErrorTable, JsonSummary
from ..explaining.explained import KINDS, explain_judged
from ..explaining.listing import Filter, Listing
from ..explaining.page import PageListing
from ..explaining.summary import Summary, SystemSummary
from ..explaining.text import TextListing
from ..ground.process import Answer
from ..ground.records import Record
from ..ground.wording import encoded, plural
from ..legacy.judging import judge_files
from ..legacy.originals import ORIGINALS
from ..reading.in_step import each, opened
from .files import Sources, check_names, notes_on_style, shown_name
from .options import (
    Failures,
    NotThere,
    UsageError,
    add_files,
    add_format,
    add_scorer,
    notes_of,
    warnings_as_notes,
)
from .output import MOST_AT_ONCE, add_output, terminal_of, written_or_printed
from .pairing import add_pair
from .reading import Systems as SystemSources
from .reading import add_predictions
from .run_files import systems_given
from .run_names import short_names
from .tables import SHORT, names_of, without_effect

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import IO

    from ..explaining.cards import Member
    from ..explaining.explained import Explained
    from ..legacy.originals import Original
    from .pairing import Pair
    from .run_files import SystemFiles

DESCRIPTION = """\
Show what each gold and each system negation counted as, in each row of the
report, and why. At the top stands what each kind of error costs: F1 with all
errors of that kind put right. Then come the sentences with an error.
"""

EPILOG = """\
Several systems stand side by side: -s A B, or folders of runs (with one gold
file, the files of a folder are runs of a system; with several, its subfolders),
paired as by compare. Each sentence is listed once, with gold once, and says in
how many of the systems it is right.

formats: text; html, a page with filters; json, the sums; jsonl, an object for
each sentence listed; tsv, a line for each error.

marks in text: [cue] {scope} <event>. Colour is used on a terminal only, and not
if NO_COLOR is set or TERM is dumb.

examples:
  sem2012-scorer explain -g gold.txt -s system.txt
  sem2012-scorer explain -g gold.txt -s runs-of-a/ runs-of-b/ --names ours theirs
  sem2012-scorer explain -g gold.txt -s system.txt --rows "Scopes(cue match)" --kind fn
  sem2012-scorer explain -g gold.txt -s system.txt --sentence wisteria01:42
  sem2012-scorer explain -g gold.txt -s system.txt --format html -o errors.html

exit status: 0, 1 if the input cannot be scored,
2 for wrong usage, or a file that cannot be opened or written
"""


def add_arguments(explain: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_files(explain)
    add_pair(explain)
    add_scorer(explain, ORIGINALS)
    explain.add_argument(
        "--rows", metavar="ROWS", help="only outcomes in these rows of the report, joined by commas"
    )
    explain.add_argument(
        "--kind",
        choices=KINDS,
        help="only true positives, false positives, false negatives, or what counts nowhere",
    )
    explain.add_argument("--sentence", metavar="DOC:N", help="only this sentence")
    explain.add_argument(
        "--all", action="store_true", help="all sentences, and what is right in them too"
    )
    explain.add_argument("--names", nargs="+", metavar="NAME", help="what the systems are called")
    add_format(explain, FORMATS)
    add_output(explain)
    add_predictions(explain)


FORMATS = ("text", "json", "jsonl", "tsv", "html")


EFFECTS = (
    *[(name, ("text", "jsonl", "tsv", "html"), None) for name in ("rows", "kind", "sentence")],
    ("all", ("text", "jsonl", "html"), False),
)
"""The options that have no effect in every format, those in which they have one, and their defaults."""


def answer(options: argparse.Namespace) -> Answer:
    """Return what ``explain`` answers."""
    check_names([*options.gold, *options.system], options.output)
    for name in (*options.gold, *options.system):
        if name != "-" and not os.path.exists(name):
            raise NotThere("%s: no such file" % name)
    found = systems_given(options.gold, options.system, options.pair, lists_are_one=True)
    explaining = _Explaining(options, found)
    printed: list[bytes] = []
    with tempfile.SpooledTemporaryFile(MOST_AT_ONCE) as body:
        with warnings_as_notes() as said:
            explaining.write(body)
        missing = explaining.failures.notes("not explained", explaining.unpaired)
        if not explaining.number_read:
            if not explaining.advice():
                explaining.failures.raise_if_alone(explaining.unpaired)
            missing = missing or ["not explained: no file has a partner"]
        else:
            if not missing:
                # Else it may be in what could not be read.
                explaining.check_names()
            with written_or_printed(options.output, printed) as stream:
                stream.write(encoded(explaining.before()))
                body.seek(0)
                shutil.copyfileobj(body, stream)
                stream.write(encoded(explaining.listing.after()))
    notes = [*said, *[note for system in found for note in system.notes]]
    notes += explaining.notes
    notes += without_effect(options, EFFECTS)
    warned = [clash for system in found for clash in system.clashes]
    stderr = explaining.said() + notes_of([*notes, *missing]) + notes_of(warned, "warning")
    return Answer(b"".join(printed), encoded(stderr), int(bool(missing)))


class _Member(Record):
    """A system, or a run of one: how it is listed, its pairs of files, and how many there would be."""

    member: Member
    pairs: tuple[Pair, ...]
    number: int


class _Explaining:
    """The explanation: the files, its listing, and the sums of all sentences of each run."""

    listing: Listing

    def __init__(self, options: argparse.Namespace, systems: Sequence[SystemFiles]) -> None:
        self.options = options
        self.original = ORIGINALS[options.scorer]
        self.wanted = _filter(options, self.original)
        self.sources = Sources()
        self.of_systems = SystemSources(options, self.sources)
        self.summaries: list[Summary] = []
        self.failures = Failures()
        self.number_read = 0
        names = _names(options, systems)
        members = members_of(
            (name, short_names([run.name for run in system.runs]))
            for name, system in zip(names, systems)
        )
        paired = [run.paired for system in systems for run in system.runs]
        self.runs = [_Member(member, one.pairs, one.number) for member, one in zip(members, paired)]
        self.notes = [note for one in paired for note in one.notes]
        self.unpaired = list(dict.fromkeys(file for one in paired for file in one.unpaired))
        self.golds = list(
            dict.fromkeys(pair.gold for run in self.runs for pair in run.pairs if pair.gold)
        )
        self.number = sum(len(run.pairs) for run in self.runs)
        # Of files in a list, each is named; of several systems, gold's name is the one that all have.
        self.has_files = len(self.golds) > 1

    def check_names(self) -> None:
        """Raise UsageError if no sentence has the name that is asked for."""
        asked = self.options.sentence
        if asked is not None and asked not in self.listing.names:
            raise UsageError(
                "there is no sentence %s in %s; a sentence is called DOCUMENT:NUMBER, as in the "
                "first two columns" % (asked, " ".join(self.options.gold))
            )

    def pairs_of(self, gold: str) -> Iterator[tuple[int, str]]:
        """Yield the place of each run that has a file for a gold file, and that file."""
        for place, run in enumerate(self.runs):
            for pair in run.pairs:
                if pair.gold == gold:
                    yield place, pair.system

    def file_of(self, gold: str, system: str) -> str:
        """Return the name of a sentence's file, "" if there is one alone."""
        if not self.has_files:
            return ""
        return shown_name(system) if len(self.runs) == 1 else os.path.basename(gold)

    def write(self, body: IO[bytes]) -> None:
        """Write the listed sentences; of files that cannot be scored to their end, none."""
        every = self.runs
        if self.number > 1:
            self.runs = [one for one in map(self._scored, every) if one is not None]
        self.summaries = [Summary(self.original) for _ in self.runs]
        self.listing = _listing(self.options, self.wanted, self.original, self.runs)
        kept = {run.member for run in self.runs}
        self.listing.left_out = [one.member.label for one in every if one.member not in kept]
        for gold in self.golds:
            with self.failures.kept():
                streams = [
                    (place, self._sentences(gold, system, place))
                    for place, system in self.pairs_of(gold)
                ]
                for piece in self.listing.pieces(streams):
                    body.write(encoded(piece))
                self.number_read += len(streams)
            for _, system in self.pairs_of(gold):
                self.sources.done(system, gold if self.has_files else None)

    def _scored(self, run: _Member) -> _Member | None:
        """Return a system or run with those of its pairs that can be scored; None if there is none.

        One of several runs is left out if a file of it is missing or cannot be scored: the mean over runs is of
        the same sentences.
        """
        pairs = []
        for pair in run.pairs:
            assert pair.gold is not None
            with self.failures.kept():
                of_gold = self.sources(pair.gold)
                source = self.of_systems(of_gold, pair.system)
                for _ in each(opened(of_gold, source), lambda two: judge_files(two, self.original)):
                    pass
                pairs.append(pair)
            # It is read again, and many files would be open at a time.
            self.sources.done(pair.system, pair.gold if self.has_files else None)
        if not pairs or (run.member.run and len(pairs) < len(self.golds)):
            return None
        return run._replace(pairs=tuple(pairs))

    def _sentences(self, gold: str, system: str, place: int) -> Iterator[Explained]:
        """Return the sentences of two files, which are added to the sums of their run."""
        of_gold, summary = self.sources(gold), self.summaries[place]
        source = self.of_systems(of_gold, system)
        file = self.file_of(gold, system)
        summary.files.append(shown_name(system))
        return each(
            opened(of_gold, source),
            lambda two: explain_judged(two, self.original, file, summary.add),
        )

    def before(self) -> str:
        """Return what comes before the sentences."""
        by_system: dict[str, SystemSummary] = {}
        for run, summary in zip(self.runs, self.summaries):
            if len(summary.files) < run.number:
                of = plural(run.number, "pair of files", "pairs of files")
                summary.of_files = "%d of %s: " % (len(summary.files), of)
            if summary.files:
                name = run.member.system
                system = by_system.setdefault(name, SystemSummary(name, self.original))
                system.runs.append((run.member.run, summary))
        return self.listing.before([*by_system.values()])

    def said(self) -> str:
        """Return the notes on what was read."""
        return self.of_systems.said() + self.advice()

    def advice(self) -> str:
        """Return advice on files that look like another scorer's."""
        return notes_on_style(self.options.gold, self.options.scorer, self.sources)


def _names(options: argparse.Namespace, systems: Sequence[SystemFiles]) -> list[str]:
    """Return what the systems are called."""
    paths = [system.path for system in systems]
    if len(systems) > len(options.system) and options.names is None:
        return paths
    if len(systems) == 1 and options.names is None:
        return [", ".join(map(shown_name, [systems[0].path] if paths[0] else options.system))]
    return [*names_of(paths, options.names).values()]


def _listing(
    options: argparse.Namespace, wanted: Filter, original: Original, runs: Sequence[_Member]
) -> Listing:
    """Return the listing in the format asked for."""
    members = [run.member for run in runs]
    if options.format == "html":
        names = [one.system for one in members]
        if options.names is None and len(names) == 1:
            names = [os.path.basename(os.path.normpath(names[0]))]
        golds = [os.path.basename(os.path.normpath(shown_name(one))) for one in options.gold]
        title = "%s against %s" % (", ".join(dict.fromkeys(names)), ", ".join(golds))
        return PageListing(wanted, members, title, original)
    if options.format == "json":
        return JsonSummary(wanted, members)
    if options.format == "jsonl":
        return Listing(wanted, members)
    if options.format == "tsv":
        return ErrorTable(wanted, members)
    width, colour = terminal_of(options)
    return TextListing(wanted, members, width or 79, colour)


def _filter(options: argparse.Namespace, original: Original) -> Filter:
    """Return what is listed; raise UsageError for a row that the report does not have."""
    table = original.table
    measured = None
    if options.rows is not None:
        found = []
        for word in options.rows.split(","):
            name = word.strip().rstrip(":").lower()
            name = SHORT.get(name, name).replace("_", " ")
            if name not in table.measured_by_name:
                there = ", ".join(row.label for row in table.rows)
                raise UsageError("there is no row %r; there are: %s" % (word.strip(), there))
            found.append(table.measured_by_name[name])
        measured = tuple(found)
    return Filter(measured, options.kind, options.sentence, options.all, table.measured)
